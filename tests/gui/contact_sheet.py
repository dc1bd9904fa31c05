"""Draws every page and dialog in both languages, both themes and four sizes into a folder, plus a sheet per language, theme and size.

    python -m tests.gui.contact_sheet FOLDER [--size 1280x800 …] [--theme dark …] [--lang zh_CN …] [--scale 2]
                                      [--text 150] [--home HOME [--page ladder …]]

The runs are invented, and their GPU is labelled as such; with --home they come from that store: its newest ladder, sweep and profiled run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from gpuscope.gui.pages.page import Page
    from tests.gui.page_walk import Stop

_Part = TypeVar("_Part", bound="QObject")
SIZES = {"1": ("1024x640", "1280x800", "1920x1080"), "2": ("1280x800",)}
"""Window sizes, by pixel ratio."""
THEMES, LANGUAGES = ("dark", "light"), ("en", "zh_CN")
_ALERTS = "alerts"
"""Name of a stop."""
EMPTY = ("run-empty", "runs-empty", "compare-empty")
"""Pages before anything is recorded."""
_THUMB = 640
_PLATFORM = f"offscreen:configfile={Path(__file__).with_name('large_screen.json')}"
"""With a screen that has room for the largest window and every menu at twice the pixels; Qt's default has 800 x 800."""
Look = tuple[str, str, str]
"""Size, theme and language."""


