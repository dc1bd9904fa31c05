"""All NVIDIA GPUs through NVML. One GPU can be lost without affecting the others, and is picked up again when it comes back."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gpuscope.core.device import Device
from gpuscope.core.event import ASLEEP, Gap, Log, Table
from gpuscope.sensors.backend import FAST_HZ, NOT_YET, Call, Glance, Reading, call_device, period_ns
from gpuscope.sensors.declaration import no_gpu
from gpuscope.sensors.nvml_gpu import NvmlGpu, Setup
from gpuscope.sensors.nvml_library import (
    GPU_IS_LOST,
    LIB_RM_VERSION_MISMATCH,
    LIBRARY_NOT_FOUND,
    PERMANENT,
    NvmlLibrary,
    Trouble,
    all_asleep,
    ask,
    trouble,
)
from gpuscope.sensors.nvml_ways import FIELDS, PROCESSES, SHARE_OF_RATE, Code, Seen, Value, WayGroup
from gpuscope.sensors.update_periods import BURST_HZ
from gpuscope.system.device_notes import DeviceNotes

RETRY_CALL = "nvml.retry"
BURST = "burst"
RETRY_NS = 10_000_000_000
"""As for other vendors' GPUs: a reset takes seconds, and a call to a lost GPU may hang."""
_FAILURES_TO_BE_LOST = 3
"""Number of successive calls that fail completely, with a code other than "lost", after which a GPU counts as lost."""
_HIGHEST_STEP = 1.2
"""An energy counter that rises faster than this multiple of the power limit has jumped (measurement.md, S8)."""
_LONGEST_UPDATE_S = 1.0
"""No known counter updates less often. The analysis measures the true period, and applies it more strictly."""


class _Target(NamedTuple):
    """The GPU and the group that a call reads."""

    gpu: NvmlGpu
    group: str


def _nothing() -> None:
    """The glance at a lost GPU: no reading."""


