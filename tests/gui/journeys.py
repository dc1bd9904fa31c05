"""Goes through five user journeys in the real program with a real mouse and keyboard, and takes a screenshot at each stage.

    python -m tests.gui.journeys FOLDER [--lang zh_CN …] [--size 1280x800] [JOURNEY …]

The journeys are those of :data:`JOURNEYS`. It prints each stage with its time, and fails if a stage does not appear, if the program
prints anything, or if a stored run is not what the user asked for. Widgets are found by their text in the chosen language.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpuscope.system import device_use, language
from gpuscope.system.catalogue import catalogue_file, read_catalogue
from tests.gui import shown_runs
from tests.gui.real_window import RealWindow, display
from tests.recording.recorders import command

_SCRIPT = """\
import time
for epoch in range(3):
    print("epoch", epoch, flush=True)
    time.sleep(1)
raise SystemExit("no such column: loss")
"""
_MANY = "100000000"
_PLACE = re.compile(r"\{\d\}")


class Traveller:
    """A simulated user with one home, one screen and one language.

    Args:
        screen: Name of the X server.
        home: GPUSCOPE_HOME.
        code: Language code.
        folder: Folder for the screenshots.
    """

    def __init__(self, screen: str, home: Path, code: str, folder: Path) -> None:
        self.home, self.code = home, code
        self._screen, self._folder = screen, folder
        self._texts = read_catalogue(catalogue_file(code)).contexts if code != language.ENGLISH else {}
        self._stage = 0
        self._begun = time.monotonic()

    def said(self, english: str) -> str:
        """Translate a text of the window into the traveller's language, cut off at its first placeholder."""
        found = next((texts[english] for texts in self._texts.values() if english in texts), english)
        return _PLACE.split(found)[0].replace("&", "").strip() or found

    @contextmanager
    def window(self, *arguments: str) -> Iterator[RealWindow]:
        """Open the window; on exit, check that it printed nothing."""
        with RealWindow(self._screen, self.home, "--lang", self.code, *arguments, trains=True) as window:
            yield window
            assert window.output == "", window.output

    def stage(self, window: RealWindow, name: str) -> None:
        """Take a screenshot, and print the time since the journey began."""
        self._stage += 1
        file = self._folder / f"{self._stage:02d}-{name}.png"
        window.ask("draw_screen", str(file))
        print(f"  {time.monotonic() - self._begun:6.1f} s  {file}", flush=True)

    def gpuscope(self, *words: str) -> dict[str, Any]:
        """Run a command-line verb and return its JSON document."""
        done = subprocess.run(
            command(*words, "--json"), env={**os.environ, "GPUSCOPE_HOME": str(self.home)}, capture_output=True, text=True, check=True
        )
        document: dict[str, Any] = json.loads(done.stdout)
        return document

    def runs(self) -> list[dict[str, Any]]:
        """Return the stored runs, newest first."""
        found: list[dict[str, Any]] = self.gpuscope("runs")["runs"]
        return found

    def type_steps(self, window: RealWindow, steps: str) -> None:
        """Type a number of steps into the form."""
        rect = window.find(self.said("Steps"), "Edit", whole=True)["rect"]
        window.click_at(rect[0] + 20, rect[1] + 10)
        window.key("ctrl+a")
        window.type(steps)

    def badge(self, window: RealWindow, state: str) -> None:
        """Wait until the header shows a state."""
        window.find(self.said(state), "StateBadge")


def first_minute(hand: Traveller) -> None:
    """An empty home: look at the choices, read the guide, find the keys, run a workload to its end."""
    with hand.window() as window:
        window.find(hand.said("Run one workload"), "Choice")
        window.focus()
        hand.stage(window, "empty")
        window.key("F1")
        window.wait(lambda: window.ask("is_ready"), "the guide")
        window.find(hand.said("Help"), "Label")
        hand.stage(window, "guide")
        window.key("alt+Left")
        window.click(hand.said("Run one workload"), "Choice")
        hand.type_steps(window, "150")
        hand.stage(window, "form")
        window.key("ctrl+Return")
        hand.badge(window, "running")
        hand.stage(window, "running")
        hand.badge(window, "finished")
        hand.stage(window, "finished")
        window.key("ctrl+k")
        window.find("", "CommandPalette")
        hand.stage(window, "palette")
        window.key("Escape")
    assert hand.runs()[0]["state"] == "finished"


def run_and_stop(hand: Traveller) -> None:
    """Start a long run with the button, mark it, stop it, and open its report."""
    with hand.window("--page", "run") as window:
        window.find(hand.said("Start"), "Button", whole=True)
        window.focus()
        hand.type_steps(window, _MANY)
        window.click(hand.said("Start"), "Button", whole=True)
        hand.badge(window, "running")
        window.wait(lambda: any(_PROGRESS.search(one["words"]) for one in window.widgets()), "progress")
        hand.stage(window, "running")
        window.click(hand.said("Stop"), "Button", whole=True)
        hand.badge(window, "stopped")
        hand.stage(window, "stopped")
        window.key("ctrl+4")
        table = window.find("", "RunTable")["rect"]
        window.click_at(table[0] + 200, table[1] + 50)
        window.key_until("Return", lambda: not any("RunTable" in one["class"] for one in window.widgets()), "the report")
        window.wait(lambda: window.ask("is_ready"), "the report")
        hand.stage(window, "report")
    assert hand.runs()[0]["state"] == "stopped"


