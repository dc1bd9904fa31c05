"""The energy of a run: chosen, by source, above idle, by step and phase; and its price and carbon by the user's own factors."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core import figures
from gpuscope.core.device import RECORDER, Device, unreal_label
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.figures import display_unit, in_unit
from gpuscope.core.metric_registry import describe
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.system.settings import Settings

SOURCES = ("energy_counter", "energy_instant", "energy_average")
_LOCKED = "locks to the power sensor"
"""Part of the note on an energy that is distorted because the step time locks to the sensor's sampling (measurement.md, S10)."""
_SENSORS = ("energy", "power", "power_average")
_EACH = ("energy_per_step", "energy_per_sample", "energy_per_epoch")
RUN_KEYS = ("energy", "energy_net", *_EACH, *(f"phase_energy_{phase}" for phase in STEP_PHASES), "energy_waiting")
"""Keys of the run-level metrics that are energies, in reporting order."""
_LEAST_RANGE = 0.5
"""Minimum half width of an estimate's range, relative to the estimate."""
ASSUMPTION = "assumption"
"""The quality of values that follow from the user's own factors."""


@dataclass(frozen=True, slots=True)
class EnergyPart:
    """One energy of a run.

    Attributes:
        key: Key of the metric.
        device: Key of its device; "" for the run.
        quantity: Its value in joules, and its quality.
    """

    key: str
    device: str
    quantity: Quantity

    @property
    def label(self) -> str:
        """The metric in words, with its device if it has one."""
        label = describe(self.key)[0]
        return f"{self.device}: {figures.uncapitalized(label)}" if self.device else label


@dataclass(frozen=True, slots=True)
class Assumed:
    """A value that follows from an energy and the user's factors.

    Attributes:
        key: "price" or "carbon".
        label: In words.
        value: In ``unit``.
        unit: The currency, or "g" of CO2 equivalent.
        basis: The factors with their values.
    """

    key: str
    label: str
    value: float
    unit: str
    basis: str

    @property
    def header(self) -> str:
        """The header of its column in a file."""
        return f"{self.label} [{self.unit}] ({ASSUMPTION})".replace("₂", "2")  # scripts read it

    @property
    def shown(self) -> str:
        """The figure with its unit."""
        value, unit = (self.value / 1000, "kg") if self.unit == "g" and self.value >= 1000 else (self.value, self.unit)
        return f"{figures.significant(value)} {unit}".rstrip()


@dataclass(frozen=True, slots=True)
class EnergyAccount:
    """The energies of one run.

    Attributes:
        total: The chosen energy of the devices that the run was placed on; None if none was reported.
        sources: The energy by each source, per device.
        net: Above a named idle baseline; None without one.
        each: Energy per step, sample and epoch.
        phases: Energy of each phase of a step, by phase name.
        waiting: Energy spent waiting for data; None if it is not known.
        others: Energies of devices that the run was not placed on, and of memory.
        own_cpu_s: CPU time of gpuscope's recorder and helper, in seconds; None if it was not measured.
        window_s: Length of the measured window in seconds; None while it is not known.
        is_measurable: Whether any device of the run has a power or energy sensor.
    """

    total: Quantity | None = None
    sources: tuple[EnergyPart, ...] = ()
    net: Quantity | None = None
    each: tuple[EnergyPart, ...] = ()
    phases: tuple[tuple[str, Quantity], ...] = ()
    waiting: Quantity | None = None
    others: tuple[EnergyPart, ...] = ()
    own_cpu_s: Quantity | None = None
    window_s: float | None = None
    is_measurable: bool = False

    @property
    def is_known(self) -> bool:
        """Whether any energy is known."""
        return (self.total is not None and not self.total.is_missing) or bool(self.others or self.sources)

    @property
    def disagrees(self) -> bool:
        """Whether two sources give different energies."""
        return self.total is not None and SOURCES_DISAGREE in (self.total.reason or "")

    @property
    def is_doubtful(self) -> bool:
        """Whether the energy is missing, or is not reliable as it stands."""
        return self.total is None or self.total.is_missing or self.disagrees or _LOCKED in (self.total.reason or "")

    @property
    def is_too_short(self) -> bool:
        """Whether the energy is missing only because the run was too short."""
        from gpuscope.analysis.reduction import TOO_SHORT  # imports numpy, which a list of runs does not need

        return self.total is not None and self.total.is_missing and TOO_SHORT in (self.total.reason or "")

    def assumed(self, factors: EnergyFactors) -> tuple[Assumed, ...]:
        """Return price and carbon by the user's factors; () if the energy is missing or only estimated."""
        joules = None if self.total is None else self.total.value
        if joules is None or self.total is None or self.total.quality is Quality.ESTIMATED:
            return ()
        assumptions = []
        price, carbon, basis = factors.price(joules), factors.carbon_g(joules), f"{factors_text(factors)}{simulated_label(self.total)}"
        if price is not None:
            assumptions.append(Assumed("price", "Price", price, factors.currency, basis))
        if carbon is not None:
            assumptions.append(Assumed("carbon", "CO₂ equivalent", carbon, "g", basis))
        return tuple(assumptions)


