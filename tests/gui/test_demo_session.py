"""The demonstration in the window."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.first_frame import show_first_frame
from gpuscope.gui.session import Session
from gpuscope.gui.window_request import DemoRequest, WindowRequest
from gpuscope.recording import ladder, ladder_request
from gpuscope.system import paths
from tests.gui.sessions import as_soon_as, ended, looks_as_before  # noqa: F401 - a fixture


def demonstration(csv: Path, monkeypatch: pytest.MonkeyPatch, *rungs: str) -> Session:
    """Limit the demonstration to a few rungs."""
    options_of = ladder.ladder_options

    def short(*arguments: Any, **more: Any) -> ladder.LadderOptions:
        return replace(options_of(*arguments, **more), rungs=rungs)

    monkeypatch.setattr(ladder, "ladder_options", short)
    asked = RunSpec("mnist-mlp", steps=20, warmup_steps=2)
    monkeypatch.setattr(ladder_request, "demo_request", lambda steps=None: (asked, False))
    request = WindowRequest(paths.default_store_url(), page="ladder", demo=DemoRequest(1, None, csv))
    return Session(request, show_first_frame())


@pytest.mark.usefixtures("naps")
def test_it_climbs_a_ladder_and_leaves_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    csv = tmp_path / "demo.csv"
    made = demonstration(csv, monkeypatch, "batch")
    seen: list[str] = []
    timer = QTimer(made, interval=20)

    def look() -> None:
        page = made._window.pages.get("ladder")
        if page is not None and page.notice.text:
            seen.append(page.notice.text)

    timer.timeout.connect(look)
    timer.start()
    monkeypatch.setattr(QGuiApplication, "platformName", staticmethod(lambda: "a screen"))
    as_soon_as(made, lambda: seen, made.close_unasked)
    assert ended(made) == (0, None)
    assert made._window.current_page == "ladder"
    assert "Larger batch" in csv.read_text()
    assert csv.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    assert str(csv) in seen[-1]


def test_a_ladder_that_cannot_be_ends_it_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = demonstration(tmp_path / "demo.csv", monkeypatch)

    def refuse(*_: Any, **__: Any) -> ladder.LadderOptions:
        raise UsageError("there is no such ladder", "Take another.")

    monkeypatch.setattr(ladder, "ladder_options", refuse)
    code, error = ended(made)
    assert code == 0
    assert error is not None
    assert error.message == "there is no such ladder"
    assert not (tmp_path / "demo.csv").exists()
