"""`ringscope bench`: what it prints can be read, and what it measures is right. No time is tested."""

import csv
import io
import unittest

from ringscope import run


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class Bench(unittest.TestCase):
    def test_all_reduce_as_csv(self):
        result = run("bench", "all-reduce", "--world-size", "2,3", "--bytes", "4,4100,65536",
                     "--seconds", "0", "--csv")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = rows_of(result.stdout)
        self.assertEqual({(r["world_size"], r["bytes"]) for r in rows},
                         {(n, b) for n in "23" for b in ("4", "4100", "65536")})
        for row in rows:
            self.assertEqual(row["wrong"], "0")
            n, size = int(row["world_size"]), int(row["bytes"])
            self.assertLessEqual(float(row["best_us"]), float(row["median_us"]))
            algbw = size / float(row["best_us"]) / 1e3
            self.assertAlmostEqual(float(row["algbw"]) / algbw, 1, delta=1e-3)
            self.assertAlmostEqual(float(row["busbw"]) / algbw, 2 * (n - 1) / n, delta=1e-3)

    def test_all_reduce_in_the_layout_of_nccl_tests(self):
        result = run("bench", "all-reduce", "--world-size", "2", "--bytes", "4096", "--seconds", "0")
        self.assertEqual(result.returncode, 0, result.stderr)
        line = result.stdout.splitlines()[-1].split()
        self.assertEqual(line[:4], ["4096", "1024", "float", "sum"])
        self.assertEqual(line[7], "0")

    def test_every_algorithm_is_right(self):
        for algorithm in ("central", "direct", "tree", "halving-doubling"):
            result = run("bench", "all-reduce", "--algorithm", algorithm, "--world-size", "3",
                         "--bytes", "4100", "--seconds", "0", "--csv")
            self.assertEqual(result.returncode, 0, result.stderr)
            rows = rows_of(result.stdout)
            self.assertEqual(rows[0]["contestant"], algorithm)
            self.assertTrue(all(row["wrong"] == "0" for row in rows))

    def test_no_number_is_no_time(self):
        for value in ("nan", "-1", "inf", "3601", "1x"):
            result = run("bench", "record", "--seconds", value)
            self.assertEqual(result.returncode, 2, value)
            self.assertIn("from 0 to 3600", result.stderr)

    def test_paint(self):
        result = run("bench", "paint", "--world-size", "2", "--seconds", "0", "--csv")
        if "without the window" in result.stderr:
            self.skipTest("this program was built without the window")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(rows_of(result.stdout)), 6)

    def test_window(self):
        result = run("bench", "window", "--seconds", "0.1", "--csv")
        if "without the window" in result.stderr:
            self.skipTest("this program was built without the window")
        self.assertEqual(result.returncode, 0, result.stderr)
        values = [float(row["value"]) for row in rows_of(result.stdout)]
        self.assertEqual(len(values), 8)
        # Rates, a gap and the memory; only the idle share may be nothing.
        self.assertTrue(all(value > 0 for value in values[:6] + values[7:]), result.stdout)

    def test_train_and_record(self):
        result = run("bench", "train", "--world-size", "1,2", "--seconds", "0", "--csv")
        self.assertEqual(result.returncode, 0, result.stderr)
        training, kernels = result.stdout.split("\n\n")
        self.assertEqual([r["world_size"] for r in rows_of(training)], ["1", "2"])
        self.assertTrue(all(float(r["best_gflops"]) > 0 for r in rows_of(kernels)))
        result = run("bench", "record", "--world-size", "2", "--seconds", "0", "--csv",
                     "--spec", "split-the-batch")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(rows_of(result.stdout)), 3)

    def test_bad_usage(self):
        for arguments in (["bench"], ["bench", "nothing"], ["bench", "train", "--world-size", "0"],
                          ["bench", "train", "--spec", "toy"], ["bench", "record", "--spec", "no"]):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn("ringscope: ", result.stderr)


if __name__ == "__main__":
    unittest.main()
