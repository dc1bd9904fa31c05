"""Reader for the runs of a bundle, for import into a store; ``bundle_writer`` documents the layout."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

from gpuscope.bundles import bundle_format as layout
from gpuscope.bundles import limits
from gpuscope.bundles import untrusted_input as fields
from gpuscope.bundles.bundle_format import read_readings, read_steps
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.run_document import checked_device, record_of
from gpuscope.bundles.zip_archive import Member, ZipArchive
from gpuscope.core.errors import EventError
from gpuscope.core.event import Hello, Sample, Steps
from gpuscope.core.event_json import decode, encode
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunOrigin, RunRecord
from gpuscope.storage.layouts import SeriesName
from gpuscope.storage.run_intake import EventRow, IncomingReadings, IncomingRun
from gpuscope.storage.tail import RETURN_CODES
from gpuscope.storage.values import SeriesHead

_EVENTS_AT_ONCE = 1024
"""Rows per write; a batch also ends at 1 MiB, so that long lines do not accumulate in memory."""
_BYTES_AT_ONCE = limits.MIB
_QUALITIES = ("", *Quality)
_WHAT = "the run's document"


def bundle_runs(archive: ZipArchive, imported_at: datetime) -> Iterator[IncomingRun]:
    """Yield the runs of a bundle; each must be consumed before the next.

    Args:
        archive: The open bundle, with member names checked by :func:`~gpuscope.bundles.bundle_format.is_member`.
        imported_at: Time of the import, for the runs' origin.

    Raises:
        RecordingFileError: The bundle is damaged, exceeds the limits, or has a newer version.
    """
    for place in range(_run_count(archive)):
        yield _Run(archive, place).incoming(imported_at)


def _run_count(archive: ZipArchive) -> int:
    subject = "the bundle's document"
    document = fields.mapping(fields.parse(archive.member(layout.MANIFEST, limits.MIB).rest(), subject), subject)
    if document.get("format") != layout.FORMAT:
        raise RecordingFileError("it is not a run bundle")
    version = fields.integer(document.get("version"), "the bundle's version", 1)
    if version > layout.VERSION:
        raise RecordingFileError(f"it is a bundle of version {version}; this gpuscope knows version {layout.VERSION}", "Upgrade gpuscope.")
    return fields.integer(document.get("runs"), "the number of runs", 1, limits.RUNS)


def check_document(data: bytes) -> None:
    """Check that a run's document can be imported.

    Raises:
        RecordingFileError: It cannot.
    """
    if len(data) > limits.DOCUMENT_BYTES:
        raise RecordingFileError(f"its document is larger than it may be ({len(data)} bytes)")
    _RunDocument(data).record(datetime.now(UTC))


class _RunDocument:
    """The document of one run of a bundle."""

    def __init__(self, data: bytes) -> None:
        self._document = fields.mapping(fields.parse(data, _WHAT), _WHAT)
        self.committed = fields.integer(self._entry("committed"), "the last batch", -1)
        self.series = _series(self._entry("series"))
        self.layouts = _layouts(self._entry("layouts"), self.series)
        names = fields.sequence(self._entry("calls"), "the calls", limits.LAYOUTS)
        self.calls = fields.distinct([fields.text(name, "a call's name") for name in names], "the calls")
        if set(self.calls) != {name for name, _, _ in self.layouts}:
            raise RecordingFileError("its calls are not those of its layouts")

    def record(self, imported_at: datetime) -> RunRecord:
        """Return the run's record."""
        document = fields.mapping(self._entry("record"), "the run's record")
        record = record_of(document)
        tool = fields.text(document.get("tool"), "the tool that recorded it", 64)
        return replace(record, origin=RunOrigin(tool, record.host, imported_at))

    def _entry(self, key: str) -> Any:
        return fields.required(self._document, key, _WHAT)


