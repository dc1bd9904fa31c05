"""The end of a recorded run that cannot be printed."""

import argparse
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gpuscope.cli import recorded_run
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.run_end import Outcome


@pytest.mark.parametrize("bug", [None, ZeroDivisionError("another bug")])
def test_a_result_that_cannot_be_printed_for_lack_of_memory_is_said_and_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], gpuscope_home: Path, bug: Exception | None
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(recorded_run, "_print_result", refuse)
    record = RunRecord("abc", "a run", RunState.FINISHED, None, RunSpec("gemm"), {}, datetime.now(UTC), 0, host="", boot_id="", folder="")
    outcome = Outcome(record, 0, None, interrupted_by_sigint=False, store_trouble=None, bug=bug, tail=())
    recorded_run.print_end(argparse.Namespace(ready_fd=None, json=False), outcome)
    assert "the result cannot be printed: there is not enough memory for gpuscope itself" in capsys.readouterr().err
    log = (gpuscope_home / "gpuscope.log").read_text()
    assert "MemoryError" in log
    assert ("ZeroDivisionError: another bug" in log) is (bug is not None)


def test_a_command_that_installed_gpuscope_first_begins_after_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """main.py installs what is missing, then becomes gpuscope in the same process."""
    began_ns = recorded_run.command_start_ns()
    installed_ns = time.monotonic_ns()
    assert began_ns < installed_ns
    monkeypatch.setenv(recorded_run.SET_UP, str(installed_ns))
    assert recorded_run.command_start_ns() == installed_ns
    assert recorded_run.SET_UP not in os.environ, "the workload's environment is as the user's"
    assert recorded_run.command_start_ns() == pytest.approx(began_ns, abs=20_000_000)


@pytest.mark.parametrize("text", ["", "soon", "-1", "1" * 30])
def test_what_is_no_time_of_an_installation_is_ignored(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(recorded_run.SET_UP, text)
    assert recorded_run.command_start_ns() <= time.monotonic_ns() - 1_000_000
