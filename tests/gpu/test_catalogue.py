"""The table of the catalogue: without a GPU the script reports that; a run of a few steps gives its row."""

from pathlib import Path

import pytest

from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import WORKLOADS
from tests.gpu import catalogue
from tests.gpu.catalogue import Entry


def test_without_a_gpu_the_script_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setattr(catalogue, "why_not", lambda: "this machine has no NVIDIA GPU")
    assert catalogue.main(["--results", str(tmp_path / "results")]) == 3
    assert capsys.readouterr() == ("", "nothing was measured: this machine has no NVIDIA GPU\n")
    assert not (tmp_path / "results").exists()


def test_every_workload_that_runs_on_a_gpu_is_in_the_table() -> None:
    listed = list(catalogue.entries())
    assert {one.key for one in listed} == {key for key, one in WORKLOADS.items() if "cuda" in one.devices}
    assert {one.note for one in listed if one.note in OPTIMIZATIONS} >= {"compile", "channels-last", "offload-half"}
    assert "--precision bf16" in " ".join(Entry("gemm").command("cuda:0"))


def test_a_row_tells_what_was_found_and_dashes_for_the_rest() -> None:
    metrics = {
        "throughput": {"value": 12345.6},
        "latency_p50": {"value": 0.0125},
        "flops": {"value": 5e14},
        "energy_per_sample": {"value": None},
    }
    found = catalogue.line(Entry("gpt", "training", note="compile"), {"state": "stopped", "metrics": metrics}, 1e15)
    assert found == ("gpt compile", "training", "1.235e+04", "12.5 ms", "–", "5e+14", "50.0 %", "stopped")
    assert catalogue.line(Entry("gemm"), {"reason": "no time was left"}, 1e15)[2:] == ("–", "–", "–", "–", "–", "no time was left")
    assert catalogue.table([found]).splitlines()[2].startswith("| gpt compile | training |")


@pytest.mark.slow
def test_a_run_is_measured_for_so_long_and_stopped(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUSCOPE_HOME", str(gpuscope_home))
    document = catalogue.measured(Entry("gemm", words=("--set", "size=64")), "cpu", 1.0)
    assert document["state"] == "stopped"
    assert document["metrics"]["flops"]["value"] > 0
