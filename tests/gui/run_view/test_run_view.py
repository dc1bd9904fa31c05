"""The view of a run, live and stored."""

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QMenu, QPushButton, QToolTip
from pytestqt.qtbot import QtBot

from gpuscope.core.event import End, Gap, Sample
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.charts import draw_pace
from gpuscope.gui.charts.plot_view import PlotView
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view import run_view
from gpuscope.gui.run_view.curve_menu import ValueChoice
from gpuscope.gui.run_view.kept_figures import kept_figures
from gpuscope.gui.run_view.run_view import RunView
from gpuscope.gui.run_view.view_bar import NoteLabel
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import Figure
from tests.gui.charts.stack_hands import values_at, view_range, words
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS
from tests.gui.turn_hands import finish_turns

MakeView = Callable[[], RunView]


@pytest.fixture
def make_view(qtbot: QtBot, theme: Theme) -> MakeView:
    def make() -> RunView:
        view = RunView(theme, UserSettings())
        qtbot.addWidget(view)
        view.resize(856, 741)
        view.show()
        return view

    return make


@pytest.fixture
def view(make_view: MakeView) -> RunView:
    return make_view()


def more(data: ShownRun, begin_s: float, end_s: float) -> None:
    """Add more of the machine's readings."""
    events = [one for one in made_runs.host_events(end_s, 0.5) if made_runs.stamp_of(one) >= START_NS + begin_s * SECOND]
    data.apply(sorted(events, key=made_runs.stamp_of), START_NS)


def ended(data: ShownRun) -> ShownRun:
    data.apply([End(START_NS + int(data.end_s * SECOND), "finished", 0)], START_NS)
    return data


def charts(view: RunView) -> PlotView:
    found = view.findChild(PlotView)
    assert isinstance(found, PlotView)
    return found


def button(view: RunView, text: str) -> QPushButton:
    return next(one for one in view.findChildren(QPushButton) if one.text() == text)


def test_a_live_run_is_shown_from_its_newest_minute_on(view: RunView) -> None:
    view.show_data(made_runs.cpu_run(100.0))
    start, end = view_range(view.strips.stack)
    assert end == pytest.approx(100, abs=0.5)
    assert end - start == pytest.approx(60)
    assert button(view, "60 s").isChecked()


def test_a_kept_run_is_shown_whole(view: RunView) -> None:
    view.show_data(ended(made_runs.cpu_run(100.0)))
    assert view_range(view.strips.stack) == pytest.approx((0, 100), abs=0.5)
    assert not button(view, "Pause").isVisible()


def test_it_works_only_between_start_and_stop(view: RunView, qtbot: QtBot) -> None:
    view.set_rate(200)
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    more(data, 10.0, 11.0)
    assert not view.is_ready()
    view.start()
    more(data, 11.0, 12.0)
    qtbot.waitUntil(view.is_ready)
    view.stop()
    assert not any(timer.isActive() for timer in view.findChildren(QTimer))


def test_while_nothing_changes_nothing_is_drawn(view: RunView, qtbot: QtBot) -> None:
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    view.start()
    view.stop()
    drawn = view_range(view.strips.stack)
    assert not view.strips.refresh()
    assert view_range(view.strips.stack) == drawn


def test_a_look_takes_no_memory_that_grows_with_the_run(make_view: MakeView) -> None:
    hour, later = (taken_by_a_look(make_view(), hours) for hours in (1.0, 3.0))
    assert later - hour < 2 * 100_000, "bytes in two hours"


def taken_by_a_look(view: RunView, hours: float) -> int:
    """Return the peak bytes allocated by resuming the view of a live run."""
    data, end_ns = made_runs.long_run(hours), START_NS + int(hours * 3600 * SECOND)
    view.show_data(data)
    view.start()
    data.apply([Sample("gpu:0.fields", end_ns, end_ns, (1.0, 1.0, 700.0, 1e9, 0.0))], START_NS)
    tracemalloc.start()
    try:
        view.start()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        view.stop()


def test_space_pauses_and_follows_again(view: RunView, qtbot: QtBot) -> None:
    data = made_runs.cpu_run(100.0)
    view.show_data(data)
    QTest.keyClick(charts(view), Qt.Key.Key_Space)
    held = view_range(view.strips.stack)
    assert button(view, "Follow").isVisible()
    more(data, 100.0, 130.0)
    view.strips.refresh()
    assert view_range(view.strips.stack) == held
    QTest.keyClick(charts(view), Qt.Key.Key_Space)
    assert view_range(view.strips.stack)[1] == pytest.approx(130, abs=0.5)
    assert button(view, "Pause").isVisible()


