"""Accuracy of energies from a helper that is made to stutter: energies use the actual timestamps of its readings.

The helper is repeatedly stopped (SIGSTOP) at random for up to two sampling intervals, over stand-in GPUs of known power.
"""

import os
import random
import select
import signal
import tempfile
import time
from pathlib import Path

import numpy as np

from gpuscope.analysis.energy import counter_energy
from gpuscope.analysis.power_integral import power_energy, power_sampling
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.event import Event, Sample
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from tests.benchmarks.row import Row
from tests.standin.standin import Gpu, Standin, build, compiler, environment

WINDOW_S = 30.0
EDGE_S = 3.0
LIMIT = 2.0
"""Percent of the true energy (measurement.md, Proof)."""
STOPPED_S, FREE_S = (0.02, 0.19), (0.05, 0.6)
UPDATE_S = 0.1
GPUS = {
    "a ramp, all of the time sampled": Gpu(curve="ramp", low=80, high=650, period=11, update=UPDATE_S, window=UPDATE_S),
    "a square wave, 25 % of the time sampled": Gpu(curve="square", low=80, high=650, period=1.37, update=UPDATE_S, window=UPDATE_S / 4),
}


def rows(window_s: float = WINDOW_S) -> list[Row]:
    """Measure the counter and integral energies of both GPUs against their true energy."""
    if compiler() is None:
        return [Row("energy from a helper that stutters", None, "%", f"<= {LIMIT:g}", None, "no C compiler for the stand-in NVML")]
    with tempfile.TemporaryDirectory() as folder:
        machine = Standin(gpus=tuple(GPUS.values()))
        variables = placed(Path(folder), machine)
        before = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            samples, calls = stuttering(2 * EDGE_S + window_s)
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
    return [row for index, words in enumerate(GPUS) for row in rows_of(machine, index, words, samples, calls, window_s)]


def placed(folder: Path, machine: Standin) -> dict[str, str]:
    """Return the environment variables that make a helper load the stand-in."""
    machine.write(folder / "standin.conf")
    return {**environment(build(folder), folder / "standin.conf"), "GPUSCOPE_HOME": str(folder)}


def stuttering(seconds: float) -> tuple[list[Sample], dict[str, tuple[str, ...]]]:
    """Own a helper for a while and stop it at random; return its samples, and the metrics of each call."""
    supervisor = SensorSupervisor(only="nvml")
    supervisor.start()
    events: list[Event] = []
    chance = random.Random(0)
    try:
        while not supervisor.ready:
            heard(supervisor, events, 0.1)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            heard(supervisor, events, chance.uniform(*FREE_S))
            assert supervisor.pid is not None, "the helper ended"
            os.kill(supervisor.pid, signal.SIGSTOP)
            time.sleep(chance.uniform(*STOPPED_S))
            os.kill(supervisor.pid, signal.SIGCONT)
        calls = {name: tuple(metric for _, metric in series) for name, series in supervisor.calls.items()}
    finally:
        supervisor.stop()
    return [event for event in events if isinstance(event, Sample)], calls


def heard(supervisor: SensorSupervisor, events: list[Event], seconds: float) -> None:
    """Collect events for the given time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        descriptor = supervisor.fileno()
        select.select([] if descriptor is None else [descriptor], [], [], min(left, 0.1))
        events += supervisor.tick(time.monotonic_ns())


def rows_of(
    machine: Standin, index: int, words: str, samples: list[Sample], calls: dict[str, tuple[str, ...]], window_s: float
) -> list[Row]:
    """Compare one GPU's counter and integral energies with its true energy."""
    call = f"nvml.fields:gpu:{index}"
    mine = [sample for sample in samples if sample.call == call]
    origin = mine[0].before_ns
    window = (round(EDGE_S * 1e9), round((EDGE_S + window_s) * 1e9))
    start_s, end_s = ((origin + edge - machine.epoch) * 1e-9 for edge in window)
    truth = machine.gpus[index].energy_j(end_s) - machine.gpus[index].energy_j(start_s)
    energy, power = (series(mine, origin, calls[call].index(metric), metric) for metric in ("energy", "power"))
    share = machine.gpus[index].window / UPDATE_S
    intervals_ms = np.diff(power.stamps_ns[(power.stamps_ns >= window[0]) & (power.stamps_ns < window[1])]) * 1e-6
    jitter = f"intervals {np.quantile(intervals_ms, 0.01):.0f} to {np.quantile(intervals_ms, 0.99):.0f} ms (1 % to 99 %)"
    found = {"counter": counter_energy(energy, window), "integral": power_energy(power, window, power_sampling(power, share))}
    return [row_of(f"energy error of the {kind} from a helper that stutters, {words}", one, truth, jitter) for kind, one in found.items()]


def series(samples: list[Sample], origin_ns: int, index: int, metric: str) -> DeviceSeries:
    """Return one metric's readings with their own timestamps."""
    before, after = (np.array([getattr(one, name) - origin_ns for one in samples], np.int64) for name in ("before_ns", "after_ns"))
    values = np.array([np.nan if one.values[index] is None else one.values[index] for one in samples], np.float64)
    return DeviceSeries("gpu", metric, before, after, values, Quality.MEASURED, "stand-in NVML", UPDATE_S)


def row_of(name: str, found: Quantity, truth_j: float, jitter: str) -> Row:
    """Return the error against the truth in percent; a missing energy misses the target."""
    if found.value is None:
        return Row(name, None, "%", f"<= {LIMIT:g}", False, f"{found.reason}; {jitter}")
    error = 100 * abs(found.value / truth_j - 1)
    return Row(name, error, "%", f"<= {LIMIT:g}", error <= LIMIT, f"{found.value:,.0f} J of {truth_j:,.0f} J; {jitter}")
