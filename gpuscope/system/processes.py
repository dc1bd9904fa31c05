"""Process trees, subreapers, and signals that cannot reach the wrong process.

Uses prctl and /proc on Linux; psutil elsewhere, untested. A process is identified by pid and create time, so that no
operation affects a later process with the same pid.
"""

import _ctypes  # without ctypes around it, whose import takes a millisecond
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
"""From linux/prctl.h."""
_PROC = sys.platform == "linux"
_KERNEL_LISTS_CHILDREN = os.access("/proc/thread-self/children", os.R_OK)
_SET_BY_PYTHON = frozenset({"SIGPIPE", "SIGXFZ", "SIGXFSZ"})
_SWEEP_ROUNDS = 50
"""Limits the rounds against a tree that forks faster than it is killed; each round waits at most 0.1 s per process."""


def set_subreaper() -> bool:
    """Make this process adopt orphaned descendants; return whether the system supports it."""
    if sys.platform != "linux":
        return False
    program = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # None: what this process has loaded
    prctl = _ctypes.dlsym(program, "prctl")
    return int(_ctypes.call_function(prctl, (_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))) == 0


def boot_id() -> str:
    """Return the id of the machine's current boot; "" if unknown."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _stat(pid: int) -> list[bytes] | None:
    """Return the fields of /proc/PID/stat from the third on; None if the process does not exist."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return None


def create_time(pid: int) -> int | None:
    """Return a process's create time in clock ticks since boot (elsewhere ms since the epoch); None if it does not exist."""
    if not _PROC:
        return _create_time_by_psutil(pid)
    fields = _stat(pid)
    return None if fields is None else int(fields[19])


def is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended (a zombie has)."""
    if not _PROC:
        return _create_time_by_psutil(pid) is not None
    fields = _stat(pid)
    return fields is not None and fields[0] not in b"ZX"


def is_stopped(pid: int) -> bool:
    """Return whether a process is stopped (Ctrl-Z, a debugger) or gone; True if unknown."""
    fields = _stat(pid) if _PROC else None
    return fields is None or fields[0] in (b"T", b"t", b"Z")


def children(pid: int) -> list[int]:
    """Return the direct children of a process, including zombies."""
    if not _PROC:
        return _children_by_psutil(pid)
    if not _KERNEL_LISTS_CHILDREN:
        return _children_by_scan(pid)
    pids: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                pids += map(int, file.read().split())
    except OSError:  # the process or a thread of it is gone
        pass
    return pids


def _children_by_scan(parent: int) -> list[int]:
    """Return the direct children by a slow scan of /proc, for kernels without CONFIG_PROC_CHILDREN."""
    stats = ((pid, _stat(pid)) for pid in _all_pids())
    return [pid for pid, fields in stats if fields is not None and int(fields[1]) == parent]


def signal_process(pid: int, created: int, signal_number: int) -> bool:
    """Send a signal to a process but not to a later one with the same pid; return whether it was sent.

    Args:
        pid: Process id.
        created: Its create time from :func:`create_time`.
        signal_number: The signal.
    """
    if not _PROC:
        return create_time(pid) == created and _kill(pid, signal_number)
    descriptor = open_pidfd(pid)
    if descriptor < 0:
        return create_time(pid) == created and _kill(pid, signal_number)
    try:
        if create_time(pid) != created:
            return False
        signal.pidfd_send_signal(descriptor, signal_number)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def open_pidfd(pid: int) -> int:
    """Return a descriptor that becomes readable when the process ends; -1 if unavailable (kernel before 5.3, sandbox)."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1


def _kill(pid: int, signal_number: int) -> bool:
    try:
        os.kill(pid, signal_number)
    except OSError:
        return False
    return True


