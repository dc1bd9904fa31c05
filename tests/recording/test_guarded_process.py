"""The workload as the recorder sees it: starts, ends, and every way to stop it."""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.recording import guarded_process as guarded
from gpuscope.recording import stop_ladder
from gpuscope.recording.guard_pair import GuardPair
from gpuscope.recording.guarded_process import GuardedProcess
from gpuscope.recording.process_events import Exited, GuardsKilledError, ProcessEvent, Started, StartFailed, TreeEnded
from gpuscope.system import processes
from tests.recording.real_terminal import state_of
from tests.recording.recorded_tree import HERE, eventually, running_with

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guards are Linux's")

Start = Callable[..., GuardedProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    begun: list[GuardedProcess] = []

    def start(*argv: str, cwd: str | None = None, env: dict[str, str] | None = None, stdout: int | None = None) -> GuardedProcess:
        with open(os.devnull, "w") as nowhere:
            process = GuardedProcess.start(
                argv,
                cwd=cwd,
                env=dict(os.environ) if env is None else env,
                stdin=None,
                stdout=nowhere.fileno() if stdout is None else stdout,
                stderr=nowhere.fileno(),
                controlling_terminal=False,
                ignored_signals=(),
                run_id="test-run",
            )
        begun.append(process)
        return process

    yield start
    for process in begun:
        process.close()
    ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)  # the test's process is no longer a recorder


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_ladder, "PATIENCE_S", (0.3, 0.3))


def follow(
    process: GuardedProcess, until: Callable[[list[ProcessEvent]], bool] | None = None, timeout_s: float = 10.0
) -> list[ProcessEvent]:
    """Run the recorder's loop until the process has ended or the events suffice."""
    events: list[ProcessEvent] = []
    deadline = time.monotonic() + timeout_s
    while not process.ended and not (until is not None and until(events)):
        assert time.monotonic() < deadline, events
        due_ns = process.next_deadline_ns()
        wait_s = 0.1 if due_ns is None else min(0.1, max(0.0, (due_ns - time.monotonic_ns()) / 1e9))
        if select.select([process], [], [], wait_s)[0]:
            events += process.on_readable()
        events += process.tick(time.monotonic_ns())
    return events


def started(process: GuardedProcess) -> None:
    follow(process, bool)
    assert process.pid is not None


def the_exit(events: list[ProcessEvent]) -> Exited:
    (exited,) = [event for event in events if isinstance(event, Exited)]
    return exited


def grow(start: Start, folder: Path, kind: str) -> tuple[GuardedProcess, str]:
    token = str(folder / "ready")
    process = start(sys.executable, "-I", "-S", str(HERE / "grow_tree.py"), kind, token)
    started(process)
    assert eventually(Path(token).exists)
    return process, token


def left_of(process: GuardedProcess, token: str) -> list[int]:
    return [pid for pid in running_with(token) if pid not in process.guard_pids]


LISTENER = """
import os, signal, time
def say(*words): os.write(1, (" ".join(map(str, words)) + "\\n").encode())  # print() may not be entered twice by a handler
def note(number, _): say(signal.Signals(number).name, time.monotonic())
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGWINCH): signal.signal(number, note)
say("ready", 0)
while True: time.sleep(100)
"""


class Listener:
    """A workload that reports the signals it gets, and that only KILL ends."""

    def __init__(self, start: Start) -> None:
        self.read, write = os.pipe()
        os.set_blocking(self.read, False)
        self.process = start(sys.executable, "-I", "-S", "-c", LISTENER, stdout=write)
        os.close(write)
        self.heard: list[str] = []
        started(self.process)
        assert eventually(lambda: self.listen() == ["ready"])

    def listen(self) -> list[str]:
        try:
            self.heard += [line.split()[0] for line in os.read(self.read, 65536).decode().splitlines()]
        except BlockingIOError:
            pass
        return self.heard

    def close(self) -> None:
        os.close(self.read)


@pytest.fixture
def listener(start: Start) -> Iterator[Listener]:
    listener = Listener(start)
    yield listener
    listener.close()


