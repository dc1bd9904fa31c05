"""Settings: the theme, where things are kept, and what gpuscope is."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QRadioButton, QScrollArea, QVBoxLayout, QWidget

from gpuscope import __version__
from gpuscope.gui.pages.energy_settings import EnergySettings
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.folder_opening import open_folder
from gpuscope.gui.widgets.labels import label
from gpuscope.system import paths
from gpuscope.system.settings import settings_file

_WIDEST = 760


class SettingsPage(Page):
    """A few choices; each is in force at once."""

    name = "settings"

    def __init__(self, theme: Theme, store_url: str, settings: UserSettings, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent)
        self.header.set_title(self.tr("Settings"))
        self._store_url, self._settings = store_url, settings
        cards = QVBoxLayout()
        cards.setSpacing(14)
        for card in (self._appearance(), EnergySettings(settings), self._sensors(), self._places(), self._keys(), self._about()):
            card.setMaximumWidth(_WIDEST)
            cards.addWidget(card)
        cards.addStretch(1)
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(20, 17, 20, 20)
        row.addLayout(cards, 1)
        row.addStretch(0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        self.set_body(scroll)

    def _card(self, title: str) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame()
        card.setProperty("look", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(8)
        column.addWidget(label(title, "heading"))
        return card, column

    def _appearance(self) -> QFrame:
        card, column = self._card(self.tr("Appearance"))
        words = {Choice.SYSTEM: self.tr("Follow the system"), Choice.DARK: self.tr("Dark"), Choice.LIGHT: self.tr("Light")}
        row = QHBoxLayout()
        row.setSpacing(20)
        for choice, text in words.items():
            button = QRadioButton(text)
            button.setChecked(self.theme.choice is choice)
            button.toggled.connect(lambda on, choice=choice: self.theme.choose(choice) if on else None)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        return card

    def _sensors(self) -> QFrame:
        card, column = self._card(self.tr("Sensors beside those of the hardware"))
        self._sensor_names, self._sensor_words = label("", wraps=True), label("", "small", wraps=True)
        column.addWidget(self._sensor_names)
        column.addWidget(self._sensor_words)
        self._settings.changed.connect(self._show_sensors)
        self._show_sensors()
        return card

    def _show_sensors(self) -> None:
        sensors = self._settings.known.sensors
        none = self.tr('None. "sensors" in the settings file lists them, as --sensor takes them: ["simulated"], ["replay:FILE"].')
        words = self.tr("Set in the settings file; each is read in every run and on the Machine page, and labelled wherever it appears.")
        self._sensor_names.setText("\n".join(sensors))
        self._sensor_names.setVisible(bool(sensors))
        self._sensor_words.setText(words if sensors else none)

    def _places(self) -> QFrame:
        card, column = self._card(self.tr("Where things are kept"))
        rows = (
            (self.tr("Runs"), self._store_url.removeprefix("sqlite:///")),
            (self.tr("Settings"), str(settings_file())),
            (self.tr("Log of faults"), str(paths.home() / "gpuscope.log")),
        )
        column.addLayout(self._table(rows))
        column.addWidget(label(self.tr("GPUSCOPE_HOME names another folder; --store another store."), "small", wraps=True))
        folder = Button(self.theme, self.tr("Open the folder"), "", "folder")
        folder.clicked.connect(lambda: open_folder(paths.home(), self.notice))
        column.addWidget(folder, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _keys(self) -> QFrame:
        card, column = self._card(self.tr("Keys"))
        rows = (
            ("Ctrl+1 … Ctrl+6", self.tr("the pages, from the top")),
            ("Ctrl+Enter", self.tr("start the run of the form")),
            ("Shift+F5", self.tr("stop the live run that is shown")),
            (self.tr("Space"), self.tr("pause the charts; again to follow")),
            ("← →   + −   Home End", self.tr("on the charts: move the cursor, zoom, the beginning and the end")),
            ("Ctrl+F   F2   Del", self.tr("on the list of runs: filter, rename, delete")),
            ("Ctrl+Q", self.tr("close the window; runs may go on")),
        )
        column.addLayout(self._table(rows))
        return card

    def _about(self) -> QFrame:
        card, column = self._card(self.tr("About"))
        column.addWidget(label(f"gpuscope {__version__}"))
        licences = self.tr("MIT license. Inter and Noto Sans CJK under the SIL Open Font License, DejaVu Sans under its own.")
        column.addWidget(label(licences, "small", wraps=True))
        return card

    def _table(self, rows: tuple[tuple[str, str], ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for number, (name, value) in enumerate(rows):
            text = label(value, wraps=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, number, 1)
        return grid
