"""A rank's events on the channel of its run: those of one rank on each machine are the run's, the others are told apart by its number."""

from collections.abc import Mapping
from typing import Any

from gpuscope.core.workload_keys import of_rank
from gpuscope.probe.channel import Channel


class RankChannel(Channel):
    """The channel of one rank.

    Args:
        folder: The run's folder; None for a channel that does nothing.
        info: What the hello says.
        rank: Its number among those of all machines.
        leads: Whether it speaks for the run on this machine.
    """

    def __init__(self, folder: str | None, info: Mapping[str, Any], rank: int, *, leads: bool) -> None:
        super().__init__(folder, {**info, "rank": rank, "leads": leads})
        self.rank = rank
        self.leads = leads

    def log(self, text: str = "", *, level: str = "info", step: int | None = None, values: Mapping[str, Any] | None = None) -> None:
        """Send words, or values by metric key, of the run where this rank leads, else of the rank."""
        if self.leads:
            super().log(text, level=level, step=step, values=values)
        else:
            self.log_of_rank(text, level=level, step=step, values=values)

    def log_of_rank(self, text: str = "", *, level: str = "info", step: int | None = None, values: Mapping[str, Any] | None = None) -> None:
        """Send words, or values by metric key, of this rank."""
        numbered = {of_rank(str(key), self.rank): value for key, value in (values or {}).items()}
        super().log(f"rank {self.rank}: {text}" if text else "", level=level, step=step, values=numbered)

    def phase(self, name: str, t_ns: int | None = None, step: int | None = None) -> None:
        """Say that the run goes into a phase, where this rank leads."""
        if self.leads:
            super().phase(name, t_ns, step)
