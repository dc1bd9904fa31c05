"""How an owner's sensor helper has fared: what Health and the doctor tell of it."""

from dataclasses import asdict, dataclass

from gpuscope.core.device import RECORDER
from gpuscope.core.event import Table

TABLE = "helper"
"""Name of the table of the device "recorder" that carries it; its one row has the fields of :class:`HelperHealth`."""
EVERY_NS = 5_000_000_000
"""It is told when it changes, and so often for those who have come since."""
COUNTS = ("restarts", "crashes", "hangs", "garbage", "skipped")


@dataclass(slots=True)
class HelperHealth:
    """Counts since the owner's start.

    Attributes:
        restarts: Helpers that were started after the first.
        crashes: Helpers that ended by themselves, or were silent as a whole and killed.
        hangs: Calls that were not answered in time.
        garbage: Lines that were no events.
        skipped: Readings that were left out because the one before took too long; of the present helper, as it last told.
        off: Why sensors are switched off; None while they are not.
    """

    restarts: int = 0
    crashes: int = 0
    hangs: int = 0
    garbage: int = 0
    skipped: int = 0
    off: str | None = None

    def table(self, t_ns: int) -> Table:
        """Return it as an event."""
        return Table(RECORDER, TABLE, t_ns, (asdict(self),))

    @classmethod
    def of(cls, table: Table) -> "HelperHealth | None":
        """Read what :meth:`table` made; None when it is of another version."""
        row = table.rows[0] if table.rows else {}
        off = row.get("off")
        try:
            counts = {name: int(row[name] or 0) for name in COUNTS}
        except (KeyError, ValueError):
            return None
        return cls(**counts, off=None if off is None else str(off))