def energy_account(record: RunRecord) -> EnergyAccount:
    """Return the energies recorded for a run."""
    metrics, of = record.metrics, {result.device.key: result.metrics for result in record.devices}
    placed = (metrics["energy"].source if "energy" in metrics else "") or ""
    return EnergyAccount(
        metrics.get("energy"),
        tuple(EnergyPart(key, device, metrics[key]) for device, metrics in of.items() for key in SOURCES if key in metrics),
        metrics.get("energy_net"),
        tuple(EnergyPart(key, "", metrics[key]) for key in _EACH if key in metrics and not metrics[key].is_missing),
        tuple(
            (phase, metrics[f"phase_energy_{phase}"])
            for phase in STEP_PHASES
            if f"phase_energy_{phase}" in metrics and not metrics[f"phase_energy_{phase}"].is_missing
        ),
        metrics.get("energy_waiting"),
        tuple(
            EnergyPart(key, device, metrics[key])
            for device, metrics in of.items()
            for key in ("energy", "memory_energy")
            if key in metrics and not metrics[key].is_missing and not (key == "energy" and f"{device}: " in placed)
        ),
        _known(of.get(RECORDER, {}).get("cpu_time")),
        record.duration_s,
        any(has_energy_sensor(result.device) for result in record.devices),
    )


def has_energy_sensor(device: Device) -> bool:
    """Return whether a device reports its power or its energy."""
    return any(key in device.capabilities and device.capabilities[key].available for key in _SENSORS)


def _known(quantity: Quantity | None) -> Quantity | None:
    return None if quantity is None or quantity.is_missing else quantity


def factor_text(value: float) -> str:
    """Return a factor as the user wrote it: ``0.3``, ``1234567``."""
    return f"{value:.12g}"


def factors_text(factors: EnergyFactors, filled: Callable[..., str] = str.format) -> str:
    """Return the user's factors with their values, as shown beside every value that depends on them; "" if there are none.

    Args:
        factors: The factors.
        filled: Fills in a template: that of the language on screen and paper, in English for files.
    """
    parts = []
    if factors.price_per_kwh is not None:
        parts.append(filled("{0} per kWh", f"{factor_text(factors.price_per_kwh)} {factors.currency}".rstrip()))
    if factors.carbon_g_per_kwh is not None:
        parts.append(filled("{0} g CO₂ per kWh", factor_text(factors.carbon_g_per_kwh)))
    if parts and factors.pue is not None:
        parts.append(f"PUE {factor_text(factors.pue)}")
    return filled("your assumption: {0}", filled(", ").join(parts)) if parts else ""


def simulated_label(quantity: Quantity) -> str:
    """Return the suffix of the source that marks values not from real hardware, " [SIMULATED]"; "" for real hardware."""
    _, bracket, label = quantity.source.rpartition(" [")
    return f"{bracket}{label}" if label.endswith("]") else ""


def quality_word(quantity: Quantity) -> str:
    """Return the quality of a value as it is shown: "measured", "derived"; "simulated" or "recorded" if it is not from real hardware."""
    label = "" if quantity.is_missing else simulated_label(quantity)
    return unreal_label(label.strip(" []")) if label else quantity.quality.value


def energy_text(quantity: Quantity, unit: str) -> str:
    """Return an energy as it is shown, in joules or watt hours; an estimate as a range or an upper bound; "–" when missing."""
    shown = in_unit(quantity, unit)
    if shown.value is None or shown.quality is not Quality.ESTIMATED:
        return figures.shown(shown)
    spread = max(shown.uncertainty or 0.0, _LEAST_RANGE * shown.value)
    low, high = shown.value - spread, shown.value + spread
    if high == 0:
        return f"~{figures.figure(0.0, shown.unit)}"
    if low <= 0:
        return f"up to {figures.figure(high, shown.unit)}"
    return f"~{figures.figure(low, shown.unit)} to {figures.figure(high, shown.unit)}"


def spread_text(quantity: Quantity, unit: str) -> str:
    """Return the uncertainty of a quantity to two digits, ``± 2.2 kJ``; "" if it is not known, or the figure is already a range."""
    shown = in_unit(quantity, unit)
    if shown.uncertainty is None or shown.quality is Quality.ESTIMATED:
        return ""
    beside = display_unit(shown.unit, [shown.uncertainty])
    return f"± {figures.significant(beside.shown(shown.uncertainty), 2)} {beside.name}".rstrip()


def assumption_document(account: EnergyAccount, factors: EnergyFactors) -> dict[str, Any]:
    """Return the member "assumptions" of a run's JSON, with the factors; {} if nothing follows from them."""
    values = {assumption.key: {"value": assumption.value, "unit": assumption.unit} for assumption in account.assumed(factors)}
    return {"assumptions": {"factors": asdict(factors), **values}} if values else {}


def assumption_rows(account: EnergyAccount, settings: Settings) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield (label, figure, "", :data:`ASSUMPTION`, factors) for each value that follows from the user's factors."""
    for assumption in account.assumed(settings.factors):
        yield assumption.label, assumption.shown, "", ASSUMPTION, assumption.basis
