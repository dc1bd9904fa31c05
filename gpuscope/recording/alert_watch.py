"""Evaluates alert rules on the events of a run or of the machine: the same readings that the window and ``monitor`` show.

An alert fires once when a value has been beyond its limit for the rule's duration. It may fire again only after the value has been back
within the limit by a margin (:func:`~gpuscope.core.alert_rule.margin`) for half a minute without interruption.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gpuscope.core.alert_rule import LOSS, SILENCE, AlertRule, Beyond, margin
from gpuscope.core.device import WORKLOAD
from gpuscope.core.event import LEVELS_WITHOUT_VALUES, Capture, Event, Gap, Hello, Log, Phase, Sample, Samples, Steps
from gpuscope.core.slowdown import MASK
from gpuscope.core.workload_keys import split_rank
from gpuscope.sensors.declaration import Declaration

BACK_NS = 30_000_000_000
"""How long a value must be back within its limit before its alert can fire again: a value that crosses the limit every epoch fires once."""
_WITHOUT_STEPS = ("evaluate", "baseline", "done")
"""Phases of a built-in workload in which no step is due."""


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert that fired.

    Attributes:
        t_ns: Monotonic stamp of the reading that triggered it.
        device: Key of the device; "" for values reported by a workload.
        value: In SI units; NaN if there is none.
        label: Origin of the device's readings if they are not from real hardware here and now (simulated, replayed); else "".
    """

    t_ns: int
    rule: AlertRule
    device: str = ""
    value: float = math.nan
    label: str = ""

    @property
    def text(self) -> str:
        """The text used in notifications, the log and marks."""
        device = f"{self.device} ({self.label})" if self.label else self.device
        return self.rule.fired_text(device, self.value)


@dataclass(slots=True)
class Crossing:
    """State of one value relative to the limit of a rule."""

    rule: AlertRule
    has_fired: bool = False
    _beyond_ns: int | None = None
    _back_ns: int | None = None

    def observe(self, t_ns: int, value: float | None) -> bool:
        """Process a reading, None if it failed; return whether the alert fires."""
        if value is None:
            self._beyond_ns = self._back_ns = None  # values within a gap are unknown
            return False
        return self._observe_back(t_ns, value) if self.has_fired else self._observe_beyond(t_ns, value)

    def _observe_beyond(self, t_ns: int, value: float) -> bool:
        if not _is_beyond(self.rule, value):
            self._beyond_ns = None
            return False
        if self._beyond_ns is None:
            self._beyond_ns = t_ns
        self.has_fired = t_ns - self._beyond_ns >= self.rule.for_s * 1e9
        return self.has_fired

    def _observe_back(self, t_ns: int, value: float) -> bool:
        if not _is_back(self.rule, value):
            self._back_ns = None
        elif self._back_ns is None:
            self._back_ns = t_ns
        elif t_ns - self._back_ns >= BACK_NS:
            self.has_fired, self._beyond_ns, self._back_ns = False, None, None
        return False


def _is_beyond(rule: AlertRule, value: float) -> bool:
    match rule.beyond:
        case Beyond.ABOVE:
            return value > rule.limit
        case Beyond.BELOW:
            return value < rule.limit
        case Beyond.NOT_A_NUMBER:
            return not math.isfinite(value)
        case Beyond.HOLDS:
            return math.isfinite(value) and bool(int(value) & MASK)


def _is_back(rule: AlertRule, value: float) -> bool:
    match rule.beyond:
        case Beyond.ABOVE:
            return value <= rule.limit - margin(rule.quantity, rule.limit)
        case Beyond.BELOW:
            return value >= rule.limit + margin(rule.quantity, rule.limit)
        case _:
            return not _is_beyond(rule, value)


@dataclass(slots=True)
class Stillness:
    """Tracks the time since the last step of a run.

    Attributes:
        rule: The rule on silence.
        is_command: Whether the run is an arbitrary command: time counts only from its first step, since it may have none, and its phases
            are ignored.
    """

    rule: AlertRule
    is_command: bool
    _last_ns: int | None = None
    _is_due: bool = True
    _has_fired: bool = False

    def observe(self, event: Event) -> None:
        """Process an event that shows that the workload progresses, or that no step is due."""
        match event:
            case Steps() if event.stamps_ns:
                self._move(event.stamps_ns[-1])
            case Phase() if not self.is_command:
                self._is_due = event.name not in _WITHOUT_STEPS
                self._move(event.t_ns)
            case Gap(device=device) if device == WORKLOAD and event.end_ns is not None and self._last_ns is not None:
                self._move(event.end_ns)  # the job was stopped (Ctrl-Z)
            case Capture():
                self._is_due = event.end_ns is not None
                if self._last_ns is not None and event.end_ns is not None:
                    self._move(event.end_ns)

    @property
    def has_begun(self) -> bool:
        """Whether there was a step to count from, or steps are certain to follow."""
        return self._last_ns is not None

    def begin(self, t_ns: int) -> None:
        """Start counting at ``t_ns`` if steps are certain to follow."""
        if not self.is_command and self._last_ns is None:
            self._last_ns = t_ns

    def end(self) -> None:
        """Stop counting: the workload has ended."""
        self._is_due = False

    def fires(self, now_ns: int) -> bool:
        """Return whether the time has just exceeded the limit."""
        is_long = self._is_due and self._last_ns is not None and now_ns - self._last_ns > self.rule.limit * 1e9
        is_new = is_long and not self._has_fired
        self._has_fired |= is_new
        return is_new

    def _move(self, t_ns: int) -> None:
        self._last_ns = max(self._last_ns or t_ns, t_ns)
        self._has_fired = False


