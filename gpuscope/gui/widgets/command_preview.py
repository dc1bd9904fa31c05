"""The equivalent command line, to read and copy."""

import math
import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from gpuscope.core.errors import UsageError
from gpuscope.core.field import Field
from gpuscope.gui.fonts import monospace, shortened
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button, CopyButton, keeps_its_place
from gpuscope.gui.widgets.field_editor import FieldEditor
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.labels import Explanation, ReservedLabel, label, set_tooltip
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.gui.widgets.script_drop import SCRIPT_SUFFIXES, script_in
from gpuscope.gui.widgets.spec_draft import shell_operators, split_command
from gpuscope.system.redaction import REDACTED, redact_arguments

_LINES = 4
"""Lines of the box in which a command is typed; longer commands scroll."""
_SHOWN, _LONGEST_WORD = 12, 60
"""Maximum arguments, and characters of each, in the line below the box; the tooltip has them in full."""
_ARGUMENT_LINES, _HINT_LINES = 2, 4
"""Lines kept for the arguments below the box, enough for a typical command, and for a warning in the hint's place."""
_FEWEST_LINES, _MOST_LINES = 2, 7
"""Least and greatest lines of the preview, which fits its text: a typical command fits, and the form rarely moves while typing."""
_FOOT_LINES = 3
"""Lines of the text above Start: enough for most fields' help; the tooltip has the rest."""
_AROUND = 13
"""Total pixels above and below the lines of a box; with more, part of a line that is scrolled away would show."""


class _CodeText(QPlainTextEdit):
    """A box of wrapped lines in a fixed-width font, which Tab leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setFont(monospace(SMALL_PX))
        self.document().setDocumentMargin(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def show_lines(self, count: int) -> None:
        """Set the height, in lines; with some fonts, those of a document are higher than the font says."""
        blocks = [self.document().findBlockByNumber(number) for number in range(min(count, self.document().blockCount()))]
        laid_out = [self.blockBoundingRect(block).height() / max(1, block.layout().lineCount()) for block in blocks]
        self.setFixedHeight(math.ceil(count * max(self.fontMetrics().lineSpacing(), *laid_out)) + _AROUND)


class CommandBox(_CodeText):
    """A box for one command, which Enter starts."""

    def __init__(self, editor: "CommandEditor") -> None:
        super().__init__()
        self._editor = editor
        self.show_lines(_LINES)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave dropped scripts to the window, which turns them into commands."""
        return script_in(source) is None and super().canInsertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start on Enter; Shift+Enter inserts a line break."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._editor.start_wanted.emit()
        else:
            super().keyPressEvent(event)


class CommandEditor(FieldEditor):
    """Editor of a shell-like command; the parsed arguments are shown below.

    While a command is typed, it is wrong more often than right, so errors and warnings take the hint's place and move nothing.

    Signals:
        script_chosen: A script was chosen in a dialog, by its path.
    """

    holds_trouble = True
    script_chosen = Signal(Path)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._box = CommandBox(self)
        field = Field(
            "command",
            QCoreApplication.translate("CommandEditor", "Command"),
            QCoreApplication.translate("CommandEditor", "A program and its arguments, as you would type them. No shell runs."),
            str,
            None,
        )
        super().__init__(field, self._box, parent)
        self._box.setPlaceholderText("python3 train.py --epochs 3")
        self._choose = Button(theme, self.tr("Script…"), "link", "folder", self.tr("Choose a script to run"), clicked=self._choose_script)
        self.column.removeWidget(self._label)
        self.column.addLayout(fill(horizontal(), (self._label, 1), self._choose))
        self._arguments = ReservedLabel(_ARGUMENT_LINES, "small")  # the fields below stay in their places while a command is typed
        hint = self.tr(
            "Steps of a PyTorch program are detected automatically. Other programs report them: import gpuscope, then gpuscope.step() "
            "after each."
        )
        self._hint = Explanation(hint, _HINT_LINES, "faint")
        self._hint.add_line(self.trouble)
        fill(self.column, self._box, self._arguments, self._hint)
        self._box.textChanged.connect(self._changed)
        self._changed()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Widgets in tab order."""
        return self._choose, self._box

    def _choose_script(self) -> None:
        dialog = file_dialog(self.window(), self.tr("Choose a script to run"))
        dialog.setNameFilter(self.tr("Scripts ({0})").format(" ".join(f"*{suffix}" for suffix in SCRIPT_SUFFIXES)))
        dialog.fileSelected.connect(lambda path: self.script_chosen.emit(Path(path)))
        dialog.open()

    def text(self) -> str:
        """Return the command as typed."""
        return self._box.toPlainText()

    def set_text(self, text: str) -> None:
        """Set the command."""
        self._box.setPlainText(text)

    def text_without_secrets(self) -> str:
        """Return the command with secrets redacted; "" if it cannot be parsed to find them."""
        try:
            arguments = split_command(self.text())
        except UsageError:
            return ""
        cleaned = redact_arguments(arguments)
        return self.text() if cleaned == list(arguments) else shlex.join(cleaned)

    def _changed(self) -> None:
        try:
            arguments = split_command(self.text())
        except UsageError:
            arguments = ()
        self._arguments.set_text(self._argument_text(arguments), "\n".join(arguments))
        self._warning = self._warning_text(arguments)
        self._show_hint()
        self.changed.emit()

    def _show_line(self) -> None:
        super()._show_line()
        self._show_hint()

    def _show_hint(self) -> None:
        self._hint.show_note(self._warning, "warn")
        if self.trouble.text():
            self._hint.give_way()

    def _argument_text(self, arguments: tuple[str, ...]) -> str:
        shown = [shortened(argument, _LONGEST_WORD) for argument in arguments[:_SHOWN]]
        rest = len(arguments) - len(shown)
        more = [self.tr("and {0} more").format(rest)] if rest else []
        return " ┃ ".join([*shown, *more])

    def _warning_text(self, arguments: tuple[str, ...]) -> str:
        warnings = []
        if operators := shell_operators(arguments):
            warnings.append(self.tr("No shell runs: {0} is passed to the program as text.").format(" ".join(operators)))
        if any(REDACTED in argument for argument in arguments):
            warnings.append(self.tr("{0} replaces a secret: type it again.").format(REDACTED))
        return " ".join(warnings)


def working_folder() -> str:
    """Return the window's working folder, in which commands run by default, with ``~`` for the home; "" if it no longer exists."""
    home = Path("~").expanduser()
    try:
        folder = Path.cwd()
    except OSError:
        return ""
    return f"~/{folder.relative_to(home)}" if home != folder and home != Path("/") and folder.is_relative_to(home) else str(folder)


