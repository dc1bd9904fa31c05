"""A recording of a machine's sensors: gzip over lines of JSON, the first a header, each of the others an event.

Made by ``gpuscope monitor --record FILE``, replayed by ``--sensor replay:FILE``. Another's file is read with limits:
never more than one line of :data:`LONGEST_LINE` at a time, nothing but events of the protocol.
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

FORMAT = "gpuscope-recording"
VERSION = 1
"""Of the file's layout; readers refuse what is newer."""
_FLUSH_EVERY_S = 1.0
"""Readings that a kill may cost; a flush for each reading would compress badly."""
LONGEST_LINE = 1 << 20
"""Bounds the memory that a hostile file can take; the longest line declares the devices of a machine."""
_CURE = "Name a file that 'gpuscope monitor --record FILE' made."


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a recording.

    Attributes:
        recorded_at: UTC, ISO 8601.
        host: Name of the machine.
        start_ns: Monotonic stamp of that machine at the start; the stamps of the events count from its clock.
    """

    recorded_at: str
    host: str
    start_ns: int


class RecordingWriter:
    """Writes a recording; a context manager. What is older than a second or two is in the file, also when this process is killed.

    Args:
        file: Its path, replaced if it is there; or what is open for writing, which stays open.

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
        """Write what declares, was read or is missing; words and tables are left out."""
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
    """Reads a recording from its start, an event at a time.

    Args:
        path: The file.

    Attributes:
        header: The recording's own header.
        is_cut: Whether the file ended in the middle; known at the end.

    Raises:
        UnavailableError: There is no such file, or it is no recording, or one of a newer version.
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
            raise UnavailableError(f"{self._path} is no recording of sensors", _CURE)
        version = document.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise UnavailableError(
                f"the recording {self._path} is of version {version}; this gpuscope reads up to {VERSION}", "Upgrade it."
            )
        start = document.get("start_ns")
        if not isinstance(start, int):
            raise UnavailableError(f"{self._path} is no recording of sensors", _CURE)
        return Header(str(document.get("recorded_at"))[:40], str(document.get("host"))[:80], start)

    def _document(self) -> dict[str, Any] | None:
        """Return the next line; None at the end, or where the file is cut or broken."""
        try:
            line = self._file.readline(LONGEST_LINE)
            document = json.loads(line) if line.endswith(b"\n") else None
        except (OSError, EOFError, zlib.error, ValueError, RecursionError):
            self.is_cut = True
            return None
        return document if isinstance(document, dict) else None

    def events(self) -> Iterator[Event]:
        """Yield the events; ends at a line that is none."""
        while (document := self._document()) is not None:
            try:
                yield decode(document)
            except EventError:
                return

    def close(self) -> None:
        """Close the file."""
        self._file.close()
