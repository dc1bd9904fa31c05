"""Vertical layout of a timeline's lanes, some of them folded. No Qt."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gpuscope.gui.text_size import grown
from gpuscope.profiles.lane_row import LaneRow
from gpuscope.profiles.lanes import Lane, LaneKind, TraceLanes

ROW, STREAM_ROW, FOLDED_ROW = grown(18), grown(24), 9
"""Heights in pixels of a row of calls with names, of a row of device work, of a folded lane."""
HEADER, SPACE = grown(25), 6
"""Pixels: height of the header with a thread's or stream's name, space between two lanes."""
_FOLDED = (LaneKind.PYTHON,)
"""Kinds that are folded initially: Python functions are numerous and rarely the first thing to look for."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a lane with its vertical position, relative to the top of the lanes.

    Attributes:
        place: Index of the row in its lane.
        top: Pixels.
        height: Pixels.
        has_names: Whether names are drawn on its slices.
    """

    lane: Lane
    place: int
    top: int
    height: int
    has_names: bool

    @property
    def row(self) -> LaneRow:
        """The slices of the row."""
        return self.lane.rows[self.place]


@dataclass(frozen=True, slots=True)
class LaneTitle:
    """The title left of a lane, or above the lanes of a track.

    Attributes:
        key: Key for folding it.
        lane: The lane; for a header, the first lane of the track.
        top: Pixels.
        height: Pixels.
        is_header: Whether it is a line of its own, above the lanes of a track.
        names_track: Whether it names the track instead of the content of the lane.
        is_folded: Whether the lane or track is folded.
    """

    key: str
    lane: Lane
    top: int
    height: int
    is_header: bool
    names_track: bool
    is_folded: bool

    @property
    def line(self) -> int:
        """Height of its line of text: that of the first row of its lane, with which it is level."""
        row = STREAM_ROW if self.lane.kind is LaneKind.STREAM else ROW
        return self.height if self.is_header else min(self.height, row)


class TraceLayout:
    """Bands and titles from top to bottom.

    Attributes:
        bands: The bands, top to bottom.
        titles: The titles, top to bottom.
        height: Total height in pixels.
    """

    def __init__(self) -> None:
        self.bands: list[Band] = []
        self.titles: list[LaneTitle] = []
        self.height = 0
        self._lanes: tuple[Lane, ...] = ()
        self._folded: set[str] = set()

    def set_lanes(self, lanes: TraceLanes | None) -> None:
        """Lay out the lanes of another trace; kinds of secondary interest are folded."""
        self._lanes = lanes.lanes if lanes is not None else ()
        self._folded = {lane.key for lane in self._lanes if lane.kind in _FOLDED}
        self._place()

    def fold(self, key: str, *, is_folded: bool) -> None:
        """Fold or unfold a lane, or all lanes of a track."""
        (self._folded.add if is_folded else self._folded.discard)(key)
        self._place()

    def reveal(self, lane: Lane) -> None:
        """Unfold a lane and its track."""
        self._folded -= {lane.key, track_key(lane)}
        self._place()

    def band_at(self, y: float) -> Band | None:
        """Return the band at a y coordinate; None between bands."""
        return next((band for band in self.bands if band.top <= y < band.top + band.height), None)

    def title_at(self, y: float) -> LaneTitle | None:
        """Return the title at a y coordinate; None between titles."""
        return next((title for title in self.titles if title.top <= y < title.top + title.height), None)

    def band_of(self, index: int) -> Band | None:
        """Return the band of a slice; None if the slice is folded away or belongs to no lane."""
        for band in self.bands:
            slices = band.row.slice
            place = int(slices.searchsorted(index))
            if place < slices.size and slices[place] == index:
                return band
        return None

    def shown(self, top: float, bottom: float) -> Iterator[Band]:
        """Yield the bands that overlap a vertical range."""
        return (band for band in self.bands if band.top < bottom and band.top + band.height > top)

    def _place(self) -> None:
        self.bands, self.titles, self.height = [], [], SPACE
        for lanes in _tracks(self._lanes):
            key = track_key(lanes[0])
            if len(lanes) > 1:
                is_folded = key in self._folded
                self.titles.append(LaneTitle(key, lanes[0], self.height, HEADER, is_header=True, names_track=True, is_folded=is_folded))
                self.height += HEADER
                if is_folded:
                    self._add(next((lane for lane in lanes if lane.kind in (LaneKind.CALLS, LaneKind.STREAM)), lanes[0]), is_folded=True)
                    continue
            for lane in lanes:
                is_folded = lane.key in self._folded
                top = self.height
                self._add(lane, is_folded=is_folded)
                height, is_alone = max(ROW, self.height - top - SPACE), len(lanes) == 1
                self.titles.append(LaneTitle(lane.key, lane, top, height, is_header=False, names_track=is_alone, is_folded=is_folded))
                self.height = max(self.height, top + ROW + SPACE)

    def _add(self, lane: Lane, *, is_folded: bool) -> None:
        height = FOLDED_ROW if is_folded else STREAM_ROW if lane.kind is LaneKind.STREAM else ROW
        top = self.height + (ROW - FOLDED_ROW) // 2 if is_folded else self.height
        for place in range(1 if is_folded else len(lane.rows)):
            self.bands.append(Band(lane, place, top, height, not is_folded))
            top += height
        self.height = top + SPACE


def track_key(lane: Lane) -> str:
    """Return the key for folding all lanes of a lane's track."""
    return f"{lane.track}:"


def _tracks(lanes: Iterable[Lane]) -> list[list[Lane]]:
    """Group the lanes by track; the lanes of a track must be adjacent."""
    tracks: list[list[Lane]] = []
    for lane in lanes:
        if tracks and tracks[-1][0].track == lane.track:
            tracks[-1].append(lane)
        else:
            tracks.append([lane])
    return tracks
