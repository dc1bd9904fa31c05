"""``gpuscope workloads``: what can be run here, and why the rest cannot."""

import argparse
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from gpuscope.cli import console
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.text import render
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import availability
from gpuscope.workloads.launch import capabilities_command

NAME = "workloads"
HELP = "list what can be run here, and why the rest cannot"
_PATIENCE_S = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: the verb has no flags of its own."""


def run(arguments: argparse.Namespace) -> int:
    """Prints the catalogue with what this machine makes of it."""
    found = availability(_capabilities())
    if arguments.json:
        console.print_document({"workloads": found, "optimizations": [], "engines": []})
    else:
        console.say(render(_report(found), console.columns()))
    return 0


def _capabilities() -> Capabilities:
    """Returns what torch can do here; where a GPU may be and the cache does not know it yet, torch is asked, which takes seconds."""
    known = Capabilities.load()
    if known.complete:
        return known
    console.tell("asking torch what it can do here; the answer is kept")
    try:
        subprocess.run(capabilities_command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        console.tell(f"torch did not answer within {_PATIENCE_S:g} s")
    return Capabilities.load()


def _report(found: Sequence[Mapping[str, Any]]) -> Report:
    commands = Table("", (Column(""),), (), ("Any program of yours: gpuscope run -- COMMAND",))
    return Report("", (), (_workloads(found), _options(found), _places(found), commands))


def _workloads(found: Sequence[Mapping[str, Any]]) -> Table:
    columns = (Column("workload"), Column("tasks"), Column("runs here"), Column("what it is, or why not", widest=None))
    rows = tuple(
        (one["key"], ", ".join(one["tasks"]), "yes" if one["available"] else "no", one["help"] if one["available"] else one["reason"])
        for one in found
    )
    return Table("", columns, rows)


def _options(found: Sequence[Mapping[str, Any]]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one["key"], f"{option['key']}={option['default']}", option["help"]) for one in found for option in one["options"]
    )
    return Table("Options, behind --set", (Column("workload"), Column("default"), Column("what it is", widest=None)), rows)


def _places(found: Sequence[Mapping[str, Any]]) -> Table:
    """Returns devices and precisions; what holds for every workload is told once."""
    rows: dict[tuple[Cell, ...], list[str]] = {}
    for one in found:
        for place in (*one["devices"], *one["precisions"]):
            row = (place["device"], place.get("precision"), "yes" if place["available"] else "no", place["reason"])
            rows.setdefault(row, []).append(one["key"])
    columns = (Column("device"), Column("precision"), Column("runs here"), Column("for"), Column("why not", widest=None))
    return Table(
        "Devices and precisions",
        columns,
        tuple((*row[:3], "all" if len(keys) == len(found) else ", ".join(keys), row[3]) for row, keys in rows.items()),
    )
