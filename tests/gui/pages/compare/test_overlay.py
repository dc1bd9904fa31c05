"""The curves' card."""

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.gui.pages.compare.metric_rows import metric_rows
from gpuscope.gui.pages.compare.overlay import Overlay
from gpuscope.gui.pages.compare.run_curve import RunCurve
from gpuscope.gui.pages.compare.run_curves import CurveKind, RunCurves
from gpuscope.gui.theme import Choice, Theme
from tests.analysis.records import measured, run_record
from tests.gui.pages.compare.compared_runs import BF16, FP32


@pytest.mark.parametrize(
    ("unit", "value", "shown"),
    [("W", 4200.0, "kW"), ("samples/s", 42_800.0, "samples/s"), ("Hz", 1.755e9, "GHz"), ("B/s", 3e6, "MB/s"), ("B", 2.0**28, "MiB")],
)
def test_curves_are_in_the_unit_that_the_table_has_for_the_same_values(qtbot: QtBot, unit: str, value: float, shown: str) -> None:
    runs = [run_record(run_id, spec, {"of_mine": measured(value, unit)}, ()) for run_id, spec in (("aa", FP32), ("bb", BF16))]
    row = next(row for row in metric_rows(compare([Group("a", (runs[0],)), Group("b", (runs[1],))])) if row.key == "of_mine")
    kind = CurveKind("mine", "Of mine", unit, False, 0.0, None, False)
    curve = RunCurve.of(np.arange(5.0), np.full(5, value))
    curves = {run_id: RunCurves(run_id, True, False, {"mine": kind}, {"mine": curve}) for run_id in ("aa", "bb")}
    overlay = Overlay(Theme(Choice.DARK))
    qtbot.addWidget(overlay)
    overlay.show_runs([("a", ["aa"]), ("b", ["bb"])], curves, {})
    names = {one.accessibleName() for one in overlay.stack.findChildren(QWidget)}
    assert row.unit == shown
    assert f"Of mine, {shown}" in names
