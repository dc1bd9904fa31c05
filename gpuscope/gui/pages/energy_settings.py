"""The settings of energy: its unit, and what the user assumes of its price, the grid's carbon and the building's overhead."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.trouble_words import trouble_words
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.energy_account import factor_words
from gpuscope.system import settings

_WIDTH = 110
_LEAST = {"price_per_kwh": 0.0, "carbon_g_per_kwh": 0.0, "pue": 1.0}


class EnergySettings(QFrame):
    """A card whose choices are written to the settings file at once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        known = settings.read_settings()
        self._impossible: dict[str, str] = {}
        self._wrong = label("", "bad", wraps=True)
        self._wrong.hide()
        self._shown = label(self._words(known), "small", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(8)
        column.addWidget(label(self.tr("Energy"), "heading"))
        column.addLayout(self._units(known.energy_unit))
        words = self.tr(
            "Price and carbon of a run follow from the factors below: your assumptions, shown wherever a result is. "
            "Without a factor nothing follows from it."
        )
        column.addWidget(label(words, "small", wraps=True))
        column.addLayout(self._factors(known))
        column.addWidget(self._wrong)
        column.addWidget(self._shown)

    def _units(self, unit: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(20)
        names = {settings.JOULE: self.tr("Joules (J)"), settings.WATT_HOUR: self.tr("Watt hours (Wh)")}
        for one, text in names.items():
            button = QRadioButton(text)
            button.setChecked(one == unit)
            button.toggled.connect(lambda on, one=one: self._write("energy_unit", one) if on else None)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _factors(self, known: settings.Settings) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(3, 1)
        self._price = self._editor(self.tr("Price of a kWh"), "price_per_kwh", known.factors.price_per_kwh)
        self._currency = QLineEdit(known.factors.currency)
        self._currency.setMaxLength(settings.LONGEST_CURRENCY)
        self._currency.setFixedWidth(_WIDTH)
        self._currency.setPlaceholderText(self.tr("currency"))
        self._currency.setAccessibleName(self.tr("Currency of the price"))
        self._currency.editingFinished.connect(lambda: self._write("currency", self._currency.text().strip() or None))
        self._carbon = self._editor(self.tr("Carbon of the grid"), "carbon_g_per_kwh", known.factors.carbon_g_per_kwh)
        self._pue = self._editor(self.tr("Overhead of the building"), "pue", known.factors.pue)
        rows = (
            (self._price, self._currency),
            (self._carbon, label(self.tr("g CO2 equivalent per kWh"), "small")),
            (self._pue, label(self.tr("PUE: energy of the building by that of its devices, 1 or more"), "small")),
        )
        for place, (editor, beside) in enumerate(rows):
            grid.addWidget(label(editor.accessibleName(), "muted"), place, 0)
            grid.addWidget(editor, place, 1)
            grid.addWidget(beside, place, 2, 1, 2, Qt.AlignmentFlag.AlignLeft)
        return grid

    def _editor(self, name: str, key: str, value: float | None) -> QLineEdit:
        editor = QLineEdit("" if value is None else f"{value:g}")
        editor.setFixedWidth(_WIDTH)
        editor.setPlaceholderText(self.tr("not set"))
        editor.setAccessibleName(name)
        editor.editingFinished.connect(partial(self._take, editor, key))
        return editor

    def _take(self, editor: QLineEdit, key: str) -> None:
        text = editor.text().strip().replace(",", ".")
        try:
            value = float(text) if text else None
        except ValueError:
            value = float("nan")
        if value is not None and not _LEAST[key] <= value < float("inf"):
            words = self.tr("{0}: a number of at least {1} is needed; it stays as it was.")
            self._impossible[key] = words.format(editor.accessibleName(), f"{_LEAST[key]:g}")
            self._tell("")
        else:
            self._impossible.pop(key, None)
            self._write(key, value)

    def _write(self, key: str, value: str | float | None) -> None:
        try:
            settings.write_settings({key: value})
        except GpuscopeError as error:
            self._tell(trouble_words(error))
        else:
            self._tell("")
            self._shown.setText(self._words(settings.read_settings()))

    def _words(self, known: settings.Settings) -> str:
        words = factor_words(known.factors)
        return self.tr("Beside each result: {0}.").format(words) if words else ""

    def _tell(self, words: str) -> None:
        lines = [line for line in (words, *self._impossible.values()) if line]
        self._wrong.setText("\n".join(lines))
        self._wrong.setVisible(bool(lines))
