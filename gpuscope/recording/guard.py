"""Runs between recorder and workload, and ends the workload's whole process tree when the recorder ends for any reason.

Run by path with ``-I -S``, standard library only, because its start delays the workload's. There is a pair of guards: the first
forks the second, which starts the workload. Both adopt orphans below them (child subreapers) and both monitor the recorder, so
any two of the three may be killed and the third still ends the tree. The guard that has the workload's tree below it is the
holder: the second, or the first after the second's death.

Command line: ``guard.py RECORDER LIFELINE STATUS GROUP IGNORED FOLDER COMMAND…``, with

- RECORDER: pid of the recorder, the parent; LIFELINE: read end of a pipe whose write end the recorder holds; closing it kills the tree.
- STATUS: write end of the pipe for status lines: ``guards A B``, ``started PID NS``, ``failed STAGE ERRNO NS``,
  ``exited CODE|- SIGNAL|- NS``, ``usage KIB``, ``lost NS`` (the second guard was killed), ``left N`` (processes that the
  workload left running), ``immune N`` (processes that may not be killed), ``ended``.
- GROUP: process group that the workload joins (the shell's job), 0 for a session of its own; FOLDER: its working folder, "" inherits.
- IGNORED: numbers of the signals that the workload ignores, separated by commas, or "-".

With the number of a socket as its only argument, the order comes over that socket (:meth:`Order.received`).

The recorder puts the pair into a process group of its own. The guards open no descriptors that survive an exec, so the workload
inherits only the descriptors that the recorder passed to them.
"""

from __future__ import annotations

import _ctypes  # without ctypes around it, whose import takes as long as those of all other modules here together
import errno
import mmap
import os
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterable, Mapping
    from typing import NoReturn
else:  # importing typing, contextlib, and signal with its enums would double the import time, delaying the workload by 12 ms
    import _signal as signal

SETTLE_S = 0.25
"""How long processes left by the workload may take to end by themselves before they are counted and ended: the helpers of Python's
multiprocessing (its resource tracker) end when their pipe closes, which happens when the workload ends."""
GRACE_S = 1.0
"""Time between TERM and KILL for processes left by the workload."""
PARTNER_S = 1.0
"""How long the second guard may take to end the tree before the first kills it and ends the tree itself."""
_AUTOGROUP = "/proc/self/autogroup"
_RENICE_TRIES = 50
"""Fifty tries 40 ms apart span 2 s: up to sixteen workloads that are prepared together (standby_pool.py) begin at almost the same time."""
_RENICE_PAUSE_S = 0.04
"""The kernel lets unprivileged users set one autogroup per tenth of a second, on the whole machine."""
_REAPED_AT_ONCE = 64
"""Maximum number of processes reaped at once: a tree that forks faster than it can be reaped must not keep a guard from checking its
recorder."""
_KILL_POLL_MS = 5
"""Interval between rounds of killing and reaping while a tree dies; a tree that keeps forking is gone after some ten rounds."""
_STUCK_POLL_MS = 200
"""Interval later on: the remaining processes are stuck in the kernel, and waiting for them should cost no CPU time."""
_PR_SET_CHILD_SUBREAPER = 36
"""From linux/prctl.h."""
_KERNEL_LISTS_CHILDREN = os.access("/proc/thread-self/children", os.R_OK)
_SHIELDED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGPIPE", "SIGTSTP", "SIGTTIN", "SIGTTOU")

_PID, _SPAWNED, _REPORTED = 0, 1, 2
"""Indices into the page shared by both guards: the workload's pid, its start stamp, whether its start was reported."""


def become_subreaper() -> None:
    """Make this process adopt the orphans below it; on systems without support, only direct children are ended."""
    if sys.platform == "linux":
        program = _ctypes.dlopen(None, 0)  # type: ignore[arg-type]  # None: what this process has loaded
        _ctypes.call_function(_ctypes.dlsym(program, "prctl"), (_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))


def children_of(pid: int) -> list[int]:
    """Return the direct children of a process, including zombies; empty if the process is gone."""
    if not _KERNEL_LISTS_CHILDREN:
        return children_by_scan(pid)
    pids: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                pids += map(int, file.read().split())
    except OSError:  # the process, or one of its threads, is gone
        pass
    return pids


def children_by_scan(parent: int) -> list[int]:
    """Slow equivalent of children_of() for kernels without CONFIG_PROC_CHILDREN."""
    stats = [(int(name), stat_of(int(name))) for name in os.listdir("/proc") if name.isdigit()]
    return [pid for pid, stat in stats if stat is not None and int(stat[1]) == parent]


