"""Data-parallel training with numpy and mpi4py: mpirun -n N python3 mpi_train.py PROBLEM."""

import sys

import numpy
from mpi4py import MPI

from problem import LEARNING_RATE, MOMENTUM, Problem, measure

comm = MPI.COMM_WORLD
rank, world_size = comm.Get_rank(), comm.Get_size()
problem = Problem(sys.argv[1])
parameters = problem.parameters.copy()
gradient = numpy.zeros_like(parameters)
velocity = numpy.zeros_like(parameters)
layers, at = [], 0
for inputs, outputs in zip(problem.sizes, problem.sizes[1:]):
    w, b, at = at, at + inputs * outputs, at + (inputs + 1) * outputs
    layers.append([vector[w:b].reshape(outputs, inputs) for vector in (parameters, gradient)] +
                  [vector[b:at] for vector in (parameters, gradient)])


def step(iteration):
    x, classes, batch = problem.shard(iteration, rank, world_size)
    outputs = [x]
    for number, (w, _, b, _) in enumerate(layers):
        z = outputs[-1] @ w.T
        z += b
        if number + 1 < len(layers):
            numpy.maximum(z, 0, out=z)
        outputs.append(z)
    d = outputs[-1]
    d -= d.max(axis=1, keepdims=True)
    numpy.exp(d, out=d)
    d /= d.sum(axis=1, keepdims=True)
    d[numpy.arange(len(x)), classes] -= 1
    d *= numpy.float32(1 / batch)
    for number in range(len(layers) - 1, -1, -1):
        w, dw, _, db = layers[number]
        numpy.matmul(d.T, outputs[number], out=dw)
        d.sum(axis=0, out=db)
        if number > 0:
            d = d @ w
            d *= outputs[number] > 0
    comm.Allreduce(MPI.IN_PLACE, gradient)
    numpy.multiply(velocity, numpy.float32(MOMENTUM), out=velocity)
    numpy.add(velocity, gradient, out=velocity)
    numpy.subtract(parameters, numpy.float32(LEARNING_RATE) * velocity, out=parameters)


measure(problem, step, lambda: parameters, comm.Barrier, comm.bcast, rank)
