"""A recording of a machine's sensors: gzipped JSON lines, the first a header, each of the others an event.

Written by ``gpuscope monitor --record FILE``, replayed by ``--sensor replay:FILE``. Untrusted files are read within limits: one line of
at most :data:`LONGEST_LINE` bytes at a time, and only events of the protocol.
"""

import gzip
import json
import platform
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from gpuscope.core.errors import EventError, UnavailableError
from gpuscope.core.event import Event, Gap, Hello, Sample
from gpuscope.core.event_json import decode, encode
from gpuscope.sensors.declaration import Declaration

FORMAT = "gpuscope-recording"
VERSION = 1
"""Version of the file format; readers reject newer ones."""
_FLUSH_EVERY_S = 1.0
"""Seconds of readings that a kill may lose; flushing each reading would compress poorly."""
LONGEST_LINE = 1 << 20
"""Limits the memory that a hostile file can use; the longest legitimate line declares the devices of a machine."""
_SHORTEST_S, _LONGEST_S = 1e-3, 86_400.0
"""Limits of the time between readings, far beyond those of any sensor (50 ms, a minute): they limit the load by a hostile file."""
_CURE = "Give a file written by 'gpuscope monitor --record FILE'."


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a recording.

    Attributes:
        recorded_at: UTC, ISO 8601.
        host: Name of the machine.
        start_ns: Monotonic time of that machine at the start; the timestamps of the events are on the same clock.
    """

    recorded_at: str
    host: str
    start_ns: int


class RecordingWriter:
    """Writes a recording; a context manager. If this process is killed, at most the last second or two is lost.

    Args:
        file: The path, overwritten if it exists; or a file open for writing, which stays open.

    Raises:
        OSError: It cannot be written.
    """

    def __init__(self, file: Path | BinaryIO) -> None:
        self._file = gzip.open(file, "wb", compresslevel=6)
        self._flush_s = 0.0
        self.events = 0
        header = {
            "format": FORMAT,
            "version": VERSION,
            "recorded_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "host": platform.node(),
            "start_ns": time.monotonic_ns(),
        }
        self._write_line(header)
        self._flush()

    def write(self, events: Sequence[Event]) -> None:
        """Write the declarations, samples and gaps among the events; log messages and tables are left out."""
        for event in events:
            if isinstance(event, (Hello, Sample, Gap)):
                self._write_line(encode(event))
                self.events += 1
        if time.monotonic() >= self._flush_s:
            self._flush()

    def _flush(self) -> None:
        self._file.flush()
        self._flush_s = time.monotonic() + _FLUSH_EVERY_S

    def _write_line(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()


class RecordingReader:
    """Reads a recording from its start, one event at a time.

    Attributes:
        header: The recording's header.
        is_cut: Whether the file is truncated; known once it has been read to the end.

    Raises:
        UnavailableError: The file does not exist, is not a recording, or is of a newer version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.is_cut = False
        try:
            self._file: BinaryIO = gzip.open(path, "rb")  # type: ignore[assignment]  # it has all methods that are used
        except OSError as error:
            raise UnavailableError(f"the recording {path} cannot be read: {error.strerror}", _CURE) from None
        try:
            self.header = self._header()
        except BaseException:
            self._file.close()
            raise

    def _header(self) -> Header:
        document = self._document()
        if document is None or document.get("format") != FORMAT:
            raise UnavailableError(f"{self._path} is not a sensor recording", _CURE)
        version = document.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise UnavailableError(
                f"the recording {self._path} is of version {version}; this gpuscope reads up to {VERSION}", "Upgrade it."
            )
        start = document.get("start_ns")
        if not isinstance(start, int):
            raise UnavailableError(f"{self._path} is not a sensor recording", _CURE)
        return Header(str(document.get("recorded_at"))[:40], str(document.get("host"))[:80], start)

    def _document(self) -> dict[str, Any] | None:
        """Return the next line; None at the end of the file, or where it is truncated or corrupt."""
        try:
            line = self._file.readline(LONGEST_LINE)
            document = json.loads(line) if line.endswith(b"\n") else None
        except (OSError, EOFError, zlib.error, ValueError, RecursionError):
            self.is_cut = True
            return None
        return document if isinstance(document, dict) else None

    def events(self) -> Iterator[Event]:
        """Yield the events, up to the first line that is not a valid event, or declares what cannot be read."""
        while (document := self._document()) is not None:
            try:
                event = decode(document)
                if isinstance(event, Hello):
                    _check(Declaration.from_info(event.info))
            except (EventError, ValueError):
                return
            yield event

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _check(declaration: Declaration) -> None:
    """Check that each call has a period.

    Raises:
        ValueError: One has none, or none of a sensor.
    """
    if not all(_SHORTEST_S <= declaration.periods.get(call, 0.0) <= _LONGEST_S for call in declaration.calls):
        raise ValueError(declaration.periods)
