"""``gpuscope workloads``: lists what can be run here, with which optimizations and engines, and why the rest cannot."""

import argparse
import subprocess

from gpuscope.cli import console, workload_tables
from gpuscope.core.errors import UsageError, did_you_mean
from gpuscope.reports.text import render
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.launch import capabilities_command
from gpuscope.workloads.listing import listing

HELP = "list what can run on this machine, with which optimizations and engines, and why the rest cannot"
_PATIENCE_S = 60.0
"""Seconds to wait for torch: importing it takes seconds, with cold caches half a minute."""
_WIDEST = 120
"""Columns at which lists of names are wrapped: names are hard to find in longer lines."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope workloads``."""
    parser.add_argument("key", nargs="?", metavar="KEY", help="a workload, an optimization or an engine to describe in full")
    parser.add_argument("--all", action="store_true", help="one line each: what it is, or why it cannot be used here")


def run(arguments: argparse.Namespace) -> int:
    """Print the catalogue, or one entry of it, with what is available on this machine.

    Raises:
        UsageError: There is no such entry.
    """
    document = listing(_capabilities())
    keys = [entry["key"] for entries in document.values() for entry in entries]
    if arguments.key is not None:
        document = {kind: [entry for entry in entries if entry["key"] == arguments.key] for kind, entries in document.items()}
        if not any(document.values()):
            hint = did_you_mean(arguments.key, keys, "'gpuscope workloads' lists them all.")
            raise UsageError(f"{arguments.key!r} is not a workload, optimization or engine", hint)
    if arguments.json:
        console.print_document(document)
    else:
        if arguments.key is not None:
            reports, columns = workload_tables.details(document), console.columns()
        elif arguments.all:
            reports, columns = [workload_tables.overview(document)], console.columns()
        else:
            reports, columns = [workload_tables.summary(document)], min(console.columns() or _WIDEST, _WIDEST)
        console.print_rendered("\n\n".join(render(report, columns) for report in reports))
    return 0


def _capabilities() -> Capabilities:
    """Return torch's capabilities here; if a GPU may be present that the cache does not know, query torch first (seconds)."""
    cached = Capabilities.load()
    if cached.complete:
        return cached
    console.print_to_stderr("checking what torch can do here; the answer is kept")
    try:
        subprocess.run(capabilities_command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        console.print_to_stderr(f"torch did not answer within {_PATIENCE_S:g} s")
    return Capabilities.load()
