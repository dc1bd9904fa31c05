"""The rows of a profile's table: bars beside the figures, and who takes the remaining width."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.profile.profile_rows import ProfileRows
from gpuscope.gui.theme import DARK, Choice, Theme
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable


def bars(rows: ProfileRows, column: str) -> list[float]:
    """Return the length of the bar in each row as a share of its track, or of the longest bar if it has none."""
    key = [each.key for each in rows.rows.columns].index(column)
    picture = rows.viewport().grab().toImage()
    left, width = rows.columnViewportPosition(key), rows.columnWidth(key)
    found = []
    longest = 0
    for place in range(len(rows.rows.shown)):
        middle = rows.rowViewportPosition(place) + rows.rowHeight(place) // 2
        colours = [picture.pixelColor(x, middle).name() for x in range(left, left + width)]
        filled = colours.count(DARK.compute)
        longest = max(longest, filled)
        found.append(filled / (filled + colours.count(DARK.grid) or 1) if DARK.grid in colours else filled / longest)
    return found


def rows_of(qtbot: QtBot, table: ProfileTable) -> ProfileRows:
    rows = ProfileRows(Theme(Choice.DARK), table)
    qtbot.addWidget(rows)
    rows.resize(1060, 300)
    rows.show()
    return rows


def test_a_share_s_bar_fills_that_share_of_its_track(qtbot: QtBot) -> None:
    columns = (ProfileColumn("operator", "Operator"), ProfileColumn("share", "Share", "1", share=True))
    rows = rows_of(qtbot, ProfileTable("operators", "Operators", columns, (("aten::mm", 0.5), ("aten::add", 0.25))))
    assert bars(rows, "share") == pytest.approx([0.5, 0.25], abs=0.02)


def test_numbers_within_texts_are_sorted_by_their_value(qtbot: QtBot) -> None:
    columns = (ProfileColumn("kernel", "Kernel"), ProfileColumn("grid", "Grid"))
    rows = rows_of(qtbot, ProfileTable("kernels", "Kernels", columns, (("a", "16×8"), ("b", "128"), ("c", "16×128"), ("d", None))))
    rows.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [row.values[1] for row in rows.rows.shown] == ["16×8", "16×128", "128", None]


def test_durations_of_steps_are_bars_in_the_width_that_no_name_takes(qtbot: QtBot) -> None:
    columns = (ProfileColumn("step", "Step", "1"), ProfileColumn("start", "Start", "s"), ProfileColumn("duration", "Duration", "s"))
    rows = rows_of(qtbot, ProfileTable("steps", "Steps", columns, ((264, 0.002, 0.08), (265, 0.08, 0.04), (266, 0.12, 0.02))))
    assert rows.columnWidth(0) + rows.columnWidth(1) < 300
    assert sum(map(rows.columnWidth, range(3))) == rows.viewport().width()
    longest, *others = bars(rows, "duration")
    assert longest == 1.0
    assert others == pytest.approx([0.5, 0.25], abs=0.02)
    assert next(action.text() for action in rows.columns.menu().actions() if not action.isEnabled()) == "Step"
