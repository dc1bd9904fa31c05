"""Finds the moments in which an event loop does not respond, on a machine shared with other work.

What is measured is a turn of the loop: Qt delivers user input between two turns, so a press waits for the rest of the turn it falls in.
A timer's lateness would not tell that: of timers that are due, the loop may serve several of other turns first.

The time in which the loop's thread was runnable but no core was free is subtracted from a turn; the kernel reports it
in `/proc/self/task/TID/schedstat`. Only the rest can be caused by this process.
"""

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QAbstractEventDispatcher, QObject, Qt, QTimer

_BEAT_MS = 10
"""Interval at which an idle loop is woken: waiting is not part of a turn."""
_LOOK_S = 0.05
"""Interval at which the thread's stack is sampled while no turn begins."""
_CALLS = 9
"""Maximum stack depth of a sample, innermost call first."""


@dataclass(frozen=True)
class Stall:
    """A turn of the event loop that took too long.

    Attributes:
        wall_s: Elapsed time.
        queued_s: Of that, time runnable without a core.
        thread_s: CPU seconds of the loop's thread.
        process_s: CPU seconds of the whole process.
        places: Most frequent stacks of the loop's thread.
    """

    wall_s: float
    queued_s: float
    thread_s: float
    process_s: float
    places: str

    @property
    def own_s(self) -> float:
        """The turn less the wait for a core, at most the CPU time of this process, which excludes waiting for other processes."""
        return min(self.wall_s - self.queued_s, self.process_s)

    def __str__(self) -> str:
        figures = f"{1e3 * self.wall_s:.0f} ms on the clock, {1e3 * self.queued_s:.0f} waiting for a core"
        return f"{figures}, {1e3 * self.thread_s:.0f} of its thread, {1e3 * self.process_s:.0f} of its process\n{self.places}"


class Heartbeat(QObject):
    """Measures the turns of the event loop of the thread that creates it, those of nested loops too.

    Attributes:
        stalls: Turns of which more than ``longest_s`` is this process's own.
        longest: The longest own part of a turn so far, in seconds.
    """

    def __init__(self, longest_s: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stalls: list[Stall] = []
        self.longest = 0.0
        self._longest_s = longest_s
        self._places: Counter[str] = Counter()
        self._schedule = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._last = self._now()
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)

    def start(self) -> None:
        """Start measuring."""
        # Not a thread that samples this thread's frames: it would keep their objects alive, and a painter must not outlive its paint event.
        self._before = signal.signal(signal.SIGALRM, self._look)
        self._last = self._now()
        QAbstractEventDispatcher.instance().awake.connect(self._begin_turn)
        self._timer.start()

    def skip(self) -> None:
        """Ignore the time since this turn began, which was not spent in the loop."""
        self._last = self._now()

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """Leave what is done in this context out of this turn."""
        before = self._now()
        yield
        self._last = tuple(last + now - then for last, now, then in zip(self._last, self._now(), before, strict=True))  # type: ignore[assignment]

    def stop(self) -> None:
        """Stop measuring."""
        QAbstractEventDispatcher.instance().awake.disconnect(self._begin_turn)
        self._timer.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _now(self) -> tuple[float, float, float, float]:
        queued_ns = int(self._schedule.read_text().split()[1])
        return time.perf_counter(), queued_ns / 1e9, time.thread_time(), time.process_time()

    def _begin_turn(self) -> None:
        """Measure the turn that is over."""
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S, _LOOK_S)
        now = self._now()
        wall_s, queued_s, thread_s, process_s = (after - before for after, before in zip(now, self._last, strict=True))
        self._last = now
        places, self._places = self._places, Counter()
        stall = Stall(wall_s, queued_s, thread_s, process_s, "\n".join(f"{count} × {place}" for place, count in places.most_common(3)))
        self.longest = max(self.longest, stall.own_s)
        if stall.own_s > self._longest_s:
            self.stalls.append(stall)

    def _look(self, _: int, frame: FrameType | None) -> None:
        calls: list[str] = []
        while frame is not None and len(calls) < _CALLS:
            calls.append(f"{frame.f_code.co_filename.rpartition('gpuscope/')[2]}:{frame.f_lineno} {frame.f_code.co_name}")
            frame = frame.f_back
        self._places["\n     ".join(calls)] += 1
