"""A race as a picture: one lane per run, with its bar, energy and figures; the same in window, PNG, GIF and video.

Sizes depend on the sheet's height and the number of lanes, so that two lanes in full screen are readable from five metres and eight lanes
still fit a small window. Only the bars move; names and figures keep their positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gpuscope.analysis.race import Goal, Lane, LaneState, Race
from gpuscope.core.figures import capitalized, duration
from gpuscope.core.run import RunState
from gpuscope.reports.pictures.drawing import Box, Drawing, Metrics, Shape, Spot, Symbol, Text
from gpuscope.reports.pictures.picture import ChartTable, Style, group_style
from gpuscope.reports.race_text import FigureColumn, RaceText, clock_text, lane_values, no_energy, ordinal
from gpuscope.system.language import composed, duration_text, filled, joined_items, labelled, translated

_PAD, _LEAST_PAD = 0.03, 12.0
"""Outer margin as a share of the sheet's height, and its minimum."""
_TITLE, _LARGEST_TITLE = 0.042, 46.0
"""Type size of the title as a share of the height, and its maximum."""
_CLOCK, _NOTE, _HEADING = 1.45, 0.58, 0.62
"""Type sizes of clock and notes relative to the title, and of column headings relative to the lanes' text."""
_LARGEST_NOTE, _NOTE_LINE, _NOTE_LINES = 22.0, 1.3, 4
"""Maximum type size of the notes, their line spacing relative to it, and the maximum number of lines."""
_TALLEST_LANE = 0.3
"""Maximum height of a lane, as a share of the sheet's height."""
_TEXT, _LARGEST_TEXT = 0.3, 0.055
"""Type size of a lane's text as a share of the lane's height, and its maximum as a share of the sheet's."""
_LINE = 1.42
"""Line height of a lane's text, relative to its type size."""
_TRACK, _JOULES, _BETWEEN = 0.54, 0.11, 0.06
"""Shares of the rest of a lane: the track, the energy bar, and the space between them; what remains separates it from the next lane."""
_GAP = 1.5
"""Space between two columns, relative to their type size."""
_FIGURES = 0.7
"""Maximum share of the width for all columns."""
_SHRINK = 0.95
"""Factor by which type shrinks until it fits: small enough to go unnoticed, and a few steps reach the smallest size."""
_ROWS = 6
"""Rows of squares in the finish line on each track."""
_RUNNER = 0.012
"""Determines the width of a bar's tip: four times this share of the track's height, but at least 2 units."""
_TINT = 0.55
"""Tint of the energy bar's colour."""
_IN_BAR = 0.6
"""Type size of the result in a finished bar, as a share of the track's height."""


@dataclass(frozen=True)
class RacePicture:
    """The content of a race's picture.

    Attributes:
        text: The race in words.
        styles: Styles of the lanes, the same as for groups of a comparison.
    """

    text: RaceText
    styles: Sequence[Style]

    @property
    def race(self) -> Race:
        """The race."""
        return self.text.race

    @cached_property
    def most_joules(self) -> float:
        """The largest energy of any lane at the end; 0 if none is known."""
        return max((state.energy_j or 0.0 for state in self.race.states(self.race.length_s)), default=0.0)

    def table(self, t_s: float) -> ChartTable:
        """Return the figures of each lane at a time, in display units."""
        columns, rows = self.text.columns, []
        for name, state in zip(self.text.names, self.race.states(t_s), strict=True):
            values = lane_values(self.race, state, t_s)
            figures = [values[column.key] for column in columns]
            rows.append(
                (name, *(None if value is None else column.unit.shown(value) for column, value in zip(columns, figures, strict=True)))
            )
        return ChartTable((translated("group"), *(column.heading for column in columns)), rows)

    def lines(self, t_s: float) -> list[str]:
        """Return a description of the race at a time, one line per lane, for users who cannot see it."""
        columns, lines = self.text.columns, []
        for name, state in zip(self.text.names, self.race.states(t_s), strict=True):
            values = lane_values(self.race, state, t_s)
            place = [] if state.place is None else [ordinal(state.place)]
            reached = (f"{column.figure(values[column.key])} {column.unit_name}" for column in columns)
            lines.append(labelled(name, joined_items([*place, *reached])))
        return lines


