"""Alert rules: watched quantity, limit and duration; parsed from user input and formatted as text and sentences.

temperature>85            power>300W for 30s          gpu:1/memory_used>70GiB       gpu/utilization<10% for 5min
throttling for 10s        loss nan                    silence>10min
"""

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.device_metrics import DEVICE_METRICS, SHARES
from gpuscope.core.errors import UsageError
from gpuscope.core.metric import Kind, Metric

THROTTLING, LOSS, SILENCE = "throttling", "loss", "silence"
OF_RUNS = frozenset({LOSS, SILENCE})
"""Quantities that exist only for a run."""
ALERT_PREFIX = "Alert: "
"""Prefix of the text of a fired alert, in a run's log and marks."""
TRIAL_ALERT = ALERT_PREFIX + "this is a test"
"""Text of an alert that the user tries: the same on the desktop and for the command."""
_GAUGES: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in DEVICE_METRICS if metric.kind is Kind.GAUGE})
QUANTITIES = (*_GAUGES, THROTTLING, LOSS, SILENCE)
"""All quantities that a rule can watch."""
_UNITS: Mapping[str, Mapping[str, float]] = {
    "°C": {"": 1.0, "C": 1.0, "°C": 1.0},
    "W": {"": 1.0, "W": 1.0, "mW": 1e-3, "kW": 1e3},
    "Hz": {"MHz": 1e6, "GHz": 1e9, "Hz": 1.0},
    "B": {"MB": 1e6, "GB": 1e9, "MiB": 2.0**20, "GiB": 2.0**30, "B": 1.0},
    "B/s": {"MB/s": 1e6, "GB/s": 1e9, "MiB/s": 2.0**20, "GiB/s": 2.0**30},
    "%": {"%": 0.01, "": 0.01},
    "s": {"s": 1.0, "min": 60.0, "h": 3600.0},
    "1": {"": 1.0},
}
"""Factors from written units to SI units; shares are written in per cent."""
_RULE = re.compile(
    r"(?:(?P<device>[a-z]+(?::\d+)?)/)?(?P<quantity>[a-z][a-z_ ]*?)\s*"
    r"(?:(?P<sign>[<>])\s*(?P<number>[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(?P<unit>[^\s\d]*)|\s(?P<nan>nan|NaN))?"
    r"(?:\s+for\s+(?P<time>\d+(?:\.\d+)?)\s*(?P<time_unit>s|min|h))?",
)
_EXAMPLE = "For example: 'temperature>85', 'power>300W for 30s', 'throttling', 'loss nan', 'silence>10min'."
_LONGEST_RULE = 200
"""Characters, far above any rule's length; limits what the pattern has to search."""


class Beyond(StrEnum):
    """The condition under which a value violates a rule's limit."""

    ABOVE = ">"
    BELOW = "<"
    NOT_A_NUMBER = "nan"
    HOLDS = ""
    """The state itself is the condition: throttling."""