def wait_until_gone(pid: int, created: int, timeout_s: float) -> bool:
    """Wait until a process, which need not be a child, has ended (a zombie has); return whether it did."""
    deadline = time.monotonic() + timeout_s
    while create_time(pid) == created and is_running(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def ignored_signals() -> frozenset[int]:
    """Return the ignored signals except those that Python itself ignores; call before installing handlers."""
    ours = {getattr(signal, name) for name in _SET_BY_PYTHON if hasattr(signal, name)}
    return frozenset(int(number) for number in signal.valid_signals() - ours if signal.getsignal(number) is signal.SIG_IGN)


def hang_up_signals() -> frozenset[int]:
    """Return the signals sent when a terminal is closed; empty on Windows."""
    return frozenset({int(signal.SIGHUP)}) if sys.platform != "win32" else frozenset()


def inherited_descriptors() -> list[int]:
    """Return the descriptors above 2 that this process inherited and that a child should inherit (``3>file``, ``<(command)``).

    Descriptors opened by Python are close-on-exec; those passed by a parent are not.
    """
    if not _PROC:
        return []
    return [descriptor for descriptor in map(int, os.listdir("/proc/self/fd")) if descriptor > 2 and _survives_exec(descriptor)]


def _survives_exec(descriptor: int) -> bool:
    try:
        return os.get_inheritable(descriptor)
    except OSError:  # the descriptor used to list the folder
        return False


def slowdown_by_load(cpu_count: int) -> float:
    """Return the estimated factor by which starting a run is slower than on an idle machine, from the 1 min load; at least 1."""
    return max(1.0, os.getloadavg()[0] / cpu_count) if hasattr(os, "getloadavg") else 1.0


def idle_cpu_s(stat: Path = Path("/proc/stat")) -> float | None:
    """Return for how many seconds the CPUs that this process may use have been idle since the system's start, summed; None if unknown."""
    try:
        lines = stat.read_text().splitlines()
        usable = {f"cpu{number}" for number in os.sched_getaffinity(0)}
        # proc_stat(5): user, nice, system, idle, iowait, in clock ticks; a CPU that waits for a disk is free for others
        ticks = sum(int(fields[4]) + int(fields[5]) for line in lines if (fields := line.split())[:1] and fields[0] in usable)
    except (OSError, AttributeError, ValueError, IndexError):  # AttributeError: systems other than Linux
        return None
    return ticks / os.sysconf("SC_CLK_TCK")


def initial_environment() -> dict[str, str]:
    """Return the environment without LC_CTYPE if Python itself set it at startup (in the C locale)."""
    environment = dict(os.environ)
    try:
        entries = Path("/proc/self/environ").read_bytes().split(b"\0")
    except OSError:
        return environment
    if entries != [b""] and not any(entry.startswith(b"LC_CTYPE=") for entry in entries):
        environment.pop("LC_CTYPE", None)
    return environment


def end_orphans(marker_env: str, run_id: str, *, spare: Collection[int] = ()) -> int:
    """Kill the user's processes whose environment contains ``marker_env=run_id``; return their number.

    For runs whose recorder is gone. Processes that cleared their environment are not found. This process and its
    ancestors are spared.

    Args:
        marker_env: Name of the variable.
        run_id: Value of the variable.
        spare: Further pids to spare.
    """
    if not _PROC:
        return 0
    marker = os.fsencode(f"{marker_env}={run_id}")
    spared = {*spare, *_ancestors()}
    ended: set[tuple[int, int]] = set()
    for _ in range(_SWEEP_ROUNDS):  # processes may fork before they are killed
        orphans = [orphan for orphan in _marked(marker) if orphan[0] not in spared]
        if not orphans:
            break
        ended.update(orphan for orphan in orphans if signal_process(*orphan, signal.SIGKILL))
        for pid, created in orphans:
            wait_until_gone(pid, created, 0.1)
    return len(ended)


def _ancestors() -> set[int]:
    pids = set()
    pid = os.getpid()
    while pid > 0:
        pids.add(pid)
        fields = _stat(pid)
        pid = 0 if fields is None else int(fields[1])
    return pids


def _all_pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _marked(marker: bytes) -> Iterator[tuple[int, int]]:
    """Yield (pid, create time) of this user's processes with an entry in their environment."""
    for pid in _all_pids():
        created = create_time(pid)
        try:
            if Path(f"/proc/{pid}").stat().st_uid != os.geteuid():
                continue
            with open(f"/proc/{pid}/environ", "rb") as file:
                entries = file.read().split(b"\0")
        except OSError:
            continue
        if created is not None and marker in entries:
            yield pid, created


def signal_name(number: int) -> str:
    """Return "SIGSEGV"; "signal 99" for a number without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        first = getattr(signal, "SIGRTMIN", None)
        last = getattr(signal, "SIGRTMAX", None)
        return f"SIGRTMIN+{number - first}" if first and last and first < number < last else f"signal {number}"


def describe_signal(number: int) -> str:
    """Return "SIGSEGV (segmentation fault)"."""
    try:
        description = signal.strsignal(number)
    except ValueError:
        description = None
    name = signal_name(number)
    return f"{name} ({description[0].lower()}{description[1:]})" if description and not name.startswith(("signal", "SIGRT")) else name


class OomKills:
    """Counts the kills by the kernel's out-of-memory killer since its creation.

    The count is read from the control group's ``memory.events`` (version 1: ``memory.oom_control``) and, for the whole machine, from
    ``/proc/vmstat``. Kills elsewhere on the machine count too, so this is evidence only together with SIGKILL.
    """

    def __init__(self) -> None:
        self._files = [path for path in _oom_files() if _oom_count(path) is not None]
        self._before = self._counts()

    def since(self) -> int:
        """Return the number of kills since creation; 0 if it cannot be read."""
        return max((now - before for now, before in zip(self._counts(), self._before, strict=True) if now > before), default=0)

    def _counts(self) -> list[int]:
        return [_oom_count(path) or 0 for path in self._files]


def _oom_files() -> Iterator[Path]:
    yield Path("/proc/vmstat")
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if not controllers:
            yield Path(f"/sys/fs/cgroup{group}/memory.events")
        elif "memory" in controllers.split(","):
            yield Path(f"/sys/fs/cgroup/memory{group}/memory.oom_control")


def _oom_count(path: Path) -> int | None:
    try:
        text = path.read_text()
    except OSError:
        return None
    for line in text.splitlines():
        key, _, value = line.partition(" ")
        if key == "oom_kill" and value.strip().isdigit():
            return int(value)
    return None


def _create_time_by_psutil(pid: int) -> int | None:  # pragma: no cover - untried
    import psutil

    try:
        return int(psutil.Process(pid).create_time() * 1000)
    except psutil.Error:
        return None


def _children_by_psutil(pid: int) -> list[int]:  # pragma: no cover - untried
    import psutil

    try:
        return [child.pid for child in psutil.Process(pid).children()]
    except psutil.Error:
        return []
