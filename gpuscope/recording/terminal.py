"""Forwards a workload's output to the real terminal, file or pipe, as if it ran unrecorded, and manages its descriptors in the loop."""

import os
import selectors
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gpuscope.recording.output_sink import OutputSink
from gpuscope.recording.output_tail import OutputTail

if sys.platform != "win32":
    import termios
    import tty

_CHUNK_BYTES = 64 * 1024
"""Default capacity of a Linux pipe: one read empties it."""
_TURN_BYTES = 256 * 1024
"""Maximum amount read per event, so that a flood of output does not block the recorder's loop."""
_LEFT_BYTES = 1024 * 1024
"""Maximum amount read after the workload's end: more than a pipe or a terminal can hold."""


def has_controlling_terminal() -> bool:
    """Return whether this process has a controlling terminal (/dev/tty can be opened)."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


@dataclass(slots=True)
class _Stream:
    """One stream of the workload's output: our end of the pty or pipe (-1 if closed), and its sink (None: only the tail)."""

    source: int
    sink: OutputSink | None
    real: int
    is_terminal: bool
    left: int = _LEFT_BYTES

    @property
    def is_held_up(self) -> bool:
        return self.sink is not None and self.sink.pending


class WorkloadOutput:
    """Forwards a workload's standard output and error to the recorder's, and feeds the tail.

    A stream to a terminal is a pty in raw mode (one for both), otherwise a pipe (one if both are the same file).
    Nothing here blocks: while the real output accepts no more data, the workload's output is not read, so that it waits as it would
    unrecorded; if the reader of the real output disconnects, the workload's pipe is closed. The real terminal's mode is never changed.

    Attributes:
        stdout_fd: The workload's standard output, until :meth:`started`.
        stderr_fd: The workload's standard error, until :meth:`started`.
    """

    def __init__(self, tail: OutputTail, *, forward_to: tuple[int, int] | None, inherit: bool = False) -> None:
        """Create the descriptors.

        Args:
            tail: Receives all output.
            forward_to: The real descriptors for standard output and error ((2, 2) sends both to standard error); None keeps
                the output only in the tail.
            inherit: Whether to pass the real descriptors to the workload, without a tail.
        """
        self._tail = tail
        self._streams: list[_Stream] = []
        self._over = False
        if forward_to is None:
            self.stdout_fd = self.stderr_fd = self._stream(None)
        elif inherit:
            self.stdout_fd, self.stderr_fd = os.dup(forward_to[0]), os.dup(forward_to[1])
        else:
            self.stdout_fd = self.stderr_fd = self._stream(forward_to[0])
            if not _go_together(*forward_to):
                self.stderr_fd = self._stream(forward_to[1])

    def _stream(self, real: int | None) -> int:
        """Create a stream and return the workload's end."""
        is_terminal = real is not None and os.isatty(real)
        source, workload_end = _raw_pty(real) if is_terminal and real is not None else os.pipe()
        os.set_blocking(source, False)
        self._streams.append(_Stream(source, None if real is None else OutputSink(real), -1 if real is None else real, is_terminal))
        return workload_end

    def started(self) -> None:
        """Close the workload's ends here; call right after GuardedProcess.start()."""
        for descriptor in {self.stdout_fd, self.stderr_fd} - {-1}:
            os.close(descriptor)
        self.stdout_fd = self.stderr_fd = -1

    def readable_fds(self) -> list[int]:
        """Return the descriptors to poll for reading; call again after each event (back-pressure removes them)."""
        return [stream.source for stream in self._streams if stream.source >= 0 and not stream.is_held_up]

    def writable_fds(self) -> list[int]:
        """Return the descriptors to poll for writing; call again after each event."""
        return [stream.sink.fileno() for stream in self._streams if stream.sink is not None and stream.sink.pending]

    def on_readable(self, fd: int) -> None:
        """Read and forward a bounded amount."""
        for stream in self._streams:
            if stream.source == fd:
                self._transfer(stream, _TURN_BYTES)

    def on_writable(self, fd: int) -> None:
        """Forward pending data."""
        for stream in self._streams:
            if stream.sink is not None and stream.sink.fileno() == fd:
                stream.sink.flush()
                self._close_if_gone(stream)
                if self._over:
                    self._drain(stream)

    def _transfer(self, stream: _Stream, limit: int) -> int:
        """Read until no data is available, the sink accepts no more, or the limit is reached; return the number of bytes read."""
        taken = 0
        while taken < limit and stream.source >= 0 and not stream.is_held_up:
            try:
                data = os.read(stream.source, _CHUNK_BYTES)
            except BlockingIOError:
                break
            except OSError:  # EIO: no process has the pty open any more
                data = b""
            if not data:
                _close_source(stream)
                break
            taken += len(data)
            self._tail.feed(data)
            if stream.sink is not None:
                stream.sink.write(data)
                self._close_if_gone(stream)
        return taken

    def _close_if_gone(self, stream: _Stream) -> None:
        """Close the source if the real reader is gone, so that the workload notices as it would unrecorded."""
        if stream.sink is not None and stream.sink.gone:
            _close_source(stream)

    def resize(self) -> bool:
        """Copy the real terminal's size to the pty; return whether it changed (then send WINCH to the workload)."""
        changed = False
        for stream in self._streams:
            if stream.is_terminal and stream.source >= 0:
                changed |= _copy_size(stream.real, stream.source)
        return changed

    def finish(self) -> None:
        """Note the workload's end: read only the remaining data; keep polling the descriptors until ``finished``."""
        self._over = True
        for stream in self._streams:
            self._drain(stream)

    def _drain(self, stream: _Stream) -> None:
        stream.left -= self._transfer(stream, stream.left)
        if not stream.is_held_up or stream.left <= 0:
            _close_source(stream)

    @property
    def finished(self) -> bool:
        """Whether finish() was called and all data has been forwarded."""
        return self._over and all(stream.source < 0 and not stream.is_held_up for stream in self._streams)

    @property
    def lost_bytes(self) -> int:
        """Number of bytes that could not be written to the real output (a full disk)."""
        return sum(stream.sink.lost_bytes for stream in self._streams if stream.sink is not None)

    def close(self) -> None:
        """Close all descriptors opened here."""
        self.started()
        for stream in self._streams:
            _close_source(stream)
            if stream.sink is not None:
                stream.sink.close()


