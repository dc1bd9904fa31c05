"""The channel from a program to the recorder of its run: step end times through a ring, rare events as JSON lines on a socket.

A program that gpuscope started finds the run's folder in ``GPUSCOPE_CHANNEL``; without it everything here does nothing.
Nothing here raises into the program, and it waits for the recorder for at most two seconds in a program's life. If the recorder does not
read, events are dropped (counted, and reported when it reads again) rather than delaying the program.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import socket
import threading
import time
import weakref
from collections.abc import Callable, Mapping

from gpuscope.probe.ring import HEAD, MASK, StepRing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # not at run time: typing and pathlib would take a third of the time that this package takes to import

VARIABLE = "GPUSCOPE_CHANNEL"
SOCKET_NAME = "channel.sock"
PATIENCE_S = 2.0
"""How long all sends of one connection together may wait for the recorder."""
_PROTOCOL = 1
"""Must equal ``core.event.VERSION``, which the probe cannot import because it runs in users' programs."""
_LONGEST_PATH = 100
"""Longest path to connect to directly; a Unix socket's path is limited to 107 bytes."""
_LONGEST_LINE = 1 << 19
"""Half the longest line that the recorder accepts."""
_clock = time.perf_counter_ns
_channels: weakref.WeakSet[Channel] = weakref.WeakSet()


