"""Records the values that a program gives to its loggers, for the hooks: as :func:`gpuscope.log` does, but at a limited rate."""

from __future__ import annotations

import atexit
import os
from time import perf_counter

from gpuscope.probe.program import Program, the_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # not at run time, as in the channel

_AT_ONCE, _A_SECOND = 4000, 1000
"""Values recorded without a pause, and values a second in the long run: more could not be drawn, and would fill the store."""
_NAMES = 1000
"""Maximum number of names: a program may make up a name for each value."""


class SeenValues:
    """The values of the program's loggers."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._givers: dict[str, str] = {}
        self._quoted: dict[str, str] = {}
        self._held: dict[str, tuple[Any, Any]] = {}
        self._allowed, self._counted_s = float(_AT_ONCE), perf_counter()
        self._is_limited = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._held.clear)

    def tell(self, giver: str, step: Any, values: dict[str, Any]) -> None:
        """Record values, or keep the latest of each name until the rate allows it.

        Args:
            giver: The logger. A name is recorded only from the first that gives it, and not if the program logs it itself.
            step: The step.
            values: Numbers by name.
        """
        program, givers, own = self._program, self._givers, self._program.own_names
        kept = {name: values[name] for name in values if name not in own and (givers.get(name) or self._giver(name, giver)) == giver}
        if not kept or not program.is_open:
            return
        program.seen.update(kept)
        now = perf_counter()
        self._allowed = min(_AT_ONCE, self._allowed + (now - self._counted_s) * _A_SECOND)
        self._counted_s = now
        if not self._held and len(kept) <= self._allowed and program.has_room:
            self._allowed -= len(kept)
            program.tell("", step, kept, self._quoted)
            return
        self._limit()
        for name, value in kept.items():
            self._held[name] = (step, value)
        if len(self._held) <= self._allowed and program.has_room:
            self._allowed -= len(self._held)
            self.flush()

    def _giver(self, name: str, giver: str) -> str:
        return self._givers.setdefault(name, giver) if len(self._givers) < _NAMES else ""

    def _limit(self) -> None:
        if not self._is_limited:
            self._is_limited = True
            atexit.register(self.flush)
            text = f"the program's loggers are given more than {_A_SECOND} values a second: only some are recorded, and the last of each"
            self._program.tell(text, None, {})

    def flush(self) -> None:
        """Record the values that were kept."""
        steps: dict[Any, dict[str, Any]] = {}
        for name, (step, value) in list(self._held.items()):
            steps.setdefault(step, {})[name] = value
        self._held.clear()
        for step, values in steps.items():
            self._program.tell("", step, values, self._quoted)


seen_values = SeenValues(the_program())
