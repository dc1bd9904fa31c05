"""Groups of runs that are compared as a unit, such as the repeats of one spec."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.run_document import flatten
from gpuscope.core.figures import MISSING
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.core.slowdown import SET_ASIDE


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that are compared as a unit.

    Attributes:
        name: Display name, unique within a comparison.
        runs: At least one.
    """

    name: str
    runs: tuple[RunRecord, ...]

    @property
    def set_aside(self) -> tuple[RunRecord, ...]:
        """Repeats slowed by heat or a fault, excluded from all values as long as other repeats remain (measurement.md, S18)."""
        return () if self.is_all_slowed else tuple(run for run in self.runs if _was_slowed(run))

    @property
    def is_all_slowed(self) -> bool:
        """Whether heat or a fault slowed every run, so that none is set aside."""
        return all(_was_slowed(run) for run in self.runs)

    @property
    def unsteady(self) -> int:
        """Number of compared runs that were still not steady when their warm-up reached its limit."""
        return sum(run.environment.get("steady") == "no" for run in self.compared)

    @property
    def compared(self) -> tuple[RunRecord, ...]:
        """The runs whose values are compared: those not set aside, or all runs if all were slowed."""
        return tuple(run for run in self.runs if not _was_slowed(run)) or self.runs

    @property
    def repeats(self) -> int:
        """Number of compared runs that count for a claim: a run that failed is no repeat, although its values are compared."""
        return sum(counts_for_claim(run) for run in self.compared)


def counts_for_claim(run: RunRecord) -> bool:
    """Return whether a run is a repeat of its group: a run that failed may have done something else than the others."""
    return run.state is not RunState.FAILED


CODE_FACTS = {"git_commit": "commit", "script": "script", "git_changes": "uncommitted changes"}
"""Facts of a run that identify the code of a user's command, and their labels; the last two are digests."""


def measured_thing(run: RunRecord) -> tuple[str, ...]:
    """Return a key that is equal for repeats of one thing: the spec without its seed, and the code of a user's command.

    Needs the run's environment; without it, as in a list of runs, commands of one spec seem to be repeats.
    """
    return run.spec.identity(), *code_of(run)


def code_of(run: RunRecord) -> tuple[str, ...]:
    """Return what identifies the code that a user's command ran, as far as known; () for a workload, whose code is gpuscope's."""
    return tuple(str(run.environment.get(fact) or "") for fact in CODE_FACTS) if run.spec.is_command else ()


def group_repeats(runs: Iterable[RunRecord]) -> list[Group]:
    """Group runs by spec and code, ignoring seeds; groups are in the order of their first runs and named after them."""
    by_identity: dict[tuple[str, ...], list[RunRecord]] = {}
    for run in runs:
        same_spec = by_identity.setdefault(measured_thing(run), [])
        if all(other.run_id != run.run_id for other in same_spec):
            same_spec.append(run)
    titles = group_titles([members[0] for members in by_identity.values()])
    return [Group(title, tuple(members)) for title, members in zip(titles, by_identity.values(), strict=True)]


def runs_of(groups: Sequence[Group]) -> list[RunRecord]:
    """Return the runs of all groups."""
    return [run for group in groups for run in group.runs]


def _was_slowed(run: RunRecord) -> bool:
    shares = (result.metrics.get(key) for result in run.devices for key in SET_ASIDE)
    return any(share is not None and share.value is not None and share.value > 0 for share in shares)


_TEMPLATES = {
    "batch_size": "batch {0}",
    "steps": "{0} steps",
    "warmup_steps": "{0} warm-up steps",
    "duration_s": "{0} s measured",
    "warmup_limit_s": "warm-up of at most {0} s",
}
_SELF_EVIDENT = frozenset({"workload", "task", "device", "precision"})
"""Settings whose values are shown without a label."""
_SEED = "seed"
_ID = 8
"""Hexadecimal digits of a run id used in names: of a hundred histories with 10,000 runs each, one has a collision."""


