"""`ringscope export`: the files that it writes, read back with other tools than Qt."""
import os
import struct
import tempfile
import unittest
import xml.etree.ElementTree as xml

from ringscope import run

SVG = "{http://www.w3.org/2000/svg}"


def export(*arguments):
    return run("export", *arguments)


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", path
    return struct.unpack(">II", head[16:24])


def texts(path):
    return ["".join(node.itertext()).strip() for node in xml.parse(path).getroot().iter(SVG + "text")]


class Export(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "a folder with ü")

    def test_every_frame_of_the_toy(self):
        done = export("toy", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        files = sorted(os.listdir(self.out))
        self.assertEqual(files, [f"ring-{k:02}.{kind}" for k in range(7) for kind in ("png", "svg")])
        # A still picture shows the transfers on their way: what they did stands in the next one.
        self.assertIn("c2 += 3300", texts(os.path.join(self.out, "ring-02.svg")))
        self.assertIn("3303", texts(os.path.join(self.out, "ring-03.svg")))
        sizes = {png_size(os.path.join(self.out, name)) for name in files if name.endswith("png")}
        self.assertEqual(len(sizes), 1)

    def test_one_frame_at_a_chosen_size(self):
        done = export("toy", "--out", self.out, "--frame", "3", "--format", "png", "--width", "640",
                      "--height", "480", "--scale", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        (name,) = os.listdir(self.out)
        self.assertEqual(png_size(os.path.join(self.out, name)), (1280, 960))

    def test_the_charts_of_a_recording(self):
        recording = os.path.join(self.folder.name, "run.ringtrace")
        done = run("train", "split-the-batch", "--steps", "3", "--record", recording)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = export(recording, "--out", self.out, "--what", "charts", "--format", "csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.out, "loss.csv")) as file:
            self.assertEqual(len(file.read().splitlines()), 1 + 3)

    def test_bad_input_is_said_once_and_exits_with_2(self):
        for arguments in (["nosuch", "--out", self.out], ["toy", "--out", "/dev/null/x"],
                          ["toy", "--out", self.out, "--frame", "99"],
                          ["toy", "--out", self.out, "--format", "bmp"]):
            done = export(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stderr.count("ringscope: "), 1, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
