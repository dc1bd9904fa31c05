"""The Race page: opening, playing, seeking, full screen, export; refusals with messages."""

import platform
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpuscope.analysis.race import Goal
from gpuscope.gui.pages.race.race_choice import RaceChoice
from gpuscope.gui.pages.race_page import RacePage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.pictures.drawing import Text
from gpuscope.system import paths
from tests.gui import shown_runs

THREE = ["10abab", "20abab", "30abab"]
PATIENCE_MS = 20_000


@pytest.fixture
def history(qtbot: QtBot, gpuscope_home: Path) -> Iterator[History]:
    shown_runs.fill(platform.node())
    made = History(paths.default_store_url())
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, history: History) -> RacePage:
    made = RacePage(Theme(Choice.DARK), history, UserSettings())
    qtbot.addWidget(made)
    made.resize(1104, 744)
    made.show()
    return made


def show(qtbot: QtBot, page: RacePage, item: object) -> None:
    page.show_item(item)
    qtbot.waitUntil(page.is_ready, timeout=PATIENCE_MS)


def said(page: RacePage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_with_motion_reduced_a_race_waits_for_play(qtbot: QtBot, history: History) -> None:
    page = RacePage(Theme(Choice.DARK), history, UserSettings(), begins=False)
    qtbot.addWidget(page)
    page.show()
    show(qtbot, page, THREE)
    assert not page.stage.is_running
    assert page.stage.view.time_s == 0.0
    QTest.keyClick(page.stage, Qt.Key.Key_Space)
    assert page.stage.is_running
    page.stage.pause()


def test_while_its_runs_are_read_it_is_not_called_empty(qtbot: QtBot, page: RacePage) -> None:
    page.recall({"choice": RaceChoice(tuple(THREE)).to_json()})
    page.activated()
    assert not page.empty.isVisible()
    qtbot.waitUntil(page.is_ready, timeout=PATIENCE_MS)
    assert page.stage.isVisible()
    assert not page.stage.is_running


def test_chosen_runs_begin_to_race_at_once_and_the_space_bar_stops_them(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    assert page.picture is not None
    assert page.picture.text.names == ("FP32", "TF32", "BF16")
    assert not any(name in said(page) for name in page.picture.text.names), "the lanes have their names; the header does not repeat them"
    assert "CNN" in said(page), "the words that their names share"
    assert page.stage.is_running
    qtbot.waitUntil(lambda: page.stage.view.time_s > 0.2, timeout=PATIENCE_MS)
    QTest.keyClick(page.stage, Qt.Key.Key_Space)
    assert not page.stage.is_running
    stopped_s = page.stage.view.time_s
    samples = [state.samples for state in page.picture.race.states(stopped_s)]
    assert page.stage.view.spoken_value().splitlines()[0].startswith("FP32: ")
    assert str(samples[0])[-3:] in page.stage.view.spoken_value().splitlines()[0]
    QTest.qWait(80)
    assert page.stage.view.time_s == stopped_s


def test_what_is_shown_is_what_is_stored_at_one_and_at_fifty(qtbot: QtBot, page: RacePage) -> None:
    """Each frame actually painted shows the samples at its time."""
    show(qtbot, page, THREE)
    assert page.picture is not None
    for speed in (1, 50):
        QTest.mouseClick(page.stage.controls.speeds[speed], Qt.MouseButton.LeftButton)
        assert page.stage.clock.speed == speed
        page.stage.restart()
        seen: set[float] = set()
        for _ in range(12):
            QTest.qWait(20)
            t_s, drawing = page.stage.view.time_s, page.stage.view.drawing()
            assert drawing is not None
            seen.add(t_s)
            for lane in page.picture.race.lanes:
                stored = int((lane.ends_s <= t_s).sum()) * 256
                shown = min(stored, int(page.picture.race.line))
                assert page.picture.text.columns[0].figure(shown) in drawing.texts()
        assert len(seen) > 3


def test_a_click_on_the_time_line_goes_there(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    page.stage.pause()
    slider = page.stage.controls.slider
    for share in (0.75, 0.25, 0.5):
        place = QPoint(round(slider.width() * share), slider.height() // 2)
        QTest.mouseClick(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert slider.value() / slider.maximum() == pytest.approx(share, abs=0.03)


def test_keys_and_slider_move_it(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    page.stage.pause()
    assert page.picture is not None
    length_s = page.picture.race.length_s
    QTest.keyClick(page.stage, Qt.Key.Key_End)
    assert page.stage.view.time_s == length_s
    drawing = page.stage.view.drawing()
    assert drawing is not None
    assert page.picture.text.sentence.replace("\u00a0", " ") in drawing.texts()
    QTest.keyClick(page.stage, Qt.Key.Key_Left)
    assert page.stage.view.time_s == pytest.approx(0.95 * length_s)
    page.stage.controls.slider.setValue(2_500)
    assert page.stage.view.time_s == pytest.approx(0.25 * length_s)
    QTest.keyClick(page.stage, Qt.Key.Key_Home)
    assert page.stage.is_running
    assert page.stage.view.time_s < 0.1 * length_s


def test_a_hidden_page_has_no_timer(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    assert page.stage.is_running
    page.hide()
    assert not page.stage.is_running
    page.show()
    assert not page.stage.is_running  # it stays paused where it was
    page.stage.play()
    assert page.stage.is_running


def test_it_goes_over_the_screen_and_comes_back(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    QTest.keyClick(page.stage, Qt.Key.Key_F11)
    assert page.is_full_screen
    assert page.stage.window() is not page.window()
    assert page.stage.window().isFullScreen()
    assert not page.stage.controls.isVisible()
    assert page.stage.is_running
    QTest.mouseMove(page.stage.view, page.stage.view.rect().center())
    QTest.keyClick(page.stage, Qt.Key.Key_Escape)
    assert not page.is_full_screen
    assert page.stage.window() is page.window()
    qtbot.waitUntil(page.stage.controls.isVisible, timeout=PATIENCE_MS)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=PATIENCE_MS)
    assert page.stage.hasFocus(), "Space would press a button of the header"
    page.toggle_screen()
    page.stage.window().close()
    assert not page.is_full_screen


@pytest.mark.parametrize("size", [(960, 640), (1744, 1080)])
def test_the_race_begins_below_the_page_s_title_and_ends_below_its_actions(qtbot: QtBot, page: RacePage, size: tuple[int, int]) -> None:
    show(qtbot, page, THREE)
    page.resize(*size)
    drawing = page.stage.view.drawing()
    assert drawing is not None
    texts = [shape for shape in drawing.every() if isinstance(shape, Text)]
    title = next(label for label in page.findChildren(QLabel) if label.property("look") == "title")
    assert min(text.place[0] for text in texts) == title.mapTo(page, QPoint()).x()
    assert max(text.place[0] for text in texts if text.anchor == "end") == size[0] - title.mapTo(page, QPoint()).x()


def test_escape_goes_to_the_comparison_of_the_same_runs(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    with qtbot.waitSignal(page.wanted) as wanted:
        QTest.keyClick(page.stage, Qt.Key.Key_Escape)
    assert wanted.args == ["compare", THREE]


def test_another_goal_is_another_race(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, THREE)
    QTest.mouseClick(page.stage.controls.goals[Goal.TIME], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.is_ready, timeout=PATIENCE_MS)
    assert page.picture is not None
    assert page.picture.race.goal is Goal.TIME
    assert page.picture.text.title.startswith("Furthest in ")


def test_runs_that_are_no_race_are_refused_in_words(qtbot: QtBot, page: RacePage) -> None:
    assert "Let two or more runs race" in said(page)
    show(qtbot, page, THREE[:1])
    assert "A race needs two runs." in said(page)
    assert not page.export.button.isEnabled()
    show(qtbot, page, ["10abab", "ffff"])
    assert "ffff" in said(page)
    show(qtbot, page, ["c0", "30abab"])
    assert page.picture is not None
    assert page.picture.race.goal is Goal.OWN
    assert not page.stage.controls.goals[Goal.TIME].isVisible()


def test_lanes_have_the_names_of_the_groups_and_the_baseline_of_compare(qtbot: QtBot, page: RacePage) -> None:
    show(qtbot, page, ("lanes", {"eager": "10abab", "tensor cores": "20abab", "half": "30abab"}, "tensor cores"))
    assert page.picture is not None
    assert page.picture.text.names == ("eager", "tensor cores", "half")
    assert "faster than tensor cores over the whole run" in page.picture.text.sentence


def test_the_next_window_finds_it_standing_still(qtbot: QtBot, page: RacePage, history: History) -> None:
    show(qtbot, page, THREE)
    QTest.mouseClick(page.stage.controls.speeds[50], Qt.MouseButton.LeftButton)
    other = RacePage(Theme(Choice.LIGHT), history, UserSettings())
    qtbot.addWidget(other)
    other.recall(page.memory())
    other.show()
    qtbot.waitUntil(lambda: other.picture is not None, timeout=PATIENCE_MS)
    assert not other.stage.is_running
    assert other.stage.clock.speed == 50
    assert RaceChoice.from_json({"runs": 7}) == RaceChoice.from_json(None) == RaceChoice()


def test_a_gif_is_drawn_while_the_window_lives(qtbot: QtBot, page: RacePage, tmp_path: Path) -> None:
    show(qtbot, page, THREE)
    page.stage.set_speed(50.0)
    page.export.button.pressed.emit()
    with qtbot.waitSignal(page.export.written, timeout=60_000):
        page.export.write(page.export.file(".gif"), tmp_path / "race.gif")
        assert page.export.is_drawing
    reader = QImageReader(str(tmp_path / "race.gif"))
    frames = 0
    while not (image := reader.read()).isNull():
        frames, last = frames + 1, image
    assert frames > 15
    assert (last.width(), last.height()) == (1280, 720)
    assert not page.export.is_drawing
    assert "Saved to" in page.notice.text


def test_a_frame_is_saved_as_it_is_seen(qtbot: QtBot, page: RacePage, tmp_path: Path) -> None:
    show(qtbot, page, THREE)
    page.stage.pause()
    with qtbot.waitSignal(page.export.written, timeout=PATIENCE_MS):
        page.export.write(page.export.file(".png"), tmp_path / "race.png")
    image = QImage(str(tmp_path / "race.png"))
    assert (image.width(), image.height()) == (1280, 720)


def test_a_film_that_cannot_be_written_is_told(qtbot: QtBot, page: RacePage, tmp_path: Path) -> None:
    show(qtbot, page, THREE)
    page.stage.set_speed(50.0)
    page.export.write(page.export.file(".gif"), tmp_path / "gone" / "race.gif")
    qtbot.waitUntil(lambda: "there is no folder" in page.notice.text.lower(), timeout=PATIENCE_MS)
    assert not page.export.is_drawing


def test_a_window_that_closes_gives_the_film_up(qtbot: QtBot, page: RacePage, history: History, tmp_path: Path) -> None:
    show(qtbot, page, THREE)
    page.stage.set_speed(10.0)
    page.export.button.pressed.emit()
    page.export.write(page.export.file(".gif"), tmp_path / "race.gif")
    page.export.stop()
    history.close()
    assert list(tmp_path.glob("*race*")) == []


def test_a_video_without_ffmpeg_is_refused_with_the_line_that_installs_it(
    qtbot: QtBot, page: RacePage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    show(qtbot, page, THREE)
    page.export.ask(".mp4")
    assert "need ffmpeg, which is not installed" in page.notice.text
    assert page.export.dialog is None
