"""The card of the Settings page for the unit of energy, its price, its carbon intensity and the data centre's overhead."""

from dataclasses import asdict
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QRadioButton

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.labels import Explanation, label
from gpuscope.gui.widgets.layouts import fill, grid, marked, titled
from gpuscope.gui.widgets.typed_number import with_decimal_point
from gpuscope.reports.energy_account import factor_text, factors_text
from gpuscope.system import language
from gpuscope.system.settings import JOULE, LEAST_FACTORS, LONGEST_CURRENCY, WATT_HOUR

_WIDTH = grown(110)
"""Width of a field in pixels; fits a price or factor with six digits."""
_NOTE_LINES = 2
"""Lines of the note on the factors, as many as those of the explanation whose place it takes."""


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
        fill(titled(self, self.tr("Energy")), self._unit_row(), self._explanation, self._factors())
        settings.changed.connect(self._show)
        self._show()

    def _unit_row(self) -> QHBoxLayout:
        names = {JOULE: self.tr("Joules (J)"), WATT_HOUR: self.tr("Watt hours (Wh)")}
        self._units = {}
        for unit, text in names.items():
            button = QRadioButton(text)
            button.clicked.connect(lambda _, unit=unit: self._write("energy_unit", unit))
            self._units[unit] = button
        return marked(*self._units.values())

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
        if value is not None and not LEAST_FACTORS[key] <= value < float("inf"):
            message = self.tr("{0}: enter a number of at least {1}; the value is unchanged.")
            self._impossible[key] = message.format(editor.accessibleName(), f"{LEAST_FACTORS[key]:g}")
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
        texts = {key: "" if value is None else factor_text(value) for key, value in asdict(known.factors).items() if key in LEAST_FACTORS}
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
