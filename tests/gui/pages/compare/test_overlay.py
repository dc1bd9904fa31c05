"""The card with the curves."""

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.gui.pages.compare.curves import AxisPlaces, CurveAxis, RunCurve
from gpuscope.gui.pages.compare.overlay import Overlay
from gpuscope.gui.pages.compare.run_curves import CurveKind, RunCurves
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from tests.analysis.records import measured, run_record
from tests.gui.charts.stack_hands import values_at, view_range
from tests.gui.pages.compare.compared_runs import BF16, FP32


@pytest.mark.parametrize(
    ("unit", "value", "shown"),
    [("W", 4200.0, "kW"), ("samples/s", 42_800.0, "samples/s"), ("Hz", 1.755e9, "GHz"), ("B/s", 3e6, "MB/s"), ("B", 2.0**28, "MiB")],
)
def test_curves_are_in_the_unit_that_the_table_has_for_the_same_values(qtbot: QtBot, unit: str, value: float, shown: str) -> None:
    runs = [run_record(run_id, spec, {"of_mine": measured(value, unit)}, ()) for run_id, spec in (("aa", FP32), ("bb", BF16))]
    row = next(row for row in ComparisonView(compare([Group("a", (runs[0],)), Group("b", (runs[1],))])).rows if row.key == "of_mine")
    kind = CurveKind("mine", "Of mine", unit, False, 0.0, None, False)
    curve = RunCurve.of(np.arange(5.0), np.full(5, value))
    curves = {run_id: RunCurves(run_id, True, {"mine": kind}, {"mine": curve}) for run_id in ("aa", "bb")}
    overlay = Overlay(Theme(Choice.DARK))
    qtbot.addWidget(overlay)
    overlay.show_runs([("a", ["aa"]), ("b", ["bb"])], curves, {})
    names = {one.accessibleName() for one in overlay.stack.findChildren(QWidget)}
    assert row.unit == shown
    assert f"Of mine, {shown}" in names


def two_groups() -> dict[str, RunCurves]:
    """Return two runs of ten and eight seconds, the second with twice the samples per second; only the first has an energy."""
    kind = CurveKind("mine", "Of mine", "W", False, 0.0, None, False)
    found = {}
    for run_id, seconds, rate in (("aa", 10.0, 100.0), ("bb", 8.0, 200.0)):
        times = np.arange(0.0, seconds + 0.1)
        places = {CurveAxis.SAMPLES: AxisPlaces(times, rate * times)}
        if run_id == "aa":
            places[CurveAxis.ENERGY] = AxisPlaces(times, 3_000.0 * times)
        found[run_id] = RunCurves(run_id, True, {"mine": kind}, {"mine": RunCurve.of(times, times)}, places)
    return found


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    made = Overlay(Theme(Choice.DARK))
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show_runs([("a", ["aa"]), ("b", ["bb"])], two_groups(), {})
    made.show()
    return made


def notes(overlay: Overlay) -> str:
    return overlay._note.text()


def values(overlay: Overlay, place: float) -> list[float | None]:
    return [value for _, _, value in values_at(overlay.stack, place)]


def test_one_cursor_reads_all_groups_on_every_axis(overlay: Overlay) -> None:
    assert values(overlay, 4.0) == [4.0, 4.0]
    overlay.set_axis(CurveAxis.SAMPLES)
    assert values(overlay, 800.0) == [8.0, 4.0]
    assert view_range(overlay.stack) == (0.0, 1600.0)
    overlay.set_axis(CurveAxis.ENERGY)
    assert view_range(overlay.stack) == (0.0, 30.0), "in kilojoules"
    assert values(overlay, 12.0) == [4.0]
    assert "1 of 2 runs do not have this axis" in notes(overlay)


def test_an_axis_that_no_run_has_says_why(overlay: Overlay) -> None:
    overlay.set_axis(CurveAxis.STEPS)
    assert overlay._notice.text() == "No steps were counted in these runs."
    assert not overlay.stack.isVisible()


def test_a_group_is_shifted_by_its_field_and_put_back(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.shifts.click()
    field = overlay.shifts._fields["b"]
    field.setValue(-2.0)
    assert values(overlay, 2.0) == [2.0, 4.0]
    assert view_range(overlay.stack) == (-2.0, 10.0)
    assert notes(overlay).endswith("Shifted by hand: b.")
    overlay.set_axis(CurveAxis.SAMPLES)
    assert values(overlay, 800.0) == [8.0, 4.0], "each axis has its own shifts"
    overlay.set_axis(CurveAxis.TIME)
    overlay.shifts.reset()
    assert (field.value(), values(overlay, 4.0)) == (0.0, [4.0, 4.0])
    field.window().close()
    qtbot.waitUntil(lambda: not overlay.shifts._fields)


def test_ends_are_aligned_with_the_last_one(overlay: Overlay) -> None:
    overlay.shifts.align_ends()
    assert values(overlay, 10.0) == [10.0, 8.0]


def test_shifts_of_groups_that_have_gone_are_forgotten(overlay: Overlay) -> None:
    overlay.shifts.shift("b", 1.0)
    curves = two_groups()
    overlay.show_runs([("a", ["aa"])], curves, {})
    overlay.show_runs([("a", ["aa"]), ("b", ["bb"])], curves, {})
    assert overlay.shifts.of("b") == 0.0
