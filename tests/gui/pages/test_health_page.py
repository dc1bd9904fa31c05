"""The Health page, with made-up readings, and with the real monitor and helper on the stand-in NVML."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.device import NO_GPU, UNTRIED, Capability, Device, DeviceKind
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Gap
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.health.lack_list import LackList
from gpuscope.gui.pages.health.metric_tree import EVERY, SAMPLED, WITHIN, MetricTree
from gpuscope.gui.pages.health_page import HealthPage
from gpuscope.gui.run_view.figure_row import FigureRow
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.storage.values import StoreSize
from tests.cli.stored_runs import url
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Rule

__all__ = ["standin"]
OFF = "switched off: the sensor helper ended 3 times within a minute"
CURE = "Run 'sudo sysctl kernel.perf_event_paranoid=0' (until the next start)."


class HandFeed(QObject):
    """Readings set by the test; counts users and requests."""

    failed = Signal(object)

    def __init__(self, data: ShownRun) -> None:
        super().__init__()
        self.data = data
        self.source_text = "read by this window, not by a run"
        self.users = self.retries = self.tries = 0

    def start(self) -> None:
        self.users += 1

    def stop(self) -> None:
        self.users -= 1

    def retry(self) -> None:
        self.retries += 1

    def try_again(self) -> None:
        self.tries += 1


class HandHistory:
    """A store of known size, or an unreadable store."""

    def __init__(self, error: UnavailableError | None = None) -> None:
        self.error = error

    def size(self, then: Callable[[StoreSize], None], failed: Callable[[object], None], owner: QObject) -> None:
        if self.error is None:
            then(StoreSize(3 * 2**20, 0, 12))
        else:
            failed(self.error)


@pytest.fixture
def feed() -> HandFeed:
    return HandFeed(made_runs.machine(gpus=2, seconds=20.0))


@pytest.fixture
def make(qtbot: QtBot) -> Callable[..., HealthPage]:
    def made(feed: HandFeed | MonitorFeed, history: HandHistory | None = None) -> HealthPage:
        page = HealthPage(Theme(Choice.DARK), feed, history or HandHistory())  # type: ignore[arg-type]
        qtbot.addWidget(page)
        page.resize(1104, 800)
        page.show()
        return page

    return made


def declare(data: ShownRun, *devices: Device) -> None:
    data.apply([made_runs.hello(devices)], START_NS)


def tell(data: ShownRun, health: HelperHealth) -> None:
    data.apply([health.table(START_NS)], START_NS)


def row(page: HealthPage, device: str, metric: str) -> list[str]:
    model = page.findChildren(MetricTree)[0].rows
    for place, one in enumerate(model.devices):
        if one.key == device:
            top = model.index(place, 0)
            below = next(at for at in range(model.rowCount(top)) if model.row_key(model.index(at, 0, top)) == metric)
            return [str(model.index(below, column, top).data()) for column in range(model.columnCount())]
    raise AssertionError(f"{device} is not shown")


def figures(page: HealthPage) -> dict[str, tuple[str, str, str]]:
    return {one.key: (one.value, one.unit, one.trust) for one in page.findChildren(FigureRow)[0].figures}


def colours(page: HealthPage) -> dict[str, str]:
    return {one.key: one.colour for one in page.findChildren(FigureRow)[0].figures}


def button(page: HealthPage, text: str) -> QPushButton:
    return next(one for one in page.findChildren(QPushButton) if one.text() == text)


def texts(page: HealthPage) -> str:
    return "\n".join(one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page))


def test_each_metric_has_source_period_share_and_uncertainty(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    power = Capability(True, "NVML field 186, instantaneous power", 0.1, sampled_share=0.25, uncertainty=0.07)
    gpu = made_runs.gpu_device(0)
    declare(feed.data, made_runs.cpu_device(), replace(gpu, capabilities={**gpu.capabilities, "power": power}))
    page = make(feed)
    assert row(page, "gpu:0", "power") == ["Power", "live", "100 ms", "25 %", "± 7 %", "NVML field 186, instantaneous power"]
    assert row(page, "gpu:0", "clock")[1:5] == ["live", "–", "–", "–"]
    assert row(page, "cpu", "energy")[1] == "missing"
    assert "not read by this version" in row(page, "cpu", "energy")[5]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"properties": {UNTRIED: "not tested on hardware"}}, "not tested on hardware"),
        ({"simulated": "SIMULATED"}, "SIMULATED"),
        ({"simulated": "recorded on 2026-11-21 on lab"}, "recorded on 2026-11-21 on lab"),
    ],
)
def test_a_device_that_is_not_real_or_was_never_tried_says_so(
    make: Callable[..., HealthPage], feed: HandFeed, changes: dict[str, object], words: str
) -> None:
    declare(feed.data, replace(made_runs.gpu_device(0), **changes), made_runs.gpu_device(1))  # type: ignore[arg-type]
    model = make(feed).findChildren(MetricTree)[0].rows
    told = {one.key: str(model.index(place, 0).data()) for place, one in enumerate(model.devices)}
    assert told["gpu:0"].endswith(f" · {words}")
    assert words not in told["gpu:1"]


def test_a_metric_that_gives_no_reading_says_why_and_hides_no_other(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    feed.data.apply([Gap("gpu:0", ("power",), START_NS + 19 * SECOND, None, "the sensor does not answer")], START_NS)
    page = make(feed)
    assert (row(page, "gpu:0", "power")[1], row(page, "gpu:0", "power")[5]) == ("no reading", "the sensor does not answer")
    assert row(page, "gpu:0", "clock")[1] == "live"
    assert row(page, "gpu:1", "power")[1] == "live"
    assert "Metrics without readings at the moment: 1" in texts(page)
    assert [key for key, colour in colours(page).items() if colour == "bad"] == ["gaps"]


def test_what_is_missing_has_its_cure_and_a_button_that_copies_the_command(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    cpu = made_runs.cpu_device()
    declare(feed.data, replace(cpu, capabilities={**cpu.capabilities, "power": Capability(False, "perf", None, "it is refused", CURE)}))
    page = make(feed)
    assert "CPU: Power cannot be measured. Why: it is refused" in texts(page)
    assert CURE in texts(page)
    assert row(page, "cpu", "power")[1::4] == ["missing", "see above"]
    QTest.keyClick(button(page, "Copy the command"), Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "sudo sysctl kernel.perf_event_paranoid=0"
    assert button(page, "Copied").accessibleName() == f"Copy the cure: {CURE}"


def test_without_a_gpu_the_reason_is_told_once_and_counts_as_no_metric(make: Callable[..., HealthPage]) -> None:
    page = make(HandFeed(made_runs.machine(seconds=20.0)))
    assert texts(page).count("NVIDIA GPU was found") == 1
    assert [one.key for one in page.findChildren(MetricTree)[0].rows.devices] == ["cpu", "recorder"]
    assert figures(page)["metrics"][1:] == ("of 12", "2 cannot be measured here")
    lacks, tree = page.findChildren(LackList)[0], page.findChildren(MetricTree)[0]
    assert lacks.isVisible()
    cards = [lacks.widget(), tree.parentWidget()]
    assert len({(card.mapTo(page, QPoint(0, 0)).x(), card.width()) for card in cards if card is not None}) == 1


def test_the_helpers_restarts_crashes_hangs_and_losses_are_counted(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    tell(feed.data, HelperHealth(restarts=3, crashes=2, hangs=1, garbage=4, skipped=5))
    page = make(feed)
    assert figures(page)["helper"] == ("3", "", "crashes 2, hangs 1")
    assert colours(page) == {"metrics": "muted", "cost": "muted", "helper": "bad", "gaps": "muted", "store": "muted"}
    assert figures(page)["gaps"][2] == "malformed lines: 4; readings skipped: 5; none since the start"
    assert not button(page, "Retry the GPU sensors").isVisible()


def test_the_cost_is_the_processor_time_of_the_last_seconds(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    assert figures(make(feed))["cost"] == ("–", "", "not measured yet")
    busy_until_s = 10.0
    feed.data.apply(made_runs.samples("host.recorder", [lambda t: min(t, busy_until_s) + 0.02 * t, lambda t: 4e7], 22.0, 1.0), START_NS)
    assert figures(make(feed))["cost"] == ("2.0", "%", "of one core; the aim is 2 %")


@pytest.mark.parametrize(("per_s", "seconds", "is_bad"), [(0.076, 30.0, True), (0.076, 12.0, False), (0.019, 30.0, False)])
def test_a_cost_above_the_aim_stands_out_once_the_start_is_over(
    make: Callable[..., HealthPage], feed: HandFeed, per_s: float, seconds: float, is_bad: bool
) -> None:
    feed.data.apply(made_runs.samples("host.recorder", [lambda t: per_s * t, lambda t: 4e7], seconds, 1.0), START_NS)
    page = make(feed)  # keep a reference, or the page is deleted before its figures are read
    shown = {figure.key: figure for row in page.findChildren(FigureRow) for figure in row.figures}["cost"]
    assert shown.is_bad is is_bad
    assert shown.trust == ("of one core; above the aim of 2 %" if is_bad else "of one core; the aim is 2 %")


@pytest.mark.parametrize(("per_s", "shown"), [(0.02, "2.0"), (0.0, "< 0.1")])
def test_the_cost_is_never_below_nothing_when_another_helper_has_taken_over(
    make: Callable[..., HealthPage], feed: HandFeed, per_s: float, shown: str
) -> None:
    def cpu_s(t: float) -> float:
        return per_s * t + (5.0 if t < 17 else 0.0)

    feed.data.apply(made_runs.samples("host.recorder", [cpu_s, lambda t: 4e7], 22.0, 0.1), START_NS)
    assert figures(make(feed))["cost"][0] == shown


def test_sensors_that_are_switched_off_can_be_tried_again(make: Callable[..., HealthPage], feed: HandFeed, qtbot: QtBot) -> None:
    tell(feed.data, HelperHealth(restarts=3, crashes=3, off=OFF))
    gpu = made_runs.gpu_device(0)
    declare(feed.data, replace(gpu, capabilities={"power": Capability(False, "NVML", None, OFF)}))
    page = make(feed)
    assert f"GPU sensors are {OFF}" in texts(page)
    assert row(page, "gpu:0", "power")[1] == "switched off"
    QTest.mouseClick(button(page, "Retry the GPU sensors"), Qt.MouseButton.LeftButton)
    assert feed.tries == 1
    tell(feed.data, HelperHealth(restarts=4, crashes=3))
    qtbot.waitUntil(lambda: "GPU sensors are" not in texts(page))
    assert not button(page, "Retry the GPU sensors").isVisible()


def test_the_store_tells_its_size_or_what_is_wrong_with_it(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    assert figures(make(feed))["store"] == ("3.00", "MiB", "12 runs")
    broken = make(feed, HandHistory(UnavailableError("the store is damaged", "Run 'gpuscope doctor'.")))
    assert figures(broken)["store"] == ("–", "", "The store is damaged. Run 'gpuscope doctor'.")


def test_of_many_gpus_the_first_is_open_and_what_was_closed_stays_closed(make: Callable[..., HealthPage], qtbot: QtBot) -> None:
    feed = HandFeed(made_runs.machine(8, seconds=5.0))
    page = make(feed)
    tree = page.findChildren(MetricTree)[0]
    opened = [tree.isExpanded(tree.rows.index(place, 0)) for place in range(10)]
    assert opened == [True, *[False] * 7, True, True]
    tree.collapse(tree.rows.index(0, 0))
    declare(feed.data, made_runs.cpu_device(8), *(made_runs.gpu_device(index) for index in range(8)))
    qtbot.waitUntil(lambda: tree.rows.devices[8].properties["processors"] == 8)
    assert not tree.isExpanded(tree.rows.index(0, 0))


def test_what_is_missing_is_told_once_and_counts_in_the_title_of_its_device(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    able, lacking = Capability(True, "/proc/stat", 0.1), Capability(False, "", None, "there is no counter")
    declare(feed.data, replace(made_runs.cpu_device(), capabilities={"utilization": able, "energy": lacking}))
    page = make(feed)
    assert row(page, "cpu", "energy")[1::4] == ["missing", "there is no counter"]
    assert "there is no counter" not in texts(page)
    model = page.findChildren(MetricTree)[0].rows
    [title] = [str(model.index(place, 0).data()) for place, one in enumerate(model.devices) if one.key == "cpu"]
    assert " · 1 of 2 live · 1 missing" in title


def test_a_reason_too_long_for_a_row_stands_above_the_table_in_full(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    long = "this machine's kernel offers no energy counter (no powercap, no perf power events); common in virtual machines"
    lacking = {"energy": Capability(False, "", None, long), "temperature": Capability(False, "", None, "there is no sensor")}
    declare(feed.data, replace(made_runs.cpu_device(), capabilities={"utilization": Capability(True, "/proc/stat", 0.1), **lacking}))
    page = make(feed)
    assert [row(page, "cpu", key)[-1] for key in lacking] == ["see above", "there is no sensor"]
    shown = [label.text() for label in page.findChildren(LackList)[0].findChildren(QLabel)]
    assert shown == [f"CPU: Energy cannot be measured. Why: {long}"]


def test_keys_walk_through_it_and_tell_the_row_whole(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    page = make(feed)
    tree = page.findChildren(MetricTree)[0]
    tree.setCurrentIndex(tree.rows.index(0, 0))
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert "gpu:0, Power: live. a sensor." in texts(page)
    assert tree.accessibleName()
    assert page.findChildren(LackList)[0].accessibleName()


def test_every_row_is_reached_by_keys_and_stays_in_view_while_it_is_told(
    make: Callable[..., HealthPage], feed: HandFeed, qtbot: QtBot
) -> None:
    long = "the driver refuses the counters of performance to whoever is not root, " * 12
    cpu = made_runs.cpu_device()
    declare(feed.data, replace(cpu, capabilities={**cpu.capabilities, "energy": Capability(False, "perf", None, long)}))
    page = make(feed)
    tree = page.findChildren(MetricTree)[0]
    tree.setCurrentIndex(tree.rows.index(0, 0))
    while tree.rows.row_key(tree.currentIndex()) != "energy" or tree.rows.branch(tree.currentIndex()).key != "cpu":
        before = tree.currentIndex()
        QTest.keyClick(tree, Qt.Key.Key_Down)
        assert tree.currentIndex() != before
        QApplication.processEvents()
    qtbot.waitUntil(lambda: page._row_note.height() > 60)
    assert tree.viewport().rect().contains(tree.visualRect(tree.currentIndex()))


def test_a_long_list_of_what_is_missing_is_scrolled_by_keys(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    cpu = made_runs.cpu_device()
    lacking = {f"metric_{number}": Capability(False, "", None, f"reason {number}", CURE) for number in range(12)}
    declare(feed.data, replace(cpu, capabilities={**cpu.capabilities, **lacking}))
    page = make(feed)
    lacks = page.findChildren(LackList)[0]
    assert lacks.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert lacks.verticalScrollBar().maximum() > 0
    for _ in range(40):
        QTest.keyClick(lacks, Qt.Key.Key_Down)
    assert lacks.verticalScrollBar().value() == lacks.verticalScrollBar().maximum()


def test_why_nothing_can_be_measured_takes_no_more_lines_than_it_needs(qtbot: QtBot) -> None:
    """The reasons may come before the page has its width."""
    lacks = LackList(Theme(Choice.LIGHT))
    qtbot.addWidget(lacks)
    reason = "no NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)"
    lacks.resize(300, 30)
    lacks.show_devices([Device(NO_GPU, DeviceKind.GPU, "", None, {}, {"power": Capability(False, "", None, reason)})])
    text = lacks.findChildren(QLabel)[0]
    QApplication.processEvents()
    assert text.height() > 2 * text.fontMetrics().lineSpacing()
    lacks.resize(1000, lacks.height())
    QApplication.processEvents()
    assert text.height() < 2 * text.fontMetrics().lineSpacing()


def test_it_reads_only_while_it_is_seen(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    page = make(feed)
    assert feed.users == 1
    page.hide()
    page.deactivated()
    assert feed.users == 0


def test_before_the_first_reading_it_waits_and_a_failure_can_be_tried_again(make: Callable[..., HealthPage]) -> None:
    feed = HandFeed(ShownRun())
    page = make(feed)
    assert page.findChildren(EmptyState)[0].isVisible()
    assert not page.is_ready()
    feed.failed.emit(UnavailableError("the sensors cannot be read", ""))
    QTest.mouseClick(button(page, "Try again"), Qt.MouseButton.LeftButton)
    assert feed.retries == 1


@pytest.fixture
def real_feed(qtbot: QtBot) -> Iterator[MonitorFeed]:
    live_runs = LiveRuns(url())
    made = MonitorFeed(live_runs)
    yield made
    made.close()
    live_runs.close()


def test_a_library_that_crashes_is_switched_off_and_the_button_brings_it_back(
    make: Callable[..., HealthPage], standin: PlacedStandin, real_feed: MonitorFeed, qtbot: QtBot
) -> None:
    page = make(real_feed)
    qtbot.waitUntil(lambda: "live" in texts_of_tree(page, "gpu:0", "power"), timeout=15_000)
    healthy = standin.machine
    standin.show(healthy.with_rules(Rule("nvmlDeviceGetCount_v2", "crash"), Rule("nvmlDeviceGetFieldValues", "crash")))
    qtbot.waitUntil(button(page, "Retry the GPU sensors").isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: row(page, "gpu:0", "power")[1] == "switched off")
    qtbot.waitUntil(lambda: row(page, "cpu", "utilization")[1] == "live", timeout=15_000)
    qtbot.waitUntil(lambda: figures(page)["helper"] == ("3", "", "GPU sensors are switched off"))
    standin.show(healthy)
    QTest.mouseClick(button(page, "Retry the GPU sensors"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row(page, "gpu:0", "power")[1] == "live", timeout=20_000)
    assert not button(page, "Retry the GPU sensors").isVisible()
    page.hide()


def texts_of_tree(page: HealthPage, device: str, metric: str) -> list[str]:
    known = [one.key for one in page.findChildren(MetricTree)[0].rows.devices]
    return row(page, device, metric) if device in known else []


def test_columns_that_say_nothing_of_any_metric_give_their_room_to_the_sources(feed: HandFeed, make: Callable[..., HealthPage]) -> None:
    gpu = made_runs.gpu_device(0)
    told = replace(gpu.capabilities["power"], period_s=0.1, uncertainty=0.07)
    declare(feed.data, made_runs.cpu_device(), replace(gpu, capabilities={**gpu.capabilities, "power": told}))
    page = make(feed)
    tree = page.findChildren(MetricTree)[0]
    assert [tree.isColumnHidden(column) for column in (EVERY, SAMPLED, WITHIN)] == [False, True, False]


def test_the_page_is_as_small_as_its_table_can_be(make: Callable[..., HealthPage], feed: HandFeed) -> None:
    """With large text the page scrolled as a whole beside its table, which scrolls itself."""
    page = make(feed)
    layout, tree = page.layout(), page._tree
    assert layout is not None
    page.resize(1000, layout.minimumHeightForWidth(1000))
    QApplication.processEvents()
    assert tree.height() < tree.sizeHint().height()
    assert tree.height() <= tree.minimumSizeHint().height() + 30
