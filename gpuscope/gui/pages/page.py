"""Base class of the pages."""

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.faults import contained
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.header import Header
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.notice_bar import NoticeBar


class Page(QWidget):
    """A page: header, body, and notices overlaid on it. A hidden page does no work, see :meth:`activated`.

    Attributes:
        name: Name on the command line (``--page``) and in the window's saved state.
        wanted: Requests another page: its name, and the item to show (a run id, a list of run ids …) or None.
        left: Requests the previous page.
    """

    name: ClassVar[str]
    wanted = Signal(str, object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("look", "page")
        self.header = Header(theme)
        self.notice = NoticeBar(theme)
        self._column = fill(vertical(self, (0, 0, 0, 0), spacing=0), self.header)
        self.notice.lie_over(self)

    def set_body(self, body: QWidget) -> None:
        """Set the widget below the header."""
        self._column.addWidget(body, 1)

    def activated(self) -> None:
        """Start timers and fetch changes; called when the page becomes visible."""

    def deactivated(self) -> None:
        """Stop timers; called when the page is hidden."""

    def show_item(self, item: object) -> None:
        """Show an item requested by another page."""

    def shown_item(self) -> object:
        """Return the item for :meth:`show_item` if the page is rebuilt in another language; None for nothing."""
        return None

    def go_back(self) -> bool:
        """Close what is open on the page (Alt+Left); return False if nothing was open, and the window shows the previous page."""
        return False

    def is_ready(self) -> bool:
        """Whether everything requested is drawn; used when pictures of the page are taken."""
        return True

    def memory(self) -> dict[str, object]:
        """Return the state to restore next time, as JSON values."""
        return {}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore what :meth:`memory` returned last time; unsuitable values are ignored."""

    @contained  # the page stack's events would run with the exception pending, which can crash Qt
    def showEvent(self, event: QShowEvent) -> None:
        """Start the page's work."""
        super().showEvent(event)
        if not event.spontaneous():
            self.activated()

    @contained
    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the page's work. The main window handles minimizing, so hide events from the window system are ignored."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.deactivated()
