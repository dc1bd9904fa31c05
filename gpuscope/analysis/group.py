"""Runs that stand for one thing, such as the repeats of one spec."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.run_document import flatten
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.core.slowdown import SET_ASIDE


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that stand for one thing.

    Attributes:
        name: In words, unique within a comparison.
        runs: At least one.
    """

    name: str
    runs: tuple[RunRecord, ...]

    @property
    def set_aside(self) -> tuple[RunRecord, ...]:
        """Repeat that heat or a fault slowed, which no value is taken from as long as others are left (measurement.md, S18)."""
        return () if self.is_all_slowed else tuple(run for run in self.runs if _was_slowed(run))

    @property
    def is_all_slowed(self) -> bool:
        """Whether heat or a fault slowed every run, so that none is set aside."""
        return all(_was_slowed(run) for run in self.runs)

    @property
    def unsteady(self) -> int:
        """How many of the compared runs warmed up for as long as they were allowed to and were not steady by then."""
        return sum(run.environment.get("steady") == "no" for run in self.compared)

    @property
    def compared(self) -> tuple[RunRecord, ...]:
        """The runs that values are taken from."""
        return tuple(run for run in self.runs if not _was_slowed(run)) or self.runs


def group_by_spec(runs: Iterable[RunRecord]) -> list[Group]:
    """Return the runs of one spec, seeds aside, as one group each, in the order of their first runs, named by them."""
    by_identity: dict[str, list[RunRecord]] = {}
    for run in runs:
        known = by_identity.setdefault(run.spec.identity(), [])
        if all(other.run_id != run.run_id for other in known):
            known.append(run)
    titles = group_titles([members[0] for members in by_identity.values()])
    return [Group(title, tuple(members)) for title, members in zip(titles, by_identity.values(), strict=True)]


def runs_of(groups: Sequence[Group]) -> list[RunRecord]:
    """Return the runs of all groups."""
    return [run for group in groups for run in group.runs]


def _was_slowed(run: RunRecord) -> bool:
    shares = (result.metrics.get(key) for result in run.devices for key in SET_ASIDE)
    return any(share is not None and share.value is not None and share.value > 0 for share in shares)


_WORDS = {
    "batch_size": "batch {0}",
    "steps": "{0} steps",
    "warmup_steps": "{0} warm-up steps",
    "duration_s": "{0} s measured",
    "warmup_limit_s": "warm-up of at most {0} s",
}
_SELF_EVIDENT = frozenset({"workload", "task", "device", "precision"})
"""Settings whose values say by themselves what they are."""
_SEED = "seed"
_ID = 8
"""Hexadecimal digits of a run's id that a name has: two of 10,000 runs share them in one history of a hundred."""


def group_titles(firsts: Sequence[RunRecord]) -> list[str]:
    """Return a name for each of several groups, no two alike, by their first runs.

    It is the run's own name. Where several have one name, the settings in which their specs differ stand behind it ("batch 64"): the
    seed only where nothing else differs, a run's id only where nothing does.
    """
    named = _distinct_names(
        [" ".join(run.name.split()) for run in firsts], lambda places: _settings([firsts[place].spec for place in places])
    )
    return _distinct_names(named, lambda places: _ids([firsts[place].run_id for place in places]))


def titles_by_start(runs: Sequence[RunRecord]) -> list[str]:
    """Return a name for each of several runs of one thing, no two alike: its own, and when it started, in local time.

    The day stands with the time where they started on several; a run's id where one second has two.
    """
    starts = [run.started_at.astimezone() for run in runs]
    form = "%H:%M:%S" if len({start.date() for start in starts}) == 1 else "%Y-%m-%d %H:%M:%S"
    named = [f"{' '.join(run.name.split())}, {start.strftime(form)}" for run, start in zip(runs, starts, strict=True)]
    return _distinct_names(named, lambda places: _ids([runs[place].run_id for place in places]))


def _distinct_names(names: Sequence[str], words_of: Callable[[Sequence[int]], Iterable[str]]) -> list[str]:
    """Return names with words behind those that are not unique; ``words_of`` gives them for the places of one name."""
    distinct = list(names)
    for name in dict.fromkeys(names):
        places = [place for place, other in enumerate(names) if other == name]
        if len(places) > 1:
            for place, suffix in zip(places, words_of(places), strict=True):
                distinct[place] = f"{name} {suffix}".strip()
    return distinct


def _ids(run_ids: Sequence[str]) -> list[str]:
    short = [run_id[:_ID] for run_id in run_ids]
    return [f"({run_id})" for run_id in (short if len(set(short)) == len(short) else run_ids)]


def _settings(specs: Sequence[RunSpec]) -> list[str]:
    """Return for each spec what it has otherwise than the others."""
    flat = [flatten(spec.to_json()) for spec in specs]
    keys = [key for key in dict.fromkeys(key for document in flat for key in document) if len({document.get(key) for document in flat}) > 1]
    keys = [key for key in keys if key != _SEED] or keys
    settings = [[_said(key, document.get(key)) for key in keys if key != "command"] for document in flat]
    return [", ".join(part for part in (*parts, _own_arguments(spec, specs)) if part) for parts, spec in zip(settings, specs, strict=True)]


def _said(key: str, value: Any) -> str:
    name = key.removeprefix("options.").replace("_", " ")
    shown = "–" if value is None else "yes" if value is True else "no" if value is False else str(value)
    if key in _SELF_EVIDENT:
        return shown
    return _WORDS[key].format(shown) if key in _WORDS else f"{name} {shown}"


def _own_arguments(spec: RunSpec, specs: Sequence[RunSpec]) -> str:
    """Return the words of a command that not all commands have."""
    return " ".join(word for word in spec.command if any(word not in other.command for other in specs))
