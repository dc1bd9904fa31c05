"""Tests of what a command line asks the window to show."""

import argparse
from pathlib import Path

import pytest

from gpuscope import app
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError

ASKED = {"store": None, "json": False, "page": None, "items": None, "picture": None, "size": None, "theme": None, "lang": None}


def asked(**more: object) -> argparse.Namespace:
    return argparse.Namespace(**{**ASKED, **more})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"page": "nowhere"}, "nowhere"),
        ({"theme": "pink"}, "pink"),
        ({"lang": "de"}, "de"),
        ({"size": "1280x800"}, "picture"),
        ({"picture": "x.jpg"}, "x.jpg"),
        ({"picture": "x.png", "size": "wide"}, "WIDTHxHEIGHT"),
        ({"picture": "x.png", "size": "10x10"}, "out of range"),
        ({"picture": "no/such/folder/x.png"}, "no folder"),
        ({"json": True}, "JSON"),
    ],
)
def test_options_that_do_not_fit_are_told_before_a_window_opens(options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError) as told:
        app.open_window(asked(**options))
    assert words in told.value.message


def test_what_fits_is_passed_on(tmp_path: Path) -> None:
    request = app._request(asked(page="compare", items="ab, cd,", picture=str(tmp_path / "x.png"), size="1920x1080", theme="light"))
    assert (request.page, request.items, request.size, request.theme) == ("compare", ("ab", "cd"), (1920, 1080), "light")
    assert request.picture == tmp_path / "x.png"


@pytest.mark.parametrize("page", ["run", "runs", "compare"])
def test_a_run_that_there_is_not_is_no_picture(tmp_path: Path, page: str) -> None:
    with pytest.raises(UsageError, match="there is no run zzz"):
        app.open_window(asked(page=page, items="zzz", picture=str(tmp_path / "x.png")))
    assert list(tmp_path.glob("*.png")) == []


@pytest.mark.parametrize("page", [None, "runs", "compare"])
def test_a_store_that_cannot_be_read_is_no_picture(tmp_path: Path, page: str | None) -> None:
    (tmp_path / "bad.sqlite").write_text("no store at all " * 100)
    with pytest.raises(UnavailableError):
        app.open_window(asked(page=page, store=f"sqlite:///{tmp_path}/bad.sqlite", picture=str(tmp_path / "x.png")))
    assert list(tmp_path.glob("*.png")) == []


def test_a_demonstration_brings_its_own_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    request = app._request(argparse.Namespace(store=None, repeats=2, steps=None, output=Path("x.csv")))
    assert request.demo is not None
    assert (request.page, request.demo.csv) == ("ladder", tmp_path / "x.csv")


def test_without_a_screen_there_is_no_early_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert app.early_frame() is None
    with pytest.raises(GpuscopeError, match="no screen"):
        app.open_window(asked())