class Channel:
    """A process's connection to the recorder of its run. Created on first use, and again in a forked child.

    Args:
        folder: The run's folder; None for a channel that does nothing.
        info: Entries of the hello in addition to the ring (``steps``, ``batch_size`` …).
    """

    def __init__(self, folder: str | None, info: Mapping[str, Any] | None = None) -> None:
        self._folder = folder
        self._info = dict(info or {})
        self._forget_steps: Callable[[], None] | None = None
        self._step, self._stamp, self._unstep = self._stepping() if folder else (_do_nothing, _ignore, _do_nothing)
        self._reset()
        _channels.add(self)

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._opening = threading.RLock()  # a signal handler may end a step in the middle of the first one
        self._socket: socket.socket | None = None
        self._tried = False
        self._patience_s = PATIENCE_S
        self._rest = b""
        self._ring: StepRing | None = None
        self._ring_reason: str | None = None
        self._ring_tried = False
        self.dropped = 0
        """Number of events that could not be sent and are not yet reported as lost."""

    @property
    def is_open(self) -> bool:
        """Whether there is a run to report to; if not, reports are discarded."""
        return self._folder is not None

    @property
    def folder(self) -> str | None:
        """The run's folder; None without a run."""
        return self._folder

    @property
    def is_connected(self) -> bool:
        """Whether the recorder was listening when the first event was sent, and is still connected."""
        return self._socket is not None

    def say_hello(self) -> None:
        """Create the step ring, connect, and identify this process to the recorder."""
        self._open_ring()
        self._locked(self._greet)

    def stepper(self) -> Callable[[], None]:
        """Return the function that records the end of a step. It takes 0.1 µs per call, and must be called from one thread at a time.

        The first call creates the ring; in a forked child, the first call there creates a new one.
        """
        return self._step

    def stamper(self) -> Callable[[int], None]:
        """Return the function that records a step's end at a given time, in nanoseconds of ``perf_counter_ns``."""
        return self._stamp

    def log(self, text: str = "", *, level: str = "info", step: int | None = None, values: Mapping[str, Any] | None = None) -> None:
        """Send a message, or values by metric key; values that are not numbers are left out."""
        numbers = {str(key): number for key, value in (values or {}).items() if (number := json_number(value)) is not None}
        if numbers and not text and level == "info":
            level = "values"
        self.send({"e": "log", "t": _clock(), "level": level, "text": plain_text(text), "values": numbers, "step": step})

    def phase(self, name: str, t_ns: int | None = None, step: int | None = None) -> None:
        """Report that the program enters a phase, now or at a timestamp of ``perf_counter_ns``."""
        self.send({"e": "phase", "name": plain_text(name), "t": _clock() if t_ns is None else t_ns, "step": step})

    def result(self, values: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
        """Send the program's results: quantities in their JSON form, and facts."""
        self.send({"e": "result", "t": _clock(), "values": dict(values), "facts": dict(facts)})

    def end(self, state: str, exit_code: int, reason: str | None = None) -> None:
        """Report that the program ends; ``state`` is "finished", "failed" or "stopped"."""
        self.send({"e": "end", "t": _clock(), "state": state, "exit_code": exit_code, "signal": None, "reason": reason})

    def send(self, event: Mapping[str, Any]) -> None:
        """Send an event in its JSON form, or drop and count it."""
        try:
            line = _line(event)
        except (TypeError, ValueError, RecursionError):
            self.dropped += 1
            return
        self._locked(lambda: self._send(line))

    def close(self) -> None:
        """Close the connection and the ring; later calls do nothing."""
        self._drop_ring()
        self._disconnect()
        self._folder = None
        self._ring_reason = "the channel is closed"

    def _locked(self, action: Callable[[], None]) -> None:
        # With a timeout: a signal handler may send in the middle of a send that it interrupted.
        if self._folder is None or not self._lock.acquire(timeout=PATIENCE_S):
            return
        try:
            action()
        except Exception:  # noqa: BLE001 - no error may reach the program
            self._disconnect()
        finally:
            self._lock.release()

    def _greet(self) -> None:
        if self._tried:
            self._send(self._hello())
        else:
            self._connect()
            self._flush()

    def _send(self, line: bytes) -> None:
        if not self._tried:
            self._connect()
        if not self._flush():
            self.dropped += 1
            return
        if self.dropped:
            line = self._drop_notice() + line
        self._rest = line
        self._flush()

    def _drop_notice(self) -> bytes:
        text = f"events of the program that could not be sent: {self.dropped}"
        self.dropped = 0
        return _line({"e": "log", "t": _clock(), "level": "warning", "text": text, "values": {}, "step": None})

    def _flush(self) -> bool:
        """Send the rest of the last line; return whether all of it was sent. A line once begun is completed before the next."""
        while self._rest and self._socket is not None:
            try:
                self._rest = self._rest[self._socket.send(self._rest) :]
            except BlockingIOError:
                if not self._wait(self._socket):
                    return False
            except OSError:
                self._disconnect()
        return self._socket is not None

    def _wait(self, connection: socket.socket) -> bool:
        poll = select.poll()
        poll.register(connection, select.POLLOUT)
        begin = time.monotonic()
        writable = bool(poll.poll(self._patience_s * 1000))
        self._patience_s = max(0.0, self._patience_s - (time.monotonic() - begin)) if writable else 0.0
        return writable

    def _connect(self) -> None:
        self._tried = True
        with contextlib.suppress(OSError, AttributeError):  # no listener, or no Unix sockets on this system
            self._socket = _connected(self._folder or "")
            self._rest = self._hello()

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""

    def _hello(self) -> bytes:
        info = self._hello_info()
        return _line({"e": "hello", "role": "workload", "pid": os.getpid(), "t": _clock(), "info": info, "version": _PROTOCOL})

    def _hello_info(self) -> dict[str, Any]:
        return {**self._info, "ring": self._ring.name if self._ring else None, "ring_reason": self._ring_reason}

    def _open_ring(self) -> None:
        if self._ring_tried or self._folder is None:
            return
        self._ring_tried = True
        try:
            self._ring, self._ring_reason = StepRing(self._folder), None
        except Exception as error:  # noqa: BLE001 - no error may reach the program
            self._ring_reason = f"steps are not recorded: {getattr(error, 'strerror', None) or error}"

    def _first_step(self) -> StepRing | None:
        with self._opening:  # threads that end their first steps simultaneously wait for the ring
            if not self._ring_tried:
                self._open_ring()
                self._locked(self._greet)
        return self._ring

    def _drop_ring(self) -> None:
        if self._forget_steps is not None:
            self._forget_steps()
        if self._ring is not None:
            with contextlib.suppress(BufferError):  # a thread of the program is in the middle of a store
                self._ring.close()
        self._ring = None

    def _forked(self) -> None:
        """Reset in a forked child, which owns neither the parent's ring nor its connection."""
        self._drop_ring()
        self._disconnect()
        self._reset()

    def _stepping(self) -> tuple[Callable[[], None], Callable[[int], None], Callable[[], None]]:
        first_step, clock = self._first_step, _clock
        nowhere: Any = _Nowhere()
        head, slots, header = 0, nowhere, nowhere
        channel = self

        class Opener:
            """Stands in for the slots until the first step, so that later steps need no check."""

            def __setitem__(self, _index: int, end_ns: int) -> None:
                nonlocal head, slots, header
                ring = first_step()
                with channel._opening:
                    if slots is self:  # the first of several threads
                        slots, header = (ring.slots, ring.header) if ring else (nowhere, nowhere)
                        head += ring.steps_before if ring else 0
                slots[head & MASK] = end_ns  # the current head: other threads may have ended steps meanwhile

        def forget() -> None:
            nonlocal head, slots, header
            head, slots, header = 0, Opener(), nowhere

        def step() -> None:
            nonlocal head
            slots[head & MASK] = clock()
            head += 1
            header[HEAD] = head

        def stamp(end_ns: int) -> None:
            nonlocal head
            slots[head & MASK] = end_ns
            head += 1
            header[HEAD] = head

        def unstep() -> None:
            nonlocal head
            head -= 1
            header[HEAD] = head

        forget()
        self._forget_steps = forget
        return step, stamp, unstep


class _Nowhere:
    """Discards stores when steps are not recorded."""

    __slots__ = ()

    def __setitem__(self, _index: int, _value: int) -> None:
        pass


def _do_nothing() -> None:
    pass


def _ignore(_end_ns: int) -> None:
    pass


def _line(event: Mapping[str, Any]) -> bytes:
    line = json.dumps(event, separators=(",", ":")).encode("ascii") + b"\n"
    if len(line) > _LONGEST_LINE:
        raise ValueError("an event of that length is not sent")
    return line


def plain_text(value: Any) -> str:
    """Return the text of any object, even if its ``str`` raises."""
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - str() of a foreign object may raise anything
        return f"a {type(value).__name__} that cannot be shown"


def json_number(value: Any) -> float | str | None:
    """Return a number in the protocol's JSON form, where NaN and infinities are strings; None if the value is not a number."""
    try:
        detach = getattr(value, "detach", None)  # a tensor with a gradient: torch would warn on the program's standard error
        number = float(value if detach is None else detach())
    except Exception:  # noqa: BLE001 - float() of a foreign object may raise anything
        return None
    if math.isfinite(number):
        return number
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"


def _connected(folder: str) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(PATIENCE_S)
        path = f"{folder}/{SOCKET_NAME}"
        if len(os.fsencode(path)) <= _LONGEST_PATH or not hasattr(os, "O_PATH"):
            connection.connect(path)
        else:  # too long for a Unix socket: connect through the folder's descriptor
            descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                connection.connect(f"/proc/self/fd/{descriptor}/{SOCKET_NAME}")
            finally:
                os.close(descriptor)
        connection.setblocking(False)
    except BaseException:
        connection.close()
        raise
    return connection


def _forget_in_child() -> None:
    for channel in list(_channels):
        channel._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