def test_a_good_end_is_told_in_order(start: Start) -> None:
    before_ns = time.monotonic_ns()
    process = start("sh", "-c", "exit 5")
    begun, exited, ended = follow(process)
    assert isinstance(begun, Started)
    assert (process.pid, process.spawned_ns) == (begun.pid, begun.t_ns)
    assert isinstance(exited, Exited)
    assert (exited.exit_code, exited.signal) == (5, None)
    assert exited.max_rss_bytes is not None
    assert exited.max_rss_bytes > 500_000
    assert before_ns < begun.t_ns < exited.t_ns < time.monotonic_ns()
    assert ended == TreeEnded(ended.t_ns, 0, 0)
    assert process.next_deadline_ns() is None


def test_a_death_by_signal_is_told_as_one(start: Start) -> None:
    exited = the_exit(follow(start("sh", "-c", "kill -SEGV $$")))
    assert (exited.exit_code, exited.signal) == (None, signal.SIGSEGV)


@pytest.mark.parametrize(
    ("argv", "cwd", "words"),
    [
        (["no-such-command"], None, "command not found: no-such-command"),
        (["/no/such/command"], None, "no file /no/such/command"),
        (["/etc/passwd"], None, "/etc/passwd may not be executed"),
        (["/etc"], None, "/etc is a folder"),
        (["true"], "/no/such/folder", "the working folder /no/such/folder is gone"),
    ],
)
def test_what_cannot_start_is_told_in_words(start: Start, argv: list[str], cwd: str | None, words: str) -> None:
    (failed,) = follow(start(*argv, cwd=cwd))
    assert isinstance(failed, StartFailed)
    assert isinstance(failed.error, UsageError)
    assert words in failed.error.message
    assert failed.error.hint


def test_guards_that_are_killed_before_the_workload_began_speak_against_nothing(start: Start) -> None:
    process = start("sleep", "60")
    for pid in process.guard_pids:
        os.kill(pid, signal.SIGKILL)
    (failed,) = [event for event in follow(process) if isinstance(event, StartFailed)]
    assert isinstance(failed.error, GuardsKilledError)


