"""The difference between two profiles as every surface shows it: a summary sentence, then tables."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.profiles.difference import Change, Delta, ProfileDifference
from gpuscope.profiles.document import null_paths
from gpuscope.profiles.kernel_names import short_kernel_names, short_operator_name
from gpuscope.profiles.operator_classes import KEYS, LABELS, OperatorClass
from gpuscope.profiles.operators import shapes_text
from gpuscope.profiles.roofline import device_name
from gpuscope.profiles.timeline import DeviceTimeline
from gpuscope.reports.model import Report
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable, Value
from gpuscope.system.language import keep_names

SCHEMA = "gpuscope.profile-difference/1"
_MOST_OF_A_CLASS = 0.9
"""Share of a class's change that the operators named in the sentence must account for."""
_WORTH_A_CLAUSE = 0.03
"""Share of the whole change (or of 30 % of all time, if that is more) from which a class gets a clause."""
_MOST_CLAUSES = 3
_WORTH_TELLING = 0.1
"""Time outside the steps, or its change outside of operators, as a share of a step's, from which it is mentioned; less hardly misleads."""
_UNEVEN = 0.1
"""Relative difference of the mean and the median step of a capture from which both are told."""
_LITTLE_IN_COMMON = 0.1
"""Share of time in operators common to both captures below which they may be different programs; for one program on two machines or in
two number formats it exceeds nine tenths."""
_SAVES = "{0} saves {1} of {2} time {3} ({4} before, {5} now)"
_COSTS = "{0} costs {1} more of {2} time {3} ({4} before, {5} now)"
_ENERGY_PER_STEP = "At each run's mean power that is {0} per step; before {1}."
_ENERGY = "At each run's mean power that is {0} over the capture; before {1}."
_OUTSIDE = "Left out is {0} time outside of the steps: {1} before, {2} now"
_OUTSIDE_OPERATORS = "Outside of operators a step takes {0}; before {1}."
_RECORD_BOTH = "Record both with the same activities, such as [ProfilerActivity.CPU, ProfilerActivity.CUDA], while the program works."
_MEANS = "Times per step are means: the mean step takes {0}; before {1}."
_DEVICES = "The devices differ: {0}; before {1}."
_TOGETHER = "Several devices are taken together: busy while any of them works, idle while none does"
_ONE_EACH = "One capture per side: a difference, not a verdict"
_TIMES = (
    ProfileColumn("change", "Change"),
    ProfileColumn("before", "Before", "s"),
    ProfileColumn("after", "After", "s"),
    ProfileColumn("difference", "Difference", "s", signed=True),
    ProfileColumn("energy", "Difference", "J"),
    ProfileColumn("calls_before", "Calls before", "1", minor=True),
    ProfileColumn("calls_after", "Calls after", "1", minor=True),
)


_NO_JOULES = "the mean power of both sides' devices is not known"
_REASONS = {
    **dict.fromkeys(("before_j", "after_j", "difference_j"), _NO_JOULES),
    **dict.fromkeys(("before_s", "calls_before"), "it is new"),
    **dict.fromkeys(("after_s", "calls_after"), "it is gone"),
    "dims": "no shapes of its arguments were recorded, or one of the captures has none",
    "operator": "its launch was not recorded or lies in no operator, or one of the captures has no operators",
}
"""Why a value of a document is null, by its key."""
TEXTS = ("Change", "Before", "After", "Difference", "Calls before", "Calls after", *Change, "Device timeline of the whole captures")
"""Headings and words, for translators."""


