"""plans, resume, stop and delete on plans, and a run queued behind what is running."""

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.cli import parser, sensor_choice, stop
from gpuscope.cli.plan_progress import PlanProgress
from gpuscope.core.plan import ItemState, PlanItem, PlanKind, PlanState
from gpuscope.core.run import ON_REQUEST
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.plan_folder import PlanFolder, folder_of
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system import processes
from gpuscope.system.device_use import DevicePresence, DeviceUse, Holder
from tests.cli.stored_runs import store_run, url
from tests.recording.recorders import gpuscope, of_home, until

QUICK = RunSpec("command", command=(sys.executable, "-c", "pass"))


def a_plan(*states: ItemState, **changes: Any) -> str:
    """Store a queue with an item in each of these states."""
    writer = PlanWriter(url())
    plan_id = writer.create(
        PlanKind.QUEUE, "a queue", {}, [PlanItem(number, f"item {number}", QUICK, state=state) for number, state in enumerate(states)]
    )
    writer.update(replace(writer.read(plan_id), **changes))
    return plan_id


def verb(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main([*arguments, "--store", url()])
    return code, *capfd.readouterr()


def test_a_plan_that_ended_before_its_first_run_counts_none(capfd: pytest.CaptureFixture[str]) -> None:
    a_plan(state=PlanState.STOPPED)
    assert "stopped      no run yet  a queue" in verb(capfd, "plans")[1]


def test_plans_are_listed_with_how_far_they_are_and_for_whom_they_wait(capfd: pytest.CaptureFixture[str]) -> None:
    here = {"host": os.uname().nodename, "boot_id": processes.boot_id()}
    plan_id = a_plan(ItemState.DONE, ItemState.WAITING, state=PlanState.WAITING, reason="waits for run abc", **here)
    folder = PlanFolder(url(), plan_id)
    code, out, _ = verb(capfd, "plans", "--json")
    (plan,) = json.loads(out)["plans"]
    assert code == 0
    assert {key: plan[key] for key in ("plan_id", "kind", "state", "reason", "done", "total")} == {
        "plan_id": plan_id, "kind": "queue", "state": "waiting", "reason": "waits for run abc", "done": 1, "total": 2,
    }  # fmt: skip
    assert "waits for run abc" in verb(capfd, "plans")[1]
    folder.close()
    code, out, _ = verb(capfd, "plans", plan_id[:5], "--json")
    document = json.loads(out)
    assert (document["state"], [item["state"] for item in document["items"]]) == ("interrupted", ["done", "waiting"])
    assert "item 1" in verb(capfd, "plans", plan_id)[1]


@pytest.mark.parametrize("name", ["plans", "stop", "resume", "delete"])
def test_an_unknown_plan_is_refused(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    a_plan()
    code, _, err = verb(capfd, name, "p0dead")
    assert code == 2
    assert "there is no plan 'p0dead'" in err


def test_a_plan_is_resumed_to_its_end_and_then_has_nothing_left(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.WAITING)
    code, out, err = verb(capfd, "resume", plan_id, "--json")
    assert (code, json.loads(out)["state"]) == (0, "finished"), err
    code, _, err = verb(capfd, "resume", plan_id)
    assert code == 2
    assert "is finished" in err
    code, _, err = verb(capfd, "resume", plan_id, "--again", "7")
    assert code == 2
    assert "no item 7" in err
    assert verb(capfd, "stop", plan_id)[1] == f"Plan {plan_id} has already ended: finished.\n"


def test_a_resumed_plan_says_what_failed(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.WAITING, ItemState.FAILED)
    code, out, _ = verb(capfd, "resume", plan_id)
    assert (code, out) == (0, f"plan {plan_id}: 2 of 2 runs done, 1 of them failed\n")
    cannot = PlanWriter(url()).create(PlanKind.AB, "failed", {}, [PlanItem(0, "", QUICK, state=ItemState.FAILED, reason="no torch")])
    code, _, err = verb(capfd, "resume", cannot)
    assert code == 1
    assert "no torch" in err


def test_a_conducted_plan_is_neither_conducted_twice_nor_deleted(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.WAITING)
    folder = PlanFolder(url(), plan_id)
    code, _, err = verb(capfd, "resume", plan_id)
    assert code == 3
    assert "run by another process" in err
    code, _, err = verb(capfd, "delete", plan_id)
    assert code == 2
    assert "is running and cannot be deleted" in err
    folder.close()
    store_run("a1")
    code, out, _ = verb(capfd, "delete", plan_id, "a1", "--json")
    assert (code, json.loads(out)) == (0, {"deleted": ["a1"], "deleted_plans": [plan_id]})
    assert not folder_of(url(), plan_id).exists()
    with PlanReader(url()) as reader:
        assert reader.plans() == []


def test_a_plan_of_another_machine_is_left_to_it(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop, "PATIENCE_S", 0.3)
    plan_id = a_plan(ItemState.WAITING, state=PlanState.RUNNING, host="elsewhere", boot_id="another")
    code, _, err = verb(capfd, "resume", plan_id)
    assert (code, err.splitlines()) == (
        2,
        [
            f"gpuscope: plan {plan_id} is running on elsewhere",
            f"Stop it there; when that machine is gone: gpuscope resume {plan_id} --take-over",
        ],
    )
    code, _, err = verb(capfd, "stop", plan_id)
    assert (code, err.splitlines()) == (
        1,
        [
            f"gpuscope: plan {plan_id} is still running on elsewhere",
            f"When that machine is gone: gpuscope resume {plan_id} --take-over",
        ],
    )
    code, out, err = verb(capfd, "resume", plan_id, "--take-over", "--json")
    assert (code, json.loads(out)["state"]) == (0, "finished"), err


def test_a_plan_that_another_machine_conducts_is_not_deleted(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.WAITING, state=PlanState.RUNNING, host="elsewhere", boot_id="another")
    code, _, err = verb(capfd, "delete", plan_id)
    assert (code, err.splitlines()) == (
        2,
        [
            f"gpuscope: plan {plan_id} is running on elsewhere and cannot be deleted",
            f"Stop it there; when that machine is gone: gpuscope resume {plan_id} --take-over",
        ],
    )
    with PlanReader(url()) as reader:
        assert [plan.plan_id for plan in reader.plans()] == [plan_id]


@pytest.mark.parametrize("name", ["show", "compare", "export", "race", "edit"])
def test_a_plan_in_the_place_of_a_run_is_pointed_to_its_verb(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.DONE)
    more = {"compare": ["last"], "race": ["last"], "export": ["-o", str(tmp_path / "x.gpuscope")], "edit": ["--note", "x"]}
    code, _, err = verb(capfd, name, plan_id, *more.get(name, []))
    assert (code, err.splitlines()) == (
        2,
        [f"gpuscope: {plan_id} names a plan, not a run", f"'gpuscope plans {plan_id}' shows it with its runs."],
    )


def test_an_item_to_be_run_again_is_named_by_its_number_or_its_rung(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.DONE)
    code, _, err = verb(capfd, "resume", plan_id, "--again", "compile")
    assert (code, err.splitlines()[0]) == (2, "gpuscope: --again: 'compile' is not a number of an item")
    rung = PlanItem(0, "ladder: Compiled", QUICK, "compile", ItemState.SKIPPED, details={"title": "Compiled"})
    plan_id = PlanWriter(url()).create(PlanKind.LADDER, "a ladder", {}, [rung])
    code, _, err = verb(capfd, "resume", plan_id, "--again", "jax")
    assert (code, err.splitlines()) == (2, [f"gpuscope: plan {plan_id} has no rung 'jax'", "Its rungs: compile."])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ladder", "a command has no ladder: the rungs change how a model is trained or run"),
        ("sweep", "a command has no settings to sweep"),
    ],
)
def test_a_command_has_neither_ladder_nor_sweep(name: str, sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert parser.main([name, "--store", url(), "--", "true"]) == 2
    assert f"gpuscope: {sentence}" in capfd.readouterr().err


def test_stop_says_of_a_plan_that_nobody_conducts_how_it_stands(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.WAITING)
    assert verb(capfd, "stop", plan_id)[:2] == (
        0,
        f"Plan {plan_id} is not running: waiting. 'gpuscope resume {plan_id}' goes on with it.\n",
    )


@pytest.mark.parametrize("name", ["stop", "delete"])
def test_a_name_that_cannot_be_a_plan_s_is_that_of_a_run(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    a_plan()
    code, _, err = verb(capfd, name, "python")
    assert (code, "run" in err, "plan" in err) == (2, True, False)


def test_deleting_a_plan_leaves_its_runs(capfd: pytest.CaptureFixture[str]) -> None:
    store_run("a1")
    assert verb(capfd, "delete", a_plan(ItemState.DONE))[0] == 0
    with StoreReader(url()) as reader:
        assert [record.run_id for record in reader.runs()] == ["a1"]


def test_a_run_waits_for_what_runs_and_the_next_joins_its_queue(capfd: pytest.CaptureFixture[str]) -> None:
    other = DevicePresence(Holder("run", "abc", "another"))
    other.join([DeviceUse("cpu")])
    first = json.loads(verb(capfd, "run", "--after", "--name", "first", "--json", "--", "true")[1])
    second = json.loads(verb(capfd, "run", "--after", "--name", "second", "--json", "--", "true")[1])
    assert second == {"plan_id": first["plan_id"], "appended": True}
    assert first["appended"] is False
    with PlanReader(url()) as reader:
        until(lambda: reader.plan(first["plan_id"]).reason == "waits for run another")
        other.leave()
        until(lambda: reader.plan(first["plan_id"]).state is PlanState.FINISHED, 60)
        assert [(item.name, item.state) for item in reader.plan(first["plan_id"]).items] == [
            ("first", ItemState.DONE), ("second", ItemState.DONE),
        ]  # fmt: skip
    until(lambda: not of_home())


@pytest.mark.parametrize("flags", [(), ("--detach",)], ids=" ".join)
def test_a_run_that_begins_beside_another_says_so(flags: tuple[str, ...]) -> None:
    other = DevicePresence(Holder("run", "abc", "another"))
    assert other.join([DeviceUse("cpu")]) == ()
    done = gpuscope("run", *flags, "--", "true")
    other.leave()
    assert done.code == 0
    assert done.err.count("also runs on this device: run abc (another); both will measure slower") == 1
    until(lambda: not of_home())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("mnist-mlp", "--after", "--chain"), "--after with --chain"),
        (("no-such", "--after"), "no-such"),
        (("mnist-mlp", "--after", "--device", "cuda:63"), "cuda:63"),
        (("--after", "--", "true", "--password=abcdefgh"), "a secret"),
    ],
)
def test_what_would_be_refused_then_is_refused_now(arguments: tuple[str, ...], sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = verb(capfd, "run", *arguments)
    assert code in (2, 3)
    assert sentence in err


def test_a_store_that_cannot_be_written_takes_no_plan(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert parser.main(["run", "--after", "--store", f"sqlite:///{tmp_path}/file/a.sqlite", "--", "true"]) == 3


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({}, []),
        ({"sensor": None, "power_hz": 10}, ["--power-hz", "10"]),
        ({"sensor": ["simulated:2"], "power_hz": 20}, ["--sensor", "simulated:2", "--power-hz", "20"]),
    ],
    ids=str,
)
def test_sensors_and_their_rate_are_passed_on_to_the_runs_of_a_plan(flags: dict[str, Any], expected: list[str]) -> None:
    assert sensor_choice.run_arguments(argparse.Namespace(**flags)) == expected


def test_what_was_stopped_on_request_says_so_once(capfd: pytest.CaptureFixture[str]) -> None:
    plan_id = a_plan(ItemState.STOPPED, state=PlanState.STOPPED, reason=ON_REQUEST)
    writer = PlanWriter(url())
    plan = writer.read(plan_id)
    writer.update(plan, [replace(plan.items[0], reason=ON_REQUEST)])
    out = verb(capfd, "plans", plan_id)[1]
    assert out.count("stopped") == 2, "the plan and its item, once each"
    assert json.loads(verb(capfd, "plans", plan_id, "--json")[1])["reason"] == ON_REQUEST


def test_a_stopped_item_is_told_once_while_its_plan_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    item = PlanItem(0, "item 0", QUICK, state=ItemState.STOPPED, reason=ON_REQUEST)
    PlanProgress().item_ended(PlanWriter(url()).read(a_plan(ItemState.STOPPED)), item)
    assert capfd.readouterr().err == "gpuscope: item 0: stopped\n"