def main(arguments: Sequence[str]) -> int:
    """Draw the pages, and print the paths of the sheets."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.contact_sheet", description="Draw every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", default=[])
    parser.add_argument("--theme", action="append", default=[])
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--lang", action="append", default=[])
    parser.add_argument("--scale", choices=SIZES)
    parser.add_argument("--text", type=int, default=100, help="size of the text in per cent")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--walk", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    themes, languages = chosen.theme or THEMES, chosen.lang or LANGUAGES
    if chosen.walk:
        walk(chosen.folder, chosen.size, themes, languages[0])
        return 0
    os.environ["QT_QPA_PLATFORM"] = _PLATFORM
    for scale in [chosen.scale] if chosen.scale else SIZES:
        os.environ["QT_SCALE_FACTOR"] = scale
        for lang in languages:
            sizes = chosen.size or SIZES[scale]
            folder = chosen.folder / f"{lang}-{scale}"
            folder.mkdir(exist_ok=True)
            looks = [(size, theme, lang) for size in sizes for theme in themes]
            if chosen.home is not None:
                os.environ["GPUSCOPE_HOME"] = str(chosen.home)
                _draw_all(folder, looks, {name: page for name, page in _stored_pages().items() if not chosen.page or name in chosen.page})
            else:
                draw(folder, looks, chosen.text)
            for size, theme, _ in looks:
                print(
                    sheet(sorted(folder.glob(f"*-{size}-{theme}-{lang}.png")), chosen.folder / f"sheet-{lang}-{theme}-{size}-{scale}.png")
                )
    return 0


def draw(folder: Path, looks: Sequence[Look], text: int = 100) -> None:
    """Draw an empty window, a live run, and every page and dialog of a store with invented runs, in one language.

    Text has the given size in per cent.
    """
    draw_invented(folder, looks, EMPTY, text)
    with _temporary_home(text), _live():
        _draw_all(folder, looks, {"run-live": ["--page", "run"]})
    with _temporary_home(text):
        options = [f"--{key}={value}" for look in looks for key, value in zip(("size", "theme", "lang"), look, strict=True)]
        subprocess.run([sys.executable, "-m", "tests.gui.contact_sheet", str(folder), "--walk", *dict.fromkeys(options)], check=True)


def draw_invented(folder: Path, looks: Sequence[Look], names: Sequence[str], text: int = 100) -> None:
    """Draw some pages in a temporary home: names in :data:`EMPTY` with an empty store, the others with invented runs."""
    from tests.gui import shown_runs

    with _temporary_home(text):
        os.environ["QT_QPA_PLATFORM"] = _PLATFORM
        _draw_all(folder, looks, {name: ["--page", name.removesuffix("-empty")] for name in names if name in EMPTY})
        others = [name for name in names if name not in EMPTY]
        if others:
            ids = [run_id for group in shown_runs.fill().values() for run_id in group]
            items = {"run-kept": ["--page", "runs", "--items", ids[-1]], "compare": ["--page", "compare", "--items", ",".join(ids)]}
            _draw_all(folder, looks, {name: items.get(name, ["--page", name]) for name in others})


def walk(folder: Path, sizes: Sequence[str], themes: Sequence[str], code: str) -> None:
    """Draw every stop of a walk through the window, dialogs at their own size. Needs a process of its own."""
    from gpuscope.gui.first_frame import show_first_frame

    show_first_frame().close()  # sets the text size, so it runs before anything that measures text is imported
    from PySide6.QtWidgets import QWidget

    from gpuscope.gui.theme import Choice
    from gpuscope.system import paths
    from tests.gui.page_walk import Walk
    from tests.gui.test_accessibility import settle

    places = [(int(width), int(height)) for width, _, height in (size.partition("x") for size in sizes)]

    def visit(name: str, shown: QWidget) -> None:
        for width, height in places:
            if shown is way.frame:
                shown.setMinimumSize(width, height)  # the real window sets a minimum size, so its layout's is not used
                shown.resize(width, height)
                if name == _ALERTS:  # its card has another place at another width
                    way.session._window.page("settings").show_item("alerts")
            for theme in themes:
                way.session._theme.choose(Choice(theme))
                while not way.frame.updatesEnabled():  # until all visible parts have their colours
                    settle()
                settle()
                shown.grab().save(str(folder / f"{name.replace(': ', ', ')}-{width}x{height}-{theme}-{code}.png"))

    way = Walk(paths.home().parent, visit, places[0], code)
    for stop in way.waiting:
        stop.dialogs.update(_popups().get(stop.name, {}))
    way.waiting += _states(way.run_ids)
    way.go()


def _popups() -> "dict[str, dict[str, Callable[[Page], object]]]":
    """Return menus and lists of the pages, which tests of all pages need not open, by the stop and their name."""
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu

    from gpuscope.gui.pages.ladder_page import LadderPage
    from gpuscope.gui.pages.run.form_presets import FormPresets
    from gpuscope.gui.pages.runs_page import RunsPage
    from gpuscope.gui.widgets.picker_editor import SeveralBox

    def shown(menu: QMenu) -> None:
        menu.popup(QPoint())

    def presets(page: "Page") -> None:
        named = _part(page, FormPresets)
        named._presets.kept = {"a short name": {}, "a name of a preset that takes more room than a menu has for it, by far": {}}
        shown(named.menu())

    def workloads(page: "Page") -> None:
        assert isinstance(page, LadderPage)
        page.setup.workload.showPopup()

    def actions(page: "Page") -> None:
        assert isinstance(page, RunsPage)
        page.list.table.selectRow(0)
        menu = page.list.actions_.menu(page)
        menu.aboutToHide.connect(page.list.table.clearSelection)  # not before: without a selection all actions are disabled
        shown(menu)

    def actions_on_opened(page: "Page") -> None:
        assert isinstance(page, RunsPage)
        shown(page.list.actions_.menu_for_opened(page, print))

    return {
        "run": {"presets": presets, "optimizations": lambda page: _part(page, SeveralBox).showPopup()},
        "ladder": {"workloads for a ladder": workloads},
        "runs": {"actions": actions},
        "opened run, tab 0": {"actions": actions_on_opened},
    }


def _states(ids: Sequence[str]) -> "list[Stop]":
    """Return further states of the pages, which tests of all pages need not visit: long texts, notices, errors, filled forms."""
    from PySide6.QtCore import QCoreApplication, QEventLoop, QPoint
    from PySide6.QtWidgets import QApplication, QComboBox

    from gpuscope.core.errors import UnavailableError
    from gpuscope.gui.pages.ladder_page import LadderPage
    from gpuscope.gui.pages.runs_page import RunsPage
    from gpuscope.gui.pages.settings.alert_form import AlertForm
    from gpuscope.gui.pages.settings_page import SettingsPage
    from gpuscope.gui.widgets.chart_menu import ChartMenu
    from gpuscope.storage.editing import edit_run
    from gpuscope.system import paths
    from tests.gui import shown_runs
    from tests.gui.page_walk import Stop

    def chart(page: "Page") -> None:
        menu = _part(page, ChartMenu)
        menu.menu(next(iter(menu._offers.values()))[1](None)).popup(QPoint())

    def alerts(page: "Page") -> None:
        assert isinstance(page, SettingsPage)
        page._settings.change({"alerts": ["power>500W for 30s", "gpu/temperature>85°C", "loss nan"]}, print)
        _part(page, AlertForm)._limit.setText("90")
        QApplication.processEvents()  # the card grows
        page.show_item("alerts")

    def climbed(page: "Page") -> None:
        assert isinstance(page, LadderPage)
        page.show_item(shown_runs.write_ladder(ids[::2]))
        while not page.shows_board:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def notice(page: "Page") -> None:
        assert isinstance(page, RunsPage)
        page.go_back()
        translate = QCoreApplication.translate
        page.notice.show_text(translate("RunCommands", "{0} runs are deleted.").format(2), "info", translate("RunCommands", "Undo"), print)

    def describe(page: "Page") -> None:
        many = tuple(f"tag-number-{number}" for number in range(16))
        edit_run(paths.default_store_url(), ids[0], name="a name that is much longer than any column of the list " * 3, add_tags=many)
        assert isinstance(page, RunsPage)
        page.notice.clear()
        page.go_back()
        page._history.refresh()

    def notice_over_charts(page: "Page") -> None:
        assert isinstance(page, RunsPage)
        page.details.choose_tab(0)
        page.notice.show_text(QCoreApplication.translate("RunsPage", "This run was deleted. It can be viewed until it is closed."), "warn")

    def fail(page: "Page") -> None:
        error = UnavailableError("/srv/runs/report.pdf cannot be written: No space left on device", "Free some space on its disk.")
        page.notice.show_error(error, QCoreApplication.translate("FileExport", "Save elsewhere…"), print)

    return [
        Stop("ladder with rungs", "ladder", None, climbed),
        Stop(_ALERTS, "settings", None, alerts, {"quantities": lambda page: _part(page, AlertForm).findChild(QComboBox).showPopup()}),
        Stop("notice", "runs", None, notice),
        Stop("error", "compare", None, fail, {"chart": chart}),
        Stop("long names", "runs", None, describe),
        Stop("long name of an opened run", "runs", ids[0]),
        Stop("notice over an opened run", "runs", ids[1], notice_over_charts),
    ]


def _part(page: "Page", kind: type[_Part]) -> _Part:
    found = page.findChild(kind)
    assert found is not None, kind
    return found


def _stored_pages() -> dict[str, list[str]]:
    """Return the pages that show a store's newest plans and runs."""
    from gpuscope.core.plan import PlanKind
    from gpuscope.storage.plans import PlanReader
    from gpuscope.storage.store import StoreReader
    from gpuscope.system import paths

    url = paths.default_store_url()
    with PlanReader(url) as plans, StoreReader(url) as store:
        newest = {kind: next((plan.plan_id for plan in plans.plans() if plan.kind is kind), "") for kind in PlanKind}
        runs = [record.run_id for record in store.runs() if not record.spec.is_command]
        profiled = next((record.run_id for record in store.runs() if record.spec.profile), "")
    pages = {
        "ladder": ["--page", "ladder", "--items", newest[PlanKind.LADDER]],
        "sweep": ["--page", "sweep", "--items", newest[PlanKind.SWEEP]],
        "race": ["--page", "race", "--items", ",".join(runs[:2])],
        "profile": ["--page", "profile", "--items", profiled],
        "compare": ["--page", "compare", "--items", ",".join(runs[:2])],
        "run-kept": ["--page", "runs", "--items", runs[0]],
        "ladder-form": ["--page", "ladder"],
        "sweep-form": ["--page", "sweep"],
        "profile-empty": ["--page", "profile"],
    }
    return {name: page for name, page in pages.items() if page[-1]}