@dataclass(slots=True)
class AlertWatch:
    """Evaluates all rules of a run, or of the machine.

    Attributes:
        is_command: As in :class:`Stillness`.
        declaration: The latest declaration of devices and calls.
    """

    rules: Sequence[AlertRule]
    is_command: bool = False
    declaration: Declaration = field(default_factory=Declaration)
    _watched: dict[str, list[tuple[int, str, Crossing]]] = field(default_factory=dict)
    """Index of the value, device, and the rule's state, by call."""
    _crossings: dict[tuple[int, str], Crossing] = field(default_factory=dict)
    _still: list[Stillness] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._still = [Stillness(rule, self.is_command) for rule in self.rules if rule.quantity == SILENCE]

    def begin(self, t_ns: int) -> None:
        """Note that the workload has started."""
        for still in self._still:
            still.begin(t_ns)

    def end(self) -> None:
        """Note that the workload has ended."""
        for still in self._still:
            still.end()

    def apply(self, events: Iterable[Event], now_ns: int) -> list[Alert]:
        """Process events in order of arrival; return the alerts that fire."""
        fired: list[Alert] = []
        for event in events:
            match event:
                case Sample():
                    fired += self._sample(event)
                case Samples() if event.call in self._watched:
                    fired += [alert for sample in event.each() for alert in self._sample(sample)]
                case Hello() if event.role == "helper":
                    self._declare(event)
                case Log() if event.values and event.level not in LEVELS_WITHOUT_VALUES:
                    fired += self._log(event)
            for still in self._still:
                still.observe(event)
        return fired + [Alert(now_ns, still.rule) for still in self._still if still.fires(now_ns)]

    def _declare(self, hello: Hello) -> None:
        try:
            self.declaration = Declaration.from_info(hello.info)
        except ValueError:
            return  # from a later version
        series = {place: rule.series(self.declaration.devices.values()) for place, rule in enumerate(self.rules) if rule.metric}
        self._watched = {}
        for call, read in self.declaration.calls.items():
            for place, watched in series.items():
                for index, (device, metric) in enumerate(read):
                    if watched.get(device) == metric:
                        self._watched.setdefault(call, []).append((index, device, self._crossing(place, device)))

    def _crossing(self, place: int, name: str) -> Crossing:
        return self._crossings.setdefault((place, name), Crossing(self.rules[place]))

    def _sample(self, sample: Sample) -> Iterator[Alert]:
        for index, device, crossing in self._watched.get(sample.call, ()):
            value = sample.values[index] if index < len(sample.values) else None
            if crossing.observe(sample.after_ns, value):
                assert value is not None
                label = self.declaration.devices[device].simulated or ""
                yield Alert(sample.after_ns, crossing.rule, device, float(value), label)

    def _log(self, log: Log) -> Iterator[Alert]:
        for place, rule in enumerate(self.rules):
            if rule.quantity == LOSS:
                for key, value in log.values.items():
                    if split_rank(key)[0] == LOSS and self._crossing(place, key).observe(log.t_ns, value):
                        yield Alert(log.t_ns, rule, "" if key == LOSS else key, value)

    def unused(self) -> Iterator[str]:
        """Yield a sentence for each rule on a command's loss or steps if it reported none."""
        if not self.is_command:
            return
        has_loss = {place for place, _ in self._crossings}
        for place, rule in enumerate(self.rules):
            if rule.quantity == LOSS and place not in has_loss:
                yield f"the alert {rule.text} had nothing to watch: the program reported no loss; gpuscope.log(loss=loss) does"
        for still in self._still:
            if not still.has_begun:
                yield f"the alert {still.rule.text} had nothing to watch: no step was detected; gpuscope.step() reports them"

    @property
    def knows_devices(self) -> bool:
        """Whether every back end has declared its devices."""
        return bool(self.declaration.devices) and not self.declaration.pending

    def unmeasured(self) -> list[tuple[AlertRule, str]]:
        """Return the rules that cannot fire on the declared devices, with the reason."""
        devices = self.declaration.devices.values()
        return [(rule, why[0]) for rule in self.rules if (why := rule.unmeasured(devices)) is not None]
