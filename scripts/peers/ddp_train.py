"""The same with PyTorch's DistributedDataParallel over gloo: mpirun starts it, gloo communicates."""

import os
import sys

import numpy
import torch
import torch.distributed as distributed

from problem import LEARNING_RATE, MOMENTUM, Problem, measure

rank, world_size = (int(os.environ["OMPI_COMM_WORLD_" + name]) for name in ("RANK", "SIZE"))
torch.set_num_threads(1)
os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
os.environ.setdefault("MASTER_PORT", sys.argv[2])
distributed.init_process_group("gloo", rank=rank, world_size=world_size)
problem = Problem(sys.argv[1])
layers, at = [], 0
for inputs, outputs in zip(problem.sizes, problem.sizes[1:]):
    layer = torch.nn.Linear(inputs, outputs)
    for tensor in (layer.weight, layer.bias):
        values = problem.parameters[at:at + tensor.numel()].reshape(tuple(tensor.shape))
        tensor.data.copy_(torch.from_numpy(values))
        at += tensor.numel()
    layers += [layer, torch.nn.ReLU()]
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*layers[:-1]))
optimizer = torch.optim.SGD(model.parameters(), lr=LEARNING_RATE, momentum=MOMENTUM)
loss_of = torch.nn.CrossEntropyLoss()
x, classes = torch.from_numpy(problem.x), torch.from_numpy(problem.classes)


def agree(number):
    """Rank 0's number."""
    tensor = torch.tensor([number])
    distributed.broadcast(tensor, 0)
    return int(tensor[0])


def step(iteration):
    own, targets, _ = problem.shard(iteration, rank, world_size)
    optimizer.zero_grad()
    loss_of(model(torch.from_numpy(own)), torch.from_numpy(targets)).backward()
    optimizer.step()


measure(problem, step,
        lambda: numpy.concatenate([p.detach().numpy().ravel() for p in model.parameters()]),
        distributed.barrier, agree, rank)
distributed.barrier()
distributed.destroy_process_group()