@contextmanager
def _temporary_home(text: int) -> Iterator[None]:
    """Make a home with text of a size in per cent, until the context ends."""
    from gpuscope.gui.first_frame import MEMORY_FILE

    with tempfile.TemporaryDirectory(prefix="gpuscope-sheet-") as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / MEMORY_FILE).write_text(json.dumps({"text_size": text}), encoding="utf-8")
        os.environ["GPUSCOPE_HOME"] = str(home)
        yield


def _draw_all(folder: Path, looks: Sequence[Look], pages: dict[str, list[str]]) -> None:
    for name, page in pages.items():
        for size, theme, lang in looks:
            file = folder / f"{name}-{size}-{theme}-{lang}.png"
            command = [sys.executable, "-m", "gpuscope", *page, "--picture", str(file), "--size", size, "--theme", theme, "--lang", lang]
            subprocess.run(command, check=True, timeout=90)


@contextmanager
def _live() -> Iterator[None]:
    """Keep a run live while the context lasts, by serving its recorder's socket from here."""
    from gpuscope.core.event import Phase
    from gpuscope.core.runspec import RunSpec
    from gpuscope.system import paths
    from tests.cli import stored_runs
    from tests.gui import shown_runs
    from tests.gui.run_view import made_runs

    spec = RunSpec("cifar-cnn", device="cuda:0", precision="bf16", batch_size=256, steps=2_000)
    run_id = "b" * 12
    folder = str(paths.runs_folder(paths.default_store_url()) / run_id)
    live = replace(stored_runs.record(run_id, spec, name="cifar-cnn"), start_ns=made_runs.START_NS, folder=folder)
    with stored_runs.live_recorder(live) as recorder:
        told = [one for one in shown_runs.gpu_events(0.0331) if not (isinstance(one, Phase) and one.name == "evaluate")]
        events = [made_runs.hello(shown_runs.devices(gpu=True)), *told]
        recorder.do(lambda: recorder.broadcast.publish(0, events))
        yield


def sheet(files: Sequence[Path], target: Path) -> Path:
    """Combine pictures into one, four per row, and return its path."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter

    application = QGuiApplication.instance() or QGuiApplication([])
    pictures = [QImage(str(file)) for file in files]
    thumbs = [picture.scaledToWidth(min(_THUMB, picture.width()), Qt.TransformationMode.SmoothTransformation) for picture in pictures]
    rows = [thumbs[at : at + 4] for at in range(0, len(thumbs), 4)]
    heights = [max(one.height() for one in row) + 8 for row in rows]
    whole = QImage(4 * (_THUMB + 8), max(1, sum(heights)), QImage.Format.Format_RGB32)
    whole.fill(Qt.GlobalColor.darkGray)
    painter = QPainter(whole)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for column, one in enumerate(row):
            painter.drawImage(column * (_THUMB + 8), top, one)
        top += height
    painter.end()
    whole.save(str(target))
    del application
    return target


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
