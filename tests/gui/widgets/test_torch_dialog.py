"""Without PyTorch, the dialog shows where it searched, the size and the place, and does nothing without consent."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gpuscope.core.errors import UnavailableError
from gpuscope.gui.services import torch_setup
from gpuscope.gui.services.torch_setup import TorchSetup, TorchState
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.torch_dialog import TorchDialog
from gpuscope.system import settings, torch_install, torch_place
from gpuscope.system.torch_install import TorchPlan
from gpuscope.system.torch_place import Candidate, own_place

PLAN = TorchPlan("torch==2.13.0+cpu", ((),), False, Path("/home/me/.local/share/gpuscope/torch/python3.11"))
NOWHERE = TorchState(own_place(), None, (Candidate("python3 on the PATH", "/usr/bin/python3", None, "has no torch"),), PLAN)


@pytest.fixture
def torch(qtbot: QtBot, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TorchSetup]:
    monkeypatch.setattr(torch_setup, "_state", lambda: NOWHERE)
    setup = TorchSetup()
    yield setup
    setup.close()


class FakeInstallation:
    """An installation that waits to be cancelled or released."""

    def __init__(self, plan: TorchPlan, show: Callable[[str], None]) -> None:
        self.show, self.go_on, self.is_cancelled = show, threading.Event(), False
        MADE.append(self)

    def run(self) -> None:
        self.show("unpacking")
        assert self.go_on.wait(20)
        if self.is_cancelled:
            raise UnavailableError("nothing was installed", "")

    def cancel(self) -> None:
        self.is_cancelled = True
        self.go_on.set()


MADE: list[FakeInstallation] = []


@pytest.fixture
def dialog(torch: TorchSetup, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[TorchDialog]:
    MADE.clear()
    monkeypatch.setattr(torch_install, "TorchInstallation", FakeInstallation)
    window = QWidget()
    qtbot.addWidget(window)  # not the dialog, which is deleted when it closes
    dialog = TorchDialog(Theme(Choice.LIGHT), torch, window)
    dialog.open()
    qtbot.waitUntil(dialog.do.isEnabled)
    yield dialog
    assert isValid(window)  # keeps the window alive until here


def test_size_and_place_and_what_was_looked_at_are_told_before_anything_is_done(dialog: TorchDialog) -> None:
    assert "python3 on the PATH: /usr/bin/python3 has no torch" in dialog.looked.text()
    assert dialog.offer.text() == (
        "torch 2.13.0, the build without CUDA: about 193 MiB to download, 830 MiB on disk, "
        "into /home/me/.local/share/gpuscope/torch/python3.11"
    )
    assert MADE == []


def test_it_shows_what_is_done_and_closes_when_torch_is_there(dialog: TorchDialog, torch: TorchSetup, qtbot: QtBot) -> None:
    with qtbot.waitSignal(torch.progressed):
        dialog.do.click()
    assert not dialog.do.isEnabled()
    assert dialog.do.text().startswith("Installing")
    with qtbot.waitSignal(torch.changed):
        MADE[0].go_on.set()
    qtbot.waitUntil(lambda: not isValid(dialog))


def test_cancelling_ends_the_installation(dialog: TorchDialog, qtbot: QtBot) -> None:
    dialog.do.click()
    qtbot.waitUntil(lambda: bool(MADE))
    dialog.reject()
    assert MADE[0].is_cancelled


def test_another_python_is_taken_only_if_it_has_torch(
    dialog: TorchDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good = Candidate("named", "/env/bin/python", own_place())
    monkeypatch.setattr(
        torch_place, "other", lambda words, python: good if python == "/env/bin/python" else Candidate(words, python, None, "has no torch")
    )
    dialog.use_python("/usr/bin/python3")
    qtbot.waitUntil(lambda: "has no torch" in dialog.trouble)
    assert settings.read_settings().torch_python is None
    dialog.use_python("/env/bin/python")
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert settings.read_settings().torch_python == "/env/bin/python"
