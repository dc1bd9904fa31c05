"""``gpuscope doctor``: checks store, folders, sensors and gpuscope's own cost."""

import argparse

from gpuscope.cli import console, selection
from gpuscope.cli.health_checks import Check, Status, all_checks
from gpuscope.storage import repair
from gpuscope.system.language import composed, translated

HELP = "check store, folders, sensors and gpuscope's own cost"
SIGNS = {Status.GOOD: "good", Status.NOTE: "–", Status.WARNING: "warning", Status.TROUBLE: "TROUBLE"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope doctor``."""
    parser.add_argument("--repair", action="store_true", help="set a damaged store aside and salvage what is readable")


def run(arguments: argparse.Namespace) -> int:
    """Run the checks; the exit code is 3 if any of them found trouble. Changes nothing without ``--repair``."""
    url = selection.url_of(arguments)
    repaired = _repaired(url) if arguments.repair and repair.check(url) else None
    if repaired is not None and not arguments.json:
        console.print_rendered(_line(repaired))
    checks = [] if repaired is None else [repaired]
    for check in all_checks(url):
        checks.append(check)
        if not arguments.json:
            console.print_rendered(_line(check))
    trouble = any(check.status is Status.TROUBLE for check in checks)
    if arguments.json:
        console.print_document({"good": not trouble, "checks": [check.to_json() for check in checks]})
    return 3 if trouble else 0


def _repaired(url: str) -> Check:
    """Set a damaged store aside and recover what can be read from it."""
    repair.require_room(url)
    aside = repair.set_aside(url)
    saved = repair.salvage(url, aside)
    return Check(
        "repair",
        Status.WARNING,
        f"the damaged store was set aside as {aside}; {saved.summary}",
        "Keep that file until you are sure that nothing is missing.",
    )


def _line(check: Check) -> str:
    from gpuscope.reports.printable import printable, width

    signs = {status: translated(sign) for status, sign in SIGNS.items()}
    room = max(map(width, signs.values())) + 2
    sign = signs[check.status] + " " * (room - width(signs[check.status]))
    cure = f"\n{' ' * room}{printable(composed(check.cure))}" if check.cure else ""
    return f"{sign}{composed(check.name)}{translated(': ')}{printable(composed(check.message))}{cure}"
