"""Events as JSON lines into a pipe whose reader may be slow, or gone: samples are dropped and told, nothing blocks."""

import json
import os
import select
import stat
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from gpuscope.core.event import Event, Gap, Log, Sample, encode

_ENCODE = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode
_PLAIN = frozenset({float, int, type(None)})
BACKLOG_BYTES = 512 * 1024
"""As much waits for a slow reader, beside what the pipe itself holds; then samples are dropped."""


class LineWriter:
    """Writes events to a descriptor, one line each; may be used from several threads.

    Args:
        descriptor: Where to; a pipe or socket is set non-blocking.
        backlog: Bytes that wait for a slow reader at most, hello, gaps and words not counted.
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
        """Whether the reader has gone."""
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            os.set_blocking(descriptor, False)

    def declare(self, calls: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Tells the (device, metric) of each call's values, for the gaps of dropped samples."""
        with self._lock:
            self._series = dict(calls)

    def write(self, events: Iterable[Event]) -> None:
        """Writes events in one go as far as the reader takes them."""
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
            if is_full:
                self._dropped.setdefault(event.call, self._last.get(event.call, event.before_ns))
                return []
            gap = self._gap(event)
            self._last[event.call] = event.after_ns
            line = _sample_line(event)
            return [_ENCODE(encode(gap)), line] if gap else [line]
        if is_full and isinstance(event, Log) and event.level == "alive":
            return []
        return [_ENCODE(encode(event))]

    def _gap(self, sample: Sample) -> Gap | None:
        start = self._dropped.pop(sample.call, None)
        series = self._series.get(sample.call)
        if start is None or not series:
            return None
        metrics = tuple(metric for _, metric in series)
        return Gap(
            series[0][0], metrics, start, sample.before_ns, "the recorder did not read its sensors for a while: samples were dropped"
        )

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
        """Waits until all is written, at most for a while."""
        end = time.monotonic() + timeout_s
        while self._waiting and not self.closed and (left := end - time.monotonic()) > 0:
            select.select([], [self._descriptor], [], left)
            self.write(())


def _sample_line(sample: Sample) -> str:
    """Returns a sample's line; that of plain finite numbers, which nearly all are, in a third of the time."""
    values = sample.values
    if sample.codes or not _PLAIN.issuperset(map(type, values)) or not all([one is None or one - one == 0 for one in values]):  # noqa: C419
        return _ENCODE(encode(sample))
    numbers = ",".join(["null" if one is None else repr(one) for one in values])
    return f'{{"e":"sample","call":{_quoted(sample.call)},"b":{sample.before_ns},"a":{sample.after_ns},"v":[{numbers}]}}'


@lru_cache
def _quoted(call: str) -> str:
    return _ENCODE(call)