@dataclass(frozen=True, slots=True)
class AlertRule:
    """An alert rule.

    Attributes:
        quantity: The watched quantity, one of :data:`QUANTITIES`.
        beyond: How values are compared with the limit.
        limit: Limit in the quantity's SI unit (seconds for silence); NaN if there is none.
        device: Key of a device, "gpu" for each GPU; "" for every device that measures the quantity.
        for_s: Time in seconds that the value must stay beyond the limit before the alert fires.
    """

    quantity: str
    beyond: Beyond
    limit: float = math.nan
    device: str = ""
    for_s: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a rule; limit and duration of silence are both times without a step, so they become one.

        Raises:
            UsageError: The text is not a valid rule.
        """
        match = _RULE.fullmatch(text.strip()) if len(text) <= _LONGEST_RULE else None
        if match is None:
            raise UsageError(f"{text[:60]!r} is not an alert rule", _EXAMPLE)
        quantity = re.sub(r"\s+", "_", match["quantity"])
        if quantity not in QUANTITIES:
            raise UsageError(f"{quantity!r} is not a quantity that an alert can watch", f"These can be: {', '.join(QUANTITIES)}.")
        rule = cls(quantity, *_limit(quantity, match, text), match["device"] or "", _seconds(match["time"], match["time_unit"]))
        _refuse_misfit(rule, text)
        return rule if quantity != SILENCE else cls(SILENCE, Beyond.ABOVE, rule.for_s + (0.0 if math.isnan(rule.limit) else rule.limit))

    @property
    def metric(self) -> str:
        """Key of the watched device metric; "" for a quantity that the workload reports."""
        return "throttle" if self.quantity == THROTTLING else "" if self.quantity in OF_RUNS else self.quantity

    @property
    def text(self) -> str:
        """The rule in the syntax that :meth:`parse` accepts."""
        limit = "" if math.isnan(self.limit) else f"{self.beyond.value}{_written(self.quantity, self.limit)}"
        beyond = " nan" if self.beyond is Beyond.NOT_A_NUMBER else limit
        lasting = " for " + _plain_seconds(self.for_s) if self.for_s else ""
        return f"{self.device + '/' if self.device else ''}{self.quantity}{beyond}{lasting}"

    @property
    def sentence(self) -> str:
        """The rule in words, as one sentence."""
        condition = _condition_text(self, self.device)
        return f"{condition} for at least {_span(self.for_s)}" if self.for_s else condition

    def fired_text(self, device: str, value: float) -> str:
        """Return the text shown when the alert fires.

        Args:
            device: Key of the device, with its label if it is simulated; "" for no device.
            value: The value in SI units; NaN for none.
        """
        parts = [ALERT_PREFIX + _condition_text(self, device="")]
        if self.for_s:
            parts.append(f"for {_span(self.for_s)} now")
        if device:
            is_told = not math.isnan(value) and self.quantity != THROTTLING
            parts.append(f"{device} has reached {shown(self.quantity, value, self.limit)}" if is_told else device)
        return "; ".join(parts)

    def series(self, devices: Collection[Device]) -> dict[str, str]:
        """Return the watched metric for each device that can measure it, by device key.

        If a device reports only the 1 s average of its power, that is watched.
        """
        watched: dict[str, str] = {}
        for device in filter(self._concerns, devices):
            for key in (self.metric, *(["power_average"] if self.metric == "power" else [])):
                capability = device.capabilities.get(key)
                if capability is not None and capability.available:
                    watched.setdefault(device.key, key)
        return watched

    def unmeasured(self, devices: Collection[Device]) -> tuple[str, str] | None:
        """Return (why none of the devices can measure it, what to do); None if one can, or if the workload reports the quantity."""
        if not self.metric or self.series(devices):
            return None
        concerned = [device for device in devices if self._concerns(device)]
        if not concerned:
            available = [device.key for device in devices if any(capability.available for capability in device.capabilities.values())]
            absent = "there is no GPU here" if self.device == "gpu" else f"there is no device {self.device!r} here"
            return absent, f"There are: {', '.join(available)}."
        named = [device.capabilities[self.metric] for device in concerned if self.metric in device.capabilities]
        able = sorted(named, key=lambda capability: capability.reason is None)
        if not able or able[0].reason is None:
            return "no sensor of this machine measures it", "'gpuscope devices' lists what is measured."
        return able[0].reason, able[0].cure or ""

    def _concerns(self, device: Device) -> bool:
        if self.device in ("", "gpu"):
            return not self.device or device.kind is DeviceKind.GPU
        return device.key == self.device


def shown(quantity: str, value: float, limit: float = math.nan) -> str:
    """Return a value formatted for people, with its unit, and so that it does not read as the limit that it is beyond."""
    if quantity == SILENCE:
        return _span(value)
    unit = figures.display_unit(_GAUGES[quantity].unit if quantity in _GAUGES else "1", [value], share=quantity in SHARES)
    return figures.beside_limit(value, limit, unit).with_name(value)


def shown_limit(rule: AlertRule) -> str:
    """Return a rule's limit in full precision, with its unit."""
    if rule.quantity == SILENCE:
        return _span(rule.limit)
    unit = written_unit(rule.quantity)
    return f"{rule.limit / _UNITS[_unit_kind(rule.quantity)][unit]:.12g} {unit}".strip()


def label(quantity: str) -> str:
    """Return the display name of a quantity."""
    return (
        _GAUGES[quantity].label
        if quantity in _GAUGES
        else {THROTTLING: "Throttling", LOSS: "Loss", SILENCE: "Time without a step"}[quantity]
    )


def written_unit(quantity: str) -> str:
    """Return the unit in which a limit of a quantity is usually written; "" for none."""
    return {"°C": "°C", "W": "W", "Hz": "MHz", "B": "GiB", "B/s": "MiB/s", "%": "%", "s": "min"}.get(_unit_kind(quantity), "")


def margin(quantity: str, limit: float) -> float:
    """Return the hysteresis before an alert may fire again: 3 °C for temperatures, otherwise 3 % of the limit.

    Near a limit, a temperature fluctuates by one or two degrees and power by about a per cent; a smaller margin would fire on each swing.
    """
    return 3.0 if _unit_kind(quantity) == "°C" else 0.03 * abs(limit)


