"""Base class of the pages."""

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.header import Header
from gpuscope.gui.widgets.notice_bar import NoticeBar


class Page(QWidget):
    """A page: header, body, and notices that lie over it. A hidden page does no work, see :meth:`activated`.

    Attributes:
        name: Name on the command line (``--page``) and in the window's saved state.
        wanted: Another page is requested: its name, and the item to show (a run's id, a list of them …) or None.
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
        self.notice.lie_over(self)

    def set_body(self, body: QWidget) -> None:
        """Set the widget below the header."""
        self._column.addWidget(body, 1)

    def activated(self) -> None:
        """Start timers and fetch changes: the page has become visible."""

    def deactivated(self) -> None:
        """Stop timers: the page is no longer visible."""

    def show_item(self, item: object) -> None:
        """Show an item requested by another page."""

    def go_back(self) -> bool:
        """Leave what is opened on the page, by Alt+Left; return False where nothing is, so that the page before it is shown."""
        return False

    def is_ready(self) -> bool:
        """Whether everything requested is drawn; for pictures of the page."""
        return True

    def memory(self) -> dict[str, object]:
        """Return the state to restore next time, as JSON values."""
        return {}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore what :meth:`memory` returned last time; values that do not fit are ignored."""

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Start the page's work."""
        super().showEvent(event)
        if not event.spontaneous():
            self.activated()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Stop the page's work; a minimized window counts as hidden."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.deactivated()
