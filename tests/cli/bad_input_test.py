"""Bad input and bad usage: one clear message on stderr, nothing on stdout, exit code 2."""

import json
import os
import tempfile
import unittest

from ringscope import run


class BadInput(unittest.TestCase):
    def check(self, arguments, *parts, code=2):
        finished = run(*arguments)
        with self.subTest(arguments=arguments, stderr=finished.stderr):
            self.assertEqual(finished.returncode, code)
            self.assertEqual(finished.stdout, "")
            self.assertTrue(finished.stderr.startswith("ringscope: "))
            self.assertEqual(finished.stderr.count("\n"), 1)
            for part in parts:
                self.assertIn(part, finished.stderr)

    def test_usage(self):
        self.check(["rnig"], "rnig", "Did you mean `ring`?")
        self.check(["nowhere.ringscope"], "no command, scenario or file")
        self.check(["--nope"], "--nope")
        self.check(["ring"], "--values is required")
        self.check(["ring", "--valeus", "[[1]]"], "--valeus")
        self.check(["ring", "--values", "[[1]]", "left"], "left")
        self.check(["ring", "--values", "[[1]]", "--ownership", "mine"], "mine", "textbook")
        self.check(["ring", "--values", "[[1]]", "--algorithm", "star"], "star", "ring")
        self.check(["ring", "--values", "[[1]]", "--detail", "all"], "all", "messages")
        self.check(["ring", "--values", "[[1]]", "--devices", "some"], "some", "partition")
        self.check(["ring", "--values", "[[1]]", "--compute-units", "0"], "0")
        self.check(["ring", "--values", "[[1]]", "--compute-units", "many"], "many")

    def test_values(self):
        for values, *parts in (
                ("", "empty"),
                ("no-such-file.json", "no-such-file.json", "missing"),
                (".", "folder"),
                ("[]", "$", "1 to 64"),
                ("{}", "$", "an object"),
                ("[1,2]", "$[0]", "array"),
                ("[[1],[2,3]]", "$[1]", "2 numbers", "rank 0's has 1"),
                ("[[1],[\"a\"]]", "$[1][0]", '"a"'),
                ("[[1,null]]", "$[0][1]", "null"),
                ("[[true]]", "$[0][0]", "true"),
                ("[[1e39]]", "$[0][0]", "1e+39"),
                ("[[-1e39]]", "$[0][0]", "-1e+39"),
                ("[[1e999]]", "JSON"),
                ("[[NaN]]", "line 1, column 3"),
                ("[[1],\n[2,]]", "line 2, column 4"),
                ("[[1]", "line 1, column 5"),
                ("[[1]] x", "line 1"),
                (json.dumps([[1]] * 65), "65", "1 to 64")):
            self.check(["ring", "--json", "--values", values], *parts)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "values.json")
            for content, *parts in ((b"", "line 1"), (b"[[1],\n\n[2", "line 3, column 3"),
                                    (b"[[1],[2,3]]", "$[1]"), (b"\x00\x01\x02", "line 1"),
                                    (b"[[\"\xff\"]]", "values.json")):
                with open(file, "wb") as out:
                    out.write(content)
                self.check(["ring", "--values", file], file, *parts)

    def test_window_without_a_display(self):
        finished = run(environment={"DISPLAY": None, "WAYLAND_DISPLAY": None,
                                    "QT_QPA_PLATFORM": None})
        self.assertEqual(finished.returncode, 2)
        self.assertIn("ringscope export toy", finished.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        for arguments in (["ring", "--values", "[[1]]"], ["--help"], ["train", "--help"], ["--version"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                finished = run(*arguments, stdout=full)
            self.assertEqual(finished.returncode, 2, arguments)
            self.assertIn("cannot be written", finished.stderr)


class GoodUsage(unittest.TestCase):
    def test_help_and_version(self):
        for arguments in (["--help"], ["ring", "--help"], ["--version"]):
            finished = run(*arguments)
            self.assertEqual(finished.returncode, 0)
            self.assertIn("ringscope", finished.stdout.lower())
            self.assertEqual(finished.stderr, "")


class NoDriver(unittest.TestCase):
    def test_says_how_to_install_one(self):
        with tempfile.TemporaryDirectory() as empty:
            for arguments in (["ring", "--values", "[[1]]"], ["devices"]):
                finished = run(*arguments, environment={"OCL_ICD_VENDORS": empty})
                self.assertEqual(finished.returncode, 3)
                self.assertIn("pocl-opencl-icd", finished.stderr)


if __name__ == "__main__":
    unittest.main()
