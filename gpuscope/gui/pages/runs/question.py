"""Questions before something that goes further than a click should: a foreign command, removal for good."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gpuscope.core import figures
from gpuscope.core.run_origin import RunOrigin
from gpuscope.gui import fonts
from gpuscope.gui.pages.runs.origin_words import origin_words
from gpuscope.gui.pages.runs.run_dialog import RunDialog
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import label


class CommandQuestion(RunDialog):
    """Shows the whole command of a run before it is run again, and where the run came from when it was imported."""

    def __init__(self, theme: Theme, command: Sequence[str], parent: QWidget | None = None, origin: RunOrigin | None = None) -> None:
        super().__init__(theme, "", "", parent=parent)
        self._heading.set_text(self.tr("Run this command again?"))
        self.do.setText(self.tr("Take it to the Run page"))
        shown = QPlainTextEdit(shlex.join(command))
        shown.setReadOnly(True)
        shown.setFont(fonts.monospace(SMALL_PX))
        shown.setProperty("look", "code")
        shown.setAccessibleName(self.tr("The whole command"))
        shown.setTabChangesFocus(True)
        shown.setMinimumHeight(120)
        self.command = shown.toPlainText()
        if origin is not None:
            warning = self.tr("This run was not recorded here: {0}. Run it only if you trust where it came from.")
            self.body.addWidget(label(warning.format(origin_words(origin)), wraps=True))
        self.body.addWidget(label(self.tr("It runs with your rights. This is all of it:"), "muted", wraps=True))
        self.body.addWidget(shown, 1)


class PurgeQuestion(RunDialog):
    """Asks before deleted runs are removed for good."""

    def __init__(self, theme: Theme, count: int, freed_bytes: int, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", "destructive", parent)
        one = count == 1
        self._heading.set_text(self.tr("Remove the deleted run for good?") if one else self.tr("Remove the deleted runs for good?"))
        self.do.setText(self.tr("Remove for good"))
        runs = self.tr("One run is") if one else self.tr("{0} runs are").format(figures.figure(count, "1"))
        words = self.tr("{0} deleted. Its samples, figures and output are removed from the disk, about {1}, and cannot be brought back.")
        several = self.tr(
            "{0} deleted. Their samples, figures and output are removed from the disk, about {1}, and cannot be brought back."
        )
        self.body.addWidget(label((words if one else several).format(runs, figures.figure(freed_bytes, "B")), wraps=True))
