"""The command line that would do the same, to be read and taken away."""

import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import Field
from gpuscope.gui.fonts import monospace
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.field_editor import FieldEditor
from gpuscope.gui.widgets.labels import label, plain_tooltip
from gpuscope.gui.widgets.spec_draft import shell_words, split_command
from gpuscope.system.redaction import REDACTED, redact_arguments

_LINES = 4
_SHOWN = 12
_LONGEST_WORD = 60

_FEWEST_LINES, _MOST_LINES = 2, 7
_COPIED_MS = 1500
AROUND = 13
"""Pixels above and below the lines of a box; no more, or a line that is scrolled away shows in part."""


class CommandBox(QPlainTextEdit):
    """A few lines for one command: Enter starts it, Tab leaves it, and it wraps."""

    def __init__(self, editor: "CommandEditor") -> None:
        super().__init__()
        self._editor = editor
        self.setTabChangesFocus(True)
        self.setFont(monospace(SMALL_PX))
        self.document().setDocumentMargin(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + AROUND)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Take Enter for the start; with Shift it begins a line."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._editor.start_wanted.emit()
        else:
            super().keyPressEvent(event)


class CommandEditor(FieldEditor):
    """A command as for a shell; below it what the program is handed, argument by argument."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._box = CommandBox(self)
        field = Field(
            "command",
            QCoreApplication.translate("CommandEditor", "Command"),
            QCoreApplication.translate("CommandEditor", "A program and its arguments, as you would type them. No shell runs."),
            str,
            None,
        )
        super().__init__(field, self._box, parent)
        self._box.setPlaceholderText("python train.py --epochs 3")
        self._arguments = label("", "small", wraps=True)
        self._warning = label("", "warn", wraps=True)
        self._folder = label("", "faint", wraps=True)
        for widget in (self._box, self._arguments, self._warning, self._folder):
            self.column.addWidget(widget)
        self._box.textChanged.connect(self._changed)
        self._changed()

    def text(self) -> str:
        """Return the command as it was typed."""
        return self._box.toPlainText()

    def set_text(self, text: str) -> None:
        """Take another command."""
        self._box.setPlainText(text)

    def text_without_secrets(self) -> str:
        """Return the command as it may be written down; "" when it cannot be told what in it is a secret."""
        try:
            arguments = split_command(self.text())
        except UsageError:
            return ""
        cleaned = redact_arguments(arguments)
        return self.text() if cleaned == list(arguments) else shlex.join(cleaned)

    def show_folder(self) -> None:
        """Say where the command would run: where the window was started."""
        try:
            words = self.tr("Runs in {0}").format(_home_short(Path.cwd()))
        except OSError:
            words = self.tr("The working folder is gone")
        self._folder.setText(words)

    def _changed(self) -> None:
        try:
            arguments = split_command(self.text())
        except UsageError:
            arguments = ()
        self._arguments.setText(self._argument_words(arguments))
        self._arguments.setToolTip(plain_tooltip("\n".join(arguments)))
        self._arguments.setVisible(bool(arguments))
        warning = self._warning_words(arguments)
        self._warning.setText(warning)
        self._warning.setVisible(bool(warning))
        self.changed.emit()

    def _argument_words(self, arguments: tuple[str, ...]) -> str:
        shown = [one if len(one) <= _LONGEST_WORD else f"{one[: _LONGEST_WORD - 1]}…" for one in arguments[:_SHOWN]]
        rest = len(arguments) - len(shown)
        more = [self.tr("and {0} more").format(rest)] if rest else []
        return " ┃ ".join([*shown, *more])

    def _warning_words(self, arguments: tuple[str, ...]) -> str:
        words = []
        if found := shell_words(arguments):
            words.append(self.tr("No shell runs: {0} is handed to the program as text.").format(" ".join(found)))
        if any(REDACTED in one for one in arguments):
            words.append(self.tr("{0} stands where a secret was: type it again.").format(REDACTED))
        return " ".join(words)


def _home_short(folder: Path) -> str:
    home = Path("~").expanduser()
    return f"~/{folder.relative_to(home)}" if home != folder and home != Path("/") and folder.is_relative_to(home) else str(folder)


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
