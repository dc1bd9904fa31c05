"""The tables of an opened run."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.runs.report_tabs import ReportCard, ReportView, figures_tab, gaps_tab, report_columns, settings_tab
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.reports.model import Column, Report, Table
from gpuscope.reports.run_report import headed_verdict, run_report, verdict_sentence
from gpuscope.reports.text import render_table
from tests.analysis.records import CPU, GPU, measured
from tests.gui.pages.runs.made_rows import made

holder: list[QWidget] = []
"""Keeps widgets alive until the next test."""
GAP = RunGap(1.0, 2.5, "gpu:0", ("power",), "not answering")
METRICS = {
    "throughput": measured(100.0, "samples/s"),
    "energy": measured(300.0, "J", uncertainty=15.0),
    "latency_p95": Quantity.missing("s", "100 steps are needed"),
    "latency_p99": Quantity.missing("s", "100 steps are needed"),
}
RECORD = replace(
    made("a", spec=RunSpec("mnist-mlp", options={"hidden": 64}), metrics=METRICS),
    devices=(DeviceResult(GPU, {"power_mean": measured(250.0, "W")}, (GAP,)), DeviceResult(CPU, {"utilization_mean": measured(0.5, "1")})),
)


@pytest.fixture(autouse=True)
def nothing_is_held() -> Iterator[None]:
    yield
    holder.clear()


@pytest.fixture
def report() -> Report:
    return run_report(RECORD, marks=[(1.5, "half way")])


def shown(qtbot: QtBot, tab: QWidget) -> list[ReportView]:
    holder.append(tab)
    qtbot.addWidget(tab)
    tab.resize(1100, 700)
    tab.show()
    return tab.findChildren(ReportView)


def cells(view: ReportView) -> list[list[str]]:
    model = view.model()
    return [[str(model.index(row, column).data()) for column in range(model.columnCount())] for row in range(model.rowCount())]


def words(tab: QWidget) -> list[str]:
    return [label.text() for label in tab.findChildren(QLabel)]


def test_the_figures_are_those_of_the_command_line(qtbot: QtBot, theme: Theme, report: Report) -> None:
    tab = figures_tab(theme, report, bottleneck(RECORD))
    run, energy, devices = shown(qtbot, tab)
    numbers, _, energies, each, *_ = report.tables
    for view, table in zip((run, energy, devices), (numbers, energies, each), strict=True):
        text = render_table(table)
        assert all(cell in text for row in cells(view) for cell in row if len(cell) < 40)
    assert ["Energy", "300 J", "± 15 J", "measured", "a sensor"] in cells(energy)
    (verdict,) = (line for line in report.lead if line == verdict_sentence(bottleneck(RECORD)))
    shown_words = words(tab)
    assert [line in shown_words for line in report.lead] == [line != verdict for line in report.lead]
    assert headed_verdict(bottleneck(RECORD)) in shown_words  # on a card of its own, whose heading says the rest


def test_the_phases_that_a_program_told_stand_between_its_numbers_and_its_energy(qtbot: QtBot, theme: Theme) -> None:
    told = replace(RECORD, metrics={**METRICS, "in_phase data": measured(2.0, "s", "16 % of the run")})
    _, phases, energy, _ = shown(qtbot, figures_tab(theme, run_report(told), bottleneck(told)))
    assert [row[:2] for row in cells(phases)] == [["data", "2.00 s"]]
    assert cells(energy)[0][0] == "Energy"


def test_a_reason_stands_once(qtbot: QtBot, theme: Theme, report: Report) -> None:
    run, *_ = shown(qtbot, figures_tab(theme, report, bottleneck(RECORD)))
    assert [row for row in cells(run) if row[3] == "missing"] == [
        ["Step time, p95; Step time, p99", "–", "", "missing", "100 steps are needed"]
    ]


def test_settings_and_environment_stand_side_by_side(qtbot: QtBot, theme: Theme, report: Report) -> None:
    spec, environment = shown(qtbot, settings_tab(theme, report))
    assert ["Precision", "fp32"] in cells(spec)
    assert ["Hidden units", "64"] in cells(spec)
    assert ["torch", "2.13.0"] in cells(environment)
    assert spec.horizontalHeader().isHidden()


def test_gaps_and_marks_are_told_or_that_there_is_none(qtbot: QtBot, theme: Theme, report: Report) -> None:
    gaps, marks = shown(qtbot, gaps_tab(theme, report))
    assert cells(gaps) == [["gpu:0", "1.000", "2.500", "Power", "not answering"]]
    assert cells(marks) == [["1.500", "half way"]]
    nothing = gaps_tab(theme, run_report(made("b")))
    qtbot.addWidget(nothing)
    assert "Every reading was taken." in words(nothing)
    assert "No mark was set. Marks are set while a run is live." in words(nothing)


def test_what_has_no_room_in_its_line_is_told_whole_below_the_table(qtbot: QtBot, theme: Theme) -> None:
    command = "python -c\nline\nline\n" + "word " * 200
    card = ReportCard(theme, "", Table("", (Column("key"), Column("value")), (("command", command), ("short", "whole"))), (150,))
    qtbot.addWidget(card)
    card.resize(700, 400)
    card.show()
    assert [card.view.rowHeight(row) for row in range(2)] == [30, 30]
    assert card.view.height() == 60
    card.view.selectRow(0)
    assert command in words(card)
    card.view.selectRow(1)
    assert card._whole.isHidden(), "the row is seen whole"


def test_rows_are_copied_with_tabs(qtbot: QtBot, theme: Theme, report: Report) -> None:
    spec, _ = shown(qtbot, settings_tab(theme, report))
    spec.selectRow(0)
    spec.setFocus()
    qtbot.waitUntil(spec.hasFocus)
    QTest.keyClick(spec, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Workload\tmnist-mlp"
    spec.clearSelection()
    spec.copy()
    assert len(QGuiApplication.clipboard().text().splitlines()) == len(cells(spec))


def test_cells_of_every_kind(qapp: object) -> None:
    columns = (Column("a"), Column("b", numeric=True), Column("c", share=True), Column("d"), Column("e"))
    model = RowTableModel(report_columns(Table("", columns, ())))
    model.show_rows([(None, 1234, measured(0.5, "1"), 0.123456, "<b>text</b>")])
    assert [model.index(0, column).data() for column in range(5)] == ["–", "1234", "50.0 %", "0.1235", "<b>text</b>"]
    assert "<b>" not in model.index(0, 4).data(Qt.ItemDataRole.ToolTipRole)
    assert model.headerData(0, Qt.Orientation.Horizontal) == "A"
    assert model.headerData(7, Qt.Orientation.Horizontal) is None


def test_settings_and_facts_have_labels_and_no_keys(qtbot: QtBot, theme: Theme) -> None:
    facts = {"cpu_threads_allowed": 2, "memory_bytes": 2**34, "gpu:0.power_limit": 350.0, "packages.numpy": "2.4", "own_fact": "x"}
    report = run_report(replace(RECORD, environment=facts))
    spec, environment = shown(qtbot, settings_tab(theme, report))
    names = [row[0] for row in cells(environment)]
    assert names == ["Machine", "Started", "Hardware threads allowed", "Main memory", "gpu:0 power limit", "numpy", "Own fact"]
    assert cells(spec)[-1] == ["Hidden units", "64"]


@pytest.mark.parametrize("headers", [("key", "value"), ("metric", "value", "reason")])
def test_a_long_name_continues_on_further_lines(qtbot: QtBot, theme: Theme, headers: tuple[str, ...]) -> None:
    row = ("Throughput; Step rate; Processor time per sample", "1.23", "short")[: len(headers)]
    card = ReportCard(theme, "", Table("", tuple(map(Column, headers)), (row,)), (150, 130))
    qtbot.addWidget(card)
    card.resize(700, 400)
    card.show()
    qtbot.waitUntil(lambda: card.view.rowHeight(0) > 40)
    card.view.selectRow(0)
    assert card._whole.isHidden(), "the name is seen whole"


def test_a_long_reason_continues_on_further_lines_and_no_room_is_kept_for_uncertainties_that_no_row_has(qtbot: QtBot, theme: Theme) -> None:
    columns = (Column("metric"), Column("value"), Column("spread"), Column("quality"), Column("reason"))
    reason = "the helper process that reads the sensors was ended by a signal of the kernel"
    rows = (("a", "1", "", "measured", "short"), ("b", "2", "", "missing", reason))
    card = ReportCard(theme, "", Table("", columns, rows), (274, 130, 20, 120))
    qtbot.addWidget(card)
    card.resize(900, 400)
    card.show()
    qtbot.waitUntil(lambda: card.view.rowHeight(1) > 40)
    assert card.view.rowHeight(0) == 30
    assert card.view.height() == 32 + 30 + card.view.rowHeight(1)
    assert card.view.rowHeight(1) < 30 + 2 * 20
    card.view.selectRow(1)
    assert card._whole.isHidden(), "the row is seen whole"
    card.resize(1600, 400)
    qtbot.waitUntil(lambda: card.view.rowHeight(1) == 30)


def test_what_was_missed_in_a_gap_takes_the_room_that_its_reason_spares_and_continues_on_further_lines_without(
    qtbot: QtBot, theme: Theme
) -> None:
    columns = tuple(Column(name) for name in ("device", "from", "to", "metrics", "reason"))
    missed, reason = "Power; Power, 1 s average; Power limit; Energy; Throttle reasons", "the sensor helper was ended by SIGSEGV"
    card = ReportCard(theme, "", Table("", columns, (("gpu:0", "22.00", "23.40", missed, reason),)), (74, 80, 80, 250), 3)
    qtbot.addWidget(card)
    card.resize(1100, 400)
    card.show()
    qtbot.waitUntil(lambda: card.view.columnWidth(3) > 400)
    assert card.view.rowHeight(0) == 30
    assert card.view.whole_width(3) == card.view.columnWidth(3)
    assert card.view.whole_width(4) <= card.view.columnWidth(4)
    card.resize(800, 400)
    qtbot.waitUntil(lambda: card.view.rowHeight(0) > 40)
    assert card.view.columnWidth(3) < card.view.whole_width(3)
    assert card.view.hidden_text() == ""


def test_rows_are_fitted_only_to_the_width_in_which_they_are_shown(
    qtbot: QtBot, theme: Theme, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[int] = []
    monkeypatch.setattr(ReportView, "fit_rows", lambda view, widths: fitted.append(view.viewport().width()))
    views = shown(qtbot, figures_tab(theme, report, bottleneck(RECORD)))
    assert fitted == [view.viewport().width() for view in views]


def test_the_last_column_keeps_its_room_where_the_others_can_be_narrower(qtbot: QtBot, theme: Theme) -> None:
    """As with text of twice the size, which doubles the usual widths."""
    columns = tuple(Column(name) for name in ("device", "from", "to", "metrics", "reason"))
    missed, reason = "Power; Power, 1 s average; Power limit; Energy; Throttle reasons", "the sensor helper was ended by SIGSEGV"
    card = ReportCard(theme, "", Table("", columns, (("gpu:0", "22.00", "23.40", missed, reason),)), (148, 160, 160, 824), 3)
    qtbot.addWidget(card)
    card.resize(900, 400)
    card.show()
    view = card.view
    qtbot.waitUntil(lambda: view.columnWidth(4) >= 160)
    assert view.horizontalHeader().length() <= view.viewport().width()
    assert all(view.whole_width(place) <= view.columnWidth(place) < 120 for place in range(3))


def test_the_quality_stands_beside_the_value_if_nothing_is_uncertain(qtbot: QtBot, theme: Theme, report: Report) -> None:
    run, energy, _ = shown(qtbot, figures_tab(theme, report, bottleneck(RECORD)))
    assert run.columnWidth(2) < 40
    assert energy.columnWidth(2) == 110
