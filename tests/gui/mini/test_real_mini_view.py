"""The mini view on a real screen: opened by key and button, clicked, and kept open while the main window is closed."""

import re
from pathlib import Path

import pytest

from tests.gui.real_window import MISSING, RealWindow, Widget, display

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]


def _mini(window: RealWindow) -> Widget:
    return window.find("Mini view", "MiniView", whole=True)


def _is_open(window: RealWindow, kind: str) -> bool:
    return any(widget["class"] == kind for widget in window.widgets())


def _click_body(window: RealWindow) -> None:
    x, y, width, height = _mini(window)["rect"]
    window.click_at(x + width // 3, y + height - 14)


def test_the_mini_view_outlives_the_window_and_a_click_brings_it_back(tmp_path: Path) -> None:
    with display("1600x900") as screen, RealWindow(screen, tmp_path / "home", "--page", "machine", "--lang", "en") as window:
        window.find("Record", "Button", whole=True)
        window.focus()
        window.key_until("ctrl+m", lambda: _is_open(window, "MiniView"), "the mini view")
        window.wait(
            lambda: any(one["class"] == "MiniRows" and re.search("CPU.*%", one["said"]) for one in window.widgets()), "the CPU's load"
        )
        begin = _mini(window)["rect"]
        hold = begin[0] + 60, begin[1] + begin[3] - 14
        window.drag(hold, (hold[0] - 300, hold[1] - 200))
        window.wait(lambda: _mini(window)["rect"][:2] == [begin[0] - 300, begin[1] - 200], "the place to which it was dragged")
        window.focus_main()
        window.key_until("ctrl+q", lambda: not _is_open(window, "FirstFrame"), "the window to close")
        assert window.process.poll() is None
        _click_body(window)
        window.find("Record", "Button", whole=True)
        window.focus_main()  # it covers the mini view here, since no window manager keeps that on top
        window.key_until("ctrl+m", lambda: not _is_open(window, "MiniView"), "the mini view to close")
        window.key("ctrl+q")
        assert window.ended() == 0
        assert window.output == ""
    with display("1600x900") as screen, RealWindow(screen, tmp_path / "home", "--page", "machine", "--lang", "en") as window:
        window.click("Mini view: a small window on top of all others (Ctrl+M)", "Button", whole=True)
        assert _mini(window)["rect"][:2] == [begin[0] - 300, begin[1] - 200], "the place is kept"
