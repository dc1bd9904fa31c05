"""Sensors beside those of the hardware: a simulated GPU or a replayed recording, added and removed in the window.

The choice is stored in the settings' ``sensors``, which every run and the Machine page read; such readings are labelled everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from gpuscope.gui.text_size import is_large
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, keeps_its_place
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import horizontal, vertical
from gpuscope.gui.widgets.menus import open_menu

if TYPE_CHECKING:
    from gpuscope.gui.services.user_settings import UserSettings
    from gpuscope.gui.widgets.notice_bar import NoticeBar

SIMULATED = "simulated"
_REPLAY = "replay"


def simulate_text() -> str:
    """Return the text of the action that adds a simulated GPU."""
    return QCoreApplication.translate("SensorChoice", "Try with a simulated GPU")


def replay_text() -> str:
    """Return the text of the action that asks for a recording."""
    return QCoreApplication.translate("SensorChoice", "Replay a recorded device…")


def own_text() -> str:
    """Return the text of the action that returns to the hardware's own sensors."""
    return QCoreApplication.translate("SensorChoice", "Use this machine's own sensors")


def sensor_names(sensors: Sequence[str]) -> list[str]:
    """Return the names of additional sensors: "Simulated GPU", "2 simulated GPUs", "Replayed: h100.gpurec"."""
    return [_name(*text.partition(":")[::2]) for text in sensors]


def _name(kind: str, argument: str) -> str:
    if kind == _REPLAY:
        return QCoreApplication.translate("SensorChoice", "Replayed: {0}").format(Path(argument).name)
    if argument not in ("", "1"):
        return QCoreApplication.translate("SensorChoice", "{0} simulated GPUs").format(argument)
    return QCoreApplication.translate("SensorChoice", "Simulated GPU")


class SensorChoice(QObject):
    """Changes the choice and explains the effect on the page.

    Attributes:
        dialog: The file dialog, while it is open.
    """

    def __init__(self, settings: UserSettings, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._settings, self._notice, self._page = settings, notice, page
        self.dialog: QFileDialog | None = None

    def simulate(self) -> None:
        """Read a simulated GPU beside the hardware."""
        text = self.tr(
            "A simulated GPU is read in addition to this machine's own devices in every run from now on."
            " Its figures are made up, and are labelled as simulated wherever they appear."
        )
        self._choose([SIMULATED], text, own_text())

    def ask_recording(self) -> None:
        """Ask for a recording to replay."""
        dialog = self.dialog = file_dialog(self._page, self.tr("Replay a recorded device"))
        dialog.setNameFilters([self.tr("Recordings of sensors (*.gpurec)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self.replay)
        dialog.finished.connect(lambda: setattr(self, "dialog", None))
        dialog.open()

    def replay(self, path: str) -> None:
        """Replay a recording beside the hardware; an unreadable one changes nothing."""
        text = self.tr(
            "{0} is replayed in addition to this machine's own devices in every run from now on."
            " Its figures were recorded earlier, and are labelled so wherever they appear."
        ).format(Path(path).name)
        self._choose([f"{_REPLAY}:{path}"], text, own_text())

    def use_own(self) -> None:
        """Read only the hardware."""
        self._choose([], self.tr("Only this machine's own sensors are read from now on."))

    def open_menu(self, beside: QWidget) -> QMenu:
        """Open the menu of all choices beside a widget."""
        menu = QMenu(self._page)
        menu.addAction(own_text(), self.use_own)
        menu.addSeparator()
        if SIMULATED not in self._settings.known.sensors:
            menu.addAction(simulate_text(), self.simulate)
        menu.addAction(replay_text(), self.ask_recording)
        open_menu(menu, beside.mapToGlobal(beside.rect().topRight()))
        return menu

    def _choose(self, sensors: Sequence[str], text: str, action: str = "") -> None:
        tone, act = ("warn", self.use_own) if action else ("info", None)
        self._settings.choose_sensors(
            sensors, lambda: self._notice.show_text(text, tone, action, act), lambda error: self._notice.show_error(error), self
        )


class SensorOffer(QWidget):
    """Offers a simulated or recorded device on a machine without a GPU; its space is reserved while it is hidden.

    Args:
        choice: Carries out the user's choice.
    """

    def __init__(self, theme: Theme, choice: SensorChoice) -> None:
        super().__init__()
        self._why = label(self.tr("No GPU here?"), "muted")
        self.simulate, self.replay = Button(theme, simulate_text(), "link"), Button(theme, replay_text(), "link")
        self.simulate.setToolTip(self.tr("Its figures are made up, and labelled as simulated wherever they appear"))
        self.replay.setToolTip(self.tr("A file that “gpuscope monitor --record FILE” wrote on a machine with a GPU"))
        self.simulate.clicked.connect(choice.simulate)
        self.replay.clicked.connect(choice.ask_recording)
        row = vertical(self, (0, 0, 0, 0), spacing=8) if is_large() else horizontal(self, (0, 0, 0, 0), spacing=14)
        row.addStretch(1)
        for part in (self._why, self.simulate, self.replay):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignCenter)
        row.addStretch(1)
        keeps_its_place(self)
