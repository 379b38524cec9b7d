"""The training problem that every peer solves, and how its speed is measured."""

import gzip
import json
import os
import time

import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LEARNING_RATE, MOMENTUM = 0.05, 0.9
PROBLEMS = {"digits": [64, 128, 64, 10], "wide": [784, 512, 256, 10]}
BATCH = 256


class Problem:
    """Data (x, classes), one flat vector of initial parameters, and batches in a fixed order."""

    def __init__(self, name):
        self.sizes = PROBLEMS[name]
        random = numpy.random.default_rng(1)
        if name == "digits":
            with gzip.open(os.path.join(ROOT, "resources/digits/digits.csv.gz"), "rt") as file:
                rows = numpy.loadtxt(file, delimiter=",", dtype=numpy.float32)
            rows = rows[numpy.arange(len(rows)) % 5 != 4]
            self.x = numpy.ascontiguousarray(rows[:, :64] / numpy.float32(16))
            self.classes = rows[:, 64].astype(numpy.int64)
        else:
            self.x = random.random((1280, self.sizes[0]), dtype=numpy.float32)
            self.classes = random.integers(0, self.sizes[-1], 1280)
        layers = []
        for inputs, outputs in zip(self.sizes, self.sizes[1:]):
            layers.append(random.uniform(-1, 1, outputs * inputs) / numpy.sqrt(inputs))
            layers.append(numpy.zeros(outputs))
        self.parameters = numpy.concatenate(layers).astype(numpy.float32)
        self.batches = -(-len(self.x) // BATCH)

    def shard(self, iteration, rank, world_size):
        """This rank's samples of a batch, contiguous, and the size of the whole batch."""
        first = iteration % self.batches * BATCH
        count = min(BATCH, len(self.x) - first)
        each, more = divmod(count, world_size)
        begin = first + rank * each + min(rank, more)
        end = begin + each + (1 if rank < more else 0)
        return self.x[begin:end], self.classes[begin:end], count

    def spec(self, world_size, steps):
        """The same for `ringscope train`."""
        data = {"name": "digits"} if self.sizes[0] == 64 else {
            "x": self.x.tolist(), "y": self.classes.tolist()}
        return {"model": {"sizes": self.sizes, "activation": "relu", "loss": "cross_entropy",
                          "initial_parameters": self.parameters.tolist()},
                "data": data, "world_size": world_size, "global_batch": BATCH, "steps": steps,
                "optimizer": {"name": "momentum", "lr": LEARNING_RATE, "momentum": MOMENTUM}}


def measure(problem, step, parameters, barrier, agree, rank):
    """Two checked iterations, then whole epochs for about two seconds; rank 0 prints JSON."""
    for iteration in range(2):
        step(iteration)
    checked = parameters().tolist() if rank == 0 else None
    times = []
    for _ in range(problem.batches):
        step(0)
    begin = time.perf_counter()
    epochs = 0
    # All ranks must end together, so the number of epochs follows from the first of them.
    rounds = None
    while rounds is None or epochs < rounds:
        barrier()
        start = time.perf_counter()
        for iteration in range(problem.batches):
            step(iteration)
        times.append(time.perf_counter() - start)
        epochs += 1
        if rounds is None:
            rounds = agree(int(max(4, min(100, 2 / times[0]))))
    if rank == 0:
        times.sort()
        samples = len(problem.x)
        print(json.dumps({"parameters": checked, "best": samples / times[0],
                          "median": samples / times[len(times) // 2],
                          "seconds": time.perf_counter() - begin}))
