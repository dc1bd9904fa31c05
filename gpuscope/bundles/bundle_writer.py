"""Writer for run bundles (``.gpuscope``): a zip of JSON and fixed binary columns, written as a stream.

``bundle.json`` holds the format, version and number of runs. Run 0 has, under ``runs/0000/``: ``run.json`` (its record, series,
layouts), ``readings-0000.bin`` and following, ``steps.bin`` (layout in ``bundle_format``), ``events.jsonl`` (one line each: kind, seq,
index in its batch, document) and ``output.log``. All text is redacted once more, and what a program may report but no import accepts is
replaced: halves of characters, integers beyond 64 bits, objects nested too deeply.
"""

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from gpuscope import __version__
from gpuscope.bundles import bundle_format as layout
from gpuscope.bundles import limits
from gpuscope.bundles.bundle_format import readings_bytes, steps_bytes
from gpuscope.bundles.bundle_reader import check_document
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.run_document import document_of
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.storage.records import clean
from gpuscope.storage.run_snapshot import RunSnapshot
from gpuscope.storage.store import StoreReader
from gpuscope.system.redaction import redact_arguments, redact_text, redact_variable

_PART_BYTES = 64 * limits.MIB
"""Size at which a member of readings is ended; a member beyond 2 GiB would need zip's 64-bit extension."""
_LEAST_TOO_LARGE = 2**63
_LEVEL = 3
"""Compression level, below zlib's default of 6 for speed: the user waits for an export."""
Share = Callable[[float], None]


def bundle_pieces(store: StoreReader, records: Sequence[RunRecord], progress: Share = lambda _: None) -> Iterator[bytes]:
    """Yield the bytes of a bundle.

    Args:
        store: The store with the runs.
        records: Complete records of the runs, with derived states.
        progress: Called with the share of the runs written, 0 to 1.

    Raises:
        UsageError: A run is live or holds something that no import accepts, or the runs are too many or too large for one bundle.
    """
    live = next((record.run_id for record in records if record.state is RunState.RUNNING), None)
    if live is not None:
        raise UsageError(f"run {live} is live and cannot be exported", "Export it when it has ended.")
    if len(records) > limits.RUNS:
        raise UsageError(f"{len(records)} runs are too many for one bundle", f"Export at most {limits.RUNS} at a time.")
    sink = _Sink()
    try:
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, allowZip64=False, compresslevel=_LEVEL) as archive:  # type: ignore[call-overload]
            _write(archive, layout.MANIFEST, _manifest(len(records)))
            for place, record in enumerate(records):
                with store.snapshot(record.run_id) as run:
                    for _ in _run_written(archive, place, record, run):
                        yield from sink.taken()
                progress((place + 1) / len(records))
    except zipfile.LargeZipFile:
        raise UsageError("the runs are too large for one bundle", "Export fewer at a time.") from None
    yield from sink.taken()


class _Sink:
    """Write-only file object for the zip, without seeking, so that the bundle can be streamed."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: data is handed over by :meth:`taken`."""

    def taken(self) -> list[bytes]:
        pieces, self._pieces = self._pieces, []
        return pieces


def _manifest(runs: int) -> bytes:
    manifest = {"format": layout.FORMAT, "version": layout.VERSION, "gpuscope": __version__, "runs": runs}
    return json.dumps(manifest | {"exported_at": datetime.now(UTC).isoformat()}).encode()


def _write(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, _LEVEL)


