"""`ringscope replay`: summaries, frames, files that were cut off or damaged."""

import os
import tempfile
import unittest

from ringscope import ROOT, json_of, run

# Three ranks with seven parameters; every field of every record is filled.
FILE = os.path.join(ROOT, "tests", "golden", "recordings", "version1.ringtrace")


class Replay(unittest.TestCase):
    def changed(self, change):
        """A changed copy of the recording, as a file name."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(FILE, "rb") as file:
            content = bytearray(file.read())
        name = os.path.join(folder.name, "changed.ringtrace")
        with open(name, "wb") as file:
            file.write(change(content))
        return name

    def check_refused(self, arguments, *parts):
        finished = run("replay", *arguments)
        self.assertEqual(finished.returncode, 2, finished.stderr)
        self.assertEqual(finished.stdout, "")
        for part in parts:
            self.assertIn(part, finished.stderr)

    def test_summary(self):
        summary = json_of("replay", FILE)
        self.assertEqual(list(summary), [
            "program_version", "kind", "title", "world_size", "length", "complete", "warning",
            "frames", "replicas_identical", "checkpoints", "iterations", "placement", "session"])
        self.assertEqual((summary["kind"], summary["world_size"], summary["length"]), ("train", 3, 7))
        self.assertEqual((summary["complete"], summary["warning"]), (True, None))
        self.assertEqual(summary["frames"], 11)
        self.assertEqual(summary["checkpoints"], [0, 1])
        self.assertEqual([i["first_frame"] for i in summary["iterations"]], [0, 5, 9])
        self.assertEqual(sum(i["frames"] for i in summary["iterations"]), 11)
        self.assertEqual(len(summary["placement"]["ranks"]), 3)
        self.assertEqual(summary["session"], {"version": 1})
        self.assertIn("11 frames of 3 iterations", run("replay", FILE).stdout)

    def test_every_frame(self):
        phases = []
        for number in range(11):
            frame = json_of("replay", FILE, "--frame", str(number))
            self.assertEqual(frame["number"], number)
            self.assertEqual(len(frame["ranks"]), 3)
            self.assertEqual(len(frame["transfers"]), 3 if frame["schedule_step"] >= 0 else 0)
            phases.append(frame["phase"])
        self.assertEqual(phases[:5], ["start", "shard", "reduce-scatter", "all-gather", "equality"])
        step = json_of("replay", FILE, "--frame", "2")
        transfer = step["transfers"][0]
        self.assertEqual(transfer["op"], "add")
        self.assertEqual(len(transfer["sent"]["values"]), transfer["count"])
        self.assertRegex(step["ranks"][0]["digest"], "^[0-9a-f]{16}$")
        self.assertIsNone(step["ranks"][1]["loss"])  # NaN
        text = run("replay", FILE, "--frame", "2").stdout
        self.assertIn("reduce-scatter step 2 of 2", text)
        self.assertIn("executed again", run("replay", FILE, "--frame", "6").stdout)

    def test_needs_no_device(self):
        with tempfile.TemporaryDirectory() as empty:
            finished = run("replay", FILE, environment={"OCL_ICD_VENDORS": empty})
            self.assertEqual(finished.returncode, 0, finished.stderr)

    def test_bad_usage(self):
        self.check_refused([], "FILE")
        self.check_refused(["nowhere.ringtrace"], "nowhere.ringtrace", "no such file")
        self.check_refused([os.path.join(ROOT, "README.md")], "not a Ringscope recording")
        self.check_refused([FILE, "--frame", "11"], "--frame", "found 11", "0 to 10")
        self.check_refused([FILE, "--frame", "-1"], "found -1")
        self.check_refused([FILE, "--frame", "first"], "--frame")

    def test_cut_off(self):
        name = self.changed(lambda content: content[:-100])
        summary = json_of("replay", name)
        self.assertFalse(summary["complete"])
        self.assertIn("cut off", summary["warning"])
        finished = run("replay", name)
        self.assertEqual(finished.returncode, 0)
        self.assertIn("warning", finished.stderr)
        self.check_refused([self.changed(lambda content: content[:100])], "cut off before", "byte 16")

    def test_damaged(self):
        def damage(content):
            content[len(content) // 2] ^= 16
            return content
        self.check_refused([self.changed(damage)], "checksum", "byte ")
        self.check_refused([self.changed(lambda content: content + b"more")], "after the recording's end")


if __name__ == "__main__":
    unittest.main()
