"""The Settings page: appearance, energy, starting, alerts, sensors, folders, shortcuts, and about gpuscope."""

from dataclasses import asdict
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gpuscope import __version__
from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.focus_origin import first_focusable
from gpuscope.gui.key_map import key_grid
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.settings.alert_settings import AlertSettings
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.text_size import CHOICES, grown
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.file_export import open_folder
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import Explanation, ReservedLabel, label, set_tooltip
from gpuscope.gui.widgets.layouts import grid, marked, titled
from gpuscope.gui.widgets.sensor_choice import SensorChoice, own_text, replay_text, sensor_names, simulate_text
from gpuscope.gui.widgets.typed_number import with_decimal_point
from gpuscope.reports.energy_account import factor_text, factors_text
from gpuscope.system import language, paths
from gpuscope.system.settings import JOULE, LONGEST_CURRENCY, WATT_HOUR, settings_file

_WIDTH = grown(110)
"""Width of a field in pixels; fits a price or factor with six digits."""
_LEAST = {"price_per_kwh": 0.0, "carbon_g_per_kwh": 0.0, "pue": 1.0}
"""Minimum value of each factor; PUE is at least 1 because a facility uses at least the energy of its devices."""

_BETWEEN = 20
"""Pixels between the radio buttons of a row."""
_NOTE_LINES = 2
"""Lines of the note on the factors, as many as those of the explanation whose place it takes."""
_WIDEST = grown(760)
"""Maximum width of a card in pixels: lines of about 100 characters."""
_TWO_COLUMNS_FROM = 2 * _WIDEST
"""Page width in pixels from which cards form two columns, each nearly as wide as a single one."""


class EnergySettings(QFrame):
    """A card whose choices are saved to the settings file immediately."""

    def __init__(self, settings: UserSettings) -> None:
        super().__init__()
        self._settings = settings
        self._editors: dict[str, QLineEdit] = {}
        self._impossible: dict[str, str] = {}
        self._trouble = ""
        text = self.tr(
            "Price and carbon of a run follow from the factors below: your assumptions, shown wherever a result is. "
            "Without a factor, nothing is computed from it."
        )
        self._explanation = Explanation(text, _NOTE_LINES)
        column = titled(self, self.tr("Energy"))
        column.addLayout(self._unit_row())
        column.addWidget(self._explanation)
        column.addLayout(self._factors())
        settings.changed.connect(self._show)
        self._show()

    def _unit_row(self) -> QHBoxLayout:
        names = {JOULE: self.tr("Joules (J)"), WATT_HOUR: self.tr("Watt hours (Wh)")}
        self._units = {}
        for unit, text in names.items():
            button = QRadioButton(text)
            button.clicked.connect(lambda _, unit=unit: self._write("energy_unit", unit))
            self._units[unit] = button
        return marked(*self._units.values(), spacing=_BETWEEN)

    def _factors(self) -> QGridLayout:
        fields = grid(12, 8, 3)
        price = self._editor(self.tr("Price of a kWh"), "price_per_kwh")
        self._currency = QLineEdit(maxLength=LONGEST_CURRENCY, placeholderText=self.tr("currency"))
        self._currency.setFixedWidth(_WIDTH)
        self._currency.setAccessibleName(self.tr("Currency of the price"))
        self._currency.editingFinished.connect(lambda: self._write("currency", self._currency.text().strip() or None))
        carbon = self._editor(self.tr("Carbon of the grid"), "carbon_g_per_kwh")
        pue = self._editor(self.tr("Data centre overhead"), "pue")
        rows = (
            (price, self._currency),
            (carbon, label(self.tr("g CO₂ equivalent per kWh"), "small")),
            (pue, label(self.tr("PUE: energy of the facility divided by that of its devices, at least 1"), "small", wraps=True)),
        )
        for place, (editor, beside) in enumerate(rows):
            fields.addWidget(label(editor.accessibleName(), "muted"), place, 0)
            fields.addWidget(editor, place, 1)
            side = Qt.AlignmentFlag.AlignVCenter if isinstance(beside, QLabel) else Qt.AlignmentFlag.AlignLeft
            fields.addWidget(beside, place, 2, 1, 2, side)
        return fields

    def _editor(self, name: str, key: str) -> QLineEdit:
        editor = QLineEdit(placeholderText=self.tr("not set"))
        editor.setFixedWidth(_WIDTH)
        editor.setAccessibleName(name)
        editor.editingFinished.connect(partial(self._store_text, editor, key))
        self._editors[key] = editor
        return editor

    def _store_text(self, editor: QLineEdit, key: str) -> None:
        try:
            text = with_decimal_point(editor.text())
            value = float(text) if text else None
        except UsageError as error:
            self._impossible[key] = language.labelled(editor.accessibleName(), error_text(error))
            self._tell("")
            return
        except ValueError:
            value = float("nan")
        if value is not None and not _LEAST[key] <= value < float("inf"):
            message = self.tr("{0}: enter a number of at least {1}; the value is unchanged.")
            self._impossible[key] = message.format(editor.accessibleName(), f"{_LEAST[key]:g}")
            self._tell("")
        else:
            self._impossible.pop(key, None)
            self._write(key, value)

    def _write(self, key: str, value: str | float | None) -> None:
        self._tell("")
        self._settings.change({key: value}, self._fail, self)

    def _fail(self, error: GpuscopeError) -> None:
        self._tell(error_text(error))
        self._show()

    def _show(self) -> None:
        """Update from the settings file, except for the field being edited."""
        known = self._settings.known
        self._units[known.energy_unit].setChecked(True)
        texts = {key: "" if value is None else factor_text(value) for key, value in asdict(known.factors).items() if key in _LEAST}
        for key, text in texts.items():
            if not self._editors[key].hasFocus() and key not in self._impossible:
                self._editors[key].setText(text)
        if not self._currency.hasFocus():
            self._currency.setText(known.factors.currency)
        self._show_note()

    def _tell(self, message: str) -> None:
        self._trouble = message
        self._show_note()

    def _show_note(self) -> None:
        """Show the errors; without errors, the effect of the factors."""
        lines = [line for line in (self._trouble, *self._impossible.values()) if line]
        factors = factors_text(self._settings.known.factors, language.filled)
        result = self.tr("Shown with each result: {0}.").format(factors) if factors else ""
        self._explanation.show_note("\n".join(lines) or result, "bad" if lines else "small")


