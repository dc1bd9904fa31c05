"""Why a workload ended badly, in words."""

from collections.abc import Sequence


def cause_of_death(exit_code: int | None, signal: int | None, tail_lines: Sequence[str], oom: bool) -> str | None:
    """Returns the cause in one line; None for exit code 0.

    Args:
        exit_code: The workload's; None when a signal ended it.
        signal: The signal's number, or None.
        tail_lines: The last lines of its output.
        oom: Whether the kernel's out-of-memory killer struck during the run (``processes.OomKills``).
    """
    raise NotImplementedError
