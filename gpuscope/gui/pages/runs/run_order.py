"""In which order the list shows its runs."""

from dataclasses import dataclass
from operator import attrgetter, itemgetter

from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES
from gpuscope.gui.pages.runs.run_row import RunRow


@dataclass(frozen=True, slots=True)
class RunOrder:
    """An order by one column: live runs on top, newest first; then by the column; what is missing there last, either way.

    Attributes:
        column: Place of the column in :data:`COLUMNS`.
        descending: Whether the greatest comes first.
    """

    column: int = PLACES["started"]
    descending: bool = True

    def sorted(self, rows: list[RunRow]) -> list[RunRow]:
        """Return the rows in this order; equal ones newest first. Made to be cheap for 10,000."""
        sort_key = COLUMNS[self.column].sort_key
        newest_first = sorted(rows, key=attrgetter("started_at"), reverse=True)
        live = [row for row in newest_first if row.is_live]
        keyed = [(sort_key(row), row) for row in newest_first if not row.is_live]
        present = [pair for pair in keyed if pair[0] is not None]
        present.sort(key=itemgetter(0), reverse=self.descending)
        return [*live, *(row for _, row in present), *(row for key, row in keyed if key is None)]
