"""The measurements on an NVIDIA GPU; without a GPU, that the script reports it, and that its plumbing works."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.sensors.recording_file import RecordingReader
from tests.gpu import measure
from tests.gpu.bench import Load
from tests.gpu.measurements import WITH_LOAD, Bench, bare_idle
from tests.gpu.window_fit import window_s
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Gpu, Standin

__all__ = ["standin"]
needs_gpu = pytest.mark.skipif(measure.why_not() is not None, reason=measure.why_not() or "")


@pytest.fixture(scope="module")
def load() -> Iterator[Load]:
    with Load("cuda:0") as one:
        yield one


@pytest.mark.gpu
@pytest.mark.slow
@needs_gpu
def test_bare_idle() -> None:
    (row,) = bare_idle(Bench("cuda:0"))
    assert row.value is not None
    assert row.value > 0


@pytest.mark.gpu
@pytest.mark.slow
@needs_gpu
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", WITH_LOAD)
def test_what_is_assumed_of_the_gpu_holds(name: str, load: Load) -> None:
    rows = WITH_LOAD[name](Bench("cuda:0"), load)
    assert [row for row in rows if row.met is False] == []


@pytest.mark.gpu
@pytest.mark.slow
@needs_gpu
@pytest.mark.timeout(240)
def test_the_recordings_are_small(tmp_path: Path, load: Load) -> None:
    assert [row for row in measure.recorded(tmp_path, load, measure.RECORDED_S) if not row.met] == []


def test_without_a_gpu_the_script_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setattr(measure, "why_not", lambda: "this machine has no NVIDIA GPU")
    assert measure.main(["--results", str(tmp_path / "results")]) == 3
    assert capsys.readouterr() == ("", "nothing was measured: this machine has no NVIDIA GPU\n")
    assert not (tmp_path / "results").exists()


def test_a_stand_in_gives_no_results(standin: PlacedStandin) -> None:
    assert "stand-in" in (measure.why_not() or "")


def test_the_recordings_of_a_dry_run_can_be_read(standin: PlacedStandin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "RECORDINGS", {"gemm": ("gemm", {})})
    with Load("dry") as dry:
        (row,) = measure.recorded(tmp_path / "recordings", dry, 0.5)
    assert row.met
    reader = RecordingReader(tmp_path / "recordings" / "gemm.jsonl.gz")
    assert {type(event).__name__ for event in reader.events()} == {"Hello", "Sample"}
    reader.close()


def test_recordings_for_which_no_time_is_left_are_told(tmp_path: Path) -> None:
    rows = measure.recorded(tmp_path, None, 8.0, 0.0)  # type: ignore[arg-type]  # it is not asked for anything
    assert [(row.met, row.detail) for row in rows] == [(False, "no time was left")] * len(measure.RECORDINGS)
    assert list(tmp_path.iterdir()) == []


def test_a_load_that_fails_or_is_left_alone_costs_none_after_it() -> None:
    with Load("dry") as dry:
        with pytest.raises(RuntimeError, match="the load failed: KeyError: 'period_s'"):
            dry.do("waves", 0.1)
        dry.ask("gemm", 0.05)  # its answer is not taken
        assert dry.do("facts")["name"] == "dry"


def test_the_window_of_a_sensor_is_found() -> None:
    import numpy as np

    machine = Standin(gpus=(Gpu(curve="square", low=100, high=600, period=0.237),), epoch=0)
    gpu, updates = machine.gpus[0], np.arange(1.0, 20.0, 0.1)
    shown = np.array([(gpu.energy_j(t) - gpu.energy_j(t - 0.025)) / 0.025 for t in updates])
    spans = [(index * gpu.period, (index + 0.5) * gpu.period) for index in range(100)]
    found, explained = window_s(updates, shown, spans)
    assert found == 0.025
    assert explained > 0.99


@pytest.mark.slow
def test_a_dry_run_goes_through_and_writes_nothing(
    standin: PlacedStandin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("GPUSCOPE_HOME", str(tmp_path))
    measure.main(["--dry-run", "--results", str(tmp_path / "results")])
    out, err = capsys.readouterr()
    assert out.startswith("STAND-IN, no results: stand-in NVML")
    assert "Traceback" not in err
    assert not (tmp_path / "results").exists()
