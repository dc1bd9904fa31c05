"""The processes that use one NVIDIA GPU, as far as they are visible to this process."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpuscope.sensors.nvml_library import ask
from gpuscope.sensors.process_tree import TICK_S, parse_stat

Row = Mapping[str, str | float | int | None]
_FIRST_NAMESPACE = 0xEFFFFFFC
"""Inode of the initial pid namespace (PROC_PID_INIT_INO)."""
_LONGEST_COMM = 15
"""The kernel truncates ``/proc/PID/comm`` to TASK_COMM_LEN (16) minus the NUL: a name of this length may be truncated."""
_UNKNOWN = (None, None)
COMPUTE, GRAPHICS = "compute", "graphics"


class NvmlProcesses:
    """Reads the list of processes: pid, name, user, memory_bytes, cpu (cores kept busy since the previous reading), kind.

    Args:
        api: pynvml.
        root: The folder that contains /proc.

    Attributes:
        rows: The rows of the last reading, sorted by pid.
        caveat: Which processes may be missing here; None if the list is complete.
    """

    def __init__(self, api: Any, root: Path) -> None:
        self.rows: tuple[Row, ...] = ()
        self.caveat = "in a container: processes of the host and of other containers may be missing" if _is_contained(root) else None
        self._api = api
        self._proc = root / "proc"
        self._identities: dict[int, tuple[str | None, str | None]] = {}
        self._cpu: dict[int, tuple[int, float]] = {}
        self._busy: dict[int, float | None] = {}

    def read(self, version: str, handle: Any) -> Sequence[int]:
        """Read the list and return the number of processes, as a sequence of one value.

        Args:
            version: Version of the driver's functions: "v3" or "v2" (pynvml does not fall back to an older version by itself).
            handle: The GPU.

        Raises:
            NVMLError: The driver does not report its compute processes.
        """
        memory_by_pid: dict[int, Any] = {}
        kinds: dict[int, list[str]] = {}
        compute = getattr(self._api, f"nvmlDeviceGetComputeRunningProcesses_{version}")(handle)
        graphics, _ = ask(getattr(self._api, f"nvmlDeviceGetGraphicsRunningProcesses_{version}"), handle)
        for kind, processes in ((COMPUTE, compute), (GRAPHICS, graphics or ())):
            for process in processes:
                memory_by_pid.setdefault(process.pid, process.usedGpuMemory)
                kinds.setdefault(process.pid, []).append(kind)
        self._identities = {pid: self._identities.get(pid) or self._identity(pid) for pid in memory_by_pid}
        before, self._cpu = self._cpu, {pid: cpu_time for pid in memory_by_pid if (cpu_time := self._cpu_time(pid)) is not None}
        self._busy = {pid: _cores(before[pid], now) for pid, now in self._cpu.items() if pid in before}
        self.rows = tuple(self._row(pid, memory_by_pid[pid], kinds[pid]) for pid in sorted(memory_by_pid))
        return (len(self.rows),)

    def _row(self, pid: int, memory: int | None, kinds: Sequence[str]) -> Row:
        name, user = self._identities[pid]
        kind = " and ".join(dict.fromkeys(kinds))
        return {"pid": pid, "name": name, "user": user, "memory_bytes": memory, "cpu": self._busy.get(pid), "kind": kind}

    def _cpu_time(self, pid: int) -> tuple[int, float] | None:
        """Return (monotonic nanoseconds, CPU seconds used so far); None for a process that is not visible here."""
        if self._identities[pid] == _UNKNOWN:
            return None
        try:
            if self._proc.is_dir():
                own, _, _ = parse_stat((self._proc / str(pid) / "stat").read_bytes())
                return time.monotonic_ns(), own * TICK_S
            return time.monotonic_ns(), _cpu_time_elsewhere(pid)
        except (OSError, ValueError, IndexError):
            return None

    def _identity(self, pid: int) -> tuple[str | None, str | None]:
        """Return name and user. In a container the pid may be the host's and belong to another process here; both are None then."""
        if not self._proc.is_dir():
            return _identity_elsewhere(pid)
        folder = self._proc / str(pid)
        try:
            if self.caveat and "/dev/nvidia" not in (folder / "maps").read_text(errors="replace"):
                return _UNKNOWN
            return _name(folder), _user(folder.stat().st_uid)
        except OSError:
            return _UNKNOWN


def _cores(before: tuple[int, float], now: tuple[int, float]) -> float | None:
    """Return how many cores were kept busy between two readings; None if the pid was reused by another process."""
    seconds, spent = (now[0] - before[0]) * 1e-9, now[1] - before[1]
    return spent / seconds if seconds > 0 and spent >= 0 else None


def _name(folder: Path) -> str:
    name = (folder / "comm").read_text(errors="replace").rstrip("\n")
    if len(name.encode()) < _LONGEST_COMM:
        return name
    program = (folder / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace").rpartition("/")[2]
    return program if program.startswith(name) else name


def _user(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _identity_elsewhere(pid: int) -> tuple[str | None, str | None]:  # pragma: no cover - untried
    import psutil

    try:
        process = psutil.Process(pid)
        return process.name(), process.username()
    except psutil.Error:
        return _UNKNOWN


def _cpu_time_elsewhere(pid: int) -> float:  # pragma: no cover - untried
    import psutil

    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error as error:
        raise OSError(str(error)) from None
    return float(times.user + times.system)


def _is_contained(root: Path) -> bool:
    try:
        return (root / "proc/self/ns/pid").stat().st_ino != _FIRST_NAMESPACE
    except OSError:
        return False
