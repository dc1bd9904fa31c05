"""Makes the README's pictures from real runs on this machine.

    python -m tests.gui.readme_pictures

Records the demonstration (two minutes on a machine that does nothing else), then draws its ladder, a comparison, a race and a run of it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging" / "pictures"
SIZE = "1280x800"
MOST_LANES = 6
"""Of a race that is read at the size of the README's pictures."""


def main() -> int:
    """Record and draw."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-pictures-") as home:
        environment = {**os.environ, "GPUSCOPE_HOME": home}

        def gpuscope(*arguments: str) -> str:
            command = [sys.executable, "-m", "gpuscope", *arguments]
            return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

        rungs = json.loads(gpuscope("demo", "--no-window", "--json", "-o", f"{home}/demo.csv"))["rungs"]
        ids = [rung["runs"][-1] for rung in rungs if rung["runs"]]
        kept = [rung["runs"][-1] for rung in rungs if rung["kept"] and rung["runs"]]
        pages = {
            "ladder-dark": ("--page", "ladder", "--theme", "dark"),
            "compare-light": ("--page", "compare", "--items", ",".join((kept[0], *kept[-2:])), "--theme", "light"),
            "race-dark": ("--page", "race", "--items", ",".join(ids[:MOST_LANES]), "--theme", "dark"),
            "run-dark": ("--page", "runs", "--items", ids[-1], "--theme", "dark"),
        }
        for name, page in pages.items():
            file = FOLDER / f"{name}.png"
            gpuscope(*page, "--picture", str(file), "--size", SIZE)
            print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
