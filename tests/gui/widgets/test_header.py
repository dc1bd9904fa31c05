"""The header of a page."""

from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.header import Header, ProgressLine
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.layouts import vertical
from gpuscope.gui.widgets.state_badge import StateBadge


def test_long_details_leave_the_title_room(qtbot: QtBot) -> None:
    header = Header(Theme(Choice.DARK))
    qtbot.addWidget(header)
    header.set_title("x" * 150, "y" * 5000)
    header.resize(700, 60)
    header.show()
    title, *_ = header.findChildren(ElidedLabel)
    assert 180 <= title.width() < 600


def test_the_progress_lies_on_the_lower_edge_and_takes_no_height(qtbot: QtBot, theme: Theme) -> None:
    header = Header(theme)
    header.set_title("Run")
    qtbot.addWidget(header)
    header.resize(700, header.sizeHint().height())
    header.show()
    [bar] = [frame for frame in header.findChildren(QFrame) if frame.property("look") == "header"]
    line = header.findChild(ProgressLine)
    assert line is not None
    assert header.height() == bar.height()
    assert (line.x(), line.width(), line.geometry().bottom()) == (0, 700, bar.geometry().bottom())
    header.set_progress(0.5)
    drawn = header.grab().toImage()
    assert [drawn.pixelColor(x, drawn.height() - 1).name() == theme.palette.accent for x in (100, 600)] == [True, False]


def test_a_long_title_is_cut_once_and_of_the_details_whole_parts_are_left_out(qtbot: QtBot) -> None:
    header = Header(Theme(Choice.DARK))
    qtbot.addWidget(header)
    name, parts = "the start of a long name " + "x" * 150 + " its end", [f"part {number}" for number in range(12)]
    header.set_title(name, " · ".join(parts))
    header.resize(700, 60)
    header.show()
    title, detail, *_ = header.findChildren(ElidedLabel)
    assert title.whole_text == name
    assert title.text().count("…") == 1
    assert title.text().endswith("end")
    shown = detail.text().split(" · ")
    assert shown[-1] == "…"
    assert 2 < len(shown) < 12
    assert shown[:-1] == parts[: len(shown) - 1]
    header.resize(3000, 60)
    qtbot.waitUntil(lambda: detail.text() == " · ".join(parts))


def test_a_long_title_fills_its_room_and_is_laid_out_once(qtbot: QtBot) -> None:
    """The title's width was set twice in each layout, which asked for the next one: a window at rest laid it out for ever."""
    header = Header(Theme(Choice.DARK))
    qtbot.addWidget(header)
    header.set_title("a name that is much longer than any column of the list " * 3, " · ".join(f"part {number}" for number in range(12)))
    header.resize(1000, 60)
    header.show()
    title, *_ = header.findChildren(ElidedLabel)
    qtbot.wait(100)
    assert title.width() == title.maximumWidth()
    with qtbot.assertNotEmitted(header.changed, wait=100):
        pass


def test_without_room_for_all_of_it_the_time_left_gives_way_to_the_actions(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    header = Header(Theme(Choice.DARK))
    vertical(page, (0, 0, 0, 0)).addWidget(header)
    stop = QPushButton("Stop this run")
    header.add_actions(stop)
    header.set_title("cifar-cnn", "training · cuda:0 · bf16")
    header.set_state(RunState.RUNNING)
    header.set_left("step 1788 of 20 000 · 1:07 · 5:40 left")
    page.show()
    title, detail, left = header.findChildren(ElidedLabel)[:3]
    page.resize(header.sizeHint().width() + 40, 60)
    qtbot.waitUntil(lambda: left.text() == "step 1788 of 20 000 · 1:07 · 5:40 left")
    for width in range(page.width(), 320, -7):
        page.resize(width, 60)
        QApplication.sendPostedEvents()
        assert header.width() == width
        assert stop.geometry().right() < width
        assert title.text() == "cifar-cnn"
        assert left.width() == 0 or left.text().startswith("step 1788 of 20 000 · ")
    assert (left.width(), detail.width()) == (0, 0)


def test_a_short_line_of_progress_shows_what_is_still_to_come(qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    line = ProgressLine(theme, has_track=True)
    qtbot.addWidget(line)
    line.resize(20, line.height())
    line.set_share(0.25)
    drawn = line.grab().toImage()
    assert [drawn.pixelColor(x, 1).name() for x in (2, 18)] == [theme.palette.accent, theme.palette.line]


def test_the_state_stands_beside_the_last_word_of_the_details_and_moves_with_no_figure(qtbot: QtBot) -> None:
    header = Header(Theme(Choice.DARK))
    qtbot.addWidget(header)
    header.set_title("x" * 90, " · ".join(["cifar-cnn", "training", "cuda:0", "fp32", "batch 256", "a part that does not fit"]))
    header.set_state(RunState.RUNNING)
    header.set_left("step 1")
    badge = header.findChild(StateBadge)
    assert badge is not None
    title, detail, *_ = header.findChildren(ElidedLabel)
    header.show()
    places = set()
    for left in ("step 1", "step 10"):
        header.set_left(left)
        header.resize(900, 60)
        header.grab()
        assert detail.text().endswith("…")
        assert detail.fontMetrics().horizontalAdvance(detail.text()) <= detail.width()
        assert badge.x() - detail.x() - detail.fontMetrics().horizontalAdvance(detail.text()) < 20
        places.add(badge.x())
    assert len(places) == 1
    header.resize(1600, 60)
    qtbot.waitUntil(lambda: not detail.text().endswith("…"))
    assert title.text() == title.whole_text or title.width() <= 0.4 * 1600


def test_a_long_title_takes_the_room_that_whole_parts_of_the_details_leave(qtbot: QtBot) -> None:
    header = Header(Theme(Choice.DARK))
    qtbot.addWidget(header)
    again = QPushButton("Run again")
    header.add_actions(again)
    header.set_title("a name that is much longer than any column of the list " * 3, "cifar-cnn · training · " + "a part of many words " * 4)
    header.set_state(RunState.FINISHED)
    header.resize(1000, 60)
    header.show()
    badge = header.findChild(StateBadge)
    assert badge is not None
    assert again.x() - (badge.x() + badge.width()) < 40
