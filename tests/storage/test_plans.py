"""Plans are read as they were written; a damaged plan affects no other."""

from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.plan import ItemState, PlanItem, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage import plans, repair
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.schema import AnyRow
from gpuscope.storage.sqlite_file import store_path
from tests.storage.known import a_record
from tests.storage.test_damage import damage

ITEMS = tuple(PlanItem(number, f"item {number}", RunSpec("gemm", seed=number), f"group {number % 2}") for number in range(4))


@pytest.fixture
def writer(url: str) -> PlanWriter:
    return PlanWriter(url)


def a_plan(writer: PlanWriter, name: str = "a plan", items: tuple[PlanItem, ...] = ITEMS) -> str:
    return writer.create(PlanKind.AB, name, {"repeats": 5}, items)


def test_a_plan_comes_back_as_it_was_written(writer: PlanWriter, url: str) -> None:
    plan_id = a_plan(writer)
    with PlanReader(url) as reader:
        plan = reader.plan(plan_id)
        assert reader.plan(plan_id[:6]) == plan
    assert (plan.kind, plan.name, plan.state, plan.options) == (PlanKind.AB, "a plan", PlanState.WAITING, {"repeats": 5})
    assert plan.items == ITEMS
    assert plan == writer.read(plan_id)


def test_the_list_is_newest_first_and_counts_items(writer: PlanWriter, url: str) -> None:
    first, second = a_plan(writer, "first"), a_plan(writer, "second", ())
    done = replace(ITEMS[1], state=ItemState.DONE, run_id="r", details={"factor": 1.5})
    writer.update(replace(writer.read(first), state=PlanState.RUNNING, host="here", reason="why"), [done])
    with PlanReader(url) as reader:
        plans = reader.plans()
        assert reader.plan(first).items[1] == done
    assert [plan.plan_id for plan in plans] == [second, first]
    assert (plans[1].settled, plans[1].total, plans[1].items) == (1, 4, ())
    assert (plans[1].state, plans[1].host, plans[1].reason) == (PlanState.RUNNING, "here", "why")


