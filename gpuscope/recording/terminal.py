"""A workload's output on its way to the real terminal, file or pipe, as if the workload ran bare."""

from gpuscope.recording.output_tail import OutputTail


def has_controlling_terminal() -> bool:
    """Returns whether this process has one (/dev/tty opens)."""
    raise NotImplementedError


class WorkloadOutput:
    """Stands between a workload's standard output and error and the recorder's, and feeds the tail.

    A stream that goes to a terminal is a pty (one for both), else a pipe (one when both are the same file).
    Nothing here blocks: while the real output does not take more, the workload is not read, as bare.

    Attributes:
        stdout_fd: For the workload, until :meth:`started`.
        stderr_fd: For the workload, until :meth:`started`.
    """

    stdout_fd: int
    stderr_fd: int

    def __init__(self, tail: OutputTail, *, forward_to: tuple[int, int] | None, inherit: bool = False) -> None:
        """Makes the descriptors.

        Args:
            tail: Is fed with everything.
            forward_to: The real descriptors for standard output and error ((2, 2) sends both to standard error); None keeps
                the output in the tail alone.
            inherit: Passes the real descriptors through to the workload, without a tail.
        """
        raise NotImplementedError

    def started(self) -> None:
        """Closes the workload's ends here; call right after GuardedProcess.start()."""
        raise NotImplementedError

    def readable_fds(self) -> list[int]:
        """Returns the descriptors to watch for reading now; ask again after each event (back-pressure takes them out)."""
        raise NotImplementedError

    def writable_fds(self) -> list[int]:
        """Returns the descriptors to watch for writing now."""
        raise NotImplementedError

    def on_readable(self, fd: int) -> None:
        """Reads and forwards, a bounded amount."""
        raise NotImplementedError

    def on_writable(self, fd: int) -> None:
        """Forwards what waited."""
        raise NotImplementedError

    def resize(self) -> bool:
        """Gives the pty the real terminal's size; returns whether it changed (then send WINCH to the workload)."""
        raise NotImplementedError

    def finish(self) -> None:
        """The workload ended: takes what is there, and no more; go on with the descriptors until ``finished``."""
        raise NotImplementedError

    @property
    def finished(self) -> bool:
        """Whether finish() was called and all that there was is forwarded."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes everything of ours."""
        raise NotImplementedError
