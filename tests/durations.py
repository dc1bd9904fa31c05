"""Show where a test run spends processor time: `python -m tests.durations [PYTEST ARGUMENT …]`.

The gate is bound by processor time, whereas pytest's own `--durations` shows wall-clock time, most of which a test of several processes
spends waiting. This plug-in counts the processor seconds of each test and of the children that ended in it, and prints them by folder, file
and test. Processes that were started detached and reaped by another process are missing, so the busy time of the whole machine is printed
beside the sum.
"""

import os
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

_Costs = defaultdict[str, float]
_PROPERTY = "processor_s"
_ROWS = 60
"""Number of rows printed of each table."""
_KEY = pytest.StashKey[float]()


def main(arguments: Sequence[str]) -> int:
    """Run pytest with this module as a plug-in and return its exit code; bytecode is kept, as in the gate."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    return int(pytest.main(["-p", "tests.durations", "-p", "no:cacheprovider", "-q", *arguments]))


def _processor_s() -> float:
    """Return the processor seconds of this process and its ended children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _busy_s() -> float:
    """Return the processor seconds that this machine has been busy since boot (proc_stat(5)), NaN where unknown."""
    try:
        ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return float("nan")
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


class _Table:
    """Adds up the cost of all tests in this process or in its workers."""

    def __init__(self) -> None:
        self._tests = _Costs(float)
        self._clock = _Costs(float)
        self._whole = 0.0
        self._begin, self._busy = time.monotonic(), _busy_s()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the cost in the report of a test phase."""
        self._clock[report.nodeid] += report.duration
        for name, value in report.user_properties:
            if name == _PROPERTY and report.when == "teardown":
                self._tests[report.nodeid] += float(str(value))

    def pytest_testnodedown(self, node: object) -> None:
        """Add the total cost of a worker, including its start and collection."""
        self._whole += getattr(node, "workeroutput", {}).get(_PROPERTY, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the totals, most expensive first."""
        write = terminalreporter.write_line
        files, counts = _Costs(float), Counter[str]()
        clock, packages = _Costs(float), _Costs(float)
        for test, seconds in self._tests.items():
            file = test.partition("::")[0]
            files[file] += seconds
            clock[file] += self._clock[test]
            counts[file] += 1
        for file, seconds in files.items():
            packages[str(Path(file).parent)] += seconds
        # Workers that have ended are also children of this process, which runs no test itself beside them.
        whole = self._whole + time.process_time() if self._whole else _processor_s()
        write(f"processor: {sum(files.values()):.1f} s in tests, {whole:.1f} s with start and collection; ")
        write(f"the machine was busy for {_busy_s() - self._busy:.1f} s in {time.monotonic() - self._begin:.1f} s")
        for title, costs in (("folder", packages), ("file", files), ("test", self._tests)):
            write(f"\nprocessor s   on the clock   tests   {title}")
            for name, seconds in sorted(costs.items(), key=lambda cost: -cost[1])[:_ROWS]:
                wait = clock[name] if title == "file" else self._clock[name] if title == "test" else float("nan")
                write(f"{seconds:11.2f}{wait:15.2f}{counts.get(name, 1):8d}   {name}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Store the processor time used before this test."""
    item.stash[_KEY] = _processor_s()
    return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Attach the test's cost, including its fixtures, to the report of its teardown."""
    result = yield
    item.user_properties.append((_PROPERTY, _processor_s() - item.stash[_KEY]))
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send this worker's cost to the main process."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output[_PROPERTY] = _processor_s()


def pytest_configure(config: pytest.Config) -> None:
    """Register the table in the main process."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Table())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
