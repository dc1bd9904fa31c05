"""The Sweep page in each state of a sweep, and the effects of its form and buttons."""

import csv
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState, counts_of
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.sweep.sweep_export import sweep_file
from gpuscope.gui.pages.sweep_page import SweepPage
from gpuscope.gui.services.sweeps import SweepRequest, Sweeps, SweepState
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.sweep import split_axes, sweep_options, sweep_view
from gpuscope.reports.pictures.heat_map import HeatMap
from gpuscope.reports.pictures.picture import Chart
from gpuscope.reports.sweep_view import BUDGET
from gpuscope.storage.plans import PlanReader
from gpuscope.system import paths
from tests.gui.pages.plan.plan_stand import PlanStand
from tests.recording.test_sweep import OUT_OF_MEMORY, TWO_CORES, run

PATIENCE_MS = 20_000


Stand = PlanStand[Sweeps, SweepPage]


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    monkeypatch.setattr("os.getloadavg", lambda: (0.5, 1.0, 1.0))  # forecasts depend on the current load
    made = PlanStand(qtbot, Sweeps, SweepPage, knows_machine=True)
    qtbot.waitUntil(made.page.is_ready, timeout=PATIENCE_MS)
    yield made
    made.close()


def state(
    axes: dict[str, str], *, done: int = 100, of: PlanState = PlanState.FINISHED, lacking: int = 10**9, is_live: bool = False
) -> SweepState:
    """Return a sweep with ``done`` cells settled; those with batch size ``lacking`` or more are out of memory."""
    fixed, parsed = split_axes("mnist-mlp", axes)
    options = sweep_options(RunSpec("mnist-mlp").with_values(fixed), parsed, TWO_CORES)
    items: list[PlanItem] = []
    records: dict[str, RunRecord] = {}
    for item in options.items():
        run_id = f"{item.number:012x}"
        if item.number >= done:
            items.append(item)
        elif (item.spec.batch_size or 0) >= lacking:
            items.append(replace(item, state=ItemState.FAILED, run_id=run_id, reason=OUT_OF_MEMORY))
        else:
            records[run_id] = run(run_id, item.spec)
            items.append(replace(item, state=ItemState.DONE, run_id=run_id))
    stored, counts = options.to_json(), counts_of(tuple(items))
    plan = Plan("p123", PlanKind.SWEEP, "mnist-mlp training", datetime.now(UTC), stored, tuple(items), of, None, counts)
    return SweepState(plan, is_live, sweep_view(plan, records))


TWO = {"batch_size": "1..16", "task": "training,inference"}


