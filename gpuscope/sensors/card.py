"""One AMD or Intel GPU. Which of its driver's known sources of each metric work here is found by trying them."""

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gpuscope.core.device import NOT_TRIED, UNTRIED, Capability, Device, DeviceKind
from gpuscope.core.event import ASLEEP, Gap
from gpuscope.sensors.backend import NOT_YET
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.sensors.energy_counter import CounterPower, EnergyCounter, EnergySum, Unavailable

WINDOW_NS = 5_000_000_000
"""Longer than the 1 s average that a driver may report, shorter than most runs: the result is known after 5 to 15 s."""
WINDOWS = 3
"""Number of windows in a row that must disagree: averaged power lags behind a step in one window, a wrong counter is off in all."""
TOLERANCE = 0.10
"""Allowed relative difference: the uncertainty of either sensor (:data:`UNCERTAINTY`). A smaller value would reject a good counter."""
_LEAST_J = 5.0
"""Less energy is too little to compare, because sensors report whole watts."""


class CounterCheck:
    """Compares the energy counter with the integral of the power over the first seconds.

    Attributes:
        agrees: Whether they agree; None while undecided.
        reason: Why the counter is rejected; None unless it is.
    """

    def __init__(self) -> None:
        self.agrees: bool | None = None
        self.reason: str | None = None
        self._disagreeing = 0
        self._start: tuple[int, float] | None = None
        self._last: tuple[int, float, float] = (0, 0.0, 0.0)
        self._integral_j = 0.0

    def update(self, t_ns: int, watts: float | None, joules: float | None) -> bool:
        """Add a reading; return whether it decided the check. A missing value, or a counter that went back, starts a new window."""
        if self.agrees is not None:
            return False
        if watts is None or joules is None or (self._start is not None and joules < self._last[2]):
            self._start = None
            return False
        if self._start is None:
            self._start, self._integral_j = (t_ns, joules), 0.0
        else:
            self._integral_j += (watts + self._last[1]) / 2 * (t_ns - self._last[0]) * 1e-9
        self._last = (t_ns, watts, joules)
        if t_ns - self._start[0] >= WINDOW_NS:
            self._judge(t_ns - self._start[0], joules - self._start[1])
            self._start = None
        return self.agrees is not None

    def _judge(self, window_ns: int, counted_j: float) -> None:
        if self._integral_j < _LEAST_J:
            return
        if abs(counted_j - self._integral_j) <= TOLERANCE * self._integral_j:
            self.agrees = True
            return
        self._disagreeing += 1
        if self._disagreeing == WINDOWS:
            self.agrees = False
            comparison = f"{counted_j:.0f} J in {window_ns * 1e-9:.0f} s, the power sensor {self._integral_j:.0f} J"
            self.reason = f"the energy counter disagrees with the power sensor: it counted {comparison}"


FAST, SLOW, SELDOM = "fast", "slow", "seldom"
SHARE_OF_RATE = {FAST: 1.0, SLOW: 0.2, SELDOM: 0.1}
"""Rates of the groups, as fractions of the fast group's rate (measurement.md, S3)."""
HIGHEST_POWER_W = 2500.0
"""Upper bound; no GPU draws this much."""
UNCERTAINTY = 0.10
"""k = 2. No comparison of these sensors with a meter is published, so they count as unknown (measurement.md, S16)."""
LOST = "the GPU does not answer any more"
_FAILURES_TO_BE_LOST = 3
"""Fast calls in a row that must fail. With fewer, a driver that is busy once would count as a loss; with more, a loss is reported later."""
_PASSING = (errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.ETIMEDOUT)
_PERIOD = "how often the sensor updates was not measured"
_NOT_REPORTED = Unavailable("this GPU and its driver do not report it")


@dataclass(frozen=True, slots=True)
class Gauge:
    """A source of one metric.

    Attributes:
        metric: Key of the metric.
        source: Description of the interface.
        read: Returns the value in SI units, or None while there is none yet; raises OSError.
        group: "fast", "slow" or "seldom".
        note: Remark for the user; None if there is none.
    """

    metric: str
    source: str
    read: Callable[[], float | int | None]
    group: str = SLOW
    note: str | None = None


