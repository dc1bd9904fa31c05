"""Every gate of gpuscope in one command: `python3 main.py check`.

Formatting, lint, strict types, import contracts, dead code and the tests: first those that may share the machine, then, alone,
those that measure time. Beside the first, which mostly leave a core free, everything that reads foreign files is fuzzed. Nothing of
the user's is read or written: state and temporary files lie in a folder that goes away.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
MODULE = [sys.executable, "-m"]
LINT_IMPORTS = [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"]
STATIC_GATES: Mapping[str, Sequence[str]] = {
    "format": [*MODULE, "ruff", "format", "--check", "."],
    "lint": [*MODULE, "ruff", "check", "."],
    "types": [*MODULE, "mypy"],
    "imports": [*LINT_IMPORTS, "--no-cache"],
    "dead-code": [*MODULE, "vulture"],
}
TEST_GATES: Mapping[str, str] = {"tests": "not serial", "serial-tests": "serial"}
FUZZ_GATE, FUZZING = "fuzz", [*MODULE, "tests.bundles.fuzz", "--minutes", "2"]
NO_TESTS_CODE = 5
"""Pytest's exit code when a selection is empty."""


@dataclass(slots=True)
class Counts:
    """How many tests had which outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other: Counts) -> None:
        """Add the counts of another run."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one gate."""

    gate: str
    passed: bool
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """Run the gates that were named, or all; returns 0 when all have passed and 1 otherwise."""
    gates = (*STATIC_GATES, "tests", FUZZ_GATE, "serial-tests")
    parser = argparse.ArgumentParser(prog="main.py check", description="Run every gate, or those that are named.")
    parser.add_argument("gates", nargs="*", metavar="GATE", help=f"one of {', '.join(gates)}; all when none is named")
    parser.add_argument("--fast", action="store_true", help="leave out the fuzzing, and the tests that are slow or measure time")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.gates) - set(gates):
        parser.error(f"no gate is called {', '.join(sorted(unknown))}; there are {', '.join(gates)}")
    names = [name for name in gates if name in (chosen.gates or gates) and not (chosen.fast and name in (FUZZ_GATE, "serial-tests"))]
    counts, outcomes = Counts(), []
    with clean_surroundings() as (folder, environment), Fuzzing(environment, on=FUZZ_GATE in names) as fuzzing:
        for name in names:
            print(f"== {name}", flush=True)
            start = time.monotonic()
            if name in STATIC_GATES:
                passed = run_tool(STATIC_GATES[name], environment)
            elif name == FUZZ_GATE:
                passed = fuzzing.end()
            else:
                passed = run_tests(name, folder, environment, counts, chosen.fast)
            outcomes.append(Outcome(name, passed, time.monotonic() - start))
    return report(outcomes, counts)


@contextmanager
def clean_surroundings() -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield a temporary folder, and an environment whose state, temporary files and screen are of this run's own."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-check-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)  # tests that act as another user must get through to their own folders
        (folder / "tmp").mkdir()
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("GPUSCOPE_", "PYTEST_", "PYTHON"))}
        environment |= {"GPUSCOPE_HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "QT_QPA_PLATFORM": "offscreen"}
        yield folder, environment


class Fuzzing:
    """The fuzzing of what reads foreign files, in a process beside the gates before its own.

    Args:
        environment: Of the process.
        on: Whether there is to be one.
    """

    def __init__(self, environment: Mapping[str, str], *, on: bool) -> None:
        self._environment = environment
        self._is_on = on
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        if self._is_on:
            self._process = subprocess.Popen(
                FUZZING, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process is not None:
            with self._process:
                self._process.kill()  # where the gates were stopped before its own

    def end(self) -> bool:
        """Wait for it, show what it says, and tell whether nothing ended badly."""
        assert self._process is not None
        said, _ = self._process.communicate()
        print(said, end="", flush=True)
        return self._process.returncode == 0


def run_tool(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Run one of the static gates; what it says is shown when it fails."""
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    return done.returncode == 0


def run_tests(gate: str, folder: Path, environment: Mapping[str, str], counts: Counts, fast: bool) -> bool:
    """Run the tests of a gate and add up their outcomes; an empty selection passes."""
    results = folder / f"{gate}.xml"
    selection = f"{TEST_GATES[gate]} and not slow" if fast else TEST_GATES[gate]
    command = [*MODULE, "pytest", "-q", "-m", selection, "-p", "no:cacheprovider", "--hypothesis-profile=ci", "--durations=10"]
    command += [f"--junitxml={results}", f"--basetemp={folder / gate}"]
    workers = min(os.cpu_count() or 1, 4)
    if gate == "tests" and workers > 1:
        command += ["-n", str(workers), "--dist=loadfile"]
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    counts.add(read_counts(results, code))
    return code in (0, NO_TESTS_CODE)


def read_counts(results: Path, code: int) -> Counts:
    """Return the outcomes in a JUnit file; a run of tests that failed without naming a test counts as one failure."""
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


def report(outcomes: Sequence[Outcome], counts: Counts) -> int:
    """Print a line for each gate, then the closing line, and return the exit code."""
    print()
    for outcome in outcomes:
        print(f"{'ok    ' if outcome.passed else 'FAILED'}  {outcome.gate:<14}{outcome.seconds:7.1f} s")
    print(f"{'':8}{'all':<14}{sum(outcome.seconds for outcome in outcomes):7.1f} s")
    if any(outcome.gate in TEST_GATES for outcome in outcomes):
        print(counts)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
