"""The rows of a profile's table: bars beside the figures, and who takes the remaining width."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.tone_colours import tone_colour
from gpuscope.gui.pages.profile.profile_rows import ProfileRows
from gpuscope.gui.theme import DARK, Choice, Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.profiles.kernel_names import short_kernel_name
from gpuscope.profiles.kernels import EARLIER_LAUNCH
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.profiles.ranks import RankRow, RankTable
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable
from gpuscope.reports.profile_view import rank_columns


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


_GEMM = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize{0}_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas"
KERNELS = (
    ProfileColumn("kernel", "Kernel", short=short_kernel_name),
    ProfileColumn("operator", "Operator"),
    ProfileColumn("stream", "Stream", "1", minor=True),
    ProfileColumn("total", "Total", "s"),
    ProfileColumn("mean", "Mean", "s", minor=True),
    ProfileColumn("min", "Min", "s", minor=True),
    ProfileColumn("max", "Max", "s", minor=True),
    ProfileColumn("occupancy", "Occupancy", "1", share=True, minor=True),
    ProfileColumn("share", "Share", "1", share=True),
)


def kernels(*names: str) -> ProfileTable:
    return ProfileTable("kernels", "Kernels", KERNELS, tuple((name, "aten::mm", 7, 0.01, 0.001, 0.001, 0.002, 0.1, 0.4) for name in names))


def test_long_names_come_before_columns_that_may_be_hidden(qtbot: QtBot) -> None:
    rows = rows_of(qtbot, kernels(_GEMM.format("128x128x64"), _GEMM.format("64x64x64")))
    assert rows.columnWidth(0) >= 0.4 * rows.viewport().width()
    assert "share" in rows.columns.visible
    assert "min" not in rows.columns.visible
    rows.resize(640, 300)
    assert sum(rows.columnWidth(place) for place in range(len(KERNELS))) == rows.viewport().width()  # nothing scrolls out of view


def test_kernels_that_differ_in_the_middle_of_their_names_look_different(qtbot: QtBot) -> None:
    rows = rows_of(qtbot, kernels(_GEMM.format("128x128x64"), _GEMM.format("64x64x64")))
    picture = rows.viewport().grab().toImage()
    names = [picture.copy(0, rows.rowViewportPosition(place), rows.columnWidth(0), rows.rowHeight(place) - 1) for place in range(2)]
    assert names[0] != names[1]


def test_work_from_before_the_capture_is_told_in_the_window_s_language(qtbot: QtBot) -> None:
    columns = (ProfileColumn("kernel", "Kernel"), ProfileColumn("operator", "Operator"))
    rows = rows_of(qtbot, ProfileTable("kernels", "Kernels", columns, (("gemm", EARLIER_LAUNCH), ("gemm", "aten::add"))))
    language = WindowLanguage("zh_CN")
    shown = [rows.rows.columns[1].text(row) for row in rows.rows.shown]
    language.close()
    assert shown == ["（采集之前）", "aten::add"]


@pytest.mark.parametrize("width", [860, 980])
def test_the_ranks_of_a_job_fit_without_scrolling(qtbot: QtBot, width: int) -> None:
    rank = RankRow(0, "trainer_host_rank0.json", 0.222, 0.158, 0.661, 0.0469, 0.0395, 0.0071, None)
    rows = rows_of(qtbot, rank_columns(RankTable((rank, replace(rank, rank=1)), 0.01, 0)))
    rows.resize(width, 300)
    assert sum(map(rows.columnWidth, range(len(rows.rows.columns)))) <= rows.viewport().width()
    assert {"rank", "source", "step", "communication", "waiting"} <= {*rows.columns.visible}


def test_the_calls_before_and_after_are_shown_both_or_neither(qtbot: QtBot) -> None:
    names = ("calls_before", "calls_after")
    columns = (ProfileColumn("operator", "Operator"), *(ProfileColumn(name, name, "1") for name in names))
    rows = rows_of(qtbot, ProfileTable("operators", "Operators", columns, (("aten::mm", 1, 2),)))
    counts = set()
    for width in range(200, 800, 20):
        rows.resize(width, 300)
        counts.add(len(rows.columns.visible))
    assert counts == {1, 3}


def test_a_narrow_table_shows_no_grid_in_place_of_the_mean(qtbot: QtBot) -> None:
    columns = (ProfileColumn("kernel", "Kernel"), ProfileColumn("mean", "Mean time of a launch", "s"), ProfileColumn("grid", "Grid"))
    rows = rows_of(qtbot, ProfileTable("kernels", "Kernels", columns, (("gemm", 0.1, "8"),)))
    seen = set()
    for width in range(200, 800, 20):
        rows.resize(width, 300)
        seen.add(tuple(rows.columns.visible))
    assert seen == {("kernel",), ("kernel", "mean"), ("kernel", "mean", "grid")}


def test_a_class_of_work_has_its_colour_in_the_timeline(qtbot: QtBot) -> None:
    columns = (ProfileColumn("class", "Class of work"), ProfileColumn("time", "Device time", "s"))
    classes = (OperatorClass.GEMM, OperatorClass.SOFTMAX)
    table = ProfileTable("classes", "Classes of work", columns, tuple((LABELS[one], 0.1) for one in classes))
    rows = rows_of(qtbot, table)
    picture = rows.viewport().grab().toImage()
    middles = [rows.rowViewportPosition(place) + rows.rowHeight(place) // 2 for place in range(2)]
    assert [picture.pixelColor(12, middle) for middle in middles] == [tone_colour(one, DARK) for one in classes]