class ProfileDifferenceView:
    """The difference between two profiles as it is shown.

    Args:
        difference: The difference to show.
        before: Name of the baseline.
        after: Name of the profile compared with it.
        power_w: Mean power of the devices during each capture or run, in watts; None if it is not known.
    """

    def __init__(
        self, difference: ProfileDifference, before: str, after: str, power_w: tuple[float | None, float | None] = (None, None)
    ) -> None:
        self._difference = difference
        self._before = before
        self._after = after
        keep_names((before, after))
        self._power_w = power_w if difference.before.by_host == difference.after.by_host else (None, None)

    @property
    def title(self) -> str:
        """The names of the two profiles."""
        return f"{self._after} against {self._before}"

    @cached_property
    def summary(self) -> str:
        """The difference in one sentence."""
        if not self._difference.is_comparable:
            return self._incomparable
        before, after = self._difference.seconds
        saved = before - after
        is_alike = abs(saved) <= 0.01 * max(before, after)
        if is_alike:  # typical between two captures of the same program
            head = f"{self._after} takes as much {self._kind} time {self._unit} as {self._before}, {figures.duration(after)}"
        else:
            text = _SAVES if saved > 0 else _COSTS
            times = map(figures.duration, (before, after))
            head = text.format(self._after, figures.duration(abs(saved)), self._kind, self._unit, *times)
        clauses = self._clauses(saved, is_alike=is_alike)
        return f"{head}{': ' if clauses else ''}{'; '.join(clauses)}."

    @property
    def _incomparable(self) -> str:
        """Why there is nothing to compare."""
        match self._difference.has_work:
            case True, True:
                return "One capture holds host calls only, the other device work only: there is nothing to compare."
            case False, False:
                return "Neither capture holds operators or device work: there is nothing to compare."
            case before, _:
                return f"{self._after if before else self._before} holds neither operators nor device work: there is nothing to compare."

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The summary and further remarks."""
        if not self._difference.is_comparable:
            return (self.summary, _RECORD_BOTH)
        means, steps = self._difference.mean_step_s, self._difference.step_s
        devices = [device_name(side) for side in (self._difference.after, self._difference.before)]
        more = [_DEVICES.format(*devices)] if all(devices) and len(set(devices)) > 1 else []
        more += self._energy_sentences
        common = self._difference.common_share
        if common is not None and common < _LITTLE_IN_COMMON:
            more.append(f"Only {figures.percent(common)} of the time is in operators that both have: they may be different programs.")
        if steps[0] and steps[1]:
            more.append(f"The median step takes {figures.duration(steps[1])} on the host; before {figures.duration(steps[0])}.")
            if any(mean and abs(mean - median) > _UNEVEN * mean for mean, median in zip(means, steps, strict=True) if median):
                more.append(_MEANS.format(figures.duration(means[1] or 0.0), figures.duration(means[0] or 0.0)))
        if outside_operators := self._outside_operators:
            more.append(outside_operators)
        if not (steps[0] and steps[1]):
            more.append("Not both captures have steps, so whole captures are compared.")
        elif not self._difference.steps:
            more.append("The steps of one capture hold no work, so whole captures are compared.")
        if self._difference.operators and len(set(self._difference.has_shapes)) > 1:
            more.append("Only one capture holds shapes, so operators are matched by name alone.")
        if (outside := self._difference.outside_s) and max(outside) > _WORTH_TELLING * max(self._difference.seconds):
            more.append(f"{_OUTSIDE.format(self._kind, *map(figures.duration, outside))}.")
        return (self.summary, *more, f"{_ONE_EACH}.")

    @property
    def _outside_operators(self) -> str:
        """What a step takes on the host outside of operators, such as Python and waiting; "" for a device, or if it hardly differs."""
        steps, times = self._difference.mean_step_s, self._difference.seconds
        if not self._difference.by_host or not self._difference.steps or steps[0] is None or steps[1] is None:
            return ""
        before, after = steps[0] - times[0], steps[1] - times[1]
        if min(before, after) <= 0 or abs(after - before) <= _WORTH_TELLING * max(steps[0], steps[1]):
            return ""
        return _OUTSIDE_OPERATORS.format(figures.duration(after), figures.duration(before))

    @property
    def _energy_sentences(self) -> list[str]:
        """Return the device time converted to joules, if the power is known on both sides."""
        before, after = self._joules(self._difference.seconds)
        if before is None or after is None:
            return []
        text = _ENERGY_PER_STEP if self._difference.steps else _ENERGY
        return [text.format(figures.figure(after, "J"), figures.figure(before, "J"))]

    def _joules(self, seconds: tuple[float, float]) -> tuple[float | None, float | None]:
        """Return times before and after as energy at each side's mean power; None for both if either power is not known."""
        before, after = self._power_w
        return (None, None) if before is None or after is None else (seconds[0] * before, seconds[1] * after)

    @property
    def _unit(self) -> str:
        return "per step" if self._difference.steps else "over the capture"

    @property
    def _kind(self) -> str:
        return "host" if self._difference.by_host else "device"

    def _clauses(self, saved: float, *, is_alike: bool) -> list[str]:
        """Return the components of the change: the classes that change most, those in the direction of the total change, if any, first."""
        before, after = self._difference.seconds
        least = _WORTH_A_CLAUSE * max(abs(saved), 0.3 * max(before, after))
        worth = [delta for delta in self._difference.classes if abs(delta.seconds) >= least > 0]
        ordered = sorted(worth, key=lambda delta: (not is_alike and delta.seconds * saved > 0, -abs(delta.seconds)))
        return [self._clause(delta) for delta in ordered[:_MOST_CLAUSES]]

    def _clause(self, delta: Delta[OperatorClass]) -> str:
        amount, label = figures.duration(abs(delta.seconds)), LABELS[delta.work_class]
        if delta.change is Change.ADDED:
            return f"{amount} of {label} are new"
        if delta.change is Change.GONE:
            return f"{amount} of {label} are gone"
        return f"{amount} less in {self._where(delta)}" if delta.seconds < 0 else f"{amount} more in {self._where(delta)}"

    def _where(self, delta: Delta[OperatorClass]) -> str:
        """Return where a class changed: the class, with the names of the operators behind most of the change if they are few."""
        own = [part for part in self._difference.operators if part.work_class is delta.work_class and part.seconds * delta.seconds > 0]
        reached, count = 0.0, 0
        for part in own:
            reached, count = reached + abs(part.seconds), count + 1
            if reached >= _MOST_OF_A_CLASS * abs(delta.seconds):
                break
        label = LABELS[delta.work_class]
        if not own or count > 5:  # too many to name
            return label
        names = list(dict.fromkeys(part.key[0] for part in own[:count]))
        return f"{label} ({', '.join(names)})"

    # Tables

    @cached_property
    def operators(self) -> ProfileTable:
        """Operators by shapes."""
        columns = (
            ProfileColumn("operator", "Operator", widest=32, short=short_operator_name),
            ProfileColumn("shapes", "Shapes", widest=34),
            *_TIMES,
        )
        rows = tuple((delta.key[0], shapes_text(delta.key[1]) or None, *self._values(delta)) for delta in self._difference.operators)
        return self._known(ProfileTable("operators", f"Operators by {self._kind} time", columns, rows).without_unknown("shapes"))

    @cached_property
    def kernels(self) -> ProfileTable:
        """The kernels, with their times before and after."""
        names = short_kernel_names(delta.key[0] for delta in self._difference.kernels)
        columns = (
            ProfileColumn("kernel", "Kernel", widest=42, short=names.__getitem__),
            ProfileColumn("operator", "Operator", widest=26, short=short_operator_name),
            *_TIMES,
        )
        rows = tuple((delta.key[0], delta.key[1] or None, *self._values(delta)) for delta in self._difference.kernels)
        return self._known(ProfileTable("kernels", "Kernels", columns, rows))

    @cached_property
    def classes(self) -> ProfileTable:
        """Classes of work."""
        rows = tuple((LABELS[delta.key], *self._values(delta)) for delta in self._difference.classes)
        return self._known(ProfileTable("classes", "Classes of work", (ProfileColumn("class", "Class of work"), *_TIMES), rows))

    def _known(self, table: ProfileTable) -> ProfileTable:
        return table.without("energy") if None in self._power_w else table

    def _values(self, delta: Delta[Any]) -> tuple[Value, ...]:
        before, after = delta.before, delta.after
        joules = self._joules((before.seconds if before else 0.0, after.seconds if after else 0.0))
        return (
            delta.change.value,
            before.seconds if before else None,
            after.seconds if after else None,
            delta.seconds,
            None if joules[0] is None or joules[1] is None else joules[1] - joules[0],
            before.calls if before else None,
            after.calls if after else None,
        )

    @cached_property
    def timeline(self) -> ProfileTable:
        """The devices' time."""
        columns = (
            ProfileColumn("part", "Device time"),
            ProfileColumn("before", "Before", "s"),
            ProfileColumn("after", "After", "s"),
            ProfileColumn("difference", "Difference", "s", signed=True),
        )
        sides = self._difference.before, self._difference.after
        before, after = sides[0].timeline, sides[1].timeline
        rows = () if before is None or after is None else tuple(_timeline_rows(before, after))
        notes = (f"{_TOGETHER}.",) if any(len(side.device_time.devices) > 1 for side in sides) else ()
        return ProfileTable("timeline", "Device timeline of the whole captures", columns, rows, notes)

    @property
    def tables(self) -> Sequence[ProfileTable]:
        """All tables that have rows."""
        return [table for table in (self.timeline, self.classes, self.operators, self.kernels) if table.rows]

    def report(self, *, everything: bool, most: int = 8) -> Report:
        """Return the difference for a terminal: everything, or at most ``most`` rows of the main tables to fit one screen."""
        chosen = self.tables if everything else [table for table in (self.operators, self.kernels) if table.rows]
        return Report(self.title, self.sentences, tuple(table.shown(None if everything else most) for table in chosen))

    def document(self) -> dict[str, Any]:
        """Return the difference as JSON values, following ``resources/profile-difference.schema.json``."""
        difference = self._difference
        before, after = difference.seconds
        before_j, after_j = self._joules((before, after))
        parts = ("part", "before_s", "after_s", "difference_s")
        document = {
            "schema": SCHEMA,
            "before": self._before,
            "after": self._after,
            "summary": self.summary,
            "sentences": list(self.sentences),
            "per_step": difference.steps is not None,
            "steps_before": len(difference.before.steps),
            "steps_after": len(difference.after.steps),
            "time": self._kind,
            "before_s": before if difference.is_comparable else None,
            "after_s": after if difference.is_comparable else None,
            "before_j": before_j,
            "after_j": after_j,
            "timeline": [dict(zip(parts, row, strict=True)) for row in self.timeline.rows],
            "operators": [{"name": one.key[0], "dims": one.key[1] or None, **self._document(one)} for one in difference.operators],
            "kernels": [{"name": one.key[0], "operator": one.key[1] or None, **self._document(one)} for one in difference.kernels],
            "categories": [{"name": KEYS[one.key], **self._document(one)} for one in difference.classes],
        }
        reasons = {} if difference.is_comparable else dict.fromkeys(("before_s", "after_s"), self._incomparable)
        return {**document, "missing": {path: reasons.get(path) or _REASONS[path.rpartition(".")[2]] for path in null_paths(document)}}

    def _document(self, delta: Delta[Any]) -> dict[str, Any]:
        keys = ("change", "before_s", "after_s", "difference_s", "difference_j", "calls_before", "calls_after")
        return dict(zip(keys, self._values(delta), strict=True))


def trace_names(paths: Sequence[Path]) -> list[str]:
    """Return names for trace files: their file names, or their folders' names if those distinguish more of them."""
    names = [path.name.removesuffix(".gz").removesuffix(".json") for path in paths]
    folders = [path.absolute().parent.name for path in paths]
    return folders if len(set(names)) < len(set(folders)) else names


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
