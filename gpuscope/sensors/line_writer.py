"""Writes events as JSON lines to a pipe whose reader may be slow or gone: samples are dropped and reported as gaps, nothing blocks."""

import json
import os
import select
import stat
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from gpuscope.core.event import Event, Gap, Log, Sample, Samples
from gpuscope.core.event_json import encode

_ENCODE = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode
_PLAIN = frozenset({float, int, type(None)})
BACKLOG_BYTES = 512 * 1024
"""Bytes buffered for a slow reader, in addition to the pipe's own buffer, before samples are dropped."""


class LineWriter:
    """Writes events to a descriptor, one line each; thread-safe.

    Args:
        descriptor: The descriptor to write to; a pipe or socket is made non-blocking.
        backlog: Buffered bytes above which samples are dropped; hellos, gaps and log messages are always buffered.
    """

    def __init__(self, descriptor: int, backlog: int = BACKLOG_BYTES) -> None:
        self._descriptor = descriptor
        self._backlog = backlog
        self._waiting = bytearray()
        self._lock = threading.Lock()
        self._series: dict[str, Sequence[tuple[str, str]]] = {}
        self._last: dict[str, int] = {}
        self._dropped: dict[str, int] = {}
        self.closed = False
        """Whether the reader is gone."""
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            os.set_blocking(descriptor, False)

    def declare(self, calls: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Set the (device, metric) of each call's values, for the gaps of dropped samples."""
        with self._lock:
            self._series = dict(calls)

    def write(self, events: Iterable[Event]) -> None:
        """Write events at once, as far as the reader accepts them; buffer the rest."""
        with self._lock:
            if self._waiting:
                self._push()
            is_full = len(self._waiting) > self._backlog
            lines = [line for event in events for line in self._lines(event, is_full)]
            if lines:
                self._waiting += "\n".join(lines).encode("utf-8", "replace") + b"\n"
                self._push()

    def _lines(self, event: Event, is_full: bool) -> list[str]:
        if isinstance(event, Sample):
            return self._sample_lines(event.call, event.before_ns, event.after_ns, None if is_full else _sample_line(event))
        if isinstance(event, Samples):
            return self._sample_lines(event.call, event.before_ns[0], event.after_ns[-1], None if is_full else _samples_line(event))
        if is_full and isinstance(event, Log) and event.level == "alive":
            return []
        return [_ENCODE(encode(event))]

    def _sample_lines(self, call: str, begin_ns: int, end_ns: int, line: str | None) -> list[str]:
        """Return the sample's line, preceded by that of the gap that it ends. A line of None is a dropped sample."""
        if line is None:
            self._dropped.setdefault(call, self._last.get(call, begin_ns))
            return []
        gap = self._gap(call, begin_ns)
        self._last[call] = end_ns
        return [_ENCODE(encode(gap)), line] if gap else [line]

    def _gap(self, call: str, end_ns: int) -> Gap | None:
        start = self._dropped.pop(call, None)
        series = self._series.get(call)
        if start is None or not series:
            return None
        metrics = tuple(metric for _, metric in series)
        return Gap(series[0][0], metrics, start, end_ns, "the recorder did not read its sensors for a while: samples were dropped")

    def _push(self) -> None:
        try:
            while self._waiting:
                del self._waiting[: os.write(self._descriptor, self._waiting)]
        except BlockingIOError:
            return
        except OSError:
            self.closed = True
            self._waiting.clear()

    def drain(self, timeout_s: float) -> None:
        """Wait until everything is written or the timeout expires."""
        end = time.monotonic() + timeout_s
        while self._waiting and not self.closed and (left := end - time.monotonic()) > 0:
            select.select([], [self._descriptor], [], left)
            self.write(())


def _sample_line(sample: Sample) -> str:
    """Return a sample's line. Nearly all samples hold only plain finite numbers; those take a third of the time."""
    numbers = None if sample.codes else _numbers(sample.values)
    if numbers is None:
        return _ENCODE(encode(sample))
    return f'{{"e":"sample","call":{_quoted(sample.call)},"b":{sample.before_ns},"a":{sample.after_ns},"v":{numbers}}}'


def _samples_line(samples: Samples) -> str:
    """Return the line of successive samples, in the same way."""
    numbers = [_numbers(values) for values in samples.values]
    if None in numbers:
        return _ENCODE(encode(samples))
    began = ",".join(map(str, samples.before_ns))
    took = ",".join([str(after - before) for before, after in zip(samples.before_ns, samples.after_ns, strict=True)])
    values = ",".join(filter(None, numbers))
    return f'{{"e":"samples","call":{_quoted(samples.call)},"b":[{began}],"d":[{took}],"v":[{values}]}}'


def _numbers(values: Sequence[float | int | None]) -> str | None:
    """Return the JSON of plain finite numbers and None; None if there are other values."""
    if not _PLAIN.issuperset(map(type, values)) or not all([value is None or value - value == 0 for value in values]):  # noqa: C419
        return None
    return f"[{','.join(['null' if value is None else repr(value) for value in values])}]"


@lru_cache
def _quoted(call: str) -> str:
    return _ENCODE(call)
