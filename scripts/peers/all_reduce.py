"""All-reduce with MPI (mpi4py) or gloo (PyTorch): mpirun -n N python3 all_reduce.py mpi|gloo PORT BYTES,..
Prints bytes,seconds (best),seconds (median), one line a size."""

import os
import sys
import time

import numpy

kind, port, sizes = sys.argv[1], sys.argv[2], [int(size) for size in sys.argv[3].split(",")]
if kind == "mpi":
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    rank, world_size = comm.Get_rank(), comm.Get_size()
    barrier = comm.Barrier

    def reduce(vector):
        comm.Allreduce(MPI.IN_PLACE, vector)
else:
    import torch
    import torch.distributed as distributed
    rank, world_size = (int(os.environ["OMPI_COMM_WORLD_" + name]) for name in ("RANK", "SIZE"))
    torch.set_num_threads(1)
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", port)
    distributed.init_process_group("gloo", rank=rank, world_size=world_size)
    barrier = distributed.barrier

    def reduce(vector):
        distributed.all_reduce(torch.from_numpy(vector))

for size in sizes:
    vector = numpy.full(size // 4, rank + 1, numpy.float32)
    reduce(vector)
    assert (vector == world_size * (world_size + 1) / 2).all(), "a wrong sum"
    vector[:] = 0
    repeats = max(1, min(200, (1 << 24) // size))
    times = []
    for _ in range(7):
        barrier()
        begin = time.perf_counter()
        for _ in range(repeats):
            reduce(vector)
        times.append((time.perf_counter() - begin) / repeats)
    times.sort()
    if rank == 0:
        print(size, times[0], times[len(times) // 2], sep=",")
barrier()
if kind == "gloo":
    distributed.destroy_process_group()