def race_picture(race: Race, energy_unit: str, baseline: int = 0) -> RacePicture:
    """Return a race's picture, with lanes styled like compared groups; the winner is compared with the lane ``baseline``."""
    return RacePicture(RaceText(race, energy_unit, baseline), [group_style(index) for index in range(len(race.lanes))])


_BROKEN_OFF = (RunState.FAILED, RunState.STOPPED, RunState.INTERRUPTED)


class RaceLayout:
    """The layout of a race's picture on a sheet: computed once, drawn for any instant.

    Args:
        side: Margin left and right; None for that above and below.
    """

    def __init__(self, picture: RacePicture, width: float, height: float, metrics: Metrics, side: float | None = None) -> None:
        self.picture, self.width, self.height = picture, width, height
        self._metrics = metrics
        lanes = len(picture.race.lanes)
        self._pad = max(_LEAST_PAD, _PAD * height)
        self._left = self._pad if side is None else side
        self._right = width - self._left
        self._title = min(_LARGEST_TITLE, max(metrics.strong, _TITLE * height))
        self._longest_clock = clock_text(picture.race.length_s, picture.race.length_s)
        self._note = max(metrics.small, min(_LARGEST_NOTE, _NOTE * self._title))
        self._notes = self._note_lines()
        top = self._pad + 1.25 * self._title + (0.3 + _NOTE_LINE * max(1, len(self._notes))) * self._note
        bottom = self._pad + 1.5 * self._title
        heading = _HEADING * self._title
        self._row = min((height - top - bottom - 2.2 * heading) / lanes, _TALLEST_LANE * height)
        self._size = max(metrics.small, min(_TEXT * self._row, _LARGEST_TEXT * height))
        self._columns = self._fitting_columns()
        self._heading = max(metrics.small, _HEADING * self._size)
        spare = height - top - bottom - 1.8 * self._heading - lanes * self._row
        self._lanes_top = top + 1.8 * self._heading + max(0.0, spare) / 2
        rest = max(0.0, self._row - _LINE * self._size)
        self._track, self._joules, self._between = (share * rest for share in (_TRACK, _JOULES, _BETWEEN))
        self._flag = self._track / _ROWS
        is_flagged = picture.race.goal is Goal.SAMPLES
        self._track_end = self._right - (2 * self._flag if is_flagged else 0.0)
        self._still = self._still_shapes()

    def drawing(self, t_s: float, speed: float | None = None) -> Drawing:
        """Return the picture at a time of the race.

        Args:
            t_s: Seconds since the start, clamped to the race.
            speed: The replay speed to show below the clock; None to omit it.
        """
        race = self.picture.race
        t_s = min(max(0.0, t_s), race.length_s)
        shapes: list[Shape] = [*self._still, *self._clock(t_s, speed)]
        spots = []
        for number, (lane, state) in enumerate(zip(race.lanes, race.states(t_s), strict=True)):
            top = self._lanes_top + number * self._row
            shapes += self._lane(number, lane, state, t_s, top)
            spots.append(self._spot(number, lane, top))
        if t_s >= race.length_s:
            shapes += self._sentence()
        return Drawing(self.width, self.height, shapes, spots=spots)

    def _fitting_columns(self) -> tuple[tuple[FigureColumn, float], ...]:
        """Return the columns that fit, with their right ends; the lanes' text shrinks before a column is omitted."""
        columns = list(self.picture.text.columns)
        room = _FIGURES * (self._right - self._left)
        while columns:
            widths = self._column_widths(columns)
            if sum(widths) <= room:
                break
            if self._size * _SHRINK >= self._metrics.small:
                self._size *= _SHRINK
            else:
                columns.pop()
        placed, right = [], self._right
        for column, width in zip(reversed(columns), reversed(self._column_widths(columns)), strict=True):
            placed.append((column, right))
            right -= width
        self._figures_left = right
        return tuple(reversed(placed))

    def _column_widths(self, columns: Sequence[FigureColumn]) -> list[float]:
        heading, wide = max(self._metrics.small, _HEADING * self._size), self._metrics.width
        return [
            max(wide(column.longest, self._size, True), wide(column.heading, heading, False) + heading) + _GAP * self._size
            for column in columns
        ]

    def _still_shapes(self) -> list[Shape]:
        """Return the static shapes: title, notes, headings, names, tracks, finish line."""
        fitted = self._metrics.fitted
        clock_room = self._clock_room()
        title = fitted(self.picture.text.title, self._right - self._left - clock_room, self._title, True)
        shapes: list[Shape] = [Text((self._left, self._pad + self._title), title, "text", self._title, is_bold=True)]
        first = self._pad + 1.2 * self._title + 1.1 * self._note
        for number, line in enumerate(self._notes):
            shapes.append(Text((self._left, first + number * _NOTE_LINE * self._note), line, "muted", self._note))
        base = self._lanes_top - 0.55 * self._heading
        for column, right in self._columns:
            shapes.append(Text((right, base), column.heading, "muted", self._heading, "end"))
            if column.key == "energy" and self.picture.most_joules:  # legend of the bar below each track
                wide, thick = 1.1 * self._heading, 0.26 * self._heading
                left = right - self._metrics.width(column.heading, self._heading, False) - 1.4 * wide
                shapes.append(Box((left, base - 0.36 * self._heading - thick / 2), wide, thick, "muted", _TINT))
        for number, lane in enumerate(self.picture.race.lanes):
            shapes += self._still_lane(number, lane, self._lanes_top + number * self._row)
        return shapes

    def _note_lines(self) -> list[str]:
        """Return the notes wrapped at words; what exceeds the maximum number of lines is cut."""
        room = self._right - self._left - self._clock_room()
        lines = [""]
        for word in " · ".join(map(capitalized, self.picture.text.notes)).split(" "):
            joined = f"{lines[-1]} {word}".strip()
            if len(lines) == _NOTE_LINES or self._metrics.width(joined, self._note, False) <= room or not lines[-1]:
                lines[-1] = joined
            else:
                lines.append(word)
        return [self._metrics.fitted(line, room, self._note, False) for line in lines if line]

    def _clock_room(self) -> float:
        return self._metrics.width(self._longest_clock, _CLOCK * self._title, True) + 2 * self._title

    def _still_lane(self, number: int, lane: Lane, top: float) -> list[Shape]:
        style, size = self.picture.styles[number], self._size
        name = self._metrics.fitted(self.picture.text.names[number], self._figures_left - self._left - 0.9 * size, size, True)
        track = top + _LINE * size
        shapes: list[Shape] = [
            Symbol((self._left + 0.32 * size, top + 0.66 * size), style.marker, style.role, 0.27 * size),
            Text((self._left + 0.9 * size, top + size), name, "text", size, is_bold=True),
            Box((self._left, track), self._track_end - self._left, self._track, "grid"),
        ]
        if self.picture.race.goal is Goal.SAMPLES:
            shapes += self._finish_line(track)
        elif self.picture.race.goal is Goal.OWN and lane.duration_s:
            end = self._left + (self._track_end - self._left) * lane.duration_s / self.picture.race.line
            shapes.append(Box((end - 1.0, track - 0.1 * self._track), 2.0, 1.2 * self._track, "muted"))
        if not lane.duration_s:
            place = (self._left + 0.6 * size, track + 0.5 * self._track + 0.35 * self._note)
            reason = self._metrics.fitted(composed(lane.no_samples), self._track_end - self._left - size, self._note, False)
            shapes.append(Text(place, reason, "muted", self._note))
        return shapes

    def _finish_line(self, track: float) -> list[Shape]:
        side = self._flag
        squares = [(row, column) for row in range(_ROWS) for column in (0, 1) if (row + column) % 2 == 0]
        return [
            Box((self._track_end, track), 2 * side, self._track, "grid"),
            *(Box((self._track_end + column * side, track + row * side), side, side, "text") for row, column in squares),
        ]

    def _clock(self, t_s: float, speed: float | None) -> list[Shape]:
        """Return the clock, left-aligned at a fixed position, so that changing digits do not move the others."""
        size, base = _CLOCK * self._title, self._pad + _CLOCK * 0.82 * self._title
        text = clock_text(t_s, self.picture.race.length_s)
        left = self._right - self._metrics.width(self._longest_clock, size, True)
        pad = self._metrics.width("0", size, True) * (len(self._longest_clock) - len(text))
        shapes: list[Shape] = [Text((left + pad, base), text, "text", size, is_bold=True)]
        if speed is not None:
            shown = filled("{0} speed", f"{speed:g}\u00a0×")
            shapes.append(Text((self._right, base + 1.5 * self._note), shown, "muted", self._note, "end"))
        return shapes

    def _lane(self, number: int, lane: Lane, state: LaneState, t_s: float, top: float) -> list[Shape]:
        size, role = self._size, self.picture.styles[number].role
        values = lane_values(self.picture.race, state, t_s)
        shapes: list[Shape] = []
        for column, right in self._columns:
            text = column.figure(values[column.key])
            shapes.append(Text((right, top + size), text, "text" if values[column.key] is not None else "muted", size, "end", is_bold=True))
        track, whole = top + _LINE * size, self._track_end - self._left
        length = whole * state.share
        if length > 0:
            shapes.append(Box((self._left, track), length, self._track, role))
        tip = max(2.0, _RUNNER * self._track * 4)
        is_over = state.is_finished or t_s >= lane.end_s
        if not is_over and lane.duration_s:
            shapes.append(Box((self._left + max(0.0, length - tip), track), tip, self._track, "text"))
        shapes += self._result(lane, state, t_s, track, length, role)
        if state.energy_j is not None and self.picture.most_joules > 0:
            joules = whole * state.energy_j / self.picture.most_joules
            below = track + self._track + self._between
            shapes.append(Box((self._left, below), joules, self._joules, role, _TINT))
        return shapes

    def _result(self, lane: Lane, state: LaneState, t_s: float, track: float, length: float, role: str) -> list[Shape]:
        """Return the result of a finished or ended lane, in its bar or, if that is too short, after it."""
        if state.place is not None and state.finish_s is not None:
            result = ordinal(state.place)
            if self.picture.race.goal is not Goal.TIME:
                result += f"\u2002{duration_text(duration(state.finish_s))}"
        elif lane.duration_s and t_s >= lane.end_s:
            state_name = lane.record.state.value
            result = filled("{0} here", translated(state_name)) if lane.record.state in _BROKEN_OFF else translated("ended here")
        else:
            return []
        size = max(self._metrics.small, min(_IN_BAR * self._track, 1.1 * self._size))
        base = track + self._track / 2 + 0.36 * size
        room = 0.5 * size
        if self._metrics.width(result, size, True) + 2 * room <= length:
            return [Text((self._left + length - room, base), result, "ground", size, "end", is_bold=True)]
        return [Text((self._left + length + room, base), result, role, size, is_bold=True)]

    def _sentence(self) -> list[Shape]:
        sentence, size = self.picture.text.sentence, self._title
        room = self._right - self._left
        while size > self._metrics.strong and self._metrics.width(sentence, size, True) > room:
            size *= _SHRINK
        shown = self._metrics.fitted(sentence, room, size, True)
        return [Text((self._left, self.height - self._pad), shown, "text", size, is_bold=True)] if sentence else []

    def _spot(self, number: int, lane: Lane, top: float) -> Spot:
        facts = [
            self.picture.text.names[number],
            composed(lane.no_samples),
            no_energy(lane.no_energy) if lane.no_energy else "",
            composed(lane.simulated),
        ]
        centre = ((self._left + self._right) / 2, top + self._row / 2)
        return Spot(centre, ((self._right - self._left) / 2, self._row / 2), "\n".join(fact for fact in facts if fact))
