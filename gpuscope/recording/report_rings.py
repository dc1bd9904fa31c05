"""Reads reports of users' programs, lines and times of phases, from the files that they write (layout: ``probe.report_ring``)."""

import json
import struct
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.core.errors import EventError
from gpuscope.core.event import PHASES_TALLY, Event, Log
from gpuscope.core.event_json import decode
from gpuscope.core.workload_keys import PHASE_TIMES, PHASE_WITHIN, of_process, of_rank
from gpuscope.probe.report_ring import (
    FILE_BYTES,
    HEAD,
    HEADER_BYTES,
    INSIDE,
    LINE_BYTES,
    MAGIC,
    NAME_BYTES,
    PHASES,
    PHASES_BYTES,
    SINCE,
    TAIL,
    VERSION,
)
from gpuscope.recording.mapped_ring import MappedRing, RingKind

_NAMES_AT = HEADER_BYTES + PHASES_BYTES
_LINES_AT = FILE_BYTES - LINE_BYTES
_KIND = RingKind(MAGIC, VERSION, LINE_BYTES, FILE_BYTES, "the file is cut short", "the file is not of this version")
_LINES_AT_ONCE = 1 << 18
"""Maximum number of bytes per read: 2,500 lines take some 30 ms to parse, which the recorder's loop can afford."""


class ReportRing(MappedRing):
    """The reading end of one process's file.

    Args:
        path: The file.
        is_left: Whether the recorder that read it is gone. Then the file stays unchanged, so that its lines can be read again if they
            cannot be stored now; it begins where that recorder stopped.

    Attributes:
        garbage: Number of lines that were not valid events.
    """

    def __init__(self, path: Path, *, is_left: bool = False) -> None:
        super().__init__(path, _KIND, writes=not is_left)
        self._is_left = is_left
        self._tail = self._words[TAIL]
        self._rest = b""
        self.garbage = 0

    def read(self, most: int = _LINES_AT_ONCE) -> list[Event]:
        """Return the events reported since the last call, up to about ``most`` bytes of them."""
        if not self.has_more:
            return []
        end = min(self._words[HEAD], self._tail + most)
        data = self._rest + self._bytes(self._tail, end)
        self._tail = end
        if not self._is_left:
            self._words[TAIL] = end
        *lines, self._rest = data.split(b"\n")
        return [event for line in lines if (event := self._event(line)) is not None]

    @property
    def has_more(self) -> bool:
        """Whether there are unread lines; False if the program has overwritten the file's header."""
        return 0 < self._words[HEAD] - self._tail <= LINE_BYTES

    def _bytes(self, begin: int, end: int) -> bytes:
        first = _LINES_AT
        low, high = begin % LINE_BYTES, end % LINE_BYTES
        if low <= high and end - begin < LINE_BYTES:
            return self._map[first + low : first + high]
        return self._map[first + low : first + LINE_BYTES] + self._map[first : first + high]

    def _event(self, line: bytes) -> Event | None:
        try:
            return decode(json.loads(line))
        except (EventError, ValueError, RecursionError):
            self.garbage += 1
            return None

    def _names(self) -> dict[int, str]:
        """Return the names of the phases by number, prefixed by those of their enclosing phases, which have lower numbers."""
        names: dict[int, str] = {}
        for index in range(1, PHASES):
            parent, text = struct.unpack_from("<q120s", self._map, _NAMES_AT + index * NAME_BYTES)
            if name := text.rstrip(b"\0").decode("utf-8", "ignore"):
                names[index] = f"{names[parent]}{PHASE_WITHIN}{name}" if parent in names else name
        return names

    def phases(self, now_ns: int) -> dict[str, tuple[float, int]]:
        """Return (seconds, number of entries) by phase, excluding nested phases; an open phase counts up to now.

        Phases whose names are equal, since the file holds only the beginning of a long name, are added up.
        """
        inside, since = self._words[INSIDE], self._words[SINCE]
        phases: dict[str, tuple[float, int]] = {}
        for index, name in self._names().items():
            base = HEADER_BYTES // 8 + 2 * index
            open_ns = max(0, now_ns - since) if index == inside else 0
            seconds, times = phases.get(name, (0.0, 0))
            phases[name] = (seconds + (self._words[base] + open_ns) / 1e9, times + self._words[base + 1])
        return {name: numbers for name, numbers in phases.items() if numbers[1] > 0}


class ReportRings:
    """The files of all processes of a run; values carry the process number except for the first process, or the rank except the leader.

    Args:
        folder: The run's folder.
        is_left: As in :class:`ReportRing`.
    """

    def __init__(self, folder: Path, *, is_left: bool = False) -> None:
        self._folder, self._is_left = folder, is_left
        self._rings: dict[str, ReportRing] = {}
        self._ranks: dict[str, int | None] = {}

    @property
    def are_open(self) -> bool:
        """Whether any file is open."""
        return bool(self._rings)

    @property
    def garbage(self) -> int:
        """Number of lines that were not valid events."""
        return sum(ring.garbage for ring in self._rings.values())

    def open(self, info: Mapping[str, Any]) -> None:
        """Open the file named in a workload's hello, if any; ignore it if it cannot be read."""
        name = info.get("reports")
        if not isinstance(name, str) or name in self._rings or "/" in name:
            return
        try:
            self._rings[name] = ReportRing(self._folder / name, is_left=self._is_left)
        except (OSError, ValueError, EventError):
            return
        rank = info.get("rank")
        self._ranks[name] = rank if isinstance(rank, int) and not info.get("leads") else None
        if isinstance(rank, int) and info.get("leads"):  # the leading rank represents the run, even if another was first
            self._rings = {name: self._rings.pop(name), **self._rings}

    def read(self, *, whole: bool = False) -> list[Event]:
        """Return the events reported by all processes since the last call; with ``whole``, without a limit."""
        events: list[Event] = []
        for name, ring in self._rings.items():
            events += self._of(name, ring.read())
            while whole and ring.has_more:
                events += self._of(name, ring.read())
        return events

    def _of(self, name: str, events: list[Event]) -> list[Event]:
        if self._leads(name):
            return events
        logs = [event for event in events if isinstance(event, Log)]
        return [replace(log, values={self._key(name, key): value for key, value in log.values.items()}) for log in logs]

    def _leads(self, name: str) -> bool:
        return name == next(iter(self._rings)) and self._ranks[name] is None

    def _key(self, name: str, key: str) -> str:
        rank = self._ranks[name]
        return of_process(key, list(self._rings).index(name) + 1) if rank is None else of_rank(key, rank)

    def tally(self, now_ns: int) -> list[Log]:
        """Return the times of the phases until now, as one event; empty if no phase was reported."""
        times: dict[str, float] = {}
        for name, ring in self._rings.items():
            for phase, (seconds, count) in ring.phases(now_ns).items():
                key = phase if self._leads(name) else self._key(name, phase)
                times |= {key: seconds, f"{key}{PHASE_TIMES}": float(count)}
        return [Log(time.monotonic_ns(), PHASES_TALLY, values=times)] if times else []

    def close(self) -> None:
        """Release all files."""
        for ring in self._rings.values():
            ring.close()
        self._rings.clear()
