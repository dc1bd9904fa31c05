"""How long the event loop blocks: while a run is recorded and 10,000 runs are listed, and on changes of page, theme and language."""

from pathlib import Path

from tests.benchmarks.bench_start import RUNS, fill
from tests.benchmarks.fed_recorder import Plan, recording
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, played, window

MEASURED_S = 15.0
LISTED_S = 45.0
"""Time on the Runs page with a live run: the whole list is reloaded every half minute."""
TARGET_MS = 25.0
LONGEST_MS = 150.0
"""A block of the event loop that a user does not notice yet."""


def rows(folder: Path) -> list[Row]:
    """Measure on the Runs page, where the list is kept up to date, and on the Run page, where the charts are drawn."""
    home = folder / "loop"
    fill(home)
    told = _told(home)
    return [_row(told, "runs", "the Runs page"), _row(told, "run", "the Run page"), *block_rows(home)]


def block_rows(home: Path) -> list[Row]:
    """Measure the longest block of the event loop for each kind of change, in processor time of its thread."""
    told = played("blocks", home)
    kinds = (
        ("first", "a page at its first sight"),
        ("theme", "another theme, all pages made"),
        ("language", "another language, all pages made"),
    )
    rows = []
    for key, words in kinds:
        (name, longest), *others = sorted(told[key].items(), key=lambda entry: -entry[1])
        detail = f"processor time, {name}; then {', '.join(f'{other} {block:.0f}' for other, block in others[:3])} ms"
        rows.append(Row(f"longest block of the event loop: {words}", longest, "ms", "≤ 150 ms", longest <= LONGEST_MS, detail))
    return rows


def _told(home: Path) -> Told:
    found: Told = {}
    with window("stalls", home, "runs", listed_s=LISTED_S, seconds=MEASURED_S) as lines:
        for line in lines:
            found |= line
            if "idle" in line:
                break
        with recording(Plan(str(home), has_steps=True)):
            for line in lines:
                found |= line
    return found


def _row(told: Told, page: str, where: str) -> Row:
    more = told[page]["p99_ms"] - told["idle"]["p99_ms"]
    detail = (
        f"{told[page]['p99_ms']:.1f} ms against {told['idle']['p99_ms']:.1f} ms without a run; longest "
        f"{told[page]['longest_ms']:.0f} against {told['idle']['longest_ms']:.0f} ms; {RUNS:,} runs, {told['curves']} curves"
    )
    return Row(f"event-loop delay on {where}, p99, recording minus not recording", more, "ms", "≤ 25 ms", more <= TARGET_MS, detail)
