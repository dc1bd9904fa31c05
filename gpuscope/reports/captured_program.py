"""What a stored run records about its captured program: source folders, power draw of its device, settings that can be changed."""

from collections.abc import Sequence
from pathlib import Path

from gpuscope.analysis.bottleneck_cures import change_for
from gpuscope.analysis.placement import gpus_of, recorded_placement
from gpuscope.core.run import RunRecord
from gpuscope.profiles.advice import Program
from gpuscope.profiles.roofline import Ceilings


def captured_program(record: RunRecord, ceilings: Sequence[Ceilings] = ()) -> Program:
    """Return what a run records about its program, together with the ceilings of its machine."""

    def change(sentences: Sequence[str]) -> str:
        cure = change_for(sentences, record.spec)
        return "" if cure is None else f"{record.spec.workload} {cure.arguments}"

    scripts = [Path(argument).absolute().parent for argument in record.spec.command if argument.endswith(".py")]
    return Program((*dict.fromkeys((*scripts, Path.cwd())),), _power_w(record), change, ceilings, _step_s(record))


def _step_s(record: RunRecord) -> float | None:
    """Return the mean duration of a run's steps without those that a profiler recorded, in seconds; None if it is not known."""
    rate = record.metrics.get("step_rate")
    return None if rate is None or not rate.value else 1.0 / rate.value


def _power_w(record: RunRecord) -> float | None:
    """Return the mean power of the device that a run used; None if it used several: the capture does not say how they share the work."""
    placed = recorded_placement(record).devices
    used = [result for result in record.devices if result.device.key in placed] if placed else gpus_of(record)
    real = [result for result in used if result.device.simulated is None]
    if len(real) != 1:
        return None
    return next((power.value for key in ("power_mean", "power_average_mean") if (power := real[0].metrics.get(key)) is not None), None)
