"""A single chart saved as PNG, SVG and CSV from its context menu."""

import csv
import resource
import threading
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QMenu, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.painter_canvas import paint
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import LIGHT, Palette
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets import chart_export
from gpuscope.gui.widgets.chart_export import CSV, PNG, SVG, ChartExport, ExportedChart, exported_strip, strip_drawing
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.pictures.drawing import Drawing
from tests.gui.charts.test_picture_view import plane
from tests.gui.pages.compare.hand_history import HandHistory

STRIPS = (
    Strip("power", "Power", "kW", (Curve("a", "=fp32", "power"), Curve("b", "bf16", "compute")), factor=1e-3),
    Strip("loss", "Loss", "", (Curve("a", "fp32", "loss"),)),
)


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme(Choice.LIGHT)


@pytest.fixture
def history(qtbot: QtBot) -> HandHistory:
    return HandHistory()


@pytest.fixture
def export(theme: Theme, history: HandHistory, page: QWidget) -> ChartExport:
    return ChartExport(theme, history, NoticeBar(theme, page), page)  # type: ignore[arg-type]


@pytest.fixture
def stack(qtbot: QtBot, theme: Theme, export: ChartExport) -> StripStack:
    made = StripStack(theme)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.set_strips(STRIPS)
    x = np.arange(50.0)
    made.set_series("power", "a", x, 500.0 + x)
    made.set_series("power", "b", x, 400.0 + x)
    made.set_band("power", "a", x, 490.0 + x, 510.0 + x)
    made.set_curve_visible("power", "b", visible=False)
    made.set_series("loss", "a", x, 1 / (1 + x))
    made.set_end(49.0)
    made.show_range(10.0, 30.0)
    made.show()
    export.offer_strips(made)
    return made


def asked(widget: QWidget, reason: QContextMenuEvent.Reason, place: QPoint) -> list[str]:
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [one.text() for one in menu.actions()]
    menu.close()
    return texts


def chart(stack: StripStack, index: int = 0) -> ExportedChart:
    return exported_strip(stack, stack.strips[index])


def written(export: ChartExport, history: HandHistory, made: ExportedChart, path: Path) -> Path:
    export.write(export.file(made, path.suffix), path)
    history.answer()
    return path


def test_the_right_button_offers_the_strip_under_it(stack: StripStack, export: ChartExport) -> None:
    view = stack.findChild(QGraphicsView)
    assert view is not None
    texts = asked(view.viewport(), QContextMenuEvent.Reason.Mouse, QPoint(50, view.height() - 20))
    assert texts == [
        "Copy picture",
        "Show as table",
        "Export chart as PNG…",
        "Export chart as SVG…",
        "Export chart as PDF…",
        "Export figures as CSV…",
    ]
    assert stack.strip_at(QPoint(5, 290 - 26)) == STRIPS[1]


def test_the_menu_key_offers_all_strips(stack: StripStack, export: ChartExport) -> None:
    view = stack.findChild(QGraphicsView)
    assert view is not None
    assert asked(view, QContextMenuEvent.Reason.Keyboard, QPoint()) == ["Copy picture", "Show as table", "Power", "Loss"]


def test_a_strip_as_a_picture_shows_its_curve_and_axis(
    stack: StripStack, export: ChartExport, history: HandHistory, tmp_path: Path
) -> None:
    image = QImage(str(written(export, history, chart(stack), tmp_path / "power.png")))
    assert (image.width(), image.height()) == (1400, 440)
    colours = {image.pixelColor(x, y).name() for x in range(300, 1200) for y in range(image.height())}
    assert LIGHT.power in colours
    assert LIGHT.compute not in colours, "a curve that is switched off"


