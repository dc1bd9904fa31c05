"""A device that is not on this machine: chosen with a click, named on every page, and replaced by another."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_label import StripLabel
from gpuscope.gui.pages.run.start_offers import StartOffers
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.rail import Rail
from gpuscope.gui.widgets.sensor_choice import SensorChoice, sensor_names
from gpuscope.sensors.recording_file import RecordingWriter
from gpuscope.system.settings import read_settings, write_settings
from tests.gui.pages.run.stand import Stand, button, has_button, press, words


@pytest.fixture
def notice(qtbot: QtBot) -> NoticeBar:
    made = NoticeBar(Theme(Choice.DARK))
    qtbot.addWidget(made)
    return made


@pytest.fixture
def choice(settings: UserSettings, notice: NoticeBar, page: QWidget) -> SensorChoice:
    return SensorChoice(settings, notice, page)


def test_a_simulated_gpu_comes_with_a_warning_and_the_way_back(
    choice: SensorChoice, settings: UserSettings, notice: NoticeBar, qtbot: QtBot
) -> None:
    choice.simulate()
    qtbot.waitUntil(lambda: settings.known.sensors == ("simulated",) and bool(notice.text))
    assert read_settings().sensors == ("simulated",)
    assert notice.tone == "warn"
    assert "made up" in notice.text
    notice._act()
    qtbot.waitUntil(lambda: settings.known.sensors == () and "own sensors" in notice.text)
    assert read_settings().sensors == ()


@pytest.mark.usefixtures("known_file_types")
def test_a_recording_is_replayed_by_its_whole_path(choice: SensorChoice, settings: UserSettings, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "h100.gpurec"
    with RecordingWriter(path):
        pass
    choice.ask_recording()
    assert choice.dialog is not None
    assert choice.dialog.nameFilters()[0] == "Recordings of sensors (*.gpurec)"
    choice.dialog.fileSelected.emit(str(path))
    choice.dialog.reject()
    qtbot.waitUntil(lambda: settings.known.sensors == (f"replay:{path}",))
    assert sensor_names(settings.known.sensors) == ["Replayed: h100.gpurec"]


def test_what_is_no_recording_is_told_and_changes_nothing(
    choice: SensorChoice, settings: UserSettings, notice: NoticeBar, qtbot: QtBot, tmp_path: Path
) -> None:
    write_settings({"sensors": ["simulated:2"]})
    (tmp_path / "x.gpurec").write_text("no recording")
    choice.replay(str(tmp_path / "x.gpurec"))
    qtbot.waitUntil(lambda: notice.tone == "bad")
    assert read_settings().sensors == ("simulated:2",)


def test_the_menu_leads_back_and_to_another_device(choice: SensorChoice, settings: UserSettings, page: QWidget, qtbot: QtBot) -> None:
    choice.simulate()
    qtbot.waitUntil(lambda: settings.known.sensors == ("simulated",))
    menu = choice.open_menu(page)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == ["Use this machine's own sensors", "Replay a recorded device…"]
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: settings.known.sensors == ())
    menu.close()
    qtbot.waitUntil(lambda: not page.findChildren(QMenu))


def test_the_rail_names_what_is_not_here_in_a_place_that_the_live_run_does_not_move(qtbot: QtBot) -> None:
    rail = Rail(Theme(Choice.DARK), [("run", "Run", "run")], [("health", "Health", "health")])
    qtbot.addWidget(rail)
    rail.resize(176, 600)
    rail.show()
    assert not rail.sensors.isVisible()
    rail.sensors.show_names(sensor_names(["simulated:2"]))
    assert rail.sensors.accessibleName() == "2 simulated GPUs. Not this machine"
    place = rail.sensors.geometry()
    rail.live.show_run("mnist-mlp", "running", 0.5)
    rail.layout().activate()
    assert rail.sensors.geometry() == place
    with qtbot.waitSignal(rail.sensors_wanted):
        rail.sensors.click()
    rail.sensors.show_names([])
    assert not rail.sensors.isVisible()


def test_the_run_page_offers_it_where_there_is_no_gpu_and_stops_when_it_is_chosen(gpuscope_home: Path, qtbot: QtBot) -> None:
    gpuscope_home.mkdir(exist_ok=True)
    stand = Stand(qtbot)
    offers = stand.page.findChild(StartOffers)
    assert offers is not None
    settings = offers._settings
    assert not has_button(stand.page, "Try with a simulated GPU")
    settings.refresh()
    qtbot.waitUntil(lambda: has_button(stand.page, "Try with a simulated GPU"))
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    press(stand.page, "Try with a simulated GPU")
    qtbot.waitUntil(lambda: read_settings().sensors == ("simulated",))
    qtbot.waitUntil(lambda: not has_button(stand.page, "Try with a simulated GPU"))
    qtbot.waitUntil(lambda: "labelled as simulated" in words(stand.page))
    assert button(stand.page, "Record a program that is running…").hasFocus(), "it went to the list of pages"
    settings.close()
    stand.page.hide()


@pytest.mark.parametrize("is_caution", [True, False])
def test_the_label_of_simulated_readings_is_drawn_as_a_warning_and_never_dropped(is_caution: bool, qtbot: QtBot) -> None:
    theme = Theme(Choice.DARK)
    strip = Strip("power", "Power", "W", (Curve("p", "Power", "power"),), subtitle="W · simulated", is_caution=is_caution)
    label = StripLabel(theme, StripData(strip), Surroundings())
    qtbot.addWidget(label)
    label.resize(140, 60)
    image = label.grab().toImage()
    warn = QColor(theme.palette.warn)
    is_drawn = any(image.pixelColor(x, y) == warn for x in range(image.width()) for y in range(image.height()))
    assert is_drawn is is_caution
    assert label._text_within(10.0) == ("W · simulated" if is_caution else "W")
