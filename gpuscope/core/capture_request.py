"""A request for the profiler to record a part of a run: ``steps=100:110``, ``time=30s:35s,stacks``."""

import math
import re
from dataclasses import dataclass
from typing import Literal, Self

from gpuscope.core.errors import UsageError
from gpuscope.core.field import parse_seconds

EXAMPLE = "For example: --profile steps=100:110, or --profile time=30s:35s,stacks"
PROFILED_MARK = "profiled"
"""Text of the mark that a recorder sets where a profile begins."""
_ALWAYS = frozenset({"shapes", "flops"})
"""Always recorded, so that operators of two profiles can be matched; the FLOPs follow from the shapes."""
EXTRAS = ("memory", "stacks")
"""Optional data to record in addition."""
_RANGE = re.compile(r"(steps|time)=([^:]*):([^:]*)")
_MAX_STEP = 10**9
"""Same maximum as ``RunSpec.steps``."""


@dataclass(frozen=True, slots=True)
class CaptureRequest:
    """A part of a run for the profiler to record.

    Attributes:
        unit: Unit of ``begin`` and ``end``.
        begin: Steps or seconds before the part, from the first measured step (for a command: from its first step).
        end: Steps or seconds before its end, counted likewise.
        extras: Data recorded in addition to operators and their shapes: "memory" and "stacks".
    """

    unit: Literal["steps", "time"]
    begin: float
    end: float
    extras: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a request.

        Raises:
            UsageError: The text is not a valid request.
        """
        first, *options = [part.strip().lower() for part in text.split(",")]
        match = _RANGE.fullmatch(first)
        if match is None:
            raise UsageError(f"profile: {text[:60]!r} names no steps and no time", EXAMPLE)
        unknown = [name for name in options if name not in _ALWAYS and name not in EXTRAS]
        if unknown:
            raise UsageError(f"profile: {unknown[0][:60]!r} is not known", f"Supported: {', '.join(EXTRAS)}; shapes are always recorded.")
        read = _step if match[1] == "steps" else _time
        begin, end = read(match[2]), read(match[3])
        if end <= begin:
            raise UsageError(f"profile: {text[:60]!r} does not end after it begins", EXAMPLE)
        return cls("steps" if match[1] == "steps" else "time", begin, end, tuple(name for name in EXTRAS if name in options))

    @property
    def text(self) -> str:
        """The canonical form, which :meth:`parse` accepts."""
        unit = "s" if self.unit == "time" else ""
        return ",".join((f"{self.unit}={_plain(self.begin)}{unit}:{_plain(self.end)}{unit}", *self.extras))

    @property
    def description(self) -> str:
        """The part in words."""
        if self.unit == "time":
            return f"{_plain(self.begin)} s to {_plain(self.end)} s"
        return f"steps {int(self.begin)} to {int(self.end)}"


def _plain(bound: float) -> str:
    """Return a number without an exponent, so that it can be parsed again."""
    return f"{bound:.3f}".rstrip("0").rstrip(".")


def _step(text: str) -> int:
    number = text.strip()
    if not number.isascii() or not number.isdigit() or len(number) > 20 or int(number) > _MAX_STEP:
        raise UsageError(f"profile: {number[:20]!r} is not a step number", EXAMPLE)
    return int(number)


def _time(text: str) -> float:
    seconds = parse_seconds(text)
    if seconds is None or not math.isfinite(seconds):
        raise UsageError(f"profile: {text.strip()[:20]!r} is not a time", EXAMPLE)
    return round(seconds, 3)  # as written in the canonical form
