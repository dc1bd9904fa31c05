"""Times and energies of a step's phases as metrics of the run.

The quality of the energies is "derived", not "estimated": they are computed from measured power and measured times, are part of a
measured energy, and have an interval. "Estimated" is reserved for values without a sensor. Their source states that they are statistical.
"""

import re
from collections.abc import Iterable

from gpuscope.analysis import uncertainty
from gpuscope.analysis.device_summary import POWER, device_power_sampling
from gpuscope.analysis.phase_energy import PhaseEnergy, PhaseTimes, PowerSensor, UnresolvedError, phase_energy
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import Window
from gpuscope.analysis.series import DeviceSeries, Stamps
from gpuscope.core import figures
from gpuscope.core.device import Device
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord

TIME_KEY = "phase_time_"
"""Prefix of the keys of phase times."""
_TIMED = "median of the {0} of {1} steps whose phases were timed, each for the steps around it"
_TIMED_PATTERN = re.compile(_TIMED.format(r"(\d+)", r"(\d+)"))
STEPS_TIMED = "{0} of {1} steps were timed"
"""Remark on phase times, whose sum differs from the step time if the other steps took longer or shorter."""
_MEANS = "mean of {0} observed steps, by the host's clock"
_MEANS_PATTERN = re.compile(_MEANS.format(r"\d+"))
_STATISTICAL = "statistical estimate: power folded on the step's phase"
_LEFT_OUT_MOST = 0.05
"""Maximum share of a step in none of the reported phases. That time is attributed to the phases, so it widens their intervals; above this
share a phase's energy would be more that of the rest than its own. What gpuscope times itself has no such rest."""


def phase_metrics(data: SummaryInput, window: Window | None, ends_ns: Stamps, steps: int | None) -> dict[str, Quantity]:
    """Return the time and energy of each phase of a run's steps; empty if its workload reported no phases.

    Args:
        data: The run.
        window: Window of its measured steps, from the beginning of the first.
        ends_ns: End times of the steps, as far as known.
        steps: Number of measured steps.
    """
    reports = data.phase_times
    steps_before = data.warmup_steps if data.planned_steps is not None else 1  # a command's first step only opens the window
    times = PhaseTimes.from_means(reports) if data.has_phase_means else PhaseTimes.from_reports(reports, steps_before)
    if times is None or window is None or not steps:
        return {}
    times = times.in_rounds(data.micro_batches)
    if data.has_phase_means:
        seconds, source = times.means, _MEANS.format(steps)
    else:
        seconds = times.medians
        source = _TIMED.format(times.steps.size, steps)
    by_phase = zip(times.phases, seconds, strict=True)
    metrics = {f"phase_time_{phase}": Quantity(float(time_s), "s", Quality.MEASURED, source) for phase, time_s in by_phase}
    device = next((candidate for candidate in data.devices if (candidate.key,) == data.placement.devices), None)
    series = None if device is None else data.series_of(device.key, POWER)
    if device is None or series is None:
        return metrics
    return metrics | _energies(data, device, series, window, ends_ns, steps, times)


def are_phase_means(runs: Iterable[RunRecord]) -> bool:
    """Return whether the phase times of all runs that have any are means of observed steps rather than medians of reported ones."""
    sources = [
        quantity.source for run in runs for key, quantity in run.metrics.items() if key.startswith(TIME_KEY) and not quantity.is_missing
    ]
    return bool(sources) and all(map(_MEANS_PATTERN.fullmatch, sources))


def timed_steps(runs: Iterable[RunRecord]) -> tuple[int, int] | None:
    """Return how many of the measured steps of runs were timed, and how many there were; None if all were, or it is not known."""
    timed = whole = 0
    for run in runs:
        sources = (quantity.source for key, quantity in run.metrics.items() if key.startswith(TIME_KEY))
        if match := next(filter(None, map(_TIMED_PATTERN.fullmatch, sources)), None):
            timed, whole = timed + int(match[1]), whole + int(match[2])
    return (timed, whole) if timed < whole else None


def _energies(
    data: SummaryInput, device: Device, series: DeviceSeries, window: Window, ends_ns: Stamps, steps: int, times: PhaseTimes
) -> dict[str, Quantity]:
    try:
        if ends_ns.size != steps:
            raise UnresolvedError("the ends of some steps were lost")
        left_out = 0.0 if data.planned_steps is not None else times.left_out(window[0], ends_ns)
        if left_out > _LEFT_OUT_MOST:
            covered = figures.percent(1.0 - left_out)
            raise UnresolvedError(f"the reported phases cover only {covered} of a step, and what the rest takes is not known")
        # A program may have its phases in another order, or accumulate gradients.
        is_in_order = data.planned_steps is not None
        estimate = phase_energy(*series.readings(), _sensor(data, device), window[0], ends_ns, times, is_in_order=is_in_order)
    except UnresolvedError as reason:
        keys = [*(f"phase_energy_{phase}" for phase in times.phases), *(["energy_waiting"] if "data" in times.phases else [])]
        return {key: Quantity.missing("J", str(reason), series.source) for key in keys}
    return _energy_metrics(estimate, device, series, steps, left_out)


def _sensor(data: SummaryInput, device: Device) -> PowerSensor:
    sampling = device_power_sampling(data, device)
    if sampling is None:
        raise UnresolvedError("the update period of the power sensor is unknown")
    if sampling.window_s is None:
        raise UnresolvedError("the averaging period of the power sensor is unknown")
    return PowerSensor(sampling.window_s, sampling.period_s)


def _energy_metrics(estimate: PhaseEnergy, device: Device, series: DeviceSeries, steps: int, left_out: float) -> dict[str, Quantity]:
    capability = device.capabilities.get(POWER)
    gain = None if capability is None else capability.uncertainty
    label = f" [{device.simulated}]" if device.simulated else ""
    source = f"{_STATISTICAL}, {estimate.readings} readings; {series.source}{label}"

    unplaced_j = left_out * float(estimate.energy_j.sum())

    def joules(index: int, count: int) -> Quantity:
        energy_j, statistical_j = float(estimate.energy_j[index]) * count, float(estimate.uncertainty_j[index]) * count
        whole_j = uncertainty.whole_j(energy_j, gain, statistical_j, unplaced_j * count)
        return Quantity(energy_j, "J", Quality.DERIVED, source, whole_j)

    metrics = {f"phase_energy_{phase}": joules(index, 1) for index, phase in enumerate(estimate.phases)}
    if "data" in estimate.phases:
        metrics["energy_waiting"] = joules(estimate.phases.index("data"), steps)
    return metrics