def test_the_form_says_how_long_it_takes_and_what_is_wrong(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    assert (setup.workload.value(), setup.knobs[0].value(), setup.ranges[0].text()) == ("mnist-mlp", "batch_size", "1..1024")
    assert setup.forecast.text() == "11 runs; about 1 min 30 s."
    setup.knobs[1].choose("precision")
    assert {"fp32", "bf16"} <= set(setup.ranges[1].text().split(","))
    setup.ranges[0].setText("8..1")
    qtbot.waitUntil(lambda: "is not a range" in setup.forecast.text(), timeout=PATIENCE_MS)
    assert not setup.start.isEnabled()
    setup.ranges[0].setText("1..8")
    setup.ranges[1].setText("fp32,fp64")
    setup.budget.setText("soon")
    qtbot.waitUntil(lambda: "is not a time" in setup.forecast.text(), timeout=PATIENCE_MS)
    setup.budget.setText("20s")
    qtbot.waitUntil(lambda: setup.forecast.text() == "8 cells; at most 20 s of runs; about 20 s.", timeout=PATIENCE_MS)
    assert setup.request() == SweepRequest(RunSpec("mnist-mlp", task="training"), {"batch_size": "1..8", "precision": "fp32,fp64"}, 20.0)


def test_start_stores_the_plan_and_conducts_it(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    setup.ranges[0].setText("1..4")
    qtbot.waitUntil(lambda: setup.forecast.text().startswith("3 runs"), timeout=PATIENCE_MS)
    with qtbot.waitSignal(stand.page.started, timeout=PATIENCE_MS) as started:
        setup.start.click()
    with PlanReader(paths.default_store_url()) as reader:
        plan = reader.plan(started.args[0])
    assert (plan.kind, [item.spec.batch_size for item in plan.items]) == (PlanKind.SWEEP, [1, 4, 2])
    assert stand.plans.resumed == [(plan.plan_id, [])]
    qtbot.waitUntil(lambda: stand.page.state is not None, timeout=PATIENCE_MS)
    assert stand.page.board.isVisible()


def test_a_long_sweep_is_asked_about_first(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    setup.knobs[1].choose("threads")
    setup.ranges[0].setText("1..1000:x1.1")
    setup.ranges[1].setText("1,2,3,4")
    qtbot.waitUntil(lambda: re.match(r"2\d\d cells", setup.forecast.text()) is not None, timeout=PATIENCE_MS)
    setup.start.click()
    assert "would take about" in stand.page.notice.text
    assert stand.plans.resumed == []


def test_a_sweep_of_two_axes_is_a_heat_map_whose_cells_open_their_runs(stand: Stand, qtbot: QtBot) -> None:
    stand.show(state(TWO))
    board = stand.page.board
    assert isinstance(board.picture.picture, HeatMap)
    assert "is fastest: " in board.sentence.text()
    drawing = board.picture.drawing()
    left, top, right, bottom = drawing.area
    with qtbot.waitSignal(stand.page.wanted) as wanted:
        place = QPointF(left + 2, top + 2).toPoint()
        QTest.mouseClick(board.picture, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    cell = board.picture.cell_under(QPointF(left + 2, top + 2))
    assert cell is not None
    assert wanted.args == ["run", cell.run_id]
    assert board.picture.text_at(QPointF(left + 2, top + 2)).startswith("Batch size 1, training: throughput ")
    assert board.picture.cell_under(QPointF(right + 5, bottom + 5)) is None
    assert list(board.measures) == ["throughput", "latency_p50"]
    board.measures["latency_p50"].click()
    assert board.picture.picture.title.startswith("Step time, median")


def test_one_axis_is_a_curve_with_its_knee_and_the_end_of_memory(stand: Stand) -> None:
    stand.show(state({"batch_size": "1..1024"}, lacking=512))
    board = stand.page.board
    assert isinstance(board.picture.picture, Chart)
    said = list(board.picture.picture.sentences())
    assert "knee: 64" in said
    assert "out of memory" in said
    assert board.sentence.text().endswith("out of memory from 512 on.")
    assert board.compared()["batch size 64"] == [next(c.run_id for c in stand.page.state.view.measured if c.place == (6,))]
    stand.page.board.picture.pointed.emit(None)
    assert stand.page.board.pointed.text() == "A click on a point opens its run."


def test_a_live_sweep_can_be_stopped_and_a_stopped_one_resumed(stand: Stand, qtbot: QtBot) -> None:
    page = stand.page
    stand.show(state(TWO, done=3, of=PlanState.RUNNING, is_live=True))
    assert page.stop.isVisible()
    assert not page.resume.isVisible()
    page.stop.click()
    assert stand.plans.stopped == ["p123"]
    assert not page.stop.isEnabled()
    stand.show(state(TWO, done=3, of=PlanState.STOPPED))
    assert not page.stop.isVisible()
    assert page.resume.isVisible()
    with qtbot.waitSignal(page.started):
        page.resume.click()
    assert stand.plans.resumed == [("p123", [])]


def test_the_picture_grows_while_it_is_measured(stand: Stand) -> None:
    stand.show(state(TWO, done=0, of=PlanState.RUNNING, is_live=True))
    board = stand.page.board
    assert board.sentence.text() == "How does mnist-mlp change with batch size and task?"
    assert not board.compare.isEnabled()
    stand.show(state(TWO, done=4, of=PlanState.RUNNING, is_live=True))
    picture = board.picture.picture
    assert isinstance(picture, HeatMap)
    assert sum(cell.value is not None for row in picture.cells for cell in row) == 4
    assert board.sentence.text().startswith("So far: Batch size 16, ")
    assert board.compare.isEnabled()


def test_what_the_budget_left_out_can_be_measured(stand: Stand, qtbot: QtBot) -> None:
    stand.show(state(TWO))
    assert not stand.page.board.rest.isVisible()
    setup = stand.page.setup
    stand.page.new.click()
    setup.ranges[0].setText("1..4")
    setup.budget.setText("30s")
    qtbot.waitUntil(lambda: setup.forecast.text().startswith("3 runs; at most"), timeout=PATIENCE_MS)
    stand.follower._is_busy = False
    with qtbot.waitSignal(stand.page.started, timeout=PATIENCE_MS) as started:
        setup.start.click()
    from gpuscope.storage.plans import PlanWriter

    writer = PlanWriter(paths.default_store_url())
    plan = writer.read(started.args[0])
    left_out = replace(plan.items[2], state=ItemState.SKIPPED, reason="spent", details={**plan.items[2].details, "kind": BUDGET})
    writer.update(replace(plan, state=PlanState.FINISHED), [left_out])
    stand.page.open(plan.plan_id)
    qtbot.waitUntil(lambda: stand.page.board.rest.isVisible(), timeout=PATIENCE_MS)
    with qtbot.waitSignal(stand.page.started, timeout=PATIENCE_MS):
        stand.page.board.rest.click()
    plan = writer.read(plan.plan_id)
    assert (plan.items[2].state, plan.items[2].details.get("kind"), plan.options["budget_s"]) == (ItemState.WAITING, None, None)


@pytest.mark.parametrize("ending", [".pdf", ".csv", ".png", ".svg", ".json"])
def test_a_sweep_is_saved(stand: Stand, tmp_path: Path, ending: str) -> None:
    shown = state(TWO, lacking=16)
    stand.show(shown)
    saved = sweep_file(shown.view, stand.page.board.picture.picture, stand.page.theme.palette)
    path = tmp_path / f"sweep{ending}"
    with RunHistory(paths.default_store_url()) as store:
        saved.write(path, store)
    if ending == ".csv":
        rows = list(csv.DictReader(path.read_text().splitlines()))
        assert len(rows) == 10
        assert sum(row["word"] == "out of memory" for row in rows) == 2
    elif ending == ".png":
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1920, 1080)
        assert len({image.pixel(x, 300) for x in range(0, 1920, 10)}) > 5
    else:
        assert path.read_bytes().startswith({".pdf": b"%PDF", ".svg": b"<svg", ".json": b"{"}[ending])


def test_the_field_with_a_bad_value_is_red_until_it_is_mended(stand: Stand, qtbot: QtBot) -> None:
    setup = stand.page.setup
    setup.knobs[1].choose("threads")
    setup.ranges[1].setText("1..2")
    fields = {"first": setup.ranges[0], "second": setup.ranges[1], "budget": setup.budget}

    def only_red(name: str) -> bool:
        return [other for other, field in fields.items() if field.property("wrong")] == [name]

    qtbot.waitUntil(setup.is_ready, timeout=PATIENCE_MS)
    for name, field in fields.items():
        before = field.text()
        field.setText("abc")
        qtbot.waitUntil(partial(only_red, name), timeout=PATIENCE_MS)
        field.setText(before)
        qtbot.waitUntil(setup.start.isEnabled, timeout=PATIENCE_MS)
        assert not field.property("wrong")


@pytest.mark.parametrize("is_typed", [True, False])
def test_start_waits_for_the_forecast_of_what_is_chosen(
    stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, is_typed: bool
) -> None:
    """That of an earlier choice says nothing about how long this one takes."""
    setup, started = stand.page.setup, list[SweepRequest]()
    monkeypatch.setattr(stand.follower, "start", lambda request, *_: started.append(request))
    setup.knobs[1].choose("threads")
    qtbot.waitUntil(stand.page.is_ready, timeout=PATIENCE_MS)
    setup.ranges[1].setText("1,2,3,4")
    setup.ranges[0].setText("1..1000:x1.1")
    if not is_typed:
        setup.ask_forecast()
        setup._typing.stop()
    setup.start.click()
    assert started == []
    qtbot.waitUntil(lambda: "would take about" in stand.page.notice.text, timeout=PATIENCE_MS)
    assert started == []


def test_a_held_start_is_given_up_when_something_else_is_chosen_or_refused(
    stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, started = stand.page.setup, list[SweepRequest]()
    monkeypatch.setattr(stand.follower, "start", lambda request, *_: started.append(request))
    setup.ranges[0].setText("8..1")
    setup.start.click()
    qtbot.waitUntil(lambda: "is not a range" in setup.forecast.text(), timeout=PATIENCE_MS)
    setup.ranges[0].setText("1..4")
    qtbot.waitUntil(lambda: setup.forecast.text().startswith("3 runs"), timeout=PATIENCE_MS)
    setup.ranges[0].setText("1..8")
    setup.start.click()
    setup.ranges[0].setText("1..2")
    qtbot.waitUntil(lambda: setup.forecast.text().startswith("2 runs"), timeout=PATIENCE_MS)
    assert started == []
