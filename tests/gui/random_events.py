"""Performs random actions on the window while runs start, end and fail on eight simulated GPUs, and reports faults.

    python -m tests.gui.random_events [N] [--seed S] [--longest MS] [--no-runs]

Runs offscreen. Faults are an exception, a warning from Qt or a logger, a leaked thread, process or descriptor, memory that grows by more
than 60 MiB in the second half, and an event loop that this process blocks for longer than 150 ms (`heartbeat.py` explains how that is
measured on a shared machine). It prints each with the last events and how to reproduce them, and exits with 1.

File dialogs are answered with a file in a temporary folder or not at all, nothing is opened outside the window, every run the window
starts is one of those of `random_runs.py`, and the window refuses to close until the end.
"""

import argparse
import faulthandler
import gc
import logging
import os
import random
import re
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from unittest.mock import patch

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.first_frame import show_first_frame
from gpuscope.gui.services import run_starter
from gpuscope.gui.session import Session
from gpuscope.gui.window_request import WindowRequest
from gpuscope.recording import plan_start
from gpuscope.recording.launch import Launched, launch_detached
from gpuscope.system import device_use, paths
from tests.guards import Belongings
from tests.gui import random_runs, shown_runs
from tests.gui.heartbeat import Heartbeat
from tests.gui.random_hand import RandomHand, harmless

LONGEST_S = 0.15
MOST_GROWN = 60 << 20
"""Allowed memory growth in the second half, in bytes: readings of the live runs (8 × 8 series at up to 10 Hz) and Qt's caches."""
_LAST = 15
"""Number of events printed with a fault."""
_OWN = ("This plugin does not support", "Mouse event at ")
"""Qt warnings caused by this command itself: its platform plugin, and a mouse release after the press has closed the menu."""
_MOST_STARTED = 3
"""Runs that the window may have live at once; more would leave it no core."""