class NvmlBackend:
    """All GPUs that NVML reports.

    Args:
        hz: Base rate; each group runs at a fraction of it.
        power_hz: Rate of power, energy and throttle reasons; None for ``hz``.
        library: Loads NVML.
        root: The folder that contains /sys; "/" except in tests.
        clock: Monotonic nanoseconds.
        in_detail: Whether to read metrics that are expensive (PCIe) or shared with other tools (GPM) too; set while a user is watching.
        notes: Notes on devices that are stored between runs.
    """

    name = "nvml"

    def __init__(
        self,
        hz: float = FAST_HZ,
        library: NvmlLibrary | None = None,
        root: Path = Path("/"),
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        in_detail: bool = False,
        power_hz: float | None = None,
        notes: DeviceNotes | None = None,
    ) -> None:
        self.revision = 0
        self._periods = {group: period_ns(hz * share) for group, share in SHARE_OF_RATE.items()}
        self._periods[FIELDS] = period_ns(power_hz or hz)
        self._in_detail = in_detail
        self._notes = notes or DeviceNotes()
        self._library = library or NvmlLibrary(root)
        self._root = root
        self._clock = clock
        self._gpus: list[NvmlGpu] = []
        self._trouble: Trouble | None = None
        self._failures: dict[str, int] = {}
        self._last_reading: dict[str, int] = {}
        self._unread: set[str] = set()
        self._energy: dict[str, tuple[int, float]] = {}
        self._events: list[Gap | Log | Table] = []
        self._targets: dict[str, _Target] = {}

    def open(self) -> None:
        """Initialise NVML and open all GPUs, unless all are asleep: initialising NVML would wake them."""
        self.revision += 1
        if all_asleep(self._root) and not self._library.simulated:
            self._trouble = Trouble(0, ASLEEP, "Use the GPU: it is then found again.")
            return
        self._trouble = self._library.open()
        if self._trouble:
            return
        count, code = ask(self._library.api.nvmlDeviceGetCount)
        if code is not None:
            self._trouble = trouble(code, "nvmlDeviceGetCount")
        elif not count:
            self._trouble = Trouble(0, "the NVIDIA driver is loaded, but reports no GPU", None)
        else:
            setup = Setup(self._root, self._notes, self._periods[FIELDS], self._in_detail, self._library.simulated, self._clock)
            self._gpus = [NvmlGpu(self._library.api, index, setup) for index in range(count)]
            for gpu in self._gpus:
                gpu.open()
            self._unread = {gpu.key for gpu in self._gpus if gpu.metrics}

    def devices(self) -> Sequence[Device]:
        """Return the GPUs; if there are none, a placeholder device "gpu" with the reason."""
        if self._gpus:
            return [gpu.device() for gpu in self._gpus]
        why = self._trouble or Trouble(0, "NVML was not queried yet", None)
        return [no_gpu(why.reason, why.cure, self._library.simulated)]

    def calls(self) -> Sequence[Call]:
        """Return one call per group and GPU, one that retries lost GPUs, and the burst while there are update periods to measure."""
        calls = []
        self._targets.clear()
        for group, period in self._periods.items():
            for gpu in self._gpus:
                series = gpu.series(group)
                if series:
                    calls.append(Call(f"nvml.{group}:{gpu.key}", period, series))
        calls.append(Call(RETRY_CALL, RETRY_NS, ()))
        waiting = next((gpu for gpu in self._gpus if gpu.periods is not None and gpu.periods.wants_burst and not gpu.lost), None)
        if waiting is not None:
            calls.append(Call(f"nvml.{BURST}:{waiting.key}", period_ns(BURST_HZ), ()))
        return calls

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series."""
        return {key: value for gpu in self._gpus for key, value in gpu.quality().items()}

    def read(self, call: str) -> Reading | None:
        """Perform a call; return None for a lost GPU."""
        if call == RETRY_CALL:
            self._retry()
            return None
        target = self._target(call)
        if target.group != BURST:
            return self.glance(call)()
        if not target.gpu.lost:
            self._burst(target.gpu)
        return None

    def glance(self, call: str) -> Glance:
        """Perform a call that has series; its values are converted and checked later."""
        target = self._target(call)
        if target.gpu.lost:
            return _nothing
        before = self._clock()
        seen = target.gpu.fetch(target.group)
        return partial(self._work_out, target, before, self._clock(), seen)

    def _target(self, call: str) -> _Target:
        """Return the target of a call, cached because it is needed eighty times a second."""
        target = self._targets.get(call)
        if target is None:
            key = call_device(call)
            gpu = next(gpu for gpu in self._gpus if gpu.key == key)
            target = self._targets[call] = _Target(gpu, call[len("nvml.") : -len(gpu.key) - 1])
        return target

    def _work_out(self, target: _Target, before: int, after: int, seen: tuple[WayGroup, Seen]) -> Reading | None:
        (gpu, group), (members, content) = target, seen
        if gpu.lost:
            return None
        values, codes = members.results(content)
        if codes:
            if gpu.has(group, members):  # otherwise an earlier glance has already switched the metric off
                self.revision += gpu.drop_permanent(group, codes)
            if self._is_lost_by(gpu, values, codes):
                return None
        else:
            self._failures.pop(gpu.key, None)
        self._last_reading[gpu.key] = after
        self._unread.discard(gpu.key)
        if group == FIELDS:
            self._check_fields(gpu, after, members, values)
        elif group == PROCESSES and not codes:
            self._events.append(Table(gpu.key, "processes", after, gpu.processes.rows))
        return Reading(before, after, values, codes)

    def _burst(self, gpu: NvmlGpu) -> None:
        """Take one reading of the burst, but not before every GPU has had an ordinary reading."""
        periods = gpu.periods
        if periods is None or not periods.wants_burst:
            return
        if self._unread:
            return
        values = gpu.read_sensors()
        if periods.add_burst_reading(self._clock(), values):
            periods.keep()  # at once: a caller that only wants the devices kills this process without notice
            self.revision += 1

    def _check_fields(self, gpu: NvmlGpu, now_ns: int, members: WayGroup, values: Sequence[Value]) -> None:
        if (energy := members.value("energy", values)) is not None:
            self._check_energy(gpu, now_ns, energy, members.value("power_limit", values))
        if gpu.periods is not None and gpu.periods.is_looking:
            self.revision += gpu.periods.add_reading(now_ns, dict(zip(members.metrics, values, strict=True)))

    def _is_lost_by(self, gpu: NvmlGpu, values: Sequence[Value], codes: Mapping[str, Code]) -> bool:
        """Evaluate the codes of a call; return whether the GPU is lost."""
        passing = [code for code in codes.values() if code not in PERMANENT and code != NOT_YET]
        if GPU_IS_LOST in passing:
            self._lose(gpu, GPU_IS_LOST)
        elif passing and all(value is None for value in values):
            self._failures[gpu.key] = self._failures.get(gpu.key, 0) + 1
            if self._failures[gpu.key] >= _FAILURES_TO_BE_LOST:
                self._lose(gpu, int(passing[0]))
        return gpu.lost is not None

    def _lose(self, gpu: NvmlGpu, code: int) -> None:
        gpu.lost = trouble(code).reason
        self._failures[gpu.key] = 0
        self._energy.pop(gpu.key, None)
        self._unread.discard(gpu.key)
        gpu.let_go()
        self.revision += bool(gpu.periods and gpu.periods.wants_burst)
        self._events.append(Gap(gpu.key, gpu.metrics, self._last_reading.get(gpu.key, self._clock()), None, gpu.lost))

    def _check_energy(self, gpu: NvmlGpu, now_ns: int, energy: float, limit: Value) -> None:
        """Report a gap if the counter went backwards or jumped, so that no difference is taken across it (measurement.md, S8)."""
        before = self._energy.get(gpu.key)
        self._energy[gpu.key] = (now_ns, energy)
        if before is None:
            return
        seconds = (now_ns - before[0]) * 1e-9 + _LONGEST_UPDATE_S
        reason = None
        if energy < before[1]:
            reason = f"the energy counter went back from {before[1]:.0f} J to {energy:.0f} J: the driver was loaded again or the GPU reset"
        elif limit and energy - before[1] > _HIGHEST_STEP * limit * seconds:
            reason = f"the energy counter jumped by {energy - before[1]:.0f} J within {seconds:.1f} s, more than the power limit allows"
        if reason:
            self._events.append(Gap(gpu.key, ("energy",), before[0], now_ns, reason))

    def _retry(self) -> None:
        lost = [gpu for gpu in self._gpus if gpu.lost]
        if not self._gpus:
            self._find_gpus()
            return
        if len(lost) == len(self._gpus) and self._library.reopen() is not None:
            return
        for gpu in lost:
            if gpu.open() is None:
                self.revision += 1

    def _find_gpus(self) -> None:
        """Look for GPUs again if there are none; a missing library, or one of another version, cannot change in this process."""
        before, revision = self._trouble, self.revision
        if before is None or before.code in (LIBRARY_NOT_FOUND, LIB_RM_VERSION_MISMATCH):
            return
        self._library.close()
        self.open()
        if self._trouble == before:
            self.revision = revision

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the new gaps and process tables, each once."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Store the measured update periods, and shut NVML down."""
        for gpu in self._gpus:
            gpu.close()
        self._gpus = []
        self._library.close()
