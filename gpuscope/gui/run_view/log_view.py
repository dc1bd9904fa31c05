"""The log of the run and its recorder, and the workload's output: a few lines, expandable."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from gpuscope.core.event import ALERT
from gpuscope.gui import fonts
from gpuscope.gui.data.rare_events import LogLine
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.reports.pictures.scale import clock
from gpuscope.reports.run_report import shown_mark

MOST_LINES, _LONGEST_LINE = 2_000, 1_000
"""Maximum number of lines, equal to :data:`rare_events.LINES_KEPT`, and of characters per line."""
_FEW_LINES, _MANY_LINES = 3, 14
"""Visible lines when collapsed and expanded: enough for the last messages, or for a traceback."""
_LINES_OF_A_PAGE = 7
"""Height in lines when a page shares the area: two lines of text and two rows of buttons."""
_TEXTS_OF_A_PAGE = 4
"""Lines of text among these, each of which is taller in Chinese."""
_LOG, _OUTPUT, _PAGE = 0, 1, 2
"""Indices of the choices."""
_AROUND, _AROUND_A_PAGE = 22, 26
"""Total pixels above, below and, for a page with its buttons, between the lines."""
_COLOURS = {"warning": "warn", "error": "bad", "mark": "accent", "alert": "bad"}


class LogText(QPlainTextEdit):
    """Plain lines that follow the newest at the bottom unless the user has scrolled away."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("look", "log")
        self.setFont(fonts.monospace(SMALL_PX))
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setAccessibleName(name)
        self.setMinimumHeight(1)

    def scroll_to_end(self) -> None:
        """Scroll to the newest line."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the newest line in view."""
        bar = self.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum()
        super().resizeEvent(event)
        if is_at_end:
            self.scroll_to_end()

    def append_lines(self, lines: Sequence[tuple[str, str | None]]) -> None:
        """Append lines with their colours, None for the default."""
        bar = self.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for text, colour in lines[-MOST_LINES:]:
            if not self.document().isEmpty():
                cursor.insertBlock()
            cursor.insertText(fonts.legible(fonts.shortened(" ".join(text.splitlines()), _LONGEST_LINE)), _format(colour))
        cursor.endEditBlock()
        if is_at_end:
            self.scroll_to_end()