class Sitting(QObject):
    """Thousands of random events in one session.

    Args:
        session: The session, not yet run.
        events: Number of events.
        seed: Seed of the random generator.
        known: Ids of stored runs.
        longest_s: A longer stall is a fault.

    Attributes:
        faults: What went wrong.
        is_over: Whether all events are done and the window may close.
        heartbeat: Heartbeat of the session's event loop.
    """

    def __init__(self, session: Session, events: int, seed: int, known: Sequence[str], longest_s: float = LONGEST_S) -> None:
        super().__init__(session)
        self._session, self._left, self._events = session, events, events
        self._last: deque[str] = deque(maxlen=_LAST)
        self._is_acting = self.is_over = False
        self._log = paths.home() / "gpuscope.log"
        self._log_bytes = 0
        self._records = Records()
        self._memory: list[int] = []
        self._stalls: dict[str, list[float]] = {}
        self.faults: list[str] = []
        self.heartbeat = Heartbeat(longest_s, self)
        self._hand = RandomHand(session, random.Random(seed), known, self.heartbeat.left_out)
        self._waiting = QTimer(self, interval=50)
        self._waiting.timeout.connect(self._begin_when_ready)
        self._waiting.start()

    def _begin_when_ready(self) -> None:
        """Begin once every page has been shown: the imports of a page's first showing do not count as a stall."""
        window = self._session._window
        if not window.pages or not self._session._served.live_runs.has_polled:
            return
        unseen = [name for name in window.entry_names if name not in window.pages]
        if unseen:
            window.show_page(unseen[0])
            return
        self._waiting.stop()
        self._session._frame.activateWindow()
        self.heartbeat.start()
        self._act()

    def _act(self) -> None:
        if self.is_over:
            return
        # A new timer each time: Qt does not fire one again within its own event. Of a receiver PySide would keep a reference.
        QTimer.singleShot(1, self._act)
        # Skip if an event is still running its own loop, unless it is the close question or a field's context menu, which wait for input.
        if self._is_acting and self._session._question is None and QApplication.activePopupWidget() is None:
            return
        self._left -= 1
        if self._left % max(1, self._events // 10) == 0 and self._left:
            self._memory.append(_memory())
            self.heartbeat.skip()
        if self._left <= 0:
            self._end()
            return
        self._is_acting = True
        try:
            self._last.append(f"{self._events - self._left} {self._hand.act()}")
        finally:
            self._is_acting = False
        self._check()

    def _check(self) -> None:
        found = self._records.taken()
        size = self._log.stat().st_size if self._log.exists() else 0
        if size > self._log_bytes:
            logged = self._log.read_bytes()[self._log_bytes :].decode()
            found += [
                entry for entry in re.split(r"(?m)^(?=\d{4}-\d\d-\d\dT)", logged) if entry and not any(words in entry for words in _OWN)
            ]
            self._log_bytes = size
        stalls, self.heartbeat.stalls[:] = list(self.heartbeat.stalls), []
        found += [f"a stall: {stall}" for stall in stalls]
        for stall in stalls:
            self._stalls.setdefault(self._last[-1].split()[1], []).append(stall.own_s)
        for words in found:
            self.faults.append(words)
            events = "\n  ".join(self._last)
            print(f"\n--- fault after event {self._events - self._left}\n{words}\nlast events:\n  {events}", flush=True)

    def summarize(self, wall_s: float, dialogs: int) -> None:
        """Print a summary, and report memory growth as a fault."""
        print(f"{self._events} events in {wall_s:.0f} s, longest stall {1e3 * self.heartbeat.longest:.0f} ms, {dialogs} file dialogs")
        print("memory after each tenth, MiB: " + " ".join(f"{size / 2**20:.0f}" for size in self._memory))
        for doing, stalls in sorted(self._stalls.items(), key=lambda item: -max(item[1])):
            print(f"stalls at {doing}: {len(stalls)}, the longest {1e3 * max(stalls):.0f} ms")
        grown = self._memory[-1] - self._memory[len(self._memory) // 2]
        if grown > MOST_GROWN:
            self.faults.append(f"memory grew by {grown / 2**20:.0f} MiB in the second half")

    def _end(self) -> None:
        self.heartbeat.stop()
        self._records.close()
        self._memory.append(_memory())
        self.is_over = True
        self._session._closes_unasked = True
        if self._session._question is not None:
            self._session._question.reject()
        if self._session._mini is not None:
            self._session._mini.close()  # with it open, closing the window would not end the session
        QTimer.singleShot(0, self._session._frame.close)


class Records(logging.Handler):
    """Collects log records of level WARNING and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._taken: list[str] = []
        logging.getLogger().addHandler(self)
        logging.captureWarnings(capture=True)

    def emit(self, record: logging.LogRecord) -> None:
        """Store the record."""
        self._taken.append(f"{record.levelname} {record.name}: {self.format(record)}")

    def taken(self) -> list[str]:
        """Return the records since the last call."""
        taken, self._taken = self._taken, []
        return taken

    def close(self) -> None:
        """Remove the handler."""
        logging.captureWarnings(capture=False)
        logging.getLogger().removeHandler(self)
        super().close()


def _memory() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


@contextmanager
def _small_runs(session: Session, draw: random.Random) -> Iterator[None]:
    """Have the window start small runs instead of what its forms describe, and refuse plans, which are many runs."""

    def launch(_: Sequence[str]) -> Launched:
        if len(session._live()) > _MOST_STARTED:
            raise GpuscopeError("enough runs are live", "Wait until one has ended.")
        return launch_detached(random_runs.command_of(draw.randrange(100)))

    def refuse(*_: object) -> None:
        raise GpuscopeError("no plan is carried out here", "Its place in the store stays.")

    with patch.object(run_starter, "launch_detached", launch), patch.object(plan_start, "start_detached", refuse):
        yield


def sit(events: int, seed: int, *, longest_s: float = LONGEST_S, with_runs: bool = True) -> list[str]:
    """Run a session in this home, perform ``events`` random actions, and return the faults."""
    home = paths.home()
    known = [run_id for ids in shown_runs.fill().values() for run_id in ids]
    (home / "settings.json").write_text('{"sensors": ["simulated:8"], "start_at_once": false}')
    draw = random.Random(seed + 1)
    begun = Belongings(home)
    session = Session(WindowRequest(paths.default_store_url(), page="run"), show_first_frame())
    sitting = Sitting(session, events, seed, known, longest_s)
    session._closing = partial(_asked, session, sitting)  # type: ignore[method-assign]
    session._frame.fill(session._window, session._closing, session._window.minimised)
    begun_s = time.monotonic()
    others = random_runs.runs_coming_and_going(home, seed) if with_runs else nullcontext()
    with harmless(draw, home) as files, _small_runs(session, draw), others:
        session.run()
    sitting.summarize(time.monotonic() - begun_s, len(files))
    faults = sitting.faults
    session._frame.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del session, sitting
    random_runs.stop_all()
    gc.collect()
    return faults + [f"left behind: {left}" for left in begun.left()]


def _asked(session: Session, sitting: Sitting) -> bool:
    """Ask the close question as the window does, but do not close until the sitting is over, whatever the answer."""
    if sitting.is_over:
        return True
    if session._question is None and not session._closes_unasked:
        session._may_close()
    session._closes_unasked = False
    return False


def main(arguments: Sequence[str]) -> int:
    """Run a sitting, print its faults, and return 1 if there were any."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.random_events", description=__doc__.partition("\n")[0])
    parser.add_argument("events", type=int, nargs="?", default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=1000 * LONGEST_S, metavar="MS", help="a stall above this is a fault")
    parser.add_argument("--no-runs", action="store_true", help="nothing but what the window itself starts")
    chosen = parser.parse_args(arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    faulthandler.enable()
    with tempfile.TemporaryDirectory(prefix="gpuscope-random-") as folder:
        os.environ["GPUSCOPE_HOME"] = f"{folder}/home"
        os.environ[device_use.VARIABLE] = f"{folder}/runtime"
        Path(f"{folder}/home").mkdir()
        faults = sit(chosen.events, chosen.seed, longest_s=chosen.longest / 1000, with_runs=not chosen.no_runs)
    print("\n".join(["", f"{len(faults)} faults", *(fault.partition("\n")[0] for fault in faults)]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
