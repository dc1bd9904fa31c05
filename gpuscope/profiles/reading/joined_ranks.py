"""Ranks in a file that a tool joined from the traces of several processes, whose ids and device numbers coincide."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpuscope.profiles.reading.device_tracks import Key
from gpuscope.profiles.trace import Integers

FEWEST_PROCESSES = 3
"""Fewest process ids of a joined file: two hosts and two devices, the number of one of which may be the id of a host."""
_MATCHED = 0.5
"""Least share of the matched launches that must remain matched within ranks; less means that the ranks were taken apart wrongly."""
_MOST_ID = 2**62
"""Ids are 64-bit integers; if those made distinct per rank would exceed this, they are left as they are."""


def ranks_of_processes(tracks: Sequence[Key], launching: Sequence[int], working: Sequence[int]) -> dict[Any, int]:
    """Return the rank of each process by its id; {} if there is only one rank, or if the ranks' devices cannot be distinguished.

    A tool that joins files labels the processes ("[TP00] 4242" and its device "[TP00] 0"), or writes one file after the other.

    Args:
        tracks: All tracks in order of appearance.
        launching: Indices of the tracks with runtime calls.
        working: Indices of the tracks with device work.
    """
    hosts, devices = (list(dict.fromkeys(tracks[index][0] for index in sorted(indices))) for indices in (launching, working))
    if len(hosts) < 2:
        return {}
    ranks = _ranks_by_label(hosts, devices) or _ranks_by_order(hosts, devices, [process for process, _ in tracks])
    return ranks if {ranks.get(host) for host in hosts} == {ranks.get(device) for device in devices} else {}


def _ranks_by_label(hosts: Sequence[Any], devices: Sequence[Any]) -> dict[Any, int]:
    labels = list(dict.fromkeys(map(_label, hosts)))
    if None in labels or not all(_label(device) in labels for device in devices):
        return {}
    return {process: labels.index(_label(process)) for process in (*hosts, *devices)}  # ranks in order of their first host


def _label(process: Any) -> str | None:
    label = process.rpartition(" ")[0] if isinstance(process, str) else ""
    return label or None


def _ranks_by_order(hosts: Sequence[Any], devices: Sequence[Any], processes: Sequence[Any]) -> dict[Any, int]:
    """Return ranks by order of appearance: a device belongs to the host before it."""
    ranks: dict[Any, int] = {}
    rank = -1
    for process in dict.fromkeys(processes):
        rank += process in hosts
        if process in hosts or process in devices:
            ranks[process] = rank
    return ranks if -1 not in ranks.values() else {}


def separated_ids(ids: Integers, rank: Integers) -> Integers:
    """Return ids that differ between ranks; those that are not above 0, and so unknown, are unchanged."""
    span = int(ids.max(initial=0)) + 1
    return np.where(ids > 0, ids + rank * span, ids) if span * (int(rank.max(initial=0)) + 1) < _MOST_ID else ids


def keeps_launches(kinds: Sequence[tuple[Integers, Integers]], launches: Integers, work: Integers) -> bool:
    """Return whether the device work still finds its launches by the separated ids.

    Args:
        kinds: Ids of all slices, before and after separation: correlation ids first, the next kind counts if none of these match.
        launches: Indices of the runtime calls.
        work: Indices of the device work.
    """
    for before, after in kinds:
        if matched := _matched(before, launches, work):
            return _matched(after, launches, work) >= _MATCHED * matched
    return True


def _matched(ids: Integers, launches: Integers, work: Integers) -> int:
    """Return how many pieces of device work have the known id of a launch."""
    of_work = ids[work]
    return int((np.isin(of_work, ids[launches]) & (of_work > 0)).sum())


def share_ids(ids: Integers, process: Integers) -> bool:
    """Return whether launches of several processes have the same id."""
    pairs = np.unique(np.stack([process, ids])[:, ids > 0], axis=1)
    return bool(np.unique(pairs[1]).size < pairs.shape[1])


def shared_devices(ids: Integers, process: Integers, of_work: Integers, devices: Integers) -> list[int]:
    """Return the numbers of devices on which several processes launch work, ascending.

    Args:
        ids: Ids of all launches, each of one process.
        process: Their processes.
        of_work: Ids of all device work.
        devices: Its devices.
    """
    order = np.argsort(ids)
    at = np.minimum(np.searchsorted(ids[order], of_work), ids.size - 1)
    is_launched = (ids[order][at] == of_work) & (of_work > 0) & (devices >= 0)
    pairs = np.unique(np.stack([devices, process[order][at]])[:, is_launched], axis=1)
    numbers, processes = np.unique(pairs[0], return_counts=True)
    shared: list[int] = numbers[processes > 1].tolist()
    return shared


def repeat_at_once(ids: Integers) -> bool:
    """Return whether a process seems to be two that ran at once: most of its ids occur again before they have all occurred once.

    Captures of one process after another repeat ids as well, but only when the first has ended.

    Args:
        ids: Ids of its launches in order of time; those that are not above 0 are unknown.
    """
    known = ids[ids > 0]
    order = np.argsort(known, kind="stable")
    firsts = np.flatnonzero(np.diff(known[order], prepend=0))
    counts = np.diff(firsts, append=known.size)
    most = counts.max(initial=0)
    if most < 2 or counts[counts > 1].sum() < _MATCHED * known.size:
        return False
    every = firsts[counts == most]
    return bool(order[every + 1].min() < order[every].max())


def device_numbers(devices: Integers, rank: Integers) -> dict[tuple[int, int], int]:
    """Return new numbers of devices by (rank, number in its file) if several ranks use the same number; {} if they do not.

    Args:
        devices: Devices of all device work.
        rank: Its ranks.
    """
    pairs = np.unique(np.stack([rank, devices]), axis=1)
    is_shared = np.unique(pairs[1]).size < pairs.shape[1] and devices.min(initial=0) >= 0
    return {(own, device): number for number, (own, device) in enumerate(pairs.T.tolist())} if is_shared else {}


def renumbered(devices: Integers, rank: Integers, numbers: dict[tuple[int, int], int]) -> Integers:
    """Return the new numbers of devices; those that did no work are added to ``numbers``."""
    pairs, index = np.unique(np.stack([rank, devices]), axis=1, return_inverse=True)
    return np.array([numbers.setdefault((own, device), len(numbers)) for own, device in pairs.T.tolist()], np.int64)[index.ravel()]


def rank_of_tracks(tracks: Sequence[Key], ranks: Mapping[Any, int]) -> Integers:
    """Return the rank of each track; 0 for those of no rank."""
    return np.array([ranks.get(process, 0) for process, _ in tracks], np.int64)
