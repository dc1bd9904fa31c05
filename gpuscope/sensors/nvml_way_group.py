"""Ways to NVML's metrics that are read together from one GPU: looked at in one go, worked out when there is time."""

from collections.abc import Sequence
from typing import Any

from gpuscope.sensors.backend import NOT_YET
from gpuscope.sensors.nvml_fields import Entries, NvmlFields
from gpuscope.sensors.nvml_library import ask
from gpuscope.sensors.nvml_ways import Value, Way

Code = int | str
Results = tuple[list[Value], list[Code]]
"""A value a metric in SI units, None for those that failed; why: NVML's code, "not-yet", or 0 for those that did not."""
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
        self._fields = NvmlFields(api, fields, scales) if fields else None
        self._reads = [read for read, _ in others]
        self._counts = [count for _, count in others]

    def look(self, handle: Any) -> Seen:
        """Asks NVML."""
        return None if self._fields is None else self._fields.take(handle), [ask(read, handle) for read in self._reads]

    def results(self, seen: Seen) -> Results:
        """Works out what was seen."""
        entries, others = seen
        values: list[Value] = []
        whys: list[Code] = []
        if self._fields is not None and entries is not None:
            values, codes = self._fields.values(entries)
            whys += codes
        for (told, code), count in zip(others, self._counts, strict=True):
            values += [None] * count if told is None else told
            whys += [code] * count if code else [NOT_YET if value is None else 0 for value in told]
        return values, whys

    def read(self, handle: Any) -> Results:
        """Looks, and works it out at once."""
        return self.results(self.look(handle))
