"""Presses every button of every page for 5 ms, with every kind of field focused, and reports presses that had no effect.

    python -m tests.gui.short_clicks [PAGE …] [--every] [--size 1280x800]

``--every`` focuses every field of a page in turn, not only the first of each kind, and presses each button in three places.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.gui.real_window import PATIENCE_S, RealWindow, Widget, display

NOTHING = ("nothing", 0)
_STILL_S, _PATIENCE_S = 0.02, 2.0
"""How long the page must be still before a press (no user moves faster from a field to a button), and how long to wait for a click."""
_SETTLED_S = 0.5
"""How long a page must be still before it counts as complete."""
Field = tuple[str, int]


@dataclass(frozen=True)
class Press:
    """A 5 ms press: the focused field, the button, where it was pressed, and whether the click registered."""

    field: str
    button: str
    place: str
    is_taken: bool


def fields_of(window: RealWindow, *, every: bool = False) -> list[Field]:
    """Return the visible fields, the first of each kind or all of them; :data:`NOTHING` if there are none."""
    found = [(kind, place) for kind, place in window.ask("fields") if every or not place]
    return found or [NOTHING]


def presses(
    window: RealWindow,
    fields: Sequence[Field],
    done: set[tuple[object, ...]],
    places: Sequence[str] = ("centre",),
    *,
    in_turn: bool = False,
) -> Iterator[Press]:
    """Press each visible button at each place, after focusing each field and typing into it.

    Args:
        window: The window.
        fields: The fields.
        done: Presses already made, as (button, place, kind of field, field number); added to here.
        places: "centre", "top" or "bottom".
        in_turn: Press each button after only one of the fields, cycling through the fields.
    """
    for turn, (kind, number) in enumerate(fields):
        for place in places:
            while True:
                name = window.ask("focus", kind, number)
                key = (place, kind, number)
                mine = (one for one in _standing(window) if not in_turn or one["number"] % len(fields) == turn)
                button = next((one for one in mine if (one["number"], *key) not in done), None)
                if button is None:
                    break
                done.add((button["number"], *key))
                yield Press(f"{kind} {name}".strip(), button["words"], place, _is_taken(window, button, place))


def _standing(window: RealWindow) -> list[Widget]:
    """Return the buttons once they have stopped moving."""
    deadline = time.monotonic() + _PATIENCE_S
    before: list[Widget] = []
    while time.monotonic() < deadline:
        found: list[Widget] = window.ask("buttons")
        if found == before:
            break
        before = found
        time.sleep(_STILL_S)
    return before


def _is_taken(window: RealWindow, button: Widget, place: str) -> bool:
    before = window.ask("clicks", button["number"])
    window.tap_at(*button[place])
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        if window.ask("clicks", button["number"]) > before:
            return True
        time.sleep(0.02)
    return False


def main(arguments: Sequence[str]) -> int:
    """Press the buttons, print lost presses, and return 1 if there were any."""
    from tests.gui import shown_runs

    parser = argparse.ArgumentParser(prog="python -m tests.gui.short_clicks", description=__doc__.partition("\n")[0])
    parser.add_argument("page", nargs="*")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--size", default="1280x800")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gpuscope-clicks-") as home:
        os.environ["GPUSCOPE_HOME"] = home
        shown_runs.fill()
        with display(chosen.size) as screen, RealWindow(screen, Path(home), "--page", "run") as window:
            lost = _walk(window, chosen.page or list(VIEWS), every=chosen.every)
    return bool(lost)


def _walk(window: RealWindow, pages: Sequence[str], *, every: bool) -> list[Press]:
    window.find("Start", "Button", whole=True)
    window.focus()
    lost, count, begun = [], 0, time.monotonic()
    done: set[tuple[object, ...]] = set()
    for page in pages:
        show(window, page)
        places = ("centre", "top", "bottom") if every else ("centre",)
        for press in presses(window, fields_of(window, every=every), done, places):
            count += 1
            if not press.is_taken:
                lost.append(press)
                print(f"{page}: {press}", flush=True)
    print(f"{count} presses, {len(lost)} lost, {time.monotonic() - begun:.0f} s; printed: {window.output!r}")
    return lost


_PAIR = ["10" + "ab" * 5, "30" + "ab" * 5]
VIEWS: dict[str, tuple[str, Any]] = {
    **{page: (page, None) for page in ("run", "ladder", "sweep", "runs", "profile", "machine", "health", "settings")},
    "report": ("runs", _PAIR[0]),
    "run kept": ("run", _PAIR[0]),
    "compare": ("compare", _PAIR),
    "race": ("race", _PAIR),
}
"""The page to show, and the item on it."""


def show(window: RealWindow, view: str) -> dict[str, list[int]]:
    """Show a page with its item, wait until it is ready and still, and return the rectangles of everything clickable."""
    window.ask("show_page", *VIEWS[view])
    window.wait(lambda: window.ask("is_ready"), f"the page {view}")
    return standing_places(window)


def standing_places(window: RealWindow) -> dict[str, list[int]]:
    """Return the rectangles of everything clickable, once nothing has moved for a while."""
    before: dict[str, list[int]] = {}
    since = time.monotonic()
    deadline = since + PATIENCE_S
    while time.monotonic() < min(deadline, since + _SETTLED_S):
        time.sleep(0.1)
        found: dict[str, list[int]] = window.ask("places")
        if found != before:
            before, since = found, time.monotonic()
    return before


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    """Return what is present both before and after, but has moved."""
    return [f"{name}: {place} became {after[name]}" for name, place in before.items() if after.get(name, place) != place]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