class LogView(QFrame):
    """Shows the log, the output or an optional added page, one at a time. Without a page, it is hidden while log and output are empty."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._began: datetime | None = None
        self._lines: list[LogLine] = []
        self._taken = 0
        self._output: tuple[str, ...] = ()
        self.setProperty("look", "below")
        self._log, self._out = LogText(self.tr("Log"), self), LogText(self.tr("Output of the workload"), self)
        self._log.setPlaceholderText(self.tr("Nothing was reported"))
        self._out.setPlaceholderText(self.tr("No output"))
        self._out.hide()
        self._choices = ChoiceGroup(self)
        self._few_lines = _FEW_LINES
        self._page: tuple[QWidget, ...] = ()
        self._more = Button(theme, "", "flat", "up", self.tr("Show more lines"), is_checkable=True)
        self._more.toggled.connect(self._show_height)
        side = fill(vertical(spacing=0), self._buttons(), STRETCH)
        self._column = vertical(self, (11, 3, 8, 3), spacing=6)
        self._row = horizontal(spacing=4)
        self._column.addLayout(self._row)
        fill(self._row, (self._log, 1), (self._out, 1), side)
        theme.changed.connect(self._repaint)
        self._show_height()

    def _buttons(self) -> QHBoxLayout:
        log, output = self._choice(_LOG, self.tr("Log")), self._choice(_OUTPUT, self.tr("Output"))
        log.setChecked(True)
        self._choices.idClicked.connect(self._choose)
        self._tabs = fill(horizontal(spacing=2), log, output, self._more)
        return self._tabs

    def _choice(self, index: int, name: str) -> Button:
        button = Button(self._theme, name, "flat", is_checkable=True)
        self._choices.addButton(button, index)
        return button

    def add_page(self, name: str, page: QWidget, below: QWidget) -> None:
        """Add a page to the choices, with a part below it that is as wide as the view; :meth:`show_page` brings it to the front."""
        self._page = page, below
        self._few_lines = _LINES_OF_A_PAGE
        self._row.insertWidget(0, page, 1)
        self._column.addWidget(below, 1)
        self._tabs.insertWidget(0, self._choice(_PAGE, name))
        self.show_page(False)
        self._show_height()

    def show_page(self, is_shown: bool) -> None:
        """Bring the added page to the front, or remove it from the choice while the run goes on."""
        nothing, later = self.tr("Nothing was reported"), self.tr("What the run reports, and its result at the end, appear here.")
        self._log.setPlaceholderText(nothing if is_shown else later)
        self._choices.button(_PAGE).setVisible(is_shown)
        self._choose(_PAGE if is_shown else _LOG)

    @property
    def text(self) -> str:
        """The shown text."""
        return (self._out if self._choices.checkedId() == _OUTPUT else self._log).toPlainText()

    @property
    def is_expanded(self) -> bool:
        """Whether the log is expanded."""
        return self._more.isChecked()

    def expand(self, expanded: bool) -> None:
        """Expand or collapse the log."""
        self._more.setChecked(expanded)

    def begin(self, began: datetime | None) -> None:
        """Clear the log for another run with this start time; with None, times are relative to the start."""
        self._began = began
        self._lines, self._taken, self._output = [], 0, ()
        self._log.clear()
        self._out.clear()
        self._choose(_LOG)
        self._show_room()

    def append_log(self, lines: Sequence[LogLine], count: int) -> None:
        """Append the new lines; the log has had ``count`` lines in total."""
        new = list(lines[-(count - self._taken) :]) if count > self._taken else []
        self._taken = count
        self._lines = [*self._lines, *new][-MOST_LINES:]
        if new:
            self._log.append_lines([self._line(line) for line in new])
            self._show_room()

    def set_output(self, lines: Sequence[str]) -> None:
        """Show the last lines of the workload's output."""
        lines = tuple(lines[-MOST_LINES:])
        if lines == self._output:
            return
        known = len(self._output)
        grown = bool(known) and lines[:known] == self._output
        if not grown:
            self._out.clear()
        self._out.append_lines([(line, None) for line in (lines[known:] if grown else lines)])
        self._output = lines
        if lines and not self._taken and self._choices.checkedId() != _PAGE:
            self._choose(_OUTPUT)  # there is nothing else to read
        self._show_room()

    def _show_room(self) -> None:
        """Hide the view while it is empty, unless a page was added: its space is reserved, so that nothing moves when it is shown."""
        self.setVisible(bool(self._page or self._lines or self._output))

    def show_output(self) -> None:
        """Show the output, which explains a failed run."""
        self._choose(_OUTPUT)

    def _choose(self, index: int) -> None:
        self._choices.button(index).setChecked(True)
        self._log.setVisible(index == _LOG)
        self._out.setVisible(index == _OUTPUT)
        for part in self._page:
            part.setVisible(index == _PAGE)

    def _line(self, line: LogLine) -> tuple[str, str | None]:
        token = _COLOURS.get(line.level)
        colour = None if token is None else str(getattr(self._theme.palette, token))
        when = clock(line.t_s) if self._began is None else time_of_day(self._began, line.t_s)
        text = shown_mark(line.text) if line.level in ("mark", ALERT) else line.text
        return f"{when}  {text}", colour

    def _repaint(self) -> None:
        self._log.clear()
        self._log.append_lines([self._line(line) for line in self._lines])

    def _show_height(self) -> None:
        count = _MANY_LINES if self._more.isChecked() else self._few_lines
        self._more.set_icon("down" if self._more.isChecked() else "up")
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self._more.isChecked() else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        for text in (self._log, self._out):
            text.setVerticalScrollBarPolicy(policy)
            text.setHorizontalScrollBarPolicy(policy)
        height = count * QFontMetricsF(self._log.font()).lineSpacing() + self._taller()
        self.setFixedHeight(round(height) + (_AROUND_A_PAGE if self._page else _AROUND))
        if not (self._page or self._more.isChecked()):
            self.setMinimumHeight(0)  # a few lines become one before the page of an opened run scrolls
        self._log.scroll_to_end()
        self._out.scroll_to_end()

    def _taller(self) -> float:
        """Return by how many pixels the lines of the added page are taller than Latin ones."""
        if not self._page:
            return 0.0
        name = self._choices.button(_PAGE)
        return _TEXTS_OF_A_PAGE * (fonts.line_height(name.font(), name.text()) - fonts.line_height(name.font(), "A"))

    def changeEvent(self, event: QEvent) -> None:
        """Keep the number of lines when the font size changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show_height()


def time_of_day(began: datetime, t_s: float) -> str:
    """Return the local time of an instant after the start: ``15:04:07``."""
    return (began + timedelta(seconds=t_s)).astimezone().strftime("%H:%M:%S")


def _format(colour: str | None) -> QTextCharFormat:
    text_format = QTextCharFormat()
    if colour is not None:
        text_format.setForeground(QColor(colour))
    return text_format
