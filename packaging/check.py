"""Every gate of gpuscope in one command: `python3 main.py check`.

Formatting, lint, strict types, import contracts, dead code and a short fuzzing session run one after another in parallel with the tests,
which often wait; then the tests that measure time run alone. No user data is read or written: state and temporary files are in a folder
that is deleted at the end.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import tomllib
import venv
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
MODULE = [sys.executable, "-m"]
LINT_IMPORTS = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"]
FUZZ_GATE, SERIAL_GATE = "fuzz", "serial-tests"
TOOLS: Mapping[str, Sequence[str]] = {
    "format": [*MODULE, "ruff", "format", "--check", "."],
    "lint": [*MODULE, "ruff", "check", "."],
    "types": [*MODULE, "mypy"],
    "imports": [*LINT_IMPORTS, "--no-cache"],
    "dead-code": [*MODULE, "vulture"],
    # Twelve seconds find regressions; `python -m tests.bundles.fuzz --minutes 30` searches for new bugs.
    FUZZ_GATE: [*MODULE, "tests.bundles.fuzz", "--minutes", "0.2"],
}
TEST_GATES: Mapping[str, str] = {"tests": "not serial and not long", SERIAL_GATE: "serial"}
EXTRA_GATES: Mapping[str, str] = {
    "trainers": "tests/probe/hooks/test_trainers.py",
    "gpu-compilers": "tests/workloads/kernels/test_gpu_compilers.py",
}
"""Run only if they are named: tests with the libraries of the extra of that name, some 200 MB each that nothing else needs."""
TESTS_FAILED_CODE = 1
NO_TESTS_CODE = 5
"""Pytest's exit code if a selection is empty."""
IN_MEMORY = Path("/dev/shm")
"""Where Linux mounts a file system in memory: the tests create and remove very many files, for which a disk makes them wait."""
PREFIX, LOCK = "gpuscope-check-", "gate.lock"
"""Beginning of the name of a gate's folder, and the file in it that the gate keeps locked."""
LEAST_FREE_BYTES = 4 * 1024**3
"""With less memory for files, they are better on disk."""
MOST_AGAIN = 5
"""Most failed tests that are rerun alone: more failures than this are not caused by the load of other tests."""


@dataclass(slots=True)
class Counts:
    """Number of tests by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    passed_alone: int = 0
    """Of those that passed: number of tests that failed in parallel with others and passed when rerun alone."""

    def add(self, other: Counts) -> None:
        """Add the counts of another run."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.passed_alone += other.passed_alone

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}" + (
            f"; {self.passed_alone} passed only alone" if self.passed_alone else ""
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one gate."""

    gate: str
    passed: bool
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """Run the named gates, or all; return 0 if all have passed and 1 otherwise."""
    gates = (*TOOLS, *TEST_GATES)
    parser = argparse.ArgumentParser(prog="main.py check", description="Run every gate, or those that are named.")
    of_all = f"all but {', '.join(EXTRA_GATES)} when none is named"
    parser.add_argument("gates", nargs="*", metavar="GATE", help=f"one of {', '.join((*gates, *EXTRA_GATES))}; {of_all}")
    parser.add_argument("--fast", action="store_true", help="leave out the fuzzing, and the tests that are slow or measure time")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.gates) - {*gates, *EXTRA_GATES}:
        parser.error(f"no gate is called {', '.join(sorted(unknown))}; there are {', '.join((*gates, *EXTRA_GATES))}")
    heed_signals()
    names = [name for name in gates if name in (chosen.gates or gates) and not (chosen.fast and name in (FUZZ_GATE, SERIAL_GATE))]
    counts, outcomes = Counts(), []
    begin = time.monotonic()
    with clean_surroundings() as (folder, environment), Tools([name for name in names if name in TOOLS], environment) as tools:
        if "tests" in names:
            outcomes.append(timed("tests", lambda: run_tests("tests", folder, environment, counts, chosen.fast)))
        outcomes[:0] = tools.outcomes()
        if SERIAL_GATE in names:  # these tests measure time, so nothing may run in parallel
            outcomes.append(timed(SERIAL_GATE, lambda: run_tests(SERIAL_GATE, folder, environment, counts, chosen.fast)))
        for extra in EXTRA_GATES:
            if extra in chosen.gates:
                outcomes.append(timed(extra, partial(run_with_extra, extra, folder, environment, counts)))
    return report(outcomes, counts, time.monotonic() - begin)


def heed_signals() -> None:
    """Restore signals that a shell or nohup made this background process ignore: programs that tests interrupt would inherit this."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def timed(gate: str, run: Callable[[], bool]) -> Outcome:
    """Run a gate and return its outcome."""
    print(f"== {gate}", flush=True)
    begin = time.monotonic()
    return Outcome(gate, run(), time.monotonic() - begin)