def _condition_text(rule: AlertRule, device: str) -> str:
    """Return the condition in words, of a device, of any GPU ("gpu") or, if ``device`` is "", of none in particular."""
    name, limit = label(rule.quantity), shown_limit(rule)
    anywhere, any_gpu, there = "", "", ""
    match rule.beyond:
        case Beyond.HOLDS:
            anywhere, any_gpu, there = "The clock is throttled", "The clock of any GPU is throttled", f"The clock of {device} is throttled"
        case Beyond.NOT_A_NUMBER:
            anywhere = "The loss is not a finite number"
        case Beyond.ABOVE if rule.quantity == SILENCE:
            anywhere = f"No step has ended for {_span(rule.limit)}"
        case Beyond.ABOVE:
            anywhere = f"{name} rises above {limit}"
            any_gpu, there = f"{name} of any GPU rises above {limit}", f"{name} of {device} rises above {limit}"
        case Beyond.BELOW:
            anywhere = f"{name} falls below {limit}"
            any_gpu, there = f"{name} of any GPU falls below {limit}", f"{name} of {device} falls below {limit}"
    return {"": anywhere, "gpu": any_gpu}.get(device, there)


def _span(seconds: float) -> str:
    """Return a user-set time in the largest unit that divides it evenly: "2 h", "5 min"."""
    for name, size in (("h", 3600.0), ("min", 60.0)):
        if seconds >= size and not seconds % size:
            return f"{seconds / size:g} {name}"
    return f"{seconds:g} s" if seconds < 60 else figures.duration(seconds)


def _unit_kind(quantity: str) -> str:
    if quantity == SILENCE:
        return "s"
    if quantity in SHARES:
        return "%"
    return _GAUGES[quantity].unit if quantity in _GAUGES else "1"


def _limit(quantity: str, match: re.Match[str], text: str) -> tuple[Beyond, float]:
    if match["nan"]:
        return Beyond.NOT_A_NUMBER, math.nan
    if match["sign"] is None:
        return Beyond.HOLDS, math.nan
    units = _UNITS[_unit_kind(quantity)]
    if match["unit"] not in units:
        named = figures.listed([unit for unit in units if unit])
        raise UsageError(f"{text[:60]!r}: {quantity} has a limit in {named or 'no unit'}", _EXAMPLE)
    return Beyond(match["sign"]), float(match["number"]) * units[match["unit"]]


def _refuse_misfit(rule: AlertRule, text: str) -> None:
    has_limit, shown_text = not math.isnan(rule.limit), f"{text[:60]!r}"
    if has_limit and not math.isfinite(rule.limit):
        raise UsageError(f"{shown_text}: the limit is not a finite number", _EXAMPLE)
    if rule.quantity == SILENCE:
        if rule.beyond not in (Beyond.ABOVE, Beyond.HOLDS) or rule.device or not max(rule.for_s, rule.limit if has_limit else 0.0) > 0:
            raise UsageError(f"{shown_text}: silence needs a time", "For example: 'silence>10min'.")
    elif rule.quantity == THROTTLING:
        if rule.beyond is not Beyond.HOLDS:
            raise UsageError(f"{shown_text}: throttling takes no limit, it is there or not", "For example: 'throttling for 10s'.")
    elif rule.beyond is Beyond.NOT_A_NUMBER:
        if rule.quantity != LOSS:
            raise UsageError(f"{shown_text}: only the loss can be watched for NaN", _EXAMPLE)
    elif not has_limit:
        raise UsageError(f"{shown_text}: {rule.quantity} needs a limit", f"Write {rule.quantity}> or < and the limit. {_EXAMPLE}")
    if rule.quantity == LOSS and rule.device:
        raise UsageError(f"{shown_text}: the loss is reported by the workload, not by a device", "For example: 'loss nan'.")


def _plain_seconds(seconds: float) -> str:
    """Return a time as a rule writes it: in full, since an exponent could not be read again."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + "s"


def _seconds(number: str | None, unit: str | None) -> float:
    return 0.0 if number is None else float(number) * _UNITS["s"][unit or "s"]


def _written(quantity: str, limit: float) -> str:
    unit = written_unit(quantity)
    scale = _UNITS[_unit_kind(quantity)][unit]
    if quantity == SILENCE and limit % 60:
        return _plain_seconds(limit)
    return f"{limit / scale:.12g}{'' if unit == '°C' else unit}"
