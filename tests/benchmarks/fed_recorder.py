"""A recorder without a workload: folder, lock, header, journal and socket are the product's own; only the readings are made up.

python -m tests.benchmarks.fed_recorder '{"home": …, "gpus": 3, …}': see :class:`Plan`. It prints the run's id once all past data is stored
and the socket is open, and records until its standard input ends or it is asked to stop.
"""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from gpuscope.core.event import End, Event
from gpuscope.core.event_batch import SeriesLayout
from gpuscope.recording import results
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.early_guard import new_run_id
from gpuscope.recording.journal import Journal
from gpuscope.recording.run_end import ended_record
from gpuscope.recording.run_folder import SOCKET_NAME, RunFolder
from gpuscope.recording.spool import Spool
from gpuscope.system import sockets
from tests.benchmarks.fed_run import HZ, TICK_NS, FedRun, stamp_of

_TICKS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of the recording.

    Attributes:
        home: GPUSCOPE_HOME.
        gpus: Number of simulated GPUs, with eight series each.
        past_s: Seconds recorded and stored before a client can attach.
        live: Whether recording continues after that; otherwise the run finishes at once.
        speed: Recorded seconds per second.
        lasts_s: Longest live time; needed for a speed above 1, so that no timestamp lies in the future.
        has_steps: Whether the run reports steps and a loss.
        batch_s: Seconds between batches; a real recorder's are 0.1 s apart.
    """

    home: str
    gpus: int = 3
    past_s: float = 0.0
    live: bool = True
    speed: int = 1
    lasts_s: float = 0.0
    has_steps: bool = False
    batch_s: float = 0.1

    @property
    def store_url(self) -> str:
        """The store's URL in that home."""
        return f"sqlite:///{Path(self.home) / 'gpuscope.sqlite'}"


class FedRecorder:
    """Records one run; use an instance for a single call of :meth:`record`."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seq = self._tick = 0
        self._coming: list[Event] = []
        self._stopping = False
        self._selector = selectors.DefaultSelector()
        ahead_s = plan.past_s + (plan.speed - 1) * plan.lasts_s
        self._run = FedRun(plan.gpus, time.monotonic_ns() - int(ahead_s * 1e9), plan.has_steps)
        self._folder = RunFolder.beside(plan.store_url, new_run_id())
        self._record = self._run.record(self._folder.path)
        self._folder.write_header(self._record, plan.store_url)
        self._journal = Journal(
            lambda: results.open_writer(plan.store_url, self._record, _silent), _not_repaired, lambda: Spool(self._folder.path)
        )
        self._server = sockets.listen(self._folder.path / SOCKET_NAME)
        self._broadcast = Broadcast(self._server, self._selector, self._answer)

    def record(self) -> None:
        """Record the past data, print the run's id, continue live, and end the run properly."""
        try:
            self._selector.register(self._journal.fileno(), selectors.EVENT_READ, self._on_journal)
            self._selector.register(0, selectors.EVENT_READ, self._on_input)
            self._journal.start()
            self._begin()
            self._fill_past()
            print(self._record.run_id, flush=True)
            if self._plan.live:
                self._go_on()
            self._finish()
        finally:
            self._broadcast.close()
            self._server.close()
            self._journal.close()
            self._selector.close()
            self._folder.close()

    def _begin(self) -> None:
        declared = self._run.declaration
        self._journal.declare(SeriesLayout(list(declared.devices.values()), declared.calls, declared.quality))
        self._publish([self._run.hello(os.getpid()), *self._run.beginning()])

    def _fill_past(self) -> None:
        ticks = int(self._plan.past_s * HZ)
        while self._tick < ticks:
            for _ in range(min(_TICKS_AT_ONCE, ticks - self._tick)):
                self._publish(self._run.events(self._tick))
                self._tick += 1
            self._serve(0.0)
        while ticks and self._journal.committed < self._seq - 1:
            self._serve(0.05)

    def _go_on(self) -> None:
        past_ns = self._run.start_ns + self._tick * TICK_NS
        due = begin = time.monotonic()
        while not self._stopping:
            due += self._plan.batch_s
            while (left := due - time.monotonic()) > 0:
                self._serve(left)
            self._publish(self._events_until(past_ns + int((due - begin) * self._plan.speed * 1e9)))

    def _events_until(self, now_ns: int) -> list[Event]:
        while self._run.start_ns + self._tick * TICK_NS <= now_ns:
            self._coming += self._run.events(self._tick)
            self._tick += 1
        found = [event for event in self._coming if stamp_of(event) <= now_ns]
        self._coming = [event for event in self._coming if stamp_of(event) > now_ns]
        return found

    def _publish(self, events: list[Event]) -> None:
        self._journal.put(self._seq, events)
        self._broadcast.publish(self._seq, events)
        self._seq += 1

    def _serve(self, timeout_s: float) -> None:
        for key, _ in self._selector.select(timeout_s):
            key.data()

    def _on_journal(self) -> None:
        self._journal.acknowledge()
        self._broadcast.committed(self._journal.committed)

    def _on_input(self) -> None:
        if not os.read(0, 4096):
            self._stopping = True
            self._selector.unregister(0)

    def _answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        match request.get("op"):
            case "ping":
                return {"ok": True, "run_id": self._record.run_id, "pid": os.getpid(), "start_ns": self._record.start_ns}
            case "stop":
                self._stopping = True
                return {"ok": True, "countdown_s": None}
        return {"ok": False, "error": "unknown request"}

    def _finish(self) -> None:
        end = End(self._run.start_ns + self._tick * TICK_NS, "finished", 0)
        self._publish([end])
        ended = replace(ended_record(self._record, end), wall_s=self._tick / HZ)
        window = self._run.start_ns, end.t_ns
        self._journal.finish(lambda writer: results.finish(writer, self._plan.store_url, ended, window, {}), 5.0)
        while not self._journal.finished:
            self._serve(0.1)


def _silent(_: str) -> None:
    pass


def _not_repaired(error: Exception) -> None:
    raise error


@contextmanager
def recording(plan: Plan) -> Iterator[str]:
    """Record in a process of its own until the end of the block; yield the run's id once clients can attach."""
    command = [sys.executable, "-m", "tests.benchmarks.fed_recorder", json.dumps(asdict(plan))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            run_id = process.stdout.readline().strip()
            if not run_id:
                raise RuntimeError("the recorder of the benchmark has ended at once")
            yield run_id
        finally:
            process.stdin.close()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def recorded(plan: Plan) -> str:
    """Record a complete run, and return its id when it has ended."""
    with recording(replace(plan, live=False)) as run_id:
        return run_id


if __name__ == "__main__":
    FedRecorder(Plan(**json.loads(sys.argv[1]))).record()
