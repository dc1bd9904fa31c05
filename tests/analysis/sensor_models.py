"""Models of power sensors: the readings, at known instants, of a GPU of known true power."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.placement import Placement
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.quantity import Quality
from tests.standin.standin import Gpu

S = 1_000_000_000
EPOCH_S = 100.0
"""Time of a run's start on the curve's clock."""


@dataclass(frozen=True)
class SensorModel:
    """A power sensor: update period and averaging window in seconds."""

    period: float
    window: float
    name: str = "NVML field 186"

    @property
    def share(self) -> float:
        return min(1.0, self.window / self.period)


H100 = SensorModel(0.1, 0.025)
ADA = SensorModel(0.1, 0.1)
AVERAGING = SensorModel(0.1, 1.0, "nvmlDeviceGetPowerUsage, 1 s average")
AVERAGES = (AVERAGING.name, "NVML field 185, 1 s average power")
VOLTA = SensorModel(0.02, 0.01)
SLOW = SensorModel(0.5, 0.5)
MODELS = {"100/25": H100, "100/100": ADA, "100/1000": AVERAGING, "20/10": VOLTA, "500/500": SLOW}


def reading_stamps(seconds: float, hz: float = 10.0, jitter_s: float = 0.0, seed: int = 1) -> NDArray[np.int64]:
    """Return when readings are taken: a grid from the run's start, with a random delay each."""
    grid = np.arange(0.0, seconds, 1 / hz) + 0.0137
    late = np.random.default_rng(seed).uniform(0.0, jitter_s, grid.size)
    return np.round((grid + late) * 1e9).astype(np.int64)


def power_series(
    gpu: Gpu, model: SensorModel, stamps: NDArray[np.int64], key: str = "power", period_s: float | None = None
) -> DeviceSeries:
    """Return the sensor's values at those instants: the mean over its window, up to its last update."""
    shown = [_mean(gpu, _last_update(t, model.period), model.window) for t in stamps / 1e9]
    return DeviceSeries("gpu:0", key, stamps, stamps, np.array(shown), Quality.MEASURED, model.name, period_s)


def counter_series(gpu: Gpu, model: SensorModel, stamps: NDArray[np.int64], period_s: float | None = None) -> DeviceSeries:
    """Return the values of the cumulative counter, in whole millijoules."""
    shown = [round(1000 * (5000 + gpu.energy_j(_last_update(t, model.period)))) / 1000 for t in stamps / 1e9]
    return DeviceSeries("gpu:0", "energy", stamps, stamps, np.array(shown), Quality.MEASURED, "NVML field 83", period_s)


def true_energy_j(gpu: Gpu, start_s: float, end_s: float) -> float:
    """Return the energy between two instants of the run."""
    return gpu.energy_j(EPOCH_S + end_s) - gpu.energy_j(EPOCH_S + start_s)


def run_of(*series: DeviceSeries, window_s: tuple[float, float] = (3.0, 33.0), share: float | None = None, **more: object) -> SummaryInput:
    """Return a workload's run on one GPU with the given readings."""
    able = {
        one.metric: Capability(
            True, one.source, one.period_s, sampled_share=share, uncertainty=0.07, window_s=1.0 if one.source in AVERAGES else None
        )
        for one in series
    }
    device = Device("gpu:0", DeviceKind.GPU, "A card", "GPU-1", {"driver_version": "580"}, able)
    start, end = (round(at * S) for at in window_s)
    known: dict[str, object] = {"devices": (device,), "placement": Placement(("gpu:0",)), "window": (start, end), "series": series}
    known |= {"planned_steps": 300, "counted_steps": 300}
    return SummaryInput(**{**known, **more})  # type: ignore[arg-type]


def _last_update(t_s: float, period: float) -> float:
    return EPOCH_S + np.floor(t_s / period) * period


def _mean(gpu: Gpu, until_s: float, window: float) -> float:
    return round(1000 * (gpu.energy_j(until_s) - gpu.energy_j(until_s - window)) / window) / 1000
