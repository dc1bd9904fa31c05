import json
import math

import pytest

from gpuscope.cli import console


def test_a_document_is_one_line_of_ascii_with_null_for_what_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_document({"a": math.nan, "b": [math.inf, 1.5, {"c": -math.inf}], 3: "a\udcff\x9b\u202e°"})
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.count("\n") == 1
    assert json.loads(out) == {"a": None, "b": [None, 1.5, {"c": None}], "3": "a\udcff\x9b\u202e°"}


def test_words_are_told_on_standard_error_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_to_stderr("a\nb\x1b[2J")
    assert capsys.readouterr() == ("", "gpuscope: a b\\x1b[2J\n")


class Terminal:
    """A stream that claims to be a terminal and keeps what is written."""

    def __init__(self, *, broken: bool = False) -> None:
        self.text = ""
        self.broken = broken

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        if self.broken:
            raise OSError(5, "gone")
        self.text += text

    def flush(self) -> None:
        pass


def test_the_live_line_is_redrawn_in_place_cut_to_the_width_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    line = console.LiveLine()
    line.clear()
    assert terminal.text == ""
    line.show("x" * 100)
    assert terminal.text == "\r\x1b[K" + "x" * 38 + "…"
    line.clear()
    assert terminal.text.endswith("…\r\x1b[K")


def test_a_terminal_that_is_gone_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal(broken=True))
    console.LiveLine().show("x")
    console.print_to_stderr("x")


def test_where_there_is_no_terminal_there_is_no_live_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = console.LiveLine()
    line.show("x")
    line.clear()
    assert capsys.readouterr() == ("", "")
