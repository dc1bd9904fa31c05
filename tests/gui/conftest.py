"""Fixtures of all tests of the window."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import Choice, Theme

for _waiting in (QtBot.waitUntil, QtBot.waitSignal):
    assert _waiting.__kwdefaults__ is not None
    _waiting.__kwdefaults__["timeout"] = 60_000  # 5 s can be too short on two cores shared with other tests


@pytest.fixture(scope="module")
def frozen_imports() -> None:
    """Exempt everything imported so far from later garbage collections: compilers and engines alone cost each test 80 ms."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def cycles_are_collected_by_this_thread(frozen_imports: None) -> Iterator[None]:
    """Keep services' threads from collecting cycles with widgets, which crashes the process; the window uses `CycleCollector` for this."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()  # a window that was closed has put everything back
    gc.enable()


@pytest.fixture(autouse=True)
def windows_prepare_no_recorder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep windows that are open for 5 s from starting a standby recorder, which imports torch: 2 s of a core for a run nobody starts."""
    monkeypatch.setattr(ReadyRecorder, "start", lambda _: None)


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The application, with the window's fonts: widths and heights depend neither on the system's fonts nor on the order of tests.

    All at once, since Qt keeps engines that lack the other scripts for fonts that it has long used when those are loaded.
    """
    fonts.load_text_fonts()
    fonts.load_other_fonts()
    return qapp


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Choice.DARK)


@pytest.fixture
def dress(qapp: QApplication, theme: Theme) -> Iterator[Dress]:
    """The style sheet, which the widgets of a test have only if it puts it on them; it changes the application's font and palette."""
    font, palette = qapp.font(), qapp.palette()
    yield Dress(qapp, theme)
    qapp.setFont(font)
    qapp.setPalette(palette)


@pytest.fixture
def settings(qtbot: QtBot, gpuscope_home: Path) -> Iterator[UserSettings]:
    gpuscope_home.mkdir(exist_ok=True)
    made = UserSettings()
    yield made
    made.close()