class _Run:
    """One run of a bundle."""

    def __init__(self, archive: ZipArchive, place: int) -> None:
        self._archive, self._place = archive, place
        self._document = _RunDocument(self._member(layout.DOCUMENT, limits.DOCUMENT_BYTES).rest())

    def incoming(self, imported_at: datetime) -> IncomingRun:
        """Return the run; its parts are read on demand."""
        return IncomingRun(
            self._document.record(imported_at),
            self._document.series,
            self._document.layouts,
            self._document.committed,
            self._readings(),
            read_steps(self._member(layout.STEPS, limits.UNPACKED_BYTES)),
            self._events(),
            self._member(layout.OUTPUT, limits.OUTPUT_BYTES).rest(),
        )

    def _member(self, name: str, most: int) -> Member:
        return self._archive.member(layout.member(self._place, name), most)

    def _readings(self) -> Iterator[IncomingReadings]:
        for part in count():
            name = layout.readings(part)
            if part and layout.member(self._place, name) not in self._archive.names:
                return
            yield from read_readings(self._member(name, limits.UNPACKED_BYTES), self._document.calls, len(self._document.series))

    def _events(self) -> Iterator[Sequence[EventRow]]:
        member = self._member(layout.EVENTS, limits.EVENTS_BYTES)
        rows: list[EventRow] = []
        size = 0
        while member.left:
            line = member.line(limits.EVENT_LINE_BYTES)
            rows.append(_event(line))
            size += len(line)
            if len(rows) >= _EVENTS_AT_ONCE or size >= _BYTES_AT_ONCE:
                yield rows
                rows, size = [], 0
        if rows:
            yield rows


def _series(value: Any) -> list[SeriesHead]:
    heads = []
    for entry in fields.sequence(value, "the series", limits.SERIES):
        texts = [fields.text(part, "a series") for part in fields.sequence(entry, "a series", 5)]
        if len(texts) != 5 or texts[4] not in _QUALITIES:
            raise RecordingFileError("a series is not valid")
        heads.append(SeriesHead(*texts))
    fields.distinct([(entry.device, entry.metric) for entry in heads], "the list of series")
    return heads


def _layouts(value: Any, series: Sequence[SeriesHead]) -> list[tuple[str, int, tuple[SeriesName, ...]]]:
    series_names = {(entry.device, entry.metric) for entry in series}
    layouts = []
    for entry in fields.sequence(value, "the layouts", limits.LAYOUTS):
        parts = fields.sequence(entry, "a layout", 3)
        if len(parts) != 3:
            raise RecordingFileError("a layout is not valid")
        names = fields.pairs(parts[2], "a layout", limits.SERIES)
        if not series_names.issuperset(names):
            raise RecordingFileError("a layout belongs to no series")
        layouts.append((fields.text(parts[0], "a call's name"), fields.integer(parts[1], "a generation", 0), names))
    fields.distinct([(name, generation) for name, generation, _ in layouts], "the list of layouts")
    return layouts


def _event(line: bytes) -> EventRow:
    subject = "an event"
    parts = fields.sequence(fields.parse(line, subject), subject, 4)
    if len(parts) != 4:
        raise RecordingFileError("an event is not valid")
    kind, document = fields.text(parts[0], subject, 64), fields.mapping(parts[3], subject)
    seq, place = fields.integer(parts[1], subject, 0), fields.integer(parts[2], subject, 0)
    return kind, seq, place, _codes(document) if kind == RETURN_CODES else _checked(kind, document)


def _checked(kind: str, document: dict[str, Any]) -> dict[str, Any]:
    try:
        event = decode(document)
    except EventError as error:
        raise RecordingFileError(f"an event is not valid: {error.message[:120]}") from None
    if kind != event.KIND or isinstance(event, (Sample, Steps)):
        raise RecordingFileError(f"an event of kind {kind[:40]!r} is not valid")
    if isinstance(event, Hello) and event.role == "helper":
        _check_devices(event.info)
    return encode(event)


def _check_devices(info: Mapping[str, Any]) -> None:
    """Validate the devices in a sensor helper's hello, which the window reads."""
    try:
        for device in fields.sequence(info.get("devices", []), "the devices", limits.DEVICES):
            checked_device(device)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise RecordingFileError(f"a device is not valid: {str(error)[:80]}") from None


def _codes(document: dict[str, Any]) -> dict[str, Any]:
    """Return the validated return codes of failed readings."""
    codes = fields.mapping(document.get("c"), "return codes")
    return {"call": fields.text(document.get("call"), "a call's name"), "b": fields.integer(document.get("b"), "a stamp"), "c": codes}