def test_space_on_a_button_presses_that_button_alone(view: RunView, qtbot: QtBot) -> None:
    view.show_data(made_runs.cpu_run(100.0))
    QTest.keyClick(button(view, "10 s"), Qt.Key.Key_Space)
    assert view.strips.stack.following
    start, end = view_range(view.strips.stack)
    assert end - start == pytest.approx(10)


def test_moving_the_charts_shows_that_they_are_held(view: RunView, qtbot: QtBot) -> None:
    view.show_data(made_runs.cpu_run(100.0))
    QTest.keyClick(charts(view), Qt.Key.Key_Home)
    assert button(view, "Follow").isVisible()


def test_windows_can_be_chosen(view: RunView, qtbot: QtBot) -> None:
    view.show_data(made_runs.cpu_run(100.0))
    for text, length in (("10 s", 10), ("60 s", 60), ("Whole run", 100)):
        QTest.mouseClick(button(view, text), Qt.MouseButton.LeftButton)
        start, end = view_range(view.strips.stack)
        assert end - start == pytest.approx(length, abs=0.5)


def test_a_kept_run_can_be_seen_over_its_steps(view: RunView, qtbot: QtBot) -> None:
    data = ended(made_runs.cpu_run(60.0))
    view.show_data(data)
    QTest.mouseClick(button(view, "Steps"), Qt.MouseButton.LeftButton)
    assert view_range(view.strips.stack)[1] == pytest.approx(data.progress.steps - data.progress.warmup_steps, rel=0.01)
    QTest.mouseClick(button(view, "Time"), Qt.MouseButton.LeftButton)
    assert view_range(view.strips.stack)[1] == pytest.approx(60, abs=0.5)


def test_a_live_run_has_no_choice_of_axis(view: RunView) -> None:
    view.show_data(made_runs.cpu_run(30.0))
    assert not button(view, "Steps").isVisible()


def test_figures_of_a_run_that_has_ended_are_its_records(view: RunView) -> None:
    metrics = {"throughput": Quantity(1234.0, "samples/s", Quality.DERIVED, "by the clock")}
    data = made_runs.cpu_run(30.0)
    view.show_data(data)
    finish_turns()
    assert view.figures.figures[0].value != "1230"
    record = data.record
    assert record is not None
    data.settle(replace(record, state=RunState.FINISHED, metrics=metrics, duration_s=25.0))
    view.start()
    view.stop()
    finish_turns()
    assert (view.figures.figures[0].value, view.figures.figures[0].trust) == ("1234", "over 25 s")


def test_the_figures_of_a_run_that_is_opened_are_made_once(view: RunView, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ended(made_runs.cpu_run(30.0))
    assert data.record is not None
    data.settle(
        replace(
            data.record, state=RunState.FINISHED, metrics={"throughput": Quantity(1234.0, "samples/s", Quality.DERIVED, "by the clock")}
        )
    )
    made: list[str] = []

    def made_figures(record: RunRecord, unit: str) -> list[Figure]:
        made.append(unit)
        return kept_figures(record, unit)

    monkeypatch.setattr(run_view, "kept_figures", made_figures)
    view.show_data(data)
    view.start()
    view.stop()
    finish_turns()
    assert made == ["J"]
    view._settings.energy_changed.emit()
    view.start()
    view.stop()
    finish_turns()
    assert made == ["J", "J"], "its unit has changed while it was hidden"


def test_what_is_missing_is_said_once_with_a_cure_to_copy(view: RunView) -> None:
    view.show_data(made_runs.cpu_run(10.0))
    copy = next(one for one in view.findChildren(QPushButton) if one.accessibleName().startswith("Copy what"))
    assert copy.isVisible()
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith("Install NVIDIA's driver")
    note = view.findChild(NoteLabel)
    assert isinstance(note, NoteLabel)
    assert note.whole_text.startswith("No NVIDIA GPU was found")
    QApplication.sendEvent(note, QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), note.mapToGlobal(QPoint(1, 1))))
    assert "CPU: no power, energy" in QToolTip.text()
    view.show_data(made_runs.gpu_run(5.0))
    assert note.whole_text == ""
    assert not copy.isVisible()


def test_log_and_output_are_shown(view: RunView) -> None:
    view.show_data(made_runs.cpu_run(30.0))
    finish_turns()
    assert "epoch 1" in view.log.text
    view.log.set_output(["Traceback (most recent call last):"])
    view.log.show_output()
    assert "Traceback" in view.log.text


