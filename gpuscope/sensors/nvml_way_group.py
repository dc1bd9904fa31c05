"""Ways to NVML's metrics that are read together from one GPU: looked at in one go, worked out when there is time."""

from collections.abc import Sequence
from typing import Any

from gpuscope.sensors.backend import NOT_YET
from gpuscope.sensors.nvml_fields import Entries, NvmlFields
from gpuscope.sensors.nvml_library import ask
from gpuscope.sensors.nvml_ways import Value, Way

Code = int | str
Result = tuple[Value, Code | None]
"""A value, or why there is none: NVML's code, or "not-yet"."""
Seen = tuple[Entries | None, list[tuple[Any, int | None]]]
"""The entries of the fields, and (values, code) of each of the other ways."""


class WayGroup:
    """Some ways of one GPU.

    Args:
        api: pynvml, initialised.
        ways: Which ones; their fields go in one call.
    """

    def __init__(self, api: Any, ways: Sequence[Way]) -> None:
        self.ways = tuple(ways)
        self.metrics = tuple(metric for way in ways for metric in way.metrics)
        fields = [way.field for way in ways if way.field is not None]
        self._fields = NvmlFields(api, fields) if fields else None
        self._reads = [way.read for way in ways if way.read is not None]

    def look(self, handle: Any) -> Seen:
        """Asks NVML."""
        return None if self._fields is None else self._fields.take(handle), [ask(read, handle) for read in self._reads]

    def results(self, seen: Seen) -> list[Result]:
        """Works out what was seen: a result a metric, in SI units; each field has its own code."""
        entries, others = seen
        fields = iter(() if self._fields is None or entries is None else self._fields.values(entries))
        rest = iter(others)
        results: list[Result] = []
        for way in self.ways:
            if way.field is not None:
                value, why = next(fields)
                results.append((None if value is None else value * way.scale, why))
            else:
                values, code = next(rest)
                results += [(None, code)] * len(way.metrics) if values is None else map(_result, values)
        return results

    def read(self, handle: Any) -> list[Result]:
        """Looks, and works it out at once."""
        return self.results(self.look(handle))


def _result(value: Value) -> Result:
    return value, NOT_YET if value is None else None
