"""A long step reports its progress, on a terminal and elsewhere, and ends when it is interrupted."""

import io
import queue
import sys

import pytest

import setup_progress
from setup_progress import Progress, run_shown

LINES = [
    "Collecting numpy\n",
    "  Downloading https://example.org/files/numpy-2.4.6-cp311.whl (16.2 MB)\n",
    "Installing collected packages: numpy\n",
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-c", code]


def test_a_step_that_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shown("Doing it", python("print('fine')")) is None
    assert capsys.readouterr().err == "Doing it …\nDoing it: done after 0 s\n"


def test_a_step_that_fails_returns_all_that_it_said(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import sys; print('one', flush=True); sys.stderr.write('two\\n'); sys.exit(1)"
    assert run_shown("Doing it", python(code)) == "one\ntwo\n"
    assert "failed after" in capsys.readouterr().err


def test_downloads_are_named_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress("Installing")
    for line in LINES:
        progress.tell(line)
    assert capsys.readouterr().err == "Installing …\n     0 s: downloading numpy-2.4.6-cp311.whl (16.2 MB)\n"


def test_a_terminal_has_one_line_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    progress = Progress("Installing")
    for line in LINES:
        progress.tell(line)
    progress.end("done")
    shown = terminal.getvalue().replace("\x1b[K", "").split("\r")
    assert shown == [
        "",
        "Installing: collecting numpy  0 s",
        "Installing: downloading numpy-2.4.6-cp311.whl (16.2 MB)  0 s"[:59],
        "Installing: unpacking  0 s",
        "Installing: done after 0 s\n",
    ]


def test_a_long_silence_is_filled(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(setup_progress, "HEARTBEAT_S", -1.0)
    monkeypatch.setattr(setup_progress, "POLL_S", 0.01)
    progress, lines = Progress("Installing"), queue.Queue[str | None]()
    show = progress._show

    def show_and_end() -> None:
        show()
        lines.put(None)

    monkeypatch.setattr(progress, "_show", show_and_end)
    assert progress.wait_for(lines) is None
    assert capsys.readouterr().err == "Installing …\n     0 s\n"


def test_an_interrupted_step_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(progress: Progress, lines: queue.Queue[str | None]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "wait_for", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_shown("Doing it", python("import time; time.sleep(60)"))
