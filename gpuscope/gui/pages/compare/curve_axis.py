"""What the curves of a comparison are drawn over, and where the instants of a run lie on it."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun

_MOST_PLACES = 20_000
"""Of a run's places on an axis that are kept: more than any screen has columns."""

_POWERS = ("power", "power_average")


class CurveAxis(StrEnum):
    """The axis of the curves, from the start of a run's measured window."""

    TIME = "time"
    STEPS = "steps"
    SAMPLES = "samples"
    ENERGY = "energy"


@dataclass(frozen=True, slots=True, eq=False)
class AxisPlaces:
    """Where the instants of a run lie on an axis; straight lines between them.

    Attributes:
        times: Seconds from the window's start, float64 [n], ascending.
        places: Measured steps, samples or joules by then, float64 [n], never descending.
    """

    times: Floats
    places: Floats

    @classmethod
    def thinned(cls, times: Floats, places: Floats) -> "AxisPlaces":
        """Return places of which not more are kept than can be drawn, the last one among them."""
        stride = -(-times.size // _MOST_PLACES)
        kept = np.append(np.arange(0, times.size - 1, stride), times.size - 1) if stride > 1 else slice(None)
        return cls(times[kept], places[kept])

    def at(self, times: Floats) -> Floats:
        """Return the places of other instants."""
        return np.interp(times, self.times, self.places)


def axis_places(data: ShownRun, start_s: float) -> dict[CurveAxis, AxisPlaces]:
    """Return the places of a run on every axis but time, as far as they are known.

    Args:
        data: The run.
        start_s: Start of its measured window, in seconds from the run's start.
    """
    axes = {}
    ends = data.step_ends()
    if ends.size:
        counts = data.step_counts()[: ends.size] - float(data.step_at(start_s))
        axes[CurveAxis.STEPS] = AxisPlaces.thinned(ends - start_s, counts)
        if samples := data.progress.samples_per_step:
            steps = axes[CurveAxis.STEPS]
            axes[CurveAxis.SAMPLES] = AxisPlaces(steps.times, steps.places * samples)
    energy = _energy_places(data, start_s)
    if energy is not None:
        axes[CurveAxis.ENERGY] = energy
    return axes


def _energy_places(data: ShownRun, start_s: float) -> AxisPlaces | None:
    """Return the joules by each instant, of the devices that the run's energy is the sum of; None where it has none."""
    curves = [curve for device in _metered(data) if (curve := _energy_curve(data, device)) is not None]
    if not curves:
        return None
    times = max((times for times, _ in curves), key=lambda column: column.size)
    joules = np.sum([np.interp(times, *curve) for curve in curves], axis=0)
    joules -= np.interp(start_s, times, joules)
    return AxisPlaces.thinned(times - start_s, joules)


def axis_series(data: ShownRun) -> set[tuple[str, str]]:
    """Return the (device, metric) of the readings from which places may follow."""
    return {(device, key) for device in _metered(data) for key in ("energy", *_POWERS)}


def _metered(data: ShownRun) -> list[str]:
    energy = data.record.metrics.get("energy") if data.record is not None else None
    source = energy.source if energy is not None and energy.value is not None else ""
    return [device.key for device in data.devices if f"{device.key}: " in source]


def _energy_curve(data: ShownRun, device: str) -> tuple[Floats, Floats] | None:
    """Return (seconds, joules) of a device: its counter, else its power summed up."""
    times, counted = _finite(*data.series(device, "energy"))
    if times.size > 1:
        return times, np.maximum.accumulate(counted)
    for key in _POWERS:
        times, watts = _finite(*data.series(device, key))
        if times.size > 1:
            return times, np.concatenate([[0.0], np.cumsum(np.diff(times) * (watts[1:] + watts[:-1]) / 2.0)])
    return None


def _finite(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    known = np.isfinite(values)
    return times[known], values[known]