class CodeBox(_CodeText):
    """Selectable read-only text, as high as its content up to a few lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setProperty("look", "code")
        self.textChanged.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the new line breaks."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.show_lines(min(_MOST_LINES, max(_FEWEST_LINES, round(self.document().size().height()))))


def in_lines(arguments: Sequence[str]) -> str:
    """Format a command line for a shell with one flag per line; arguments after ``--`` stay together."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    starts = [0, *(at for at in range(1, end) if arguments[at].startswith("--")), end]
    lines = [shlex.join(arguments[begin:stop]) for begin, stop in pairwise(starts)] + [shlex.join(arguments[end:])]
    return " \\\n  ".join(line for line in lines if line)


class CommandPreview(QWidget):
    """A heading with a copy button, and the command line below it.

    Attributes:
        text: The command line on one line; "" while there is none.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.text = ""
        title = self.tr("The same from a terminal")
        self._box = CodeBox()
        self._box.setAccessibleName(title)
        self._box.setPlaceholderText(self.tr("Shown when every value fits."))
        self._copy = CopyButton(theme, lambda: self.text, look="link")
        self._copy.setAccessibleName(self.tr("Copy the command line"))
        keeps_its_place(self._copy)
        head = fill(QHBoxLayout(), (label(title, "small"), 1), self._copy)
        fill(vertical(self, (0, 0, 0, 0), spacing=4), head, self._box)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Widgets in tab order."""
        return self._copy, self._box

    def show_arguments(self, arguments: Sequence[str]) -> None:
        """Show the command line ``gpuscope …`` with these arguments; nothing without arguments."""
        text = shlex.join(["gpuscope", *arguments]) if arguments else ""
        if text != self.text:
            self.text = text
            self._box.setPlainText(in_lines(["gpuscope", *arguments]) if arguments else "")
            self._copy.setVisible(bool(text))


class StartFoot(QWidget):
    """Shows why a start is impossible, else the help of the current field; Start is disabled while it is impossible.

    Signals:
        start_wanted: The button was pressed.
        vary_wanted: The button that compares variants was pressed.

    Args:
        margin: Pixels left and right.

    Attributes:
        button: The Start button, for the tab order.
        vary_button: The button that compares variants, for the tab order.
    """

    start_wanted = Signal()
    vary_wanted = Signal()

    def __init__(self, theme: Theme, margin: int) -> None:
        super().__init__()
        self._text = ReservedLabel(_FOOT_LINES, "faint")
        self.button = Button(theme, self.tr("Start"), "main", "start", clicked=self.start_wanted)
        column = fill(vertical(self, (margin, 8, margin, 14), spacing=8), self._text)
        self.vary_button = Button(theme, self.tr("Vary…"), clicked=self.vary_wanted)
        self.vary_button.setAccessibleName(self.tr("Vary…"))
        set_tooltip(self.vary_button, self.tr("Run variants of it in turns, and show what differs measurably"))
        row = fill(horizontal(spacing=8), self.vary_button, (self.button, 1))
        column.addLayout(row)

    def show_state(self, reason: str, help: str, *, is_mistake: bool, is_busy: bool, waits: bool = False, can_vary: bool = True) -> None:
        """Update message and buttons.

        Args:
            reason: Why a start is impossible; "" if it is possible.
            help: Shown if there is no reason.
            is_mistake: Whether the reason is a mistake rather than a missing input.
            is_busy: Whether a start is under way.
            waits: Whether the run would wait for another one to end.
            can_vary: Whether it is one of gpuscope's workloads, whose settings can be varied.
        """
        self.vary_button.setVisible(can_vary)
        self.vary_button.setEnabled(not reason)
        set_look(self._text, "bad" if reason and is_mistake else "faint")
        self._text.set_text(reason or help)
        self.button.setText(self.tr("Starting …") if is_busy else self.tr("Start after it") if waits else self.tr("Start"))
        self.button.setEnabled(not reason)  # while busy it stays enabled to keep the focus, but ignores clicks
        set_look(self.button, "" if is_busy else "main")
        self.button.set_icon("start")  # in the colour of its look
        set_tooltip(self.button, reason or (self.tr("Waits until its device is free (Ctrl+Enter)") if waits else self.tr("Ctrl+Enter")))
