"""The tabs with charts: flame graph and memory over time."""

import pickle
import shutil
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.profile.flame_pane import FlamePane
from gpuscope.gui.pages.profile.memory_pane import MemoryPane
from gpuscope.gui.pages.profile.roofline_pane import RooflinePane
from gpuscope.gui.pages.profile_page import ProfilePage
from gpuscope.gui.widgets.chart_export import ExportedChart
from gpuscope.system import paths
from tests.cli.stored_runs import store_run
from tests.gui.pages.profile.captured import recorded_trace
from tests.profiles import made
from tests.profiles.reading.test_memory_records import snapshot


def show(qtbot: QtBot, page: ProfilePage, path: Path | str, part: str) -> None:
    page.show_item(str(path))
    qtbot.waitUntil(page.is_ready)
    page.body.choose_part(part)
    qtbot.waitUntil(page.is_ready)


def test_the_flame_graph_is_shown_by_device_time_first_and_by_host_time_by_a_click(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, made.written(tmp_path, made.small_step()), "flame")
    front = page.body.front
    assert isinstance(front, FlamePane)
    assert front.graph.rows is not None
    assert front.graph.rows.by_device
    QTest.mouseClick(front.times.button(0), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.is_ready)
    assert front.graph.rows is not None
    assert not front.graph.rows.by_device
    front.filter.setText("linear")
    assert "1 found, 20.0 %" in [label.text() for label in front.children() if hasattr(label, "text")]


