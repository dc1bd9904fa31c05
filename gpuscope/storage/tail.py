"""Batches of events as they arrive: packed into rows of the raw tail, and sorted for conversion to columns."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import zstandard

from gpuscope.core.errors import EventError
from gpuscope.core.event import Event, Sample, Samples, Steps
from gpuscope.core.event_batch import EventBatch
from gpuscope.core.event_json import decode_each
from gpuscope.storage.errors import DamageError
from gpuscope.storage.records import compact_json

Document: TypeAlias = dict[str, Any]
Number: TypeAlias = float | int | None

RETURN_CODES = "codes"
"""Event kind for the return codes of failed readings once their samples are in columns."""

_NON_FINITE = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}
_MOST_BYTES = 1 << 33
"""More than any row unpacks to: it has at most 4096 events of 1 MiB. A row whose header claims more is damaged, and is not allocated."""
_LEVEL = 3
"""zstd's default, as in ``codec``, since compression happens while the workload runs."""


def pack_json(document: object) -> bytes:
    """Return compressed JSON."""
    return _pack(compact_json(document))


def _pack(text: str) -> bytes:
    return zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(text.encode())


def unpack_json(blob: bytes) -> Any:
    """Unpack a document from :func:`pack_json`.

    Raises:
        DamageError: The blob is damaged.
    """
    try:
        if zstandard.frame_content_size(blob) > _MOST_BYTES:
            raise DamageError("a row of events is damaged: its length makes no sense")
        return json.loads(zstandard.ZstdDecompressor().decompress(blob))
    except (zstandard.ZstdError, ValueError, TypeError) as error:
        raise DamageError(f"a row of events is damaged: {error}") from None


def pack_batches(batches: Iterable[tuple[int, Sequence[Event]]]) -> bytes:
    """Pack (seq, events) into the blob of one row of the tail."""
    return _pack(f"[{','.join(EventBatch.of(batch).text for batch in batches)}]")


def unpack_batches(blob: bytes) -> list[tuple[int, list[Document]]]:
    """Unpack (seq, documents) from :func:`pack_batches`."""
    return [(seq, documents) for seq, documents in unpack_json(blob)]


def decoded(documents: Iterable[Document]) -> tuple[Event, ...]:
    """Decode events from documents; skip kinds that only a later gpuscope knows."""
    events: list[Event] = []
    for document in documents:
        try:
            events += decode_each(document)
        except EventError:
            continue
    return tuple(events)


@dataclass(slots=True)
class Readings:
    """Successive readings of one call under one layout; stamps are absolute."""

    first_seq: int
    last_seq: int
    before_ns: list[int] = field(default_factory=list)
    after_ns: list[int] = field(default_factory=list)
    values: list[Sequence[Number]] = field(default_factory=list)


@dataclass(slots=True)
class StepRun:
    """Ends of contiguous steps of one process; stamps are absolute."""

    pid: int
    first_step: int
    first_seq: int
    last_seq: int
    ends_ns: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Harvest:
    """Contents of tail rows, sorted by type.

    Attributes:
        readings: By (call, generation).
        steps: In order of arrival.
        events: (seq, index in its batch, document), by kind.
    """

    readings: dict[tuple[str, int], Readings] = field(default_factory=dict)
    steps: list[StepRun] = field(default_factory=list)
    events: dict[str, list[tuple[int, int, Document]]] = field(default_factory=dict)
    _open_steps: dict[int, StepRun] = field(default_factory=dict)

    def add(self, generation: int, batches: Iterable[tuple[int, Sequence[Document]]]) -> None:
        """Add the batches of one row, in order."""
        for seq, documents in batches:
            for place, document in enumerate(documents):
                kind = document["e"]
                if kind == Sample.KIND:
                    self._add_sample(generation, seq, place, document)
                elif kind == Samples.KIND:
                    self._add_samples(generation, seq, document)
                elif kind == Steps.KIND:
                    self._add_steps(seq, document)
                else:
                    self.events.setdefault(kind, []).append((seq, place, document))

    def _readings_of(self, call: str, generation: int, seq: int) -> Readings:
        readings = self.readings.get((call, generation))
        if readings is None:
            readings = self.readings[call, generation] = Readings(seq, seq)
        readings.last_seq = seq
        return readings

    def _add_samples(self, generation: int, seq: int, document: Document) -> None:
        readings = self._readings_of(document["call"], generation, seq)
        readings.before_ns += document["b"]
        readings.after_ns += map(sum, zip(document["b"], document["d"], strict=True))
        readings.values += document["v"]

    def _add_sample(self, generation: int, seq: int, place: int, document: Document) -> None:
        readings = self._readings_of(document["call"], generation, seq)
        readings.before_ns.append(document["b"])
        readings.after_ns.append(document["a"])
        readings.values.append(document["v"])
        if "c" in document:
            self.events.setdefault(RETURN_CODES, []).append(
                (seq, place, {"call": document["call"], "b": document["b"], "c": document["c"]})
            )

    def _add_steps(self, seq: int, document: Document) -> None:
        pid, first, ends = document["pid"], document["first"], document["t"]
        run = self._open_steps.get(pid)
        if run is None or run.first_step + len(run.ends_ns) != first:
            run = self._open_steps[pid] = StepRun(pid, first, seq, seq)
            self.steps.append(run)
        run.last_seq = seq
        run.ends_ns.extend(ends)


def number(value: object) -> Number:
    """Convert a value of a sample's document to a number; None for a failed reading."""
    return _NON_FINITE[value] if isinstance(value, str) else value  # type: ignore[return-value]
