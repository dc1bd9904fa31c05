"""Tests of the table of processor time by test."""

import time
from types import SimpleNamespace

import pytest

from tests import durations


def test_a_worker_is_counted_once_though_it_is_also_an_ended_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durations, "_processor_s", lambda: time.process_time() + 1e6)  # the main process has reaped the worker
    table, lines = durations._Table(), list[str]()
    table.pytest_testnodedown(SimpleNamespace(workeroutput={durations._PROPERTY: 1e6}))
    table.pytest_terminal_summary(SimpleNamespace(write_line=lines.append))  # type: ignore[arg-type]
    whole_s = float(lines[0].split(" s in tests, ")[1].split(" s ")[0])
    assert whole_s == pytest.approx(1e6 + time.process_time(), abs=1.0)
