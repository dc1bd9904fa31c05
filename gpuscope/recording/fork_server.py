"""A process that makes a workload's imports once, and of which the workloads of a plan are forks: run by ``forks.ForkServer``.

A workload has to stand below its guards, and they below their recorder, which is none of that process's business. So what is forked for a
run is first the recorder: the fork forks a *fork point*, and executes the recorder, whose child the fork point is from then on. It waits
until the recorder has it become the first guard; the second is a fork of it, and the workload one of the second. Everything between
recorder and workload is as ever (``recording.guard``), and the fork server has no part in a run that has begun: it may be killed.

Standard library only, and one thread; the workload's side is handed over by the command line of the process (``forked_child``). On the
server's socket, each a JSON document in a packet of its own:

    server     {"ready": true}                                everything is imported
    conductor  {"argv": […], "flags": […], "set": {…}}, 2 fds  start this recorder; the fds are its conductor's socket and its stderr
    server     {"pid": …}                    and 1 fd         it runs; the fd is its pidfd

and on that between recorder and fork point:

    fork point {"pid": …, "kind": …}
    recorder   {"facts": …, "set": {…}}                       whether a process that it starts now would be as a fork is
    fork point {"fits": …}
    recorder   {"order": […]}                and 5 fds        become the first guard; lifeline, status, and the standard streams
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import select
import signal
import socket
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol

from gpuscope.recording import guard
from gpuscope.system.inheritance import inherited

PACKET_BYTES = 1 << 16
"""A recorder's command line and two variables; a longer one is refused by the kernel, and the recorder started as ever."""


class Child(Protocol):
    """A workload's side (``workloads.forked_child``)."""

    def load(self, kind: str) -> None:
        """Make the imports."""

    def enter(self, command: Sequence[bytes]) -> NoReturn:
        """Be the workload."""


def main(arguments: Sequence[str], child: Child) -> NoReturn:
    """Import, and start recorders until nobody can ask for one any more; doesn't return.

    Args:
        arguments: The descriptor of the conductor's socket, and the kind of workload.
        child: The workload's side.
    """
    environment = dict(os.environ)  # imports may add to it, here and in a fresh process
    facts = facts_digest(environment)
    conductor = socket.socket(fileno=int(arguments[1]))
    conductor.set_inheritable(False)
    child.load(arguments[2])
    conductor.send(b'{"ready": true}')
    server = _Server(conductor, arguments[2], environment, facts, child)
    while server.serve():
        pass
    os._exit(0)  # an orderly teardown of torch costs half a second of a core


def facts_digest(environment: Mapping[str, str]) -> str:
    """Return a digest of what a process started here now would inherit.

    Args:
        environment: Its environment; the variables of a run are left out.
    """
    facts = inherited()
    facts["environment"] = {name: value for name, value in environment.items() if name not in OF_A_RUN}
    facts.pop("autogroup", None)  # of the session: a recorder has its own, with the same niceness
    return hashlib.blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=16).hexdigest()


OF_A_RUN = ("GPUSCOPE_RUN", "GPUSCOPE_CHANNEL")
"""The variables in which the environments of two runs differ; torch reads neither."""


class _Server:
    def __init__(self, conductor: socket.socket, kind: str, environment: Mapping[str, str], facts: str, child: Child) -> None:
        self._conductor, self._kind, self._environment, self._facts, self._child = conductor, kind, environment, facts, child
        self._recorders: dict[int, int] = {}

    def serve(self) -> bool:
        """Do what is asked for next, or reap; return whether there is a conductor."""
        poll = select.poll()
        for descriptor in (self._conductor.fileno(), *self._recorders):
            poll.register(descriptor, select.POLLIN)
        for descriptor, _ in poll.poll():
            if descriptor in self._recorders:
                os.waitpid(self._recorders.pop(descriptor), 0)
                os.close(descriptor)
            elif not self._answer():
                return False
        return True

    def _answer(self) -> bool:
        packet, descriptors, _, _ = socket.recv_fds(self._conductor, PACKET_BYTES, 2)
        if not packet:
            return False
        request = json.loads(packet)
        pid = os.fork()
        if pid == 0:
            self._become_recorder(request, *descriptors)
        pidfd = os.pidfd_open(pid)
        self._recorders[pidfd] = pid
        for descriptor in descriptors:
            os.close(descriptor)
        socket.send_fds(self._conductor, [json.dumps({"pid": pid}).encode()], [pidfd])
        return True

    def _become_recorder(self, request: Mapping[str, Any], conductor_fd: int, stderr_fd: int) -> NoReturn:
        try:
            os.setsid()
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            if os.fork() == 0:
                os.close(conductor_fd)
                os.close(stderr_fd)
                ours.close()
                for descriptor in (self._conductor.fileno(), *self._recorders):
                    os.close(descriptor)
                _ForkPoint(theirs, self._environment, self._facts, self._child).wait(self._kind)
            os.dup2(stderr_fd, 2)
            for descriptor in (conductor_fd, ours.fileno()):
                os.set_inheritable(descriptor, True)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which an interpreter ignores, and an exec keeps ignored
                signal.signal(number, signal.SIG_DFL)
            environment = {name: value for name, value in self._environment.items() if name not in OF_A_RUN}
            conducted, fork_point = request["flags"]
            argv = [*request["argv"], conducted, str(conductor_fd), fork_point, str(ours.fileno())]
            os.execve(argv[0], argv, {**environment, **request["set"]})
        finally:
            os._exit(127)


class _ForkPoint:
    def __init__(self, recorder: socket.socket, environment: Mapping[str, str], facts: str, child: Child) -> None:
        self._recorder, self._environment, self._facts, self._child = recorder, environment, facts, child

    def wait(self, kind: str) -> NoReturn:
        """Wait for the recorder's words; end without them."""
        try:
            self._recorder.send(json.dumps({"pid": os.getpid(), "kind": kind}).encode())
            while True:
                packet, descriptors, _, _ = socket.recv_fds(self._recorder, PACKET_BYTES, 5)
                if not packet:
                    break
                request = json.loads(packet)
                if "order" in request:
                    self._become_guard(request["order"], *descriptors)
                fits = request["facts"] == self._facts == facts_digest(self._environment) and _set_in_place(request["set"])
                self._recorder.send(json.dumps({"fits": fits}).encode())
        finally:
            os._exit(0)

    def _become_guard(self, order: list[str], lifeline: int, status: int, *streams: int) -> NoReturn:
        os.setpgid(0, 0)
        for number, descriptor in enumerate(streams):
            os.dup2(descriptor, number)
            os.close(descriptor)
        self._recorder.close()
        pid, group, *rest = order
        guard.main([pid, str(lifeline), str(status), group, *rest], lambda command: self._child.enter(command))
        raise AssertionError("a guard ends with its process")


def _set_in_place(variables: Mapping[str, str]) -> bool:
    """Set variables of the environment where it lies, so that /proc/PID/environ shows them too; return whether they fit there.

    A run's processes are found by it once nobody is left who knows them (``processes.end_orphans``).
    """
    libc = ctypes.CDLL(None)
    libc.getenv.restype = ctypes.c_void_p
    for name, value in variables.items():
        address, wanted = libc.getenv(name.encode()), os.fsencode(value)
        if not address or len(ctypes.string_at(address)) != len(wanted):
            return False
        ctypes.memmove(address, wanted, len(wanted))
        os.environ[name] = value
    return True
