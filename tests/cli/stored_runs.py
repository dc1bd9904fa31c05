"""Runs written into a store as a recorder writes them, and a fake recorder that only holds the lock and serves the socket."""

import platform
import selectors
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Sample, Steps
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.run_folder import SOCKET_NAME, RunFolder
from gpuscope.storage.run_writer import RunWriter
from gpuscope.system import paths, sockets
from gpuscope.system.processes import boot_id
from tests.analysis.records import measured

START_NS = 5_000_000_000_000
MS = 1_000_000
CPU = Device("cpu", DeviceKind.CPU, "A processor", None, {}, {"utilization": Capability(True, "/proc/stat")})
CALLS = {"host.cpu": [("cpu", "utilization"), ("cpu", "memory_used")]}
QUALITY = {"cpu/utilization": ("measured", "/proc/stat"), "cpu/memory_used": ("measured", "/proc/meminfo")}
SAMPLES = 30
FP32, BF16 = RunSpec("mnist-mlp", steps=100), RunSpec("mnist-mlp", steps=100, precision="bf16")


def url() -> str:
    return paths.default_store_url()


def record(run_id: str, spec: RunSpec = FP32, minutes: int = 0, **more: Any) -> RunRecord:
    """Return a run that is live as far as the store knows."""
    made = RunRecord(
        run_id=run_id,
        name=f"run {run_id}",
        state=RunState.RUNNING,
        reason=None,
        spec=spec,
        environment={"torch": "2.13.0"},
        started_at=datetime(2026, 11, 21, 8, 0, tzinfo=UTC) + timedelta(minutes=minutes),
        start_ns=START_NS,
        host=platform.node(),
        boot_id=boot_id(),
        folder=str(paths.runs_folder(url()) / run_id),
    )
    return replace(made, **more)


def events() -> list[Event]:
    """Return thirty readings, 120 steps of 10 ms, and a gap."""
    samples = [
        Sample("host.cpu", START_NS + at * 100 * MS, START_NS + at * 100 * MS + 1000, (at / 100, None if at == 3 else 2.0**30 + at))
        for at in range(SAMPLES)
    ]
    steps = Steps(1, 0, tuple(START_NS + (at + 1) * 10 * MS for at in range(120)))
    phase = Phase("measured", START_NS + 200 * MS, 20)
    return [
        Hello("workload", 1, START_NS, {"steps": 100}),
        phase,
        *samples,
        steps,
        Gap("cpu", ("utilization",), START_NS, START_NS + MS, "busy"),
        Log(START_NS + 1500 * MS, "mark", "half \x1b[31mway"),
        Log(START_NS + 1600 * MS, "warning", "no mark"),
    ]


def store_run(
    run_id: str, spec: RunSpec = FP32, throughput: float = 100.0, minutes: int = 0, state: RunState = RunState.FINISHED, **more: Any
) -> RunRecord:
    """Write a finished run, and return it."""
    live = record(run_id, spec, minutes, **{key: value for key, value in more.items() if key in ("name", "tags", "note")})
    gap = RunGap(0.0, 0.001, "cpu", ("utilization",), "busy")
    metrics = {
        "throughput": measured(throughput, "samples/s"),
        "loss": measured(float("nan"), "1"),
        "energy": Quantity.missing("J", "no counter"),
    }
    ended = replace(
        live, state=state, exit_code=0, steps=100, warmup_steps=20, steps_kind="optimizer", samples=6400, duration_s=1.0, wall_s=2.0,
        metrics=metrics, devices=(DeviceResult(CPU, {"utilization_mean": measured(0.1, "1")}, (gap,)),), window_start_s=0.2,
    )  # fmt: skip
    ended = replace(ended, **more)
    with RunWriter(url(), live) as writer:
        writer.declare([CPU], CALLS, QUALITY)
        writer.append([(0, events()), (1, [End(START_NS + 2_000 * MS, state.value, 0)])])
        writer.finish(ended)
    folder = Path(ended.folder)
    paths.private_folder(folder)
    (folder / "output.log").write_text("epoch 1\nthe last \x1b[31mline\n")
    return ended


class FakeRecorder:
    """Holds a run's lock and serves its socket on a thread, as its recorder does; ends when it is asked to stop."""

    def __init__(self, live: RunRecord, on_stop: Callable[[], None] = lambda: None) -> None:
        self.requests: list[Mapping[str, Any]] = []
        self.folder = RunFolder.beside(url(), live.run_id)
        self.folder.write_header(live, url())
        self._on_stop = on_stop
        self._selector = selectors.DefaultSelector()
        self._server = sockets.listen(self.folder.path / SOCKET_NAME)
        self.broadcast = Broadcast(self._server, self._selector, self._answer)
        self._stopping = threading.Event()
        self._wake, self._waker = socket.socketpair()
        self._work: list[Callable[[], None]] = []
        self._selector.register(self._wake, selectors.EVENT_READ, lambda: self._wake.recv(100))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        self.requests.append(request)
        if request["op"] == "stop":
            self._stopping.set()
        return {"ok": True}

    def do(self, work: Callable[[], None]) -> None:
        """Run a function on the recorder's thread."""
        self._work.append(work)
        self._waker.send(b".")

    def end_once_watched(self) -> None:
        """Have the run end by itself as soon as a client attaches."""
        self.do(self._end_once_watched)

    def _end_once_watched(self) -> None:
        if any(one.attached for one in self.broadcast._subscribers.values()):
            self._stopping.set()
        else:
            self._work.append(self._end_once_watched)

    def _serve(self) -> None:
        while not self._stopping.is_set():
            for key, _ in self._selector.select(0.02):
                key.data()
            work, self._work = self._work, []
            for one in work:
                one()
        for key, _ in self._selector.select(0.05):  # the reply to stop
            key.data()
        self._on_stop()
        self.broadcast.close()
        self._server.close()
        self.folder.close()

    def close(self) -> None:
        self._stopping.set()
        self._waker.send(b".")
        self._thread.join()
        self._selector.close()
        self._wake.close()
        self._waker.close()


@contextmanager
def live_recorder(live: RunRecord, on_stop: Callable[[], None] = lambda: None) -> Iterator[FakeRecorder]:
    recorder = FakeRecorder(live, on_stop)
    try:
        yield recorder
    finally:
        recorder.close()
