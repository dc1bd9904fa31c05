"""Process trees, and signals to exactly one process."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.system import processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "300"]) as process:
        yield process
        process.kill()


def created(pid: int) -> int:
    made = processes.create_time(pid)
    assert made is not None
    return made


def test_a_subreaper_adopts_what_is_orphaned_below_it() -> None:
    code = (
        "import os, subprocess, sys, time; from gpuscope.system import processes; assert processes.set_subreaper();"
        "middle = subprocess.Popen(['sh', '-c', 'sleep 300 & echo $!'], stdout=subprocess.PIPE);"
        "orphan = int(middle.stdout.readline()); middle.wait(); print(orphan in processes.children(os.getpid())); os.kill(orphan, 9)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT, timeout=20).stdout == b"True\n"


def test_the_boot_has_an_identity() -> None:
    assert len(processes.boot_id()) == 36


def test_the_create_time_is_the_processes_own(sleeper: "subprocess.Popen[bytes]") -> None:
    ticks = os.sysconf("SC_CLK_TCK")
    assert created(sleeper.pid) / ticks == pytest.approx(time.clock_gettime(time.CLOCK_BOOTTIME), abs=5)
    assert processes.create_time(2**22 + 1) is None


def test_a_name_with_brackets_and_spaces_confuses_nobody(tmp_path: Path) -> None:
    named = tmp_path / "a) R 1 (b"
    named.symlink_to("/bin/sleep")
    with subprocess.Popen([str(named), "300"]) as process:
        assert created(process.pid) >= created(os.getpid())
        assert processes.is_running(process.pid)
        process.kill()


def test_children_are_found_by_the_kernels_list_and_by_a_scan() -> None:
    with subprocess.Popen(["sh", "-c", "sleep 300 & sleep 300 & echo ready; wait"], stdout=subprocess.PIPE) as shell:
        assert shell.stdout is not None
        shell.stdout.readline()
        below = processes.children(shell.pid)
        assert len(below) == 2
        assert set(processes._children_by_scan(shell.pid)) == set(below)
        for pid in below:
            os.kill(pid, signal.SIGKILL)
    assert processes.children(2**22 + 1) == []


def test_a_signal_goes_to_that_process_alone(sleeper: "subprocess.Popen[bytes]") -> None:
    made = created(sleeper.pid)
    assert not processes.signal_process(sleeper.pid, made + 1, signal.SIGKILL)
    assert sleeper.poll() is None
    assert processes.signal_process(sleeper.pid, made, signal.SIGKILL)
    assert processes.wait_until_gone(sleeper.pid, made, 5)
    sleeper.wait()
    assert not processes.signal_process(sleeper.pid, made, signal.SIGKILL)


def test_without_pidfds_the_create_time_still_decides(sleeper: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "pidfd_open", refuse)
    made = created(sleeper.pid)
    assert not processes.signal_process(sleeper.pid, made + 1, signal.SIGKILL)
    assert processes.signal_process(sleeper.pid, made, signal.SIGKILL)
    assert sleeper.wait(5) == -signal.SIGKILL


def test_waiting_ends_when_the_time_is_over(sleeper: "subprocess.Popen[bytes]") -> None:
    assert not processes.wait_until_gone(sleeper.pid, created(sleeper.pid), 0.05)


def test_a_zombie_has_ended(sleeper: "subprocess.Popen[bytes]") -> None:
    assert processes.is_running(sleeper.pid)
    sleeper.kill()
    assert processes.wait_until_gone(sleeper.pid, created(sleeper.pid), 5)
    assert processes.create_time(sleeper.pid) is not None
    assert not processes.is_running(sleeper.pid)


def test_orphans_of_a_run_are_found_by_their_marker() -> None:
    def begin(value: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(["sleep", "300"], env={**os.environ, "GPUSCOPE_RUN": value}, start_new_session=True)

    with begin("dead-run") as one, begin("dead-run") as two, begin("dead-run") as spared, begin("dead-run-2") as other:
        assert processes.end_orphans("GPUSCOPE_RUN", "dead-run", spare=[spared.pid]) == 2
        assert one.wait(5) == two.wait(5) == -signal.SIGKILL
        assert spared.poll() is None
        assert other.poll() is None
        assert processes.end_orphans("GPUSCOPE_RUN", "dead-run") == 1
        other.kill()


def test_a_sweep_spares_itself_and_those_above() -> None:
    code = "from gpuscope.system import processes; print(processes.end_orphans('GPUSCOPE_RUN', 'around'))"
    done = subprocess.run(
        ["sh", "-c", '"$@"; echo alive', "sh", sys.executable, "-c", code],
        env={**os.environ, "GPUSCOPE_RUN": "around"},
        stdout=subprocess.PIPE,
        cwd=ROOT,
        timeout=20,
    )
    assert done.stdout.split() == [b"0", b"alive"]


def test_signals_that_were_ignored_at_the_start_are_known() -> None:
    code = "from gpuscope.system import processes; print(sorted(processes.ignored_signals()))"

    def told(prefix: str) -> bytes:
        return subprocess.run(
            ["sh", "-c", f'{prefix} exec "$@"', "sh", sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT
        ).stdout

    assert told("") == b"[]\n"
    assert told("trap '' HUP USR1;") == b"[1, 10]\n"


def test_descriptors_that_were_inherited_are_known() -> None:
    read, write = os.pipe()
    code = "import os; from gpuscope.system import processes; os.pipe(); print(processes.inherited_descriptors())"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, pass_fds=[read], cwd=ROOT, timeout=20)
    os.close(read)
    os.close(write)
    assert done.stdout.decode() == f"[{read}]\n"


def test_what_python_added_to_the_environment_is_taken_out() -> None:
    path = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    code = f"{path}; from gpuscope.system import processes; print(sorted(processes.initial_environment()))"

    def told(**environment: str) -> str:
        return subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, timeout=20).stdout.decode()

    assert told(ONE="1", LC_ALL="") == "['LC_ALL', 'ONE']\n"
    assert told(LC_CTYPE="C.UTF-8") == "['LC_CTYPE']\n"


def test_signals_in_words() -> None:
    assert processes.signal_name(signal.SIGSEGV) == "SIGSEGV"
    assert processes.describe_signal(signal.SIGSEGV) == "SIGSEGV (segmentation fault)"
    assert processes.describe_signal(signal.SIGRTMIN + 3) == "SIGRTMIN+3"
    assert processes.describe_signal(200) == "signal 200"
    assert processes.hang_up_signals() == {signal.SIGHUP}


def test_kills_for_lack_of_memory_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = tmp_path / "memory.events"
    events.write_text("low 0\noom 1\noom_kill 3\noom_group_kill 9\n")
    monkeypatch.setattr(processes, "_oom_files", lambda: iter([tmp_path / "missing", events]))
    kills = processes.OomKills()
    assert kills.since() == 0
    events.write_text("low 0\noom 3\noom_kill 5\noom_group_kill 9\n")
    assert kills.since() == 2
    events.unlink()
    assert kills.since() == 0


def test_the_files_of_this_machine_can_be_read() -> None:
    assert processes._oom_count(Path("/proc/vmstat")) is not None
    assert processes.OomKills().since() == 0


@pytest.fixture(autouse=True)
def no_subreaper_afterwards() -> Iterator[None]:
    yield
    ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)


def test_idle_time_is_that_of_the_usable_cpus_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = tmp_path / "stat"
    stat.write_text("cpu  9 9 9 900 90 9\ncpu0 1 2 3 400 50 6\ncpu1 1 2 3 700 80 6\ncpu10 1 2 3 900 90 6\nintr 5\n")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 10})
    assert processes.idle_cpu_s(stat) == (400 + 50 + 900 + 90) / os.sysconf("SC_CLK_TCK")
    assert processes.idle_cpu_s(tmp_path / "missing") is None
