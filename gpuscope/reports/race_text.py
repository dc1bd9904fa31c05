"""A race in words and figures: title, notes, columns of figures, and the outcome; window and files lay them out."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.race import Goal, LaneState, Race
from gpuscope.analysis.run_value import WALL_TIME
from gpuscope.core.figures import MISSING, DisplayUnit, display_unit, duration, grouped, significant
from gpuscope.reports.comparison_rows import Cell
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.group_names import short_names
from gpuscope.reports.run_report import where_and_why
from gpuscope.system.language import ENGLISH, composed, current, duration_text, filled, listed_names, translated, unit_name, with_unit
from gpuscope.system.settings import JOULE

_MOMENTS = 200
"""Number of instants at which the race is sampled for its largest figures."""
_MOST_DECIMALS = 3
"""Most decimals of a figure: figures change during the race, so more digits would be unreadable."""
_GROWING_DIGITS = 3
"""Significant digits of a figure that grows from 0, at least, so that it agrees with those computed from it: 0.314 kJ for 2048 samples is
153 mJ/sample, 0.3 kJ could be anything from 122 to 171."""
_SAME = 0.01
"""Relative difference up to which a replayed ratio counts as equal to the comparison's: a unit in the last of three digits, as the lanes'
own figures may differ by; above it, the sentence states its basis."""
_EVEN = 1.005
"""Factors below this round to 1.00 in three digits."""
_MINUTE = 60.0  # seconds
_KEYS = ("time", "samples", "rate", "power", "energy", "energy_per_sample")
"""The figures of a lane in display order."""
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """One figure of every lane, with a fixed unit and number of decimals, so that the layout stays still.

    Attributes:
        key: One of :data:`_KEYS`.
        unit_name: The unit in words, as it follows a figure.
        largest: The largest value shown, in SI units.
        label: What it is, where the unit does not show it; "" otherwise.
        digits: Significant digits, at least, of a figure that grows from 0; it then has more decimals at first.
    """

    key: str
    unit_name: str
    unit: DisplayUnit
    decimals: int
    largest: float
    label: str = ""
    digits: int = 0

    @property
    def heading(self) -> str:
        """The heading: ``Power, W``, ``samples/s``."""
        return with_unit(self.label, self.unit_name) if self.label else self.unit_name

    def figure(self, value: float | None) -> str:
        """Return a value without its unit; "–" for a missing one."""
        if value is None:
            return MISSING
        shown, decimals = self.unit.shown(value), self.decimals
        if self.digits:
            decimals = min(_MOST_DECIMALS, max(decimals, _decimals(shown, self.digits)))
        return grouped(shown, decimals)

    @property
    def longest(self) -> str:
        """The widest text it will hold: a figure that grows from 0 may have more characters at first."""
        shrinking = (self.figure(self.largest / 10**power) for power in range(_MOST_DECIMALS + 1 if self.digits else 1))
        return max(shrinking, key=len)


def lane_values(race: Race, state: LaneState, t_s: float) -> dict[str, float | None]:
    """Return the figures of a lane at a time of the race, by column key."""
    return {
        "time": min(t_s, state.finish_s if state.finish_s is not None else race.length_s),
        "samples": state.samples,
        "rate": state.rate,
        "power": state.power_w,
        "energy": state.energy_j,
        "energy_per_sample": state.energy_per_sample_j,
    }


@dataclass(frozen=True)
class RaceText:
    """A race in words.

    Attributes:
        energy_unit: Unit of energies: "J" or "Wh".
        baseline: Index of the lane that the winner is compared with; if that lane wins, it is compared with the one that came last.
    """

    race: Race
    energy_unit: str = JOULE
    baseline: int = 0

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The lanes' names without the words they all share."""
        return tuple(short_names([lane.name for lane in self.race.lanes])[1])

    @property
    def shared_name(self) -> str:
        """The words that the lanes' names share; "" without any."""
        return short_names([lane.name for lane in self.race.lanes])[0]

    @property
    def title(self) -> str:
        """The goal of the race."""
        if self.race.goal is Goal.SAMPLES:
            return filled("First to {0} samples", grouped(self.race.line))
        if self.race.goal is Goal.TIME:
            return filled("Furthest in {0}", duration(self.race.line))
        return translated("Each over its own measured time")

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Notes on the figures: which do not come from real hardware, which are missing and why."""
        lanes = self.race.lanes
        labels = dict.fromkeys(lane.simulated for lane in lanes if lane.simulated)
        notes = [filled("samples cannot be compared: {0}", composed(self.race.note))] if self.race.note else []
        notes += [filled("power and energy are not of real hardware: {0}", composed(label)) for label in labels]
        for reason in dict.fromkeys(lane.no_energy for lane in lanes if lane.no_energy):
            concerned = [name for name, lane in zip(self.names, lanes, strict=True) if lane.no_energy == reason]
            of = "" if len(concerned) == len(lanes) else filled(" of {0}", listed_names(concerned))
            notes.append(no_energy(reason, of))
        return tuple(notes)

    @cached_property
    def columns(self) -> tuple[FigureColumn, ...]:
        """The figures that at least one lane has, in display order."""
        largest: dict[str, float] = {}
        for t_s in np.linspace(0.0, self.race.length_s, _MOMENTS).tolist():
            for state in self.race.states(t_s):
                for key, value in lane_values(self.race, state, t_s).items():
                    if value is not None and math.isfinite(value):
                        largest[key] = max(largest.get(key, 0.0), value)
        keys = [key for key in _KEYS if key in largest and not (key == "time" and "samples" in largest)]
        return tuple(_figure_column(key, largest[key], self.energy_unit) for key in keys)

    @cached_property
    def sentence(self) -> str:
        """The outcome, with ratios from the comparison of the same runs; "" if no lane finished."""
        order = self.race.order()
        winner = order[0]
        if math.isinf(self.race.finishes_s[winner]):
            return ""
        beaten = self.baseline if winner != self.baseline else order[-1]
        if self.race.goal is Goal.OWN:
            return self._own_sentence(winner, beaten)
        view = self.comparison(beaten)
        speed, joules = _cell(view, "throughput", winner), _cell(view, "energy_per_sample", winner)
        phrases = [self._speed(winner, beaten, speed), self._joules(winner, beaten, joules)]
        known = [phrase for phrase in phrases if phrase]
        if not known:
            return filled("{0} was first.", self.names[winner])
        return f"{self.names[winner]} {translated(' and ').join(known)}{translated('.')}"

    def comparison(self, baseline: int) -> ComparisonView:
        """Return the comparison of the lanes, as on the Compare page; ratios refer to the lane with the index ``baseline``."""
        groups = [Group(lane.name, (lane.record,)) for lane in self.race.lanes]
        return ComparisonView(compare(groups, groups[baseline].name), self.energy_unit)

    def _speed(self, winner: int, beaten: int, cell: Cell | None) -> str:
        if cell is None or cell.ratio is None or cell.ratio <= 0:
            return ""
        other, finishes = self.names[beaten], self.race.finishes_s
        if cell.ratio < 1.0:  # first at the line, but slower over its whole run
            return filled("got there before {0}", other)
        if cell.ratio < _EVEN:
            return filled("was as fast as {0}", other)
        factor = f"{significant(cell.ratio)}\u00a0×"
        at_line = finishes[beaten] / finishes[winner]
        if self.race.goal is Goal.TIME:
            at_end = [lane.samples_at(self.race.line) or 0 for lane in self.race.lanes]
            at_line = at_end[winner] / at_end[beaten] if at_end[beaten] else math.inf
            if _alike(at_line, cell.ratio):
                return filled("got {0} as far as {1}", factor, other)
        elif _alike(at_line, cell.ratio):
            return filled("finished {0} as fast as {1}", factor, other)
        has_start = any(self.race.lanes[number].record.spec.is_command for number in (winner, beaten))
        if has_start:  # a command's lane includes its start-up, which its throughput leaves out
            whole = filled("is {0} faster than {1} from the first step on", factor, other)
        else:
            whole = filled("is {0} faster than {1} over the whole run", factor, other)
        if not math.isfinite(at_line):
            return whole
        ratio = f"{significant(at_line)}\u00a0×"
        return f"{whole}{filled(' (up to the line, with the start: {0})' if has_start else ' (up to the line: {0})', ratio)}"

    def _joules(self, winner: int, beaten: int, cell: Cell | None) -> str:
        """Return a lane's energy relative to another's; per sample if the replayed energies have a different ratio."""
        if cell is None or cell.ratio is None or cell.ratio <= 0:
            return ""
        states = self.race.states(self.race.length_s)
        used = [states[number].energy_j for number in (winner, beaten)]
        is_replayed = bool(used[0] and used[1] and _alike(used[0] / used[1], cell.ratio))
        what = translated("energy") if is_replayed else translated("energy per sample")
        if 1 / _EVEN < cell.ratio < _EVEN:
            return filled("used as much {0}", what)
        if cell.ratio < 1.0:
            return filled("used {0}\u00a0× less {1}", significant(1.0 / cell.ratio), what)
        return filled("used {0} the {1}", f"{significant(cell.ratio)}\u00a0×", what)

    def _own_sentence(self, winner: int, beaten: int) -> str:
        name, other = self.names[winner], self.names[beaten]
        took = duration(self.race.finishes_s[winner])
        cell = None if self.race.note and not self._is_one_command() else _cell(self.comparison(winner), WALL_TIME, beaten)
        if cell is None or cell.ratio is None:
            return filled("{0} was done first, after {1}.", name, took)
        return filled("{0} was done first, after {1}; {2} took {3} as long.", name, took, other, f"{significant(cell.ratio)}\u00a0×")

    def _is_one_command(self) -> bool:
        return all(lane.record.spec.is_command for lane in self.race.lanes)


def clock_text(t_s: float, length_s: float) -> str:
    """Return a time of the race to a tenth of a second: ``12.3 s``, or ``1:12.3`` if the race lasts a minute or longer."""
    tenths = round(t_s * 10)
    if length_s < _MINUTE:
        return duration_text(f"{tenths / 10:.1f} s")
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02d}.{rest % 10}"


def ordinal(place: int) -> str:
    """Return a place as an ordinal: ``1st``, ``4th``."""
    if current() == ENGLISH:
        return _ORDINALS.get(place, f"{place}th")
    return filled("place {0}", str(place))  # "{0}th" as a text of the catalogue would match each name that ends with it


def _cell(view: ComparisonView, key: str, number: int) -> Cell | None:
    row = view.by_key.get(key)
    return None if row is None else row.cells[number]


def _alike(replayed: float, compared: float) -> bool:
    return abs(replayed / compared - 1.0) <= _SAME


def _decimals(shown: float, digits: int) -> int:
    """Return the decimals with which a number has that many significant digits; none for zero."""
    if not (shown > 0 and math.isfinite(shown)):
        return 0
    exponent = math.floor(math.log10(shown))
    if round(shown, digits - 1 - exponent) >= 10.0 ** (exponent + 1):
        exponent += 1
    return max(0, digits - 1 - exponent)


def _column(key: str, unit: DisplayUnit, largest: float, name: str = "", *, label: str = "", digits: int = 0) -> FigureColumn:
    decimals = min(_MOST_DECIMALS, _decimals(unit.shown(largest), unit.digits))
    return FigureColumn(key, name or unit_name(unit.name), unit, decimals, largest, label, digits)


def no_energy(reason: str, of: str = "") -> str:
    """Return why there is no energy, "of" some lanes or of all: a device that the reason begins with stands before the colon."""
    return filled("no energy{0}{1}: {2}", of, *where_and_why(reason))


def _figure_column(key: str, largest: float, energy_unit: str) -> FigureColumn:
    match key:
        case "time":
            return FigureColumn(key, "s", DisplayUnit("s", 1.0), 1, largest)
        case "samples":
            return FigureColumn(key, translated("samples"), DisplayUnit("", 1.0), 0, largest)
        case "rate":
            return _column(key, display_unit("samples/s", [largest]), largest)
        case "power":
            return _column(key, display_unit("W", [largest]), largest, label=translated("Power"))
    unit = display_unit("J", [largest], energy_unit=energy_unit)
    if key == "energy":
        return _column(key, unit, largest, label=translated("Energy"), digits=_GROWING_DIGITS)
    return _column(key, unit, largest, filled("{0}/sample", unit.name), digits=_GROWING_DIGITS)
