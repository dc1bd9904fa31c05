"""A badge with a run's state and a dot in its colour."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuscope.core.run import RunState
from gpuscope.gui.fonts import font
from gpuscope.gui.theme import MEDIUM, SMALL_PX, Palette, Theme


def state_label(state: RunState) -> str:
    """Return the translated name of a state."""
    names = {
        RunState.RUNNING: QCoreApplication.translate("RunState", "running"),
        RunState.FINISHED: QCoreApplication.translate("RunState", "finished"),
        RunState.FAILED: QCoreApplication.translate("RunState", "failed"),
        RunState.STOPPED: QCoreApplication.translate("RunState", "stopped"),
        RunState.INTERRUPTED: QCoreApplication.translate("RunState", "interrupted"),
        RunState.DAMAGED: QCoreApplication.translate("RunState", "damaged"),
        RunState.SALVAGED: QCoreApplication.translate("RunState", "salvaged"),
    }
    return names[state]


def state_tone(state: RunState) -> str:
    """Return the name of a state's palette colour."""
    match state:
        case RunState.RUNNING | RunState.FINISHED:
            return "good"
        case RunState.FAILED | RunState.DAMAGED:
            return "bad"
        case _:
            return "warn"


MISHAP_TONES = {RunState.FAILED: "bad", RunState.DAMAGED: "bad", RunState.INTERRUPTED: "warn", RunState.SALVAGED: "warn"}
"""Tone of what is said of a run's end. A stopped run is not highlighted: whoever stopped it knows."""


def state_colours(palette: Palette, state: RunState) -> tuple[str, str]:
    """Return (text, background) colours of a state."""
    tone = state_tone(state)
    return getattr(palette, tone), getattr(palette, f"{tone}_ground")


class StateBadge(QWidget):
    """A pill with a dot and a word; hidden while it has no state."""

    spoken_role = "StaticText"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state: RunState | None = None
        self._text = ""
        self.setFont(font(SMALL_PX, MEDIUM))
        theme.changed.connect(self.update)

    def show_state(self, state: RunState | None, text: str | None = None) -> None:
        """Show a state; ``text`` replaces its name ("stopping, 7 s"); None hides the badge."""
        text_shown = "" if state is None else text or state_label(state)
        if (state, text_shown) == (self._state, self._text):
            return
        self._state, self._text = state, text_shown
        self.setVisible(state is not None)
        self.setAccessibleName(text_shown)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the word with its padding."""
        return QSize(self.fontMetrics().horizontalAdvance(self._text) + 30, self.fontMetrics().height() + 8)

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size: a state is never elided."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the pill."""
        if self._state is None:
            return
        text, ground = state_colours(self._theme.palette, self._state)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = self.fontMetrics().height() + 7
        frame = QRectF(0.5, (self.height() - height) / 2 + 0.5, self.width() - 1, height - 1)
        painter.setPen(QPen(QColor(text), 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(text))
        painter.drawEllipse(QRectF(10, frame.center().y() - 3, 6, 6))
        painter.setPen(QColor(text))
        painter.drawText(frame.adjusted(21, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._text)
