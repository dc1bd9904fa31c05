"""What a chart draws, as a table: for whoever wants the figures of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

ChartCell = str | float | None


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Headers with their units, and rows of figures."""

    headers: Sequence[str]
    rows: Sequence[Sequence[ChartCell]]
