"""The process groups in which a rank communicates: which kernels are whose collectives, and which are transfers between two ranks."""

import re
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes
from gpuscope.profiles.trace import UNKNOWN, Flags, Integers, Trace

HOST_RANGE = re.compile(r"(gloo|mpi|ucc):")
"""Names of the ranges that PyTorch's back ends for the CPU record."""
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
        rank_list: Its ranks in the job as written in the trace: "[0, 1]", or "[0, 1, ...]" for a long list.
    """

    name: str
    rank_list: str

    @property
    def ranks(self) -> frozenset[int] | None:
        """The ranks of its processes in the job; None if any is unknown."""
        known = _RANKS.match(self.rank_list)
        return frozenset(map(int, known[1].split(","))) if known else None


@dataclass(frozen=True, slots=True)
class CommunicationMetadata:
    """The kernels that communicate, without those launched before the capture began.

    Attributes:
        work: Indices of the device work, in order of time.
        groups: The process group of each; None if unknown.
        is_transfer: Which are transfers between two ranks.
        is_uneven: Which are all-to-alls whose parts differ in size.
    """

    work: Integers
    groups: tuple[ProcessGroup | None, ...]
    is_transfer: Flags
    is_uneven: Flags


def communication_metadata(tree: CallTree) -> CommunicationMetadata:
    """Return the metadata of communication kernels: from the kernel itself, else from an operator around its launch.

    Some versions of Kineto write the operation at the kernel, but not the group (``libkineto/src/output_json.cpp``).
    """
    trace, metadata = tree.trace, tree.trace.collectives
    work = np.flatnonzero((kernel_classes(trace) == OperatorClass.COLLECTIVE) & ~tree.is_foreign)
    slices, launching = trace.device_work.slice[work], tree.launching_call[work]
    every = [ProcessGroup(*group) if group[0] or _RANKS.match(group[1]) else None for group in metadata.groups]
    has_group = np.array([group is not None for group in every], bool)
    are_transfers = np.array([operation in _TRANSFERS for operation in metadata.operations], np.int64)
    has_operation = np.array([bool(operation) for operation in metadata.operations], bool)

    def found(values: Integers) -> Integers:
        """Return for each kernel its own value by slice, or else the first one around its launch; -1 for none."""
        return np.where(values[slices] >= 0, values[slices], _first_around(tree, launching, values[tree.calls]))

    group = found(_by_slice(trace, np.where(has_group[metadata.group], metadata.group, UNKNOWN)))
    transfer = found(_by_slice(trace, np.where(has_operation[metadata.operation], are_transfers[metadata.operation], UNKNOWN)))
    if (transfer >= 0).any():  # transfers sent as a batch have no operator, whereas those of an all-to-all would have one
        transfer[(transfer < 0) & trace.are_named(slices, _EXCHANGE.match)] = 1
    is_call = np.where(trace.are_named(tree.calls, _TRANSFERRING.match), 1, UNKNOWN)
    transfer = np.where(transfer < 0, _first_around(tree, launching, is_call), transfer)
    uneven = found(_by_slice(trace, np.where(metadata.is_uneven, 1, UNKNOWN)))
    return CommunicationMetadata(work, tuple(every[own] if own >= 0 else None for own in group.tolist()), transfer > 0, uneven > 0)


def _by_slice(trace: Trace, values: Integers) -> Integers:
    """Return the values recorded with slices, by slice; -1 for slices without one."""
    by_slice = np.full(len(trace.slices), UNKNOWN)
    by_slice[trace.collectives.slice] = values
    return by_slice


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
