"""``gpuscope race``: replays runs side by side on one clock; prints who was first, and writes the race as a GIF or video."""

import argparse
import math
from pathlib import Path
from typing import Any

from gpuscope.analysis.race import MOST_LANES, Goal, race
from gpuscope.cli import console, selection
from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.recording.race_runs import race_lanes
from gpuscope.reports.film import PNG, Film, refuse_film, size_text
from gpuscope.reports.pictures.race_picture import RacePicture, race_picture
from gpuscope.reports.printable import printable
from gpuscope.system.language import filled, joined_items, labelled, translated
from gpuscope.system.settings import read_settings

HELP = "replay runs side by side on one clock: who finishes first, and the energy each uses"
_SIZE = "1280x720"
_MOST_SAMPLES = 10**15
"""More than any run has; each is still counted exactly."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope race``."""
    parser.add_argument(
        "runs", nargs="+", metavar="RUN", help=f"{selection.RUN_HELP}; 2 to {MOST_LANES}; NAME=RUN names its lane; the winner is set "
        "against the first",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="a .gif; .mp4 or .webm where ffmpeg is installed; .png: its last frame"
    )
    parser.add_argument("--speed", type=float, metavar="X", help="seconds of the race per second of film (default: a film of at most 20 s)")
    parser.add_argument("--size", default=_SIZE, metavar="WxH", help=f"of the file, in pixels (default {_SIZE})")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help="of the file (default: dark)")
    goals = parser.add_mutually_exclusive_group()
    goals.add_argument("--samples", type=int, metavar="N", help="where the finish line is (default: the smallest total of the runs)")
    goals.add_argument("--same-time", action="store_true", help="who gets furthest in the time of the shortest run")


def run(arguments: argparse.Namespace) -> int:
    """Print the outcome of the race, and write the film if a file is given."""
    if arguments.speed is not None and not (math.isfinite(arguments.speed) and arguments.speed > 0):
        raise UsageError("--speed must be a number above 0", "For example: --speed 10")
    if arguments.samples is not None and not 1 <= arguments.samples <= _MOST_SAMPLES:
        problem = "--samples must be at least 1" if arguments.samples < 1 else "--samples is larger than the number that any run has"
        raise UsageError(problem, "Leave it out for the smallest total of the runs.")
    if arguments.output is not None:
        refuse_film(arguments.output)
    named = [text.rpartition("=") for text in arguments.runs]
    with selection.opened(arguments) as reader:
        records = [reader.find(run_id) for _, _, run_id in named]
        if twice := next((record for record in records if sum(other.run_id == record.run_id for other in records) > 1), None):
            raise UsageError(f"the run {twice.run_id} is named twice", "Name each run once.")
        lanes = race_lanes(reader, records)
    for place, (name, equals, _) in enumerate(named):
        if equals and name.strip():
            lanes[place] = lanes[place].renamed(name.strip())
    if len({lane.name for lane in lanes}) < len(lanes):
        raise UsageError("two lanes share a name", "Give each lane its own name.")
    goal = Goal.TIME if arguments.same_time else Goal.SAMPLES
    picture = race_picture(race(lanes, goal, arguments.samples), read_settings().energy_unit)
    speed = arguments.speed or picture.race.fitting_speed
    if arguments.output is not None:
        _draw(arguments, picture, speed)
    if arguments.json:
        console.print_document(_document(arguments, picture, speed))
    else:
        _print_race(arguments, picture, speed)
    return 0


def _draw(arguments: argparse.Namespace, picture: RacePicture, speed: float) -> None:
    """Have the film drawn by the window's code, which needs its fonts and canvas, but no screen."""
    if arguments.open_window is None:
        raise UnavailableError("nothing can be drawn here", "Start it as 'gpuscope race'.")
    line = console.LiveLine()
    try:
        arguments.film = Film(picture, arguments.output, speed, lambda share: line.show(f"drawing  {figures.percent(share)}"))
        arguments.open_window(arguments)
    finally:
        line.clear()


def _print_race(arguments: argparse.Namespace, picture: RacePicture, speed: float) -> None:
    text = picture.text
    console.print_text(labelled(text.title, "").rstrip())
    lines = picture.lines(picture.race.length_s)
    for number in picture.race.order():
        console.print_text(f"  {printable(lines[number])}")
    for sentence in (text.sentence, *(f"{figures.capitalized(note)}{translated('.')}" for note in text.notes)):
        if sentence:
            console.print_text(printable(sentence))
    if arguments.output is not None:
        length, is_film = f"{picture.race.length_s / speed:.1f}", arguments.output.suffix.lower() != PNG
        film = [filled("{0} s at {1} ×", length, f"{speed:g}")] if is_film else []
        facts = joined_items([size_text(arguments.output), *film, arguments.size])
        console.print_text(labelled(printable(str(arguments.output)), facts))


def _document(arguments: argparse.Namespace, picture: RacePicture, speed: float) -> dict[str, Any]:
    shown, text = picture.race, picture.text
    lanes = []
    for lane, state in zip(shown.lanes, shown.states(shown.length_s), strict=True):
        lanes.append({
            "name": lane.name, "run": lane.record.run_id, "place": state.place, "finish_s": state.finish_s, "samples": state.samples,
            "energy_j": state.energy_j, "no_samples": lane.no_samples or None, "no_energy": lane.no_energy or None,
            "simulated": lane.simulated or None,
        })  # fmt: skip
    document: dict[str, Any] = {
        "goal": shown.goal.value, "line": shown.line, "length_s": shown.length_s, "lanes": lanes, "sentence": text.sentence,
        "notes": list(text.notes), "output": None,
    }  # fmt: skip
    if arguments.output is not None:
        size = arguments.output.stat().st_size
        document |= {"output": str(arguments.output.absolute()), "bytes": size, "speed": speed, "size": arguments.size}
    return document