def test_a_missing_interpreter_is_not_a_missing_command(start: Start, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    (failed,) = follow(start(str(script)))
    assert isinstance(failed, StartFailed)
    assert "interpreter" in failed.error.message


def test_commands_that_no_process_can_have_are_refused(start: Start) -> None:
    with pytest.raises(UsageError, match="NUL"):
        start("echo", "a\0b")
    with pytest.raises(UsageError, match="too long"):
        start("echo", "x" * 300_000)


def test_the_workload_is_marked_and_runs_where_it_shall(start: Start, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with out.open("w") as file:
        follow(start("sh", "-c", 'echo "$GPUSCOPE_RUN" "$PWD"', cwd=str(tmp_path), stdout=file.fileno()))
    assert out.read_text().split() == ["test-run", str(tmp_path)]


def test_a_request_to_stop_interrupts_at_once(start: Start) -> None:
    process = start("sleep", "300")
    started(process)
    process.request_stop("by the test")
    process.request_stop("again")
    assert process.stop_reason == "by the test"
    assert the_exit(follow(process, timeout_s=3)).signal == signal.SIGINT
    assert process.countdown_s(time.monotonic_ns()) is None


def test_a_request_before_the_start_is_not_forgotten(start: Start) -> None:
    process = start("sleep", "300")
    process.request_stop("early")
    events = follow(process, timeout_s=3)
    assert isinstance(events[-1], TreeEnded)
    assert the_exit(events).signal == signal.SIGINT


def test_the_ladder_ends_what_is_deaf(hasty: None, listener: Listener) -> None:
    listener.process.request_stop("by the test")
    countdown_s = listener.process.countdown_s(time.monotonic_ns())
    assert countdown_s is not None
    assert 0.4 < countdown_s <= 0.6
    begin = time.monotonic()
    assert the_exit(follow(listener.process)).signal == signal.SIGKILL
    assert 0.55 < time.monotonic() - begin < 2.0
    assert listener.listen() == ["ready", "SIGINT", "SIGTERM"]


def test_an_interrupt_that_the_kernel_delivered_is_not_sent_again(hasty: None, monkeypatch: pytest.MonkeyPatch, listener: Listener) -> None:
    monkeypatch.setattr(guarded, "_DELIVERED_DELAY_S", 60.0)
    listener.process.request_stop("Ctrl-C", delivered=True)
    begin = time.monotonic()
    follow(listener.process, lambda _: time.monotonic() > begin + 0.3)
    assert listener.listen() == ["ready"]
    listener.process.interrupt_again()
    assert eventually(lambda: listener.listen() == ["ready", "SIGINT"])
    listener.process.interrupt_again()
    assert eventually(lambda: listener.listen() == ["ready", "SIGINT", "SIGTERM"])
    listener.process.interrupt_again()
    assert the_exit(follow(listener.process, timeout_s=2)).signal == signal.SIGKILL


def test_it_is_sent_after_the_delay(hasty: None, monkeypatch: pytest.MonkeyPatch, listener: Listener) -> None:
    monkeypatch.setattr(guarded, "_DELIVERED_DELAY_S", 0.2)
    listener.process.request_stop("Ctrl-C", delivered=True)
    follow(listener.process, lambda _: listener.listen() == ["ready", "SIGINT"])
    listener.process.kill()


def test_other_signals_reach_the_tree(listener: Listener) -> None:
    listener.process.send(signal.SIGWINCH)
    assert eventually(lambda: listener.listen() == ["ready", "SIGWINCH"])


def test_a_stop_reaches_what_moved_away(start: Start, hasty: None, tmp_path: Path) -> None:
    process, token = grow(start, tmp_path, "mixed")
    process.request_stop("by the test")
    ended = follow(process)[-1]
    assert isinstance(ended, TreeEnded)
    assert ended.remaining == 0
    assert left_of(process, token) == []


def test_kill_ends_everything_at_once(start: Start, tmp_path: Path) -> None:
    process, token = grow(start, tmp_path, "mixed")
    process.kill()
    events = follow(process, timeout_s=2)
    assert the_exit(events).signal == signal.SIGKILL
    assert left_of(process, token) == []


def test_a_stopped_workload_hears_the_request(listener: Listener) -> None:
    assert listener.process.pid is not None
    os.kill(listener.process.pid, signal.SIGSTOP)
    assert eventually(lambda: state_of(listener.process.pid or 0) == "T")
    listener.process.request_stop("by the test")
    assert eventually(lambda: listener.listen() == ["ready", "SIGINT"])


def test_stopped_guards_hold_nothing_up(start: Start, tmp_path: Path) -> None:
    process, token = grow(start, tmp_path, "mixed")
    for pid in process.guard_pids:
        os.kill(pid, signal.SIGSTOP)
    process.kill()
    follow(process, timeout_s=1.2)  # before the recorder would replace them
    assert left_of(process, token) == []


def test_guards_that_do_not_manage_are_replaced(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process, token = grow(start, tmp_path, "mixed")
    monkeypatch.setattr(GuardPair, "let_go", lambda _: None)  # as if they were not notified
    process.kill()
    events = follow(process, timeout_s=4)
    monkeypatch.undo()
    assert the_exit(events).signal == signal.SIGKILL
    assert isinstance(events[-1], TreeEnded)
    assert left_of(process, token) == []


def test_close_leaves_nothing(start: Start, tmp_path: Path) -> None:
    process, token = grow(start, tmp_path, "mixed")
    process.close()
    assert left_of(process, token) == []
    assert not any(map(processes.is_running, process.guard_pids))


def test_the_codes_of_a_shell() -> None:
    assert guarded.shell_exit_code(3, None) == 3
    assert guarded.shell_exit_code(None, signal.SIGKILL) == 137
    assert guarded.shell_exit_code(None, None) == 1


def test_dying_of_an_interrupt_despite_handlers() -> None:
    code = (
        "import signal; from gpuscope.recording.guarded_process import die_of_interrupt;"
        "signal.signal(signal.SIGINT, lambda *_: None); signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT});"
        "print('flushed'); die_of_interrupt()"
    )
    ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=HERE.parent.parent, timeout=20)
    assert (ended.returncode, ended.stdout) == (-signal.SIGINT, b"flushed\n")
