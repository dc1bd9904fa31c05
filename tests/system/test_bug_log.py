"""Tests of the bug log."""

from pathlib import Path

import pytest

from gpuscope.system import bug_log


def test_a_log_that_grew_is_turned_over(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bug_log, "_LOG_BYTES", 10)
    bug_log.log_bug(ValueError("one"))
    bug_log.log_bug(ValueError("two"))
    assert "one" in (gpuscope_home / "gpuscope.log.1").read_text()
    assert "one" not in (gpuscope_home / "gpuscope.log").read_text()
