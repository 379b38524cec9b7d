"""`ringscope ring` against the golden files and against a model of the ring written for this test."""

import glob
import json
import os
import tempfile
import unittest

from ringscope import ROOT, json_of, run


def chunks_of(length, parts):
    counts = [length // parts + (1 if c < length % parts else 0) for c in range(parts)]
    return [{"offset": sum(counts[:c]), "count": counts[c]} for c in range(parts)]


def model(rows, ownership):
    """The whole answer of `ring --json`, from the formulas of docs/formats.md."""
    n, length = len(rows), len(rows[0])
    chunks = chunks_of(length, n)
    shift = 0 if ownership == "textbook" else 1
    now = [list(map(float, row)) for row in rows]
    sent = [0] * n
    steps = []
    for phase, first in (("reduce-scatter", -shift), ("all-gather", 1 - shift)):
        for s in range(n - 1):
            messages = []
            for rank in range(n):
                c = (rank + first - s) % n
                lo, count = chunks[c]["offset"], chunks[c]["count"]
                messages.append({"from": rank, "to": (rank + 1) % n, "chunk": c, "offset": lo,
                                 "count": count, "bytes": 4 * count,
                                 "values": now[rank][lo:lo + count]})
                sent[rank] += 4 * count
            for m in messages:
                for i, value in enumerate(m["values"], m["offset"]):
                    here = now[m["to"]]
                    here[i] = here[i] + value if phase == "reduce-scatter" else value
            steps.append({"phase": phase, "s": s, "messages": messages,
                          "after": [list(row) for row in now]})
    return {"n": n, "length": length, "chunk_rule": "balanced", "ownership": ownership,
            "chunks": chunks, "initial": [list(map(float, row)) for row in rows], "steps": steps,
            "owner_after_reduce_scatter": {str((r + 1 - shift) % n): r for r in range(n)},
            "result_sum": [float(sum(column)) for column in zip(*rows)],
            "result_average": [sum(column) / n for column in zip(*rows)],
            "bytes_sent_per_rank": sent, "bytes_sent_total": 8 * (n - 1) * length,
            "ideal_bytes_per_rank": 2 * (n - 1) / n * 4 * length}


def telling_rows(n, length):
    """Small integers, exact in float32, that tell the rank and the position."""
    return [[(1 << rank) + (i % 7) * 65536 for i in range(length)] for rank in range(n)]


def bytes_by_formula(n, length, ownership):
    if n == 1:
        return [0]
    count = [c["count"] for c in chunks_of(length, n)]
    first = 1 if ownership == "textbook" else 0
    return [4 * (2 * length - count[(r + first) % n] - count[(r + first + 1) % n])
            for r in range(n)]


class Ring(unittest.TestCase):
    def test_golden_files(self):
        files = glob.glob(os.path.join(ROOT, "tests/golden/ring/*.json"))
        self.assertEqual(len(files), 11)
        for file in files:
            with open(file, encoding="utf-8") as text:
                golden = json.load(text)
            golden.pop("title", None)
            with self.subTest(file=os.path.basename(file)):
                answer = json_of("ring", "--values", json.dumps(golden["initial"]),
                                 "--ownership", golden["ownership"])
                self.assertEqual(answer, golden)
                self.assertEqual(list(answer), [
                    "n", "length", "chunk_rule", "ownership", "chunks", "initial", "steps",
                    "owner_after_reduce_scatter", "result_sum", "result_average",
                    "bytes_sent_per_rank", "bytes_sent_total", "ideal_bytes_per_rank"])

    def test_every_world_size_length_and_ownership_in_full(self):
        for ownership in ("textbook", "nccl"):
            for n in range(1, 17):
                for length in (0, 1, 3, 17):
                    with self.subTest(n=n, length=length, ownership=ownership):
                        rows = telling_rows(n, length)
                        answer = json_of("ring", "--values", json.dumps(rows),
                                         "--ownership", ownership)
                        expected = model(rows, ownership)
                        self.assertAlmostEqual(answer.pop("ideal_bytes_per_rank"),
                                               expected.pop("ideal_bytes_per_rank"))
                        self.assertEqual(answer, expected)
                        self.assertEqual(answer["bytes_sent_per_rank"],
                                         bytes_by_formula(n, length, ownership))

    def test_long_vectors_come_without_values_and_are_exact(self):
        length = 100003
        for n in range(1, 17):
            expected = [float((1 << n) - 1 + n * (i % 7) * 65536) for i in range(length)]
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(telling_rows(n, length), file)
                file.flush()
                for ownership in ("textbook", "nccl"):
                    with self.subTest(n=n, ownership=ownership):
                        answer = json_of("ring", "--values", file.name, "--ownership", ownership)
                        self.assertTrue(answer["result_sum"] == expected)
                        self.assertEqual(answer["bytes_sent_per_rank"],
                                         bytes_by_formula(n, length, ownership))
                        self.assertEqual(len(answer["steps"]), 2 * (n - 1))
                        if n > 2:
                            self.assertNotIn("initial", answer)
                            self.assertNotIn("after", answer["steps"][0])
                            self.assertNotIn("values", answer["steps"][0]["messages"][0])

    def test_detail_can_be_chosen(self):
        full = json_of("ring", "--values", "[[1,2],[3,4]]", "--detail", "full")
        self.assertEqual(full, model([[1, 2], [3, 4]], "textbook"))
        messages = json_of("ring", "--values", "[[1,2],[3,4]]", "--detail", "messages")
        for step in full["steps"]:
            del step["after"]
            for message in step["messages"]:
                del message["values"]
        del full["initial"]
        self.assertEqual(messages, full)
        none = json_of("ring", "--values", "[[1,2],[3,4]]", "--detail", "none")
        del full["steps"]
        self.assertEqual(none, full)

    def test_other_algorithms_are_what_their_messages_say(self):
        for algorithm in ("central", "direct", "tree", "halving-doubling"):
            for n in (1, 2, 3, 4, 6, 8, 13):
                for length in (0, 3, 17):
                    with self.subTest(algorithm=algorithm, n=n, length=length):
                        rows = telling_rows(n, length)
                        answer = json_of("ring", "--values", json.dumps(rows),
                                         "--algorithm", algorithm)
                        self.assertEqual(answer["algorithm"], algorithm)
                        self.assertIsNone(answer["ownership"])
                        now = [list(map(float, row)) for row in rows]
                        sent = [0] * n
                        for step in answer["steps"]:
                            adds = step["phase"] in ("reduce", "reduce-scatter", "exchange")
                            for m in step["messages"]:
                                part = slice(m["offset"], m["offset"] + m["count"])
                                self.assertEqual(m["bytes"], 4 * m["count"])
                                sent[m["from"]] += m["bytes"]
                                m["read"] = now[m["from"]][part]
                                self.assertEqual(m["values"], m["read"])
                            for m in step["messages"]:
                                for i, value in enumerate(m["read"], m["offset"]):
                                    here = now[m["to"]]
                                    here[i] = here[i] + value if adds else value
                            self.assertEqual(step["after"], now)
                        total = [float(sum(column)) for column in zip(*rows)]
                        self.assertEqual(now, [total] * n)
                        self.assertEqual(answer["result_sum"], total)
                        self.assertEqual(answer["bytes_sent_per_rank"], sent)
                        self.assertEqual(answer["bytes_sent_total"], sum(sent))

    def test_numbers_take_the_digits_that_float32_needs(self):
        answer = run("ring", "--values", "[[0.1,16777217,-0.0]]", "--json").stdout
        self.assertIn('"initial":[[0.1,16777216.0,-0.0]]', answer)
        overflow = json_of("ring", "--values", "[[3e38],[3e38]]")
        self.assertEqual(overflow["result_sum"], [None])
        self.assertEqual(overflow["result_average"], [None])

    def test_text_shows_the_arithmetic(self):
        finished = run("ring", "--values", "[[3],[5]]")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("(5 + 3 = 8)", finished.stdout)
        self.assertIn("Bytes sent by each device: 4 4 (8 in all", finished.stdout)
        # Two meet in one chunk: the second finds the sum of the first.
        tree = run("ring", "--values", "[[1],[2],[4]]", "--algorithm", "tree").stdout
        self.assertTrue(tree.startswith("Tree all-reduce of 1 number on 3 devices\n"), tree)
        self.assertIn("c0 += 2   (1 + 2 = 3)", tree)
        self.assertIn("c0 += 4   (3 + 4 = 7)", tree)
        # In rank order it is no sum of two numbers.
        direct = run("ring", "--values", "[[1],[2],[4]]", "--algorithm", "direct").stdout
        self.assertIn("2 -> 0  c0 += 4\n", direct)


if __name__ == "__main__":
    unittest.main()
