"""The lanes of a race, and reading them from the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from gpuscope.analysis.group import Group
from gpuscope.analysis.race import Goal, race
from gpuscope.core.run import RunRecord
from gpuscope.recording.race_runs import race_lanes
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.pictures.race_picture import RacePicture, race_picture

LANES = "lanes"


@dataclass(frozen=True, slots=True)
class RaceChoice:
    """The choice of a race.

    Attributes:
        run_ids: Run id of each lane, in order.
        names: Name of each lane; empty to use the runs' own names.
        baseline: Index of the lane that the winner is compared with.
        goal: What the runs race for.
    """

    run_ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    baseline: int = 0
    goal: Goal = Goal.SAMPLES

    @classmethod
    def of_item(cls, item: object) -> Self | None:
        """Return the race requested by another page: run ids, or ``("lanes", {name: id}, baseline name)``; None for anything else."""
        match item:
            case (str() as kind, Mapping() as lanes, str() as baseline) if kind == LANES:
                names = tuple(map(str, lanes))
                return cls(tuple(map(str, lanes.values())), names, names.index(baseline) if baseline in names else 0)
            case list() | tuple():
                return cls(tuple(map(str, item)))
            case str():
                return cls((item,))
            case _:
                return None

    def to_json(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"runs": list(self.run_ids), "names": list(self.names), "baseline": self.baseline, "goal": self.goal.value}

    @classmethod
    def from_json(cls, document: object) -> Self:
        """Read the output of :meth:`to_json`; use defaults for invalid parts."""
        if not isinstance(document, Mapping):
            return cls()
        runs, names, goal = document.get("runs"), document.get("names"), document.get("goal")
        if not isinstance(runs, list) or not all(isinstance(run_id, str) for run_id in runs):
            return cls()
        if not isinstance(names, list) or len(names) != len(runs) or not all(isinstance(name, str) for name in names):
            names = []
        baseline = document.get("baseline")
        place = baseline if isinstance(baseline, int) and 0 <= baseline < len(runs) else 0
        return cls(tuple(runs), tuple(names), place, Goal(goal) if goal in list(Goal) else Goal.SAMPLES)


def group_lanes(groups: Sequence[Group], baseline: str) -> tuple[str, dict[str, str], str]:
    """Return the item that races compared groups, each represented by its run of median throughput."""
    return LANES, {group.name: _middle(group.compared).run_id for group in groups}, baseline


def _middle(runs: Sequence[RunRecord]) -> RunRecord:
    ordered = sorted(runs, key=_throughput)
    return ordered[len(ordered) // 2]


def _throughput(run: RunRecord) -> float:
    known = run.metrics.get("throughput")
    return known.value if known is not None and known.value is not None else -(run.took_s or 0.0)


def read_race(choice: RaceChoice, energy_unit: str, history: RunHistory) -> RacePicture:
    """Read the runs of a choice and return the race's picture; runs on the history's thread.

    Raises:
        UsageError: A run is gone, or the runs cannot race.
        UnavailableError: The store cannot be read.
    """
    records = history.find_all(choice.run_ids)
    names = choice.names if len(records) == len(choice.names) else ()
    return race_picture(race(race_lanes(history, records, names), choice.goal), energy_unit, choice.baseline)