class StartSettings(QFrame):
    """Card for the standby process that speeds up starts, with its memory use, and for notifications when runs end.

    Args:
        ready: The standby process.
    """

    def __init__(self, settings: UserSettings, ready: ReadyRecorder) -> None:
        super().__init__()
        self._settings, self._ready = settings, ready
        self._switch = QCheckBox(self.tr("Keep a process ready for the next run"))
        self._switch.clicked.connect(lambda on: settings.change({"start_at_once": None if on else False}, self._fail, self))
        self._tell = QCheckBox(self.tr("Notify on the desktop when a run ends while this window is not in front"))
        self._tell.clicked.connect(lambda on: settings.change({"tell_ends": None if on else False}, self._fail, self))
        self._memory = ReservedLabel(1, "small")
        column = titled(self, self.tr("Start and end of a run"))
        column.addLayout(marked(self._switch))
        text = self.tr(
            "It has imported PyTorch already, so the first step comes half a second after the click instead of three. It starts only while "
            "nothing runs, takes no processor time, and ends on battery power, when less than 4 GiB of memory are free, and with the "
            "window. A ladder prepares such processes for its runs."
        )
        column.addWidget(label(text, "small", wraps=True))
        column.addWidget(self._memory)
        column.addLayout(marked(self._tell))
        for source in (settings, ready):
            source.changed.connect(self._show)
        settings.changed.connect(ready.refresh)
        self._show()

    def _fail(self, error: GpuscopeError) -> None:
        self._show()
        set_look(self._memory, "bad")
        self._memory.set_text(error_text(error))

    def _show(self) -> None:
        set_look(self._memory, "small")
        self._switch.setChecked(self._settings.known.start_at_once)
        self._tell.setChecked(self._settings.known.tell_ends)
        size = self._ready.memory_bytes
        ready = self.tr("Ready now; it takes {0} of memory.")
        self._memory.set_text(self.tr("None is ready now.") if size is None else ready.format(figures.figure(size, "B")))


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
        super().__init__(theme, "")
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
        row = self._row = QHBoxLayout(inside)
        row.setContentsMargins(20, 17, 20, 20)
        row.setSpacing(14)
        self._columns = (QVBoxLayout(), QVBoxLayout())
        for column in self._columns:
            column.setSpacing(14)
            column.addStretch(1)
            row.addLayout(column)
        row.setStretch(0, 1)
        row.addStretch(0)
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
            self._scroll.verticalScrollBar().setValue(card.y())
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
        row = marked(*self._themes.values(), spacing=_BETWEEN)
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
        return marked(*self._size_buttons.buttons(), spacing=_BETWEEN)

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
        return marked(*group.buttons(), spacing=_BETWEEN)

    def _sensors(self) -> QFrame:
        card, column = self._card(self.tr("Additional sensors"))
        self._sensor_names, self._sensor_text = label("", wraps=True), label("", "small", wraps=True)
        column.addWidget(self._sensor_names)
        column.addWidget(self._sensor_text)
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
            text = label(value, wraps=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            places.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            places.addWidget(text, number, 1)
        column.addLayout(places)
        column.addWidget(label(self.tr("GPUSCOPE_HOME sets another folder; --store another store."), "small", wraps=True))
        folder = Button(self.theme, self.tr("Open the folder"), "", "folder")
        folder.clicked.connect(lambda: open_folder(paths.home(), self.notice))
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
