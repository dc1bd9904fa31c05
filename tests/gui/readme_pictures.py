"""Makes the README's pictures from real runs on this machine.

    python -m tests.gui.readme_pictures [NAME…]

Records the demonstration (two minutes on an otherwise idle machine) and a run with a profile, then draws the demonstration's
ladder, a comparison, a race and a run of it, and the timeline of the profile. With names, only those pictures and what they need.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QImage

from tests.gui import small_png

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging" / "pictures"
SIZE = "1280x800"
PROFILE = "profile-dark"
NAMES = ("ladder-dark", "compare-light", "race-dark", "run-dark", PROFILE)
MOST_LANES = 6
"""Maximum lanes of a race that stay legible at the size of the README's pictures."""


PROFILED = ("run", "cifar-cnn", "--steps", "60", "--profile", "steps=40:43,memory", "--name", "cifar-cnn, three steps profiled")
Gpuscope = Callable[..., str]


def main(arguments: Sequence[str]) -> int:
    """Record the runs, and draw the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.readme_pictures", description="Make the README's pictures.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; all when none is named")
    names: list[str] = parser.parse_args(arguments).names
    if unknown := set(names) - set(NAMES):
        parser.error(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-pictures-") as home:
        environment = {**os.environ, "GPUSCOPE_HOME": home}

        def gpuscope(*arguments: str) -> str:
            command = [sys.executable, "-m", "gpuscope", *arguments]
            return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

        pages: dict[str, tuple[str, ...]] = {}
        if not names or set(names) - {PROFILE}:
            pages |= demonstration_pages(gpuscope, home)
        if not names or PROFILE in names:
            pages |= profile_page(gpuscope, Path(home))
        for name in names or pages:
            file = FOLDER / f"{name}.png"
            gpuscope(*pages[name], "--picture", str(file), "--size", SIZE)
            small_png.save(QImage(str(file)), file)
            print(file)
    return 0


def demonstration_pages(gpuscope: Gpuscope, home: str) -> dict[str, tuple[str, ...]]:
    """Record the demonstration; return the arguments that draw each picture of it."""
    rungs = json.loads(gpuscope("demo", "--no-window", "--json", "-o", f"{home}/demo.csv"))["rungs"]
    ids = [rung["runs"][-1] for rung in rungs if rung["runs"]]
    kept = [rung["runs"][-1] for rung in rungs if rung["kept"] and rung["runs"]]
    return {
        "ladder-dark": ("--page", "ladder", "--theme", "dark"),
        "compare-light": ("--page", "compare", "--items", ",".join((kept[0], *kept[-2:])), "--theme", "light"),
        "race-dark": ("--page", "race", "--items", ",".join(ids[:MOST_LANES]), "--theme", "dark"),
        "run-dark": ("--page", "runs", "--items", ids[-1], "--theme", "dark"),
    }


def profile_page(gpuscope: Gpuscope, home: Path) -> dict[str, tuple[str, ...]]:
    """Record a run with a profile; return the arguments that draw its timeline, the tab the window had open last."""
    run = json.loads(gpuscope(*PROFILED, "--json"))["run_id"]
    (home / "window.json").write_text(json.dumps({"page.profile": {"part": "timeline"}}))
    return {PROFILE: ("--page", "profile", "--items", run, "--theme", "dark")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
