"""The foot of the list: what is selected, and what the history takes on the disk."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel

_WORTH_TELLING = 2**20
"""Bytes below which offering to free them is not worth a button."""


class StoreBar(QFrame):
    """One quiet line.

    Attributes:
        thin_out_wanted: The history shall be thinned out.
        restore_wanted: All deleted runs shall be brought back.
        purge_wanted: Deleted runs shall be removed for good.
    """

    thin_out_wanted = Signal()
    restore_wanted = Signal()
    purge_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "below")
        self.setFixedHeight(40)
        self.hide()
        self._selection, self._store = ElidedLabel("", "small"), ElidedLabel("", "small")
        self._bring_back = self._link(theme, self.tr("Bring them back"), self.restore_wanted)
        self._purge = self._link(theme, "", self.purge_wanted)
        self._thin_out = self._link(theme, self.tr("Thin out …"), self.thin_out_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 20, 0)
        row.setSpacing(12)
        row.addWidget(self._selection)
        row.addStretch(1)
        row.addWidget(self._store)
        for link in (self._bring_back, self._purge, self._thin_out):
            row.addWidget(link)

    def _link(self, theme: Theme, text: str, wanted: SignalInstance) -> Button:
        link = Button(theme, text, "link")
        link.clicked.connect(wanted)
        link.hide()
        return link

    def show_selection(self, words: str) -> None:
        """Show what is selected."""
        self._selection.set_text(words)

    def show_store(self, runs: int, file_bytes: int, reusable_bytes: int, deleted: int) -> None:
        """Show the space that the store takes.

        Args:
            runs: In it, deleted ones left out.
            file_bytes: Of its files.
            reusable_bytes: Of them, what could be given back to the disk.
            deleted: Runs that are deleted and can be brought back.
        """
        parts = [self.tr("{0} runs").format(figures.figure(runs, "1")) if runs != 1 else self.tr("1 run")]
        parts.append(figures.figure(file_bytes, "B"))
        if deleted:
            parts.append(self.tr("{0} deleted").format(figures.figure(deleted, "1")))
        if reusable_bytes >= _WORTH_TELLING or (deleted and reusable_bytes):
            parts.append(self.tr("{0} can be given back").format(figures.figure(reusable_bytes, "B")))
        self._store.set_text(" · ".join(parts))
        self.setVisible(bool(runs or deleted))
        self._bring_back.setVisible(bool(deleted))
        self._purge.setVisible(bool(deleted) or reusable_bytes >= _WORTH_TELLING)
        self._purge.setText(self.tr("Remove for good …") if deleted else self.tr("Give it back"))
        self._thin_out.setVisible(runs > 0)

    @property
    def words(self) -> str:
        """The text about the store."""
        return self._store.whole_text
