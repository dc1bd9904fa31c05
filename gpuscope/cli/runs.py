"""``gpuscope runs``: lists the stored runs, newest first."""

import argparse
import sys
from collections.abc import Sequence
from shlex import quote
from typing import Any

from gpuscope.analysis.run_document import flatten
from gpuscope.cli import console
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import FIELDS
from gpuscope.storage.settled_runs import settled_runs
from gpuscope.system import settings

HELP = "list the stored runs, newest first"
_SHOWN = 25
"""Default number of runs, which fits a terminal of thirty lines with the header."""
_WIDE = 100
"""Terminal width from which start times with year and seconds leave enough room for names and figures."""
_OWN_KEYS = ("state", "tag", "tags", "host", "name", "run_id")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope runs``."""
    parser.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="WHAT",
        help="only runs that match: key=value (state, tag, host, name, or any key of the spec such as precision), "
        "or a text in name, id, tags or note; all of several must match",
    )
    parser.add_argument("--limit", type=int, metavar="N", help=f"at most this many; 0 for all (default: {_SHOWN}, with --json all)")


def hint_for(word: str, given: Sequence[str]) -> str:
    """Return the filter to suggest for a plain text or for a key given as a flag; "" for anything else."""
    place = next((place for place, argument in enumerate(given) if argument.startswith(word)), len(given))
    text, following = [*given[place : place + 2], "", ""][:2]
    if not word.startswith("-"):
        return f"'gpuscope runs --help' lists its arguments; to search names, ids, tags and notes: gpuscope runs --filter {quote(text)}"
    key, equals, value = text.removeprefix("--").partition("=")
    value = value if equals or following.startswith("-") else following
    if key.replace("-", "_") not in _known_keys() or not value:
        return ""
    return f"'gpuscope runs --help' lists its arguments; for the runs with that value: gpuscope runs --filter {quote(f'{key}={value}')}"


def run(arguments: argparse.Namespace) -> int:
    """Print the runs."""
    limit = _limit(arguments)
    for condition in arguments.filter:
        _check_filter(condition)
    # One more than shown reveals whether there are more; a filter has to examine all of them.
    newest = None if arguments.filter or limit is None else limit + 1
    records = settled_runs(settings.store_url(arguments.store), limit=newest)
    if records is None:
        records = _true_runs(arguments, newest)
    records = [record for record in records if all(_matches(record, condition) for condition in arguments.filter)]
    shown = records if limit is None else records[:limit]
    if arguments.json:
        console.print_document({"runs": [_document(record) for record in shown]})
    else:
        _print(shown, more=len(records) > len(shown), filtered=bool(arguments.filter))
    return 0


def _true_runs(arguments: argparse.Namespace, limit: int | None) -> list[RunRecord]:
    """Return the newest runs with their true states, including those too new to be in the store."""
    from gpuscope.cli import selection  # imports SQLAlchemy, which would take most of the verb's time

    with selection.opened(arguments) as reader:
        stored = reader.runs(limit=limit)
        records = [reader.true_state(record) for record in stored]
        records += reader.young({record.run_id for record in stored})
    return sorted(records, key=lambda record: record.started_at, reverse=True)


def _limit(arguments: argparse.Namespace) -> int | None:
    if arguments.limit is not None and arguments.limit < 0:
        raise UsageError(f"--limit {arguments.limit} is less than 0", "Give a number of runs, or 0 for all.")
    if arguments.limit is None:
        return None if arguments.json else _SHOWN
    return arguments.limit if 0 < arguments.limit < sys.maxsize else None


def _check_filter(wanted: str) -> None:
    """Refuse an unknown key or state."""
    key, value = _key_and_value(wanted)
    if key and key.removeprefix("options.") not in (keys := _known_keys()):
        raise UsageError(f"--filter: the key {key[:60]!r} is not known", f"Supported: {', '.join(keys)}.")
    if key == "state" and value not in list(RunState):
        raise UsageError(f"--filter: the state {value[:60]!r} is not known", f"Supported: {', '.join(RunState)}.")


def _known_keys() -> list[str]:
    from gpuscope.workloads.workload_table import WORKLOADS

    options = {option.key for workload in WORKLOADS.values() for option in workload.options}
    return [*_OWN_KEYS, "workload", "command", *FIELDS, *sorted(options)]


def _key_and_value(wanted: str) -> tuple[str, str]:
    """Return (key, lower-case value) of "key=value"; ("", "") for a text to search for."""
    key, equals, value = wanted.partition("=")
    return (key.strip().replace("-", "_"), value.strip().lower()) if equals else ("", "")


def _document(record: RunRecord) -> dict[str, Any]:
    document = record.to_json()
    del document["environment"], document["devices"]
    return document


def _matches(record: RunRecord, wanted: str) -> bool:
    key, value = _key_and_value(wanted)
    if key:
        return value in _values(record, key) or _has_setting(record, key, value)
    texts = (record.name, record.run_id, record.note, record.spec.workload, *record.tags, *record.spec.command)
    return any(wanted.lower() in text.lower() for text in texts)


def _has_setting(record: RunRecord, key: str, value: str) -> bool:
    """Return whether a workload's run has a setting, in any form in which it may be given: a duration of 10, 10s or 10.0."""
    if key not in FIELDS or record.spec.is_command:
        return False
    try:
        return bool(FIELDS[key].parse(value) == getattr(record.spec, key))
    except UsageError:
        return False


def _values(record: RunRecord, key: str) -> list[str]:
    """Return a run's values of a key, in lower case; there may be several for tags."""
    if key in ("tag", "tags"):
        return [tag.lower() for tag in record.tags]
    own = {"state": record.state.value, "host": record.host, "name": record.name, "run_id": record.run_id}
    spec = flatten(record.spec.to_json())
    return [str(value).lower() for value in (own.get(key), spec.get(key), spec.get(f"options.{key}")) if value is not None]


def _print(records: list[RunRecord], *, more: bool, filtered: bool) -> None:
    if not records:
        console.print_text(
            "No run matches." if filtered else "There is no run yet. 'gpuscope demo' creates some; 'gpuscope run --help' says how."
        )
        return
    from gpuscope.reports.run_list import run_list
    from gpuscope.reports.text import render_table
    from gpuscope.system.settings import read_settings

    columns = console.columns()
    table = run_list(records, read_settings().energy_unit, is_narrow=columns is not None and columns < _WIDE)
    console.print_rendered(render_table(table, columns))
    if more:
        console.print_text(f"These are the newest {len(records)}; --limit 0 lists all.")
