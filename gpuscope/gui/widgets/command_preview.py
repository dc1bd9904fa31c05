"""The command line that would do the same, to be read and taken away."""

import shlex
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gpuscope.gui.fonts import monospace
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label

_FEWEST_LINES, _MOST_LINES = 2, 7
_COPIED_MS = 1500
AROUND = 13
"""Pixels above and below the lines of a box; no more, or a line that is scrolled away shows in part."""


class CodeBox(QPlainTextEdit):
    """Text to be read and selected, as high as it needs to be, up to a few lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setProperty("look", "code")
        self.setFont(monospace(SMALL_PX))
        self.document().setDocumentMargin(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.textChanged.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Break the lines anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = min(_MOST_LINES, max(_FEWEST_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + AROUND)


def in_lines(arguments: Sequence[str]) -> str:
    """Return a command line with each of its flags on a line, as a shell takes it; what is behind ``--`` stays together."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    starts = [0, *(at for at in range(1, end) if arguments[at].startswith("--")), end]
    lines = [shlex.join(arguments[begin:stop]) for begin, stop in pairwise(starts)] + [shlex.join(arguments[end:])]
    return " \\\n  ".join(line for line in lines if line)


class CommandPreview(QWidget):
    """A heading with a button that copies, and the command line below it.

    Attributes:
        text: The command line in one line; "" while there is none.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        title = self.tr("The same from a terminal")
        self._box = CodeBox()
        self._box.setAccessibleName(title)
        self._box.setPlaceholderText(self.tr("Shown when every value fits."))
        self._copy = Button(theme, self.tr("Copy"), "link", "copy")
        self._copy.setAccessibleName(self.tr("Copy the command line"))
        policy = self._copy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._copy.setSizePolicy(policy)
        self._copy.clicked.connect(self._take)
        self._back = QTimer(self, interval=_COPIED_MS, singleShot=True)
        self._back.timeout.connect(lambda: self._copy.setText(self.tr("Copy")))
        head = QHBoxLayout()
        head.addWidget(label(title, "small"), 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._box)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What the Tab key reaches, in order."""
        return self._copy, self._box

    def show_arguments(self, arguments: Sequence[str]) -> None:
        """Show the command line ``gpuscope …`` with these arguments; none for nothing."""
        text = shlex.join(["gpuscope", *arguments]) if arguments else ""
        if text != self.text:
            self.text = text
            self._box.setPlainText(in_lines(["gpuscope", *arguments]) if arguments else "")
            self._copy.setVisible(bool(text))

    def _take(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
        self._copy.setText(self.tr("Copied"))
        self._back.start()
