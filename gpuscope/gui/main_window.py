"""The content of the window: the rail and the pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QPushButton, QScrollArea, QWidget
from shiboken6 import isValid

from gpuscope.gui.first_frame import NARROW_BELOW
from gpuscope.gui.focus_origin import first_focusable
from gpuscope.gui.fonts import shortened
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.text_size import grown, text_scale
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import PlainButton
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.gui.widgets.page_stack import PageStack
from gpuscope.gui.widgets.question_dialog import wrapped_size
from gpuscope.gui.widgets.rail import Rail
from gpuscope.gui.widgets.run_drag import ADD

_LONGEST_TRAIL = 50
"""Maximum number of pages to go back to: more than anyone needs."""
_AHEAD_MS = 10
"""Pause before each step of :meth:`MainWindow.make_ahead`, in which what the user did meanwhile is handled: a step blocks the loop."""
_QUESTION_WIDTH = grown(420)
"""Least width in pixels: the longer sentence takes two lines."""
_LONGEST_NAME = 60
"""Maximum characters of a name: longer ones given by users would hide the question."""


class CloseAnswer(Enum):
    """What to do with the live runs on closing."""

    KEEP = "keep"
    STOP = "stop"
    CANCEL = "cancel"


class CloseQuestion(QDialog):
    """Asks what to do; :meth:`answer` returns the choice. Escape and the dialog's close button keep the window open.

    Args:
        runs: Names of the live runs that belong to no plan.
        plans: Titles of the live plans.
    """

    def __init__(self, runs: Sequence[str], parent: QWidget | None = None, *, plans: Sequence[str] = ()) -> None:
        super().__init__(parent)
        self.setWindowTitle("gpuscope")
        self._answer = CloseAnswer.CANCEL
        self._text, self._more = label("", "title", wraps=True), label("", "muted", wraps=True)
        self._keep, self._stop = self._button("main", CloseAnswer.KEEP), self._button("destructive", CloseAnswer.STOP)
        cancel = self._button("", CloseAnswer.CANCEL)
        cancel.setText(self.tr("Cancel"))
        self._keep.setDefault(True)
        buttons = fill(horizontal(spacing=8), STRETCH, cancel, self._stop, self._keep)
        fill(vertical(self, (22, 18, 22, 18), spacing=14), self._text, self._more, buttons)
        self.setMinimumWidth(_QUESTION_WIDTH)
        self.show_live(runs, plans)

    def sizeHint(self) -> QSize:
        """Return the size without blank lines."""
        return wrapped_size(self, super().sizeHint())

    def _button(self, look: str, answer: CloseAnswer) -> QPushButton:
        button = PlainButton(autoDefault=False)
        button.setProperty("look", look)
        button.clicked.connect(lambda: self._close_with(answer))
        return button

    def _close_with(self, answer: CloseAnswer) -> None:
        self._answer = answer
        self.accept()

    def show_live(self, runs: Sequence[str], plans: Sequence[str] = ()) -> None:
        """Update the question to these runs and plans; with none left, ask whether to close anyway."""
        names = [shortened(name, _LONGEST_NAME) for name in (*plans, *runs)]
        self._text.setText(self._question(names, only_runs=not plans))
        self._more.setText(self._consequence(names, only_runs=not plans))
        self._more.setVisible(bool(names))
        self._keep.setText(self.tr("Keep running") if names else self.tr("Close"))
        self._stop.setText(self._stop_text(len(names) == 1, only_runs=not plans))
        self._stop.setVisible(bool(names))

    def _question(self, names: Sequence[str], *, only_runs: bool) -> str:
        match names:
            case []:
                return self.tr("No run is live any more.")
            case [name]:
                return self.tr("{0} is still running.").format(name)
            case [first, second] if not only_runs:
                return self.tr("{0} and {1} are still running.").format(first, second)
        sentence = self.tr("{0} runs are still going on.") if only_runs else self.tr("{0} plans and runs are still going on.")
        return sentence.format(len(names))

    def _consequence(self, names: Sequence[str], *, only_runs: bool) -> str:
        if not names:
            return ""
        if only_runs:
            return self.tr("A run goes on without the window, and the next window shows it from its start.")
        if len(names) == 1:
            return self.tr("It goes on without the window, and the next window shows it from its start.")
        return self.tr("They go on without the window, and the next window shows them.")

    def _stop_text(self, is_single: bool, *, only_runs: bool) -> str:
        if only_runs:
            return self.tr("Stop the run") if is_single else self.tr("Stop the runs")
        return self.tr("Stop it") if is_single else self.tr("Stop them")

    @property
    def text(self) -> str:
        """The question and its explanation."""
        return f"{self._text.text()} {self._more.text()}".strip()

    def answer(self) -> CloseAnswer:
        """Return the choice, once the dialog is closed."""
        return self._answer


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page of the rail, or one reached from another page (``under``); created when first shown.

    ``guide`` is the page of the guide that F1 opens on it; "" for the one read last.
    """

    name: str
    title: str
    icon: str
    make: Callable[[], Page]
    at_foot: bool = False
    under: str = ""
    guide: str = ""


