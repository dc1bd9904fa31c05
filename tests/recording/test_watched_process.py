"""A process started by someone else, as the recorder's loop sees it."""

import select
import subprocess
import sys
import time

import pytest

from gpuscope.recording.process_events import Exited, ProcessEvent, Started, TreeEnded
from gpuscope.recording.watched_process import WatchedProcess
from gpuscope.system import processes

SECOND = 1_000_000_000


def sleeper() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])


def kinds(events: list[ProcessEvent]) -> list[type]:
    return [type(event) for event in events]


def test_the_end_of_the_process_is_heard_and_its_code_is_not_known() -> None:
    with sleeper() as process:
        watched = WatchedProcess(process.pid, processes.create_time(process.pid))
        assert kinds(watched.on_readable()) == [Started]
        assert watched.root_pid == watched.pid == process.pid
        process.kill()
        assert select.select([watched.fileno()], [], [], 10)[0]
        exited, ended = watched.on_readable()
        assert exited == Exited(exited.t_ns, None, None, None)
        assert isinstance(ended, TreeEnded)
        assert (ended.left_running, ended.remaining) == (0, 0)
        assert watched.on_readable() == []
        watched.close()


def test_a_stop_ends_the_watching_alone() -> None:
    with sleeper() as process:
        watched = WatchedProcess(process.pid, processes.create_time(process.pid))
        watched.request_stop("stopped by Ctrl-C")
        assert watched.countdown_s(0) is None
        assert kinds(watched.tick(time.monotonic_ns())) == [Started, Exited, TreeEnded]
        watched.close()
        assert watched.stop_reason == "stopped by Ctrl-C"
        assert process.poll() is None
        process.kill()


@pytest.mark.parametrize("is_machine", [True, False])
def test_the_time_given_ends_it(is_machine: bool) -> None:
    with sleeper() as process:
        created = processes.create_time(process.pid)
        watched = WatchedProcess(None, None, 5.0) if is_machine else WatchedProcess(process.pid, created, 5.0)
        (started,) = watched.on_readable()
        deadline = watched.next_deadline_ns()
        assert deadline is not None
        assert kinds(watched.tick(started.t_ns + 5 * SECOND - 1)) == []
        assert kinds(watched.tick(started.t_ns + 5 * SECOND)) == [Exited, TreeEnded]
        assert watched.stop_reason is not None
        watched.close()
        process.kill()


def test_without_descriptors_of_processes_it_is_looked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "open_pidfd", lambda pid: -1)
    with sleeper() as process:
        watched = WatchedProcess(process.pid, processes.create_time(process.pid))
        assert kinds(watched.on_readable()) == [Started]
        deadline = watched.next_deadline_ns()
        assert deadline is not None
        assert deadline < time.monotonic_ns() + SECOND
        process.kill()
        process.wait()
        assert kinds(watched.tick(deadline)) == [Exited, TreeEnded]
        watched.close()


def test_a_later_process_of_the_same_number_is_another() -> None:
    with sleeper() as process:
        created = processes.create_time(process.pid)
        assert created is not None
        watched = WatchedProcess(process.pid, created - 1)
        assert kinds(watched.on_readable()) == [Started, Exited, TreeEnded]
        watched.close()
        process.kill()
