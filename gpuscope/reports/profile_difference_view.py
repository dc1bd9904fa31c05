"""The difference of two profiles as every surface shows it: one sentence first, then tables."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.profiles.difference import Change, Delta, ProfileDifference
from gpuscope.profiles.kernel_names import short_kernel_name
from gpuscope.profiles.operator_classes import KEYS, LABELS, OperatorClass
from gpuscope.profiles.operators import shapes_text
from gpuscope.profiles.timeline import DeviceTimeline
from gpuscope.reports.model import Report
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable, Value

SCHEMA = "gpuscope.profile-difference/1"
_MOST_OF_A_CLASS = 0.9
"""Share of a class's change that the kernels which are counted in the sentence must make up."""
_WORTH_A_CLAUSE = 0.03
"""Share of the whole change, or of all time where that is more, from which a class is worth a clause."""
_MOST_CLAUSES = 3
_TIMES = (
    ProfileColumn("change", "Change"),
    ProfileColumn("before", "Before", "s"),
    ProfileColumn("after", "After", "s"),
    ProfileColumn("difference", "Difference", "s"),
    ProfileColumn("calls_before", "Calls before", "1"),
    ProfileColumn("calls_after", "Calls after", "1"),
)


TEXTS = ("Change", "Before", "After", "Difference", "Calls before", "Calls after", *Change, "Device timeline of the whole captures")
"""Headings and words, for translators."""


class ProfileDifferenceView:
    """The difference of two profiles as it is shown.

    Args:
        difference: Of which.
        before: Name of the baseline.
        after: Name of what is set against it.
    """

    def __init__(self, difference: ProfileDifference, before: str, after: str) -> None:
        self._difference = difference
        self._before = before
        self._after = after

    @property
    def title(self) -> str:
        """What is compared."""
        return f"{self._after} against {self._before}"

    @cached_property
    def summary(self) -> str:
        """What the difference is, in one sentence."""
        before, after = self._difference.seconds
        saved = before - after
        unit = "a step" if self._difference.steps else "over the capture"
        if not max(before, after):
            return "Neither capture holds any work."
        if self._difference.is_mixed:
            return f"{self._mixed_sentence} {self._mixed_times(before, after, unit)}"
        if abs(saved) <= 0.01 * max(before, after):  # what two captures of one program differ by
            head = f"{self._after} takes as much {self._kind} time {unit} as {self._before}: {figures.duration(after)}"
        else:
            verb = "saves" if saved > 0 else "costs"
            more = "" if saved > 0 else " more"
            spans = f"{figures.duration(before)} before, {figures.duration(after)} now"
            head = f"{self._after} {verb} {figures.duration(abs(saved))}{more} of {self._kind} time {unit} ({spans})"
        clauses = self._clauses(saved)
        return f"{head}{': ' if clauses else ''}{'; '.join(clauses)}."

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The summary, and what else is to be known."""
        steps = self._difference.step_s
        more = []
        if steps[0] and steps[1]:
            more.append(f"A step takes {figures.duration(steps[1])} on the host; before {figures.duration(steps[0])}.")
        elif not self._difference.steps:
            more.append("Not both captures have steps, so whole captures are compared.")
        return (self.summary, *more)

    @property
    def _mixed_sentence(self) -> str:
        on_host, on_device = (self._before, self._after) if self._difference.before.by_host else (self._after, self._before)
        return f"Only {on_device} has work of a device: its device time is set against the host time of {on_host}."

    def _mixed_times(self, before: float, after: float, unit: str) -> str:
        places = [("host" if profile.by_host else "device") for profile in (self._difference.before, self._difference.after)]
        spans = [f"{figures.duration(seconds)} on the {place}" for seconds, place in zip((before, after), places, strict=True)]
        return f"Operators take {spans[0]} {unit} in {self._before}, and {spans[1]} in {self._after}."

    @property
    def _kind(self) -> str:
        if self._difference.is_mixed:
            return "own"
        return "host" if self._difference.by_host else "device"

    def _clauses(self, saved: float) -> list[str]:
        """Return what the change is made of: the classes that change most, those that go the same way first."""
        before, after = self._difference.seconds
        least = _WORTH_A_CLAUSE * max(abs(saved), 0.3 * max(before, after))
        worth = [delta for delta in self._difference.classes if abs(delta.seconds) >= least]
        ordered = sorted(worth, key=lambda delta: (delta.seconds * saved > 0, -abs(delta.seconds)))
        return [self._clause(delta) for delta in ordered[:_MOST_CLAUSES]]

    def _clause(self, delta: Delta[OperatorClass]) -> str:
        amount, label = figures.duration(abs(delta.seconds)), LABELS[delta.work_class]
        if delta.change is Change.ADDED:
            return f"{amount} are new {label}"
        if delta.change is Change.GONE:
            return f"{amount} of {label} are gone"
        word = "less" if delta.seconds < 0 else "more"
        return f"{amount} {word} in {self._where(delta)}"

    def _where(self, delta: Delta[OperatorClass]) -> str:
        """Return the place of a class's change: "3 operators of matrix multiplication"."""
        own = [part for part in self._difference.operators if part.work_class is delta.work_class and part.seconds * delta.seconds > 0]
        reached, count = 0.0, 0
        for part in own:
            reached, count = reached + abs(part.seconds), count + 1
            if reached >= _MOST_OF_A_CLASS * abs(delta.seconds):
                break
        label = LABELS[delta.work_class]
        if not own or count > 5:  # more are no place
            return label
        names = list(dict.fromkeys(part.key[0] for part in own[:count]))
        return f"{label} ({figures.listed(names)})"

    # Tables

    @cached_property
    def operators(self) -> ProfileTable:
        """Operators by shapes."""
        columns = (ProfileColumn("operator", "Operator", widest=32), ProfileColumn("shapes", "Shapes", widest=34), *_TIMES)
        rows = tuple((delta.key[0], shapes_text(delta.key[1]) or None, *_values(delta)) for delta in self._difference.operators)
        return ProfileTable("operators", f"Operators by {self._kind} time", columns, rows)

    @cached_property
    def kernels(self) -> ProfileTable:
        """Kernels."""
        columns = (ProfileColumn("kernel", "Kernel", widest=42), ProfileColumn("operator", "Operator", widest=26), *_TIMES)
        rows = tuple((short_kernel_name(delta.key[0]), delta.key[1] or None, *_values(delta)) for delta in self._difference.kernels)
        return ProfileTable("kernels", "Kernels", columns, rows)

    @cached_property
    def classes(self) -> ProfileTable:
        """Classes of work."""
        rows = tuple((LABELS[delta.key], *_values(delta)) for delta in self._difference.classes)
        return ProfileTable("classes", "Classes of work", (ProfileColumn("class", "Class of work"), *_TIMES), rows)

    @cached_property
    def timeline(self) -> ProfileTable:
        """The devices' time."""
        columns = (
            ProfileColumn("part", "Device time"),
            ProfileColumn("before", "Before", "s"),
            ProfileColumn("after", "After", "s"),
            ProfileColumn("difference", "Difference", "s"),
        )
        before, after = self._difference.before.timeline, self._difference.after.timeline
        rows = () if before is None or after is None else tuple(_timeline_rows(before, after))
        return ProfileTable("timeline", "Device timeline of the whole captures", columns, rows)

    @property
    def tables(self) -> Sequence[ProfileTable]:
        """All tables that have rows."""
        return [table for table in (self.timeline, self.classes, self.operators, self.kernels) if table.rows]

    def report(self, *, everything: bool, most: int = 8) -> Report:
        """Return the difference for a terminal: what fits one screen, or all of it."""
        chosen = self.tables if everything else [table for table in (self.operators, self.kernels) if table.rows]
        return Report(self.title, self.sentences, tuple(table.shown(None if everything else most) for table in chosen))

    def document(self) -> dict[str, Any]:
        """Return the difference as JSON values; seconds and calls of one step where `per_step`."""
        before, after = self._difference.seconds
        return {
            "schema": SCHEMA,
            "before": self._before,
            "after": self._after,
            "summary": self.summary,
            "per_step": self._difference.steps is not None,
            "time": "mixed" if self._difference.is_mixed else self._kind,
            "before_s": before,
            "after_s": after,
            "operators": [{"name": delta.key[0], "dims": delta.key[1] or None, **_document(delta)} for delta in self._difference.operators],
            "kernels": [{"name": delta.key[0], "operator": delta.key[1] or None, **_document(delta)} for delta in self._difference.kernels],
            "categories": [{"name": KEYS[delta.key], **_document(delta)} for delta in self._difference.classes],
        }


