"""The Settings page: appearance, energy, starting, alerts, sensors, folders, shortcuts, and about gpuscope."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QRadioButton, QScrollArea, QVBoxLayout, QWidget

from gpuscope import __version__
from gpuscope.gui.focus_origin import first_focusable
from gpuscope.gui.key_map import key_grid
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.settings.alert_settings import AlertSettings
from gpuscope.gui.pages.settings.energy_settings import EnergySettings
from gpuscope.gui.pages.settings.start_settings import StartSettings
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.text_size import CHOICES, grown
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.file_export import open_folder
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import label, set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, fill, grid, horizontal, marked, titled, vertical
from gpuscope.gui.widgets.sensor_choice import SensorChoice, own_text, replay_text, sensor_names, simulate_text
from gpuscope.system import language, paths
from gpuscope.system.settings import settings_file

_WIDEST = grown(760)
"""Maximum width of a card in pixels: lines of about 100 characters."""
_TWO_COLUMNS_FROM = 2 * _WIDEST
"""Page width in pixels from which cards form two columns, each nearly as wide as a single one."""


class SettingsPage(Page):
    """A page of choices that apply immediately.

    Attributes:
        language_wanted: The user chose a language; carries its code.
        alert_tried: The user wants a trial alert.
        text_size_chosen: The user chose a text size in percent; None for the desktop's size.
        motion_chosen: The user chose whether motion is reduced.
    """

    name = "settings"
    language_wanted = Signal(str)
    alert_tried = Signal()
    text_size_chosen = Signal(object)
    motion_chosen = Signal(bool)

    def __init__(
        self, theme: Theme, store_url: str, settings: UserSettings, ready: ReadyRecorder | None = None, feed: MonitorFeed | None = None
    ) -> None:
        super().__init__(theme)
        self.header.set_title(self.tr("Settings"))
        self._store_url, self._settings = store_url, settings
        self._alerts = AlertSettings(theme, settings, feed)
        self._alerts.tried.connect(self.alert_tried)
        first_cards: dict[str, QFrame] = {"appearance": self._appearance(), "energy": EnergySettings(settings)}
        if ready is not None:
            first_cards["start"] = StartSettings(settings, ready)
        first_cards["alerts"] = self._alerts
        further_cards = {"sensors": self._sensors(), "places": self._places(), "keys": self._keys(), "about": self._about()}
        self._cards, self._further_cards = {**first_cards, **further_cards}, tuple(further_cards.values())
        inside = QWidget()
        self._columns = fill(vertical(spacing=14), STRETCH), fill(vertical(spacing=14), STRETCH)
        self._row = fill(horizontal(inside, (20, 17, 20, 20), spacing=14), (self._columns[0], 1), self._columns[1], 0)
        for card in self._cards.values():
            card.setMaximumWidth(_WIDEST)
            self._columns[0].insertWidget(self._columns[0].count() - 1, card)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setWidget(inside)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its contents take the focus and scroll themselves into view
        self.set_body(self._scroll)

    def show_item(self, item: object) -> None:
        """Scroll to a card by its name, and focus its first control."""
        card = self._cards.get(item) if isinstance(item, str) else None
        if card is not None:
            self._scroll.verticalScrollBar().setValue(card.y() - self._columns[0].spacing())
            first_focusable(card).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move half of the cards to a second column if there is room."""
        super().resizeEvent(event)
        has_two = self.width() >= _TWO_COLUMNS_FROM
        column = self._columns[has_two]
        if column.indexOf(self._further_cards[0]) < 0:
            self._row.setStretch(1, int(has_two))
            for card in self._further_cards:
                column.insertWidget(column.count() - 1, card)

    def activated(self) -> None:
        """Start reading the sensors for the alert settings."""
        self._alerts.set_reading(True)

    def deactivated(self) -> None:
        """Stop reading the sensors."""
        self._alerts.set_reading(False)

    def is_ready(self) -> bool:
        """Whether all displayed values are known."""
        return self._alerts.is_settled

    def _card(self, title: str) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame()
        return card, titled(card, title)

    def _appearance(self) -> QFrame:
        card, column = self._card(self.tr("Appearance"))
        titles = {Choice.SYSTEM: self.tr("Follow the system"), Choice.DARK: self.tr("Dark"), Choice.LIGHT: self.tr("Light")}
        themes = ChoiceGroup(self)
        self._themes: dict[Choice, QRadioButton] = {}
        for choice, text in titles.items():
            button = QRadioButton(text)
            button.setChecked(self.theme.choice is choice)
            button.toggled.connect(lambda on, choice=choice: self.theme.choose(choice) if on else None)
            themes.addButton(button)
            self._themes[choice] = button
        row = marked(*self._themes.values())
        self.theme.changed.connect(self._show_theme)
        choices = grid(20, column.spacing(), 1)
        rows = ((self.tr("Theme"), row), (self.tr("Language"), self._languages()), (self.tr("Text size"), self._sizes()))
        for place, (name, buttons) in enumerate(rows):
            choices.addWidget(label(name, "muted"), place, 0)
            choices.addLayout(buttons, place, 1)
        column.addLayout(choices)
        self._motion = QCheckBox(self.tr("Reduce motion: no animations, and a race waits for Play"))
        self._motion.clicked.connect(self.motion_chosen)
        column.addLayout(marked(self._motion))
        column.addWidget(label(self.tr("Text size and motion change when gpuscope is started again."), "small", wraps=True))
        return card

    def _show_theme(self) -> None:
        self._themes[self.theme.choice].setChecked(True)

    def _sizes(self) -> QHBoxLayout:
        """Return a row of text sizes."""
        self._size_buttons = ChoiceGroup(self)
        titles = {0: self.tr("As the desktop"), **{size: f"{size} %" for size in CHOICES}}
        for size, title in titles.items():
            button = QRadioButton(title)
            button.setAccessibleName(self.tr("Text size {0}").format(title) if size else self.tr("Text size of the desktop"))
            button.clicked.connect(partial(self.text_size_chosen.emit, size or None))
            self._size_buttons.addButton(button, size)
        return marked(*self._size_buttons.buttons())

    def show_size_and_motion(self, size: object, *, is_reduced: bool) -> None:
        """Show the chosen text size in percent, None for the desktop's size, and whether motion is reduced."""
        self._size_buttons.button(size if isinstance(size, int) and size in CHOICES else 0).setChecked(True)
        self._motion.setChecked(is_reduced)

    def _languages(self) -> QHBoxLayout:
        """Return a row of languages, each under its native name."""
        group = ChoiceGroup(self)
        for code, name in language.LANGUAGES.items():
            button = QRadioButton(name)
            button.setChecked(language.current() == code)
            button.clicked.connect(partial(self.language_wanted.emit, code))
            group.addButton(button)
        return marked(*group.buttons())

    def _sensors(self) -> QFrame:
        card, column = self._card(self.tr("Additional sensors"))
        self._sensor_names, self._sensor_text = label("", wraps=True), label("", "small", wraps=True)
        fill(column, self._sensor_names, self._sensor_text)
        choice = SensorChoice(self._settings, self.notice, self)
        row = FlowLayout()
        self._own_sensors = Button(self.theme, own_text())
        for button, act in (
            (Button(self.theme, simulate_text()), choice.simulate),
            (Button(self.theme, replay_text()), choice.ask_recording),
            (self._own_sensors, choice.use_own),
        ):
            button.clicked.connect(act)
            row.addWidget(button)
        column.addLayout(row)
        self._settings.changed.connect(self._show_sensors)
        self._show_sensors()
        return card

    def _show_sensors(self) -> None:
        """Show the additional sensors; the line of names is always present, to keep the buttons in place."""
        sensors = self._settings.known.sensors
        self._sensor_names.setText(", ".join(sensor_names(sensors)) or self.tr("None: only the hardware of this machine is read."))
        self._sensor_text.setText(
            self.tr("Read in every run and on the Machine page, labelled wherever they appear. On the command line: {0}.").format(
                " ".join(f"--sensor {text}" for text in sensors or ("simulated",))
            )
        )
        self._own_sensors.setEnabled(bool(sensors))
        set_tooltip(self._own_sensors, "" if sensors else self.tr("They are the only ones that are read now."))

    def _places(self) -> QFrame:
        card, column = self._card(self.tr("Where things are kept"))
        rows = (
            (self.tr("Runs"), self._store_url.removeprefix("sqlite:///")),
            (self.tr("Settings"), str(settings_file())),
            (self.tr("Log of faults"), str(paths.home() / "gpuscope.log")),
        )
        places = grid(18, 6, 1)
        for number, (name, value) in enumerate(rows):
            text = label(value, wraps=True, is_selectable=True)
            places.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            places.addWidget(text, number, 1)
        fill(column, places, label(self.tr("GPUSCOPE_HOME sets another folder; --store another store."), "small", wraps=True))
        folder = Button(self.theme, self.tr("Open the folder"), "", "folder", clicked=lambda: open_folder(paths.home(), self.notice))
        column.addWidget(folder, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _keys(self) -> QFrame:
        card, column = self._card(self.tr("Keys"))
        column.addLayout(key_grid())
        return card

    def _about(self) -> QFrame:
        card, column = self._card(self.tr("About"))
        column.addWidget(label(f"gpuscope {__version__}"))
        licences = self.tr("MIT license. Inter and Noto Sans CJK under the SIL Open Font License, DejaVu Sans under its own.")
        column.addWidget(label(licences, "small", wraps=True))
        return card
