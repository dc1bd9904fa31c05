"""Settings are saved at once; errors are shown next to the field."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QLabel, QLineEdit, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.settings.energy_settings import EnergySettings
from gpuscope.gui.pages.settings_page import SettingsPage
from gpuscope.gui.palette_commands import settings_commands
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.widgets.labels import ReservedLabel
from gpuscope.system.settings import read_settings, write_settings


@pytest.fixture
def page(qtbot: QtBot, settings: UserSettings) -> SettingsPage:
    made = SettingsPage(Theme(Choice.DARK), "sqlite:///x", settings)
    qtbot.addWidget(made)
    return made


def texts(page: SettingsPage) -> list[str]:
    return [one.text() for one in page.findChildren(QLabel) if not one.isHidden()]


def enter(page: SettingsPage, name: str, text: str) -> None:
    editor = next(one for one in page.findChildren(QLineEdit) if one.accessibleName() == name)
    editor.setText(text)
    editor.editingFinished.emit()


@pytest.mark.parametrize("typed", ["theme dark", "price kwh", "alerts", "simulated setting", "folder", "language"])
def test_the_field_that_finds_anything_leads_to_the_card_of_a_setting(page: SettingsPage, qtbot: QtBot, typed: str) -> None:
    page.resize(900, 500)
    page.show()
    qtbot.waitExposed(page)
    window = SimpleNamespace(go_to=lambda name, item: page.show_item(item) if name == page.name else None)
    [command] = [command for command in settings_commands(cast(MainWindow, window)) if command.matches(typed.split())]
    command.act()
    focused = page.focusWidget()
    card = next(card for card in page.findChildren(QFrame) if card.property("look") == "card" and card.isAncestorOf(focused))
    assert command.text in [one.text() for one in card.findChildren(QLabel)]
    assert not focused.visibleRegion().isEmpty()
    area = page._scroll
    assert card.mapTo(area.viewport(), QPoint()).y() in (14, 17) or area.verticalScrollBar().value() == area.verticalScrollBar().maximum()


def test_a_process_kept_ready_through_a_run_contradicts_nothing(qtbot: QtBot, settings: UserSettings) -> None:
    """An A/B, a ladder or a run from a terminal does not take it: it waits until they have ended."""
    ready = ReadyRecorder("sqlite:///x", lambda: True, lambda: True)
    ready.memory_bytes = 232 * 2**20
    page = SettingsPage(Theme(Choice.DARK), "sqlite:///x", settings, ready)
    qtbot.addWidget(page)
    assert any("Ready now; it takes 232 MiB of memory." in one.whole_text for one in page.findChildren(ReservedLabel))
    switches = [one.text() for one in page.findChildren(QCheckBox)]
    assert "Keep a process ready for the next run" in switches
    assert any("It starts only while nothing runs" in text for text in texts(page))
    ready.close()


def test_nothing_is_assumed_until_the_user_does(page: SettingsPage, gpuscope_home: Path) -> None:
    assert all(not one.text() for one in page.findChildren(QLineEdit))
    assert not (gpuscope_home / "settings.json").exists()
    assert not [text for text in texts(page) if "your assumption:" in text]


def test_factors_and_unit_are_kept_and_shown_with_their_values(page: SettingsPage, settings: UserSettings, qtbot: QtBot) -> None:
    enter(page, "Price of a kWh", "0,30")
    enter(page, "Currency of the price", "EUR")
    enter(page, "Carbon of the grid", "380")
    next(one for one in page.findChildren(QRadioButton) if "Wh" in one.text()).click()
    qtbot.waitUntil(lambda: settings.known.energy_unit == "Wh")
    assert read_settings().factors == EnergyFactors(0.3, "EUR", 380.0, None)
    assert read_settings().energy_unit == "Wh"
    assert "Shown with each result: your assumption: 0.3 EUR per kWh, 380 g CO₂ per kWh." in texts(page)
    enter(page, "Carbon of the grid", "")
    qtbot.waitUntil(lambda: settings.known.factors.carbon_g_per_kwh is None)
    assert read_settings().factors.carbon_g_per_kwh is None


@pytest.mark.parametrize("text", ["0.8", "much", "nan", "inf", "-1"])
def test_what_cannot_be_stays_as_it_was_and_is_told(page: SettingsPage, text: str) -> None:
    write_settings({"pue": 1.4})
    enter(page, "Data centre overhead", text)
    assert read_settings().factors.pue == 1.4
    assert "Data centre overhead: enter a number of at least 1; the value is unchanged." in texts(page)


def test_a_comma_that_may_separate_thousands_is_not_read_as_a_decimal_point(page: SettingsPage) -> None:
    write_settings({"price_per_kwh": 0.25})
    enter(page, "Price of a kWh", "1,234")
    assert read_settings().factors.price_per_kwh == 0.25
    assert "Price of a kWh: 1,234 may be 1234 or 1.234. Type it without the comma, or with a decimal point." in texts(page)


def test_what_cannot_be_is_told_until_it_is_mended(page: SettingsPage) -> None:
    wrong = "Carbon of the grid: enter a number of at least 0; the value is unchanged."
    enter(page, "Carbon of the grid", "-5")
    enter(page, "Data centre overhead", "0.5")
    enter(page, "Price of a kWh", "0.3")
    assert f"{wrong}\nData centre overhead: enter a number of at least 1; the value is unchanged." in texts(page)
    enter(page, "Data centre overhead", "1.4")
    assert wrong in texts(page)
    enter(page, "Carbon of the grid", "5")
    assert not any("it stays as it was" in text for text in texts(page))


def test_a_file_that_cannot_be_read_is_told_and_left_alone(page: SettingsPage, gpuscope_home: Path, qtbot: QtBot) -> None:
    (gpuscope_home / "settings.json").write_text("{")
    enter(page, "Price of a kWh", "0.3")
    qtbot.waitUntil(lambda: any("cannot be changed" in text for text in texts(page)))
    assert (gpuscope_home / "settings.json").read_text() == "{"


def test_what_the_file_says_is_shown(page: SettingsPage, settings: UserSettings, gpuscope_home: Path, qtbot: QtBot) -> None:
    own = next(one for one in page.findChildren(QPushButton) if one.text() == "Use this machine's own sensors")
    assert not own.isEnabled()
    assert "the only ones that are read now" in own.toolTip()
    (gpuscope_home / "settings.json").write_text(json.dumps({"sensors": ["simulated"], "energy_unit": "Wh", "pue": 1.25}))
    with qtbot.waitSignal(settings.changed):
        settings.refresh()
    assert "Simulated GPU" in texts(page)
    assert own.isEnabled()
    assert own.toolTip() == ""
    assert any("--sensor simulated" in text for text in texts(page))
    assert next(one for one in page.findChildren(QRadioButton) if "Wh" in one.text()).isChecked()
    assert "1.25" in [one.text() for one in page.findChildren(QLineEdit)]


def test_size_of_text_and_motion_are_shown_as_chosen_and_told_when_changed(page: SettingsPage) -> None:
    told: list[object] = []
    page.text_size_chosen.connect(told.append)
    page.motion_chosen.connect(told.append)
    sizes = {one.text(): one for one in page.findChildren(QRadioButton)}
    motion = next(one for one in page.findChildren(QCheckBox) if one.text().startswith("Reduce motion"))
    page.show_size_and_motion(150, is_reduced=True)
    assert sizes["150 %"].isChecked()
    assert motion.isChecked()
    page.show_size_and_motion("odd", is_reduced=False)
    assert sizes["As the desktop"].isChecked()
    for control in (sizes["200 %"], sizes["As the desktop"], motion):
        control.click()
    assert told == [200, None, True]


def test_a_wide_window_shows_two_columns_and_a_narrow_one_the_cards_in_their_order(page: SettingsPage) -> None:
    page.show()

    def places(width: int) -> list[tuple[int, int]]:
        page.resize(width, 800)
        QApplication.processEvents()
        cards = [frame for frame in page.findChildren(QFrame) if frame.property("look") == "card"]
        return sorted((card.mapTo(page, QPoint()).x(), card.width()) for card in cards)

    assert len(dict(places(1104))) == 1
    wide = dict(places(1744))
    assert len(wide) == 2
    assert min(wide.values()) > 700
    assert len(dict(places(1104))) == 1


def test_a_factor_keeps_all_its_digits(page: SettingsPage, settings: UserSettings, qtbot: QtBot) -> None:
    enter(page, "Price of a kWh", "0.1234567")
    enter(page, "Carbon of the grid", "1234567")
    qtbot.waitUntil(lambda: settings.known.factors.carbon_g_per_kwh == 1234567.0)
    shown = [one.text() for one in page.findChildren(QLineEdit)]
    assert {"0.1234567", "1234567"} <= set(shown), "a rounded one would be stored when its field is left"
    assert "Shown with each result: your assumption: 0.1234567 per kWh, 1234567 g CO₂ per kWh." in texts(page)


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_the_explanation_of_the_factors_takes_the_lines_that_are_kept_for_notes(
    dress: Dress, qtbot: QtBot, settings: UserSettings, code: str
) -> None:
    window = WindowLanguage(code)
    try:
        card = EnergySettings(settings)
    finally:
        window.close()
    qtbot.addWidget(card)
    card.resize(760, 300)
    dress.put_on(card)
    card.show()
    QApplication.processEvents()
    text = card._explanation._text
    assert text.heightForWidth(text.width()) > text.fontMetrics().lineSpacing() * 1.5
    assert text.height() <= text.heightForWidth(text.width()) + 2
