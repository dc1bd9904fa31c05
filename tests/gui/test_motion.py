"""Motion is reduced by the user's choice, or else by the desktop's settings files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from gpuscope.gui import motion
from gpuscope.gui.motion import reduces_motion


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("file", "text", "is_reduced"),
    [
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n", False),
        ("kdeglobals", "no section = 1\n", False),
        ("kdeglobals", "[Other]\n", False),
    ],
)
def test_the_desktop_s_settings_are_followed_where_they_are_files(config: Path, file: str, text: str, is_reduced: bool) -> None:
    path = config / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert reduces_motion(None) is is_reduced


def test_what_the_desktop_s_portal_answers_counts_too(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion._Portal, "reduces_motion", False)
    monkeypatch.setattr("gpuscope.gui.session_bus.has_session_bus", lambda: True)
    monkeypatch.setattr("gpuscope.gui.session_bus.ask_animations", lambda answer, owner: answer(False))
    applied: list[bool] = []
    monkeypatch.setattr(motion, "apply_motion", lambda *, is_reduced: applied.append(is_reduced))
    motion.ask_portal(lambda: False, QObject(), lambda: None)
    assert applied == [], "the user has chosen"
    motion.ask_portal(lambda: None, QObject(), lambda: None)
    assert applied == [True]
    assert reduces_motion(None)
    assert not reduces_motion(False)


def test_the_user_s_choice_goes_first(config: Path) -> None:
    (config / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0\n")
    assert not reduces_motion(False)
    assert reduces_motion(True)
    (config / "kdeglobals").unlink()
    assert not reduces_motion(None)
