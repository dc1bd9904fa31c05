"""Ways to NVML's metrics that are read together from one GPU: looked at in one go, worked out when there is time."""

from collections.abc import Sequence
from typing import Any

from gpuscope.sensors.backend import NOT_YET
from gpuscope.sensors.nvml_fields import Entries, NvmlFields
from gpuscope.sensors.nvml_library import ask
from gpuscope.sensors.nvml_ways import Value, Way

Code = int | str
Results = tuple[list[Value], dict[str, Code]]
"""A value a metric in SI units, None for those that failed; why, by index as text: NVML's code, or "not-yet"."""
Seen = tuple[Entries | None, list[tuple[Any, int | None]]]
"""The entries of the fields, and (values, code) of each of the other ways."""


class WayGroup:
    """Some ways of one GPU.

    Args:
        api: pynvml, initialised.
        ways: Which ones; their fields go in one call.

    Attributes:
        ways: Those of fields first.
        metrics: What they give, in this order.
    """

    def __init__(self, api: Any, ways: Sequence[Way]) -> None:
        fields = [way.field for way in ways if way.field is not None]
        scales = [way.scale for way in ways if way.field is not None]
        others = [(way.read, len(way.metrics)) for way in ways if way.read is not None]
        self.ways = tuple(sorted(ways, key=lambda way: way.field is None))
        self.metrics = tuple(metric for way in self.ways for metric in way.metrics)
        self._places = {metric: place for place, metric in enumerate(self.metrics)}
        self._fields = NvmlFields(api, fields, scales) if fields else None
        self._reads = [read for read, _ in others]
        self._counts = [count for _, count in others]

    def look(self, handle: Any) -> Seen:
        """Ask NVML."""
        return None if self._fields is None else self._fields.take(handle), [ask(read, handle) for read in self._reads]

    def results(self, seen: Seen) -> Results:
        """Work out what was seen."""
        entries, others = seen
        values: list[Value] = []
        codes: dict[str, Code] = {}
        if self._fields is not None and entries is not None:
            values, whys = self._fields.values(entries)
            codes.update((str(index), why) for index, why in enumerate(whys) if why)
        for (told, code), count in zip(others, self._counts, strict=True):
            if told is None or None in told:
                told = (None,) * count if told is None else told
                codes.update((str(index), code or NOT_YET) for index, value in enumerate(told, len(values)) if value is None)
            values += told
        return values, codes

    def value(self, metric: str, values: Sequence[Value]) -> Value:
        """Return the value of a metric among those of the group; None where it has none."""
        place = self._places.get(metric)
        return None if place is None else values[place]

    def read(self, handle: Any) -> Results:
        """Look, and work it out at once."""
        return self.results(self.look(handle))
