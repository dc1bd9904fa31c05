"""Where the lanes of a timeline stand, one below the other, and which are folded. No Qt."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gpuscope.profiles.lane_row import LaneRow
from gpuscope.profiles.lanes import Lane, LaneKind, TraceLanes

ROW, STREAM_ROW, FOLDED_ROW = 18, 24, 9
"""Heights in pixels: of a call with its name, of the device's work, of a folded lane."""
HEADER, SPACE = 25, 6
"""Pixels: the line with a thread's or stream's name, and what parts two lanes."""
_FOLDED = (LaneKind.PYTHON,)
"""Kinds that are folded at first: functions of Python are many, and nobody looks for them first."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row at its place; places count from the top of the first.

    Attributes:
        lane: Which.
        place: Of the row in its lane.
        top: Pixels.
        height: Pixels.
        has_names: Whether its slices are written on.
    """

    lane: Lane
    place: int
    top: int
    height: int
    has_names: bool

    @property
    def row(self) -> LaneRow:
        """Its slices."""
        return self.lane.rows[self.place]


@dataclass(frozen=True, slots=True)
class LaneTitle:
    """What stands left of a lane, or above the lanes of a track.

    Attributes:
        key: By which it is folded.
        lane: The lane; the first of the track's, of a header.
        top: Pixels.
        height: Pixels.
        is_header: Whether it is a line of its own, above the lanes of a track.
        names_track: Whether it says what the track is called, and not what its lane holds.
        is_folded: Whether what it names is.
    """

    key: str
    lane: Lane
    top: int
    height: int
    is_header: bool
    names_track: bool
    is_folded: bool


class TraceLayout:
    """Bands and titles from top to bottom.

    Attributes:
        bands: By place.
        titles: By place.
        height: Of all, in pixels.
    """

    def __init__(self) -> None:
        self.bands: list[Band] = []
        self.titles: list[LaneTitle] = []
        self.height = 0
        self._lanes: tuple[Lane, ...] = ()
        self._folded: set[str] = set()

    def set_lanes(self, lanes: TraceLanes | None) -> None:
        """Place the lanes of another trace; those that nobody looks for first are folded."""
        self._lanes = lanes.lanes if lanes is not None else ()
        self._folded = {lane.key for lane in self._lanes if lane.kind in _FOLDED}
        self._place()

    def fold(self, key: str, *, is_folded: bool) -> None:
        """Fold or unfold a lane, or all lanes of a track."""
        (self._folded.add if is_folded else self._folded.discard)(key)
        self._place()

    def reveal(self, lane: Lane) -> None:
        """Unfold what hides a lane."""
        self._folded -= {lane.key, track_key(lane)}
        self._place()

    def band_at(self, y: float) -> Band | None:
        """Return the band at a place; None between them."""
        return next((band for band in self.bands if band.top <= y < band.top + band.height), None)

    def title_at(self, y: float) -> LaneTitle | None:
        """Return the title at a place; None between them."""
        return next((title for title in self.titles if title.top <= y < title.top + title.height), None)

    def band_of(self, index: int) -> Band | None:
        """Return the band of a slice; None where it is folded away or has none."""
        for band in self.bands:
            slices = band.row.slice
            place = int(slices.searchsorted(index))
            if place < slices.size and slices[place] == index:
                return band
        return None

    def shown(self, top: float, bottom: float) -> Iterator[Band]:
        """Yield the bands between two places."""
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
    """Return the key by which all lanes of a lane's track are folded."""
    return f"{lane.track}:"


def _tracks(lanes: Iterable[Lane]) -> list[list[Lane]]:
    """Return the lanes of each track; those of a track stand together."""
    tracks: list[list[Lane]] = []
    for lane in lanes:
        if tracks and tracks[-1][0].track == lane.track:
            tracks[-1].append(lane)
        else:
            tracks.append([lane])
    return tracks
