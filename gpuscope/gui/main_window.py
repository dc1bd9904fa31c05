"""The window: the rail, the pages, and how it closes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon, QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from gpuscope.gui import icons
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.window_memory import WindowMemory
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.rail import Rail

_NARROW_BELOW = 1100
_SMALLEST = (1024, 640)
_FIRST_SIZE = (1280, 800)


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page as the rail lists it; it is made when it is first seen."""

    name: str
    title: str
    icon: str
    make: Callable[[], Page]
    at_foot: bool = False


class MainWindow(QWidget):
    """The window.

    Attributes:
        painted: The first paint is done: what it did not need may be loaded now.
        closing: The window wants to close; :meth:`may_close` decides, set by whoever knows of live runs.
        page_shown: Another page is seen, by its name.
    """

    painted = Signal()
    page_shown = Signal(str)
    live_wanted = Signal()

    def __init__(self, theme: Theme, memory: WindowMemory, entries: Sequence[PageEntry], may_close: Callable[[], bool]) -> None:
        super().__init__()
        self._theme = theme
        self._memory = memory
        self._entries = {entry.name: entry for entry in entries}
        self._may_close = may_close
        self._pages: dict[str, Page] = {}
        self._is_painted = False
        self._closes_unasked = False
        self.setProperty("look", "page")
        self.setWindowTitle("gpuscope")
        self.setWindowIcon(QIcon(icons.pixmap("gpuscope", "", 64)))
        rail = [[(one.name, one.title, one.icon) for one in entries if one.at_foot is foot] for foot in (False, True)]
        self.rail = Rail(theme, *rail)
        self.rail.chosen.connect(self.show_page)
        self.rail.live_wanted.connect(self.live_wanted)
        self._stack = QStackedWidget()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        self.setMinimumSize(*_SMALLEST)
        self._shortcuts([one.name for one in entries])
        self._take_place()

    def _shortcuts(self, names: Sequence[str]) -> None:
        for number, name in enumerate(names, 1):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self, lambda name=name: self.show_page(name))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self, self.close)

    def _take_place(self) -> None:
        """Stands where it stood last time, if that is still on a screen."""
        self.resize(*_FIRST_SIZE)
        kept = self._memory.get("geometry")
        if isinstance(kept, str):
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(kept.encode())))
        screens = QGuiApplication.screens()
        if not any(screen.availableGeometry().intersects(QRect(self.pos(), self.size())) for screen in screens):
            self.move(0, 0)

    @property
    def pages(self) -> dict[str, Page]:
        """The pages that have been made, by name."""
        return self._pages

    @property
    def entry_names(self) -> tuple[str, ...]:
        """The names of all pages, in the rail's order."""
        return tuple(self._entries)

    def page(self, name: str) -> Page:
        """Returns a page, made now when it was never seen."""
        if name not in self._pages:
            page = self._entries[name].make()
            page.recall(self._memory.section(f"page.{name}"))
            page.wanted.connect(self.show_page)
            self._stack.addWidget(page)
            self._pages[name] = page
        return self._pages[name]

    def show_page(self, name: str, item: object = None) -> None:
        """Shows a page, and on it what is wanted."""
        page = self.page(name)
        self._stack.setCurrentWidget(page)
        self.rail.show_chosen(name)
        if item is not None:
            page.show_item(item)
        self.page_shown.emit(name)

    @property
    def current_page(self) -> str | None:
        """Name of the page that is seen; None before the first."""
        shown = self._stack.currentWidget()
        return next((name for name, page in self._pages.items() if page is shown), None)

    def remember(self) -> None:
        """Writes down where everything stands."""
        self._memory.put("geometry", bytes(self.saveGeometry().toBase64().data()).decode())
        if self.current_page:
            self._memory.put("page", self.current_page)
        for name, page in self._pages.items():
            self._memory.put(f"page.{name}", page.memory())
        self._memory.put("theme", self._theme.choice.value)
        self._memory.save()

    def close_unasked(self) -> None:
        """Closes without a question: for signals, and for pictures."""
        self._closes_unasked = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Asks when a run is live, and writes down where everything stands."""
        if self._closes_unasked or self._may_close():
            self.remember()
            event.accept()
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Tells of the first paint, once it is on the screen."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shows the rail as icons where there is little room."""
        super().resizeEvent(event)
        self.rail.set_narrow(self.width() < _NARROW_BELOW)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """A minimised window is hidden: its page does no work until it comes back."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.WindowStateChange:
            return
        page = self._pages.get(self.current_page or "")
        if page is not None:
            (page.deactivated if self.windowState() & Qt.WindowState.WindowMinimized else page.activated)()
