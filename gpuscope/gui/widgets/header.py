"""The header of a page: title, state, time left, and at most two actions."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunState
from gpuscope.gui.first_frame import HEADER_HEIGHT
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.layouts import NO_MOST, STRETCH, fill, horizontal, vertical
from gpuscope.gui.widgets.state_badge import StateBadge

_LINE = 3
"""Height of the progress line in pixels: visible at a glance, thinner than any control."""
_TITLE_ROOM = grown(180)
"""Least width in pixels of a long title beside a long line of details."""
_TITLE_SHARE = 0.4
"""Largest share of the header's width of a long title beside details."""
_LEAST_DETAIL = grown(60)
"""Width in pixels below which a line of details is left out: it would be an ellipsis behind a few letters."""


class ProgressLine(QWidget):
    """A progress line of three pixels that fills from the left; invisible without progress.

    Args:
        has_track: Whether the remainder is drawn too, for a short line on a card.
    """

    spoken_role = "ProgressBar"

    def __init__(self, theme: Theme, *, has_track: bool = False) -> None:
        super().__init__()
        self._theme, self._has_track = theme, has_track
        self._share: float | None = None
        self.setFixedHeight(_LINE)
        self.setAccessibleName(self.tr("Progress"))
        theme.changed.connect(self.update)

    def spoken_value(self) -> str:
        """Return the progress in per cent; "" for none."""
        return "" if self._share is None else figures.percent(self._share)

    def set_share(self, share: float | None) -> None:
        """Show a share from 0 to 1; None for none."""
        if share != self._share:
            self._share = share
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the line."""
        if self._share is None:
            return
        painter, palette = QPainter(self), self._theme.palette
        if self._has_track:
            painter.fillRect(self.rect(), QColor(palette.line))
        width = round(self.width() * min(1.0, max(0.0, self._share)))
        painter.fillRect(0, 0, width, self.height(), QColor(palette.accent))


class Header(QWidget):
    """The head of a page; actions are added to its right end by :meth:`add_actions`.

    Attributes:
        changed: A part has changed its size, or was shown or hidden: :meth:`room_for` may have changed.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        bar = self._bar = QFrame(self)
        bar.setProperty("look", "header")
        bar.setFixedHeight(grown(HEADER_HEIGHT))
        self._title = ElidedLabel("", "title", elides=Qt.TextElideMode.ElideMiddle)
        self._detail = ElidedLabel("", "muted", elides=Qt.TextElideMode.ElideMiddle, separator=" · ")
        self._badge = StateBadge(theme)
        self._badge.hide()
        self._left = ElidedLabel("", "muted", separator=" · ")
        self._left.hide()
        self._left.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # as wide as :meth:`_fit` lets it be
        self._left.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row = horizontal(bar, (20, 0, 20, 0), spacing=12)
        for widget in (self._title, self._detail, self._badge):
            self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        fill(self._row, STRETCH, self._left)
        bar.installEventFilter(self)
        self._progress = ProgressLine(theme)
        self._progress.setParent(self)  # over the bar's edge: below it, a strip of background would stay without progress
        vertical(self, (0, 0, 0, 0), spacing=0).addWidget(bar)
        self._progress.raise_()

    def set_title(self, title: str, detail: str = "") -> None:
        """Set the title, and a muted line of details beside it."""
        self._title.set_text(title)
        self._detail.set_text(detail)
        self._fit()
        self._detail.setVisible(bool(detail))

    def _fit(self) -> None:
        """Share the room that state and actions leave: first comes the title, then the time left, then the details, by whole parts."""
        least = min(self._title.sizeHint().width(), _TITLE_ROOM)
        self._title.setMinimumWidth(least)
        room = self._room_beside(self._title, self._detail, self._left, at_least=True) - least
        self._left.setMaximumWidth(0 if room < self._left.least_width() else self._left.width_within(room))  # numbers are never cut
        most = max(_TITLE_ROOM, round(_TITLE_SHARE * self.width())) if self._detail.whole_text else NO_MOST
        room = self._room_beside(self._title, self._detail) - min(most, self._title.sizeHint().width())
        taken = 0 if room < min(_LEAST_DETAIL, self._detail.sizeHint().width()) else self._detail.width_within(room)
        self._detail.setMaximumWidth(taken)
        left = max(0, room - taken) if self._detail.whole_text else 0  # what its whole parts leave is the title's
        self._title.setMaximumWidth(min(NO_MOST, most + left))  # set once: with two values, each layout would ask for the next one

    def room_for(self, part: QWidget) -> int:
        """Return the width that a part can have with all others at their preferred width."""
        return max(0, self._room_beside(part))

    def _room_beside(self, *parts: QWidget, at_least: bool = False) -> int:
        """Return the width left for some parts together, with all others at their preferred or at their minimum width."""
        margins, taken = self._row.contentsMargins(), -self._row.spacing()  # there is one gap less than parts
        for place in range(self._row.count()):
            item = self._row.itemAt(place)
            widget = None if item is None else item.widget()
            if item is not None and widget is not None and not item.isEmpty():
                size = item.minimumSize() if at_least else item.sizeHint()
                taken += (0 if widget in parts else size.width()) + self._row.spacing()
        return self.width() - margins.left() - margins.right() - taken

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        """Fit title and details to the room that a changed state or action leaves: the state stands beside the details' last word."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
            self.changed.emit()
        return False

    def minimumSizeHint(self) -> QSize:
        """Return the size without the text at the right, which gives way: with it, the page could not become narrower."""
        least = super().minimumSizeHint()
        return least - QSize(0 if self._left.isHidden() else self._left.maximumWidth() + self._row.spacing(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the title's maximum width, and lay the progress line along the lower edge."""
        super().resizeEvent(event)
        self._fit()
        self._progress.setGeometry(0, self.height() - _LINE, self.width(), _LINE)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the title's minimum width to the style sheet, which has been applied by now."""
        super().showEvent(event)
        self._fit()

    def set_state(self, state: RunState | None, text: str | None = None) -> None:
        """Show a run's state; None for none."""
        self._badge.show_state(state, text)

    def set_left(self, text: str) -> None:
        """Set the text at the right, such as the time left; its last parts are left out if there is no room for them."""
        self._left.set_text(text)
        self._left.setVisible(bool(text))
        self._fit()

    def set_progress(self, share: float | None) -> None:
        """Show the progress from 0 to 1; None for none."""
        self._progress.set_share(share)

    def add_actions(self, *widgets: QWidget) -> None:
        """Add actions at the right end."""
        fill(self._row, *((widget, 0, Qt.AlignmentFlag.AlignVCenter) for widget in widgets))

    def insert_beside_title(self, widget: QWidget) -> None:
        """Add a widget after title, detail and badge."""
        self._row.insertWidget(3, widget, 0, Qt.AlignmentFlag.AlignVCenter)
