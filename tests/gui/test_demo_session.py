"""The demonstration in the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.first_frame import show_first_frame
from gpuscope.gui.session import Session
from gpuscope.gui.window_request import DemoRequest, WindowRequest
from gpuscope.recording import demo_plan
from gpuscope.recording.demo_plan import Question
from gpuscope.recording.variants import Variant
from gpuscope.system import paths
from tests.gui.sessions import ended, looks_as_before  # noqa: F401 - a fixture


def demonstration(csv: Path, monkeypatch: pytest.MonkeyPatch, *specs: RunSpec) -> Session:
    first, second = (Variant(name, spec) for name, spec in zip(("small", "smaller"), specs, strict=True))
    monkeypatch.setattr(demo_plan, "questions", lambda steps: ([Question(first, second)], ["GPUs (there is none)"]))
    request = WindowRequest(paths.default_store_url(), page="run", demo=DemoRequest(1, None, csv))
    return Session(request, show_first_frame())


def test_it_runs_each_variant_ends_on_the_comparison_and_leaves_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    csv = tmp_path / "demo.csv"
    specs = [RunSpec("mnist-mlp", steps=20, batch_size=size) for size in (64, 32)]
    made = demonstration(csv, monkeypatch, *specs)
    seen: list[str] = []

    def look() -> None:
        page = made._window.pages.get("run")
        if page is not None and page.notice.text and page.notice.text not in seen:
            seen.append(page.notice.text)

    timer = QTimer(made, interval=50)
    timer.timeout.connect(look)
    timer.start()
    assert ended(made) == (0, None)
    assert made._window.current_page == "compare"
    assert [text for text in seen if "Run 1 of 2: small." in text]
    assert [text for text in seen if "Run 2 of 2: smaller." in text]
    assert "GPUs (there is none)" in seen[0]
    assert "smaller" in csv.read_text()
    assert csv.with_suffix(".pdf").read_bytes().startswith(b"%PDF")


def test_a_variant_that_fails_ends_it_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = RunSpec("command", command=("sh", "-c", "exit 3"))
    made = demonstration(tmp_path / "demo.csv", monkeypatch, failing, failing)
    code, error = ended(made)
    assert error is not None
    assert "failed" in error.message
    assert list(tmp_path.iterdir()) == [] or not (tmp_path / "demo.csv").exists()
    assert code == 0
