"""Python functions by their own time, from sampled stacks."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuscope.profiles.trace import S_PER_NS

if TYPE_CHECKING:
    from gpuscope.profiles.flame_rows import FlameRows

_NAME = re.compile(r"(?P<file>.*)\((?P<line>\d+)\): (?P<function>.+)", re.DOTALL)
"""Format in which torch's profiler names Python calls, and ``recording.stack_sampling`` those of py-spy."""


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """All calls of a function.

    Attributes:
        name: Its name in the program.
        file: Its file.
        line: Its line in the file.
        self_s: Seconds in the function, excluding its callees.
        total_s: Seconds including its callees.
        share: Its own time as a share of the time of all threads.
    """

    name: str
    file: str
    line: int
    self_s: float
    total_s: float
    share: float

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


def function_rows(rows: "FlameRows") -> tuple[FunctionRow, ...]:
    """Return the functions of a flame graph, the most own time first, omitting nodes without a file, such as a sampler's root."""
    totals, names, whole = rows.by_name, rows.graph.trace.names, max(1, rows.total_ns)
    columned = zip(totals.name.tolist(), totals.self_ns.tolist(), totals.total_ns.tolist(), strict=True)
    return tuple(
        FunctionRow(match["function"], match["file"], int(match["line"]), own * S_PER_NS, total * S_PER_NS, own / whole)
        for name, own, total in columned
        if (match := _NAME.fullmatch(names[name])) is not None
    )
