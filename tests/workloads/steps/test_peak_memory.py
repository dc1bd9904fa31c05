"""Peaks of memory belong to the measured steps."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from gpuscope.workloads import outcome
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps import peak_memory
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.peak_memory import ALLOCATED, RESERVED, RESIDENT, PeakMemory
from tests.workloads.conftest import Prepare

MIB = 2**20
_PEAK = "PeakMemory(torch.device('cpu')).reached()['resident_memory_peak'].value"
_CHILD = f"import torch; from gpuscope.workloads.steps.peak_memory import PeakMemory; print({_PEAK})"
_PARENT = "import subprocess, sys; held = b'1' * 1_500_000_000; subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)"


def test_the_memory_of_the_process_that_started_it_is_not_its_own() -> None:
    shown = subprocess.run([sys.executable, "-c", _PARENT, _CHILD], check=True, capture_output=True, text=True, timeout=60)
    assert 100e6 < float(shown.stdout) < 1e9


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def take(mebibytes: int) -> None:
    torch.ones(mebibytes * MIB // 4)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not reset the peak")
def test_what_comes_before_and_after_the_steps_does_not_count(setting: Prepare) -> None:
    one = setting("gemm", steps=2, warmup_steps=1, options={"size": 8})
    take(600)
    before = resident()
    window = MeasuredLoop(one, lambda: take(200), begin=lambda: take(600)).run()
    take(600)
    peak = outcome.values(Outcome(window, {}), one)[RESIDENT]
    assert before + 190 * MIB < peak["value"] < before + 300 * MIB
    assert peak["source"] == "VmHWM"


def test_a_peak_that_cannot_be_reset_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(peak_memory, "_RESET", tmp_path / "none" / "clear_refs")
    memory = PeakMemory(torch.device("cpu"))
    memory.begin()
    assert memory.reached()[RESIDENT].source.endswith(", from the start of the process")


def test_on_a_gpu_the_allocators_peaks_begin_with_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    module = SimpleNamespace(
        empty_cache=lambda: asked.append("released"),
        reset_peak_memory_stats=lambda device: asked.append(f"reset {device}"),
        max_memory_allocated=lambda device: 100,
        max_memory_reserved=lambda device: 200,
    )
    monkeypatch.setattr(torch, "get_device_module", lambda device: module)
    memory = PeakMemory(torch.device("cuda:1"))
    memory.release()
    memory.begin()
    reached = memory.reached()
    assert asked == ["released", "reset cuda:1"]
    assert (reached[ALLOCATED].value, reached[RESERVED].value) == (100, 200)
    assert reached[ALLOCATED].source == "torch.cuda.max_memory_allocated"