_PROGRESS = re.compile(r"100[ ,\u202f\u00a0]?000[ ,\u202f\u00a0]?000")


def own_script(hand: Traveller) -> None:
    """Record the user's own script, which fails, and read why."""
    script = hand.home.parent / "train it.py"
    script.write_text(_SCRIPT)
    with hand.window("--page", "run") as window:
        window.find(hand.said("Start"), "Button", whole=True)
        window.focus()
        window.click(hand.said("Record a command of mine"), "Choice")
        rect = window.find(hand.said("Command"), "CommandBox")["rect"]
        window.click_at(rect[0] + 20, rect[1] + 10)
        window.type(f"python3 '{script}'")
        hand.stage(window, "typed")
        window.key("ctrl+Return")
        hand.badge(window, "running")
        hand.stage(window, "running")
        hand.badge(window, "failed")
        window.find("no such column: loss")
        hand.stage(window, "failed")
    assert hand.runs()[0]["state"] == "failed"


def compare_and_export(hand: Traveller) -> None:
    """Choose two stored runs, compare them, and save the report."""
    os.environ["GPUSCOPE_HOME"] = str(hand.home)
    shown_runs.fill()
    with hand.window("--page", "runs") as window:
        table = window.find("", "RunTable")["rect"]
        window.wait(lambda: window.ask("is_ready"), "the list")
        window.focus()
        window.click_at(table[0] + 200, table[1] + 50)
        window.key("shift+Down")
        hand.stage(window, "chosen")
        window.click(hand.said("Compare"), "ActionButton", whole=True)
        window.find(hand.said("Export"), "Button", whole=True)
        window.wait(lambda: window.ask("is_ready"), "the comparison")
        hand.stage(window, "compared")
        window.click(hand.said("Export"), "Button", whole=True)
        hand.stage(window, "menu")
        window.key("Down", "Return")
        window.find(hand.said("Page {0} of {1}"), "Label")
        hand.stage(window, "preview")
        window.click(hand.said("Save…"), "Button", whole=True)
        window.wait(lambda: any("FileDialog" in one["class"] for one in window.widgets()), "the file dialog")
        hand.stage(window, "dialog")
        window.key("ctrl+a")
        report = hand.home.parent / "report.pdf"
        window.type(str(report))
        window.key("Return")
        window.find(hand.said("Saved to {0}"), "Label")
        hand.stage(window, "saved")
    assert report.read_bytes().startswith(b"%PDF")


def killed_window(hand: Traveller) -> None:
    """Kill the window during a live run; the next window shows the run from its start, and stops it."""
    with hand.window("--page", "run") as window:
        window.find(hand.said("Start"), "Button", whole=True)
        window.focus()
        hand.type_steps(window, _MANY)
        window.key("ctrl+Return")
        hand.badge(window, "running")
        window.wait(lambda: any(_PROGRESS.search(one["words"]) for one in window.widgets()), "progress")
        hand.stage(window, "running")
        window.send(signal.SIGKILL)
        window.ended()
    [run, *_] = hand.runs()
    assert run["state"] == "running", run["state"]
    with hand.window() as window:
        hand.badge(window, "running")
        window.wait(lambda: any(_PROGRESS.search(one["words"]) for one in window.widgets()), "progress")
        window.focus()
        hand.stage(window, "next-window")
        window.click(hand.said("Stop"), "Button", whole=True)
        hand.badge(window, "stopped")
        hand.stage(window, "stopped")
    assert hand.runs()[0]["state"] == "stopped"


JOURNEYS: dict[str, Callable[[Traveller], None]] = {
    "first-minute": first_minute,
    "run-and-stop": run_and_stop,
    "own-script": own_script,
    "compare-and-export": compare_and_export,
    "killed-window": killed_window,
}


def main(arguments: Sequence[str]) -> int:
    """Run the journeys; return 1 if any did not finish."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.journeys", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("journey", nargs="*", metavar="JOURNEY", help=f"one of {', '.join(JOURNEYS)}; default: all")
    parser.add_argument("--lang", action="append", default=[], choices=list(language.LANGUAGES))
    parser.add_argument("--size", default="1280x800")
    chosen = parser.parse_intermixed_args(arguments)
    if unknown := [name for name in chosen.journey if name not in JOURNEYS]:
        parser.error(f"unknown journey: {unknown[0]}")
    failed = 0
    with display(chosen.size) as screen:
        for code in chosen.lang or language.LANGUAGES:
            for name in chosen.journey or JOURNEYS:
                failed += not _has_gone(name, screen, code, chosen.folder / f"{name}-{code}")
    return int(failed > 0)


def _has_gone(name: str, screen: str, code: str, folder: Path) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{name} ({code})", flush=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-journey-") as place:
        os.environ[device_use.VARIABLE] = f"{place}/runtime"  # its runs wait for none of this user's
        hand = Traveller(screen, Path(place) / "home", code, folder)
        try:
            JOURNEYS[name](hand)
        except AssertionError as error:
            print(f"  failed: {error}")
            return False
        finally:
            for run in hand.runs():
                if run["state"] == "running":
                    hand.gpuscope("stop", run["run_id"])
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