def _close_source(stream: _Stream) -> None:
    if stream.source >= 0:
        os.close(stream.source)
        stream.source = -1


def _go_together(out: int, err: int) -> bool:
    """Return whether both share one stream, to preserve the order of output: both are terminals, or the same file."""
    if os.isatty(out) and os.isatty(err):
        return True
    first, second = os.fstat(out), os.fstat(err)
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)


def _raw_pty(real: int) -> tuple[int, int]:
    """Return (our end, the workload's end) of a pty in raw mode, which does no output processing; the real terminal does it."""
    controller, terminal = os.openpty()
    try:
        tty.setraw(terminal)
        _copy_size(real, controller)
    except BaseException:
        os.close(controller)
        os.close(terminal)
        raise
    return controller, terminal


def _copy_size(real: int, pty: int) -> bool:
    try:
        size = termios.tcgetwinsize(real)
        if size == termios.tcgetwinsize(pty):
            return False
        termios.tcsetwinsize(pty, size)
    except (OSError, termios.error):  # the terminal is gone
        return False
    return True


Wanted = dict[int, tuple[int, Callable[[], object]]]
"""(mask, handler) by descriptor."""


class ChangingDescriptors:
    """Keeps a selector up to date with a changing set of descriptors.

    Args:
        selector: The selector, which may also contain other descriptors.
    """

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._watched: Wanted = {}

    def watch(self, wanted: Wanted) -> None:
        """Register these descriptors, and unregister those of earlier calls."""
        if {fd: mask for fd, (mask, _) in wanted.items()} == {fd: mask for fd, (mask, _) in self._watched.items()}:
            return
        for fd in self._watched:
            self._selector.unregister(fd)
        for fd, (mask, handler) in wanted.items():
            self._selector.register(fd, mask, handler)
        self._watched = wanted


class OutputWatch:
    """Connects the workload's output to a selector.

    Args:
        selector: The loop's selector; callbacks are registered as data.
    """

    def __init__(self, output: WorkloadOutput, selector: selectors.BaseSelector) -> None:
        self._output = output
        self._changing = ChangingDescriptors(selector)

    def renew(self) -> None:
        """Update the selector."""
        wanted: Wanted = {}
        for fd in self._output.readable_fds():
            wanted[fd] = (selectors.EVENT_READ, partial(self._on_ready, self._output.on_readable, fd))
        for fd in self._output.writable_fds():
            wanted[fd] = (selectors.EVENT_WRITE, partial(self._on_ready, self._output.on_writable, fd))
        self._changing.watch(wanted)

    def _on_ready(self, handle: Callable[[int], None], fd: int) -> None:
        handle(fd)
        self.renew()  # a closed descriptor is unregistered before its number is reused
