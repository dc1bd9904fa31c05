"""CPU shares while a run was measured: the run's own, and that of other programs.

On a shared machine, wall-clock throughput depends on other programs as much as on the run, even for a run on a GPU, which the CPU has to
feed. So their share is reported for every run whose processes were read.
"""

from collections.abc import Iterable, Sequence

from gpuscope.analysis.reduction import covered_share
from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord

WORTH_TELLING = 0.01
"""Minimum share of other programs that is reported; an idle system itself takes up to a hundredth."""


def is_on_cpu(record: RunRecord) -> bool:
    """Return whether the steps ran on the CPU; False for a command, where that is unknown."""
    return not record.spec.is_command and record.spec.device == "cpu"


def held_share(record: RunRecord) -> float | None:
    """Return the share of the processor time available to a run's threads that they used; None if unknown.

    It is below 1 if other programs took the rest, or if the threads slept.
    """
    own, threads = _own_s(record), _fact(record, "threads")
    if not is_on_cpu(record) or not own or threads is None or not record.duration_s:
        return None
    return min(1.0, own / (record.duration_s * threads * record.spec.ranks))


def own_share(record: RunRecord) -> float | None:
    """Return the CPU time that each of a run's processes had per second of wall time; above 1 for several threads, None if unknown."""
    own = _own_s(record)
    return None if own is None or not record.duration_s else own / (record.duration_s * record.spec.ranks)


def others_share(record: RunRecord) -> float | None:
    """Return the share of the whole CPU that other processes used during a run; None if unknown."""
    own, whole, threads = _own_s(record), _of_device(record, MACHINE, "utilization_mean"), _fact(record, "cpu_threads")
    if own is None or whole is None or whole.finite is None or threads is None or not record.duration_s:
        return None
    return max(0.0, whole.finite - own / (record.duration_s * threads))


def mean_others_share(records: Sequence[RunRecord]) -> float | None:
    """Return the mean of :func:`others_share` over the runs where it is known; None if there are none."""
    shares = [share for record in records if (share := others_share(record)) is not None]
    return sum(shares) / len(shares) if shares else None


def most_others_share(records: Iterable[RunRecord]) -> float:
    """Return the greatest :func:`others_share` of the runs; 0 if none is known."""
    return max((others_share(record) or 0.0 for record in records), default=0.0)


OTHERS_TEXT = "other programs used {0} of the processor meanwhile"


def others_share_text(share: float | None) -> str:
    """Return "other programs took 78.5 % of the processor meanwhile"; "" if the share is negligible or unknown."""
    if share is None or share < WORTH_TELLING:
        return ""
    return OTHERS_TEXT.format(figures.percent(share))


def _own_s(record: RunRecord) -> float | None:
    """Return the CPU time of the run's processes over its window, in seconds, extrapolated from the part that was read."""
    taken = _of_device(record, WORKLOAD, "cpu_time")
    return None if taken is None or taken.finite is None else taken.finite / covered_share(taken)


def _of_device(record: RunRecord, device: str, key: str) -> Quantity | None:
    return next((result.metrics.get(key) for result in record.devices if result.device.key == device), None)


def _fact(record: RunRecord, key: str) -> float | None:
    value = record.environment.get(key)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 else None