def test_another_run_takes_the_place_of_the_one_before(view: RunView) -> None:
    view.show_data(made_runs.gpu_run(30.0))
    view.show_data(made_runs.cpu_run(10.0))
    assert not any(strip.startswith("gpu") for strip, _, _ in values_at(view.strips.stack, 5.0))
    view.show_data(None)
    assert values_at(view.strips.stack, 5.0) == []
    assert view.figures.figures == []
    assert view.is_ready()


def test_the_layout_is_found_again(make_view: MakeView, qtbot: QtBot) -> None:
    first, second = make_view(), make_view()
    first.show_data(made_runs.cpu_run(100.0))
    QTest.mouseClick(button(first, "10 s"), Qt.MouseButton.LeftButton)
    first.log.expand(True)
    actions = {}
    first.strips._bar.curves.aboutToShow.emit()
    for menu in first.strips._bar.curves.findChildren(QMenu):
        actions.update({(menu.title(), action.text()): action for action in menu.actions()})
    actions["CPU", "gpuscope"].setChecked(True)
    second.recall(first.memory())
    second.show_data(made_runs.cpu_run(100.0))
    start, end = view_range(second.strips.stack)
    assert end - start == pytest.approx(10)
    assert second.log.is_expanded
    assert ("cpu", "recorder/cpu_time") in [(strip, curve) for strip, curve, _ in values_at(second.strips.stack, 50.0)]


@pytest.mark.parametrize(
    "memory",
    [{}, {"window": "ten", "log": 3, "curves": "all"}, {"window": -1, "curves": [["a"], 7, ["a", "b", "c"]]}, {"curves": {"a": 1}}],
)
def test_a_memory_that_does_not_fit_is_left_alone(view: RunView, memory: dict[str, object]) -> None:
    view.recall(memory)
    view.show_data(made_runs.cpu_run(100.0))
    start, end = view_range(view.strips.stack)
    assert end - start == pytest.approx(60)


def test_a_menu_with_markup_and_ampersands_in_a_name(view: RunView) -> None:
    data = made_runs.cpu_run(10.0)
    made_runs.told_values(data, {"<b>a&b</b>" + "x" * 5000: 1.0}, 5.0, 1)
    view.show_data(data)
    view.strips._bar.curves.aboutToShow.emit()
    texts = [action.text() for action in view.strips._bar.curves.findChildren(QAction)]
    assert any(text.startswith("<b>a&&b</b>x") and len(text) < 100 for text in texts)


def test_a_gap_that_lasts_is_no_trouble(view: RunView, qtbot: QtBot) -> None:
    data = made_runs.gpu_run(30.0)
    view.show_data(data)
    data.apply([Gap("gpu:0", (), START_NS + 29 * SECOND, None, "the GPU fell off the bus")], START_NS)
    more(data, 30.0, 35.0)
    view.start()
    view.stop()
    finish_turns()
    power = next(figure for figure in view.figures.figures if figure.key == "power")
    assert power.trust == "the GPU fell off the bus"


def test_of_many_logged_values_some_are_drawn_and_the_user_chooses_which(view: RunView, make_view: MakeView, qtbot: QtBot) -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {f"value_{index}": 1.0 for index in range(1000)}, 1.0, 10)
    view.show_data(data)
    press = button(view, "12 of 1000 logged values…")
    assert press.isVisible()
    QTest.mouseClick(press, Qt.MouseButton.LeftButton)
    dialog = view.findChild(ValueChoice)
    assert dialog is not None
    listed, line = dialog.findChild(QListWidget), dialog.findChild(QLineEdit)
    assert listed is not None
    assert line is not None
    assert "12 chosen, at most 12" in [label.text() for label in dialog.findChildren(QLabel)]
    QTest.keyClicks(line, "_77")
    shown = [listed.item(row) for row in range(listed.count()) if not listed.item(row).isHidden()]
    assert [item.text() for item in shown] == ["value_77", *(f"value_{index}" for index in range(770, 780))]
    shown[0].setCheckState(Qt.CheckState.Checked)
    draw = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Draw")
    assert not draw.isEnabled()
    for row in range(12):
        listed.item(row).setCheckState(Qt.CheckState.Unchecked)
    QTest.mouseClick(draw, Qt.MouseButton.LeftButton)
    assert [strip.key for strip in view.strips._feed.strips] == ["logged/value_77"]
    assert press.text() == "1 of 1000 logged values…"
    again = make_view()
    again.recall(view.memory())
    again.show_data(data)
    assert [strip.key for strip in again.strips._feed.strips] == ["logged/value_77"]


