"""Layouts: the series that the values of each call belong to, and since when."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from sqlalchemy import Connection, insert, select, update

from gpuscope.core.metric_registry import metric as metric_of
from gpuscope.storage.checksums import kept_up_to_date, verify, with_checksum, without_strays
from gpuscope.storage.errors import DamageError
from gpuscope.storage.records import clean, compact_json
from gpuscope.storage.schema import CALLS, SERIES, AnyRow

SeriesName = tuple[str, str]
"""(device, metric)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The series that the values of a call belong to.

    Attributes:
        key: The layout's key in the store.
        call: The call's name.
        generation: The first generation to which it applies.
        series: One (device, metric) per value.
    """

    key: int
    call: str
    generation: int
    series: tuple[SeriesName, ...]


class Layouts:
    """The layouts of a run, including old ones, since readings taken under them may still be in the tail.

    Attributes:
        is_damaged: Whether this is empty because one of the run's layouts is damaged.
    """

    def __init__(self, layouts: Iterable[Layout] = (), *, is_damaged: bool = False) -> None:
        self._by_call: dict[str, list[Layout]] = {}
        self.is_damaged = is_damaged
        for layout in layouts:
            self.add(layout)

    @classmethod
    def read(cls, connection: Connection, run: int) -> Self:
        """Read the layouts of a run.

        Raises:
            DamageError: One of them is damaged.
        """
        rows = connection.execute(select(CALLS).where(CALLS.c.run == run).order_by(CALLS.c.generation, CALLS.c.id))
        return cls([layout_of(row) for row in without_strays(connection, CALLS, rows)])

    @classmethod
    def read_sound(cls, connection: Connection, run: int) -> Self:
        """Read the layouts of a run; none if one is damaged, since another would be used in its place and misassign every value."""
        try:
            return cls.read(connection, run)
        except DamageError:
            return cls(is_damaged=True)

    def add(self, layout: Layout) -> None:
        """Add a layout; those of one call must be added in order of generation."""
        self._by_call.setdefault(layout.call, []).append(layout)

    def find(self, call: str, generation: int) -> Layout | None:
        """Return the layout of a call at a generation: the newest up to that generation, else the first after it."""
        layouts = self._by_call.get(call, ())
        return next((layout for layout in reversed(layouts) if layout.generation <= generation), layouts[0] if layouts else None)

    def newest(self, call: str) -> Layout | None:
        """Return the current layout of a call; None if it was never declared."""
        return self._by_call[call][-1] if call in self._by_call else None

    def calls(self) -> Collection[str]:
        """Return the names of the calls."""
        return self._by_call.keys()

    def generation(self) -> int:
        """Return the newest generation; 0 if there is none."""
        return max((layout.generation for layouts in self._by_call.values() for layout in layouts), default=0)

    def places(self, name: SeriesName) -> dict[int, int]:
        """Return the position of a series' values, by key of layout."""
        return {layout.key: layout.series.index(name) for layout in self.in_order() if name in layout.series}

    def in_order(self) -> list[Layout]:
        """Return all layouts, oldest first."""
        return sorted((layout for layouts in self._by_call.values() for layout in layouts), key=lambda layout: layout.generation)


def layout_of(row: AnyRow) -> Layout:
    """Return the layout stored in a row.

    Raises:
        DamageError: The row is damaged.
    """
    verify(CALLS, row)
    try:
        return Layout(row.id, row.name, row.generation, _series(row.layout))
    except (ValueError, TypeError, RecursionError):
        raise DamageError("a layout of readings cannot be read") from None


@lru_cache(maxsize=1024)  # reading each series of a run parses the layouts of all calls
def _series(text: str) -> tuple[SeriesName, ...]:
    return tuple((str(device), str(metric)) for device, metric in json.loads(text))


def series_keys(connection: Connection, run: int) -> dict[SeriesName, int]:
    """Return the keys of a run's series, in the order of their declaration."""
    rows = connection.execute(select(SERIES.c.id, SERIES.c.device, SERIES.c.metric).where(SERIES.c.run == run).order_by(SERIES.c.id))
    return {(row.device, row.metric): row.id for row in rows}


def declare(connection: Connection, run: int, calls: Mapping[str, Sequence[SeriesName]], quality: Mapping[str, tuple[str, str]]) -> int:
    """Write new layouts and series, and changed qualities: a helper reports all of them again when one of them changes.

    Returns:
        The generation from which they apply.
    """
    stored, declared = Layouts.read(connection, run), _provenances(connection, run)
    generation = stored.generation() + 1
    for call, named in calls.items():
        series = tuple((clean(device), clean(metric)) for device, metric in named)
        for name in series:
            _put_series(connection, run, name, declared, quality.get("/".join(name)))
        newest = stored.newest(call)
        if newest is None or newest.series != series:
            values = {"run": run, "name": call, "generation": generation, "layout": compact_json(series)}
            connection.execute(insert(CALLS).values(with_checksum(CALLS, values)))
    return generation


def _provenances(connection: Connection, run: int) -> dict[SeriesName, tuple[str, str]]:
    """Return the quality and source of each declared series."""
    rows = connection.execute(select(SERIES.c.device, SERIES.c.metric, SERIES.c.quality, SERIES.c.source).where(SERIES.c.run == run))
    return {(row.device, row.metric): (row.quality, row.source) for row in rows}


def _put_series(
    connection: Connection, run: int, name: SeriesName, declared: dict[SeriesName, tuple[str, str]], quality: tuple[str, str] | None
) -> None:
    before = declared.get(name)
    now = before or ("", "") if quality is None else (quality[0], clean(quality[1]))
    if now == before:
        return
    provenance = {"quality": now[0], "source": now[1]}
    if before is None:
        definition = metric_of(name[1])
        place = {"run": run, "device": name[0], "metric": name[1], "unit": definition.unit if definition else ""}
        connection.execute(insert(SERIES).values(with_checksum(SERIES, place | provenance)))
    else:
        condition = (SERIES.c.run == run) & (SERIES.c.device == name[0]) & (SERIES.c.metric == name[1])
        with kept_up_to_date(connection, SERIES, condition):
            connection.execute(update(SERIES).where(condition).values(provenance))
    declared[name] = now
