"""The cost of the Run page's redraws against the first release's, measured in turns.

A share of a core differs by a third between two machines, and between two days on one: the same benchmark of both versions in one sitting
gives a ratio that can be compared with the aim.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.row import Row

FIRST_RELEASE = "89a4183c"
"""The commit whose README gives 10.3 and 23.9 % of a core, the figures that the aims of 6 and 14 % refer to."""
AIMS = {10: 6 / 10.3, 30: 14 / 23.9}
"""Aimed cost as a fraction of the first release's, by redraws a second."""
ROUNDS = 3
ROOT = Path(__file__).parents[2]
MEASURE = (
    "import sys; from pathlib import Path; from tests.benchmarks.window_redraws import minute;"
    "[print('cost', row.value) for row in minute(Path(sys.argv[1]))]"
)


def rows() -> list[Row]:
    """Measure both versions in turns; no figure outside a clone that has the first release."""
    try:
        with _first_release() as old:
            rounds = [(_costs(old), _costs(ROOT)) for _ in range(ROUNDS)]
    except subprocess.CalledProcessError as error:
        why = (error.stderr or "").strip().splitlines()[-1:] or [str(error)]
        return [Row(_name(rate), None, "×", f"≤ {aim:.2f}", None, why[0]) for rate, aim in AIMS.items()]
    return [_row(place, rate, rounds) for place, rate in enumerate(AIMS)]


def _row(place: int, rate: int, rounds: list[tuple[list[float], list[float]]]) -> Row:
    before, now = ([round_[side][place] for round_ in rounds] for side in (0, 1))
    ratios = [later / earlier for earlier, later in zip(before, now, strict=True)]
    ratio = statistics.median(ratios)
    detail = (
        f"{min(ratios):.2f}–{max(ratios):.2f} in {len(ratios)} rounds; {statistics.median(before):.1f} → {statistics.median(now):.1f} %"
    )
    return Row(_name(rate), ratio, "×", f"≤ {AIMS[rate]:.2f}", ratio <= AIMS[rate], detail)


def _name(rate: int) -> str:
    return f"CPU of the Run page at {rate} redraws a second, against the first release"


@contextmanager
def _first_release() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "first"
        subprocess.run(
            ["git", "-C", ROOT, "worktree", "add", "--detach", checkout, FIRST_RELEASE], check=True, capture_output=True, text=True
        )
        try:
            yield checkout
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", checkout], check=True, capture_output=True)


def _costs(checkout: Path) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, folder],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            check=True,
            capture_output=True,
            text=True,
        )
    return [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("cost ")]
