"""The end of a recorded run that cannot be printed."""

import argparse
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
