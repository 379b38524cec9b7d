"""`ringscope export`: the files that it writes, read back with other tools than Qt."""
import csv
import filecmp
import html.parser
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest
import zipfile
import zlib
import xml.etree.ElementTree as xml

from ringscope import PROGRAM, run

SVG = "{http://www.w3.org/2000/svg}"


def export(*arguments, **options):
    return run("export", *arguments, **options)


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", path
    return struct.unpack(">II", head[16:24])


def svg_texts(path):
    return ["".join(node.itertext()).strip() for node in xml.parse(path).getroot().iter(SVG + "text")]


def gif_frames(path):
    """The screen's size, how often it repeats (0: for ever, None: once), and each frame's delay."""
    data = pathlib.Path(path).read_bytes()
    assert data[:6] == b"GIF89a" and data[-1:] == b";", path
    size, flags = struct.unpack("<HH", data[6:10]), data[10]
    at, delays, loops, delay = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0), [], None, 0

    def blocks(at):
        parts = []
        while data[at]:
            parts.append(data[at + 1:at + 1 + data[at]])
            at += 1 + data[at]
        return parts, at + 1

    while data[at:at + 1] != b";":
        if data[at] == 0x21:
            kind = data[at + 1]
            parts, at = blocks(at + 2)
            if kind == 0xF9:
                delay = struct.unpack("<H", parts[0][1:3])[0]
            if kind == 0xFF and parts[0] == b"NETSCAPE2.0":
                loops = struct.unpack("<H", parts[1][1:3])[0]
        else:
            assert data[at] == 0x2C, (at, data[at])
            left, top, width, height = struct.unpack("<HHHH", data[at + 1:at + 9])
            assert left + width <= size[0] and top + height <= size[1]
            delays.append(delay * 10)
            _, at = blocks(at + 11)
    return size, loops, delays


def webp_frames(path):
    """Canvas size, loop count and each frame's duration: RIFF chunks VP8X, ANIM, ANMF."""
    data = pathlib.Path(path).read_bytes()
    assert data[:4] == b"RIFF" and data[8:12] == b"WEBP", path
    assert struct.unpack("<I", data[4:8])[0] == len(data) - 8
    at, size, loops, durations = 12, None, None, []
    while at < len(data):
        kind, length = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        body = data[at + 8:at + 8 + length]
        if kind == b"VP8X":
            size = tuple(1 + int.from_bytes(body[k:k + 3], "little") for k in (4, 7))
        if kind == b"ANIM":
            loops = struct.unpack("<H", body[4:6])[0]
        if kind == b"ANMF":
            durations.append(int.from_bytes(body[12:15], "little"))
        at += 8 + length + length % 2
    return size, loops, durations


def pdf_text(path):
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout


