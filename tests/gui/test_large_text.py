"""With text of twice the size, no page is wider than a window of 1280 pixels, no text is cut off, and what holds text grows with it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_LENGTHS = """
import json
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QMenu, QStyle, QToolButton
from gpuscope.gui.text_size import use_text_scale
use_text_scale(2.0)
application = QApplication([])
from gpuscope.gui import fonts, icons
from gpuscope.gui.charts.strip_item import PADDING
from gpuscope.gui.charts.strip_rows import LEAST_HEIGHT
from gpuscope.gui.charts.trace_layout import HEADER, ROW, STREAM_ROW
from gpuscope.gui.first_frame import narrow_rail
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import SMALL_PX, Choice, Theme
from gpuscope.gui.widgets.search_field import SearchField
fonts.load_text_fonts()
menu = QMenu()
Dress(application, Theme(Choice.LIGHT)).put_on(menu)
field = SearchField(Theme(Choice.LIGHT), "", "Filter")
field.setText("x")
Dress(application, Theme(Choice.LIGHT)).put_on(field)
field.resize(400, 60)
field.show()
print(json.dumps({
    "in field": [button.width() for button in field.findChildren(QToolButton)],
    "line": QFontMetricsF(fonts.font(SMALL_PX)).height(),
    "rows": [ROW, STREAM_ROW, HEADER],
    "padding": PADDING,
    "strip": LEAST_HEIGHT,
    "entry": menu.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, menu),
    "icon": icons.icon("search", "#000000").actualSize(QSize(99, 99)).width(),
    "rail": narrow_rail(),
}))
"""


def _output(*arguments: str, home: Path) -> str:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "GPUSCOPE_HOME": str(home)}
    done = subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True, check=False, timeout=400)
    return done.stdout


def test_rows_margins_and_icons_grow_with_the_text(tmp_path: Path) -> None:
    lengths = json.loads(_output("-c", _LENGTHS, home=tmp_path))
    line = lengths["line"]
    assert min(lengths["rows"]) >= line  # names on the slices of a timeline
    assert 2 * lengths["padding"] >= line  # tick labels of two strips, one above the other
    assert lengths["strip"] >= 3 * line
    assert lengths["icon"] == lengths["entry"] == 32
    assert min(lengths["in field"]) >= 32  # the glass and the cross of a search field
    assert lengths["rail"] >= lengths["icon"] + 40


_COMPARED = """
from PySide6.QtWidgets import QApplication
from gpuscope.gui.text_size import use_text_scale
use_text_scale(1.5)
application = QApplication([])
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.gui import fonts
from gpuscope.gui.pages.compare.comparison_columns import BASELINE
from gpuscope.gui.pages.compare.metrics_card import MetricsCard
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_view import ComparisonView
from tests.gui.pages.compare.compared_runs import run
fonts.load_text_fonts()
card = MetricsCard(Theme(Choice.LIGHT))
groups = [Group(name, (run(name, throughput=rate),)) for name, rate in (("aa", 4170), ("ba", 5494), ("ca", 7547))]
card.show_comparison(ComparisonView(compare(groups)))
card.show()
for width in range(700, 1200, 20):
    card.resize(width, 600)
    application.processEvents()
    print(card.table.layout_.bar_width(card.table.groups.columnWidth(BASELINE + 1)) > 0)
"""


def test_ratios_of_a_comparison_do_not_lie_over_the_figures(tmp_path: Path) -> None:
    assert set(_output("-c", _COMPARED, home=tmp_path).split()) == {"True"}


@pytest.mark.slow
@pytest.mark.timeout(420)  # that of its process is below it
@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_no_page_is_cut_off(tmp_path: Path, code: str) -> None:
    assert _output("-m", "tests.gui.large_text", "200", code, str(tmp_path), home=tmp_path / "home") == ""
