"""Description of a process that gpuscope did not start: command, working folder, environment and start time."""

import os
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn, Self

from gpuscope.core.errors import UnavailableError, UsageError

_PROC = Path("/proc")
_LIST = "'ps -ef' lists the processes."


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """A running process.

    Attributes:
        pid: Process id.
        created: Create time in kernel ticks, as from ``processes.create_time``: together with the pid it is unique.
        started: Start time, UTC.
        argv: Command line, which may contain secrets.
        folder: Working folder.
        variables: Initial environment, which may contain secrets.
    """

    pid: int
    created: int
    started: datetime
    argv: tuple[str, ...]
    folder: str
    variables: dict[str, str]

    @classmethod
    def of(cls, pid: int, proc: Path = _PROC) -> Self:
        """Read the facts of a process.

        Args:
            pid: Process id.
            proc: The /proc folder.

        Raises:
            UsageError: The process does not exist, has ended, or is a kernel thread.
            UnavailableError: The process belongs to another user, or this is not Linux.
        """
        if sys.platform != "linux":
            raise UnavailableError("attaching works only on Linux so far", "'gpuscope monitor' shows the machine.")
        folder = proc / str(pid)
        try:
            stat = _read(folder / "stat").rpartition(b")")[2].split()
            if stat[0] in (b"Z", b"X"):
                raise UsageError(f"process {pid} has ended", _LIST)
            argv = tuple(os.fsdecode(_read(folder / "cmdline")).rstrip("\0").split("\0"))
            if argv == ("",):
                raise UsageError(f"process {pid} is a thread of the kernel", _LIST)
            variables = _variables(_read(folder / "environ"))
            return cls(pid, int(stat[19]), _started(int(stat[19])), argv, str((folder / "cwd").readlink()), variables)
        except OSError as error:
            _refuse(pid, folder, error)


def _refuse(pid: int, folder: Path, error: OSError) -> NoReturn:
    if isinstance(error, PermissionError):
        message = f"process {pid} belongs to {_owner(folder)} and cannot be read"
        raise UnavailableError(message, "Run gpuscope as that user, outside of any sandbox.") from None
    raise UsageError(f"there is no process {pid}", _LIST) from None


def _owner(folder: Path) -> str:
    try:
        return folder.owner()
    except (OSError, KeyError):
        return "another user"


def _read(path: Path) -> bytes:
    return path.read_bytes()


def _variables(environ: bytes) -> dict[str, str]:
    pairs = (entry.partition("=") for entry in os.fsdecode(environ).split("\0"))
    return {name: value for name, equals, value in pairs if equals}


def _started(ticks: int) -> datetime:
    since_s = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    return datetime.now(UTC) - timedelta(seconds=since_s)
