"""Process trees, subreapers, and signals to one process and no other."""

from collections.abc import Collection


def set_subreaper() -> bool:
    """Makes this process the one that adopts orphans below it; returns whether the system can."""
    raise NotImplementedError


def boot_id() -> str:
    """Returns the identity of the machine's present boot; "" when unknown."""
    raise NotImplementedError


def create_time(pid: int) -> int | None:
    """Returns when a process was made, in clock ticks since boot; None when there is no such process."""
    raise NotImplementedError


def children(pid: int) -> list[int]:
    """Returns the direct children, ended but unreaped ones included."""
    raise NotImplementedError


def descendants(pid: int) -> list[int]:
    """Returns all below a process, parents first, without itself."""
    raise NotImplementedError


def signal_process(pid: int, created: int, signal_number: int) -> bool:
    """Sends a signal to that process and no later one of the same pid; returns whether it was there."""
    raise NotImplementedError


def ignored_signals() -> frozenset[int]:
    """Returns the signals that are ignored, without those that Python itself ignores; call before installing handlers."""
    raise NotImplementedError


def inherited_descriptors() -> list[int]:
    """Returns the descriptors above 2 that this process was given by its parent; call first thing."""
    raise NotImplementedError


def initial_environment() -> dict[str, str]:
    """Returns the environment as this process was started with (Python itself may have added LC_CTYPE)."""
    raise NotImplementedError


def end_orphans(marker_env: str, run_id: str, *, spare: Collection[int] = ()) -> int:
    """Kills the user's processes whose environment holds ``marker_env=run_id``; returns how many."""
    raise NotImplementedError


def describe_signal(number: int) -> str:
    """Returns "SIGSEGV (Segmentation fault)"."""
    raise NotImplementedError


class OomKills:
    """Counts what the kernel's out-of-memory killer has killed since this was made."""

    def since(self) -> int:
        """Returns the number of kills since; 0 when it cannot be read."""
        raise NotImplementedError
