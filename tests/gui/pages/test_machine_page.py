"""The Machine page, with made-up readings."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from gpuscope.core.device import Capability, Device
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Gap, Sample, Table
from gpuscope.core.figures import MISSING
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.device_card import CoreBars, DeviceCard
from gpuscope.gui.pages.machine.device_cards import DeviceCards, LackCard
from gpuscope.gui.pages.machine.process_panel import ProcessPanel
from gpuscope.gui.pages.machine_page import MachinePage
from gpuscope.gui.services.running_processes import RunningProcesses
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.figure_tile import LOW_HEIGHT, FigureTile
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.sensors.declaration import no_gpu
from gpuscope.system.settings import read_settings
from tests.gui.charts.stack_hands import values_at, view_range
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS


class HandFeed(QObject):
    """Readings set by the test; counts users."""

    failed = Signal(object)

    def __init__(self, data: ShownRun) -> None:
        super().__init__()
        self.data = data
        self.source_text = "read by this window, not by a run"
        self.users = self.retries = 0

    def start(self, *, draws: bool = False) -> None:
        self.users += 1

    def stop(self) -> None:
        self.users -= 1

    def retry(self) -> None:
        self.retries += 1


@pytest.fixture
def feed() -> HandFeed:
    return HandFeed(made_runs.machine(gpus=2, seconds=20.0))


@pytest.fixture
def settings() -> Iterator[UserSettings]:
    made = UserSettings()
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, feed: HandFeed, settings: UserSettings) -> MachinePage:
    made = MachinePage(Theme(Choice.DARK), feed, settings, RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(1104, 800)
    return made


def rows(page: MachinePage) -> dict[str, DeviceCard]:
    return {row.device.key: row for row in page.findChildren(DeviceCard)}


def texts(page: MachinePage) -> list[str]:
    return [label.whole_text for label in page.findChildren(ElidedLabel) if label.isVisible()]


def more(data: ShownRun, begin_s: float, end_s: float) -> None:
    events = [one for one in made_runs.host_events(end_s, 0.5, with_run=False) if made_runs.stamp_of(one) >= START_NS + begin_s * SECOND]
    data.apply(sorted(events, key=made_runs.stamp_of), START_NS)


def test_tile_and_strip_tell_one_utilization(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    last = feed.data.end_s
    for place in range(1, 11):  # a second of which the processor is busy in the last reading alone
        at = START_NS + round((last + place / 10) * SECOND)
        values = (1.0 if place == 10 else 0.0, 9.1 * 2**30, 0.0, 0.0, 0.0, 0.0, 0.0)
        feed.data.apply([Sample("host.machine", at, at, values)], START_NS)
    page.show()
    qtbot.waitUntil(lambda: bool(page.findChildren(StripValues)))
    tile = {figure.label: figure for figure in rows(page)["cpu"].figures.figures}["Utilization"]
    assert tile.value == "10"
    page.findChild(StripStack).redraw()
    told = {words.partition(":")[0]: words for words in (one.spoken_value() for one in page.findChildren(StripValues))}
    assert told["CPU utilization"] == f"CPU utilization: {tile.value} {tile.unit}"


def test_every_device_has_a_row_with_its_figures(page: MachinePage) -> None:
    page.show()
    assert list(rows(page)) == ["cpu", "gpu:0", "gpu:1"]
    labels = [figure.label for figure in rows(page)["gpu:1"].figures.figures]
    assert labels == ["Utilization", "Memory", "Power", "Energy", "Temperature", "Clock", "Mem. clock", "Mem. control"]
    labels = [figure.label for figure in rows(page)["cpu"].figures.figures]
    assert labels == ["Utilization", "Memory", "Clock", "Disk read", "Disk written", "Network in", "Network out"]


def test_in_a_wide_window_the_figures_take_its_width_and_those_of_all_devices_line_up(page: MachinePage) -> None:
    page.resize(1744, 1000)
    page.show()
    QApplication.processEvents()
    tiles = {key: rows(page)[key].figures.findChildren(FigureTile) for key in ("cpu", "gpu:0")}
    cpu, gpu = ([tile.geometry() for tile in shown if tile.isVisible()] for shown in tiles.values())
    assert [tile.x() for tile in cpu] == [tile.x() for tile in gpu][: len(cpu)]
    assert gpu[-1].right() > rows(page)["gpu:0"].figures.width() - 20


def test_energy_and_rates_are_told_of_counters(page: MachinePage) -> None:
    page.show()
    found = {figure.label: figure for figure in rows(page)["gpu:0"].figures.figures}
    assert (found["Energy"].value, found["Energy"].unit, found["Energy"].trust) == ("8.68", "kJ", "in 19 s")  # 130 W for 4 s, then 513 W
    host = {figure.label: figure for figure in rows(page)["cpu"].figures.figures}
    assert (host["Network in"].value, host["Network in"].unit) == ("200", "kB/s")
    assert "Swap used" not in host  # no swap is in use


def test_energy_is_told_in_the_unit_that_the_user_chose(page: MachinePage, settings: UserSettings, qtbot: QtBot) -> None:
    page.show()
    settings.change({"energy_unit": "Wh"}, lambda error: pytest.fail(str(error)))

    def told() -> tuple[str, str]:
        found = {figure.label: figure for figure in rows(page)["gpu:0"].figures.figures}["Energy"]
        return found.value, found.unit

    qtbot.waitUntil(lambda: told() == ("2.41", "Wh"))  # 8.68 kJ


def test_the_strips_show_the_devices(page: MachinePage, qtbot: QtBot) -> None:
    page.show()
    qtbot.waitUntil(page.is_ready)
    shown = {curve for _, curve, value in values_at(page.findChildren(StripStack)[0], 10.0) if value is not None}
    assert {"gpu:0/power", "gpu:1/power", "cpu/utilization", "cpu/memory_used"} <= shown


def test_cards_and_strips_are_made_in_different_turns_of_the_event_loop(page: MachinePage, qtbot: QtBot) -> None:
    page.show()
    assert len(page.findChildren(DeviceCard)) > 2
    assert not page.findChildren(StripLabel)
    qtbot.waitUntil(lambda: len(page.findChildren(StripLabel)) > 2)


def test_it_reads_only_while_it_is_seen(page: MachinePage, feed: HandFeed) -> None:
    assert feed.users == 0
    page.show()
    assert feed.users == 1
    page.activated()
    assert feed.users == 1
    page.hide()
    page.deactivated()
    assert feed.users == 0
    assert not any(timer.isActive() for timer in page.findChildren(QTimer))


def test_what_is_new_appears_by_itself(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    page.show()
    more(feed.data, 20.0, 25.0)
    qtbot.waitUntil(page.is_ready)
    qtbot.waitUntil(lambda: view_range(page.findChildren(StripStack)[0])[1] > 20)


def test_readings_that_go_on_do_not_keep_it_from_being_ready(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    page.show()
    qtbot.waitUntil(page.is_ready)
    more(feed.data, 20.0, 20.1)  # between two redraws
    assert page.is_ready()


def test_another_source_takes_the_place_of_the_one_before(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    page.show()
    feed.data, feed.source_text = made_runs.cpu_run(30.0), "read by the recorder of a run"
    qtbot.waitUntil(lambda: list(rows(page)) == ["cpu"])
    assert "read by the recorder of a run" in texts(page)


def test_the_header_says_which_machine_it_is(page: MachinePage) -> None:
    page.show()
    assert any("A processor · 16 cores · 64.0 GiB" in text for text in texts(page))
    assert "read by this window, not by a run" in texts(page)


def test_without_a_gpu_the_reason_is_told_once(qtbot: QtBot) -> None:
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.machine(seconds=5.0)), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 800)
    page.show()
    words = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    assert sum("NVIDIA GPU was found" in text for text in words) == 1
    assert sum("www.nvidia.com/drivers" in text for text in words) == 1
    assert list(rows(page)) == ["cpu"]
    page.hide()


def test_where_there_is_no_gpu_a_click_adds_a_simulated_one(qtbot: QtBot, settings: UserSettings, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(exist_ok=True)
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.machine(0, seconds=5.0)), settings, RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(840, 640)
    page.show()
    (lack,) = page.findChildren(LackCard)
    QTest.mouseClick(lack.simulate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: read_settings().sensors == ("simulated",) and "labelled as simulated" in page.notice.text)
    assert lack.replay.isVisible()
    page.hide()


def test_beside_another_gpu_there_is_no_card_of_what_lacks(qtbot: QtBot) -> None:
    data = made_runs.machine(1, "SIMULATED", 5.0)
    data.devices = (*data.devices, no_gpu(made_runs.NO_DRIVER, None))
    page = MachinePage(Theme(Choice.DARK), HandFeed(data), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.show()
    assert page.findChildren(LackCard) == []
    page.hide()


def test_the_load_of_each_core_is_shown_as_it_is_told(page: MachinePage, feed: HandFeed) -> None:
    page.show()
    bars = page.findChildren(CoreBars)[0]
    assert not bars.isVisible()
    feed.data.apply([Table("cpu", "cores", START_NS, ({"core": 0, "utilization": 0.5}, {"core": 3, "utilization": None}))], START_NS)
    page._show_now(feed.data)
    assert bars.isVisible()
    assert bars.cores == [(0, 0.5), (3, None)]


def test_processes_are_listed_with_what_is_not_told_of_them(page: MachinePage, feed: HandFeed) -> None:
    page.show()
    panel = page.findChildren(ProcessPanel)[0]
    assert not panel.isVisible()
    row: dict[str, str | float | int | None] = {
        "pid": 7,
        "name": "train",
        "user": None,
        "memory_bytes": 2**30,
        "cpu": None,
        "kind": "compute",
    }
    feed.data.apply([Table("gpu:1", "processes", START_NS, (row,))], START_NS)

    def noted(device: Device) -> Device:
        note = Capability(True, "NVML", note="in a container: some may be missing")
        return replace(device, capabilities={**device.capabilities, "device_processes": note})

    feed.data.devices = tuple(noted(one) if one.key == "gpu:1" else one for one in feed.data.devices)
    page._show_now(feed.data)
    assert panel.isVisible()
    assert panel.note == "in a container: some may be missing"
    assert [one.identity for one in panel.model.shown] == [("gpu:1", 7)]


def test_why_processes_are_not_told_is_said_once_for_all_gpus(page: MachinePage, feed: HandFeed) -> None:
    lack = Capability(False, "NVML", None, "the driver does not tell them", "Update the driver.")
    feed.data.devices = tuple(
        replace(one, capabilities={**one.capabilities, "device_processes": lack}) if one.key != "cpu" else one for one in feed.data.devices
    )
    page.show()
    panel = page.findChildren(ProcessPanel)[0]
    assert panel.note == "gpu:0, gpu:1: processes cannot be listed: the driver does not tell them. Update the driver."


def test_a_process_that_is_chosen_can_be_recorded(page: MachinePage, feed: HandFeed) -> None:
    wanted: list[int] = []
    page.record_wanted.connect(wanted.append)
    rows: tuple[dict[str, str | float | int | None], ...] = ({"pid": 7, "memory_bytes": 2**30}, {"pid": 8, "memory_bytes": 2**31})
    feed.data.apply([Table("gpu:1", "processes", START_NS, rows)], START_NS)
    page.show()
    panel = page.findChildren(ProcessPanel)[0]
    button, table = panel.findChildren(QPushButton)[0], panel.findChildren(QTableView)[0]
    assert (button.text(), button.isVisible(), button.isEnabled()) == ("Record this process", True, False)
    table.selectRow(1)
    button.click()
    assert wanted == [7]
    table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = panel.findChildren(QMenu)[0]
    menu.actions()[0].trigger()
    menu.close()
    assert wanted == [7, 7]


def test_while_a_run_is_recorded_it_is_said_that_processes_are_not_read(qtbot: QtBot) -> None:
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.gpu_run(10.0)), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 800)
    page.show()
    assert sum("not read during a recording" in text for text in texts(page)) == 1
    page.hide()


def test_why_a_gpu_is_slowed_stands_beside_its_name(qtbot: QtBot) -> None:
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.gpu_run(50.0)), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 800)
    page.show()
    found = {figure.label: figure for figure in rows(page)["gpu:0"].figures.figures}
    assert found["Clock"].trust == "power cap"
    assert "power cap" in texts(page)
    page.hide()


@pytest.mark.parametrize("gpus", [1, 2])
@pytest.mark.parametrize("width", [700, 1104, 1744])
def test_a_figure_never_changes_into_another_with_the_width(qtbot: QtBot, gpus: int, width: int) -> None:
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.machine(gpus, seconds=5.0)), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(width, 800)
    page.show()
    labels = {tuple(figure.label for figure in card.figures.figures) for key, card in rows(page).items() if key != "cpu"}
    assert labels == {("Utilization", "Memory", "Power", "Energy", "Temperature", "Clock", "Mem. clock", "Mem. control")}
    page.hide()


def test_a_metric_that_fails_says_why_and_the_others_live(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    feed.data.apply([Gap("gpu:0", ("power",), START_NS + 19 * SECOND, None, "the sensor does not answer")], START_NS)
    page.show()
    found = {figure.label: figure for figure in rows(page)["gpu:0"].figures.figures}
    assert (found["Power"].value, found["Power"].trust) == (MISSING, "the sensor does not answer")
    assert found["Clock"].value != MISSING


def test_a_stand_in_is_labelled(qtbot: QtBot) -> None:
    stand_in = HandFeed(made_runs.machine(1, "stand-in NVML /x/lib.so", 5.0))
    page = MachinePage(Theme(Choice.DARK), stand_in, UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 800)
    page.show()
    assert "stand-in NVML /x/lib.so" in texts(page)


def test_eight_gpus_have_low_rows_and_leave_half_of_the_page_to_the_strips(qtbot: QtBot) -> None:
    page = MachinePage(Theme(Choice.DARK), HandFeed(made_runs.machine(8, seconds=5.0)), UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 800)
    page.show()
    assert {row.figures.height() for row in rows(page).values()} == {LOW_HEIGHT + 1}
    assert page.findChildren(StripStack)[0].height() > 300


def test_before_the_first_reading_it_says_that_it_waits(qtbot: QtBot) -> None:
    feed = HandFeed(ShownRun())
    page = MachinePage(Theme(Choice.DARK), feed, UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.show()
    assert page.findChildren(EmptyState)[0].isVisible()
    assert not page.is_ready()
    feed.data.apply([made_runs.hello([made_runs.cpu_device()])], START_NS)
    more(feed.data, 0.0, 1.0)
    qtbot.wait(50)  # several polls of the data
    assert page.findChildren(DeviceCard) == [], "the load of the cores is to come, and would move the rest"
    more(feed.data, 1.0, 3.0)
    qtbot.waitUntil(lambda: page.findChildren(DeviceCard) != [])
    assert not page.is_ready()
    more(feed.data, 3.0, 6.0)
    qtbot.waitUntil(page.is_ready)
    assert not page.findChildren(EmptyState)[0].isVisible()


def test_a_failure_is_told_and_can_be_tried_again(qtbot: QtBot) -> None:
    feed = HandFeed(ShownRun())
    page = MachinePage(Theme(Choice.DARK), feed, UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.show()
    feed.failed.emit(UnavailableError("the sensors cannot be read", "Run 'gpuscope doctor'."))
    assert page.notice.text == "The sensors cannot be read. Run 'gpuscope doctor'."
    again = next(one for one in page.findChildren(QPushButton) if one.text() == "Try again")
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    assert feed.retries == 1
    assert page.notice.text == ""


def test_a_failure_after_readings_leaves_them_and_offers_another_try(page: MachinePage, feed: HandFeed) -> None:
    page.show()
    feed.failed.emit(UnavailableError("the sensors cannot be read", "Run 'gpuscope doctor'."))
    assert rows(page)["cpu"].isVisible()
    QTest.mouseClick(next(one for one in page.notice.findChildren(QPushButton) if one.text() == "Try again"), Qt.MouseButton.LeftButton)
    assert feed.retries == 1


def test_a_failure_is_forgotten_when_readings_come_again(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    page.show()
    feed.failed.emit(UnavailableError("the sensors cannot be read", "Run 'gpuscope doctor'."))
    page._tick()
    assert page.notice.text
    more(feed.data, 20.0, 25.0)
    qtbot.waitUntil(lambda: page.notice.text == "")
    page.notice.show_text("of another kind")
    more(feed.data, 25.0, 26.0)
    qtbot.waitUntil(lambda: view_range(page.findChildren(StripStack)[0])[1] > 25.5)
    assert page.notice.text == "of another kind"


def test_while_nothing_is_read_no_figure_pretends(page: MachinePage, feed: HandFeed) -> None:
    page.show()
    feed.data.apply([Gap("", (), round(START_NS + feed.data.end_s * SECOND), None, "the process ended")], START_NS)
    feed.failed.emit(UnavailableError("the process ended"))
    for row in rows(page).values():
        assert {figure.value for figure in row.figures.figures} == {MISSING}
        (told,) = {row.trouble, *(figure.trust for figure in row.figures.figures)} - {""}
        assert told.partition(" · since ")[0] == "the process ended"


def test_the_window_is_found_again(page: MachinePage, feed: HandFeed, qtbot: QtBot) -> None:
    page.show()
    QTest.mouseClick(next(one for one in page.findChildren(QPushButton) if one.text() == "5 min"), Qt.MouseButton.LeftButton)
    other = MachinePage(Theme(Choice.DARK), feed, UserSettings(), RunningProcesses())  # type: ignore[arg-type]
    qtbot.addWidget(other)
    other.recall(page.memory())
    other.show()
    assert next(one for one in other.findChildren(QPushButton) if one.text() == "5 min").isChecked()
    page.hide()
    other.hide()


@pytest.mark.parametrize("size", [(1104, 800), (848, 640), (968, 640), (584, 480), (1744, 1080)])
def test_no_card_is_cut_and_where_room_is_scarce_they_are_lower(qtbot: QtBot, page: MachinePage, size: tuple[int, int]) -> None:
    page.resize(*size)
    page.show()
    page.activated()
    cards = page.findChild(DeviceCards)
    assert cards is not None
    page._devices.widget().layout().activate()
    qtbot.waitUntil(lambda: cards.cards[0].height() > 0)
    ends = [card.geometry().bottom() + 1 for card in cards.cards]
    assert any(abs(cards.viewport().height() - end) <= 1 for end in ends)
    assert cards.height() <= max(ends[0], round(0.46 * size[1]))
    seen = [card for card in cards.cards if card.geometry().bottom() < cards.viewport().height()]
    assert len(seen) == 3 or size[1] < 640
    assert page.findChild(StripStack).height() >= 150
    page.deactivated()


def test_cards_have_their_room_back_when_the_page_grows(qtbot: QtBot, page: MachinePage) -> None:
    page.resize(848, 560)
    page.show()
    page.activated()
    low = [card.height() for card in page.findChild(DeviceCards).cards]
    page.resize(1104, 1000)
    page._show_now(page._feed.data)
    high = [card.height() for card in page.findChild(DeviceCards).cards]
    assert all(one < other for one, other in zip(low, high, strict=True))
    page.deactivated()
