"""Data that a recorder writes to its spool and store: batches of events, and the layout of their readings."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from gpuscope.core.device import Device
from gpuscope.core.event import Event, Sample, Samples
from gpuscope.core.event_json import encode


class EventBatch(tuple[int, Sequence[Event]]):
    """(seq, events). Its JSON is encoded on first use and cached, since spool and store both write it."""

    @classmethod
    def of(cls, batch: tuple[int, Sequence[Event]]) -> Self:
        """Return a (seq, events) tuple as an EventBatch."""
        return batch if isinstance(batch, cls) else cls(batch)

    @property
    def seq(self) -> int:
        """Sequence number."""
        return self[0]

    @cached_property
    def text(self) -> str:
        """``[seq, [document, …]]`` as JSON without spaces."""
        return f"[{self[0]},[{','.join(map(_text, self[1]))}]]"


def _text(event: Event) -> str:
    encoded = event.text if isinstance(event, Sample | Samples) else None
    return encoded or json.dumps(encode(event), separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class SeriesLayout:
    """Maps the values of each call to series, for all following batches.

    Attributes:
        devices: The devices that are read.
        calls: The (device, metric) of each value, by name of the call.
        quality: The (quality, source) of each series, by "device/metric".
    """

    devices: Sequence[Device]
    calls: Mapping[str, Sequence[tuple[str, str]]]
    quality: Mapping[str, tuple[str, str]]

    def covers(self, earlier: "SeriesLayout") -> bool:
        """Return whether readings with the earlier layout can be interpreted with this one."""
        keys = {device.key for device in self.devices}
        return all(self.calls.get(call) == series for call, series in earlier.calls.items()) and all(
            device.key in keys for device in earlier.devices
        )

    @property
    def text(self) -> str:
        """The layout as JSON, which :meth:`from_json` reads; an object, while a batch is a list."""
        return json.dumps({"devices": [device.to_json() for device in self.devices], "calls": self.calls, "quality": self.quality})

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Parse the decoded JSON of :attr:`text`.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: The document is not a layout.
        """
        return cls(
            [Device.from_json(device) for device in document["devices"]],
            {str(call): [(str(device), str(metric)) for device, metric in series] for call, series in document["calls"].items()},
            {str(key): (str(quality), str(source)) for key, (quality, source) in document["quality"].items()},
        )
