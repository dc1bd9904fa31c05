"""A profile that may become large requires confirmation before it is recorded."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.event import Capture
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.recording.capture_size import CaptureWeight, capture_question, known_weight, large_capture
from gpuscope.system import paths
from tests.recording.real_terminal import RealTerminal
from tests.recording.recorders import command, gpuscope, store_url

GB = 1e9
FREE = "; 32.6 GiB and 11.2 GiB are free"
WRITTEN = Capture(7, 1_000, 2_000, "written", 100, 10, 10, "profile-7-1.json", 48_000_000, {"start": 0.02, "steps": 0.5, "write": 0.06})


@pytest.mark.parametrize(
    ("text", "weight", "disk", "memory", "words"),
    [
        ("steps=100:110", None, 35 * GB, 12 * GB, ""),
        ("steps=0:50", CaptureWeight(4.8e6, 96e6), 35 * GB, 12 * GB, ""),
        (
            "steps=0:500",
            CaptureWeight(4.8e6, 96e6),
            35 * GB,
            12 * GB,
            "profiling 500 steps will take about 2.24 GiB of disk, and up to 22.4 GiB of main memory meanwhile" + FREE,
        ),
        ("steps=0:500", CaptureWeight(40_000, 1e6), 35 * GB, 12 * GB, ""),
        (
            "steps=0:500",
            CaptureWeight(40_000, 1e6),
            0.01 * GB,
            None,
            "profiling 500 steps will take about 19.1 MiB of disk, and up to 191 MiB of main memory meanwhile",
        ),
        (
            "steps=0:5000",
            None,
            35 * GB,
            12 * GB,
            "profiling 5000 steps may take 76.3 MiB to 46.6 GiB of disk, and up to 466 GiB of main memory meanwhile" + FREE,
        ),
        (
            "time=30s:130s",
            None,
            35 * GB,
            12 * GB,
            "profiling 1 min 40 s may take 95.4 MiB to 4.66 GiB of disk, and up to 46.6 GiB of main memory meanwhile" + FREE,
        ),
        ("time=30s:35s", None, 35 * GB, 12 * GB, ""),
    ],
)
def test_what_is_asked(text: str, weight: CaptureWeight | None, disk: float, memory: float | None, words: str) -> None:
    assert capture_question(CaptureRequest.parse(text), weight, disk, memory) == words


def test_the_weight_is_that_of_the_heaviest_capture_that_was_written() -> None:
    failed, stacks = replace(WRITTEN, state="failed"), replace(WRITTEN, steps=0)
    light = replace(WRITTEN, size_bytes=10)
    assert CaptureWeight.of([failed, light, WRITTEN, stacks]) == CaptureWeight(4.8e6, 96e6)
    assert CaptureWeight.of([failed, stacks]) is None


def test_an_earlier_profile_of_the_program_tells_what_a_step_weighs(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        "import torch\nw = torch.zeros(4, requires_grad=True)\n"
        "for _ in range(60):\n    w.sum().backward()\n"  # the first optimizer would make torch import its compiler: two seconds of a core
    )
    argv = (sys.executable, str(script))
    refused = gpuscope("run", "--profile", "steps=0:2000", "--", *argv)
    assert refused.code == 2
    assert "profiling 2000 steps may take 30.5 MiB to 18.6 GiB of disk" in refused.err
    assert "Add --yes to record it" in refused.err
    recorded = gpuscope("run", "--profile", "steps=10:2000", "--yes", "--", *argv)
    assert recorded.code == 0, recorded.err
    spec = RunSpec(COMMAND, command=argv, profile="steps=0:2000")
    weight = known_weight(spec, store_url())
    assert weight is not None
    assert 5_000 < weight.bytes_per_step < 60_000
    assert large_capture(spec, store_url(), paths.runs_folder(store_url())) == ""
    assert known_weight(RunSpec(COMMAND, command=("other",), profile="steps=0:2000"), store_url()) is None


@pytest.mark.parametrize(("answer", "said"), [("n", "nothing was started"), ("y", "nothing was profiled: steps 0 to 9999")])
def test_a_terminal_is_asked(gpuscope_home: object, answer: str, said: str) -> None:
    with RealTerminal(command("run", "--profile", "steps=0:9999", "--", "true"), size=(24, 300)) as terminal:
        terminal.see(r"profiling 9999 steps may take .* are free.*Record it\? \[y/N\]")
        terminal.type(f"{answer}\r")
        terminal.see(said if answer == "n" else "took no step|nothing was profiled", 60)
        terminal.end(60)
        assert terminal.process.returncode == (2 if answer == "n" else 0)