def group_titles(firsts: Sequence[RunRecord]) -> list[str]:
    """Return a unique name for each of several groups, by their first runs.

    The name is the run's own. Runs with the same name get the settings in which their specs differ appended ("batch 64"): the seed only
    if nothing else differs; commands with different code the start time, which the user recognizes; and the run id only if nothing differs.
    """
    named = _distinct_names(
        [" ".join(run.name.split()) for run in firsts], lambda places: settings_apart([firsts[place].spec for place in places])
    )
    named = _distinct_names(named, lambda places: _starts_of_versions([firsts[place] for place in places]))
    return _distinct_names(named, lambda places: _ids([firsts[place].run_id for place in places]))


def titles_by_start(runs: Sequence[RunRecord], separator: str = ", ") -> list[str]:
    """Return a unique name for each of several runs of the same thing: its own name and its start in local time.

    The date is included if they started on different days, the run id if two started in the same second.

    Args:
        runs: The runs.
        separator: The text between name and start.
    """
    named = [f"{' '.join(run.name.split())}{separator}{start}" for run, start in zip(runs, _starts(runs), strict=True)]
    return _distinct_names(named, lambda places: _ids([runs[place].run_id for place in places]))


def _starts(runs: Sequence[RunRecord]) -> list[str]:
    """Return the starts in local time, with the date if they started on different days."""
    starts = [run.started_at.astimezone() for run in runs]
    form = "%H:%M:%S" if len({start.date() for start in starts}) == 1 else "%Y-%m-%d %H:%M:%S"
    return [start.strftime(form) for start in starts]


def _starts_of_versions(runs: Sequence[RunRecord]) -> list[str]:
    """Return the starts of runs whose code differs; empty texts if it does not."""
    return _starts(runs) if len({code_of(run) for run in runs}) > 1 else [""] * len(runs)


def _distinct_names(names: Sequence[str], suffixes_of: Callable[[Sequence[int]], Iterable[str]]) -> list[str]:
    """Return names with a suffix on those that are not unique; ``suffixes_of`` returns the suffixes for the indices of one name."""
    distinct = list(names)
    for name in dict.fromkeys(names):
        places = [place for place, other in enumerate(names) if other == name]
        if len(places) > 1:
            for place, suffix in zip(places, suffixes_of(places), strict=True):
                distinct[place] = f"{name} {suffix}".strip()
    return distinct


def _ids(run_ids: Sequence[str]) -> list[str]:
    short = [run_id[:_ID] for run_id in run_ids]
    return [f"({run_id})" for run_id in (short if len(set(short)) == len(short) else run_ids)]


def settings_apart(specs: Sequence[RunSpec]) -> list[str]:
    """Return for each spec the settings in which it differs from the others."""
    flat = [flatten(spec.to_json()) for spec in specs]
    keys = [key for key in dict.fromkeys(key for document in flat for key in document) if len({document.get(key) for document in flat}) > 1]
    keys = [key for key in keys if key != _SEED] or keys
    settings = [[_setting_text(key, document.get(key)) for key in keys if key != "command"] for document in flat]
    return [", ".join(part for part in (*parts, _own_arguments(spec, specs)) if part) for parts, spec in zip(settings, specs, strict=True)]


def _setting_text(key: str, value: Any) -> str:
    name = key.removeprefix("options.").replace("_", " ")
    shown = MISSING if value is None else "yes" if value is True else "no" if value is False else str(value)
    if key in _SELF_EVIDENT:
        return shown
    return _TEMPLATES[key].format(shown) if key in _TEMPLATES else f"{name} {shown}"


def _own_arguments(spec: RunSpec, specs: Sequence[RunSpec]) -> str:
    """Return the words of a command that not all commands share."""
    return " ".join(word for word in spec.command if any(word not in other.command for other in specs))
