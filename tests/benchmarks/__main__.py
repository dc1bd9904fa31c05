"""Measure and print every figure that gpuscope promises: `python -m tests.benchmarks [--keep] [NAME…]`.

A benchmark is a module `bench_NAME.py` beside this file with a function `rows()` that measures and returns its figures. Run it on an
otherwise idle machine. The exit code is 1 if a figure misses its target or a benchmark cannot be run. `--keep` writes each table to
`results.md`, replacing the previous table of that benchmark, with the machine and the time of printing.
"""

import argparse
import importlib
import os
import platform
import sys
import time
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.row import Row

FOLDER = Path(__file__).parent
HEADERS = ("what", "value", "target", "", "detail")
KEPT = FOLDER / "results.md"
HEADING = "## "
MARKS = {True: "met", False: "MISSED", None: ""}


def main(arguments: Sequence[str]) -> int:
    """Run the named benchmarks, or all, and return the exit code."""
    names = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure and print what gpuscope promises.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}; all when none is named")
    parser.add_argument("--keep", action="store_true", help=f"write the tables into {KEPT.name} as well")
    asked = parser.parse_args(arguments)
    chosen = asked.names
    if unknown := set(chosen) - set(names):
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    print(machine(), flush=True)
    return max([run(name, KEPT if asked.keep else None) for name in names if name in (chosen or names)], default=0)


def run(name: str, kept: Path | None = None) -> int:
    """Run a benchmark, print its table and keep it if given a file; return 1 if it failed or a figure missed its target."""
    start = time.monotonic()
    try:
        rows = importlib.import_module(f"tests.benchmarks.bench_{name}").rows()
    except Exception:  # noqa: BLE001 - one benchmark that fails must not cost the others
        traceback.print_exc()
        print(f"\n{name}: could not be run", flush=True)
        return 1
    print(f"\n{name} ({time.monotonic() - start:.0f} s)\n\n{table(rows)}", flush=True)
    if kept is not None:
        keep(kept, name, f"Printed on: {machine()}\n\n{table(rows)}\n")
    return int(any(row.met is False for row in rows))


def keep(file: Path, name: str, text: str) -> None:
    """Write a benchmark's text to the file under its name, replacing the previous text; other benchmarks' text is unchanged."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    head, *sections = f"\n{before}".split(f"\n{HEADING}")
    kept = dict(section.split("\n", 1) for section in sections) | {name: f"\n{text}"}
    whole = head.strip("\n") + "".join(f"\n\n{HEADING}{one}\n\n{kept[one].strip()}" for one in sorted(kept)) + "\n"
    file.write_text(whole.lstrip("\n"), encoding="utf-8")


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    cells = [HEADERS, *((row.name, shown(row), row.target, MARKS[row.met], row.detail) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADERS))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in cells]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def shown(row: Row) -> str:
    """Return a row's value with its unit, a dash for no value.

    It has three significant digits below 1000 and is an integer above; a share of at least 90 % has four, as its target may be 99.5 %.
    """
    if row.value is None:
        return "–"
    digits = 4 if row.unit == "%" and 90 <= row.value <= 100 else 3
    value = f"{row.value:,.0f}" if abs(row.value) >= 1000 else f"{row.value:.{digits}g}"
    return f"{value} {row.unit}".rstrip()


def machine() -> str:
    """Return a line with the machine and the current time."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{cpu_model()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}, {now}"


def cpu_model() -> str:
    """Return the processor's name from Linux, or else from Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor() or "unknown CPU")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
