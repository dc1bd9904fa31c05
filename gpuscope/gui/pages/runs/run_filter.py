"""Which runs the list shows."""

from dataclasses import dataclass

from gpuscope.core.run import RunState
from gpuscope.gui.pages.runs.run_row import RunRow


@dataclass(frozen=True, slots=True)
class RunFilter:
    """A filter; the one without arguments lets every run through.

    Attributes:
        text: Words that all must be found in name, workload, knobs, tags, note, command or id, in any case.
        states: One of them; empty for any.
        device: Where the run computed; None for anywhere.
    """

    text: str = ""
    states: frozenset[RunState] = frozenset()
    device: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether every run passes."""
        return not self.text.strip() and not self.states and self.device is None

    def passed(self, rows: list[RunRow]) -> list[RunRow]:
        """Return the rows that pass, in their order; made to be cheap for 10,000."""
        if self.states:
            rows = [row for row in rows if row.record.state in self.states]
        if self.device is not None:
            rows = [row for row in rows if row.device == self.device]
        for word in self.text.casefold().split():
            rows = [row for row in rows if word in row.search_text]
        return rows