class Page(html.parser.HTMLParser):
    """What a browser would load from elsewhere, the steps, and the texts."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.steps, self.text, self.images = [], 0, [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("src", "href"):
            if name in attributes and tag != "a" and not attributes[name].startswith("data:"):
                self.loads.append(attributes[name])
        if "step" in (attributes.get("class") or "").split():
            self.steps += 1
        if tag == "img":
            self.images.append(attributes["alt"])

    def handle_data(self, data):
        self.text.append(data)


class Export(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "a folder with ü")

    def exported(self, *arguments, out=None):
        done = export(*arguments, "--out", out or self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        files = done.stdout.splitlines()
        self.assertTrue(all(os.path.isfile(file) for file in files), files)
        return [os.path.relpath(file, out or self.out) for file in files]

    def rows(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def path(self, name):
        return os.path.join(self.out, name)

    def recording(self, steps="3"):
        file = os.path.join(self.folder.name, "run.ringtrace")
        done = run("train", "split-the-batch", "--steps", steps, "--record", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        return file

    def test_a_link_that_leads_nowhere_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            loop = os.path.join(folder, "loop")
            os.symlink("loop", loop)
            result = run("export", "toy", "--what", "trace", "--out", loop)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("loop", result.stderr)
            self.assertTrue(os.path.islink(loop))

    def test_every_frame_of_the_toy(self):
        files = sorted(self.exported("toy"))
        self.assertEqual(files, sorted(f"{stem}.{kind}" for kind in ("png", "svg")
                                       for stem in ["algorithms", "answer-key", "bytes-sent", "space-time", "worksheet"] +
                                       [f"ring-{k:02}" for k in range(7)]))
        # A still picture shows the transfers on their way: what they did stands in the next one.
        self.assertIn("c2 += 3300", svg_texts(self.path("ring-02.svg")))
        self.assertIn("3303", svg_texts(self.path("ring-03.svg")))
        sizes = {png_size(self.path(name)) for name in files if name.startswith("ring") and name.endswith("png")}
        self.assertEqual(len(sizes), 1)

    def test_one_frame_at_a_chosen_size(self):
        (name,) = self.exported("toy", "--what", "stage", "--frame", "3", "--format", "png", "--width", "640",
                                "--height", "480", "--scale", "2")
        self.assertEqual(png_size(self.path(name)), (1280, 960))

    def test_millimetres_and_dots_an_inch(self):
        self.exported("toy", "--what", "stage", "--frame", "3", "--format", "png,svg,pdf", "--width-mm", "127",
                      "--height-mm", "101.6", "--dpi", "200")
        self.assertEqual(png_size(self.path("ring-03.png")), (1000, 800))
        root = xml.parse(self.path("ring-03.svg")).getroot()
        self.assertAlmostEqual(float(root.get("width").removesuffix("mm")), 127, delta=0.2)
        if shutil.which("pdfinfo"):
            info = subprocess.run(["pdfinfo", self.path("ring-03.pdf")], capture_output=True, text=True).stdout
            self.assertRegex(info, r"Page size:\s+360 x 288 pts")
            self.assertRegex(info, r"Pages:\s+1\n")

    @unittest.skipUnless(shutil.which("pdftotext") and shutil.which("pdffonts"), "poppler-utils is not installed")
    def test_a_pdf_is_vectors_with_its_fonts(self):
        self.exported("toy", "--what", "stage", "--frame", "2", "--format", "pdf")
        text = pdf_text(self.path("ring-02.pdf"))
        for words in ("Reduce-scatter · step 2 of 3", "c2 += 3300", "100 + 11 = 111", "Device 3"):
            self.assertIn(words, text)
        fonts = subprocess.run(["pdffonts", self.path("ring-02.pdf")], capture_output=True, text=True).stdout
        lines = fonts.splitlines()[2:]
        self.assertGreaterEqual(len(lines), 2)
        for line in lines:
            self.assertEqual(line.split()[-5], "yes", line)  # embedded
        images = subprocess.run(["pdfimages", "-list", self.path("ring-02.pdf")], capture_output=True, text=True).stdout
        self.assertEqual(len(images.splitlines()), 2, images)  # the table's head: no pictures inside

    def test_words_can_be_left_out(self):
        self.exported("toy", "--what", "stage", "--frame", "2", "--format", "svg", "--without",
                      "title,caption,legend,source", "--theme", "print", "--transparent")
        texts = svg_texts(self.path("ring-02.svg"))
        self.assertIn("c2 += 3300", texts)
        self.assertFalse([text for text in texts if "Reduce-scatter" in text or "Ringscope" in text])

    def test_the_data_is_what_is_drawn(self):
        self.exported("toy", "--what", "stage", "--view", "space-time", "--format", "csv,svg")
        lines = pathlib.Path(self.path("space-time.csv")).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 1 + 16 + 24 + 16)
        texts = svg_texts(self.path("space-time.svg"))
        for line in lines[1:]:
            event, *_, holds = line.split(",")
            if event != "transfer":
                self.assertIn(holds, texts)

    def test_the_charts_of_a_recording(self):
        self.exported(self.recording(), "--what", "charts", "--format", "csv,svg")
        with open(self.path("loss.csv")) as file:
            self.assertEqual(len(file.read().splitlines()), 1 + 3)
        rows = pathlib.Path(self.path("bytes-sent.csv")).read_text(encoding="utf-8").splitlines()
        self.assertEqual(rows[0], "rank,bytes_sent,bytes_planned")
        self.assertEqual(len(rows), 1 + 4)
        with open(self.path("iteration-timeline.csv")) as file:
            spans = list(csv.DictReader(file))
        self.assertEqual({row["rank"] for row in spans}, {"0", "1", "2", "3"})
        for rank in "0123":
            kinds = [row["kind"] for row in spans if row["rank"] == rank]
            self.assertLess(kinds.index("forward"), kinds.index("backward"))
            self.assertLess(kinds.index("all-reduce"), kinds.index("update"))
        self.assertTrue(all(float(row["begin_ms"]) <= float(row["end_ms"]) for row in spans))
        texts = svg_texts(self.path("iteration-timeline.svg"))
        self.assertTrue({"Device 0", "Device 3", "ms", "forward", "backward", "update"} <= set(texts), texts)

    def test_worksheet_and_answer_key(self):
        self.exported("toy", "--what", "charts", "--format", "svg,pdf,png,csv")
        empty, full = (self.rows(f"{name}.csv") for name in ("worksheet", "answer-key"))
        self.assertEqual((len(empty), len(full)), (7 * 16, 7 * 16))
        values = {(row["table"], row["rank"], row["chunk"]): row["values"] for row in full}
        # By hand: device r holds 10^r * (1, 2, 3, 4); in step 0 chunk 0 goes from 0 to 1, in the end all have the sum.
        self.assertEqual(values["0", "3", "1"], "2000")
        self.assertEqual(values["1", "1", "0"], "11")
        for rank in "0123":
            self.assertEqual([values["6", rank, chunk] for chunk in "0123"], ["1111", "2222", "3333", "4444"])
        self.assertEqual({row["values"] for row in empty if row["table"] != "0"}, {""})
        texts, answers = svg_texts(self.path("worksheet.svg")), svg_texts(self.path("answer-key.svg"))
        self.assertIn("2000", texts)
        self.assertNotIn("4444", texts)
        self.assertEqual(answers.count("4444"), sum(value == "4444" for value in values.values()))
        for name in ("worksheet", "answer-key"):
            width, height = png_size(self.path(f"{name}.png"))
            self.assertGreater(height, 500)
            if shutil.which("pdftotext"):
                text = pdf_text(self.path(f"{name}.pdf"))
                self.assertIn("2000", text)
                self.assertEqual("4444" in text, name == "answer-key")

    def test_the_algorithms_chart_has_what_was_sent(self):
        self.exported("toy", "--what", "charts", "--format", "csv,svg")
        rows = self.rows("algorithms.csv")
        at_four = {row["series"]: float(row["y"]) for row in rows if row["x"] == "4"}
        self.assertEqual(at_four["ring"], 2 * 3 / 4 * 16)
        self.assertEqual(at_four["direct"], 3 * 16)
        (dot,) = [row for row in rows if row["kind"] == "measured"]
        self.assertEqual((dot["series"], dot["x"], float(dot["y"])), ("ring, measured", "4", 24))
        self.assertIn("ring, measured", svg_texts(self.path("algorithms.svg")))

    def test_the_planner_of_a_training(self):
        self.exported("out-of-memory", "--what", "charts", "--format", "csv,svg")
        rows = {row["column"]: row for row in self.rows("planner.csv")}
        parameters = 64 * 256 + 256 + 256 * 256 + 256 + 256 * 10 + 10
        self.assertEqual(rows["measured"]["kind"], "measured")
        self.assertEqual([int(rows["measured"][part]) for part in ("parameters", "gradients", "optimizer state")],
                         [4 * parameters, 4 * parameters, 8 * parameters])
        self.assertEqual(float(rows["ZeRO-3"]["sum"]), 16 * parameters / 4)
        self.assertEqual(rows["ZeRO-1"]["kind"], "formula")
        self.assertIn("budget 1.5\u00a0MiB", svg_texts(self.path("planner.svg")))

    def sweep(self):
        """A session of kind sweep that is measured in a moment."""
        session = {"version": 1, "kind": "sweep", "title": "Sizes", "world_sizes": [1, 2, 3],
                   "spec": {"model": {"sizes": [2, 8, 2], "activation": "tanh", "loss": "cross_entropy"},
                            "data": {"name": "moons", "samples": 48}, "optimizer": {"name": "adam", "lr": 0.01},
                            "world_size": 2, "batch_per_rank": 8, "steps": 4}}
        file = os.path.join(self.folder.name, "sizes.ringscope")
        pathlib.Path(file).write_text(json.dumps(session))
        return file

    def test_a_sweep_is_measured_and_its_lesson_pack_made_again(self):
        done = export(self.sweep(), "--out", self.out, "--what", "charts", "--format", "csv,svg,pdf,png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.splitlines(), [f"ringscope: sweep: N = {n} measured" for n in (1, 2, 3)])
        speed = [row for row in self.rows("throughput.csv") if row["kind"] == "measured"]
        self.assertEqual([row["x"] for row in speed], ["1", "2", "3"])
        self.assertTrue(all(float(row["y"]) > 0 for row in speed))
        memory = self.rows("memory-by-devices.csv")
        self.assertEqual([row["column"] for row in memory], ["N = 1", "N = 2", "N = 3"])
        for part, each in (("parameters", 4), ("gradients", 4), ("optimizer state", 8)):
            self.assertEqual({int(row[part]) for row in memory}, {each * (2 * 8 + 8 + 8 * 2 + 2)})
        time = self.rows("iteration-time.csv")
        self.assertTrue(all(float(row["compute"]) > 0 for row in time))
        self.assertEqual(float(time[0]["communication"]), 0)  # nobody to talk to

        first, again = os.path.join(self.folder.name, "one"), os.path.join(self.folder.name, "two")
        self.assertEqual(export(self.sweep(), "--out", first, "--what", "lesson-pack").returncode, 0)
        files = self.exported(os.path.join(first, "recording.ringtrace"), "--what", "lesson-pack", out=again)
        self.assertIn("figures/throughput.svg", files)
        self.assertIn("data/planner.csv", files)
        for name in files:
            self.assertTrue(filecmp.cmp(os.path.join(first, name), os.path.join(again, name), shallow=False), name)
        # Its session has been measured: another export takes that, and says nothing.
        self.exported(os.path.join(first, "session.ringscope"), "--what", "charts", "--format", "csv")
        self.assertEqual(pathlib.Path(self.path("throughput.csv")).read_bytes(),
                         pathlib.Path(first, "data", "throughput.csv").read_bytes())

    def test_a_sweep_that_is_stopped_leaves_nothing(self):
        session = json.loads(pathlib.Path(self.sweep()).read_text())
        session["spec"]["steps"] = 20000
        session["world_sizes"] = [1, 2]
        file = os.path.join(self.folder.name, "long.ringscope")
        pathlib.Path(file).write_text(json.dumps(session))
        with subprocess.Popen([PROGRAM, "export", file, "--out", self.out, "--what", "charts"], stderr=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as running:
            self.assertEqual(running.stderr.readline(), "ringscope: sweep: N = 1 measured\n")
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=60)
        self.assertEqual((running.returncode, out), (130, ""))
        self.assertEqual(errors.count("ringscope: "), 1, errors)
        self.assertFalse(os.path.exists(self.out))

    def test_an_animation(self):
        files = self.exported("toy", "--what", "animation", "--format", "gif,webp", "--width", "300", "--height", "240",
                              "--fps", "10", "--seconds-per-step", "0.9")
        self.assertEqual(files, ["ring-animation.gif", "ring-animation.webp"])
        # The start stands; six steps glide for 0.6 s in six pictures and stand for 0.3 s.
        size, loops, delays = gif_frames(self.path(files[0]))
        self.assertEqual((size, loops), ((300, 240), 0))
        self.assertEqual(delays, [900] + 6 * ([100] * 6 + [300]))
        size, loops, durations = webp_frames(self.path(files[1]))
        self.assertEqual((size, loops), ((300, 240), 0))
        self.assertEqual(sum(durations), sum(delays))
        once = self.exported("toy", "--what", "animation", "--once", "--fps", "4", "--seconds-per-step", "0.5", "--width",
                             "200", "--height", "160")
        self.assertIsNone(gif_frames(self.path(once[0]))[1])

    @unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg is not installed")
    def test_a_video(self):
        self.exported("toy", "--what", "animation", "--format", "mp4", "--width", "301", "--height", "240", "--fps", "10",
                      "--seconds-per-step", "0.9")
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json",
                                self.path("ring-animation.mp4")], capture_output=True, text=True, check=True)
        (stream,) = json.loads(probe.stdout)["streams"]
        self.assertEqual((stream["codec_name"], stream["width"], stream["height"]), ("h264", 302, 240))
        self.assertEqual(stream["nb_read_frames"], "63")

    def test_a_video_without_ffmpeg_is_refused(self):
        done = export("toy", "--out", self.out, "--what", "animation", "--format", "mp4", environment={"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("ffmpeg", done.stderr)
        self.assertFalse(os.path.exists(self.out))

    def test_numbered_frames_and_pages(self):
        frames = self.exported("toy", "--what", "frames", "--format", "svg", "--fps", "2", "--seconds-per-step", "1.5")
        self.assertEqual(frames, [f"ring-frame-{k:02}.svg" for k in range(1, 1 + 1 + 6 * 3)])
        (pages,) = self.exported("toy", "--what", "pages")
        if shutil.which("pdftotext"):
            text = pdf_text(self.path(pages)).split("\f")[:-1]
            self.assertEqual(len(text), 8)  # the start, six steps, the end
            self.assertIn("All-gather · step 3 of 3", text[6])
            self.assertIn("1000 + 111 = 1111", text[3])

    def test_a_trace_follows_the_rules_of_trace_events(self):
        self.exported(self.recording("2"), "--what", "trace")
        trace = json.loads(pathlib.Path(self.path("trace.json")).read_text())
        events = trace["traceEvents"]
        spans = [e for e in events if e["ph"] == "X"]
        names = {e["name"] for e in spans if e["tid"] == 1}
        self.assertTrue({"forward", "backward", "reduce-scatter step 1", "all-gather step 3", "update"} <= names, names)
        self.assertEqual({e["pid"] for e in spans}, {0, 1, 2, 3})
        self.assertTrue(all(e["dur"] >= 0 and e["ts"] >= 0 for e in spans))
        starts, ends = ({e["id"]: e for e in events if e["ph"] == ph} for ph in "sf")
        self.assertEqual(starts.keys(), ends.keys())
        self.assertEqual(len(starts), 2 * 6 * 4)  # iterations, steps, ranks
        for hop, start in starts.items():
            self.assertEqual(ends[hop]["pid"], (start["pid"] + 1) % 4)
            self.assertEqual(ends[hop]["bp"], "e")
            for event in (start, ends[hop]):
                self.assertTrue(any(e["pid"] == event["pid"] and e["tid"] == event["tid"] and
                                    e["ts"] <= event["ts"] <= e["ts"] + e["dur"] for e in spans))
        memory = [e for e in events if e["ph"] == "C"]
        self.assertIn("optimizer_state", memory[0]["args"])
        process_names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
        self.assertTrue(process_names[2].startswith("Device 2"))

    def test_bad_input_is_said_once_and_leaves_nothing(self):
        for arguments in (["nosuch"], ["toy", "--frame", "99"], ["toy", "--format", "bmp"], ["toy", "--frame", "-1"],
                          ["toy", "--frame=-1"], ["toy", "--iterations", "7"], ["toy", "--iterations", "2-1"],
                          ["toy", "--what", "stage", "--format", "gif"], ["toy", "--what", "animation", "--format", "svg"],
                          ["toy", "--format", "png", "--width", "20000", "--height", "20000"],
                          ["toy", "--width", "300"], ["toy", "--what", "trace", "--format", "png"]):
            done = export(*arguments, "--out", self.out)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stderr.count("ringscope: "), 1, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertFalse(os.path.exists(self.out), arguments)
        taken = os.path.join(self.folder.name, "a file")
        pathlib.Path(taken).write_text("older")
        for out in ("/dev/null/x", os.path.join(taken, "below")):
            done = export("toy", "--out", out, "--frame", "1")
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.count("ringscope: "), 1, done.stderr)
        self.assertEqual(pathlib.Path(taken).read_text(encoding="utf-8"), "older")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_and_a_file_in_the_way_for_every_kind(self):
        small = ["--width", "200", "--height", "160", "--fps", "4", "--seconds-per-step", "0.5"]
        kinds = [["--what", "stage", "--frame", "2", "--format", form] for form in ("svg", "pdf", "png", "csv")]
        kinds += [["--what", "charts", "--format", "svg"], ["--what", "frames", "--format", "svg", *small],
                  ["--what", "animation", "--format", "gif", *small], ["--what", "animation", "--format", "webp", *small],
                  ["--what", "pages"], ["--what", "trace"], ["--what", "lesson-pack"]]
        if shutil.which("ffmpeg"):
            kinds.append(["--what", "animation", "--format", "mp4", *small])
        recording = os.path.join(self.folder.name, "toy.ringtrace")
        first = os.path.join(self.folder.name, "first")
        self.exported("toy", "--what", "lesson-pack", out=first)
        shutil.copy(os.path.join(first, "recording.ringtrace"), recording)
        taken = pathlib.Path(self.folder.name, "taken")
        taken.write_text("older")
        for number, kind in enumerate(kinds):
            with self.subTest(kind=kind):
                out = os.path.join(self.folder.name, f"näxt to {number}")
                files = self.exported(recording, *kind, out=out)
                before = {name: pathlib.Path(out, name).read_bytes() for name in files}
                full = files[-1]
                os.remove(os.path.join(out, full))
                os.symlink("/dev/full", os.path.join(out, full))
                done = export(recording, *kind, "--out", out)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stderr.count("ringscope: "), 1, done.stderr)
                self.assertRegex(done.stderr, "cannot be written|Is the disk full")
                kept = {os.path.relpath(os.path.join(place, name), out)
                        for place, _, names in os.walk(out) for name in names}
                self.assertEqual(kept, set(files))
                for name in files:
                    if name != full:
                        self.assertEqual(pathlib.Path(out, name).read_bytes(), before[name], name)
                done = export(recording, *kind, "--out", str(taken / "below"))
                self.assertEqual(done.returncode, 2)
                self.assertIn("a file has that name", done.stderr)
                self.assertEqual(taken.read_text(), "older")

    def test_a_run_with_nothing_to_chart_says_so(self):
        session = os.path.join(self.folder.name, "one.ringscope")
        pathlib.Path(session).write_text('{"version": 1, "kind": "collective", "title": "One", "values": [[1, 2]]}')
        done = export(session, "--out", self.out, "--what", "charts")
        self.assertEqual(done.returncode, 2)
        self.assertFalse(os.path.exists(self.out))

    def test_nothing_is_said_without_a_runtime_folder(self):
        done = export("toy", "--out", self.out, "--frame", "1", environment={"XDG_RUNTIME_DIR": None})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_lesson_pack_comes_out_the_same_from_its_own_recording(self):
        first = os.path.join(self.folder.name, "one")
        files = self.exported("toy", "--what", "lesson-pack", out=first)
        for name in ("index.html", "lesson.md", "lesson.tex", "captions.txt", "session.ringscope", "recording.ringtrace",
                     "figures/ring-01.svg", "figures/table-08.pdf", "figures/space-time.png", "data/step-03.csv",
                     "ring-animation.gif", "ring-pages.pdf"):
            self.assertIn(name, files)
        again = os.path.join(self.folder.name, "two")
        self.assertEqual(self.exported(os.path.join(first, "recording.ringtrace"), "--what", "lesson-pack", out=again), files)
        for name in files:
            self.assertTrue(filecmp.cmp(os.path.join(first, name), os.path.join(again, name), shallow=False), name)

        page = Page(os.path.join(first, "index.html"))
        self.assertEqual(page.loads, [])
        self.assertEqual(page.steps, 8)
        self.assertTrue(any("100 + 11 = 111" in alt for alt in page.images))
        text = " ".join(page.text)
        for words in ("Reduce-scatter · step 2 of 3", "The whole all-reduce: 4 devices, 6 steps", "24\u00a0B"):
            self.assertIn(words, text)
        self.assertNotIn("{{", text)
        self.assertIsNone(re.search(r"https?://(?!www\.w3\.org)", pathlib.Path(os.path.join(first, "index.html")).read_text(encoding="utf-8")))

        latex = pathlib.Path(os.path.join(first, "lesson.tex")).read_text(encoding="utf-8")
        pictures = re.findall(r"includegraphics\[[^]]*\]\{([^}]*)\}", latex)
        self.assertEqual(len(pictures), 8 + 5)  # the steps; space-time, two charts, worksheet and answers
        self.assertIn("<details>\n<summary>Answer key: ring", pathlib.Path(first, "index.html").read_text(encoding="utf-8"))
        markdown = pathlib.Path(os.path.join(first, "lesson.md")).read_text(encoding="utf-8")
        pictures += re.findall(r"\]\((figures/[^)]*)\)", markdown)
        for picture in pictures:
            self.assertIn(picture, files)

    def test_a_lesson_pack_as_one_archive(self):
        first, again = os.path.join(self.folder.name, "one ü.zip"), os.path.join(self.folder.name, "two")
        files = self.exported("toy", "--what", "lesson-pack")
        for arguments, path in ((("--out", first), first), (("--zip", "--out", again), again + ".zip")):
            done = export(self.path("recording.ringtrace"), "--what", "lesson-pack", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, path + "\n", ""))
        self.assertTrue(filecmp.cmp(first, again + ".zip", shallow=False))
        with zipfile.ZipFile(first) as archive:
            self.assertIsNone(archive.testzip())
            root = "toy-four-devices-four-numbers/"
            self.assertEqual(archive.namelist(), sorted(root + name for name in files))
            self.assertEqual({entry.date_time for entry in archive.infolist()}, {(1980, 1, 1, 0, 0, 0)})
            self.assertEqual({entry.external_attr >> 16 for entry in archive.infolist()}, {0o100644})
            for name in files:
                self.assertEqual(zlib.crc32(pathlib.Path(self.path(name)).read_bytes()),
                                 archive.getinfo(root + name).CRC, name)

    def test_an_archive_that_cannot_be_written_leaves_the_older_one(self):
        older = pathlib.Path(self.folder.name, "older.zip")
        older.write_bytes(b"mine")
        for arguments in (["toy", "--frame", "99", "--out", str(older)], ["toy", "--frame", "1", "--out", f"{older}/x.zip"]):
            self.assertEqual(export(*arguments).returncode, 2)
        taken = pathlib.Path(self.folder.name, "folder.zip")
        taken.mkdir()
        done = export("toy", "--frame", "1", "--out", str(taken))
        self.assertEqual(done.returncode, 2)
        self.assertIn("folder", done.stderr)
        self.assertEqual(older.read_bytes(), b"mine")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["folder.zip", "older.zip"])

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
    def test_the_page_steps_with_keys(self):
        self.exported("toy", "--what", "lesson-pack")
        page = pathlib.Path(self.path("index.html")).read_text(encoding="utf-8")
        script = """<script>
        ["ArrowRight", "ArrowRight", "2", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowRight"].forEach(function (key) {
          document.dispatchEvent(new KeyboardEvent("keydown", {key: key, bubbles: true}));
          document.body.dataset.log = (document.body.dataset.log || "") + " " + document.querySelector(".step.current").id;
        });
        document.body.dataset.view = document.querySelector(".player").className;
        </script></body>"""
        driven = self.path("driven.html")
        pathlib.Path(driven).write_text(
            page.replace("</body>", script).replace("keydown\", function (event) {\n    var on = event.target.tagName;",
                                                    "keydown\", function (event) {\n    var on = \"BODY\";"),
            encoding="utf-8")
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--host-rules=MAP * ~NOTFOUND",
                               "--dump-dom", "file://" + driven], capture_output=True, text=True, timeout=60)
        self.assertIn('data-log=" step-2 step-3 step-3 step-2 step-8 step-8 step-1 step-2"', done.stdout)
        self.assertIn("show-table", re.search(r'data-view="([^"]*)"', done.stdout).group(1))


if __name__ == "__main__":
    unittest.main()