@dataclass(frozen=True, slots=True)
class GpuFacts:
    """What a vendor's module knows about a GPU.

    Attributes:
        key: "amd:N" or "intel:N".
        name: Product name.
        uuid: Stable identifier; None if there is none.
        properties: Properties of the device.
        gauges: Sources of the metrics, the preferred source of each metric first.
        counters: (interface, energy counter), the preferred first.
        unavailable: Why a metric has no source.
        is_asleep: Returns whether the GPU is suspended.
        close: Releases all resources.
    """

    key: str
    name: str
    uuid: str | None
    properties: Mapping[str, str | int | float | None]
    gauges: Sequence[Gauge]
    counters: Sequence[tuple[str, EnergyCounter]]
    unavailable: Mapping[str, Unavailable] = field(default_factory=dict)
    is_asleep: Callable[[], bool] = lambda: False
    close: Callable[[], None] = lambda: None


class Card:
    """Reads one GPU.

    Args:
        facts: What the vendor's module knows about it.
        simulated: Its label if it is a stand-in.

    Attributes:
        revision: Grows when the set of readable metrics changes.
        silent: Why there are no readings; None while there are.
        gaps: Gaps not yet collected by the back end.
    """

    def __init__(self, facts: GpuFacts, simulated: str | None) -> None:
        self.revision = 0
        self.silent: str | None = None
        self.gaps: list[Gap] = []
        self.facts = facts
        self._simulated = simulated
        self._chosen: dict[str, Gauge] = {}
        self._unavailable: dict[str, Unavailable] = {}
        self._energy_source = ""
        self._sum: EnergySum | None = None
        self._power = CounterPower()
        self._check = CounterCheck()
        self._is_tried = False
        self._failures = 0
        self._energy_ns: tuple[int, int] | None = None
        self._last_ns = 0

    def open(self) -> None:
        """Try all sources and counters. A sleeping GPU is not woken; it is tried once it is awake."""
        self.revision += 1
        if self.facts.is_asleep():
            self.silent = ASLEEP
            return
        self.silent, self._is_tried = None, True
        self._unavailable = dict(self.facts.unavailable)
        for gauge in self.facts.gauges:
            if gauge.metric not in self._chosen and self._works(gauge.metric, gauge.read):
                self._chosen[gauge.metric] = gauge
        for source, counter in self.facts.counters:
            if self._sum is None and self._works("energy", counter.read):
                self._energy_source, self._sum = source, EnergySum([counter])
        if self._sum is not None and not self._has_own_power:
            self._chosen["power"] = Gauge("power", f"{self._energy_source}, difference of the counter over time", lambda: None, FAST)

    def wake(self) -> None:
        """Try a GPU that was asleep if it is awake now."""
        if not self._is_tried and not self.facts.is_asleep():
            self.open()

    def recovered(self, facts: GpuFacts) -> "Card | None":
        """Return the new card for a lost GPU; None while it does not report the same power and energy metrics as before."""
        fresh = Card(replace(facts, key=self.facts.key), self._simulated)
        fresh.open()
        if not set(self.series(FAST)) <= set(fresh.series(FAST)):
            facts.close()
            return None
        self.facts.close()
        fresh.revision += self.revision
        return fresh

    def _works(self, metric: str, read: Callable[[], object]) -> bool:
        try:
            read()
        except PermissionError as error:
            self._unavailable[metric] = Unavailable(
                f"{error.filename or 'it'} can be read only by root", "Run gpuscope with the rights to read it."
            )
        except OSError as error:
            if error.errno in _PASSING:
                return True
            self._unavailable[metric] = Unavailable(f"the driver refuses it: {error.strerror or error}")
        else:
            return True
        return False

    @property
    def _has_own_power(self) -> bool:
        return any(gauge.metric in ("power", "power_average") and gauge in self.facts.gauges for gauge in self._chosen.values())

    def series(self, group: str) -> tuple[tuple[str, str], ...]:
        """Return the series of a group."""
        metrics = [metric for metric, gauge in self._chosen.items() if gauge.group == group]
        counted = ["energy"] if group == FAST and self._sum is not None else []
        return tuple((self.facts.key, metric) for metric in (*metrics, *counted))

    def device(self) -> Device:
        """Return the GPU with its capabilities."""
        facts = self.facts
        metrics = dict.fromkeys((*GPU_METRICS, *self._unavailable))
        able = {metric: self._missing(metric) for metric in metrics}
        for metric, gauge in self._chosen.items():
            is_power = metric in ("power", "power_average")
            notes = [note for note in (gauge.note, _PERIOD if is_power else None) if note]
            able[metric] = Capability(
                True,
                gauge.source,
                # The share of time that the card's own sensor covers is undocumented; a counter's difference covers all of it.
                sampled_share=1.0 if is_power and gauge not in facts.gauges else None,
                uncertainty=UNCERTAINTY if is_power else None,
                note="; ".join(notes) or None,
            )
        if self._sum is not None:
            able["energy"] = Capability(True, self._energy_source, None, uncertainty=UNCERTAINTY, note=f"{self._checked()}; {_PERIOD}")
        return Device(facts.key, DeviceKind.GPU, facts.name, facts.uuid, {**facts.properties, UNTRIED: NOT_TRIED}, able, self._simulated)

    def _missing(self, metric: str) -> Capability:
        why = self._unavailable.get(metric, _NOT_REPORTED) if self._is_tried else Unavailable(ASLEEP, "Use the GPU: it is then read again.")
        return Capability(False, "", None, why.reason, why.cure)

    def _checked(self) -> str:
        if not self._has_own_power:
            return "not checked: the GPU reports no power to check it against"
        return "agrees with the power sensor" if self._check.agrees else "being checked against the power sensor"

    def quality(self) -> dict[str, tuple[str, str]]:
        """Return the quality of each series; power derived from the counter has the counter's quality."""
        provenances = {
            metric: ("measured" if gauge in self.facts.gauges else "vendor-modelled", gauge.source)
            for metric, gauge in self._chosen.items()
        }
        if self._sum is not None:
            provenances["energy"] = ("vendor-modelled", self._energy_source)
        return {f"{self.facts.key}/{metric}": provenance for metric, provenance in provenances.items()}

    def read(self, group: str, clock: Callable[[], int]) -> tuple[int, int, list[float | int | None], dict[str, int | str]] | None:
        """Return timestamps, values and codes of a group; None while the GPU is silent, or if the set of its metrics has just changed."""
        if self.silent not in (None, ASLEEP):
            return None
        if self.facts.is_asleep():
            self._fall_silent(ASLEEP, clock())
            return None
        self.silent = None
        if not self._is_tried:
            self.open()
            return None
        before = clock()
        taken = {metric: self._read_gauge(gauge) for metric, gauge in self._chosen.items() if gauge.group == group}
        revision = self.revision
        if group == FAST and self._sum is not None:
            self._add_energy(before, taken)
        after = clock()
        self._check_failures(group, [code for _, code in taken.values()], after)
        if self.silent or revision != self.revision:
            return None
        self._last_ns = after
        codes = {str(index): code for index, (_, code) in enumerate(taken.values()) if code is not None}
        return before, after, [value for value, _ in taken.values()], codes

    def _read_gauge(self, gauge: Gauge) -> tuple[float | int | None, int | str | None]:
        try:
            value = gauge.read()
        except OSError as error:
            return None, errno.errorcode.get(error.errno or 0, str(error) or "unreadable")
        return value, NOT_YET if value is None else None

    def _add_energy(self, now_ns: int, taken: dict[str, tuple[float | int | None, int | str | None]]) -> None:
        assert self._sum is not None
        reading = self._sum.read(now_ns)
        taken["energy"] = (reading.joules, reading.code)
        if reading.broken and self._energy_ns is not None:
            self.gaps.append(Gap(self.facts.key, ("energy",), self._energy_ns[1], now_ns, reading.broken))
        if reading.joules is not None:
            self._energy_ns = ((self._energy_ns or (now_ns, 0))[0], now_ns)
        if not self._has_own_power:
            watts = self._power.update(now_ns, reading.joules)
            taken["power"] = (watts, None if watts is not None else reading.code or NOT_YET)
            return
        power = next((value for metric in ("power", "power_average") if (value := taken.get(metric, (None,))[0]) is not None), None)
        if self._check.update(now_ns, power, reading.joules):
            self._settle(now_ns)

    def _settle(self, now_ns: int) -> None:
        """Apply the result of the check: keep the counter, or remove it and report all its readings as a gap."""
        self.revision += 1
        if self._check.reason is not None:
            start_ns = self._energy_ns[0] if self._energy_ns else now_ns
            self.gaps.append(Gap(self.facts.key, ("energy",), start_ns, now_ns, self._check.reason))
            self._sum, self._unavailable["energy"] = None, Unavailable(self._check.reason)

    def _check_failures(self, group: str, codes: Sequence[int | str | None], now_ns: int) -> None:
        if group == FAST and codes:
            has_failed = all(code is not None and code != NOT_YET for code in codes)
            self._failures = self._failures + 1 if has_failed else 0
            if self._failures >= _FAILURES_TO_BE_LOST:
                self._fall_silent(LOST, now_ns)

    def _fall_silent(self, reason: str, now_ns: int) -> None:
        if self.silent is None:
            metrics = tuple(metric for group in SHARE_OF_RATE for _, metric in self.series(group))
            self.gaps.append(Gap(self.facts.key, metrics, self._last_ns or now_ns, None, reason))
        self.silent = reason
