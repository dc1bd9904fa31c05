"""The list of all processes: its order, which rows keep their place, and refusals with their reasons."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.machine.process_browser import ProcessBrowser
from gpuscope.gui.pages.machine.process_table import RECORD, Process
from gpuscope.gui.services import running_processes
from gpuscope.gui.services.running_processes import ProcessLoad, RunningProcesses
from gpuscope.gui.theme import Choice, Theme
from gpuscope.system.process_list import ListedProcess, ProcessLister


class HandLister(ProcessLister):
    """Lists the processes set by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.now: list[ListedProcess] = []

    def processes(self) -> list[ListedProcess]:
        return list(self.now)


def listed(pid: int, name: str, cores: float | None = 0.0, user: str = "ann", *, is_readable: bool = True) -> ProcessLoad:
    process = ListedProcess(pid, 100 + pid, name, f"{name} --epochs 3", user, datetime(2026, 11, 23, tzinfo=UTC), 2**30, 1.0, is_readable)
    return ProcessLoad(process, cores)


TRAIN, SERVE, SHELL, OTHERS = (
    listed(11, "train"),
    listed(12, "serve", 1.5),
    listed(13, "bash"),
    listed(14, "sshd", 0.9, "root", is_readable=False),
)


@pytest.fixture
def browser(qtbot: QtBot) -> Iterator[ProcessBrowser]:
    service = RunningProcesses(HandLister())
    on_gpus = [Process("gpu:0", {"pid": 11, "memory_bytes": 3 * 2**30}), Process("gpu:1", {"pid": 11, "memory_bytes": 2**30})]
    made = ProcessBrowser(Theme(Choice.DARK), service, lambda: on_gpus)
    qtbot.addWidget(made)
    made.resize(1104, 500)
    made.show()
    made._is_fresh = True
    made._show([SHELL, OTHERS, SERVE, TRAIN])
    yield made
    service.close()


def names(browser: ProcessBrowser) -> list[object]:
    return [row.row["name"] for row in browser.model.shown]


def cell(browser: ProcessBrowser, name: str, key: str) -> str:
    place = names(browser).index(name)
    column = next(at for at, column in enumerate(browser.model.columns) if column.key == key)
    return str(browser.model.index(place, column).data())


def place_of(browser: ProcessBrowser, name: str) -> QPoint:
    column = next(at for at, column in enumerate(browser.model.columns) if column.key == RECORD)
    return browser.table.visualRect(browser.model.index(names(browser).index(name), column)).center()


def test_those_on_a_gpu_come_first_then_the_busiest(browser: ProcessBrowser) -> None:
    assert names(browser) == ["train", "serve", "sshd", "bash"]
    assert cell(browser, "train", "device") == "gpu:0, gpu:1"
    assert cell(browser, "train", "memory") == "4.00 GiB"
    assert cell(browser, "serve", "cpu") == "150 %"
    assert cell(browser, "serve", "command") == "serve --epochs 3"
    assert cell(browser, "sshd", RECORD) == "belongs to root"


def test_rows_keep_their_place_while_figures_change_and_processes_come_and_go(browser: ProcessBrowser) -> None:
    browser._show([listed(15, "new", 1.0), listed(13, "bash", 2.0), TRAIN, SERVE])
    assert names(browser) == ["train", "serve", "sshd", "bash", "new"]
    assert cell(browser, "bash", "cpu") == "200 %"
    assert cell(browser, "sshd", RECORD) == "has ended"
    browser.model.sort(5, Qt.SortOrder.DescendingOrder)
    assert names(browser)[:2] == ["bash", "serve"]
    browser._show([listed(15, "new", 8.0), TRAIN, SERVE, SHELL])
    assert names(browser)[:2] == ["bash", "serve"], "sorted once, not again and again under the mouse"


def test_typing_a_filter_removes_the_ended_processes(browser: ProcessBrowser) -> None:
    browser._show([TRAIN, SERVE])
    assert names(browser) == ["train", "serve", "sshd", "bash"]
    browser.filter.setText("s")
    browser.filter.clear()
    assert names(browser) == ["train", "serve"]


