"""A batch of events on its way from a recorder to its spool and its store."""

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Self

from gpuscope.core.event import Event, Sample, Samples, encode


class EventBatch(tuple[int, Sequence[Event]]):
    """(seq, events). Its JSON is made when it is first asked for, and kept: spool and store both take it."""

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
