"""Makes the README's pictures from real runs on this machine.

    python -m tests.gui.readme_pictures

Records the demonstration (some minutes), then draws its comparison and one of its runs.
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


def main() -> int:
    """Record and draw."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gpuscope-pictures-") as home:
        environment = {**os.environ, "GPUSCOPE_HOME": home}

        def gpuscope(*arguments: str) -> str:
            command = [sys.executable, "-m", "gpuscope", *arguments]
            return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

        gpuscope("demo", "--no-window", "-o", f"{home}/demo.csv")
        ids = [run["run_id"] for run in json.loads(gpuscope("runs", "--json"))["runs"]]
        pages = {
            "compare-light": ("--page", "compare", "--items", ",".join(reversed(ids)), "--theme", "light"),
            "run-dark": ("--page", "runs", "--items", ids[0], "--theme", "dark"),
        }
        for name, page in pages.items():
            file = FOLDER / f"{name}.png"
            gpuscope(*page, "--picture", str(file), "--size", SIZE)
            print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
