"""What lies where in a run bundle."""

import re

FORMAT = "gpuscope run bundle"
VERSION = 1
ENDING = ".gpuscope"

MANIFEST = "bundle.json"
DOCUMENT = "run.json"
STEPS = "steps.bin"
EVENTS = "events.jsonl"
OUTPUT = "output.log"
_MEMBER = re.compile(rf"runs/\d{{4}}/(run\.json|readings-\d{{4}}\.bin|{re.escape(STEPS)}|{re.escape(EVENTS)}|{re.escape(OUTPUT)})")


def is_member(name: str) -> bool:
    """Return whether a member of that name may be in a bundle."""
    return name == MANIFEST or _MEMBER.fullmatch(name) is not None


def member(run: int, name: str) -> str:
    """Return the whole name of a run's member."""
    return f"runs/{run:04}/{name}"


def readings(part: int) -> str:
    """Return the name of a part of a run's readings."""
    return f"readings-{part:04}.bin"
