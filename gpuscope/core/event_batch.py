"""What goes from a recorder to its spool and its store: batches of events, and what the readings in them are of."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from gpuscope.core.device import Device
from gpuscope.core.event import Event, Sample, Samples
from gpuscope.core.event_json import encode


class EventBatch(tuple[int, Sequence[Event]]):
    """(seq, events). Its JSON is made on first use and kept: spool and store both write it."""

    @classmethod
    def of(cls, batch: tuple[int, Sequence[Event]]) -> Self:
        """Return a batch as one of these."""
        return batch if isinstance(batch, cls) else cls(batch)

    @property
    def seq(self) -> int:
        """Its number."""
        return self[0]

    @cached_property
    def text(self) -> str:
        """``[seq, [document, …]]`` as JSON without spaces."""
        return f"[{self[0]},[{','.join(map(_text, self[1]))}]]"


def _text(event: Event) -> str:
    known = event.text if isinstance(event, Sample | Samples) else None
    return known or json.dumps(encode(event), separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class SeriesLayout:
    """Which series the values of each call belong to, in all batches that follow.

    Attributes:
        devices: The devices that are read.
        calls: By name of a call, the (device, metric) of each of its values.
        quality: By "device/metric", its (quality, source).
    """

    devices: Sequence[Device]
    calls: Mapping[str, Sequence[tuple[str, str]]]
    quality: Mapping[str, tuple[str, str]]

    def covers(self, earlier: "SeriesLayout") -> bool:
        """Return whether readings under the earlier layout mean the same under this one."""
        keys = {device.key for device in self.devices}
        return all(self.calls.get(call) == series for call, series in earlier.calls.items()) and all(
            device.key in keys for device in earlier.devices
        )

    @property
    def text(self) -> str:
        """Its JSON, which :meth:`from_json` reads; an object, where a batch is a list."""
        return json.dumps({"devices": [device.to_json() for device in self.devices], "calls": self.calls, "quality": self.quality})

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read what :attr:`text` wrote.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: It is no layout.
        """
        return cls(
            [Device.from_json(device) for device in document["devices"]],
            {str(call): [(str(device), str(metric)) for device, metric in series] for call, series in document["calls"].items()},
            {str(key): (str(quality), str(source)) for key, (quality, source) in document["quality"].items()},
        )
