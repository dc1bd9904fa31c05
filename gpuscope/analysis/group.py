"""Runs that stand for one thing, such as the repeats of one spec."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpuscope.analysis.group_titles import group_titles
from gpuscope.core.run import RunRecord
from gpuscope.core.slowdown_metrics import SET_ASIDE


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
