"""The label left of a strip: title and unit, value ticks, and the legend if there are several curves."""

import math
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.painter_canvas import colour_of, draw_swatch
from gpuscope.gui.charts.series import Span
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_item import PADDING
from gpuscope.gui.charts.strip_texts import strip_sentence
from gpuscope.gui.faults import contained
from gpuscope.gui.focus_origin import shows_focus
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX, Theme
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.menus import escaped, open_menu
from gpuscope.reports.pictures.scale import Scale, is_high, value_scale

SWATCH, _BESIDE_SWATCH, _ENTRY_MARGIN = 16, 6, 2
"""Pixels: length of the line that shows a curve's colour and dash, space to its name, padding."""


class LegendEntry(QAbstractButton):
    """A legend entry that toggles its curve.

    Args:
        curve: The toggled curve.
        title: Title of the curve's strip, for screen readers.
    """

    def __init__(self, theme: Theme, curve: Curve, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curve = curve
        self._theme = theme
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setCheckable(True)
        self.setChecked(curve.visible)
        self.setAccessibleName(f"{title}, {curve.label}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Return the size at which the name is not elided."""
        return QSize(_entry_width(self.curve, self._metrics), round(self._metrics.height()) + 2)

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Show elided text in the tooltip."""
        set_tooltip(self, self.curve.label if self.width() < self.sizeHint().width() else "")

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw line and name; faint while the curve is hidden."""
        palette = self._theme.palette
        painter = QPainter(self)
        if self.underMouse() or shows_focus(self):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(palette.accent), 1) if shows_focus(self) else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        colour = colour_of(self.curve.colour, palette) if self.isChecked() else QColor(palette.line)
        draw_swatch(painter, QRectF(_ENTRY_MARGIN, 0, SWATCH, self.height()), self.curve, colour, self.devicePixelRatio())
        left = _ENTRY_MARGIN + SWATCH + _BESIDE_SWATCH
        room = self.width() - left - _ENTRY_MARGIN
        painter.setFont(self._font)
        text = fitted(self._metrics, self.curve.label, room)
        colour = QColor(palette.muted if self.isChecked() else palette.faint)
        write(painter, QRectF(left, 0, room, self.height()), text, AT_LEFT, colour)
        if not self.isChecked():
            middle = round(self.height() / 2)
            painter.drawLine(left, middle, round(left + self._metrics.horizontalAdvance(text)), middle)


def _entry_width(curve: Curve, metrics: QFontMetricsF) -> int:
    """Return the width at which a curve's name is not elided in the legend."""
    return round(2 * _ENTRY_MARGIN + SWATCH + _BESIDE_SWATCH + metrics.horizontalAdvance(curve.label)) + 2


RIGHT = 8
"""Pixels right of the value ticks."""
_WIDEST = grown(228)
"""Pixels: longer labels are elided, so that curves keep more than half of the smallest window."""


class StripLabel(QWidget):
    """The left column of one strip.

    Attributes:
        entries: The legend entries that there was room for so far: with eight devices, a stack has far more curves than room.
        toggled: The user toggled a curve: its key, and whether it is visible now.
    """

    spoken_role = "Chart"

    toggled = Signal(str, bool)

    def __init__(self, theme: Theme, data: StripData, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around = around
        self._data = data
        self._figures: list[tuple[str, float]] = []
        self._figures_for: tuple[Span, int, bool] | None = None
        self._title_font, self._small_font = fonts.font(BODY_PX, MEDIUM), fonts.font(SMALL_PX)
        self._title_metrics, self._small_metrics = QFontMetricsF(self._title_font), QFontMetricsF(self._small_font)
        self._legend = data.strip.curves if len(data.strip.curves) > 1 else ()
        self.entries: list[LegendEntry] = []
        self._more: QPushButton | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.show_strip()

    def show_strip(self) -> None:
        """Show the strip's current description; its curves must be unchanged."""
        strip = self._data.strip
        unit = strip.subtitle if strip.is_caution else strip.unit
        self.setAccessibleName(f"{strip.title}, {unit}" if unit else strip.title)
        set_tooltip(self, self._tooltip())
        self._figures_for = None
        self._place_entries()
        self.update()

    def spoken_value(self) -> str:
        """Return the strip in one sentence."""
        return strip_sentence(self._data, self._around)

    def wanted_width(self, height: float) -> int:
        """Return the width at which nothing is elided in a strip of that height, within reason."""
        strip = self._data.strip
        title = self._title_metrics.horizontalAdvance(strip.title)
        unit = self._small_metrics.horizontalAdvance(self._below_title())
        lines = [title + (6 + unit if self._legend else 0), 0 if self._legend else unit]
        beside_figures = (is_high(height) or bool(self._legend), is_high(height))  # a legend lifts the title to the top tick label
        lines = [line + (self._figures_width() if beside else 0) for line, beside in zip(lines, beside_figures, strict=True)]
        lines += [_entry_width(curve, self._small_metrics) + self._figures_width() for curve in self._legend]
        return min(_WIDEST, math.ceil(self._around.side + max(lines) + RIGHT))

    def named_curves(self) -> list[str]:
        """Return the keys of the curves whose names are visible: all that have an entry, or the only one."""
        if not self._legend:
            return [curve.key for curve in self._data.strip.curves]
        return [entry.curve.key for entry in self.entries if not entry.isHidden()]

    def least_height(self) -> int:
        """Return the height of title and unit."""
        return math.ceil(self._title_metrics.height() + self._small_metrics.height()) + PADDING

    def refresh(self) -> None:
        """Update the value range; repaint if the tick labels have changed."""
        span, height = self._data.span, self.height() - 2 * PADDING - 1
        if self._figures_for == (span, height, self._data.is_empty()):
            return
        self._figures_for = (span, height, self._data.is_empty())
        labels = [] if self._data.is_empty() else self.scale().labels()
        figures = [(text, PADDING + (span.high - value) / span.length * height) for value, text in labels if text]
        if figures != self._figures:
            self._figures = figures
            self.update()

    def scale(self) -> Scale:
        """Return the value axis for the strip's height."""
        return value_scale(self._data.span.low, self._data.span.high, self.height() - 2 * PADDING - 1)

    def set_checked(self, curve: str, visible: bool) -> None:
        """Show whether a curve is visible."""
        for entry in self.entries:
            if entry.curve.key == curve:
                entry.setChecked(visible)

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Lay out the legend; entries without room go into a menu."""
        self._place_entries()
        set_tooltip(self, self._tooltip())

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw title, unit and range."""
        palette, strip = self._theme.palette, self._data.strip
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(palette.line))
        self._draw_range(painter)
        width = self._text_width()
        title_height, small_height = self._title_height(), self._small_metrics.height()
        top = self._top()
        painter.setFont(self._title_font)
        painter.setPen(QColor(palette.text))
        title = fitted(self._title_metrics, strip.title, width)
        write(painter, QRectF(self._around.side, top, width, title_height), title, AT_LEFT)
        painter.setFont(self._small_font)
        painter.setPen(QColor(palette.warn if strip.is_caution else palette.faint))
        if self._legend:
            used = self._title_metrics.horizontalAdvance(title) + 6
            box = QRectF(self._around.side + used, top + 1, width - used + 1, title_height)
        else:
            box = QRectF(self._around.side, top + title_height, width + 1, small_height)
        write(painter, box, fitted(self._small_metrics, self._text_within(box.width()), box.width()), AT_LEFT)

    def _draw_range(self, painter: QPainter) -> None:
        painter.setFont(self._small_font)
        painter.setPen(QColor(self._theme.palette.faint))
        height = self._small_metrics.height()
        for text, y in self._figures:
            write(painter, QRectF(0, round(y - height / 2), self.width() - RIGHT, height), text, AT_RIGHT)

    def _below_title(self) -> str:
        """Return unit or subtitle; the reason why a strip is empty is drawn in the strip, which has more room."""
        strip = self._data.strip
        is_reason = self._data.is_empty() and not strip.is_caution
        return strip.unit if is_reason else strip.subtitle or strip.unit

    def _text_within(self, width: float) -> str:
        """Return the text beside or below the title: the unit alone if its note would be elided; a caution always stays."""
        text = self._below_title()
        return (
            text if self._data.strip.is_caution or self._small_metrics.horizontalAdvance(text) <= width else self._data.strip.unit or text
        )

    def _tooltip(self) -> str:
        """Return the full texts if any is elided, followed by the help text on the metrics."""
        strip, width = self._data.strip, self._text_width()
        if (
            self._title_metrics.horizontalAdvance(strip.title) <= width
            and self._small_metrics.horizontalAdvance(self._below_title()) <= width
        ):
            return strip.help
        return "\n".join(text for text in (strip.title, strip.unit, strip.subtitle, strip.help) if text)

    def _top(self) -> float:
        """Return the top at which title, unit and legend are vertically centred."""
        return max(2.0, round((self.height() - 1 - self._title_height() - self._height_below()) / 2))

    def _height_below(self) -> float:
        """Return the height of what is below the title."""
        if self._legend:
            return self._rows() * self._row_height()
        return self._small_metrics.height() if self._below_title() else 0.0

    def _title_height(self) -> float:
        """Return the height of the title's line: Chinese, which is higher, gets it where the strip has room for it."""
        least, whole = self._title_metrics.height(), self._title_metrics.size(0, self._data.strip.title).height()
        return min(whole, max(least, self.height() - 4 - self._height_below()))

    def _figures_width(self) -> int:
        return round(self._small_metrics.horizontalAdvance("00\u2009000")) + RIGHT

    def _text_width(self) -> int:
        """Return the width left for title and unit: tick labels are beside them in a tall strip or above a long legend."""
        if is_high(self.height()):
            beside = self._figures_width()
        else:
            beside = self._widest_figure() if self._legend and self._top() < self._small_metrics.height() + PADDING else 0
        return self.width() - self._around.side - RIGHT - beside

    def _widest_figure(self) -> int:
        return max([self._figures_width(), *(round(self._small_metrics.horizontalAdvance(text)) + RIGHT for text, _ in self._figures)])

    def _row_height(self) -> int:
        return round(self._small_metrics.height()) + 1

    def _rows(self) -> int:
        """Return how many legend entries fit."""
        room = int((self.height() - 4 - self._title_metrics.height()) / self._row_height())
        return min(len(self._legend), max(1, room))

    def _place_entries(self) -> None:
        rows, height = self._rows(), self._row_height()
        shown = rows if rows == len(self._legend) else rows - 1
        top = round(self._top() + self._title_height())
        width = self.width() - self._around.side - self._figures_width() - RIGHT
        self.entries += [self._entry(curve) for curve in self._legend[len(self.entries) : shown]]
        for index, entry in enumerate(self.entries):
            entry.setGeometry(self._around.side - 2, top + index * height, min(width, entry.sizeHint().width()), height)
            entry.setVisible(index < shown)
        hidden = len(self._legend) - shown
        if hidden and self._more is None:
            self._more = self._make_more()
        if self._more is not None:
            self._more.setVisible(hidden > 0)
            self._more.setText(self.tr("{count} more").format(count=hidden))
            self._more.setGeometry(self._around.side + SWATCH // 2, top + shown * height, width, height)

    def _make_more(self) -> QPushButton:
        more = QPushButton(self)
        more.setProperty("look", "link")
        more.setFont(self._small_font)
        more.clicked.connect(self._open_menu)
        return more

    def _open_menu(self) -> None:
        menu = QMenu(self)
        for curve in self._legend:
            action = QAction(escaped(curve.label), menu, checkable=True, checked=self._data.visible[curve.key])
            action.toggled.connect(self._toggler(curve))
            menu.addAction(action)
        assert self._more is not None
        open_menu(menu, self._more)

    def _entry(self, curve: Curve) -> LegendEntry:
        entry = LegendEntry(self._theme, curve, self._data.strip.title, self)
        entry.setChecked(self._data.visible[curve.key])
        entry.clicked.connect(self._toggler(curve))
        return entry

    def _toggler(self, curve: Curve) -> Callable[[bool], None]:
        return lambda checked: self.toggled.emit(curve.key, checked)