def test_no_figure_of_the_flame_graph_s_table_is_out_of_view_in_the_smallest_window(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    front = flame(qtbot, page, tmp_path)
    page.resize(800, 640)
    assert front.table is not None
    bar = front.table.horizontalScrollBar()
    qtbot.waitUntil(lambda: front.table is not None and front.table.width() < 400)
    QApplication.processEvents()
    assert bar.maximum() == 0


def test_a_capture_of_the_processor_has_functions_modules_and_memory_by_owner(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, recorded_trace(tmp_path), "flame")
    front = page.body.front
    assert isinstance(front, FlamePane)
    assert front.graph.rows is not None
    functions = len(front.graph.rows.graph)
    QTest.mouseClick(front.kinds.button(1), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.is_ready)
    assert front.graph.rows is not None
    assert 0 < len(front.graph.rows.graph) < functions
    page.body.choose_part("memory")
    qtbot.waitUntil(page.is_ready)
    memory = page.body.front
    assert isinstance(memory, MemoryPane)
    by_category, by_owner = memory.chart.kinds.buttons()
    assert (by_category.text(), by_category.isChecked(), by_owner.text()) == ("By category", True, "By owner")
    assert memory.chart.timeline.stack is not None
    assert {"activations", "gradients"} & {*memory.chart.timeline.stack.at_peak}
    peak = memory.chart.timeline.stack.peak_bytes
    QTest.mouseClick(by_owner, Qt.MouseButton.LeftButton)
    assert any("aten::" in name for name in memory.chart.timeline.stack.at_peak)
    assert memory.chart.timeline.stack.peak_bytes == peak


def test_a_capture_without_calls_of_the_host_has_no_flame_graph(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, made.written(tmp_path, [made.kernel("sgemm", 1, 0, 5)]), "flame")
    place = next(place for place in range(page.body.tabs.count()) if page.body.tabs.tabText(place) == "Flame graph")
    assert not page.body.tabs.isTabEnabled(place)
    assert not isinstance(page.body.front, FlamePane)


def flame(qtbot: QtBot, page: ProfilePage, folder: Path) -> FlamePane:
    show(qtbot, page, made.written(folder, made.small_step()), "flame")
    front = page.body.front
    assert isinstance(front, FlamePane)
    return front


def test_a_row_beside_the_flame_graph_leaves_its_own_calls_alone_bright(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    front = flame(qtbot, page, tmp_path)
    assert front.table is not None
    assert front.graph.rows is not None
    named = {front.table.rows.columns[0].text(row): row.place for row in front.table.rows.shown}
    front.table.choose(named["aten::addmm"])
    labels = [front.graph.rows.graph.label(node) for node in range(len(front.graph.rows.graph))]
    assert front.graph.highlighted is not None
    assert [label for label, is_bright in zip(labels, front.graph.highlighted, strict=True) if is_bright] == ["aten::addmm"]
    front.table.clearSelection()
    assert front.graph.highlighted is None


def test_a_click_on_a_call_selects_its_row_and_dims_nothing(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    front = flame(qtbot, page, tmp_path)
    assert front.table is not None
    assert front.graph.rows is not None
    graph = front.graph.rows.graph
    node = next(node for node in range(len(graph)) if graph.label(node) == "aten::addmm")
    place = front.graph.place_of(node)
    assert place is not None
    QTest.mouseClick(front.graph.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert [row.values[0] for row in front.table.selected_rows()] == ["aten::addmm"]
    assert front.graph.highlighted is None


def test_the_rows_beside_the_flame_graph_are_those_that_the_search_finds(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    front = flame(qtbot, page, tmp_path)
    assert front.table is not None
    front.filter.setText("addmm")
    assert [row.values[0] for row in front.table.rows.shown] == ["aten::addmm"]


def two_devices() -> list[made.Event]:
    """Return allocations on two devices, 300 bytes on the first and 500 on the second."""
    events = [made.operator("aten::empty", 0, 50)]
    for device, size, ts in ((0, 300, 10), (1, 500, 20)):
        args = {"Addr": 64 + device, "Bytes": size, "Total Allocated": size, "Total Reserved": 1024, "Device Type": 1, "Device Id": device}
        events.append({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": ts, "args": args})
    return events


def test_each_device_s_memory_is_shown_by_its_button_or_its_row(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, made.written(tmp_path, two_devices()), "memory")
    memory = page.body.front
    assert isinstance(memory, MemoryPane)
    chart = memory.chart
    assert [button.text() for button in chart.devices.buttons()] == ["GPU 0", "GPU 1"]
    assert chart.timeline.stack is not None
    assert chart.timeline.stack.peak_bytes == 500  # the device with the highest peak
    QTest.mouseClick(chart.devices.button(0), Qt.MouseButton.LeftButton)
    assert chart.timeline.stack.peak_bytes == 300
    memory.show_table(2)
    memory.pane.choose(1)
    assert chart.timeline.stack.peak_bytes == 500
    assert chart.devices.button(1).isChecked()


def test_a_memory_snapshot_is_shown_with_who_held_it(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    path = tmp_path / "memory.pickle"
    path.write_bytes(pickle.dumps(snapshot()))
    page.show_item(str(path))
    qtbot.waitUntil(page.is_ready)
    body = page.memory_body
    assert body.isVisible()
    assert "An allocation of 1.00 TiB failed: /home/me/train.py:7 f." in body.more.text()
    assert body.chart.timeline.stack is not None
    assert body.chart.timeline.stack.peak_bytes == 180
    assert body.pane is not None
    assert [row.values[0] for row in body.pane.model.shown] == list(body.chart.timeline.stack.at_peak)
    assert not page.against.isVisible()
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(body.pane.filter, "train")
    assert len(body.pane.model.shown) == 1


def test_a_trace_and_a_memory_record_are_chosen_among(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    path = tmp_path / "memory.pickle"
    path.write_bytes(pickle.dumps(snapshot()))
    page.show_item([str(path), str(made.written(tmp_path, made.small_step()))])
    qtbot.waitUntil(page.is_ready)
    assert page.body.isVisible()
    page.chooser.setCurrentIndex(1)
    page.chooser.activated.emit(1)
    assert page.memory_body.isVisible()
    assert not page.body.isVisible()


def test_a_run_that_ran_out_of_memory_says_first_what_filled_it(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    stored = store_run("aaaaaaaaaaaa", state=RunState.FAILED, reason="exit code 1: out of GPU memory: Tried to allocate 2 GiB")
    made.written(tmp_path, two_devices()).rename(Path(stored.folder) / "profile-7-1.json")
    show(qtbot, page, Path("aaaaaaaaaaaa"), "memory")
    said = page.body.sentence.text()
    assert said.startswith("The run ran out of memory: exit code 1: out of GPU memory")
    assert "GPU 1 had 500 B in use at most" in said


def test_escape_goes_back_from_the_search_the_row_and_the_call_one_after_another(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    front = flame(qtbot, page, tmp_path)
    assert front.table is not None
    assert front.graph.rows is not None
    node = next(node for node in range(len(front.graph.rows.graph)) if front.graph.rows.graph.label(node) == "aten::addmm")
    front.graph.focus_on(node)
    front.table.choose(0)
    front.filter.setText("mm")
    front.table.choose(front.table.rows.shown[0].place)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert front.filter.text() == ""
    assert front.graph.highlighted is None
    assert front.graph.focus_node == node
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert front.graph.focus_node == front.graph.rows.graph.parent[node]


def test_the_roofline_and_its_table_select_in_each_other_and_the_chart_is_saved(qtbot: QtBot, page: ProfilePage, tmp_path: Path) -> None:
    show(qtbot, page, recorded_trace(tmp_path), "roofline")
    front = page.body.front
    assert isinstance(front, RooflinePane)
    spots = front.view.drawing().spots
    assert len(spots) == front.pane.view.count > 1
    for place in (1, 0):
        if front.view.point_at(QPointF(*spots[place].centre)) == place:  # another point may cover it
            QTest.mouseClick(front.view, Qt.MouseButton.LeftButton, pos=QPointF(*spots[place].centre).toPoint())
            assert (front.pane.view.chosen_place(), front.view.marked) == (place, place)
    front.pane.choose(1)
    assert front.view.marked == 1
    assert "aten::" in front.view.text_at(QPointF(*spots[0].centre))
    menus: list[QMenu] = []
    front.chart_menu_wanted.connect(lambda chart, _: menus.append(page.charts.menu([chart])))
    QTest.mouseClick(next(one for one in front.findChildren(QPushButton) if one.text() == "Save the chart…"), Qt.MouseButton.LeftButton)
    assert "Export chart as PDF…" in [action.text() for action in menus[0].actions()]
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    popup.close()
    chart = ExportedChart("Roofline", front.view.table, front.view.drawing)
    page.charts.write(page.charts.file(chart, ".pdf"), tmp_path / "roofline.pdf")
    qtbot.waitUntil((tmp_path / "roofline.pdf").exists)
    assert (tmp_path / "roofline.pdf").read_bytes().startswith(b"%PDF-")


def test_missing_ceilings_are_measured_by_a_button_where_the_profile_is_of_a_run_of_this_machine(
    qtbot: QtBot, page: ProfilePage, tmp_path: Path
) -> None:
    def button() -> QPushButton | None:
        front = page.body.front
        assert isinstance(front, RooflinePane)
        return next((one for one in front.findChildren(QPushButton) if one.text() == "Measure the ceilings"), None)

    trace = recorded_trace(tmp_path)
    show(qtbot, page, trace, "roofline")
    assert button() is None, "a file may come from anywhere"
    store_run("aaaaaaaaaaaa", RunSpec("command", command=("python", "train.py")))
    folder = paths.runs_folder(paths.default_store_url()) / "aaaaaaaaaaaa"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(trace, folder / "profile-7-1.json")
    show(qtbot, page, "aaaaaaaaaaaa", "roofline")
    measure = button()
    assert measure is not None
    with qtbot.waitSignal(page.wanted) as wanted:
        QTest.mouseClick(measure, Qt.MouseButton.LeftButton)
    assert wanted.args == ["run", RunSpec("scaled-sum", device="cpu")]
