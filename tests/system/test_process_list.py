"""The list of running processes: facts, owners, and which are gpuscope's own."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gpuscope.recording.launch import recorder_command
from gpuscope.system import paths
from gpuscope.system.process_list import ListedProcess, ProcessLister, is_own, loads
from gpuscope.workloads.launch import capabilities_command

WORK = "import sys\nwhile True:\n    sys.stdin.readline() or sys.exit()\n    sum(range(3_000_000))\n    print(flush=True)"


def found(listed: list[ListedProcess], pid: int) -> ListedProcess | None:
    return next((process for process in listed if process.pid == pid), None)


def test_a_process_is_told_with_its_command_without_secrets_and_its_load() -> None:
    command = [sys.executable, "-S", "-c", WORK, "--token", "hunter2hunter2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        lister = ProcessLister()
        first = found(lister.processes(), process.pid)
        assert first is not None
        for _ in range(2):  # a few ticks of the kernel's clock
            process.stdin.write("\n")
            process.stdin.flush()
            process.stdout.readline()
        after = lister.processes()
        second = found(after, process.pid)
        process.stdin.close()
        process.wait()
        assert second is not None
        assert found(lister.processes(), process.pid) is None
    assert "hunter2" not in second.command
    assert "--token" in second.command
    assert second.is_readable
    assert abs((datetime.now(UTC) - second.started).total_seconds()) < 60
    assert second.memory_bytes > 1e6
    assert second.cpu_s > first.cpu_s
    key = (process.pid, second.created)
    assert loads({key: first.cpu_s}, after, 0.5)[key] == pytest.approx(2 * (second.cpu_s - first.cpu_s))
    assert found(after, os.getpid()) is not None
    assert found(ProcessLister(own=[os.getpid()]).processes(), os.getpid()) is None


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (recorder_command(["monitor", "--events"]), True),
        (capabilities_command(), True),
        ([sys.executable, "-m", "gpuscope", "run"], True),
        (["/usr/bin/python3", "/home/ann/.venv/bin/gpuscope", "run"], True),
        ([sys.executable, f"{paths.package_root()}/main.py"], True),
        ([sys.executable, "-I", "-S", f"{paths.package_root()}/gpuscope/recording/guard.py"], True),
        ([sys.executable, "-I", "-S", f"{paths.package_root()}/gpuscope/recording/__pycache__/guard.cpython-311.pyc"], True),
        (["python", "/home/ann/gpuscope/train.py"], False),
        (["python", "-c", "from gpuscope import step"], False),
        (["python", "-m", "gpuscopes"], False),
        (["vim", "main.py"], False),
    ],
)
def test_gpuscopes_own_processes_are_known(argv: list[str], expected: bool) -> None:
    assert is_own(argv) is expected


def test_the_program_in_a_clone_is_known_by_the_folder_that_it_runs_in() -> None:
    assert is_own(["python", "main.py", "--page", "run"], str(paths.package_root()))
    assert not is_own(["python", "main.py"], "/home/ann/project")


def test_another_users_process_a_thread_of_the_kernel_and_one_that_ends_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = b"7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 250 50 0 0 20 0 1 0 4000 0 10 0\n"
    for pid, cmdline in (("7", b"vllm\0serve\0"), ("8", b""), ("9", b"gone\0")):
        (tmp_path / pid).mkdir()
        (tmp_path / pid / "cmdline").write_bytes(cmdline)
        (tmp_path / pid / "stat").write_bytes(stat if pid != "9" else b"")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (process,) = ProcessLister(tmp_path).processes()
    assert (process.pid, process.name, process.command) == (7, "a) b", "vllm serve")
    assert process.cpu_s == pytest.approx(300 / os.sysconf("SC_CLK_TCK"))
    assert process.memory_bytes == 10 * os.sysconf("SC_PAGE_SIZE")
    assert not process.is_readable


def test_processes_that_are_left_out_are_forgotten_when_they_end(tmp_path: Path) -> None:
    """A machine makes threads of the kernel all the time, and the window lists processes for days."""
    stat = b"7 (kworker) S 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 4000 0 10 0\n"
    lister = ProcessLister(tmp_path)
    for pid in ("7", "8"):
        (tmp_path / pid).mkdir()
        (tmp_path / pid / "cmdline").write_bytes(b"")
        (tmp_path / pid / "stat").write_bytes(stat)
    assert lister.processes() == []
    assert len(lister._fixed) == 2
    (tmp_path / "8" / "stat").unlink()
    assert lister.processes() == []
    assert list(lister._fixed) == [(7, 4000)]
