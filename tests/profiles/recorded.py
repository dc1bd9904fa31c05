"""Real traces from accelerators not on this machine, with the tables of another analyser; stored beside the repository, not in it."""

import csv
from pathlib import Path

import pytest

from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_trace

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "traces"
WITH_OPERATORS = ("h100-bert-small", "h100-qwen1.5-0.5b", "mi300-bert-small", "mi300-qwen1.5-0.5b")
"""The traces that have operator tables from TraceLens."""


def open_profile(path: Path) -> Profile:
    """Return the profile of a trace file."""
    return Profile(read_trace(path))


def recorded_file(name: str) -> Path:
    """Return the path of a recorded trace; skip the test if it is not available."""
    return _at_hand(name if name.endswith(".gz") else f"{name}/trace.json.gz")


def recorded_profile(name: str) -> Profile:
    """Return the profile of a recorded trace."""
    return open_profile(recorded_file(name))


def table_beside(name: str, table: str) -> list[dict[str, str]]:
    """Return the rows of a table made by TraceLens from a trace; skip the test if it is not available."""
    with _at_hand(f"{name}/{table}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def _at_hand(name: str) -> Path:
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"the recorded traces are not at hand: {FOLDER} has no {name}")
    return path