def trace_names(paths: Sequence[Path]) -> list[str]:
    """Return what files are called: their names, or where two have the same, those of their folders."""
    names = [path.name.removesuffix(".gz").removesuffix(".json") for path in paths]
    folders = [path.absolute().parent.name for path in paths]
    return folders if len(set(names)) < len(set(folders)) else names


def _values(delta: Delta[Any]) -> tuple[Value, ...]:
    before, after = delta.before, delta.after
    return (
        delta.change.value,
        before.seconds if before else None,
        after.seconds if after else None,
        delta.seconds,
        before.calls if before else None,
        after.calls if after else None,
    )


def _document(delta: Delta[Any]) -> dict[str, Any]:
    change, before, after, difference, calls_before, calls_after = _values(delta)
    return {
        "change": change,
        "before_s": before,
        "after_s": after,
        "difference_s": difference,
        "calls_before": calls_before,
        "calls_after": calls_after,
    }


def _timeline_rows(before: DeviceTimeline, after: DeviceTimeline) -> list[tuple[Value, ...]]:
    parts = {
        "computation": "computation_s",
        "exposed communication": "communication_exposed_s",
        "exposed copies": "copy_exposed_s",
        "idle": "idle_s",
        "total": "total_s",
    }
    pairs = [(label, getattr(before, name), getattr(after, name)) for label, name in parts.items()]
    return [(label, old, new, new - old) for label, old, new in pairs]
