"""The last lines of a workload's output, cleaned, in memory and in a small file."""

from collections.abc import Callable
from pathlib import Path


class OutputTail:
    """Keeps the end of what a workload wrote; feeding costs next to nothing, cleaning is bounded.

    Escape sequences and control characters are removed, a progress bar drawn with carriage returns is its last state,
    what is not UTF-8 becomes U+FFFD.
    """

    def __init__(self, path: Path | None = None, *, redact: Callable[[str], str] | None = None) -> None:
        """Makes an empty tail.

        Args:
            path: ``output.log``; None keeps it in memory alone.
            redact: Takes secrets out of text before it is kept.
        """
        raise NotImplementedError

    def feed(self, data: bytes) -> None:
        """Takes what the workload wrote."""
        raise NotImplementedError

    def flush(self) -> None:
        """Cleans what came since, and writes the file; call once a second (never raises: see ``write_error``)."""
        raise NotImplementedError

    def lines(self, count: int) -> list[str]:
        """Returns the last lines, an unfinished one included."""
        raise NotImplementedError

    @property
    def received_bytes(self) -> int:
        """Everything that came."""
        raise NotImplementedError

    @property
    def skipped_bytes(self) -> int:
        """What is no longer in the tail."""
        raise NotImplementedError

    @property
    def write_error(self) -> str | None:
        """Why the file could not be written the last time; None when it could."""
        raise NotImplementedError

    def close(self) -> None:
        """Flushes, the unfinished line included, and closes the file."""
        raise NotImplementedError
