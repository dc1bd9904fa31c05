"""Guards around every test: threads, processes, descriptors, environment, working folder and log records.

The fixtures apply to every test (`tests/conftest.py` imports them). Each is set up before a test's own fixtures and torn down after them,
but set up after module and session fixtures, so resources that those hold do not count.
"""

import contextlib
import gc
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.system import device_use

PATIENCE_S = 1.0
"""How long something left at the end of a test may take to disappear."""

_ALLOWED_TARGETS = ("/dev/urandom", "/dev/random", "/dev/null", "/dev/nvidia", "/usr/share/mime/", "anon_inode:[eventfd]")
"""Descriptors that libraries open on first use and keep; the last is used by Qt's painting threads, which come and go."""

_ALLOWED_COMMANDS = (b"multiprocessing.resource_tracker", b"multiprocessing.forkserver")
"""Processes that the standard library starts once and keeps running."""


@pytest.fixture(autouse=True)
def gpuscope_home(tmp_path: Path) -> Iterator[Path]:
    """Set GPUSCOPE_HOME to a folder of this test's own and yield it (not yet created); claims on devices are also limited to this test.

    Clears every other GPUSCOPE_ variable.
    """
    home = tmp_path / "gpuscope-home"
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("GPUSCOPE_")]:
            patch.delenv(name)
        patch.setenv("GPUSCOPE_HOME", str(home))
        patch.setenv(device_use.VARIABLE, str(tmp_path / "gpuscope-runtime"))
        yield home


@pytest.fixture(autouse=True)
def leaves_nothing_behind(gpuscope_home: Path) -> Iterator[None]:
    """Fail the test if it leaves a thread, process, descriptor or environment variable behind, or changes the working folder."""
    begun = Belongings(gpuscope_home)
    environment, folder = _environment(), Path.cwd()
    yield
    left = begun.left()
    left += [f"environment variable {name}" for name in _changed(environment, _environment())]
    if Path.cwd() != folder:
        left.append(f"working folder {Path.cwd()}")
        os.chdir(folder)
    if left:
        pytest.fail("left behind: " + "; ".join(left), pytrace=False)


class Belongings:
    """A snapshot of the current threads, processes and descriptors, to find later which are new.

    Args:
        home: GPUSCOPE_HOME; processes with this value in their environment count as the test's even if they are not children.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._threads, self._processes, self._descriptors = set(threading.enumerate()), _process_ids(), _descriptors()

    def left(self) -> list[str]:
        """Return the names of whatever is new and does not disappear shortly."""
        left = _patiently(lambda: _left_threads(self._threads) + _left_processes(self._processes, self._home))
        return left + _left_descriptors(self._descriptors)


@pytest.fixture(autouse=True)
def logs_nothing_unexpected(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if anything logs a warning or worse, unless the test is marked `expected_log`."""
    yield
    if request.node.get_closest_marker("expected_log"):
        return
    records = [record for phase in ("setup", "call", "teardown") for record in caplog.get_records(phase)]
    lines = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in records if record.levelno >= logging.WARNING]
    if lines:
        pytest.fail("unexpected log records: " + "; ".join(lines), pytrace=False)


def _patiently(look: Callable[[], list[str]]) -> list[str]:
    deadline = time.monotonic() + PATIENCE_S
    while (left := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return left


def _left_threads(before: set[threading.Thread]) -> list[str]:
    return [f"thread {thread.name}" for thread in threading.enumerate() if thread not in before]


def _process_ids() -> set[int]:
    return {int(name) for name in os.listdir("/proc") if name.isdigit()} if Path("/proc/self").exists() else set()


def _left_processes(before: set[int], home: Path) -> list[str]:
    """Name the processes started since `before` that are children of this process (zombies too) or have this test's home."""
    return [f"process {pid} ({_command(pid)})" for pid in sorted(_process_ids() - before) if _is_ours(pid, home)]


def _is_ours(pid: int, home: Path) -> bool:
    try:
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        if any(allowed in Path(f"/proc/{pid}/cmdline").read_bytes() for allowed in _ALLOWED_COMMANDS):
            return False
        return parent == os.getpid() or os.fsencode(f"GPUSCOPE_HOME={home}\0") in Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:  # it has ended in the meantime, or belongs to another user
        return False


def _command(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "ended"
    return command[:200] or "zombie"


def _descriptors() -> dict[int, str]:
    found = {}
    for name in os.listdir("/proc/self/fd") if Path("/proc/self/fd").exists() else ():
        try:
            found[int(name)] = os.readlink(f"/proc/self/fd/{name}")
        except OSError:  # the descriptor used to list the folder
            continue
    return found


def _left_descriptors(before: dict[int, str]) -> list[str]:
    def left() -> list[str]:
        return [
            f"descriptor {number} ({_described(number, target)})"
            for number, target in _descriptors().items()
            if before.get(number) != target and not target.startswith(_ALLOWED_TARGETS) and not _is_of_desktop(number, target)
        ]

    if left():
        gc.collect()
    return left()


def _is_of_desktop(number: int, target: str) -> bool:
    """Return whether a descriptor is connected to a bus of the desktop.

    On a real screen, Qt's own thread connects to the session's bus and to that of screen readers some time after the first window is shown,
    and stays connected.
    """
    if not target.startswith("socket:"):
        return False
    buses = os.environ.get("DBUS_SESSION_BUS_ADDRESS", ""), f"{os.environ.get('XDG_RUNTIME_DIR')}/bus"
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(number)) as end:  # it may have been closed meanwhile
        peer = str(end.getpeername())
        return bool(peer) and (any(peer in bus for bus in buses) or "/at-spi/bus" in peer)
    return False


def _described(number: int, target: str) -> str:
    """Add to a socket's name its kind, its addresses, and the threads that ran: they tell what opened it."""
    if not target.startswith("socket:"):
        return target
    words = [target]
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(number)) as end:  # it may have been closed meanwhile
        words += [end.family.name, end.type.name]
        for address in (end.getsockname, end.getpeername):
            with contextlib.suppress(OSError):  # not connected
                words.append(repr(address()))
    threads = [thread.name for thread in threading.enumerate()]
    with contextlib.suppress(OSError):  # one ends meanwhile
        threads += sorted({Path(f"/proc/self/task/{task}/comm").read_text().strip() for task in os.listdir("/proc/self/task")})
    return " ".join([*words, "beside the threads", ", ".join(threads)])


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def _changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