def _opened(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    info = zipfile.ZipInfo(name)  # no date, which would be in local time
    info.compress_type = zipfile.ZIP_DEFLATED
    return archive.open(info, "w")


def _run_written(archive: zipfile.ZipFile, place: int, record: RunRecord, run: RunSnapshot) -> Iterator[None]:
    """Write a run; yields whenever written data can be handed over."""
    series, layouts = run.series(), run.layouts()
    calls = list(dict.fromkeys(part.call for part in layouts))
    texts = {"name": _short(record.name), "note": _short(record.note), "reason": None if record.reason is None else _short(record.reason)}
    document = {
        "record": document_of(record) | texts,
        "series": [[part.device, part.metric, part.unit, part.source, part.quality] for part in series],
        "layouts": [[part.call, part.generation, part.series] for part in layouts],
        "calls": calls,
        "committed": run.committed,
    }
    data = json.dumps(_portable(document)).encode()
    try:
        check_document(data)
    except RecordingFileError as error:
        hint = "A .json or .csv file takes it: gpuscope export RUN -o FILE.json"
        raise UsageError(f"run {record.run_id} does not fit into a bundle: {error.message}", hint) from None
    _write(archive, layout.member(place, layout.DOCUMENT), data)
    places = {(part.device, part.metric): at for at, part in enumerate(series)}
    call_places = {name: at for at, name in enumerate(calls)}
    blocks = (block for readings in run.readings() for block in readings_bytes(readings, call_places, places))
    yield from _parts_written(archive, place, blocks)
    yield from _stream_written(archive, layout.member(place, layout.STEPS), (part for steps in run.steps() for part in steps_bytes(*steps)))
    yield from _stream_written(archive, layout.member(place, layout.EVENTS), map(_event_line, run.documents()))
    _write(archive, layout.member(place, layout.OUTPUT), _output(record))


def _parts_written(archive: zipfile.ZipFile, place: int, blocks: Iterator[bytes]) -> Iterator[None]:
    part, more = 0, True
    while more:
        more = False
        with _opened(archive, layout.member(place, layout.readings(part))) as file:
            size = 0
            for block in blocks:
                file.write(block)
                size += len(block)
                yield
                if size >= _PART_BYTES:
                    more, part = True, part + 1
                    break


def _stream_written(archive: zipfile.ZipFile, name: str, pieces: Iterator[bytes]) -> Iterator[None]:
    with _opened(archive, name) as file:
        for piece in pieces:
            file.write(piece)
            yield


def _event_line(event: tuple[str, int, int, dict[str, Any]]) -> bytes:
    kind, seq, place, document = event
    return json.dumps([kind, seq, place, _portable(document, depth=limits.DEPTH - 1)], separators=(",", ":")).encode() + b"\n"


def _portable(value: Any, name: str = "", depth: int = limits.DEPTH) -> Any:
    """Return a document with secrets redacted at any depth, recognized by key or by shape, and as the import accepts it."""
    if isinstance(value, str):
        return _whole_text(redact_variable(name, value))
    if isinstance(value, int):
        return value if abs(value) < _LEAST_TOO_LARGE else _as_float(value)
    if not isinstance(value, (Mapping, list, tuple)):
        return value
    if not depth:
        return "…"
    if isinstance(value, Mapping):
        return {_whole_text(str(key)): _portable(item, key, depth - 1) for key, item in value.items()}
    texts = redact_arguments(value) if name == "command" and all(isinstance(item, str) for item in value) else value
    return [_portable(item, name, depth - 1) for item in texts]


def _as_float(value: int) -> float | str:
    try:
        return float(value)
    except OverflowError:
        return "inf" if value > 0 else "-inf"  # as in the values of events


def _whole_text(text: str) -> str:
    """Return text without halves of characters, except those that escape bytes of file names."""
    try:
        text.isascii() or text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return clean(text)
    return text


def _short(text: str) -> str:
    """Return a text as long as the import accepts it, without NUL."""
    return text.replace("\0", "")[: limits.TEXT]


def _output(record: RunRecord) -> bytes:
    if not record.folder:
        return b""
    try:
        with (Path(record.folder) / layout.OUTPUT).open("rb") as file:
            data = file.read(limits.OUTPUT_BYTES)
    except OSError:
        return b""
    return redact_text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")[: limits.OUTPUT_BYTES]
