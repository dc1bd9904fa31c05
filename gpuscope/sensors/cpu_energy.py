"""Energy and power of the processor packages, from the best interface of this machine (measurement.md, S13)."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gpuscope.core.device import MACHINE, NOT_TRIED, UNTRIED, Capability, Device, DeviceKind
from gpuscope.core.event import SLEPT, Gap, Log, Table
from gpuscope.sensors.backend import FAST_HZ, NOT_YET, Call, Reading, period_ns
from gpuscope.sensors.energy_counter import CounterPower, EnergyCounter, EnergySource, EnergySum, Unavailable
from gpuscope.sensors.proc import processor_name
from gpuscope.sensors.rapl import Processor, powercap
from gpuscope.sensors.update_periods import CHANGES_NEEDED, ValueChanges
from gpuscope.system.suspends import SHORTEST_NS, asleep_ns

COUNTERS_CALL = "cpu-energy.counters"
ROOT_VARIABLE = "GPUSCOPE_SYSFS_ROOT"
"""Environment variable with another folder that contains /sys and /proc, for tests; devices read from it are labelled."""
UNCERTAINTY = 0.10
"""k = 2. No study compares a package counter's gain with a meter on its own rail; published ones compare it with wall power of the
whole machine (Khan et al., RAPL in Action, 2018). So it counts as unknown (measurement.md, S16). For main memory not even that is
available: its readings are off by a constant that differs between machines (Desrochers, Paradis, Weaver, MEMSYS 2016)."""
_METRICS = ("energy", "memory_energy")
_BURST_NS = 30_000_000
"""Time for twenty updates of a counter that updates every millisecond, with a margin; opening the back end takes this long."""
_KERNEL = "this machine's kernel offers no energy counter"
_MODULE_CURE = "Run 'sudo modprobe intel_rapl_msr' (for AMD as well), and install the kernel's extra modules where it is missing."


def best_source(root: Path, kernel_only: bool = False) -> EnergySource | Unavailable:
    """Return the first interface that provides package energy, or why none does.

    Args:
        root: The folder that contains /sys and /proc.
        kernel_only: Whether to skip interfaces that load a vendor's library.
    """
    if sys.platform == "win32":
        from gpuscope.sensors.platform_energy import energy_meters, open_meters

        return energy_meters(open_meters())
    if sys.platform == "darwin":
        from gpuscope.sensors.platform_energy import ioreport

        return Unavailable("the vendor's library is switched off") if kernel_only else ioreport()
    from gpuscope.sensors.perf_energy import perf

    first = perf(root)
    second = powercap(root) if isinstance(first, Unavailable) else first
    if isinstance(first, EnergySource) or isinstance(second, EnergySource):
        return second
    return _neither(root, second, first)


def _neither(root: Path, no_powercap: Unavailable, no_perf: Unavailable) -> Unavailable:
    curable = [source for source in (no_powercap, no_perf) if source.cure]
    if curable:
        return Unavailable("; ".join(source.reason for source in curable), curable[0].cure)
    processor = Processor.read(root)
    reason = f"{_KERNEL} ({no_powercap.reason}, {no_perf.reason})"
    if processor.is_virtual or not processor.vendor:
        return Unavailable(f"{reason}; common in virtual machines")
    return Unavailable(reason, _MODULE_CURE)


def update_period_s(counter: EnergyCounter, clock: Callable[[], int] = time.monotonic_ns) -> float | None:
    """Return a counter's update period: the lower quartile of the intervals between changes; None if too few changes occur in 30 ms.

    Processor counters update about every millisecond, too fast to be resolved at the ordinary sampling rates.
    """
    changes = ValueChanges()
    end = clock() + _BURST_NS
    try:
        while changes.count <= 2 * CHANGES_NEEDED and (now := clock()) < end:
            changes.add(now, counter.read())
    except OSError:
        return None
    quartiles = changes.quartiles_s()
    return quartiles[0] if quartiles else None


class CpuEnergyBackend:
    """Energy and power of the device "cpu", and the energy of main memory.

    Args:
        hz: Rate of the readings.
        root: The folder that contains /sys and /proc; None for the one in GPUSCOPE_SYSFS_ROOT, else "/".
        find: Finds the counters.
        clock: Monotonic nanoseconds.
        asleep: Nanoseconds that the machine has been suspended.
    """

    name = "cpu-energy"

    def __init__(
        self,
        hz: float = FAST_HZ,
        root: Path | None = None,
        find: Callable[[Path], EnergySource | Unavailable] = best_source,
        clock: Callable[[], int] = time.monotonic_ns,
        asleep: Callable[[], int] = asleep_ns,
    ) -> None:
        named = os.environ.get(ROOT_VARIABLE)
        self.revision = 0
        self._simulated = f"stand-in sysfs {named}" if named and root is None else None
        self._root = root or Path(named or "/")
        self._period_ns = period_ns(hz)
        self._find, self._clock, self._asleep = find, clock, asleep
        self._counter: EnergySource | Unavailable = Unavailable("the processor's energy counters were not read yet")
        self._update_period_s: float | None = None
        self._sums: dict[str, EnergySum] = {}
        self._last_ns: dict[str, int] = {}
        self._power = CounterPower()
        self._slept_ns = 0
        self._events: list[Gap | Log | Table] = []

    def open(self) -> None:
        """Find the counters and their update period."""
        self.revision += 1
        self._counter = source = self._find(self._root)
        if isinstance(source, Unavailable):
            return
        for metric in _METRICS:
            counters = [counter for counter in source.counters if counter.metric == metric]
            if counters:
                self._sums[metric] = EnergySum(counters)
        self._update_period_s = update_period_s(source.counters[0], self._clock)
        self._slept_ns = self._asleep()

    def devices(self) -> Sequence[Device]:
        """Return the device "cpu" with the metrics of these counters."""
        properties: dict[str, str | int | float | None] = {}
        source = self._counter
        if isinstance(source, EnergySource):
            properties["energy_counters"] = ", ".join(counter.name for counter in source.counters if counter.metric == "energy")
            if not source.restarts:
                properties["energy_wrap_s"] = int(min(counter.longest_gap_s for counter in source.counters if counter.metric == "energy"))
            if source.untried:
                properties[UNTRIED] = NOT_TRIED
        name = processor_name(self._root)
        return (Device(MACHINE, DeviceKind.CPU, name, None, properties, self._capabilities(source), self._simulated),)

    def _capabilities(self, source: EnergySource | Unavailable) -> dict[str, Capability]:
        if isinstance(source, Unavailable):
            return dict.fromkeys(("energy", "power", "memory_energy"), Capability(False, "", None, source.reason, source.cure))
        able = {
            "energy": Capability(True, source.name, self._update_period_s, uncertainty=UNCERTAINTY),
            "power": Capability(True, _power_source(source), self._period_ns * 1e-9, sampled_share=1.0, uncertainty=UNCERTAINTY),
            "memory_energy": Capability(True, source.name, self._update_period_s),
        }
        unavailable = {metric: Capability(False, source.name, None, why.reason, why.cure) for metric, why in source.unavailable.items()}
        return able | unavailable

    def _series(self) -> tuple[str, ...]:
        return ("energy", "power", *list(self._sums)[1:]) if self._sums else ()

    def calls(self) -> Sequence[Call]:
        """Return the only call, or none if there is no counter."""
        series = tuple((MACHINE, metric) for metric in self._series())
        return [Call(COUNTERS_CALL, self._period_ns, series)] if series else []

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series; power is derived from energy."""
        source = self._counter
        if isinstance(source, Unavailable):
            return {}
        quality = {f"{MACHINE}/{metric}": (source.quality, source.name) for metric in self._sums}
        return {**quality, f"{MACHINE}/power": ("derived" if source.quality == "measured" else source.quality, _power_source(source))}

    def read(self, call: str) -> Reading | None:  # noqa: ARG002  There is one call.
        """Read all counters."""
        slept = self._asleep()
        if slept - self._slept_ns > SHORTEST_NS:
            for total in self._sums.values():
                total.interrupt(SLEPT)
        self._slept_ns = slept
        before = self._clock()
        readings = {metric: total.read(before) for metric, total in self._sums.items()}
        after = self._clock()
        values = {metric: reading.joules for metric, reading in readings.items()}
        values["power"] = self._power.update((before + after) // 2, values["energy"])
        codes: dict[str, int | str] = {}
        for index, metric in enumerate(self._series()):
            if values[metric] is None:
                codes[str(index)] = readings["energy" if metric == "power" else metric].code or NOT_YET
        for metric, reading in readings.items():
            if reading.broken and metric in self._last_ns:  # before the first reading there is nothing to break
                metrics = ("energy", "power") if metric == "energy" else (metric,)
                self._events.append(Gap(MACHINE, metrics, self._last_ns[metric], before, reading.broken))
            if reading.joules is not None:
                self._last_ns[metric] = after
        return Reading(before, after, [values[metric] for metric in self._series()], codes)

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the new gaps in the counters' readings, each once."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Close all descriptors."""
        if isinstance(self._counter, EnergySource):
            self._counter.close()


def _power_source(source: EnergySource) -> str:
    return f"{source.name}, difference of the counter over time"
