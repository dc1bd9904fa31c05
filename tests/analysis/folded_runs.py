"""Runs with a known power in each phase of a step, read by power sensors of every type."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.analysis.phase_energy import PhaseTimes, PowerSensor
from gpuscope.analysis.series import Stamps, Values
from gpuscope.core.workload_keys import STEP_PHASES

PHASES = ("data", "forward", "backward", "optimizer")
SHARES = np.array([0.20, 0.27, 0.43, 0.10])
POWER_W = np.array([110.0, 420.0, 560.0, 250.0])


@dataclass(frozen=True)
class FoldedRun:
    """The recorded data, and the true values."""

    stamps_ns: Stamps
    power_w: Values
    sensor: PowerSensor
    ends_ns: Stamps
    times: PhaseTimes
    true_j: Values


def folded_run(
    seed: int,
    step_s: float,
    window_s: float,
    period_s: float,
    *,
    seconds: float = 60.0,
    jitter: float = 0.02,
    noise_w: float = 2.0,
    drift: float = 0.0,
    read_every_s: float = 0.1,
    known_age: bool = False,
) -> FoldedRun:
    """Return a run whose sensor updates every ``period_s`` with the mean power of the last ``window_s``, and is read at 10 Hz.

    The duration of each phase varies independently. The sensor updates at an unknown phase, with a period longer than nominal by ``drift``.
    """
    random = np.random.default_rng(seed)
    steps = int(seconds / step_s)
    spent = step_s * SHARES * np.maximum(0.2, 1.0 + jitter * random.standard_normal((steps, 4)))
    knots = np.concatenate([[0.0], np.cumsum(spent.ravel())])
    joules = np.concatenate([[0.0], np.cumsum((spent * POWER_W).ravel())])
    ends = knots[4::4]
    period = period_s * (1.0 + drift)
    updated = np.arange(window_s + period * random.random(), ends[-1], period)
    means = (np.interp(updated, knots, joules) - np.interp(updated - window_s, knots, joules)) / window_s
    means += noise_w * random.standard_normal(means.size)
    read = np.arange(updated[0] + read_every_s * random.random(), ends[-1], read_every_s)
    read += 0.002 * random.random(read.size)  # a reading may be late, the sensor's update is not
    newest = np.searchsorted(updated, read, side="right") - 1
    stamps = updated[newest] if known_age else read
    timed = np.unique((np.arange(0.05, ends[-1], 0.1) / ends[-1] * steps).astype(np.int64))
    return FoldedRun(
        nanoseconds(stamps),
        means[newest],
        PowerSensor(window_s, period_s, 0.0 if known_age else None),
        nanoseconds(ends),
        PhaseTimes(PHASES, timed, spent[timed]),
        (spent * POWER_W).mean(axis=0),
    )


def stepping_run(seed: int, step_s: float, parts: Sequence[tuple[str, float, float]]) -> FoldedRun:
    """Return a run of 90 s whose steps have these parts in this order, each with its phase, share of a step and power in watts.

    Every step is timed. The sensor averages over 25 of every 100 ms.
    """
    random = np.random.default_rng(seed)
    of_parts = np.array([phase for phase, _, _ in parts])
    shares, power_w = np.array([numbers for _, *numbers in parts]).T
    spent = step_s * shares * (1.0 + 0.02 * random.standard_normal((int(90.0 / step_s), shares.size)))
    knots = np.concatenate([[0.0], np.cumsum(spent.ravel())])
    joules = np.concatenate([[0.0], np.cumsum((spent * power_w).ravel())])
    updated = np.arange(0.1 + 0.1 * random.random(), knots[-1], 0.1)
    means = (np.interp(updated, knots, joules) - np.interp(updated - 0.025, knots, joules)) / 0.025
    phases = [phase for phase in STEP_PHASES if phase in of_parts]
    return FoldedRun(
        nanoseconds(updated + 0.1 * random.random()),
        means + 2.0 * random.standard_normal(means.size),
        PowerSensor(0.025, 0.1),
        nanoseconds(knots[shares.size :: shares.size]),
        PhaseTimes(tuple(phases), np.arange(len(spent)), np.stack([spent[:, of_parts == phase].sum(axis=1) for phase in phases], axis=1)),
        np.array([(spent * power_w)[:, of_parts == phase].sum(axis=1).mean() for phase in phases]),
    )


def nanoseconds(seconds: Values) -> Stamps:
    return np.round(seconds * 1e9).astype(np.int64)
