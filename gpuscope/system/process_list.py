"""List of the processes on this machine that could be recorded, without gpuscope's own."""

import importlib
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.redaction import redact_arguments

_PROC = Path("/proc")
_START_TEXT = "sys.path.insert(0, "
"""Start of the code with which gpuscope starts its own processes by ``python -c``."""

_Fixed = tuple[str, str, bool]
"""What does not change while a process lives: its command, its user, whether it can be recorded."""
_LONGEST = 1_000
"""Maximum characters kept of a command line, ample for a row of a list."""


@dataclass(frozen=True, slots=True)
class ListedProcess:
    """A running process with a command line.

    Attributes:
        pid: Process id.
        created: Create time in kernel ticks: together with the pid it is unique.
        name: The kernel's short name for it.
        command: Redacted command line.
        user: Name of its user, or the number if the user has no name.
        started: Start time, UTC.
        memory_bytes: Resident memory.
        cpu_s: CPU time so far, of all its threads.
        is_readable: Whether this user may record it.
    """

    pid: int
    created: int
    name: str
    command: str
    user: str
    started: datetime
    memory_bytes: int
    cpu_s: float
    is_readable: bool


class ProcessLister:
    """Lists processes repeatedly, caching constant facts about each. Not thread-safe.

    Args:
        proc: The /proc folder.
        own: Pids to omit in addition to gpuscope's other processes.
    """

    def __init__(self, proc: Path = _PROC, own: Sequence[int] = ()) -> None:
        self._proc, self._own = proc, frozenset(own)
        self._fixed: dict[tuple[int, int], _Fixed | None] = {}
        self._users: dict[int, str] = {}
        self._ticks_s = 1 / os.sysconf("SC_CLK_TCK") if sys.platform == "linux" else 0.01
        self._page_bytes = os.sysconf("SC_PAGE_SIZE") if sys.platform == "linux" else 4096

    def processes(self) -> list[ListedProcess]:
        """Return the processes of all users, without kernel threads and zombies.

        Raises:
            UnavailableError: This is not Linux.
        """
        if sys.platform != "linux":
            raise UnavailableError("attaching works only on Linux so far", "'gpuscope monitor' shows the machine.")
        boot = datetime.now(UTC) - timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))
        known, self._fixed = self._fixed, {}  # those that have ended are forgotten
        running = [self._process(int(name), boot, known) for name in os.listdir(self._proc) if name.isascii() and name.isdigit()]
        return [process for process in running if process is not None]

    def _process(self, pid: int, boot: datetime, known: Mapping[tuple[int, int], _Fixed | None]) -> ListedProcess | None:
        if pid in self._own:
            return None
        folder = self._proc / str(pid)
        try:
            head, _, tail = (folder / "stat").read_bytes().rpartition(b")")
            fields = tail.split()
            if fields[0] in b"ZX":
                return None
            created = int(fields[19])
            key = (pid, created)
            fixed = self._fixed[key] = known[key] if key in known else self._facts(folder)
        except (OSError, ValueError, IndexError):
            return None  # it has ended in the meantime
        if fixed is None:
            return None
        command, user, is_readable = fixed
        return ListedProcess(
            pid,
            created,
            os.fsdecode(head.partition(b"(")[2]),
            command,
            user,
            boot + timedelta(seconds=created * self._ticks_s),
            int(fields[21]) * self._page_bytes,
            (int(fields[11]) + int(fields[12])) * self._ticks_s,
            is_readable,
        )

    def _facts(self, folder: Path) -> _Fixed | None:
        """Return command, user and whether the process can be recorded; None for a process that is not listed."""
        argv = os.fsdecode((folder / "cmdline").read_bytes()).rstrip("\0").split("\0")
        if argv == [""] or is_own(argv, _working_folder(folder)):
            return None
        user = self._user((folder / "stat").stat().st_uid)
        return " ".join(redact_arguments(argv))[:_LONGEST], user, os.access(folder / "environ", os.R_OK)

    def _user(self, number: int) -> str:
        if number not in self._users:
            try:
                self._users[number] = importlib.import_module("pwd").getpwuid(number).pw_name  # not available on Windows
            except (ImportError, KeyError):
                self._users[number] = str(number)
        return self._users[number]


def _working_folder(folder: Path) -> str:
    try:
        return str((folder / "cwd").readlink())
    except OSError:  # a process of another user
        return ""


def is_own(argv: Sequence[str], working_folder: str = "") -> bool:
    """Return whether a command line is gpuscope's own: window, recorder, guard, sensor helper or workload.

    Args:
        argv: The command line.
        working_folder: Its working folder; "" if unknown.
    """
    root = str(paths.package_root())
    if any(word == "-m" and following.partition(".")[0] == "gpuscope" for word, following in pairwise(argv)):
        return True
    if any(word == "-c" and _START_TEXT in text and "gpuscope." in text for word, text in pairwise(argv)):
        return True
    programs = [Path(working_folder, word) for word in argv[:5] if not word.startswith("-")][:2]
    package, main = Path(root, "gpuscope"), Path(root, "main.py")
    return any(path.name == "gpuscope" or path == main or package in path.parents for path in programs)


def loads(before: Mapping[tuple[int, int], float], after: Sequence[ListedProcess], seconds: float) -> dict[tuple[int, int], float]:
    """Return the mean number of CPUs that each process used between two lists.

    Args:
        before: CPU seconds in the first list, by (pid, created).
        after: The second list.
        seconds: Time between the lists.
    """
    return {
        (process.pid, process.created): (process.cpu_s - before[process.pid, process.created]) / seconds
        for process in after
        if (process.pid, process.created) in before and seconds > 0
    }
