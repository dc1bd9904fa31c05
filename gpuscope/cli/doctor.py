"""``gpuscope doctor``: whether store, folders, sensors and gpuscope's own cost are as they should be."""

import argparse

from gpuscope.cli import console, selection
from gpuscope.cli.health_checks import Check, Status, all_checks
from gpuscope.storage import repair

NAME = "doctor"
HELP = "check store, folders, sensors and gpuscope's own cost"
_SIGNS = {Status.GOOD: "good   ", Status.WARNING: "warning", Status.TROUBLE: "TROUBLE"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flag."""
    parser.add_argument("--repair", action="store_true", help="set a corrupt store aside, so that recording can go on")


def run(arguments: argparse.Namespace) -> int:
    """Runs the checks; exit code 3 when one of them found trouble. Changes nothing without ``--repair``."""
    url = selection.url_of(arguments)
    aside = str(repair.set_aside(url)) if arguments.repair and repair.check(url) else None
    if aside is not None and not arguments.json:
        console.say(f"The damaged store was set aside as {aside}")
    found = []
    for check in all_checks(url):
        found.append(check)
        if not arguments.json:
            console.say(_line(check))
    trouble = any(check.status is Status.TROUBLE for check in found)
    if arguments.json:
        console.print_document({"good": not trouble, "checks": [check.to_json() for check in found], "set_aside": aside})
    return 3 if trouble else 0


def _line(check: Check) -> str:
    from gpuscope.reports.printable import printable

    cure = f"\n         {printable(check.cure)}" if check.cure else ""
    return f"{_SIGNS[check.status]}  {check.name}: {printable(check.message)}{cure}"
