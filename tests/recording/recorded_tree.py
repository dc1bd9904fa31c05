"""A small recorder in a process of its own with a growing tree below it, for tests that kill them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from gpuscope.system import processes

HERE = Path(__file__).parent
T = TypeVar("T")


def eventually(look: Callable[[], T], timeout_s: float = 10.0) -> T:
    """Return the first true answer, or the last answer when the time is up."""
    deadline = time.monotonic() + timeout_s
    while not (answer := look()) and time.monotonic() < deadline:
        time.sleep(0.005)
    return answer


def events_of(log: Path, name: str = "") -> list[dict[str, Any]]:
    lines = log.read_text().split("\n")[:-1] if log.exists() else []
    events = [json.loads(line) for line in lines]
    return [event for event in events if not name or event["event"] == name]


def running_with(token: str) -> list[int]:
    """Return the running processes with a word in their command line."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.fsencode(token) in Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0"):
                found.append(int(name))
        except OSError:
            continue
    return [pid for pid in found if processes.is_running(pid)]


class RecordedTree:
    """Recorder, guards and tree; a context manager that leaves nothing behind."""

    def __init__(self, folder: Path, kind: str, program: str = "small_recorder.py") -> None:
        self.log = folder / "log"
        self.ready = folder / "ready"
        grow = [sys.executable, "-I", "-S", str(HERE / "grow_tree.py"), kind, str(self.ready)]
        self.recorder = subprocess.Popen(
            [sys.executable, str(HERE / program), str(self.log), "detached", *grow],
            env={**os.environ, "PYTHONPATH": str(HERE.parent.parent)},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __enter__(self) -> "RecordedTree":
        assert eventually(self.ready.exists)
        assert eventually(lambda: events_of(self.log, "Started"))
        self.first: int = events_of(self.log, "guard")[0]["pid"]
        (self.second,) = processes.children(self.first)
        self.workload: int = events_of(self.log, "Started")[0]["pid"]
        return self

    def __exit__(self, *_: object) -> None:
        for pid in (self.recorder.pid, *self.tree()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.recorder.wait()

    def tree(self) -> list[int]:
        """Return the running processes of the tree, without guards and recorder."""
        guards = {self.recorder.pid, getattr(self, "first", 0), getattr(self, "second", 0)}
        return [pid for pid in running_with(str(self.ready)) if pid not in guards]

    def kill(self, *names: str) -> None:
        """Kill recorder, first guard, second guard or workload, which is the order of the names."""
        for name in names:
            os.kill(self.recorder.pid if name == "recorder" else getattr(self, name), signal.SIGKILL)

    def gone(self, timeout_s: float) -> bool:
        """Return whether all processes of tree and guards end within the given time."""
        return bool(eventually(lambda: not self.tree() and not any(map(processes.is_running, (self.first, self.second))), timeout_s))