def scrolled(pages: PageStack) -> QScrollArea:
    """Return the pages in a scroll area, so that nothing is cut off if large text does not fit."""
    area = QScrollArea(widgetResizable=True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)  # it has no style sheet
    inside = QWidget()  # a scroll area would ask the stack's own layout for the height, which is that of its highest page
    vertical(inside, (0, 0, 0, 0)).addWidget(pages)
    area.setWidget(inside)
    return area


class MainWindow(QWidget):
    """The rail and the pages; fills the top-level window.

    Args:
        memory: The pages' saved states.
        items: By page, what it shows first when it is made; see :meth:`shown_items`.

    Attributes:
        live_wanted: The live run's card was clicked.
        page_coming: A page was created, or is about to be shown.
        pages: The pages created so far, by name.
    """

    live_wanted = Signal()
    page_coming = Signal(QWidget)

    def __init__(
        self, theme: Theme, memory: WindowMemory, entries: Sequence[PageEntry], items: Mapping[str, object] = MappingProxyType({})
    ) -> None:
        super().__init__()
        self._theme, self._items = theme, dict(items)
        self._memory = memory
        self._entries = {entry.name: entry for entry in entries}
        self.pages: dict[str, Page] = {}
        self._unseen: dict[str, Page] = {}
        self._asked_for: tuple[str, object] | None = None
        self._ahead: list[str] = []
        self._making = QTimer(self, singleShot=True, interval=_AHEAD_MS)
        self._making.timeout.connect(lambda: turns().later(self, self._make_next))
        self._trail: list[str] = []
        self._left_at: QWidget | None = None
        rail = [
            [(entry.name, entry.title, entry.icon) for entry in entries if entry.at_foot is foot and not entry.under]
            for foot in (False, True)
        ]
        self.rail = Rail(theme, *rail)
        self.rail.chosen.connect(self.go_to)
        self.rail.live_wanted.connect(self.live_wanted)
        self.rail.runs_dropped.connect(lambda name, run_ids: self.go_to(name, (ADD, run_ids)))
        self._stack = PageStack()
        row = fill(horizontal(self, (0, 0, 0, 0), spacing=0), self.rail)
        self._scrolled = scrolled(self._stack) if text_scale() > 1 else None
        row.addWidget(self._scrolled or self._stack, 1)
        self.setAcceptDrops(True)
        for number, name in enumerate((entry.name for entry in entries if not entry.under), 1):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self, lambda name=name: self.go_to(name))
        QShortcut(QKeySequence("Alt+Left"), self, self.go_back)
        for keys in ("F6", "Shift+F6"):
            QShortcut(QKeySequence(keys), self, self.change_side)
        QShortcut(QKeySequence("Shift+F10"), self, _open_context_menu)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self, lambda: self.window().close())

    def seen_parts(self) -> list[QWidget]:
        """Return the visible parts of the window, without the container that also holds the hidden pages."""
        bars = () if self._scrolled is None else (self._scrolled.verticalScrollBar(), self._scrolled.horizontalScrollBar())
        shown = self._stack.currentWidget()
        return [self.rail, *bars, *(() if shown is None else (shown,))]

    @property
    def entry_names(self) -> tuple[str, ...]:
        """Names of all pages, in the rail's order."""
        return tuple(self._entries)

    def make(self, name: str) -> None:
        """Create a page unless it exists, but do not set it up yet."""
        if name not in self.pages and name not in self._unseen:
            page = self._unseen[name] = self._entries[name].make()
            page.setParent(self._stack)

    def page(self, name: str) -> Page:
        """Return a page; create it if necessary."""
        if name not in self.pages:
            self.make(name)
            page = self._unseen.pop(name)
            page.setAccessibleName(self._entries[name].title)
            page.recall(self._memory.section(f"page.{name}"))
            page.wanted.connect(self.go_to)
            page.left.connect(self.go_back)
            self.page_coming.emit(page)  # before layout: otherwise the window would grow to the page's size without style sheet
            self._stack.addWidget(page)
            self.pages[name] = page
            if name in self._items:
                turns().later(page, lambda: self._show_first(name))
        return self.pages[name]

    def _show_first(self, name: str) -> None:
        if (item := self._items.pop(name, None)) is not None:  # nothing else was shown meanwhile
            self.pages[name].show_item(item)

    def make_ahead(self, names: Iterable[str]) -> None:
        """Create pages one by one while the user does something else, so that showing one later takes no longer than usual."""
        self._ahead = [name for name in names if name not in self.pages]
        self._making.start()

    def _make_next(self) -> None:
        """Create a page, or set up the one created last; the two together take too long for one turn of the event loop."""
        self._ahead = [name for name in self._ahead if name not in self.pages]
        if self._ahead:
            name = self._ahead[0]
            (self.page if name in self._unseen else self.make)(name)
            self._making.start()

    def go_to(self, name: str, item: object = None) -> None:
        """Show a page, and an item on it, at the user's request.

        A page that does not exist yet, or still has the colours of another theme, is created, set up and shown in one turn of the event
        loop each, and an item on another page is shown in the turn after that page: together they take too long.
        """
        page = self.pages.get(name)
        if page is not None and page.styleSheet() == self.rail.styleSheet():
            is_later = item is not None and name != self.current_page
            if is_later:
                turns().later(self, self._show_asked_for)  # before the page queues what it shows by itself
            self.show_page(name, None if is_later else item)
            self._asked_for = (name, item) if is_later else None
            return
        self.rail.show_chosen(self._entries[name].under or name)
        self.make(name)
        self._asked_for = (name, item)
        turns().later(self, self._set_up_asked_for)

    def _set_up_asked_for(self) -> None:
        if self._asked_for is not None:
            self.page_coming.emit(self.page(self._asked_for[0]))
            turns().later(self, self._show_asked_for)

    def _show_asked_for(self) -> None:
        if self._asked_for is not None:
            self.show_page(*self._asked_for)

    def show_page(self, name: str, item: object = None) -> None:
        """Show a page, and an item on it."""
        self._asked_for = None
        page, before = self.page(name), self.current_page
        if before is not None and before != name:
            self._trail = [*self._trail[1 - _LONGEST_TRAIL :], before]
        self.page_coming.emit(page)
        self._stack.setCurrentWidget(page)
        self.rail.show_chosen(self._entries[name].under or name)
        if self.rail.is_left_behind():  # Ctrl+2 after a click on another page's entry: Return would go back there
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        if item is not None:
            self._items.pop(name, None)
            page.show_item(item)

    def go_back(self) -> None:
        """Go back within the page, or to the previous page; from a page that is not shown yet, stay."""
        if self._asked_for is not None and self.current_page:
            self.show_page(self.current_page)
            return
        page = self.shown_page
        if (page is None or not page.go_back()) and self._trail:
            *trail, name = self._trail
            self.show_page(name)
            self._trail = trail

    def take_trail(self, previous: "MainWindow") -> None:
        """Make :meth:`go_back` return to the pages that were seen in the window which this one replaces."""
        self._trail = previous._trail

    def change_side(self) -> None:
        """Move the focus from the page to the rail, or from the rail to its previous place on the page."""
        focused = QApplication.focusWidget()
        if focused is None or not self.rail.isAncestorOf(focused):
            self._left_at = focused
            self.rail.focus_chosen()
            return
        page = self._stack.currentWidget()
        if self._left_at is not None and isValid(self._left_at) and page.isAncestorOf(self._left_at) and self._left_at.isVisible():
            self._left_at.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            first_focusable(page).setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def current_page(self) -> str | None:
        """Name of the visible page; None before the first."""
        shown = self._stack.currentWidget()
        return next((name for name, page in self.pages.items() if page is shown), None)

    @property
    def shown_page(self) -> Page | None:
        """The visible page; None before the first."""
        return self.pages.get(self.current_page or "")

    def show_guide(self) -> None:
        """Show the guide, at the page about the visible page."""
        about = self.current_page
        self.go_to("help", (self._entries[about].guide or None) if about else None)

    def remember(self) -> None:
        """Store the visible page, each page's state, and the theme."""
        if self.current_page:
            self._memory.put("page", self.current_page)
        for name, page in self.pages.items():
            self._memory.put(f"page.{name}", page.memory())
        self._memory.put("theme", self._theme.choice.value)

    def shown_items(self) -> dict[str, object]:
        """Return what the pages show, for a window in another language."""
        items = {name: item for name, page in self.pages.items() if (item := page.shown_item()) is not None}
        return {**self._items, **items}

    def discard(self) -> None:
        """Delete the pages and then the window, one in each turn of the event loop: together they take too long for one."""
        self._making.stop()
        name = next((name for name in self.pages if name != self.current_page), None)
        if name is None:
            self.deleteLater()
        else:
            self.pages.pop(name).deleteLater()
            turns().later(self, self.discard)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Collapse the rail to icons in a narrow window."""
        super().resizeEvent(event)
        self.rail.set_narrow(self.width() < grown(NARROW_BELOW))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of a script, or of files that may be recordings."""
        from gpuscope.gui.pages.runs.run_files import importable  # not needed for the first paint, nor is the next
        from gpuscope.gui.widgets.script_drop import script_in

        if script_in(event.mimeData()) is not None or importable(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Fill the form with the command that runs the dropped script, or import recordings on the page of runs."""
        from gpuscope.gui.pages.runs.run_files import importable
        from gpuscope.gui.widgets.script_drop import script_in

        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        script = script_in(event.mimeData())
        self.go_to(*(("runs", importable(event.mimeData())) if script is None else ("run", script)))

    def minimised(self, is_minimised: bool) -> None:
        """Deactivate the page of a minimized window, so that it does no work, and activate it when the window is restored."""
        page = self.shown_page
        if page is not None:
            (page.deactivated if is_minimised else page.activated)()


def _open_context_menu() -> None:
    """Open the context menu of the focused widget; on X11, Qt does so for the key Menu only."""
    focused = QApplication.focusWidget()
    if focused is not None:
        cursor = focused.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)  # a chart has none
        place = (cursor if isinstance(cursor, QRect) else focused.rect()).center()
        QApplication.sendEvent(focused, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, focused.mapToGlobal(place)))
