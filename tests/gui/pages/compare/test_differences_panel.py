"""The table of settings that differ between groups."""

from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.compare.comparison_columns import PAD
from gpuscope.gui.pages.compare.differences_panel import DifferencesPanel
from gpuscope.gui.theme import BODY_PX, Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from tests.gui.pages.compare.compared_runs import FP32, pair, run


def leftmost_ink(picture: QImage, left: int, right: int) -> int:
    ground = picture.pixelColor(left, 6)
    return min(x for x in range(left, right) for y in range(6, 24) if picture.pixelColor(x, y) != ground)


def test_names_of_groups_begin_above_their_values(qtbot: QtBot) -> None:
    panel = DifferencesPanel(Theme(Choice.LIGHT))
    qtbot.addWidget(panel)
    panel.resize(540, 300)
    panel.show()
    panel.show_comparison(ComparisonView(pair()))
    view = panel.view
    heads, cells = (
        widget.grab().toImage() for widget in (view.horizontalHeader().viewport(), view.viewport()) if isinstance(widget, QWidget)
    )
    for column in (1, 2):
        left, right = view.columnViewportPosition(column), view.columnViewportPosition(column) + view.columnWidth(column)
        assert abs(leftmost_ink(heads, left, right) - leftmost_ink(cells, left, right)) <= 2


def test_three_groups_fit_beside_a_table_that_takes_more_than_its_share(qtbot: QtBot) -> None:
    panel = DifferencesPanel(Theme(Choice.LIGHT))
    qtbot.addWidget(panel)
    panel.resize(306, 300)
    panel.show()
    groups = [Group(name, (run(f"{name}1", FP32.with_values({"precision": name})),)) for name in ("fp32", "tf32", "bf16")]
    panel.show_comparison(ComparisonView(compare(groups)))
    assert panel.view.horizontalScrollBar().maximum() == 0
    assert panel.view.columnWidth(1) >= 72


def test_where_the_table_scrolls_its_values_are_whole(qtbot: QtBot) -> None:
    specs = [FP32.with_values({"engine": engine}) for engine in ("openvino", "onnxruntime-int8", "onnxruntime")]
    panel = DifferencesPanel(Theme(Choice.DARK))
    qtbot.addWidget(panel)
    panel.resize(240, 400)
    panel.show_comparison(ComparisonView(compare([Group(f"group {at}", (run(f"{at:02x}", spec),)) for at, spec in enumerate(specs)])))
    panel.show()
    wanted = QFontMetricsF(font(BODY_PX)).horizontalAdvance("onnxruntime-int8")
    qtbot.waitUntil(lambda: panel.view.columnWidth(2) >= wanted + 2 * PAD, timeout=5_000)
    assert panel.view.horizontalScrollBar().maximum() > 0
