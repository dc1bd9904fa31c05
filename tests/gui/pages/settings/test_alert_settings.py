"""Alerts in Settings: a rule is saved as it is added, shows where it is measured, and the command's failure is shown."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from gpuscope.core.alert_rule import TRIAL_ALERT
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.gui.pages.settings.alert_settings import AlertSettings
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import DARK, Choice, Theme
from gpuscope.gui.widgets.labels import ReservedLabel
from gpuscope.system.settings import read_settings, write_settings

CPU = Device("cpu", DeviceKind.CPU, "CPU", capabilities={"utilization": Capability(True, "proc")})
NO_GPU = Device("gpu", DeviceKind.GPU, "none", capabilities={"power": Capability(False, "NVML", reason="no NVIDIA GPU was found")})


class Feed:
    """Stands in for the readings of the machine."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self.data = SimpleNamespace(devices=tuple(devices))
        self.users = 0

    def start(self) -> None:
        self.users += 1

    def stop(self) -> None:
        self.users -= 1


@pytest.fixture
def card(qtbot: QtBot, settings: UserSettings) -> AlertSettings:
    made = AlertSettings(Theme(Choice.DARK), settings, cast(MonitorFeed, Feed([CPU, NO_GPU])))
    qtbot.addWidget(made)
    return made


def texts(card: AlertSettings) -> list[str]:
    labels = [label for label in card.findChildren(QLabel) if not label.isHidden()]
    return [label.whole_text if isinstance(label, ReservedLabel) else label.text() for label in labels]


def choose(card: AlertSettings, name: str, data: str) -> None:
    box = next(box for box in card.findChildren(QComboBox) if box.accessibleName() == name)
    box.setCurrentIndex(box.findData(data))


def enter(card: AlertSettings, name: str, text: str) -> None:
    next(field for field in card.findChildren(QLineEdit) if field.accessibleName() == name).setText(text)


def press(card: AlertSettings, name: str) -> None:
    next(button for button in card.findChildren(QPushButton) if name in (button.text(), button.accessibleName())).click()


def test_the_wheel_scrolls_past_the_form_and_changes_nothing(card: AlertSettings, qtbot: QtBot) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    card.setMinimumHeight(2000)
    area.setWidget(card)
    area.resize(900, 400)
    area.show()
    qtbot.waitExposed(area)
    next(iter(card.findChildren(QLineEdit))).setFocus()
    area.verticalScrollBar().setValue(0)
    for box in card.findChildren(QComboBox):
        before = box.currentIndex()
        area.ensureWidgetVisible(box)
        scrolled = area.verticalScrollBar().value()
        turn_wheel(box)
        assert box.currentIndex() == before
        assert not box.hasFocus()
        assert area.verticalScrollBar().value() > scrolled
    area.ensureWidgetVisible(box)
    box.setFocus()
    box.setCurrentIndex(0)
    turn_wheel(box)
    assert box.currentIndex() == 1
    area.takeWidget()  # each is deleted by itself


def turn_wheel(box: QComboBox) -> None:
    window = box.window()
    QTest.wheelEvent(window.windowHandle(), QPointF(box.mapTo(window, box.rect().center())), QPoint(0, -120))


def test_a_rule_is_written_and_says_where_it_is_measured(card: AlertSettings, settings: UserSettings, qtbot: QtBot) -> None:
    choose(card, "What is watched", "utilization")
    choose(card, "Above or below", "<")
    enter(card, "Limit", "10")
    enter(card, "Minimum duration in seconds", "300")
    press(card, "Add")
    qtbot.waitUntil(lambda: settings.known.alerts == ("utilization<10% for 300s",))
    choose(card, "What is watched", "power")
    choose(card, "On which device", "gpu")
    enter(card, "Limit", "0,3")
    press(card, "Add")
    qtbot.waitUntil(lambda: settings.known.alerts[1:] == ("gpu/power>0.3W",))
    assert read_settings().alerts == settings.known.alerts
    shown = texts(card)
    assert "Utilization falls below 10 % for at least 5 min" in shown
    assert "measured on cpu" in shown
    assert "not measured here: no NVIDIA GPU was found" in shown
    press(card, "Remove: Utilization falls below 10 % for at least 5 min")
    qtbot.waitUntil(lambda: settings.known.alerts == ("gpu/power>0.3W",))


@pytest.mark.parametrize(("quantity", "rule"), [("loss", "loss nan"), ("throttling", "throttling")])
def test_what_has_no_limit_asks_for_none(card: AlertSettings, settings: UserSettings, qtbot: QtBot, quantity: str, rule: str) -> None:
    choose(card, "What is watched", quantity)
    assert not next(field for field in card.findChildren(QLineEdit) if field.accessibleName() == "Limit").isEnabled()
    press(card, "Add")
    qtbot.waitUntil(lambda: settings.known.alerts == (rule,))


