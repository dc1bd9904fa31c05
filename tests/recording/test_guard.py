"""Tests of the guards: whichever of recorder and guards is killed, no process of the workload's tree outlives the recorder."""

import errno
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.recording import guard
from gpuscope.system import processes
from tests.recording.recorded_tree import RecordedTree, events_of, eventually
from tests.recording.recorders import command, gpuscope, of_home, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="process trees are Linux's")

GUARD = Path(guard.__file__)


@pytest.mark.parametrize("kind", ["mixed", "sleepers", "hoppers"])
def test_nothing_of_the_tree_outlives_the_recorder(tmp_path: Path, kind: str) -> None:
    with RecordedTree(tmp_path, kind) as run:
        assert len(run.tree()) >= {"mixed": 8, "sleepers": 201, "hoppers": 1}[kind]
        run.kill("recorder")
        assert run.gone(2.0), run.tree()


@pytest.mark.parametrize(
    "victims", [pair for pair in itertools.permutations(("recorder", "first", "second"), 2) if "recorder" in pair], ids="+".join
)
def test_the_third_ends_the_tree(tmp_path: Path, victims: tuple[str, ...]) -> None:
    with RecordedTree(tmp_path, "mixed") as run:
        run.kill(*victims)
        assert run.gone(2.0), run.tree()


def test_a_recorder_without_guards_ends_the_tree_when_it_is_asked_to_stop(tmp_path: Path) -> None:
    with RecordedTree(tmp_path, "mixed") as run:
        run.kill("first", "second")
        assert eventually(lambda: any(event["guards_left"] == 0 for event in events_of(run.log, "GuardLost")))
        run.recorder.send_signal(signal.SIGTERM)
        assert run.recorder.wait(5) == -signal.SIGINT  # as its workload did
        assert run.gone(0.5), run.tree()


@pytest.mark.parametrize("victims", [("first",), ("second",), ("first", "second"), ("second", "first")], ids="+".join)
def test_killing_guards_hurts_neither_the_workload_nor_its_record(tmp_path: Path, victims: tuple[str, ...]) -> None:
    with RecordedTree(tmp_path, "mixed") as run:
        run.kill(*victims)
        left = 2 - len(victims)
        assert eventually(lambda: [event["guards_left"] for event in events_of(run.log, "GuardLost")][-1:] == [left])
        assert run.workload in run.tree()
        os.kill(run.workload, signal.SIGUSR1)
        assert run.recorder.wait(5) == 128 + signal.SIGUSR1
        (exited,) = events_of(run.log, "Exited")
        assert (exited["exit_code"], exited["signal"]) == (None, signal.SIGUSR1)
        assert exited["max_rss_bytes"] > 1_000_000
        (ended,) = events_of(run.log, "TreeEnded")
        assert (ended["left_running"], ended["remaining"]) == (7, 0)
        assert run.gone(0.5), run.tree()


def test_what_the_workload_leaves_running_is_ended_and_told(tmp_path: Path) -> None:
    with RecordedTree(tmp_path, "leave") as run:
        assert run.recorder.wait(5) == 0
        (ended,) = events_of(run.log, "TreeEnded")
        assert ended["left_running"] == 7
        assert Path(f"{run.ready}.terminated").exists()
        (exited,) = events_of(run.log, "Exited")
        grace_s = (ended["t_ns"] - exited["t_ns"]) / 1e9
        assert 0.9 < grace_s < 2.0  # one of them ignores TERM
        assert run.gone(0.5), run.tree()


def test_a_lifeline_that_a_fork_of_the_recorder_holds_open_deceives_nobody(tmp_path: Path) -> None:
    with RecordedTree(tmp_path, "mixed", "forking_recorder.py") as run:
        (holder,) = [pid for pid in processes.children(run.recorder.pid) if pid not in (run.first, run.second)]
        assert os.path.realpath(f"/proc/{holder}/exe") == os.path.realpath(f"/proc/{run.recorder.pid}/exe")
        try:
            run.kill("recorder")
            assert eventually(lambda: run.tree() == [holder], 2.0), run.tree()
        finally:
            os.kill(holder, signal.SIGKILL)


def test_the_guards_stand_in_a_process_group_of_their_own(tmp_path: Path) -> None:
    with RecordedTree(tmp_path, "sleep-alone") as run:
        assert os.getpgid(run.first) == os.getpgid(run.second) == run.first
        assert os.getpgid(run.workload) == os.getsid(run.workload)
        assert os.getsid(run.workload) not in (os.getsid(run.first), run.first, run.second, run.workload)
        assert {os.readlink(f"/proc/{run.first}/fd/{number}") for number in (0, 1, 2)} == {"/dev/null"}
        assert {os.readlink(f"/proc/{run.second}/fd/{number}") for number in (0, 1, 2)} == {"/dev/null"}


