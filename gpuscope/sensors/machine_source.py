"""What the host back end asks of whoever reads the machine: /proc, or psutil."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from gpuscope.sensors.cores import Share
from gpuscope.sensors.process_tree import Totals

Value = float | int | None


class Members(Protocol):
    """A set of processes."""

    def totals(self) -> Totals | None:
        """Return what they take; None when they are gone for good."""

    def close(self) -> None:
        """Give everything back."""


class MachineSource(Protocol):
    """Where the host's numbers come from: /proc, or psutil."""

    @property
    def name(self) -> str:
        """The processor's name."""

    @property
    def sources(self) -> Mapping[str, str]:
        """Where each metric comes from; one that is not in here cannot be read."""

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why a metric cannot be read."""

    @property
    def properties(self) -> Mapping[str, str | int | float | None]:
        """Facts of the machine."""

    def look(self) -> Callable[[], dict[str, Value]]:
        """Look at all metrics but the clock; what comes back works out their values, once, in the order of the looks."""

    def clock(self) -> Value:
        """Return the mean frequency in Hz."""

    def cores(self) -> Sequence[Share]:
        """Return the busy share of each core since the last call; empty where none is told."""

    def tree(self, pid: int, apart: Sequence[int]) -> Members:
        """Return the process tree under a pid."""

    def own(self, pids: Sequence[int], base_s: float) -> Members:
        """Return gpuscope's own processes."""

    def close(self) -> None:
        """Give everything back."""