def test_a_picture_is_painted_on_the_thread_that_writes_it_and_is_the_same(
    stack: StripStack, export: ChartExport, history: HandHistory, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = chart_export.png_bytes(strip_drawing(stack, "power"), theme.palette)
    painted: list[int] = []

    def noted(painter: QPainter, drawing: Drawing, palette: Palette) -> None:
        painted.append(threading.get_ident())
        paint(painter, drawing, palette)

    monkeypatch.setattr(chart_export, "paint", noted)
    export.write(export.file(chart(stack), PNG), tmp_path / "power.png")
    assert painted == []
    answers = threading.Thread(target=history._asked[0])
    monkeypatch.setattr(export, "_written", lambda _: None)
    answers.start()
    answers.join()
    assert painted == [answers.ident]
    assert (tmp_path / "power.png").read_bytes() == here


def test_a_strip_as_a_drawing_is_made_of_lines_and_text(
    stack: StripStack, export: ChartExport, history: HandHistory, tmp_path: Path
) -> None:
    path = written(export, history, chart(stack), tmp_path / "power.svg")
    root = ET.parse(path).getroot()
    tags = {one.tag.rpartition("}")[2] for one in root.iter()}
    assert "polyline" in tags or "path" in tags
    words = " ".join(root.itertext())
    assert "Power" in words
    assert LIGHT.power in path.read_text()


def test_a_strip_as_a_table_has_what_is_drawn_in_its_unit(
    stack: StripStack, export: ChartExport, history: HandHistory, tmp_path: Path
) -> None:
    rows = list(csv.reader(written(export, history, chart(stack), tmp_path / "power.csv").read_text().splitlines()))
    assert rows[0] == ["curve", "t_s", "Power [kW]", "lowest [kW]", "highest [kW]"]
    assert rows[1] == ["'=fp32", "0.0", "0.5", "0.49", "0.51"], "no spreadsheet takes it for a formula"
    assert len(rows) == 51
    loss = list(csv.reader(written(export, history, chart(stack, 1), tmp_path / "loss.csv").read_text().splitlines()))
    assert loss[:2] == [["curve", "t_s", "Loss"], ["fp32", "0.0", "1.0"]]


def plane_view(qtbot: QtBot, theme: Theme) -> PictureView:
    view = PictureView(theme)
    qtbot.addWidget(view)
    view.resize(330, 270)
    view.show_picture(plane([("=one", 0, 1.0, 2.0), ("two", 1, 3.0, 4.0)]), "Plane")
    return view


def test_picture_drawing_and_table_have_what_the_window_shows(
    export: ChartExport, history: HandHistory, qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    view = plane_view(qtbot, theme)
    made = ExportedChart("Plane", view.table, view.drawing)
    root = ET.parse(written(export, history, made, tmp_path / "plane.svg")).getroot()
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == view.drawing().texts()
    assert {"=one", "two", "Throughput, samples/s"} <= set(view.drawing().texts())
    image = QImage(str(written(export, history, made, tmp_path / "plane.png")))
    assert (image.width(), image.height()) == (660, 540)
    assert {LIGHT.groups[0], LIGHT.groups[1]} <= {image.pixelColor(x, y).name() for x in range(660) for y in range(540)}
    rows = list(csv.reader(written(export, history, made, tmp_path / "plane.csv").read_text().splitlines()))
    assert rows == [["group", "Throughput, samples/s", "Energy per sample, mJ"], ["'=one", "1.0", "2.0"], ["two", "3.0", "4.0"]]


@pytest.mark.parametrize("ending", [PNG, SVG, CSV])
def test_a_folder_that_is_not_there_is_told(
    export: ChartExport, history: HandHistory, qtbot: QtBot, theme: Theme, tmp_path: Path, ending: str
) -> None:
    view = plane_view(qtbot, theme)
    made = ExportedChart("Plane", view.table, view.drawing)
    path = written(export, history, made, tmp_path / f"plane{ending}")
    assert path.stat().st_size > 20
    written(export, history, made, tmp_path / "none" / f"plane{ending}")
    assert "There is no folder" in export._notice.text


@pytest.mark.parametrize("ending", [PNG, SVG, CSV])
def test_on_a_full_disk_the_file_that_was_there_stays(
    export: ChartExport, history: HandHistory, qtbot: QtBot, theme: Theme, tmp_path: Path, ending: str
) -> None:
    view, path = plane_view(qtbot, theme), tmp_path / f"plane{ending}"
    path.write_text("the picture of yesterday")
    _, hard = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        written(export, history, ExportedChart("Plane", view.table, view.drawing), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "cannot be written" in export._notice.text
    assert path.read_text() == "the picture of yesterday"
    assert list(tmp_path.iterdir()) == [path]


def test_other_events_are_left_alone(stack: StripStack, export: ChartExport) -> None:
    assert not export.eventFilter(stack, QEvent(QEvent.Type.User))


def test_one_chart_is_copied_as_it_is_exported_and_the_button_says_so(stack: StripStack, export: ChartExport, page: QWidget) -> None:
    QGuiApplication.clipboard().clear()
    export.menu([chart(stack)]).actions()[0].trigger()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (1400, 440)
    button = export.button(stack)
    assert button.accessibleName()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert [one.text() for one in popup.actions()] == ["Copy picture", "Show as table", "Power", "Loss"]
    popup.close()
    button.deleteLater()


def test_the_menu_of_a_strip_that_has_gone_meanwhile_says_so_and_breaks_nothing(stack: StripStack, export: ChartExport) -> None:
    menu = export.menu([chart(stack)])
    stack.set_strips(STRIPS[1:])
    for action in menu.actions():
        action.trigger()
    assert export._notice.text == "This chart is not shown any more."
    assert export.dialog is None
