"""Walks one window through every page and dialog of a store with invented runs, for tests that inspect all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from gpuscope.core.run import RunOrigin
from gpuscope.gui.first_frame import FirstFrame, show_first_frame
from gpuscope.gui.main_window import CloseQuestion
from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.profile_page import ProfilePage
from gpuscope.gui.pages.run.mark_prompt import MarkPrompt
from gpuscope.gui.pages.runs.run_dialogs import CommandQuestion, NoteDialog, PurgeQuestion, TagsDialog
from gpuscope.gui.pages.runs.thin_out_dialog import ThinOutDialog
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.run_view.curve_menu import ValueChoice
from gpuscope.gui.session import Session
from gpuscope.gui.widgets.fault_dialog import FaultDialog
from gpuscope.gui.widgets.picker_editor import PickerBox
from gpuscope.gui.widgets.question_dialog import NameDialog
from gpuscope.gui.window_request import WindowRequest
from gpuscope.system import paths
from tests.gui import shown_runs
from tests.gui.sessions import as_soon_as, ended
from tests.profiles import made

PATIENCE_MS = 400_000
"""The walk takes ten seconds of CPU time on cores that may be shared."""
Visit = Callable[[str, QWidget], None]
"""Inspects a page or dialog, given its name and the window or dialog."""


@dataclass(frozen=True)
class Stop:
    """A stop on the walk.

    Attributes:
        name: Name of the stop.
        page: The page to show.
        item: The item shown on the page.
        prepare: Called with the page before the visit.
        dialogs: Functions that each open a dialog from the page, by name.
    """

    name: str
    page: str
    item: object = None
    prepare: Callable[[Page], object] = lambda _: None
    dialogs: dict[str, Callable[[Page], object]] = field(default_factory=dict)


def _tab(place: int) -> Callable[[Page], object]:
    def choose(page: Page) -> None:
        assert isinstance(page, RunsPage)
        page.details.choose_tab(place)

    return choose


def _part(key: str) -> Callable[[Page], object]:
    def choose(page: Page) -> None:
        assert isinstance(page, ProfilePage)
        page.body.choose_part(key)

    return choose


def _questions() -> dict[str, Callable[[Page], object]]:
    origin = RunOrigin("nvidia-smi", "other-machine", datetime(2026, 11, 21, tzinfo=UTC))
    return {
        "name": lambda page: NameDialog(
            page.theme, "CNN, BF16", QCoreApplication.translate("RunActions", "Rename"), "CNN, BF16", parent=page
        ).open(),
        "note": lambda page: NoteDialog(page.theme, "CNN, BF16", "a note", page).open(),
        "tags": lambda page: TagsDialog(page.theme, [["paper"], []], ["paper", "slow"], page).open(),
        "command": lambda page: CommandQuestion(page.theme, ["python3", "train.py"], origin, page).open(),
        "purge": lambda page: PurgeQuestion(page.theme, 3, 10**8, page).open(),
        "thin out": lambda page: ThinOutDialog(page.theme, [], page).open(),
        "values": lambda page: ValueChoice(page.theme, ["loss", "accuracy"], ["loss"], 12, page).open(),
        "fault": lambda page: FaultDialog(page.theme, "a traceback", page).open(),
        "closing": lambda page: CloseQuestion(["CNN, BF16"], page).open(),
        "mark": lambda page: MarkPrompt(page).show(),
    }


def stops(ids: Sequence[str], trace: Path) -> list[Stop]:
    """Return all stops in order."""
    return [
        Stop("run", "run", dialogs={"workloads": lambda page: page.findChild(PickerBox).showPopup()}),
        Stop("ladder", "ladder"),
        Stop("sweep", "sweep"),
        Stop("runs", "runs", dialogs=_questions()),
        *(Stop(f"opened run, tab {place}", "runs", ids[-1] if place == 0 else None, _tab(place)) for place in range(5)),
        Stop("compare", "compare", list(ids), dialogs={"add runs": _add_runs}),
        Stop("race", "race", list(ids[:2])),
        Stop("no profile", "profile"),
        Stop("timeline", "profile", str(trace), _part("timeline")),
        Stop("flame graph", "profile", None, _part("flame")),
        Stop("operators", "profile", None, _part("operators")),
        Stop("machine", "machine"),
        Stop("help", "help"),
        Stop("health", "health"),
        Stop("settings", "settings"),
    ]


def _add_runs(page: Page) -> None:
    assert isinstance(page, ComparePage)
    page.open_picker()


class Walk:
    """One window, its session, and the stops to visit.

    Args:
        folder: Folder for a trace.
        visit: Called at each stop.
        size: Size of the window.
        language: Language of the window.
        has_dialogs: Whether to open dialogs.

    Attributes:
        run_ids: The runs that are compared.
        waiting: The stops still to visit.
    """

    def __init__(
        self,
        folder: Path,
        visit: Visit,
        size: tuple[int, int] = (1280, 800),
        language: str = "en",
        *,
        has_dialogs: bool = True,
    ) -> None:
        self.run_ids = [run_id for group in shown_runs.fill().values() for run_id in group]
        self._visit, self._has_dialogs = visit, has_dialogs
        self.frame: FirstFrame = show_first_frame(size)
        self.session = Session(WindowRequest(paths.default_store_url(), page="runs", language=language), self.frame)
        self.waiting = stops(self.run_ids, made.written(folder, made.small_step()))

    def go(self) -> None:
        """Show and visit every stop; return when the window has closed."""
        self.frame.activateWindow()
        as_soon_as(self.session, lambda: self.session._window.pages, self._go_on)
        assert ended(self.session, PATIENCE_MS) == (0, None)
        assert self.waiting == []

    def _page(self) -> Page:
        return self.session._window.page(self.waiting[0].page)

    def _go_on(self) -> None:
        if not self.waiting:
            self.session.close_unasked()
            return
        stop = self.waiting[0]
        self.session._window.show_page(stop.page, stop.item)
        as_soon_as(self.session, lambda: self._page().is_ready(), self._prepare)

    def _prepare(self) -> None:
        self.waiting[0].prepare(self._page())
        as_soon_as(self.session, lambda: self._page().is_ready(), self._look)

    def _look(self) -> None:
        page, stop = self._page(), self.waiting.pop(0)
        self._visit(stop.name, self.frame)
        if self._has_dialogs:
            for name, opens in stop.dialogs.items():
                opens(page)
                self._visit_dialog(f"{stop.name}: {name}")
            if stop.name == "help":
                for name, act in (("keys", self.session._show_keys), ("find", self.session._find)):
                    act()
                    self._visit_dialog(name)
        self._go_on()

    def _visit_dialog(self, name: str) -> None:
        shown = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.frame.findChild(QDialog)
        assert isinstance(shown, QWidget), name
        QApplication.processEvents()
        self._visit(name, shown)
        shown.close()
