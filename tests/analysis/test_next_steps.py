"""The next steps for a run: the run before it, what to try, and why it cannot be run again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gpuscope.analysis import next_steps
from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.next_steps import MOST_TRIES, repeat_obstacle, run_before, tries
from gpuscope.core.run import RunOrigin, RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.system.redaction import REDACTED
from tests.analysis.records import run_record

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
CNN = RunSpec("cifar-cnn")


def at(minute: int, run_id: str, spec: RunSpec = CNN, **more: Any) -> RunRecord:
    return run_record(run_id, spec, started_at=NOON + timedelta(minutes=minute), **more)


def test_the_run_before_is_the_newest_finished_one_of_the_same_workload_and_task() -> None:
    wanted = at(3, "wanted", replace(CNN, precision="bf16"))
    others = [
        at(1, "older"),
        at(4, "failed", state=RunState.FAILED),
        at(5, "other", RunSpec("mnist-mlp")),
        at(6, "task", replace(CNN, task="inference")),
        at(11, "later"),
    ]
    record = at(10, "this")
    assert run_before(record, [record, *others, wanted]) is wanted
    assert run_before(record, [record, others[1], others[2]]) is None
    assert next_steps.none_before(record) == next_steps.NONE_BEFORE


def test_commands_are_alike_when_they_are_the_same() -> None:
    training, other = RunSpec(COMMAND, command=("python", "train.py")), RunSpec(COMMAND, command=("python", "other.py"))
    before = at(1, "same", training)
    assert run_before(at(5, "this", training), [at(3, "other", other), before]) is before
    assert run_before(at(5, "this", training), [at(3, "other", other)]) is None
    assert next_steps.none_before(at(5, "this", training)) == next_steps.NO_COMMAND_BEFORE


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, ""),
        ({"spec": RunSpec(COMMAND, command=("python", "train.py"))}, ""),
        ({"state": RunState.RUNNING}, next_steps.LIVE),
        ({"origin": RunOrigin("CodeCarbon", "there", NOON)}, "Recorded by CodeCarbon: it cannot be run again."),
        ({"origin": RunOrigin("gpuscope", "there", NOON)}, "Recorded on there: a run here would be on another machine."),
        ({"origin": RunOrigin("gpuscope", "", NOON)}, "Recorded on another machine: a run here would be on another machine."),
        ({"spec": RunSpec(ATTACHED, command=("python", "train.py"))}, next_steps.ATTACHED),
        ({"spec": RunSpec(COMMAND, command=("curl", REDACTED))}, next_steps.SECRET),
    ],
)
def test_what_keeps_a_run_from_being_repeated(more: dict[str, object], reason: str) -> None:
    assert repeat_obstacle(replace(run_record("a"), **more)) == reason  # type: ignore[arg-type]


def test_only_changes_are_tried_and_only_a_few() -> None:
    emulated = run_record("a", RunSpec("mnist-mlp", precision="bf16"), environment={"arithmetic": "emulated"})
    for record in (emulated, run_record("b")):
        expected = [cure for cure in bottleneck(record).cures if cure.values][:MOST_TRIES]
        assert list(tries(record)) == expected
    assert tries(run_record("c", RunSpec(COMMAND, command=("python", "train.py")))) == ()
