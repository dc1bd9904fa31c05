"""Profiles detected steps if that is requested for the run: counts the steps, and loads the profiling code when needed."""

from __future__ import annotations

import os
from importlib import import_module, util
from typing import TYPE_CHECKING, Any

from .seen_ring import BACKWARD, OPTIMIZER

if TYPE_CHECKING:
    from collections.abc import Callable

_KIND = 1 << 32
"""A record's number is its kind times this, plus the serial number of what ended, as in ``step_watch``."""
_POLL_NS = 100_000_000
"""Interval of checks for a live request: it is noticed within a tenth of a second, or at the next step if that comes later."""
_EARLY = 20
"""An optimizer that first appears by this step counts as present from the start: a GAN's critic takes about five steps before its generator
takes one."""
_UNUSED = 1000
"""An optimizer that takes none of this many steps no longer counts. The reader of the ring knows all steps, and can judge better."""


class StepCount:
    """Counts a program's steps from its records: as many as the optimizer with the fewest has taken."""

    def __init__(self) -> None:
        self.done = 0
        self._kind = self._only = -1
        self._taken: dict[int, int] = {}
        self._seen_at: dict[int, int] = {}
        self._records = 0

    def add(self, which: int) -> bool:
        """Count a record, and return whether it ends a step."""
        if which == self._only:  # the usual case: a program with one optimizer
            self.done += 1
            return True
        if self._only >= 0:
            self._taken[self._only % _KIND] = self.done
            self._only = -1
        kind, serial = divmod(which, _KIND)
        if kind != self._kind:
            if _rank(kind) < _rank(self._kind):
                return False
            self._kind, self.done = kind, 0  # in a program with an optimizer, only optimizer steps count
            self._taken.clear()
        self._records += 1
        taken = self._taken
        joins_at = 0 if self.done <= _EARLY else self.done - 1
        taken[serial] = taken.get(serial, joins_at) + 1
        self._seen_at[serial] = self._records
        if len(taken) > 1:
            for other in [key for key in taken if self._records - self._seen_at[key] > _UNUSED]:
                del taken[other]
        else:
            self._only = which
        before, self.done = self.done, min(taken.values())
        return self.done > before

    def add_alike(self, which: int, times: int) -> bool:
        """Count several records of the only optimizer at once; return whether it is the only one."""
        if which != self._only:
            return False
        self.done += times
        return True


def _rank(kind: int) -> int:
    return 2 if kind == OPTIMIZER else 1 if kind == BACKWARD else 0 if kind >= 0 else -1


class StepCapture:
    """The capture requests for one program.

    Attributes:
        is_wanted: Whether a capture was requested before the program started.

    Args:
        folder: The run's folder.
        never_compile: Called with each function that torch.compile must run uncompiled.
    """

    def __init__(self, folder: str, never_compile: Callable[[Any], None]) -> None:
        self._request = os.path.join(folder, "profile.request")
        self._never_compile = never_compile
        self.is_wanted = "GPUSCOPE_PROFILE" in os.environ
        self._after: Callable[[int], bool] | None = None
        self._poll_ns = 0
        self._is_on = False
        self._count = StepCount()

    def after(self, which: int, t_ns: int) -> bool:
        """Start or stop the profiler after a step if due; return whether profiling affects the time until the next step.

        Args:
            which: Kind and optimizer number of the record, as in the ring.
            t_ns: Its timestamp.
        """
        if not self._count.add(which):
            return self._is_on
        if self._after is None:
            if not self.is_wanted and (t_ns < self._poll_ns or not self.is_asked(t_ns)):
                return False
            self._after = self._ready()
        was_on, self._is_on = self._is_on, self._after(self._count.done)
        return was_on or self._is_on  # the trace is written after the last recorded step

    def passed(self, records: list[int]) -> None:
        """Count records for which :meth:`after` was not called."""
        if records and records.count(records[0]) == len(records) and self._count.add_alike(records[0], len(records)):
            return
        for which in records:
            self._count.add(which)

    def is_asked(self, t_ns: int) -> bool:
        """Check whether a live request has been made."""
        self._poll_ns = t_ns + _POLL_NS
        return os.path.exists(self._request)

    def _ready(self) -> Callable[[int], bool]:
        try:
            if not is_ours():
                return _ignore
            program: Any = import_module("gpuscope.probe.program")
            captures: Any = import_module("gpuscope.probe.program_capture")
            profiles: Any = import_module("gpuscope.probe.torch_profile")
            ranges = vars(captures).get("OptimizerRanges", object)  # which an older gpuscope in the program's environment lacks
            for part in (program.Program, captures.ProgramCapture, captures.LiveRequest, ranges, profiles.TorchProfile):
                for function in vars(part).values():
                    self._never_compile(function)
            after: Callable[[int], bool] = program.after_seen_step
        except Exception:  # noqa: BLE001 - another gpuscope is the program's own: it profiles nothing
            return _ignore
        return after


def is_ours() -> bool:
    """Return whether "gpuscope" is the recorder's package or a copy; a program's own module of that name must not be run here."""
    spec = util.find_spec("gpuscope")
    places = (
        [] if spec is None else [*(spec.submodule_search_locations or ()), os.path.join(os.path.dirname(spec.origin or ""), "..", "..")]
    )
    return any(os.path.exists(os.path.join(place, "probe", "torch_profile.py")) for place in places)


def _ignore(_steps: int) -> bool:
    return False
