"""What fills the window: the rail and the pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QStackedWidget, QWidget

from gpuscope.gui.first_frame import NARROW_BELOW
from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.window_memory import WindowMemory
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.rail import Rail


class CloseAnswer(Enum):
    """What shall become of the live runs."""

    KEEP = "keep"
    STOP = "stop"
    CANCEL = "cancel"


class CloseQuestion(QMessageBox):
    """Asks; :meth:`answer` tells what was said. Escape and the box's own close button leave the window open.

    Args:
        names: Of the live runs.
        parent: The widget that it belongs to.
    """

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)

        self.setWindowTitle("gpuscope")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._keep = self.addButton("", QMessageBox.ButtonRole.AcceptRole)
        self._stop = self.addButton("", QMessageBox.ButtonRole.DestructiveRole)
        self._stop.setProperty("look", "destructive")
        cancel = self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self._keep)
        self._keep.setProperty("look", "main")
        self.setEscapeButton(cancel)
        self.show_runs(names)

    def show_runs(self, names: Sequence[str]) -> None:
        """Ask about these runs from now on; once none is live, whether to close all the same."""
        one = len(names) == 1
        if not names:
            self.setText(self.tr("No run is live any more."))
        elif one:
            self.setText(self.tr("{0} is still running.").format(legible(names[0] if len(names[0]) <= 60 else f"{names[0][:59]}…")))
        else:
            self.setText(self.tr("{0} runs are still going on.").format(len(names)))
        self.setInformativeText(self.tr("A run goes on without the window, and the next window shows it from its start.") if names else "")
        self._keep.setText(self.tr("Keep running") if names else self.tr("Close"))
        self._stop.setText(self.tr("Stop the run") if one else self.tr("Stop the runs"))
        self._stop.setVisible(bool(names))

    def answer(self) -> CloseAnswer:
        """Return what was said, once the box is closed."""
        clicked = self.clickedButton()
        if clicked is self._keep:
            return CloseAnswer.KEEP
        return CloseAnswer.STOP if clicked is self._stop else CloseAnswer.CANCEL


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page as the rail lists it; it is made when it is first seen."""

    name: str
    title: str
    icon: str
    make: Callable[[], Page]
    at_foot: bool = False


class MainWindow(QWidget):
    """The rail and the pages; fills the top-level window.

    Attributes:
        live_wanted: The live run's card was clicked.
    """

    live_wanted = Signal()

    def __init__(self, theme: Theme, memory: WindowMemory, entries: Sequence[PageEntry]) -> None:
        super().__init__()
        self._theme = theme
        self._memory = memory
        self._entries = {entry.name: entry for entry in entries}
        self._pages: dict[str, Page] = {}
        self.setProperty("look", "page")
        rail = [[(entry.name, entry.title, entry.icon) for entry in entries if entry.at_foot is foot] for foot in (False, True)]
        self.rail = Rail(theme, *rail)
        self.rail.chosen.connect(self.show_page)
        self.rail.live_wanted.connect(self.live_wanted)
        self._stack = QStackedWidget()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        for number, name in enumerate(self._entries, 1):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self, lambda name=name: self.show_page(name))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self, lambda: self.window().close())

    @property
    def pages(self) -> dict[str, Page]:
        """The pages that have been made, by name."""
        return self._pages

    @property
    def entry_names(self) -> tuple[str, ...]:
        """The names of all pages, in the rail's order."""
        return tuple(self._entries)

    def page(self, name: str) -> Page:
        """Return a page, made now when it was never seen."""
        if name not in self._pages:
            page = self._entries[name].make()
            page.recall(self._memory.section(f"page.{name}"))
            page.wanted.connect(self.show_page)
            self._stack.addWidget(page)
            self._pages[name] = page
        return self._pages[name]

    def show_page(self, name: str, item: object = None) -> None:
        """Show a page, and on it what is wanted."""
        page = self.page(name)
        self._stack.setCurrentWidget(page)
        self.rail.show_chosen(name)
        if item is not None:
            page.show_item(item)

    @property
    def current_page(self) -> str | None:
        """Name of the page that is seen; None before the first."""
        shown = self._stack.currentWidget()
        return next((name for name, page in self._pages.items() if page is shown), None)

    def remember(self) -> None:
        """Write down which page is seen, and what each wants to find again."""
        if self.current_page:
            self._memory.put("page", self.current_page)
        for name, page in self._pages.items():
            self._memory.put(f"page.{name}", page.memory())
        self._memory.put("theme", self._theme.choice.value)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show the rail as icons where there is little room."""
        super().resizeEvent(event)
        self.rail.set_narrow(self.width() < NARROW_BELOW)

    def minimised(self, is_minimised: bool) -> None:
        """Hide the page of a minimised window, which does no work until it comes back."""
        page = self._pages.get(self.current_page or "")
        if page is not None:
            (page.deactivated if is_minimised else page.activated)()
