"""`ringscope train`: its JSON, its dump against the reference trajectories, recordings, bad input."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

from ringscope import PROGRAM, ROOT, json_of, run

SMALL = {"model": {"sizes": [2, 4, 3, 2]}, "data": {"name": "spirals", "samples": 60},
         "world_size": 4, "global_batch": 24, "steps": 4}


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, value):
        with open(self.path(name), "w") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return self.path(name)

    def read(self, name):
        with open(self.path(name)) as file:
            return json.load(file)


class Train(Folder):
    def test_json_has_the_promised_keys(self):
        out = json_of("train", self.write("spec.json", SMALL))
        self.assertEqual(
            ["world_size", "iterations", "final_loss", "train_accuracy", "test_accuracy",
             "replicas_identical", "digests", "samples_per_s", "bytes_sent_per_rank",
             "memory_bytes", "placement"], list(out))
        self.assertEqual((4, 4, True, None), (out["world_size"], out["iterations"],
                                              out["replicas_identical"], out["test_accuracy"]))
        self.assertEqual(1, len(set(out["digests"])))
        self.assertEqual([4 * 35] * 4, out["memory_bytes"]["parameters"])
        self.assertEqual(8 * 3 * 35, sum(out["bytes_sent_per_rank"]))

    def test_options_override_the_spec_and_runs_repeat_to_the_bit(self):
        spec = self.write("spec.json", SMALL)
        first = json_of("train", spec, "--steps", "7", "--world-size", "3", "--seed", "5")
        self.assertEqual((3, 7), (first["world_size"], first["iterations"]))
        again = json_of("train", spec, "--steps", "7", "--world-size", "3", "--seed", "5")
        other = json_of("train", spec, "--steps", "7", "--world-size", "3", "--seed", "6")
        self.assertEqual(first["digests"], again["digests"])
        self.assertNotEqual(first["digests"], other["digests"])

    def test_overlap_changes_what_was_measured_and_no_bit(self):
        spec = {"model": {"sizes": [64, 300, 300, 300, 10], "activation": "relu"}, "data": {"name": "digits"},
                "world_size": 4, "global_batch": 256, "steps": 6, "collective": {"bucket_bytes": 65536}}
        results = {}
        for overlap in (True, False):
            spec["collective"]["overlap"] = overlap
            record = self.path("run.ringtrace")
            done = json_of("train", self.write("spec.json", spec), "--record", record)
            early = 0
            for number in range(2, 7):  # behind the start and the first iteration
                frame = json_of("replay", record, "--frame", str(number))
                self.assertEqual("iteration", frame["phase"])
                reduces = [span for span in frame["spans"] if span["kind"] == "all-reduce"]
                backward = [span for span in frame["spans"] if span["kind"] == "backward"]
                self.assertEqual([0, 1, 2], [span["bucket"] for span in reduces])
                self.assertEqual([0, 1, 2, 3], reduces[0]["ranks"])
                self.assertEqual({rank for span in backward for rank in span["ranks"]}, {0, 1, 2, 3})
                early += reduces[0]["begin"] < max(span["end"] for span in backward)
            results[overlap] = done["digests"], early
        self.assertEqual(results[True][0], results[False][0])
        self.assertGreater(results[True][1], 0)
        self.assertEqual(results[False][1], 0)

    def test_dump_into_a_pipe(self):
        finished = run("train", "split-the-batch", "--steps", "1", "--dump", "/dev/stdout", "--json")
        self.assertEqual(0, finished.returncode, finished.stderr)
        decoder = json.JSONDecoder()
        first, end = decoder.raw_decode(finished.stdout)
        second, _ = decoder.raw_decode(finished.stdout[end:].lstrip())
        dump, summary = (first, second) if "losses" in first else (second, first)
        self.assertEqual(summary["digests"], dump["digests"])

    def test_dump_follows_a_reference_trajectory(self):
        with open(os.path.join(ROOT, "tests/golden/trajectories/relu_4_8_3_mse_b13.json")) as file:
            reference = json.load(file)
        optimizer = reference["optimisers"]["adam"]
        spec = {"model": {"sizes": reference["sizes"], "activation": "relu", "loss": "mse",
                          "initial_parameters": reference["init"]},
                "data": {"x": reference["x"], "y": reference["y"]},
                "optimizer": {"name": "adam", **optimizer["settings"]},
                "world_size": 5, "global_batch": 13, "sharding": "strided"}
        finished = run("train", self.write("spec.json", spec), "--dump", self.path("dump.json"))
        self.assertEqual(0, finished.returncode, finished.stderr)
        dump = self.read("dump.json")
        near = lambda a, b: self.assertTrue(
            len(a) == len(b) and max(abs(x - y) for x, y in zip(a, b)) <= 1e-5)
        near(dump["losses"], optimizer["f64"]["loss"][:10])
        for updates in ("1", "2", "10"):
            near(dump["parameters"][updates], optimizer["f64"]["weights_after_" + updates])
        near(dump["averaged_gradient_step0"], reference["avg_grad_step0"]["f64"])
        for ours, theirs in zip(dump["local_gradients_step0"],
                                reference["worlds"]["5"]["strided"]["local_grad_f64"], strict=True):
            near(ours, theirs)
        self.assertEqual((True, 1), (dump["replicas_identical"], len(set(dump["digests"]))))

    def test_replicas_that_differ_give_exit_code_5_with_everything_written(self):
        spec = dict(SMALL, faults=[{"kind": "skip-all-reduce", "rank": 1, "from": 1, "until": 2}])
        finished = run("train", self.write("spec.json", spec), "--json", "--dump",
                       self.path("dump.json"), "--record", self.path("run.ringtrace"))
        self.assertEqual(5, finished.returncode, finished.stderr)
        self.assertIn("differ since iteration 1", finished.stderr)
        self.assertFalse(json.loads(finished.stdout)["replicas_identical"])
        dump = self.read("dump.json")
        self.assertEqual(4, len(dump["parameters_by_rank"]["2"]))
        self.assertTrue(os.path.exists(self.path("run.ringtrace")))

    def test_a_recording_can_be_replayed(self):
        out = json_of("train", self.write("spec.json", SMALL), "--record", self.path("run.ringtrace"))
        summary = json_of("replay", self.path("run.ringtrace"))
        last = json_of("replay", self.path("run.ringtrace"), "--frame", str(summary["frames"] - 1))
        self.assertEqual(out["digests"], [rank["digest"] for rank in last["ranks"]])

    def test_scenarios(self):
        self.assertEqual(2, json_of("train", "split-the-batch", "--steps", "2")["iterations"])
        for n in (1, 8):
            out = json_of("train", "digits", "--world-size", str(n))
            self.assertGreaterEqual(out["test_accuracy"], 0.95)
            self.assertTrue(out["replicas_identical"])
        finished = run("train", "toy")
        self.assertEqual(2, finished.returncode)
        self.assertIn("collective", finished.stderr)


class Interrupt(Folder):
    def test_ctrl_c_saves_what_was_recorded(self):
        spec = self.write("spec.json", dict(SMALL, steps=10**8))
        process = subprocess.Popen([PROGRAM, "train", spec, "--record", self.path("run.ringtrace"), "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        # The recording's temporary file grows once iterations run.
        while time.monotonic() < deadline and not any(
                os.path.getsize(self.path(name)) > 50000 for name in os.listdir(self.folder.name)):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        self.assertEqual(130, process.returncode, errors)
        done = json.loads(out)["iterations"]
        self.assertIn(f"stopped on request after {done} iterations", errors)
        self.assertEqual(done, len(json_of("replay", self.path("run.ringtrace"))["iterations"]))


class BadInput(Folder):
    def refused(self, *arguments, code=2):
        finished = run("train", *arguments)
        self.assertEqual(code, finished.returncode, finished.stderr)
        self.assertEqual("", finished.stdout)
        self.assertEqual(1, finished.stderr.count("\n"), finished.stderr)
        return finished.stderr

    def test_each_kind_has_one_message_with_its_place(self):
        spec = self.write("spec.json", SMALL)
        changed = lambda **keys: self.write("bad.json", dict(SMALL, **keys))
        self.assertIn("none.json", self.refused(self.path("none.json")))
        self.assertIn("line 1, column 2", self.refused(self.write("bad.json", "{")))
        self.assertIn("bad.json: $", self.refused(changed(speed=1)))
        self.assertIn("$.steps: found \"ten\"", self.refused(changed(steps="ten")))
        self.assertIn("$.model.sizes[1]: found 0", self.refused(changed(model={"sizes": [2, 0, 2]})))
        self.assertIn("$.model.sizes[1]: found 1000000000",
                      self.refused(changed(model={"sizes": [2, 10**9, 2]})))
        self.assertIn("$.world_size: found 0", self.refused(changed(world_size=0)))
        self.assertIn("$.world_size: found 65", self.refused(spec, "--world-size", "65"))
        self.assertIn("$.world_size: found 0", self.refused(spec, "--world-size", "0"))
        self.assertIn("$.steps: found 0", self.refused(spec, "--steps", "0"))
        self.refused(spec, "--steps", "many")
        self.refused()
        self.assertIn("$.data.y[1]", self.refused(changed(data={"x": [[0, 0], [1, 1]], "y": [0, 2]})))

    def test_a_sweep_is_a_line_of_json_for_each_world_size(self):
        done = run("train", self.write("spec.json", SMALL), "--sweep", "--json", "--compute-units", "2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        points = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([1, 2, 4, 8], [point["world_size"] for point in points])
        parameters = 2 * 4 + 4 + 4 * 3 + 3 + 3 * 2 + 2
        for point in points:
            n = point["world_size"]
            self.assertEqual((24, 4, True), (point["batch"], point["timed_iterations"], point["replicas_identical"]))
            self.assertEqual([4 * parameters] * n, point["memory_bytes"]["parameters"])
            self.assertEqual([4 * parameters] * n, point["memory_bytes"]["gradients"])
            self.assertEqual(8 * (n - 1) * parameters, sum(point["bytes_sent_per_rank"]))
            self.assertGreater(point["samples_per_s"], 0)
        table = run("train", self.path("spec.json"), "--sweep", "--steps", "2").stdout
        self.assertEqual(["1", "2", "4", "8"], [line.split()[0] for line in table.splitlines()[2:]])

    def test_a_sweep_session_trains_at_its_own_size_and_names_the_sweep(self):
        done = run("train", "more-devices", "--steps", "1", "--json")
        self.assertEqual((0, 4), (done.returncode, json.loads(done.stdout)["world_size"]))
        self.assertIn("--sweep", done.stderr)
        self.assertIn("--world-size", self.refused("more-devices", "--sweep", "--world-size", "2"))
        self.assertIn("--record", self.refused("more-devices", "--sweep", "--record", self.path("x.ringtrace")))
        self.refused("toy", "--sweep")

    def test_a_sweep_over_replicas_that_differ_ends_with_5(self):
        spec = self.write("spec.json", dict(SMALL, faults=[{"kind": "skip-all-reduce", "rank": 0}]))
        done = run("train", spec, "--sweep", "--json")
        self.assertEqual(5, done.returncode)
        self.assertEqual([True, False, False, False],
                         [json.loads(line)["replicas_identical"] for line in done.stdout.splitlines()])
        self.assertIn("world size 2", done.stderr)

    def test_data_files(self):
        spec = self.write("spec.json", dict(SMALL, data={"csv": "data.csv", "target": "y"}))
        self.assertIn("data.csv: the file is missing", self.refused(spec))
        self.write("data.csv", "a,b,y\n1,2,0\n1,2\n")
        self.assertIn("data.csv: line 3: found 2 fields", self.refused(spec))
        self.write("data.csv", "a,b,y\n1,nan,0\n")
        self.assertIn("data.csv: line 2, column 2 (b)", self.refused(spec))
        self.write("data.csv", "a,b,y\n1,2,0\n3,4,1\n")
        self.assertEqual(0, run("train", spec).returncode)

    def test_a_failed_run_leaves_existing_files_alone(self):
        spec = self.write("spec.json", dict(SMALL, memory_budget_bytes=100))
        self.write("dump.json", "mine")
        self.write("run.ringtrace", "mine too")
        self.refused(spec, "--dump", self.path("dump.json"), "--record", self.path("run.ringtrace"), code=4)
        self.assertEqual(["dump.json", "run.ringtrace", "spec.json"], sorted(os.listdir(self.folder.name)))
        for name, text in (("dump.json", "mine"), ("run.ringtrace", "mine too")):
            with open(self.path(name)) as file:
                self.assertEqual(text, file.read())
        self.refused(self.write("ok.json", SMALL), "--dump", self.path("no/such/folder.json"))


if __name__ == "__main__":
    unittest.main()