def test_a_filter_that_nothing_matches_says_so(browser: ProcessBrowser) -> None:
    browser.filter.setText("no such program")
    assert browser._count.text() == "No process matches the filter."
    browser.filter.setText("train")
    assert browser._count.text() == "1 of 4"


def test_a_click_on_record_this_records_that_process_and_no_refused_one(browser: ProcessBrowser) -> None:
    asked: list[int] = []
    browser.record_wanted.connect(asked.append)
    for name in ("sshd", "serve"):
        QTest.mouseClick(browser.table.viewport(), Qt.MouseButton.LeftButton, pos=place_of(browser, name))
    assert asked == [12]


def test_by_keyboard_the_filter_and_return_do_the_same(browser: ProcessBrowser, qtbot: QtBot) -> None:
    asked: list[int] = []
    browser.record_wanted.connect(asked.append)
    QTest.keyClicks(browser.filter, "TRAIN ann")
    assert names(browser) == ["train"]
    QTest.keyClick(browser.filter, Qt.Key.Key_Return)
    assert asked == [11]
    browser.filter.clear()
    QTest.keyClick(browser.filter, Qt.Key.Key_Return)
    assert asked == [11], "which of several is not said"
    with qtbot.waitSignal(browser.left):
        QTest.keyClick(browser.filter, Qt.Key.Key_Escape)


@pytest.mark.parametrize("width", [800, 1104, 1744])
def test_the_command_has_room_at_every_width_and_record_this_is_seen(browser: ProcessBrowser, width: int) -> None:
    browser.resize(width, 500)
    header = browser.table.horizontalHeader()
    keys = [column.key for column in browser.model.columns]
    assert header.sectionSize(keys.index("command")) >= 180
    right = header.sectionViewportPosition(keys.index(RECORD)) + header.sectionSize(keys.index(RECORD))
    assert right <= browser.table.viewport().width()


def test_the_real_list_comes_off_the_event_loop(qtbot: QtBot) -> None:
    service = RunningProcesses(HandLister())
    service._lister.now = [TRAIN.process]  # type: ignore[attr-defined]
    with qtbot.waitSignal(service.listed) as listing:
        service.start()
    assert [(entry.process, entry.cores) for entry in listing.args[0]] == [(TRAIN.process, 0.0)]
    service.close()


def test_a_list_that_is_opened_again_has_the_load_of_now(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the mean since it was closed, by which a process that was busy an hour ago would come first."""
    lister = HandLister()
    now_s = [1_000.0]
    clock = SimpleNamespace(monotonic=lambda: now_s[0], sleep=lambda seconds: now_s.append(now_s.pop() + seconds))
    monkeypatch.setattr(running_processes, "time", clock)
    service = RunningProcesses(lister)

    def list_once() -> float | None:
        with qtbot.waitSignal(service.listed) as listing:
            service.start()
        service.stop()
        return next(entry.cores for entry in listing.args[0])

    lister.now = [replace(TRAIN.process, cpu_s=1.0)]
    list_once()
    now_s[0] += 3_600.0
    lister.now = [replace(TRAIN.process, cpu_s=1_801.0)]  # half a core for an hour, and nothing now
    assert list_once() == 0.0
    service.close()


def test_no_list_is_asked_for_while_one_is_being_made(qtbot: QtBot) -> None:
    """A process whose memory cannot be read at the moment holds the list up; the later ones would all follow at once."""
    goes_on, begun = threading.Event(), list[bool]()

    class Held(HandLister):
        def processes(self) -> list[ListedProcess]:
            begun.append(goes_on.wait(10.0))
            return super().processes()

    lister = Held()
    lister.now = [TRAIN.process]
    service = RunningProcesses(lister)
    service._before, service._before_s = {(0, 0): 0.0}, time.monotonic()
    for _ in range(5):
        service.refresh()
    with qtbot.waitSignal(service.listed):
        goes_on.set()
    with qtbot.waitSignal(service.listed):
        service.refresh()
    service.close()
    assert len(begun) == 2