def stat_of(pid: int) -> list[bytes] | None:
    """Return the fields of /proc/PID/stat from the third (state, parent, …; create time is [19]); None if the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return None


def kill_children(spare: frozenset[int] | set[int]) -> tuple[int, int]:
    """Kill this process's direct children except those in ``spare``, newest first, to catch a tree that keeps forking.

    Only direct, unreaped children are signalled, so no pid can have been reused by another process. Call it again after
    reaping, until no children are left.

    Returns:
        The number of children, including zombies, and how many of them may not be killed (another user's).
    """
    own = [pid for pid in children_of(os.getpid()) if pid not in spare]
    immune = 0
    for pid in reversed(own):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError as error:  # in the recorder, another thread may have reaped it meanwhile
            immune += error.errno == errno.EPERM
    return len(own), immune


def living_below(pid: int, spare: frozenset[int] | set[int]) -> list[tuple[int, bytes]]:
    """Return (pid, create time) of all processes running below a process, parents first, without zombies and those in ``spare``."""
    living = []
    waiting = [pid]
    while waiting:
        for child in children_of(waiting.pop(0)):
            if child in spare:
                continue
            waiting.append(child)
            stat = stat_of(child)
            if stat is not None and stat[0] not in b"ZX":
                living.append((child, stat[19]))
    return living


def signal_each(processes: list[tuple[int, bytes]], *numbers: int) -> None:
    """Send signals to processes identified by pid and create time, so that a process that reuses the pid gets none."""
    for pid, created in processes:
        descriptor = _descriptor_of(pid)
        stat = stat_of(pid)
        send, target = (signal.pidfd_send_signal, descriptor) if descriptor >= 0 else (os.kill, pid)
        for number in numbers if stat is not None and stat[19] == created else ():
            _attempt(send, target, number)
        _attempt(os.close, descriptor)


def _attempt(call: Callable[..., object], *arguments: object) -> None:
    """Make a call that may fail without consequences."""
    try:
        call(*arguments)
    except (OSError, ValueError):
        pass


class Order:
    """The parsed command line."""

    def __init__(self, arguments: list[str]) -> None:
        self.recorder, self.lifeline, self.status, self.group = map(int, arguments[:4])
        self.ignored = [] if arguments[4] == "-" else [int(number) for number in arguments[4].split(",")]
        self.folder, *self.command = map(os.fsencode, arguments[5:])
        self.environment: dict[bytes, bytes] | None = None

    @classmethod
    def received(cls, descriptor: int) -> Order:
        """Wait for the order of an early guard (``early_guard.EarlyGuard.order``), and make the received streams this process's own."""
        import _socket  # while the recorder is busy with its own imports

        connection = _socket.socket(fileno=descriptor)
        data, rights, _, _ = connection.recvmsg(65536, _socket.CMSG_SPACE(5 * 4), _socket.MSG_CMSG_CLOEXEC)
        if not data:
            os._exit(0)  # the recorder has ended: there is nothing to start
        while part := connection.recv(65536):
            data += part
        connection.close()
        lifeline, status, *streams = memoryview(rights[0][2]).cast("i")
        recorder, group, ignored, folder, count, *parts = map(os.fsdecode, data.split(b"\0"))
        for stream, number in zip(streams, (1, 2, 0), strict=False):
            os.dup2(stream, number)
            os.close(stream)
        order = cls([recorder, str(lifeline), str(status), group, ignored, folder, *parts[: int(count)]])
        order.environment = _variables(map(os.fsencode, parts[int(count) :]))
        return order


class Guard:
    """One guard of the pair, in its own process, with the shared page, a pidfd of the recorder, and the second guard's pid, or 0 there."""

    def __init__(self, order: Order, page: memoryview[int], recorder_fd: int, partner: int) -> None:
        self._order = order
        self._page = page
        self._partner = partner
        self._over = False
        self._reaped = 0
        self._settled_at: float | None = None
        self._kill_from: float | None = None
        self._wake_read, wake_write = os.pipe()
        for end in (self._wake_read, wake_write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # a Python handler, so that the wake-up descriptor is written
        self._poll = select.poll()
        self._poll.register(order.lifeline, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)
        if recorder_fd >= 0:
            self._poll.register(recorder_fd, select.POLLIN)
        if partner:
            self._report("guards", os.getpid(), partner)

    def start_workload(self) -> None:
        """Fork, execute the command, and report whether that succeeded."""
        errors_read, errors_write = os.pipe()
        self._page[_SPAWNED] = time.monotonic_ns()
        if (pid := _fork(self._order)) == 0:
            _become_workload(self._order, self._page, errors_write)
        os.close(errors_write)
        trouble = os.read(errors_read, 100)
        os.close(errors_read)
        if trouble:
            _attempt(os.waitpid, self._page[_PID] or pid, 0)
            self._page[_PID] = 0
            self._report("failed", trouble.decode(), time.monotonic_ns())
        else:
            self._report_start()

    def watch(self) -> None:
        """Monitor the tree until no process is left below this guard."""
        while self._reap():
            self._end_leftovers()
            for descriptor, _ in self._poll.poll(self._timeout_ms()):
                if descriptor == self._wake_read:
                    _attempt(os.read, self._wake_read, 4096)
                else:
                    self._poll.unregister(descriptor)
                    self._kill_from_now()
        if not self._partner:
            self._report("ended")

    def _kill_from_now(self) -> None:
        self._over = True
        self._kill_from = min(self._kill_from or time.monotonic(), time.monotonic())

    def _reap(self) -> bool:
        """Reap ended children; return whether there are children left.

        An exit is reported before reaping: if this guard is killed in between, the other finds the process unreaped and reports it.
        """
        for self._reaped in range(_REAPED_AT_ONCE):
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return False
            if ended is None:
                return True
            if ended.si_pid == self._page[_PID]:
                self._report_exit(ended.si_code, ended.si_status)
            _, status, usage = os.wait4(ended.si_pid, 0)
            if ended.si_pid == self._page[_PID]:
                self._over = True
                self._report("usage", usage.ru_maxrss)
            elif ended.si_pid == self._partner:
                self._partner_ended(status)
        return True

    def _partner_ended(self, status: int) -> None:
        self._partner = 0
        if status == 0:
            return
        self._report("lost", time.monotonic_ns())
        if not self._page[_PID]:
            self._kill_from_now()
        elif self._page[_PID] in children_of(os.getpid()):
            self._report_start()
        else:
            self._over = True

    def _end_leftovers(self) -> None:
        """End leftover processes that do not end by themselves: TERM, then KILL after a grace period; KILL at once without a recorder."""
        if not self._over:
            return
        now = time.monotonic()
        if self._kill_from is None:
            if self._partner:
                return
            self._settled_at = self._settled_at or now + SETTLE_S
            if now < self._settled_at:
                return
            self._kill_from = now + GRACE_S
            left = living_below(os.getpid(), set())
            self._report("left", len(left))
            signal_each(left, signal.SIGTERM, signal.SIGCONT)  # a stopped process acts on TERM only once it is continued
        if now >= self._kill_from:
            self._kill(now - self._kill_from)

    def _kill(self, since_s: float) -> None:
        number, immune = kill_children({self._partner} if since_s < PARTNER_S else set())
        if number and number == immune and since_s >= PARTNER_S:
            self._report("immune", immune)
            os._exit(0)

    def _timeout_ms(self) -> int | None:
        if self._reaped == _REAPED_AT_ONCE - 1:
            return 0
        if self._kill_from is None:
            return None if self._settled_at is None else max(0, int((self._settled_at - time.monotonic()) * 1000) + 1)
        since_s = time.monotonic() - self._kill_from
        if since_s < 0:
            return int(-since_s * 1000) + 1
        return _KILL_POLL_MS if since_s < 2 * PARTNER_S else _STUCK_POLL_MS

    def _report_start(self) -> None:
        if not self._page[_REPORTED]:
            self._report("started", self._page[_PID], self._page[_SPAWNED])
            self._page[_REPORTED] = 1

    def _report_exit(self, code: int, status: int) -> None:
        self._report_start()
        self._report("exited", *((status, "-") if code == os.CLD_EXITED else ("-", status)), time.monotonic_ns())

    def _report(self, *fields: object) -> None:
        _attempt(os.write, self._order.status, (" ".join(map(str, fields)) + "\n").encode())  # fails if the recorder is gone


def _become_workload(order: Order, page: memoryview[int], errors_fd: int) -> NoReturn:
    stage = "session"
    try:
        if not order.group:
            _enter_session()
        page[_PID] = os.getpid()  # as soon as it is known: if this guard is killed now, the other identifies the workload by it
        if order.group:
            _attempt(os.setpgid, 0, order.group)  # fails if the group ended with the recorder; then the workload will be ended too
        _restore_signals(order.ignored)
        stage = "folder"
        if order.folder:
            os.chdir(order.folder)
        stage = "command"
        _execute(order.command, _environment() if order.environment is None else order.environment)
    except OSError as error:
        os.write(errors_fd, f"{stage} {error.errno}".encode())
    finally:
        os._exit(127)  # the code of a shell that cannot execute a command; an exception must not return to the guard's code


def _enter_session() -> None:
    """Continue in a child of this process, in a new session whose leader ends immediately.

    The leader of a session may not change its process group, so ``setpgrp`` and ``setsid`` would fail in the workload, which they do not
    without gpuscope. The child goes on once the guard has adopted it: a workload may ask to be killed with its parent.
    """
    wanted = niceness()
    os.setsid()
    renice_session(wanted)
    leader = os.getpid()
    if os.fork():
        os._exit(0)
    while os.getppid() == leader:
        time.sleep(0)


def niceness(autogroup: str = _AUTOGROUP) -> int:
    """Return the effective niceness of this process: its own if not 0, else that of its session's autogroup."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        with open(autogroup, "rb") as file:
            return own or int(file.read().split()[-1])
    except (OSError, ValueError, IndexError):  # a kernel without autogroups
        return own


def renice_session(wanted: int, autogroup: str = _AUTOGROUP) -> None:
    """Set the niceness of a new session's autogroup.

    The CPU is shared between autogroups by their niceness alone, and a new session's is 0 (sched(7)): without this, a command
    started with nice would get as much CPU time as everything else together. If it cannot be set, it stays unchanged.
    """
    for _ in range(_RENICE_TRIES if wanted else 0):
        try:
            descriptor = os.open(autogroup, os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.write(descriptor, b"%d" % wanted)
            finally:
                os.close(descriptor)
        except OSError as error:
            if error.errno != errno.EAGAIN:
                return
            time.sleep(_RENICE_PAUSE_S)
        else:
            return


def _restore_signals(ignored: list[int]) -> None:
    # Ignored signals survive exec: the command would inherit the guard's, and SIGPIPE, which Python ignores.
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        _attempt(signal.signal, number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)


def _environment() -> dict[bytes, bytes]:
    """Return the environment as passed by the recorder: in the C locale, the interpreter adds LC_CTYPE to os.environ."""
    try:
        with open("/proc/self/environ", "rb") as file:
            entries = file.read().split(b"\0")
    except OSError:
        return dict(os.environb)
    return _variables(entries)


def _variables(entries: Iterable[bytes]) -> dict[bytes, bytes]:
    return {name: value for name, _, value in (entry.partition(b"=") for entry in entries) if name}


def _execute(command: list[bytes], environment: Mapping[bytes, bytes]) -> NoReturn:
    """Replace this process by the command as a shell does: search PATH, and run a script without an interpreter line with sh."""
    name = command[0]
    folders = environment.get(b"PATH", os.fsencode(os.defpath)).split(b":")
    paths = [name] if b"/" in name else [folder + b"/" + name if folder else name for folder in folders]
    trouble = OSError(errno.ENOENT, "not found")
    for path in paths:
        try:
            os.execve(path, command, environment)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            trouble = error
            if error.errno == errno.ENOEXEC and b"\0" not in os.read(os.open(path, os.O_RDONLY), 80):
                os.execve("/bin/sh", [b"/bin/sh", path, *command[1:]], environment)
    raise trouble


def _drop_standard_streams() -> None:
    """Redirect the standard streams to /dev/null: if a guard kept them open, their readers and writers would keep waiting."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _descriptor_of(pid: int) -> int:
    """Return a pidfd; -1 if unavailable (a kernel before 5.3, a sandbox)."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1


def _fork(order: Order) -> int:
    try:
        return os.fork()
    except OSError as error:
        os.write(order.status, f"failed guard {error.errno} {time.monotonic_ns()}\n".encode())
        os._exit(1)


def main(arguments: list[str]) -> None:
    """Fork the second guard, and act as one of the two until no process is left below; the arguments are described above."""
    for name in _SHIELDED:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    order = Order(arguments) if len(arguments) > 1 else Order.received(int(arguments[0]))
    recorder_fd = _descriptor_of(order.recorder)
    if os.getppid() != order.recorder:
        os._exit(1)  # the recorder died while this interpreter started, so the pidfd may refer to another process
    for descriptor in (order.lifeline, order.status):
        os.set_inheritable(descriptor, False)
    # Shared memory, not a pipe: data written by one guard is visible to the other at once, even if the writer is killed.
    page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("q")
    become_subreaper()
    partner = _fork(order)
    if partner:  # each adopts orphans below it: if the second is killed, its tree passes to the first
        _drop_standard_streams()
        guard = Guard(order, page, recorder_fd, partner)
    else:
        become_subreaper()
        guard = Guard(order, page, recorder_fd, 0)
        guard.start_workload()
        _drop_standard_streams()
    guard.watch()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