@pytest.mark.parametrize("call", ["setpgrp", "setsid"])
def test_a_workload_may_leave_its_group_and_session_as_without_gpuscope(call: str) -> None:
    guard = GuardAlone(sys.executable, "-c", f"import os, sys; os.{call}(); sys.exit(9 if os.getpgrp() == os.getpid() else 1)")
    assert [words[:2] for words in guard.words("exited")] == [["9", "-"]], guard.output


def test_what_ends_others_does_not_end_the_guards(tmp_path: Path) -> None:
    with RecordedTree(tmp_path, "sleep-alone") as run:
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
            os.killpg(run.first, number)
        os.kill(run.workload, signal.SIGUSR1)
        assert run.recorder.wait(5) == 128 + signal.SIGUSR1
        assert events_of(run.log, "GuardLost") == []


class GuardAlone:
    """The guard's program with this process as its recorder."""

    def __init__(
        self, *command: str, ignored: str = "-", passed: tuple[int, ...] = (), folder: str = "", env: dict[str, str] | None = None
    ):
        lifeline_read, self.lifeline = os.pipe()
        status, status_write = os.pipe()
        order = [str(os.getpid()), str(lifeline_read), str(status_write), "0", ignored, folder]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(GUARD), *order, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(lifeline_read, status_write, *passed),
            env=env,
            process_group=0,
        )
        os.close(lifeline_read)
        os.close(status_write)
        with open(status) as file:
            self.told = [line.split() for line in file]
        assert self.process.stdout is not None
        self.output = self.process.stdout.read().decode()
        self.process.stdout.close()
        self.process.wait(5)
        os.close(self.lifeline)

    def words(self, name: str) -> list[list[str]]:
        return [line[1:] for line in self.told if line[0] == name]


def test_status_lines_of_a_good_end() -> None:
    alone = GuardAlone("sh", "-c", "echo hello; exit 7")
    assert alone.output == "hello\n"
    assert alone.words("exited")[0][:2] == ["7", "-"]
    ((pid, spawned),) = alone.words("started")
    assert int(spawned) < int(alone.words("exited")[0][2])
    assert int(pid) > 0
    assert alone.told[-1] == ["ended"]
    assert alone.process.returncode == 0


@pytest.mark.parametrize(
    ("command", "folder", "stage", "number"),
    [("no-such-command", "", "command", 2), ("/etc/passwd", "", "command", 13), ("true", "/no/such/folder", "folder", 2)],
)
def test_what_cannot_be_started_is_told_with_its_error_number(command: str, folder: str, stage: str, number: int) -> None:
    alone = GuardAlone(command, folder=folder)
    assert alone.words("failed")[0][:2] == [stage, str(number)]
    assert not alone.words("started")
    assert not alone.words("exited")


def test_the_workload_gets_the_standard_descriptors_those_to_pass_and_no_others() -> None:
    read, write = os.pipe()
    try:
        alone = GuardAlone(
            sys.executable, "-I", "-S", "-c", "import os; print(sorted(os.listdir('/proc/self/fd'), key=int))", passed=(read,)
        )
    finally:
        os.close(read)
        os.close(write)
    listing = {"0", "1", "2", str(read)}
    found = set(alone.output.strip().strip("[]").replace("'", "").split(", "))
    assert listing < found
    assert len(found) == len(listing) + 1  # and the descriptor used to list the folder


def test_the_workload_ignores_what_the_recorder_was_started_with_ignored_and_nothing_else() -> None:
    alone = GuardAlone("cat", "/proc/self/status", ignored=f"{int(signal.SIGHUP)},{int(signal.SIGUSR1)}")
    masks = {
        line.split()[0]: int(line.split()[1], 16) for line in alone.output.splitlines() if line.startswith(("SigIgn", "SigBlk", "SigCgt"))
    }
    masks["SigIgn:"] &= ~(0b11 << 31)  # signals 32 and 33 are the C library's own: its posix_spawn, which Python 3.13 uses, ignores them
    assert masks == {"SigBlk:": 0, "SigIgn:": 1 << (signal.SIGHUP - 1) | 1 << (signal.SIGUSR1 - 1), "SigCgt:": 0}


def test_the_environment_arrives_as_it_was_given() -> None:
    alone = GuardAlone("/usr/bin/env", env={"ONE": "1", "PATH": "/usr/bin:/bin"})
    assert sorted(alone.output.splitlines()) == ["ONE=1", "PATH=/usr/bin:/bin"]  # no LC_CTYPE, which Python adds in the C locale


