"""Which runs race: those passed by other pages, and the median run of each group."""

from typing import Any

import pytest

from gpuscope.analysis.group import Group
from gpuscope.analysis.race import Goal
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.race.race_choice import RaceChoice, group_lanes
from tests.analysis.records import measured, run_record


def repeat(run_id: str, samples_per_s: float | None, **more: Any) -> RunRecord:
    return run_record(run_id, None, {} if samples_per_s is None else {"throughput": measured(samples_per_s, "samples/s")}, **more)


def test_of_repeats_the_one_in_the_middle_races() -> None:
    groups = [
        Group("eager", (repeat("a", 30.0), repeat("b", 10.0), repeat("c", 20.0))),
        Group("command", (repeat("d", None, wall_s=9.0), repeat("e", None, wall_s=3.0), repeat("f", None, wall_s=5.0))),
    ]
    assert group_lanes(groups, "eager") == ("lanes", {"eager": "c", "command": "f"}, "eager")
    choice = RaceChoice.of_item(group_lanes(groups, "command"))
    assert choice == RaceChoice(("c", "f"), ("eager", "command"), 1)


@pytest.mark.parametrize(
    ("item", "expected"),
    [(["a", "b"], RaceChoice(("a", "b"))), ("a", RaceChoice(("a",))), (None, None), (7, None), ({"a": "b"}, None)],
)
def test_an_item_is_runs_or_nothing(item: object, expected: RaceChoice | None) -> None:
    assert RaceChoice.of_item(item) == expected


def test_it_is_found_again_and_nonsense_is_none() -> None:
    choice = RaceChoice(("a", "b"), ("one", "two"), 1, Goal.TIME)
    assert RaceChoice.from_json(choice.to_json()) == choice
    unfit: tuple[object, ...] = (None, 7, [], {}, {"runs": "ab"}, {"runs": [1, 2]})
    for nonsense in unfit:
        assert RaceChoice.from_json(nonsense) == RaceChoice()
    partly = RaceChoice.from_json({"runs": ["a", "b"], "names": ["one"], "baseline": 9, "goal": "own goal"})
    assert partly == RaceChoice(("a", "b"))
