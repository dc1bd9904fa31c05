"""Energy sources that disagreed are remembered for the device until a run shows that they agree."""

from collections.abc import Callable
from pathlib import Path

from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import results
from gpuscope.recording.results import note_sources
from gpuscope.sensors.nvml import NvmlBackend
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from tests.analysis.records import measured
from tests.standin.fixtures import PlacedStandin, fresh_pynvml, standin  # noqa: F401 - fixtures

APART = "sources disagree: counter 187 J, integral 327 J"


def energies(reason: str | None, instant: Quantity | None = None) -> dict[str, Quantity]:
    return {
        "energy": measured(187.0, "J", reason=reason),
        "energy_counter": measured(187.0, "J"),
        "energy_instant": instant or measured(327.0, "J"),
    }


def energy_note() -> str:
    backend = NvmlBackend()
    backend.open()
    note = backend.devices()[0].capabilities["energy"].note
    backend.close()
    return note or ""


def test_a_device_whose_sources_disagreed_says_so_until_a_run_shows_otherwise(
    standin: PlacedStandin,  # noqa: F811
    fresh_pynvml: Callable[[], None],  # noqa: F811
    gpuscope_home: Path,
) -> None:
    backend = NvmlBackend()
    backend.open()
    device = backend.devices()[0]
    backend.close()
    note_sources(DeviceNotes(), [DeviceResult(device, energies(f"read now and then; {APART}"))], 30.0)
    assert f"{APART} (in a run on 20" in energy_note()
    for metrics, window_s in ((energies(None), 9.0), (energies(None, Quantity.missing("J", "gaps")), 30.0), (energies(None), None)):
        note_sources(DeviceNotes(), [DeviceResult(device, metrics)], window_s)
        assert APART in energy_note()
    note_sources(DeviceNotes(), [DeviceResult(device, energies(None))], 30.0)
    assert "disagree" not in energy_note()


def test_the_micro_batches_of_a_step_are_known_by_the_names_of_optimizations() -> None:
    found = {key: results._micro_batches(RunSpec("cifar-cnn", optimize=f"{key},fused-optimizer")) for key in OPTIMIZATIONS}
    assert found == {key: made().micro_batches for key, made in OPTIMIZATIONS.items()}
    assert set(found.values()) == {1, 4}
    assert results._micro_batches(RunSpec("command", command=("true",))) == 1