def test_a_plan_read_again_has_what_has_changed_and_reads_no_more(writer: PlanWriter, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_id, other = a_plan(writer), a_plan(writer, "other")
    read: list[int] = []
    item_of = plans._item_of

    def noted(row: AnyRow, place: int) -> PlanItem:
        read.append(place)
        return item_of(row, place)

    monkeypatch.setattr(plans, "_item_of", noted)
    with PlanReader(url) as reader:
        first = reader.plan(plan_id)
        assert read == [0, 1, 2, 3]
        read.clear()
        assert reader.plan(plan_id) is first
        writer.update(replace(first, state=PlanState.RUNNING), [replace(ITEMS[2], state=ItemState.DONE, run_id="r")], synced=False)
        assert writer.append(plan_id, ITEMS[:1])
        read.clear()
        second = reader.plan(plan_id)
        assert read == [2, 4]
        assert second == writer.read(plan_id)
        assert reader.plan(other).items == ITEMS
        assert reader.plan(plan_id) == second


def test_a_plan_damaged_between_two_reads_is_told(writer: PlanWriter, url: str) -> None:
    plan_id = a_plan(writer)
    with PlanReader(url) as reader:
        reader.plan(plan_id)
        damage(store_path(url), "UPDATE plan_items SET checksum = 1 WHERE number = 2")
        assert reader.plan(plan_id).state is PlanState.DAMAGED
        damage(store_path(url), "UPDATE plan_items SET checksum = NULL, state = 'done' WHERE number = 2")
        assert reader.plan(plan_id).items[2].state is ItemState.DONE
        damage(store_path(url), "UPDATE plan_items SET state = 'failed' WHERE number = 2")
        assert reader.plan(plan_id).items[2].state is ItemState.FAILED


def test_a_plan_grows_and_ends_only_when_nothing_waits(writer: PlanWriter) -> None:
    plan_id = a_plan(writer, items=())
    assert writer.append(plan_id, [ITEMS[3], ITEMS[2]])
    plan = writer.read(plan_id)
    assert [(item.number, item.name) for item in plan.items] == [(0, "item 3"), (1, "item 2")]
    finished = replace(plan, state=PlanState.FINISHED)
    assert not writer.finish(finished)
    assert writer.read(plan_id).state is PlanState.WAITING
    writer.update(plan, [replace(item, state=ItemState.DONE) for item in plan.items])
    assert writer.finish(finished)
    assert not writer.append(plan_id, ITEMS[:1]), "a plan that is over takes nothing more"
    assert writer.read(plan_id).total == 2


def test_a_plan_is_deleted_with_its_items_alone(writer: PlanWriter, url: str) -> None:
    first, second = a_plan(writer), a_plan(writer)
    writer.delete(first)
    with PlanReader(url) as reader:
        assert [(plan.plan_id, plan.total) for plan in reader.plans()] == [(second, 4)]
        assert reader.plan("last").plan_id == second
    for gone in (writer.delete, writer.read):
        with pytest.raises(UsageError, match="there is no plan"):
            gone(first)


def test_a_deleted_plan_comes_back_as_it_was(writer: PlanWriter) -> None:
    first, second = a_plan(writer), a_plan(writer)
    before = writer.read(first)
    writer.update(replace(before, state=PlanState.STOPPED, reason="on request"), [replace(before.items[0], state=ItemState.DONE)])
    before = writer.read(first)
    writer.delete(first)
    writer.restore(before)
    assert writer.read(first) == before
    with pytest.raises(UsageError, match="is there"):
        writer.restore(writer.read(second))


def test_beside_a_damaged_item_the_item_that_was_meant_is_skipped(writer: PlanWriter, path: Path) -> None:
    plan_id = a_plan(writer)
    damage(path, "UPDATE plan_items SET checksum = 1 WHERE number = 0")
    assert writer.skip(plan_id, 1, "not wanted")
    assert not writer.skip(plan_id, 0, "it cannot be read")
    assert [item.number for item in writer.read(plan_id).items if item.state is ItemState.SKIPPED] == [1]


def test_names_that_fit_none_or_several_are_refused(writer: PlanWriter, url: str) -> None:
    a_plan(writer), a_plan(writer)
    with PlanReader(url) as reader:
        with pytest.raises(UsageError, match="several"):
            reader.plan("p")
        for named in ("", " ", "pzz", "%", "p\udcff", "p" * 60_000):
            with pytest.raises(UsageError, match="there is no plan"):
                reader.plan(named)


def test_a_store_that_is_not_there_has_no_plans(url: str, path: Path) -> None:
    with PlanReader(url) as reader:
        assert reader.plans() == []
        with pytest.raises(UsageError):
            reader.plan("p1")
    assert not path.exists()


def test_a_store_that_cannot_be_written_takes_no_plan(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnavailableError):
        PlanWriter(f"sqlite:///{tmp_path}/file/gpuscope.sqlite")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE plans SET name = 'another' WHERE id = 1",
        "UPDATE plans SET options = '[]' WHERE id = 1",
        "UPDATE plans SET state = 7 WHERE id = 1",
        "UPDATE plan_items SET spec = substr(spec, 1, 5) WHERE plan = 1 AND number = 2",
        "UPDATE plan_items SET state = 'dne' WHERE plan = 1 AND number = 0",
        "DELETE FROM plan_items WHERE plan = 1 AND number = 1",
    ],
)
def test_damage_costs_its_own_plan_alone(statement: str, writer: PlanWriter, url: str, path: Path) -> None:
    damaged, sound = a_plan(writer, "damaged"), a_plan(writer, "sound")
    damage(path, statement)
    with PlanReader(url) as reader:
        assert {plan.plan_id for plan in reader.plans()} == {damaged, sound}
        assert reader.plan(damaged).state is PlanState.DAMAGED
        assert reader.plan(sound).items == ITEMS
    assert [damaged in line for line in repair.check(url)] == [True]


def test_a_salvage_brings_sound_plans_over(writer: PlanWriter, url: str, path: Path) -> None:
    from gpuscope.storage.run_writer import RunWriter

    with RunWriter(url, a_record()):
        pass
    a_plan(writer, "damaged")
    sound = a_plan(writer, "sound")
    damage(path, "UPDATE plans SET name = 'another' WHERE id = 1")
    aside = repair.set_aside(url)
    repair.salvage(url, aside)
    with PlanReader(url) as reader:
        assert [(plan.plan_id, plan.name) for plan in reader.plans()] == [(sound, "sound")]
        assert reader.plan(sound).items == ITEMS
    repair.salvage(url, aside)
    with PlanReader(url) as reader:
        assert len(reader.plans()) == 1