def test_a_script_without_an_interpreter_line_is_run_by_sh(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text('echo "$0 $1"\n')
    script.chmod(0o755)
    assert GuardAlone(str(script), "argument").output == f"{script} argument\n"
    script.write_bytes(b"\x7fELF\0\0\0")
    assert GuardAlone(str(script)).words("failed")[0][:2] == ["command", "8"]


def test_the_command_is_looked_up_in_the_path_of_its_own_environment(tmp_path: Path) -> None:
    script = tmp_path / "only-here"
    script.write_text("#!/bin/sh\necho found\n")
    script.chmod(0o755)
    assert GuardAlone("only-here", env={"PATH": f"/no/such:{tmp_path}"}).output == "found\n"


def test_a_guard_whose_recorder_is_gone_before_it_looks_starts_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    read, write = os.pipe()
    order = ["1", str(read), str(write), "0", "-", ""]  # pid 1 is not its parent
    ended = subprocess.run([sys.executable, "-I", "-S", str(GUARD), *order, "touch", str(mark)], pass_fds=(read, write), timeout=10)
    os.close(read)
    os.close(write)
    assert ended.returncode == 1
    assert not mark.exists()


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "300"]) as process:
        yield process
        process.kill()


def test_children_are_found_by_the_kernels_list_and_by_a_scan(sleeper: "subprocess.Popen[bytes]") -> None:
    assert sleeper.pid in guard.children_of(os.getpid())
    assert sleeper.pid in guard.children_by_scan(os.getpid())
    assert guard.children_of(2**22 + 1) == []


def test_signals_go_to_no_later_process_of_the_same_pid(sleeper: "subprocess.Popen[bytes]") -> None:
    stat = guard.stat_of(sleeper.pid)
    assert stat is not None
    guard.signal_each([(sleeper.pid, b"1")], signal.SIGKILL)
    assert sleeper.poll() is None
    guard.signal_each([(sleeper.pid, stat[19])], signal.SIGKILL)
    assert sleeper.wait(5) == -signal.SIGKILL


def test_what_is_spared_is_not_killed(sleeper: "subprocess.Popen[bytes]") -> None:
    others = frozenset(guard.children_of(os.getpid())) - {sleeper.pid}
    assert guard.kill_children(others | {sleeper.pid}) == (0, 0)
    assert sleeper.poll() is None
    assert guard.kill_children(others) == (1, 0)
    assert sleeper.wait(5) == -signal.SIGKILL


def test_the_guard_imports_only_what_its_start_can_afford() -> None:
    dear = ("typing", "contextlib", "subprocess", "json", "signal", "enum")

    def imported(code: str) -> str:
        tell = f"print(*(name for name in {dear} if name in sys.modules))"
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import sys\n{code}\n{tell}"], capture_output=True, check=True
        ).stdout.decode()

    source = GUARD.read_text()
    assert imported(f"exec({source!r}, {{'__name__': 'guard'}})") == imported("")


@pytest.mark.parametrize(
    ("text", "own", "wanted"), [("/autogroup-7 nice 0\n", 19, 19), ("/autogroup-7 nice 5\n", 0, 5), ("/autogroup-7 nice 5\n", -3, -3)]
)
def test_a_session_gets_the_niceness_of_whoever_asked_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, own: int, wanted: int
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.write_text(text)
    after.touch()
    monkeypatch.setattr(os, "getpriority", lambda *_: own)
    assert guard.niceness(str(before)) == wanted
    guard.renice_session(wanted, str(after))
    assert after.read_text() == str(wanted)


def test_without_autogroups_there_is_nothing_to_pass_on(tmp_path: Path) -> None:
    assert guard.niceness(str(tmp_path / "none")) == os.getpriority(os.PRIO_PROCESS, 0)
    guard.renice_session(5, str(tmp_path / "none" / "below"))
    guard.renice_session(0, str(tmp_path / "untouched"))
    assert not (tmp_path / "untouched").exists()


def test_a_session_is_reniced_again_where_the_kernel_wants_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([errno.EAGAIN, errno.EAGAIN, 0])

    def write(*_: object) -> int:
        if code := next(answers):
            raise OSError(code, "")
        return 1

    monkeypatch.setattr(os, "write", write)
    guard.renice_session(5, os.devnull)
    assert next(answers, None) is None


HAS_AUTOGROUPS = Path("/proc/self/autogroup").exists()


@pytest.mark.skipif(not HAS_AUTOGROUPS, reason="the kernel has no autogroups")
@pytest.mark.parametrize("detached", [False, True])
def test_nice_reaches_the_workload_of_a_session_of_its_own(tmp_path: Path, detached: bool) -> None:
    words = tmp_path / "words"
    script = f"open({str(words)!r}, 'w').write(open('/proc/self/autogroup').read())"
    flags = ["--detach"] if detached else []
    subprocess.run(
        ["nice", "-n", "7", *command("run", *flags, "--", sys.executable, "-c", script)],
        stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    wanted = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)
    assert eventually(lambda: words.exists() and words.read_text().endswith(f"nice {wanted}\n"))
    until(lambda: not of_home(), 60.0)


TRACKED = """
from multiprocessing import resource_tracker
resource_tracker.ensure_running()
"""


def test_helpers_of_multiprocessing_that_end_with_the_workload_are_not_told_of() -> None:
    done = gpuscope("run", "--", sys.executable, "-c", TRACKED)
    assert done.code == 0
    assert "left running" not in done.err
