"""The gate: it fails if any of its checks fails, counts tests correctly, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import check
from check import Counts

PASSING = """
import os, pytest

def test_passes():
    assert "gpuscope-check-" in os.environ["GPUSCOPE_HOME"]

@pytest.mark.skip(reason="not here")
def test_skipped():
    pass

@pytest.mark.serial
def test_serial():
    pass

@pytest.mark.slow
def test_slow():
    pass

@pytest.mark.long
def test_long():
    assert False
"""
FAILING = """
def test_fails():
    assert False
"""
HEEDING = """
import signal

def test_heeds():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
FAILING_ONCE = """
import pathlib

def test_fails():
    seen = pathlib.Path("seen")
    was_there = seen.exists()
    seen.touch()
    assert was_there
"""

SETTINGS = "[pytest]\nmarkers =\n  serial\n  slow\n  long\naddopts = --strict-markers\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a tiny project with tests, which the gate checks in place of this one."""
    (tmp_path / "pytest.ini").write_text(SETTINGS)
    (tmp_path / "test_passing.py").write_text(PASSING)
    monkeypatch.setattr(check, "ROOT", tmp_path)
    tools = {
        "good": [sys.executable, "-c", "print('quiet')"],
        "bad": [sys.executable, "-c", "exit('loud')"],
        "fuzz": [sys.executable, "-c", "print('3 inputs'); exit(__import__('os').path.exists('failing'))"],
    }
    monkeypatch.setattr(check, "TOOLS", tools)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return tmp_path