@contextmanager
def clean_surroundings() -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield a temporary folder, and an environment with its own state, temporary files and offscreen display."""
    remove_left_folders()
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=temporary_place(), ignore_cleanup_errors=True) as name, lock(Path(name)):
        folder = Path(name)
        folder.chmod(0o711)  # tests that act as another user must be able to reach their own folders
        (folder / "tmp").mkdir()
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("GPUSCOPE_", "PYTEST_", "PYTHON"))}
        environment |= {"GPUSCOPE_HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "QT_QPA_PLATFORM": "offscreen"}
        yield folder, environment


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a gate's folder, which ends with the gate however that ends; it is visible only once it is held."""
    new = folder / f"{LOCK}.new"
    with new.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        new.rename(folder / LOCK)
        yield


def remove_left_folders() -> None:
    """Remove the folders of this user's gates that were killed, which in memory would take it until the machine restarts."""
    for folder in (path for place in {IN_MEMORY, Path(tempfile.gettempdir())} for path in place.glob(f"{PREFIX}*")):
        with suppress(OSError):  # another gate runs there (BlockingIOError), or has just removed it
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            with (folder / LOCK).open("r+") as held:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)


def temporary_place() -> Path | None:
    """Return the folder in memory for temporary files, if programs can be run there and it has space; None for the system's usual one.

    A folder named in TMPDIR is the user's choice, which precedes it.
    """
    if "TMPDIR" in os.environ or not os.access(IN_MEMORY, os.W_OK):
        return None
    place = os.statvfs(IN_MEMORY)
    is_usable = not place.f_flag & os.ST_NOEXEC and place.f_bavail * place.f_frsize >= LEAST_FREE_BYTES
    return IN_MEMORY if is_usable else None


class Tools:
    """The gates other than tests, run one after another in parallel with the tests, which often wait and leave a core free.

    Args:
        gates: Names of the gates, in order.
        environment: Environment of their processes.
    """

    def __init__(self, gates: Sequence[str], environment: Mapping[str, str]) -> None:
        self._gates = gates
        self._environment = environment
        self._outcomes: list[Outcome] = []
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()  # no effect if it has ended
        self._thread.join()

    def outcomes(self) -> list[Outcome]:
        """Wait for all gates and return their outcomes."""
        self._thread.join()
        return self._outcomes

    def _run(self) -> None:
        for gate in self._gates:
            begin = time.monotonic()
            with self._lock:
                if self._is_stopped:
                    return
                self._process = subprocess.Popen(
                    TOOLS[gate], cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
                )
            with self._process:
                output, _ = self._process.communicate()
            passed = self._process.returncode == 0
            if gate == FUZZ_GATE or not passed:
                print(f"== {gate}\n{output}", end="", flush=True)
            self._outcomes.append(Outcome(gate, passed, time.monotonic() - begin))


def run_tests(gate: str, folder: Path, environment: Mapping[str, str], counts: Counts, fast: bool) -> bool:
    """Run the tests of a gate and add up their outcomes; an empty selection passes.

    Up to `MOST_AGAIN` tests that failed in parallel with others are rerun alone: many tests drive several processes, which a busy machine
    can delay beyond any reasonable deadline. They are named and counted separately, so that repeated failures do not go unnoticed.
    """
    selection = f"{TEST_GATES[gate]} and not slow" if fast else TEST_GATES[gate]
    files = serial_files() if gate == SERIAL_GATE else []
    if gate == SERIAL_GATE and not files:
        return True
    command = [*MODULE, "pytest", *files, "-m", selection, "--hypothesis-profile=ci"]
    at_once = ["--durations=10"]
    cores = min(os.cpu_count() or 1, 4)
    if gate == "tests" and cores > 1:
        # Two workers more than cores: a running test computes for about half of its time, and otherwise waits for processes and windows.
        # Files keep the order of tests/conftest.py, slow ones first: in its own order, xdist would start files with few tests last, and
        # one that takes a minute would then hold up everything.
        at_once += ["-n", str(cores + 2), "--dist=loadfile", "--no-loadscope-reorder"]
    code, outcome = run_pytest(gate, command, folder, environment, at_once, may_repeat=gate == "tests")
    counts.add(outcome)
    return code in (0, NO_TESTS_CODE)


