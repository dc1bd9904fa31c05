"""The current figures of a device, most important first, as shown by the window's tiles and the monitor's bars."""

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, NO_GPU, Device, DeviceKind
from gpuscope.core.event import ASLEEP, NOT_ANSWERING, Gap
from gpuscope.core.figures import MISSING
from gpuscope.core.metric import Family, Kind
from gpuscope.core.metric_registry import metric
from gpuscope.core.slowdown import throttle_reasons
from gpuscope.recording.machine_state import MachineState
from gpuscope.reports.live_reading import LABELS, live_label, live_number, live_rate
from gpuscope.system.settings import JOULE

DETAILS = frozenset({"memory_reserved", "device_processes"})
"""Figures that are not important enough for a separate tile."""
_TENTHS_BELOW_S = 10.0
"""Below this time an energy's has tenths, so that its quotient is the power beside it."""
_OF_EVERY_GPU = frozenset({"utilization", "memory_used", "power", "energy", "temperature", "clock"})
"""Figures shown with the reason if a GPU lacks them; other missing figures, and any that a CPU lacks, are shown elsewhere."""
_ORDER = (
    "utilization", "memory_used", "power", "energy", "temperature", "clock",
    "sm_activity", "tensor_activity", "memory_activity", "fan", "memory_temperature", "memory_clock", "pcie_received", "pcie_sent",
    "swap_used", "nvlink_received", "nvlink_sent", "disk_read", "disk_written", "network_received", "network_sent",
    "memory_utilization", "memory_reserved", "device_processes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TranslatableText:
    """A text that the window translates, and the values of its placeholders."""

    text: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text.format(*self.values)


@dataclass(frozen=True, slots=True)
class MissingReading:
    """Why there is currently no value.

    Attributes:
        short: The reason in one short line; for a call that does not return, with the seconds elapsed.
        full: The full reason as reported by the sensors.
        is_bad: Whether a reading failed that had worked before.
    """

    short: TranslatableText
    full: str
    is_bad: bool = False


@dataclass(frozen=True, slots=True)
class LiveFigure:
    """A current figure.

    Attributes:
        key: The metric.
        label: Name in a word or two.
        family: Determines the colour.
        value: The figure without its unit; :data:`~gpuscope.reports.live_reading.MISSING` without a reading.
        unit: The unit; "" for none.
        share: Share of the whole, from 0 to 1; None if there is no whole or no reading.
        total: The whole that it is a part of, (figure, unit); None if unknown.
        notes: Texts shown below it, apart from the whole.
        missing: Why there is no value; None if there is one.
    """

    key: str
    label: str
    family: Family
    value: str = MISSING
    unit: str = ""
    share: float | None = None
    total: tuple[str, str] | None = None
    notes: tuple[TranslatableText, ...] = ()
    missing: MissingReading | None = None

    @property
    def shown(self) -> str:
        """Figure and unit: ``512 W``."""
        return f"{self.value} {self.unit}".rstrip()

    @property
    def of_whole(self) -> TranslatableText | None:
        """Text below a value that is part of a whole: ``of 80.0 GiB``."""
        return None if self.total is None else TranslatableText("of {0}", (" ".join(self.total).rstrip(),))

    @property
    def in_line(self) -> str:
        """The whole figure in one line: ``9.62 of 80.0 GiB``, ``1.95 kJ in 3 s``."""
        below = self.of_whole
        value = self.value if self.total is not None and self.total[1] == self.unit else self.shown
        text = value if below is None else f"{value} {below}"
        return " ".join((text, *map(str, self.notes)))


def machine_figures(state: MachineState, device: Device, energy_unit: str = JOULE) -> list[LiveFigure]:
    """Return a device's figures, with energy in ``energy_unit`` (joules or watt hours)."""
    wanted = frozenset() if device.key == MACHINE else _OF_EVERY_GPU
    keys = [key for key in _ORDER if key in wanted or is_measured(device, key)]
    if not state.value(device.key, "swap_used"):
        keys = [key for key in keys if key != "swap_used"]  # nothing to report
    return [_figure(state, device, key, energy_unit) for key in keys]


def _figure(state: MachineState, device: Device, key: str, energy_unit: str) -> LiveFigure:
    definition = metric(key)
    match key:
        case "utilization":
            return load_figure(state, device)
        case "memory_used":
            return memory_figure(state, device)
        case "power":
            return power_figure(state, device)
        case "energy":
            return _energy_figure(state, device, energy_unit)
        case "clock":
            return reading_figure(state, device, key, tuple(TranslatableText(reason) for reason in throttling(state, device)))
    if definition is not None and definition.kind is Kind.COUNTER:
        return _rate_figure(state, device, key)
    return reading_figure(state, device, key)


def is_measured(device: Device, key: str) -> bool:
    """Return whether a metric can be measured on a device."""
    capability = device.capabilities.get(key)
    return capability is not None and capability.available


def load_figure(state: MachineState, device: Device) -> LiveFigure:
    """Return the share of time that a device was busy, over nearly a second."""
    cores = device.properties.get("processors")
    notes = (
        (TranslatableText("of 1 core") if cores == 1 else TranslatableText("of {0} cores", (str(cores),)), TranslatableText("over 1 s"))
        if cores
        else ()
    )
    figure = reading_figure(state, device, "utilization", notes)
    if device.key == MACHINE and any(other.kind is DeviceKind.GPU and other.key != NO_GPU for other in state.devices):
        figure = replace(figure, family=Family.HOST)  # on a machine with a GPU, the CPU is shown as its host
    load = state.load(device.key)
    if load is None:
        return figure
    value, unit = live_number("utilization", load)
    return replace(figure, value=value, unit=unit, share=load)


def memory_figure(state: MachineState, device: Device) -> LiveFigure:
    """Return a device's used memory, as a part of its total memory."""
    return _of_whole(
        reading_figure(state, device, "memory_used"), state.value(device.key, "memory_used"), _property(device, "memory_total")
    )


def power_figure(state: MachineState, device: Device) -> LiveFigure:
    """Return a device's power relative to its enforced limit; its mean over a second if it reports no other."""
    is_average = is_measured(device, "power_average") and not is_measured(device, "power")
    key = "power_average" if is_average else "power"
    figure = reading_figure(state, device, key, (TranslatableText("1 s average"),) if is_average else ())
    return _of_whole(replace(figure, key="power"), state.value(device.key, key), power_limit(state, device))


def power_limit(state: MachineState, device: Device) -> float | None:
    """Return a device's enforced power limit in watts: the newest reading, else the limit initially reported."""
    return state.value(device.key, "power_limit") or _property(device, "power_limit")


def _energy_figure(state: MachineState, device: Device, energy_unit: str) -> LiveFigure:
    counted = state.energy(device.key)
    if counted is None:
        return _missing(state, device, "energy")
    value, unit = live_number("energy", counted[0], energy_unit)
    lasted = TranslatableText("in {0}", (_span(counted[1], _TENTHS_BELOW_S),))
    return LiveFigure("energy", live_label("energy"), Family.POWER, value, unit, notes=(lasted,))


def _rate_figure(state: MachineState, device: Device, key: str) -> LiveFigure:
    rate = state.rate(device.key, key)
    return _missing(state, device, key) if rate is None else LiveFigure(key, live_label(key), Family.HOST, *live_rate(rate))


def reading_figure(state: MachineState, device: Device, key: str, notes: tuple[TranslatableText, ...] = ()) -> LiveFigure:
    """Return the figure of a series' newest value, or one with the reason why there is none."""
    value = state.value(device.key, key)
    if value is None:
        return _missing(state, device, key)
    number, unit = live_number(key, value)
    return LiveFigure(key, live_label(key), _family(key), number, unit, value if unit == "%" else None, notes=notes)


def _of_whole(figure: LiveFigure, value: float | None, whole: float | None) -> LiveFigure:
    if value is None or not whole:
        return figure
    return replace(figure, share=value / whole, total=live_number(figure.key, whole))


def _missing(state: MachineState, device: Device, key: str) -> LiveFigure:
    return LiveFigure(key, live_label(key), _family(key), missing=missing_reading(state, device.key, key))


def missing_reading(state: MachineState, device: str, key: str) -> MissingReading:
    """Return why a series currently has no value."""
    gap = state.gap(device, key)
    if gap is not None:
        return MissingReading(_gap_text(state, gap), gap.reason, gap.reason != ASLEEP)
    device_state = next((candidate for candidate in state.devices if candidate.key == device), None)
    capability = None if device_state is None else device_state.capabilities.get(key)
    reason = TranslatableText("no reading" if state.has_ended else "no reading yet")
    if capability is not None and not capability.available:
        reason = TranslatableText("{0}", (capability.reason,)) if capability.reason else TranslatableText("not available here")
    return MissingReading(reason, str(reason))


def silence(state: MachineState, device: Device) -> MissingReading | None:
    """Return why a device yields no readings, and for how long or since when; None if it does."""
    able = device.capabilities.values()
    if device.capabilities and not any(capability.available for capability in able):
        reason = next((capability.reason for capability in able if capability.reason), None)
        return None if reason is None else MissingReading(TranslatableText("{0}", (reason,)), reason)
    gap = state.silence(device)
    if gap is None:
        return None
    text = _gap_text(state, gap)
    if gap.reason == ASLEEP:
        return MissingReading(text, gap.reason)
    if str(text) == gap.reason:
        text = TranslatableText("{0} · since {1}", (gap.reason, _time_of_day((state.now_ns - gap.start_ns) / 1e9)))
    return MissingReading(text, gap.reason, is_bad=True)


def throttling(state: MachineState, device: Device) -> Sequence[str]:
    """Return the reasons why a device is currently throttled; empty if it is not."""
    bits = state.value(device.key, "throttle")
    return () if bits is None or not math.isfinite(bits) else throttle_reasons(int(bits))


def texts() -> Iterable[str]:
    """Yield every text of the figures that the window translates."""
    yield from LABELS.values()
    yield from ("of {0}", "of 1 core", "of {0} cores", "1 s average", "over 1 s", "in {0}")
    yield from ("no reading yet", "no reading", "not available here")
    yield from ("not answering for {0}", "{0} · since {1}", *throttle_reasons(-1))


def _gap_text(state: MachineState, gap: Gap) -> TranslatableText:
    if NOT_ANSWERING not in gap.reason:
        return TranslatableText("{0}", (gap.reason,))
    seconds = max(0, round((state.now_ns - gap.start_ns) / 1e9))
    return TranslatableText("not answering for {0}", (_span(seconds),))


def _span(seconds: float, tenths_below_s: float = 1.0) -> str:
    """Format an ongoing duration, rounded down, so that it never shows time that has not yet passed."""
    if 0 < seconds < tenths_below_s:
        return f"{math.floor(10 * seconds) / 10:.1f} s"
    whole = math.floor(seconds)
    return f"{whole} s" if whole < 60 else figures.duration(whole)


def _time_of_day(ago_s: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(time.time() - ago_s))


def _property(device: Device, key: str) -> float | None:
    value = device.properties.get(key)
    return float(value) if isinstance(value, int | float) else None


def _family(key: str) -> Family:
    definition = metric(key)
    return Family.HOST if definition is None else definition.family