def test_of_few_logged_values_all_can_be_drawn_and_no_limit_is_named(qtbot: QtBot, theme: Theme) -> None:
    dialog = ValueChoice(theme, ["loss", "accuracy"], ["loss"], 12)
    qtbot.addWidget(dialog)
    assert [label.text() for label in dialog.findChildren(QLabel)] == ["1 chosen"]


def test_screen_readers_are_told_what_the_strips_are(view: RunView) -> None:
    assert view.strips.stack.accessibleName() == "Charts of the readings"


def test_no_choice_is_offered_where_all_logged_values_are_drawn(view: RunView) -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"loss": 1.0}, 1.0, 10)
    view.show_data(data)
    assert not any("logged values" in one.text() for one in view.findChildren(QPushButton) if one.isVisible())


def test_the_energy_stands_once_and_what_is_not_real_is_named_once(view: RunView, qtbot: QtBot) -> None:
    data = made_runs.gpu_run(20.0, simulated="SIMULATED")
    view.show_data(data)
    view.start()
    qtbot.waitUntil(lambda: view.energy.isVisible())
    [tile] = [figure for figure in view.figures.figures if figure.key == "energy"]
    assert tile.value not in view.energy.text
    assert view.energy.text == "simulated · counter of gpu:0, so far"
    note = view.findChild(NoteLabel)
    assert note is not None
    assert note.whole_text.count("SIMULATED") == 1
    view.figures.setFixedWidth(300)  # the tile has no room
    qtbot.waitUntil(lambda: "energy" not in [figure.key for figure in view.figures.figures])
    assert f"{tile.value} {tile.unit}" in view.energy.text
    view.figures.setFixedWidth(856)
    qtbot.waitUntil(lambda: view.energy.text == "simulated · counter of gpu:0, so far")


def test_a_tile_and_the_value_beside_its_strip_change_at_the_same_moment(view: RunView, monkeypatch: pytest.MonkeyPatch) -> None:
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    view.start()
    view.stop()
    finish_turns()
    ticks = view.findChild(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert isinstance(ticks, QTimer)
    clock = SimpleNamespace(monotonic=lambda: data.end_s + 0.03)
    monkeypatch.setattr(draw_pace, "time", clock)
    tiles, values = [], []
    for tick in range(50):
        more(data, 10.0 + tick / 10, 10.1 + tick / 10)
        ticks.timeout.emit()
        [tile] = [figure for figure in view.figures.figures if figure.key == "cpu/utilization"]
        tiles.append(tile.value)
        values.append(words(view.strips.stack).partition("machine ")[2].partition(" %")[0])
    shown = tiles[10:]  # before, the real clock had begun an interval
    assert values[10:] == shown
    changes = [tick for tick, (before, after) in enumerate(pairwise(shown)) if before != after]
    assert len(changes) > 2
    assert all(later - earlier >= 4 for earlier, later in pairwise(changes))


def test_beside_the_strips_of_a_run_that_has_ended_stand_its_last_readings_and_are_called_so(view: RunView, qtbot: QtBot) -> None:
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    assert " last" not in words(view.strips.stack)
    (column, *_) = view.findChildren(StripValues)
    assert not column.toolTip()
    live = column.grab().toImage()
    ended(data)
    view.strips.refresh()
    lines = words(view.strips.stack).splitlines()
    assert lines
    assert all(line.endswith(" last") for line in lines if not line.endswith("–"))
    assert "last readings" in column.toolTip()
    assert column.grab().toImage() != live
    view.show_data(made_runs.cpu_run(10.0))
    qtbot.waitUntil(lambda: " last" not in words(view.strips.stack))  # those of the run before are deleted in a turn of their own
    assert not view.findChildren(StripValues)[0].toolTip()


def test_a_load_beside_the_strips_is_a_mean_only_while_the_run_is_live(view: RunView) -> None:
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    values = next(column for column in view.findChildren(StripValues) if any(one.present_s for one in column._data.strip.curves))
    curve = next(one for one in values._data.strip.curves if one.present_s)
    series = values._data.series[curve.key]

    def shown() -> str:
        series.set(series.x, np.where(series.x > series.x[-1] - curve.present_s / 2, 1.0, 0.0))
        series.y[-1] = 0.25
        values.refresh()
        return next(text for one, text, _ in values._lines if one.key == curve.key)

    assert 30 < float(shown()) < 70
    ended(data)
    view.strips.refresh()
    assert float(shown()) == 25


def test_curves_are_smooth_once_the_run_has_ended(view: RunView) -> None:
    data = made_runs.cpu_run(10.0)
    view.show_data(data)
    assert not view.strips.stack.around.is_smooth
    ended(data)
    view.strips.refresh()
    assert view.strips.stack.around.is_smooth
