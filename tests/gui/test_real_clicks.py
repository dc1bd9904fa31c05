"""Clicks on the real window: none is lost, however short, and click targets do not move."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gui import short_clicks, shown_runs
from tests.gui.real_window import MISSING, ROOT, RealWindow, display

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]
TALKING = "import time\nfor number in range(10_000):\n    print('line', number, flush=True)\n    time.sleep(0.2)"
UPDATES_S = 3.0


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clicks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GPUSCOPE_HOME", str(folder))
        shown_runs.fill()
    return folder


@pytest.fixture(scope="module")
def window(home: Path) -> Iterator[RealWindow]:
    with display() as screen, RealWindow(screen, home, "--page", "run") as opened:
        opened.find("Start", "Button", whole=True)
        opened.focus()
        yield opened
        assert opened.output == ""


def gpuscope(home: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "gpuscope", *arguments]
    environment = {**os.environ, "GPUSCOPE_HOME": str(home)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout


def begin(home: Path) -> str:
    return str(json.loads(gpuscope(home, "run", "--detach", "--json", "--", sys.executable, "-c", TALKING))["run_id"])


def test_a_notice_moves_nothing_on_any_page(window: RealWindow) -> None:
    found = {}
    for view in short_clicks.VIEWS:
        before = short_clicks.show(window, view)
        window.ask("tell", "A notice of several lines. " * 12)
        during = short_clicks.standing_places(window)
        window.ask("tell", "")
        found[view] = short_clicks.moved(before, during) + short_clicks.moved(before, short_clicks.standing_places(window))
        assert len(before) > 8, "the page shows what can be clicked"
    assert not any(found.values()), found


def test_live_updates_and_the_end_of_a_run_move_nothing(window: RealWindow, home: Path) -> None:
    short_clicks.show(window, "run")
    run_id = begin(home)
    try:
        window.click("Live run", "LiveCard")  # a run that begins elsewhere leaves one that is displayed in its place
        window.find("running", "StateBadge")
        window.find("line 5", "LogText")
        live = short_clicks.standing_places(window)
        window.find("line 25", "LogText")
        later = short_clicks.standing_places(window)
        others = {}
        for view in ("runs", "machine"):
            before = short_clicks.show(window, view)
            window.wait(lambda: True, "some updates", UPDATES_S)
            others[view] = short_clicks.moved(before, short_clicks.standing_places(window))
        short_clicks.show(window, "run")
        second = begin(home)
        window.find("2 runs", "RunChooser")
        beside = short_clicks.standing_places(window)
        gpuscope(home, "stop", second)
    finally:
        gpuscope(home, "stop", run_id)
    window.find("stopped", "StateBadge")
    window.find("Run again", "Button", whole=True)
    ended = short_clicks.standing_places(window)
    assert short_clicks.moved(live, later) == []
    assert others == {"runs": [], "machine": []}
    assert short_clicks.moved(live, beside) == []
    assert short_clicks.moved(live, ended) == []
    assert any("Run again" in name for name in ended)


def test_no_press_of_five_milliseconds_is_lost(window: RealWindow) -> None:
    """Last in this file: afterwards the buttons only count. `python -m tests.gui.short_clicks` presses each after every kind of field."""
    done: set[tuple[object, ...]] = set()
    count, lost = 0, []
    for view in ("run", "settings", "sweep", "compare", "health"):
        short_clicks.show(window, view)
        for press in short_clicks.presses(window, short_clicks.fields_of(window), done, in_turn=True):
            count += 1
            lost += [] if press.is_taken else [(view, press)]
    assert lost == []
    assert count > 80