def run_pytest(
    gate: str, command: Sequence[str], folder: Path, environment: Mapping[str, str], at_once: Sequence[str] = (), *, may_repeat: bool
) -> tuple[int, Counts]:
    """Run pytest and return its exit code and the outcomes of its tests.

    Args:
        gate: Name of the gate.
        command: The command that runs its tests.
        folder: Folder for its files.
        environment: Environment of the process.
        at_once: Further arguments, of the first run only.
        may_repeat: Whether up to `MOST_AGAIN` tests that failed are rerun alone.
    """
    results = folder / f"{gate}.xml"
    files = [f"--basetemp={folder / f'{gate}-tests'}", f"--junitxml={results}", "-o", f"cache_dir={folder / f'{gate}-cache'}"]
    command = [*command, "-q", *files]
    code = subprocess.run([*command, *at_once], cwd=ROOT, env=environment, check=False).returncode
    outcome = read_counts(results, code)
    if may_repeat and code == TESTS_FAILED_CODE and outcome.failed <= MOST_AGAIN:
        print(f"== {gate} that failed, again, alone", flush=True)
        alone = [*command, "--last-failed", "--last-failed-no-failures=none"]
        code = subprocess.run(alone, cwd=ROOT, env=environment, check=False).returncode
        again = read_counts(results, code)
        outcome.passed_alone = outcome.failed - again.failed
        outcome.passed += outcome.passed_alone
        outcome.failed = again.failed
    return code, outcome


def run_with_extra(extra: str, folder: Path, environment: Mapping[str, str], counts: Counts) -> bool:
    """Install an extra above this environment, in a folder that is deleted at the end, and run its tests.

    Where it cannot be installed, nothing is tested, and the gate says so and passes: the tests themselves skip there too.
    """
    above = folder / extra
    venv.create(above)
    [packages] = above.glob("lib/python*/site-packages")
    (packages / "below.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = str(above / "bin" / "python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"][extra]
    install = [*MODULE, "pip", "--python", python, "install", "-q", "-c", str(ROOT / "packaging" / "constraints.txt"), *wanted]
    if subprocess.run(install, cwd=ROOT, env=environment, check=False).returncode:
        print(f"{', '.join(wanted)} cannot be installed here: their tests are left out", flush=True)
        return True
    command = [python, "-m", "pytest", EXTRA_GATES[extra]]
    code, outcome = run_pytest(extra, command, folder, environment, may_repeat=True)  # launchers of other libraries are not ours to mend
    counts.add(outcome)
    return code == 0 and not outcome.skipped  # what was installed and is skipped nevertheless was not proven


def serial_files() -> list[str]:
    """Return the test files that contain the marker: collecting all others would take longer than running these tests."""
    folder = ROOT / "tests" if (ROOT / "tests").is_dir() else ROOT
    return [str(path) for path in sorted(folder.rglob("test_*.py")) if "mark.serial" in path.read_text(encoding="utf-8")]


def read_counts(results: Path, code: int) -> Counts:
    """Return the outcomes in a JUnit file; a test run that failed without naming a test counts as one failure."""
    counts = Counts()
    for case in ElementTree.parse(results).getroot().iter("testcase") if results.exists() else ():
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            counts.failed += 1
        elif "skipped" in kinds:
            counts.skipped += 1
        else:
            counts.passed += 1
    if code not in (0, NO_TESTS_CODE) and not counts.failed:
        counts.failed = 1
    return counts


def report(outcomes: Sequence[Outcome], counts: Counts, seconds: float) -> int:
    """Print a line for each gate, then the closing line, and return the exit code."""
    print()
    for outcome in outcomes:
        print(f"{'ok    ' if outcome.passed else 'FAILED'}  {outcome.gate:<14}{outcome.seconds:7.1f} s")
    print(f"{'':8}{'all':<14}{seconds:7.1f} s, some beside each other")
    if any(outcome.gate in (*TEST_GATES, *EXTRA_GATES) for outcome in outcomes):
        print(counts)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
