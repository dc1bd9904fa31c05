"""The user's settings, read and written off the event loop."""

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.services import user_settings
from gpuscope.gui.services.user_settings import UserSettings, WindowMemory
from gpuscope.system.settings import Settings, read_settings, write_settings


def raise_it(error: GpuscopeError) -> None:
    raise error


def test_they_are_read_by_another_thread_and_the_defaults_until_then(
    settings: UserSettings, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings({"energy_unit": "Wh"})
    readers: list[str] = []

    def read() -> Settings:
        readers.append(threading.current_thread().name)
        return read_settings()

    monkeypatch.setattr(user_settings, "read_settings", read)
    with qtbot.waitSignal(settings.changed):
        settings.refresh()
        assert (settings.known, settings.has_read) == (Settings(), False)
    assert settings.known.energy_unit == "Wh"
    assert readers == ["settings"]


def test_what_was_chosen_is_written_also_when_the_window_closes_at_once(settings: UserSettings) -> None:
    settings.change({"energy_unit": "Wh"}, raise_it)
    settings.close()
    assert read_settings().energy_unit == "Wh"


def test_what_did_not_change_is_not_told(settings: UserSettings, qtbot: QtBot) -> None:
    told: list[str] = []
    settings.changed.connect(lambda: told.append(settings.known.energy_unit))
    settings.refresh()
    settings.refresh()
    settings.change({"energy_unit": "Wh"}, raise_it)
    qtbot.waitUntil(lambda: "Wh" in told)
    assert told == ["J", "Wh"]


@pytest.mark.parametrize(
    ("key", "value", "is_told"), [("tell_ends", False, False), ("energy_unit", "Wh", True), ("price_per_kwh", 0.3, True)]
)
def test_figures_of_energy_are_told_anew_only_for_settings_that_they_show(
    key: str, value: object, is_told: bool, settings: UserSettings, qtbot: QtBot
) -> None:
    told: list[str] = []
    settings.energy_changed.connect(lambda: told.append(key))
    with qtbot.waitSignal(settings.changed):
        settings.change({key: value}, raise_it)
    assert told == ([key] if is_told else [])


def test_it_is_the_users_alone(gpuscope_home: Path) -> None:
    path = gpuscope_home / "deep" / "window.json"
    memory = WindowMemory(path)
    memory.put("page", "runs")
    assert memory.save()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert WindowMemory(path).get("page") == "runs"


def test_it_is_written_only_if_it_has_changed(gpuscope_home: Path) -> None:
    path = gpuscope_home / "window.json"
    memory = WindowMemory(path)
    memory.put("page", "runs")
    assert memory.save()
    path.unlink()
    assert memory.save()
    assert not path.exists()
    memory.put("page", "run")
    assert memory.save()
    assert path.exists()


def test_where_nothing_can_be_kept_it_is_let_go(gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(parents=True, exist_ok=True)
    (gpuscope_home / "file").touch()
    memory = WindowMemory(gpuscope_home / "file" / "window.json")
    memory.put("page", "runs")
    assert not memory.save()
    assert memory.get("page") == "runs"
