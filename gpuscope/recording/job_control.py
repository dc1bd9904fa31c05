"""Ctrl-Z and fg: the recorder stops and goes on with its job, and notes the gap."""


class JobControl:
    """Notes when the shell's job was stopped and continued; a context manager that puts the handlers back."""

    def install(self) -> None:
        """Sets handlers for TSTP and CONT; main thread only."""
        raise NotImplementedError

    def take_stops(self) -> list[tuple[int, int]]:
        """Returns (stopped, continued) in monotonic nanoseconds since the last call."""
        raise NotImplementedError

    def uninstall(self) -> None:
        """Puts the handlers back."""
        raise NotImplementedError
