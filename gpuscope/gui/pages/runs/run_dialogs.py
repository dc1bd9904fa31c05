"""The dialogs of the runs list: note and tags, and the confirmations of critical actions."""

import shlex
from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QCompleter, QLineEdit, QPlainTextEdit, QScrollArea, QWidget

from gpuscope.core import figures
from gpuscope.core.natural_order import natural_key
from gpuscope.core.run import RunOrigin
from gpuscope.gui import fonts
from gpuscope.gui.accessibility import ReadingArea
from gpuscope.gui.pages.runs.run_columns import one_line, origin_text
from gpuscope.gui.stylesheet import sheet_over
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import label, set_tooltip
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.menus import escaped
from gpuscope.gui.widgets.question_dialog import LONGEST_NAME, QuestionDialog

_TALLEST = grown(220)
"""Maximum height of the list of tags in pixels; longer lists scroll."""


class NoteDialog(QuestionDialog):
    """Asks for a multi-line note; Ctrl+Enter submits it."""

    def __init__(self, theme: Theme, name: str, note: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, "", parent=parent)
        self.do.setText(self.tr("Keep the note"))
        self._edit = QPlainTextEdit(note, tabChangesFocus=True)
        self._edit.setAccessibleName(self.tr("Note"))
        self._edit.setMinimumHeight(140)
        self._edit.textChanged.connect(self._check)
        self._count = label("", "small")
        fill(self.body, label(self.tr("Note"), "muted"), (self._edit, 1), self._count)
        self._check()
        self._edit.setFocus()

    @property
    def text(self) -> str:
        """The note."""
        return self._edit.toPlainText().strip()

    def _check(self) -> None:
        surplus = len(self.text) - LONGEST_NAME
        self.do.setEnabled(surplus <= 0)
        self._count.setText(self.tr("Ctrl+Enter keeps it") if surplus <= 0 else self.tr("{0} characters too many").format(surplus))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Submit on Ctrl+Enter."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.do.isEnabled():
            self.agreed.emit()
        else:
            super().keyPressEvent(event)


class TagsDialog(QuestionDialog):
    """Lists the tags of the runs for removal, and accepts new ones.

    Args:
        tags: Tags of each run.
        known: All existing tags, offered as completions.
    """

    def __init__(self, theme: Theme, tags: Sequence[Sequence[str]], known: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        is_one = len(tags) == 1
        self._heading.set_text(self.tr("Tags of the run") if is_one else self.tr("Tags of {0} runs").format(len(tags)))
        self.do.setText(self.tr("Keep the tags"))
        counts = Counter(tag for own in tags for tag in own)
        self._boxes = {tag: self._box(tag, counts[tag], len(tags)) for tag in sorted(counts, key=natural_key)}
        self._line = QLineEdit(maxLength=LONGEST_NAME, placeholderText=self.tr("New tags, with spaces between them"))
        self._line.setAccessibleName(self.tr("New tags"))
        self._line.setCompleter(self._completer([tag for tag in known if counts[tag] < len(tags)]))
        if self._boxes:
            self.body.addWidget(self._list())
        fill(self.body, self._line, label(self.tr("A tag is one word."), "small"))
        self._line.setFocus()

    def _box(self, tag: str, count: int, runs: int) -> QCheckBox:
        text = escaped(one_line(tag[:60]))
        box = QCheckBox(text if count == runs else self.tr("{0}  (on {1} of {2})").format(text, count, runs))
        set_tooltip(box, tag if len(tag) > 60 else "")
        box.setTristate(count < runs)
        box.setCheckState(Qt.CheckState.Checked if count == runs else Qt.CheckState.PartiallyChecked)
        return box

    def _list(self) -> QScrollArea:
        inside = QWidget(self)  # parented from the start, so that its size follows the style sheet
        fill(vertical(inside, (0, 0, 0, 0), spacing=2), *self._boxes.values())
        scroll = ReadingArea(self.tr("Tags"), inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its boxes take the focus
        scroll.setFixedHeight(min(_TALLEST, inside.sizeHint().height() + 4))
        return scroll

    def _completer(self, tags: Sequence[str]) -> QCompleter:
        completer = QCompleter(tags, self, caseSensitivity=Qt.CaseSensitivity.CaseInsensitive)
        popup = completer.popup()
        assert popup is not None
        popup.setStyleSheet(sheet_over(self))
        return completer

    @property
    def added(self) -> list[str]:
        """Tags to add to every run."""
        typed = self._line.text().replace(",", " ").split()
        return [*typed, *(tag for tag, box in self._boxes.items() if box.checkState() is Qt.CheckState.Checked)]

    @property
    def removed(self) -> list[str]:
        """Tags to remove from every run."""
        return [tag for tag, box in self._boxes.items() if box.checkState() is Qt.CheckState.Unchecked]


class CommandQuestion(QuestionDialog):
    """Shows the whole command and the origin of an imported run before it is repeated here."""

    def __init__(self, theme: Theme, command: Sequence[str], origin: RunOrigin, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        self._heading.set_text(self.tr("Open this command in the form?"))
        self.do.setText(self.tr("Open in the form"))
        shown = QPlainTextEdit(shlex.join(command), readOnly=True, tabChangesFocus=True)
        shown.setFont(fonts.monospace(SMALL_PX))
        shown.setProperty("look", "command")
        shown.setAccessibleName(self.tr("The whole command"))
        shown.setMinimumHeight(120)
        self.command = shown.toPlainText()
        warning = self.tr("This run was not recorded here: {0}. Run it only if you trust its origin.")
        fill(self.body, label(warning.format(origin_text(origin)), wraps=True))
        fill(self.body, label(self.tr("It runs with your permissions. The whole command:"), "muted", wraps=True), (shown, 1))


class PurgeQuestion(QuestionDialog):
    """Confirms that deleted runs are to be removed permanently."""

    def __init__(self, theme: Theme, count: int, freed_bytes: int, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", "destructive", parent)
        is_one = count == 1
        self._heading.set_text(self.tr("Remove the deleted run for good?") if is_one else self.tr("Remove the deleted runs for good?"))
        self.do.setText(self.tr("Remove for good"))
        runs = self.tr("One run is") if is_one else self.tr("{0} runs are").format(figures.figure(count, "1"))
        single = self.tr("{0} deleted. Its samples, figures and output are removed from the disk, about {1}, and cannot be brought back.")
        several = self.tr(
            "{0} deleted. Their samples, figures and output are removed from the disk, about {1}, and cannot be brought back."
        )
        self.body.addWidget(label((single if is_one else several).format(runs, figures.figure(freed_bytes, "B")), wraps=True))
