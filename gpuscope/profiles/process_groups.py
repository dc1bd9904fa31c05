"""The process groups in which a rank communicates: which kernels are whose collectives, and which are transfers between two ranks."""

import re
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes
from gpuscope.profiles.trace import UNKNOWN, Flags, Integers

_TRANSFERS = frozenset({"send", "recv", "recvAnySource"})
"""What PyTorch calls transfers between two ranks (``torch/csrc/distributed/c10d``)."""
_TRANSFERRING = re.compile(r"c10d::(send|recv)")
"""Operators of such transfers."""
_EXCHANGE = re.compile(r"nccl(Dev)?Kernel_SendRecv")
"""NCCL's kernel of transfers, and of all-to-all, which is made of them."""
_RANKS = re.compile(r"\[(\d{1,9}(, \d{1,9})*)\]$")


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """A process group.

    Attributes:
        name: Its name, the same on all its ranks; groups made by splitting one share it.
        told_ranks: The ranks in the job of its processes, as the trace has them.
    """

    name: str
    told_ranks: str

    @property
    def ranks(self) -> frozenset[int] | None:
        """The ranks in the job of its processes; None if they are not all told."""
        known = _RANKS.match(self.told_ranks)
        return frozenset(map(int, known[1].split(","))) if known else None


@dataclass(frozen=True, slots=True)
class ToldCommunication:
    """The kernels that communicate, without those launched before the capture began.

    Attributes:
        work: Indices of the device work, in order of time.
        groups: The process group of each; None if it is not told.
        is_transfer: Which are transfers between two ranks.
    """

    work: Integers
    groups: tuple[ProcessGroup | None, ...]
    is_transfer: Flags


def told_communication(tree: CallTree) -> ToldCommunication:
    """Return what a trace tells of its kernels that communicate: at the kernel itself, or else at an operator around its launch."""
    trace, told = tree.trace, tree.trace.collectives
    work = np.flatnonzero((kernel_classes(trace) == OperatorClass.COLLECTIVE) & ~tree.is_foreign)
    slices = trace.device_work.slice[work]
    place_of_slice = np.full(len(trace.slices), UNKNOWN)
    place_of_slice[told.slice] = np.arange(told.slice.size)
    launching = tree.launching_call[work]
    place = np.where(place_of_slice[slices] >= 0, place_of_slice[slices], _first_around(tree, launching, place_of_slice[tree.calls]))
    is_told = place >= 0
    every = [ProcessGroup(*group) if group[0] or _RANKS.match(group[1]) else None for group in told.groups]
    groups = tuple(every[told.group[own]] if own >= 0 else None for own in place.tolist())
    transfers = np.array([operation in _TRANSFERS for operation in told.operations], bool)
    is_transfer = np.zeros(work.size, bool)
    is_transfer[is_told] = transfers[told.operation[place[is_told]]]
    is_call = np.where(trace.are_named(tree.calls, _TRANSFERRING.match), 1, UNKNOWN)
    is_transfer |= ~is_told & (_first_around(tree, launching, is_call) > 0)
    if is_told.any():  # transfers sent as a batch have no operator, whereas those of an all-to-all would be told
        is_transfer |= ~is_told & trace.are_named(slices, _EXCHANGE.match)
    return ToldCommunication(work, groups, is_transfer)


def _first_around(tree: CallTree, calls: Integers, values: Integers) -> Integers:
    """Return the value of the innermost of each call and the calls around it that has one; -1 if none has."""
    found = np.full(calls.size, UNKNOWN)
    rows, around = np.arange(calls.size), calls
    while rows.size:
        rows, around = rows[around >= 0], around[around >= 0]
        found[rows] = values[around]
        has_none = values[around] < 0
        rows, around = rows[has_none], tree.parent[around[has_none]]
    return found