def test_all_gates_pass(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check.main(["good", "tests", "serial-tests"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[-1] == "3 passed, 0 failed, 1 skipped"
    assert [line.split()[:2] for line in said[-5:-2]] == [["ok", "good"], ["ok", "tests"], ["ok", "serial-tests"]]
    assert "quiet" not in said


def test_a_failing_test_fails_the_gate(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_failing.py").write_text(FAILING)
    assert check.main(["tests"]) == 1
    assert capfd.readouterr().out.splitlines()[-1] == "2 passed, 1 failed, 1 skipped"


def test_a_test_that_fails_only_beside_others_is_told_apart(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_failing.py").write_text(FAILING_ONCE)
    assert check.main(["tests"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[-1] == "3 passed, 0 failed, 1 skipped; 1 passed only alone"
    assert any("test_failing.py::test_fails" in line for line in said)


def test_many_failures_are_not_blamed_on_other_tests(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_failing.py").write_text(
        "".join(f"def test_fails_{number}(): assert False\n" for number in range(check.MOST_AGAIN + 1))
    )
    assert check.main(["tests"]) == 1
    said = capfd.readouterr().out.splitlines()
    assert said[-1].startswith(f"2 passed, {check.MOST_AGAIN + 1} failed")
    assert not any("again, alone" in line for line in said)


def test_tests_that_cannot_be_read_fail_the_gate(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_failing.py").write_text("nonsense(")
    assert check.main(["tests"]) == 1
    assert capfd.readouterr().out.splitlines()[-1].startswith("0 passed, 1 failed")


def test_a_failing_tool_fails_the_gate_and_is_heard(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check.main(["good", "bad"]) == 1
    said = capfd.readouterr().out
    assert "loud" in said
    assert [line.split()[:2] for line in said.splitlines()[-3:-1]] == [["ok", "good"], ["FAILED", "bad"]]


def test_fast_leaves_out_the_fuzzing_and_slow_and_serial_tests(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check.main(["tests", "fuzz", "serial-tests", "--fast"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[-1] == "1 passed, 0 failed, 1 skipped"
    assert "3 inputs" not in said


def test_what_the_fuzzing_found_fails_the_gate_and_is_heard(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check.main(["good", "fuzz"]) == 0
    assert "3 inputs" in capfd.readouterr().out.splitlines()
    (project / "failing").touch()
    assert check.main(["good", "fuzz"]) == 1
    assert "FAILED  fuzz" in capfd.readouterr().out


def test_gates_that_are_stopped_stop_what_runs_beside_them(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = [sys.executable, "-c", "open('begun', 'w').close(); import time; time.sleep(600)"]
    never = [sys.executable, "-c", "open('later', 'w').close()"]
    monkeypatch.setattr(check, "TOOLS", {"good": endless, "fuzz": never})

    def stopped(*_: object) -> bool:
        while not (project / "begun").exists():
            time.sleep(0.01)
        sys.exit(9)

    monkeypatch.setattr(check, "run_tests", stopped)
    with pytest.raises(SystemExit, match="9"):
        check.main(["good", "fuzz", "tests"])
    assert not (project / "later").exists()


@pytest.mark.parametrize(
    ("tests", "code", "told"),
    [
        ("def test_passes(): pass\n", 0, "1 passed, 0 failed"),
        ("def test_fails(): assert False\n", 1, "0 passed, 1 failed"),
        ("import pytest\n\ndef test_skips(): pytest.skip('it is not installed')\n", 1, "0 passed, 0 failed, 1 skipped"),
    ],
)
def test_trainers_are_tested_where_they_are_installed(
    project: Path, capfd: pytest.CaptureFixture[str], tests: str, code: int, told: str
) -> None:
    """The extra asks for what is there already, so that nothing is downloaded."""
    a_project_with_trainers(project, "pytest", tests)
    assert check.main(["trainers"]) == code
    assert capfd.readouterr().out.splitlines()[-1] == told


def test_a_trainer_that_fails_once_is_tested_again_and_named(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    a_project_with_trainers(project, "pytest", FAILING_ONCE)
    assert check.main(["trainers"]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "1 passed, 0 failed; 1 passed only alone"


def test_trainers_that_cannot_be_installed_are_left_out_and_named(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    a_project_with_trainers(project, "a-trainer @ file:///nowhere/a-trainer.whl", "")
    assert check.main(["trainers"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[-1] == "0 passed, 0 failed"
    assert any("cannot be installed here" in line for line in said)


def a_project_with_trainers(project: Path, requirement: str, tests: str) -> None:
    (project / "pyproject.toml").write_text(f'[project.optional-dependencies]\ntrainers = ["{requirement}"]\n')
    (project / "packaging").mkdir()
    (project / "packaging" / "constraints.txt").touch()
    path = project / check.EXTRA_GATES["trainers"]
    path.parent.mkdir(parents=True)
    path.write_text(tests)


def test_an_empty_selection_passes(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_passing.py").write_text("def test_passes(): pass")
    assert check.main(["serial-tests"]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"


def test_an_unknown_gate_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        check.main(["nonsense"])
    assert "no gate is called nonsense" in capsys.readouterr().err


def test_a_run_that_died_counts_as_a_failure(tmp_path: Path) -> None:
    assert check.read_counts(tmp_path / "none.xml", 3) == Counts(failed=1)


def test_the_surroundings_are_clean_and_go_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("GPUSCOPE_STORE", "sqlite:///mine")
    with check.clean_surroundings() as (folder, environment):
        assert "PYTHONPATH" not in environment
        assert "GPUSCOPE_STORE" not in environment
        assert Path(environment["TMPDIR"]).is_dir()
        assert folder.stat().st_mode & 0o777 == 0o711, "another user gets through"
        assert environment["QT_QPA_PLATFORM"] == "offscreen"
    assert not folder.exists()


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a folder in place of the file system in memory and another in place of the usual one; return the former."""
    (tmp_path / "memory").mkdir()
    monkeypatch.setattr(check, "IN_MEMORY", tmp_path / "memory")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv("TMPDIR", raising=False)
    return tmp_path / "memory"


@pytest.mark.parametrize(
    ("flags", "free_bytes", "is_used"),
    [(0, 4 * 1024**3, True), (os.ST_NOEXEC, 4 * 1024**3, False), (0, 1024**3, False)],
    ids=["usable", "runs no programs", "too small"],
)
def test_temporary_files_are_in_memory_where_it_can_hold_them(
    flags: int, free_bytes: int, is_used: bool, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=flags, f_bavail=free_bytes // 4096, f_frsize=4096))
    with check.clean_surroundings() as (folder, _):
        assert folder.parent == (memory if is_used else memory.parent)


def test_temporary_files_are_on_disk_without_a_file_system_in_memory(memory: Path) -> None:
    memory.rmdir()
    with check.clean_surroundings() as (folder, _):
        assert folder.parent == memory.parent


def test_temporary_files_are_where_the_user_wants_them(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(memory.parent))
    with check.clean_surroundings() as (folder, _):
        assert folder.parent == memory.parent


HOLDING = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import check
check.IN_MEMORY, check.LEAST_FREE_BYTES = Path(sys.argv[2]), 0
with check.clean_surroundings() as (folder, _):
    (folder / "home" / "runs").mkdir(parents=True)
    print(folder, flush=True)
    time.sleep(600)
"""


def a_gate(memory: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a gate in a process of its own; return it with its folder."""
    command = [sys.executable, "-c", HOLDING, str(Path(check.__file__).parent), str(memory)]
    gate = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert gate.stdout is not None
    return gate, Path(gate.stdout.readline().strip())


def ended(gate: subprocess.Popen[str]) -> None:
    gate.kill()
    gate.communicate()


def test_what_a_killed_gate_left_is_removed_by_the_next_and_that_of_a_running_one_stays(memory: Path) -> None:
    killed, left = a_gate(memory)
    ended(killed)
    running, used = a_gate(memory)
    assert not left.exists(), "a starting gate has removed it"
    try:
        with check.clean_surroundings():
            assert (used / "home" / "runs").is_dir()
    finally:
        ended(running)
    with check.clean_surroundings() as (folder, _):
        assert sorted(path for place in (memory, memory.parent) for path in place.glob("gpuscope-check-*")) == [folder]


def test_folders_that_are_no_gates_or_anothers_stay(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (plain := memory / "gpuscope-check-plain").mkdir()
    (linked := memory / "gpuscope-check-link").symlink_to(memory.parent)
    killed, left = a_gate(memory)
    ended(killed)
    monkeypatch.setattr(os, "getuid", lambda: left.stat().st_uid + 1)
    with check.clean_surroundings():
        assert plain.is_dir()
        assert linked.is_symlink()
        assert left.is_dir()


def test_what_it_starts_heeds_an_interrupt_also_where_a_shell_has_put_it_into_the_background(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "test_passing.py").write_text(HEEDING)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert check.main(["tests"]) == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert capfd.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
