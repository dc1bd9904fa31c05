"""The real program on a real X server, driven by a real mouse and keyboard; the first run trains, the others sleep."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.plan import PlanKind
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.plans import PlanWriter
from gpuscope.system import paths
from tests.cli.stored_runs import store_run
from tests.gui import shown_runs
from tests.gui.real_window import MISSING, RealWindow, display
from tests.recording.recorders import gpuscope, until

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]
LONG = ("run", "--detach", "--json", "--", sys.executable, "-c", "import time; time.sleep(600)")
"""A long run that leaves the processor to the window; training would take every core."""


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv("GPUSCOPE_HOME", str(folder))
    yield folder
    for run in runs():
        if run["state"] == "running":
            gpuscope("stop", run["run_id"])


def runs() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = gpuscope("runs", "--json").document["runs"]
    return found


def state_of(run_id: str) -> str:
    return str(gpuscope("show", run_id, "--json").document["state"])


def opened(screen: str, home: Path, *arguments: str, folder: Path | None = None, trains: bool = False) -> RealWindow:
    window = RealWindow(screen, home, *arguments, folder=folder, trains=trains)
    window.find("Start", "Button", whole=True)
    window.focus()
    return window


def test_a_run_is_started_watched_and_stopped_by_hand(screen: str, home: Path) -> None:
    with opened(screen, home, trains=True) as window:
        steps = window.find("Steps", "Edit", whole=True)["rect"]
        window.click_at(steps[0] + 20, steps[1] + 10)
        window.key("ctrl+a")
        window.type("100000000")
        window.key("ctrl+Return")
        window.find("running", "StateBadge")
        first = window.find("of 100", "ElidedLabel")["words"]
        window.wait(lambda: window.find("of 100", "ElidedLabel")["words"] != first, "progress")
        window.click("Stop", "Button", whole=True)
        window.find("stopped", "StateBadge")
        [run] = runs()
        assert (run["state"], run["name"]) == ("stopped", "mnist-mlp cpu fp32")
        window.send(signal.SIGTERM)
        assert window.ended() == 0
        assert window.output == ""


def test_a_run_that_fails_says_why_with_its_last_lines(screen: str, home: Path) -> None:
    with opened(screen, home) as window:
        window.click("Workload", "Box", whole=True)
        window.type("own command")
        window.key("Return")
        command = window.find("Command", "CommandBox")["rect"]
        window.click_at(command[0] + 20, command[1] + 10)
        window.type("python3 -c \"print('about to fail'); raise SystemExit('no such column: loss')\"")
        window.key("ctrl+Return")
        window.find("failed", "StateBadge")
        window.find("no such column: loss")
        assert runs()[0]["state"] == "failed"
        assert window.output == ""


def test_a_signal_closes_the_window_without_a_question_and_its_run_goes_on(screen: str, home: Path) -> None:
    """SIGTERM closes the window of the first minute, below."""
    run_id = gpuscope(*LONG).document["run_id"]
    for number in (signal.SIGINT, signal.SIGHUP):
        with opened(screen, home) as window:
            window.find("running", "StateBadge")
            window.send(number)
            assert window.ended() == 0, number
            assert window.output == ""
        assert state_of(run_id) == "running"


def test_closing_asks_and_both_answers_are_kept(screen: str, home: Path) -> None:
    run_id = gpuscope(*LONG).document["run_id"]
    with opened(screen, home) as window:
        window.find("running", "StateBadge")
        window.key("ctrl+q")
        window.find("is still running", "Label")
        window.key_until("Escape", lambda: not any(one["modal"] for one in window.widgets()), "the question to go away")
        window.focus()  # as a window manager does when a dialog closes
        window.key("ctrl+q")
        window.click("Keep running", "Button", whole=True)
        assert window.ended() == 0
    assert state_of(run_id) == "running"
    with opened(screen, home) as window:
        window.find("running", "StateBadge")
        window.key("ctrl+q")
        window.click("Stop the run", "Button", whole=True)
        assert window.ended() == 0
    until(lambda: state_of(run_id) != "running", 60)
    assert state_of(run_id) == "stopped"


def test_a_killed_window_costs_no_run_and_the_next_one_shows_it_from_its_start(screen: str, home: Path) -> None:
    with opened(screen, home) as window:
        steps = window.find("Steps", "Edit", whole=True)["rect"]
        window.click_at(steps[0] + 20, steps[1] + 10)
        window.key("ctrl+a")
        window.type("100000000")
        window.click_until("Start", "Button", lambda: any(one["class"] == "StateBadge" for one in window.widgets()), "a state")
        window.find("running", "StateBadge")
        window.send(signal.SIGKILL)
        window.ended()
    [run] = runs()
    assert run["state"] == "running"
    with opened(screen, home) as first, opened(screen, home) as second:
        for window in (first, second):
            window.focus()
            window.find("running", "StateBadge")
            window.find("of 100", "ElidedLabel")
        second.click("Stop", "Button", whole=True)
        for window in (first, second):
            window.find("stopped", "StateBadge")
            assert window.output == ""
    assert state_of(run["run_id"]) == "stopped"


def test_a_deleted_ladder_comes_back_by_the_button_and_by_the_keyboard(screen: str, home: Path) -> None:
    spec = RunSpec("mnist-mlp", task="inference").to_json()
    options = {
        **{"asked": spec, "thorough": False, "from_cpu": False, "repeats": 1, "rungs": ["threads"]},
        "base": {"title": "One thread", "spec": spec},
    }
    writer = PlanWriter(paths.default_store_url())
    plan_id = writer.create(PlanKind.LADDER, "mnist-mlp inference on cpu", options, [])
    with RealWindow(screen, home, "--page", "ladder") as window:
        window.find("New ladder", "Button", whole=True)
        window.focus()
        window.click("New ladder", "Button", whole=True)
        for key in ("", "ctrl+z"):
            window.click("Delete; its runs stay", "Button", whole=True)
            window.find("is deleted; its runs stay", "Label")
            if key:
                window.key(key)
            else:
                window.click("Undo", "Button", whole=True)
            window.find("It is back.", "Label")
        window.click("mnist-mlp inference on cpu", "Button", whole=True)
        window.find("No measurement of mnist-mlp inference yet.", "Label")
        assert window.output == ""
    assert writer.read(plan_id).name == "mnist-mlp inference on cpu"


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext")
def test_compared_runs_race_over_the_screen_and_become_a_gif(screen: str, home: Path, tmp_path: Path) -> None:
    shown_runs.fill()
    with RealWindow(screen, home, "--page", "compare", "--items", "10abab,30abab") as window:
        window.find("Race these runs", "Button", whole=True)
        window.focus()
        window.click("Race these runs", "Button", whole=True)
        window.find("Pause (Space)", "Button", whole=True)
        window.key_until("space", lambda: any(one["name"] == "Play (Space)" for one in window.widgets()), "a race that stands")
        window.key_until("F11", lambda: not any(one["words"] == "Same time" for one in window.widgets()), "full screen")
        window.key_until("Escape", lambda: any(one["words"] == "Same time" for one in window.widgets()), "the page")
        window.click("50\u00a0×", "Button", whole=True)
        window.click("Export", "Button", whole=True)
        window.key("Down", "Return")
        window.find("File name", "")
        window.key("ctrl+a")
        window.type(f"{tmp_path}/race.gif")
        window.key("Return")
        window.find("Saved to", "Label")
        assert window.output == ""
    assert (tmp_path / "race.gif").read_bytes().startswith(b"GIF89a")


def test_two_runs_are_compared_and_their_report_exported(screen: str, home: Path, tmp_path: Path) -> None:
    shown_runs.fill()
    with RealWindow(screen, home, "--page", "runs") as window:
        table = window.find("Runs", "RunTable", whole=True)["rect"]
        window.find("on disk", "ElidedLabel")
        window.focus()
        window.click_at(table[0] + 200, table[1] + 50)
        window.key("shift+Down")
        window.click("Compare", "ActionButton", whole=True)
        window.find("the throughput", "Label")
        window.click("Export", "Button", whole=True)
        window.key("Down", "Return")
        window.find("Page 1 of", "Label")  # the preview is shown
        window.click("Save…", "Button", whole=True)
        window.find("File name", "")
        window.key("ctrl+a")
        window.type(f"{tmp_path}/report.pdf")
        window.key("Return")
        window.find("Saved to", "Label")
        assert window.output == ""
    text = subprocess.run(["pdftotext", "-layout", str(tmp_path / "report.pdf"), "-"], capture_output=True, text=True, check=True).stdout
    first = text.partition("\f")[0]
    for words in ("CNN, FP32", "CNN, TF32", "Throughput", "invented for this picture"):
        assert words in text
    assert "Throughput" in first
    assert "1/9" in first.replace(" ", "")


def test_the_first_minute_one_click_begins_the_ladder_and_the_next_window_finds_it(screen: str, home: Path) -> None:
    with RealWindow(screen, home) as window:
        window.find("See what optimizations gain here", "Choice")
        window.focus()
        window.click("See what optimizations gain here", "Choice")
        window.find("What makes cifar-cnn inference faster?", "Label")
        window.wait(lambda: runs(), "the first rung", 200)
        window.send(signal.SIGTERM)
        assert window.ended() == 0
        assert window.output == ""
    (plan,) = gpuscope("plans", "--json").document["plans"]
    assert plan["state"] in ("running", "waiting"), "it goes on without the window"
    with RealWindow(screen, home, "--page", "ladder") as window:
        window.click("Stop", "Button", whole=True)
        window.find("Resume", "Button", whole=True)
        assert window.output == ""
    assert gpuscope("plans", "--json").document["plans"][0]["state"] == "stopped"


def test_a_deleted_run_comes_back_by_ctrl_z(screen: str, home: Path) -> None:
    """With real keys; the first is pressed where the mouse has put the focus."""
    for run_id in ("a1", "a2"):
        store_run(run_id)
    with RealWindow(screen, home, "--page", "runs") as window:
        window.find("on disk", "ElidedLabel")
        window.focus()
        table = window.find("", "RunTable")["rect"]
        window.click_at(table[0] + 200, table[1] + 50)
        window.find("1 of 2 selected", "ElidedLabel")
        window.key_until("Delete", lambda: len(runs()) == 1, "the run to go")
        window.key_until("ctrl+z", lambda: len(runs()) == 2, "the run to come back")
        window.find("The run is back.")
        assert window.output == ""
