"""A training loop with the hooks, and with them removed, in alternating blocks. A program for bench_hooks.

Prints the seconds of processor time of each pair, on which other programs have less influence than on wall-clock time.

Arguments: nanoseconds that each step works beside the training, steps per block, pairs of blocks.
"""

import json
import sys
import time
from typing import Any

import torch
from torch.optim import optimizer as optimizers
from torch.utils.data import DataLoader

WORK_NS, STEPS, PAIRS = map(int, sys.argv[1:])
torch.set_num_threads(1)
weights = torch.nn.Parameter(torch.randn(64))
optimizer = torch.optim.SGD([weights], lr=1e-3)
loader = DataLoader(list(range(1_000_000)), batch_size=1)
hooks = dict(optimizers._global_optimizer_post_hooks)
wrappers: list[Any] = sys.modules["_gpuscope_hooks.torch_hooks"]._replaced
assert hooks, "there are no hooks"


def count(turns: int) -> None:
    """Do the same work each time."""
    for _ in range(turns):
        pass


def turns_of(nanoseconds: int) -> int:
    """Return the number of turns that take the given processor time."""
    begin = time.thread_time_ns()
    count(10**7)
    return round(10**7 * nanoseconds / (time.thread_time_ns() - begin))


def put(named: list[Any]) -> list[Any]:
    """Set a function in place of each wrapper of batches and backward passes, and return the previous functions."""
    before = [owner.__dict__[name] for owner, name, _, _ in wrappers]
    for (owner, name, _, _), function in zip(wrappers, named, strict=True):
        setattr(owner, name, function)
    return before


def block(batches: Any) -> float:
    """Return the processor time of a block of steps, in seconds.

    The work beside the training is the same with and without hooks, and counts as given: its scatter would hide what they add.
    """
    taken_ns = STEPS * WORK_NS
    for _ in range(STEPS):
        begin = time.thread_time_ns()
        next(batches)
        loss = (weights * weights).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        taken_ns += time.thread_time_ns() - begin
        count(turns)
    return taken_ns / 1e9


def without_hooks(batches: Any) -> float:
    """Return the processor time of a block without hooks, in seconds."""
    optimizers._global_optimizer_post_hooks.clear()
    before = put([original for _, _, _, original in wrappers])
    seconds = block(batches)
    put(before)
    optimizers._global_optimizer_post_hooks.update(hooks)
    return seconds


turns = turns_of(WORK_NS)
batches = iter(loader)
block(batches)
pairs = []
for pair in range(PAIRS):
    if pair % 2:
        hooked, bare = block(batches), without_hooks(batches)
    else:
        bare, hooked = without_hooks(batches), block(batches)
    pairs.append((bare, hooked))
print(json.dumps(pairs))
