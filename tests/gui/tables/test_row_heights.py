"""Every row of every table in the window is 30 pixels high, whatever its contents and whatever happens to the window.

Only the last column of a run's figures and gaps may continue on further lines (``test_report_tabs``).
"""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.device import Capability
from gpuscope.core.event import Table
from gpuscope.gui.pages.compare.differences_panel import DifferencesPanel
from gpuscope.gui.pages.compare.metrics_card import MetricsCard
from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.health.metric_tree import MetricTree
from gpuscope.gui.pages.machine.process_panel import ProcessPanel
from gpuscope.gui.pages.runs.report_tabs import settings_tab
from gpuscope.gui.pages.runs.run_table import RunTable
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.run_report import run_report
from tests.gui.pages.compare.compared_runs import BF16, FP32, pair, run
from tests.gui.pages.runs.made_rows import BAD_NAMES, filled, live, made, three
from tests.gui.run_view import made_runs

LONG = "a sentence that has no room in any column of any table, " * 20


def runs_table(theme: Theme) -> QWidget:
    return RunTable(theme, filled([live(name=LONG), *three(), *(made(f"x{at}", name=name) for at, name in enumerate(BAD_NAMES))]))


def settings(theme: Theme) -> QWidget:
    record = made("a", environment={"command": "one\ntwo\n" + LONG, "torch": "2.13.0", "word": "x" * 3_000})
    return settings_tab(theme, run_report(record))


def processes(theme: Theme) -> QWidget:
    panel, data = ProcessPanel(theme), made_runs.machine(gpus=1, seconds=2.0)
    rows = tuple({"pid": pid, "name": LONG, "user": None, "memory_bytes": 2**30, "cpu": 0.5, "kind": "compute"} for pid in range(5))
    data.apply([Table("gpu:0", "processes", made_runs.START_NS, rows)], made_runs.START_NS)
    panel.show_now(data)
    return panel


def metrics(theme: Theme) -> QWidget:
    tree, data = MetricTree(theme), made_runs.machine(gpus=1, seconds=2.0)
    gpu = made_runs.gpu_device(0)
    gpu.capabilities["energy"] = Capability(False, "NVML", None, LONG)  # type: ignore[index]
    data.apply([made_runs.hello((made_runs.cpu_device(), gpu))], made_runs.START_NS)
    tree.show_data(data)
    return tree


def picker(theme: Theme) -> QWidget:
    dialog = RunPicker(theme)
    dialog.set_runs([run("aa", name=LONG), run("bb", BF16, name="🐍 训练"), run("cc", FP32.with_values({"seed": 3}))], [])
    return dialog


def comparison(theme: Theme) -> QWidget:
    card = MetricsCard(theme)
    card.show_comparison(ComparisonView(pair()))
    return card


def differences(theme: Theme) -> QWidget:
    panel = DifferencesPanel(theme)
    panel.show_comparison(ComparisonView(pair()))
    return panel


def heights(widget: QWidget) -> set[int]:
    """Return the heights of all rows of all tables in a widget."""
    views = [widget, *widget.findChildren(QAbstractItemView)]
    rows: set[int] = set()
    for view in views:
        if isinstance(view, QTableView):
            rows |= {view.rowHeight(row) for row in range(view.model().rowCount())}
        elif isinstance(view, QTreeView):
            view.expandAll()
            tops = [view.model().index(row, 0) for row in range(view.model().rowCount())]
            below = [view.model().index(row, 0, top) for top in tops for row in range(view.model().rowCount(top))]
            rows |= {view.visualRect(index).height() for index in (*tops, *below)}
    return rows


@pytest.mark.parametrize("make", [runs_table, settings, processes, metrics, picker, comparison, differences])
def test_every_row_is_as_high_as_every_other(qtbot: QtBot, make: Callable[[Theme], QWidget]) -> None:
    theme = Theme(Choice.DARK)
    widget = make(theme)
    qtbot.addWidget(widget)
    widget.resize(1104, 700)
    widget.show()
    QApplication.processEvents()
    assert heights(widget) == {30}
    theme.choose(Choice.LIGHT)
    widget.resize(420, 500)
    QApplication.processEvents()
    assert heights(widget) == {30}, "another theme, a narrow window"
    widget.setStyleSheet("* { font-size: 22pt; }")
    widget.resize(1104, 700)
    QApplication.processEvents()
    assert heights(widget) == {30}, "large type"
    for view in widget.findChildren(QTreeView):
        view.setCurrentIndex(view.model().index(0, 0, view.model().index(0, 0)))
        view.collapseAll()
    QApplication.processEvents()
    assert heights(widget) == {30}, "after the first action"