@pytest.mark.parametrize("width", [500, 760])
@pytest.mark.parametrize("quantity", ["temperature", "loss", "throttling"])
def test_the_comparison_is_shown_in_full(card: AlertSettings, qtbot: QtBot, quantity: str, width: int) -> None:
    card.setStyleSheet(stylesheet(DARK, ControlPictures()))
    card.setFixedWidth(width)
    with qtbot.waitExposed(card):
        card.show()
    choose(card, "What is watched", quantity)
    QApplication.processEvents()
    box = next(box for box in card.findChildren(QComboBox) if box.accessibleName() == "Above or below")
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box).width()
    assert room >= box.fontMetrics().horizontalAdvance(box.currentText())


def test_a_simulated_device_is_labelled(qtbot: QtBot, settings: UserSettings) -> None:
    device = Device("sim:0", DeviceKind.GPU, "GPU", capabilities={"power": Capability(True, "made up")}, simulated="SIMULATED")
    card = AlertSettings(Theme(Choice.DARK), settings, cast(MonitorFeed, Feed([CPU, device])))
    qtbot.addWidget(card)
    choose(card, "What is watched", "power")
    enter(card, "Limit", "1")
    press(card, "Add")
    qtbot.waitUntil(lambda: "measured on sim:0 · simulated" in texts(card))


def test_a_limit_that_is_none_is_told_and_nothing_is_written(card: AlertSettings, gpuscope_home: Path) -> None:
    enter(card, "Limit", "hot")
    press(card, "Add")
    assert any("is not an alert rule" in text for text in texts(card))
    assert not (gpuscope_home / "settings.json").exists()


def test_a_limit_that_was_not_typed_is_asked_for(card: AlertSettings, gpuscope_home: Path) -> None:
    press(card, "Add")
    assert any(text.startswith("A limit is missing") for text in texts(card))
    assert not any("is not an alert rule" in text for text in texts(card))
    assert not (gpuscope_home / "settings.json").exists()


def test_a_command_that_is_refused_stays_to_be_corrected(card: AlertSettings, settings: UserSettings, qtbot: QtBot) -> None:
    field = next(one for one in card.findChildren(QLineEdit) if "Command" in one.accessibleName())
    field.setText("/no/such/program now")
    press(card, "Try it")
    with qtbot.waitSignal(settings.changed):
        settings.change({"energy_unit": "Wh"}, lambda _: None, card)
    assert field.text() == "/no/such/program now"
    assert settings.known.alert_command == ""
    field.setText("")
    field.editingFinished.emit()
    with qtbot.waitSignal(settings.changed):
        settings.change({"alert_command": "true"}, lambda _: None, card)
    assert field.text() == "true"


def test_the_command_is_kept_tried_and_its_failure_shown(card: AlertSettings, settings: UserSettings, qtbot: QtBot) -> None:
    field = next(field for field in card.findChildren(QLineEdit) if "Command" in field.accessibleName())
    field.setText("sh -c 'echo $GPUSCOPE_ALERT >&2; exit 4'")
    with qtbot.waitSignal(card.tried):
        press(card, "Try it")
    qtbot.waitUntil(lambda: f"The alert command failed with code 4: {TRIAL_ALERT}" in texts(card), timeout=15_000)
    qtbot.waitUntil(lambda: settings.known.alert_command == "sh -c 'echo $GPUSCOPE_ALERT >&2; exit 4'")
    field.setText("no-such-program-here")
    field.editingFinished.emit()
    assert any("was not found" in text for text in texts(card))
    assert read_settings().alert_command.startswith("sh -c")


def test_sensors_are_asked_only_while_the_card_is_shown(card: AlertSettings) -> None:
    feed = card._feed
    assert isinstance(feed, Feed)
    card.set_reading(True)
    card.set_reading(True)
    assert feed.users == 1
    card.set_reading(False)
    assert feed.users == 0


def test_a_rule_of_the_file_that_cannot_be_read_costs_that_rule_alone(gpuscope_home: Path) -> None:
    gpuscope_home.mkdir()
    write_settings({"alerts": ["temprature>85", "temperature > 85"], "alert_command": 3})
    known = read_settings()
    assert (known.alerts, known.alert_command) == (("temperature>85",), "")
    assert len(known.problems) == 2
    assert json.loads((gpuscope_home / "settings.json").read_text())["alerts"][0] == "temprature>85"
