"""Programs that know nothing of gpuscope: their steps are seen exactly, and they run as they do alone."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.recording.recorders import gpuscope

pytest.importorskip("torch")
SCRIPTS = Path(__file__).parent.parent / "scripts"
STEPS: dict[str, tuple[int, str, int | None]] = {
    "plain": (60, "optimizer", 16),
    "gan": (30, "optimizer", None),
    "critic": (12, "optimizer", None),
    "accumulation": (25, "optimizer", 32),
    "scaler": (20, "optimizer", None),
    "lbfgs": (8, "optimizer", None),
    "compiled": (15, "optimizer", None),
    "workers": (24, "optimizer", 8),
    "inference": (40, "batch", 16),
    "slow_python": (40, "optimizer", 4),
    "leaks": (30, "optimizer", None),
    "dies": (36, "optimizer", None),
    "forks": (20, "optimizer", None),
    "no_optimizer": (18, "backward", None),
    "folds": (30, "optimizer", None),
}
"""By program: its steps, what they are, and how many samples each takes, where that can be seen."""


@cache
def bare(script: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a program run alone."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GPUSCOPE_")}
    done = subprocess.run(
        [sys.executable, SCRIPTS / f"{script}.py"], env=variables, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout, done.stderr


@cache
def recorded(script: str) -> tuple[int, dict[str, Any], str]:
    """Return exit code, document and output of the same program as it is recorded."""
    done = gpuscope("run", "--json", "--", sys.executable, str(SCRIPTS / f"{script}.py"))
    return done.code, done.document, done.err


def _lines(text: str) -> list[str]:
    """Return the lines but for the time and the pid in front of torch's own warnings."""
    return [re.sub(r"^W\d{4} [\d:.]+ \d+ ", "", line) for line in text.splitlines()]


@pytest.mark.parametrize("script", STEPS)
def test_every_step_is_seen_and_nothing_else_is_changed(script: str) -> None:
    code, out, err = bare(script)
    recorded_code, run, output = recorded(script)
    steps, kind, samples = STEPS[script]
    assert (run["steps"], run["steps_kind"]) == (steps, kind)
    assert run["samples"] == (None if samples is None else steps * samples)
    assert recorded_code == code
    assert sorted(_lines(out + err)) == sorted(_lines(output))


def test_two_ranks_take_one_step_together() -> None:
    started = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", str(SCRIPTS / "ranks.py")]
    done = gpuscope("run", "--json", "--", sys.executable, *started, OMP_NUM_THREADS="1")
    run = done.document
    assert (done.code, run["steps"], run["samples"]) == (0, 20, 20 * 2 * 8)
    assert run["environment"]["stepping"] == "rank 0 of 2 processes that took steps"


def test_the_phases_of_a_slow_data_set_are_told_and_the_verdict_is_that_it_waits_for_data() -> None:
    run = recorded("slow_python")[1]
    assert run["bottleneck"]["verdict"] == "input-bound"
    assert set(run["metrics"]) >= {f"phase_time_{phase}" for phase in ("data", "forward", "backward", "optimizer", "other")}
