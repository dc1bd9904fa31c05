"""Functions of Python by their own time, from stacks that were sampled."""

import re
from dataclasses import dataclass

from gpuscope.profiles.flame_rows import FlameRows

_NAME = re.compile(r"(?P<file>.*)\((?P<line>\d+)\): (?P<function>.+)", re.DOTALL)
"""As torch's profiler names calls of Python, and ``recording.stack_sampling`` those of py-spy."""
_S = 1e-9


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """A function, all its calls together.

    Attributes:
        name: As the program calls it.
        file: Where it stands.
        line: Its line there.
        self_s: Seconds in it, without what it called.
        total_s: With what it called.
        share: Of its own time in that of all threads.
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


def function_rows(rows: FlameRows) -> tuple[FunctionRow, ...]:
    """Return the functions of a flame graph, the most own time first; what has no place in a file, as a sampler's root, is left out."""
    totals, names, whole = rows.by_name, rows.graph.trace.names, max(1, rows.total_ns)
    columned = zip(totals.name.tolist(), totals.self_ns.tolist(), totals.total_ns.tolist(), strict=True)
    return tuple(
        FunctionRow(match["function"], match["file"], int(match["line"]), own * _S, total * _S, own / whole)
        for name, own, total in columned
        if (match := _NAME.fullmatch(names[name])) is not None
    )
