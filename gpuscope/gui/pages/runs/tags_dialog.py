"""The editor of the tags of one run or of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QCompleter, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.pages.runs.run_columns import one_line
from gpuscope.gui.pages.runs.run_dialog import RunDialog
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label, plain_tooltip

_TALLEST = 220
_LONGEST = 10_000


class TagsDialog(RunDialog):
    """Lists the tags that the runs have, to be taken away, and takes new ones.

    Args:
        theme: Gives the looks.
        tags: Of each run.
        known: All tags that there are, offered while typing.
        parent: The page.
    """

    def __init__(self, theme: Theme, tags: Sequence[Sequence[str]], known: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        one = len(tags) == 1
        self._heading.set_text(self.tr("Tags of the run") if one else self.tr("Tags of {0} runs").format(len(tags)))
        self.do.setText(self.tr("Keep the tags"))
        counts = Counter(tag for own in tags for tag in own)
        self._boxes = {tag: self._box(tag, count, len(tags)) for tag, count in sorted(counts.items())}
        self._line = QLineEdit()
        self._line.setMaxLength(_LONGEST)
        self._line.setPlaceholderText(self.tr("New tags, with spaces between them"))
        self._line.setAccessibleName(self.tr("New tags"))
        self._line.setCompleter(self._completer([tag for tag in known if counts[tag] < len(tags)]))
        if self._boxes:
            self.body.addWidget(self._list())
        self.body.addWidget(self._line)
        self.body.addWidget(label(self.tr("A tag is one word."), "small"))
        self._line.setFocus()

    def _box(self, tag: str, count: int, runs: int) -> QCheckBox:
        words = one_line(tag[:60]).replace("&", "&&")
        box = QCheckBox(words if count == runs else self.tr("{0}  (on {1} of {2})").format(words, count, runs))
        box.setToolTip(plain_tooltip(tag) if len(tag) > 60 else "")
        box.setTristate(count < runs)
        box.setCheckState(Qt.CheckState.Checked if count == runs else Qt.CheckState.PartiallyChecked)
        return box

    def _list(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for box in self._boxes.values():
            column.addWidget(box)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        scroll.setFixedHeight(min(_TALLEST, inside.sizeHint().height() + 4))
        return scroll

    def _completer(self, words: Sequence[str]) -> QCompleter:
        completer = QCompleter(words, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        return completer

    @property
    def added(self) -> list[str]:
        """Tag that all runs shall have."""
        typed = self._line.text().replace(",", " ").split()
        return [*typed, *(tag for tag, box in self._boxes.items() if box.checkState() is Qt.CheckState.Checked)]

    @property
    def removed(self) -> list[str]:
        """Tag that no run shall have."""
        return [tag for tag, box in self._boxes.items() if box.checkState() is Qt.CheckState.Unchecked]
