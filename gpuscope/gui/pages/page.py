"""What the pages share."""

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.header import Header
from gpuscope.gui.widgets.notice_bar import NoticeBar


class Page(QWidget):
    """A page: a header, a place for notices, a body. A hidden page does no work: see :meth:`activated`.

    Attributes:
        name: On the command line (``--page``) and in the window's memory.
        wanted: Another page is wanted: its name, and what it shall show (a run's id, a list of them …) or None.
    """

    name: ClassVar[str]
    wanted = Signal(str, object)

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setProperty("look", "page")
        self.header = Header(theme, title)
        self.notice = NoticeBar(theme)
        self.setAccessibleName(title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.header)
        self._column.addWidget(self.notice)

    def set_body(self, body: QWidget) -> None:
        """Take the widget below header and notices."""
        self._column.addWidget(body, 1)

    def activated(self) -> None:
        """Start the timers and fetch what has changed: the page is visible from now on."""

    def deactivated(self) -> None:
        """Stop the timers: the page is no longer visible."""

    def show_item(self, item: object) -> None:
        """Show what another page wanted to be shown here."""

    def is_ready(self) -> bool:
        """Whether everything that was asked for is drawn; for pictures of the page."""
        return True

    def memory(self) -> dict[str, object]:
        """Return what the page wants to find again next time, as JSON values."""
        return {}

    def recall(self, memory: dict[str, object]) -> None:
        """Take up what :meth:`memory` returned last time; values that do not fit are left alone."""

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Begin the page's work."""
        super().showEvent(event)
        if not event.spontaneous():
            self.activated()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """End the page's work; a minimised window counts as hidden."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.deactivated()
