"""Definitions of a run's energy metrics, one number each: chosen source, each source, above idle, per step and per phase."""

from gpuscope.core.metric import Better, Family, Kind, Metric
from gpuscope.core.workload_keys import STEP_PHASES

_L = Better.LOWER

ENERGY_METRICS: tuple[Metric, ...] = (
    Metric("energy", "Energy", "J", _L, Family.POWER, "Energy of the devices that the run was placed on.", kind=Kind.COUNTER),
    Metric("energy_per_sample", "Energy per sample", "J", _L, Family.POWER, "Energy divided by the samples of the measured steps."),
    Metric("energy_per_step", "Energy per step", "J", _L, Family.POWER, "Energy divided by the number of measured steps; an average."),
    Metric("energy_per_epoch", "Energy per epoch", "J", _L, Family.POWER, "Energy of as many samples as the data has."),
    Metric(
        "energy_net",
        "Energy above idle",
        "J",
        _L,
        Family.POWER,
        "Energy minus what the devices draw when idle, by the baseline named with it; missing below a fifth of the energy.",
    ),
    Metric(
        "energy_counter",
        "Energy by the counter",
        "J",
        _L,
        Family.POWER,
        "Difference of the device's cumulative counter over the window, straight lines between its updates.",
    ),
    Metric(
        "energy_instant",
        "Energy by instantaneous power",
        "J",
        _L,
        Family.POWER,
        "Integral of the instantaneous power over the window; the sensor may sample only part of the time.",
    ),
    Metric(
        "energy_average",
        "Energy by average power",
        "J",
        _L,
        Family.POWER,
        "Integral of the power that the device averages over a second, moved back by half of it.",
    ),
    *(
        Metric(
            f"phase_time_{phase}",
            f"Step time, {phase}",
            "s",
            _L,
            Family.THROUGHPUT,
            f"Time that a step spends on {activity}: the median of those measured steps whose phases were timed.",
        )
        for phase, activity in STEP_PHASES.items()
    ),
    *(
        Metric(
            f"phase_energy_{phase}",
            f"Energy per step, {phase}",
            "J",
            _L,
            Family.POWER,
            f"Energy that a step spends on {activity}: a statistical estimate from many power readings and the times of the phases.",
        )
        for phase, activity in STEP_PHASES.items()
    ),
    Metric(
        "energy_waiting",
        "Energy while waiting for data",
        "J",
        _L,
        Family.POWER,
        "Energy that the measured steps spent while waiting for their batches: a statistical estimate, part of the run's energy.",
    ),
)
