"""Plans of real runs: order, failures, stops, kills and a second conductor."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.cli import conducted_run
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import conductor, plan_folder, planners, standby_pool
from gpuscope.recording.conductor import conduct
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.plan_start import create_plan, remove_item, run_again
from gpuscope.recording.planners import Planner
from gpuscope.recording.process_events import GuardsKilledError
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.standby_pool import StandbyPool
from gpuscope.recording.standby_recorder import StandbyRecorder
from gpuscope.storage.errors import StoreWriteError
from gpuscope.storage.plans import PlanReader, PlanWriter
from gpuscope.storage.sqlite_file import store_path
from gpuscope.system import paths
from gpuscope.system.device_use import DevicePresence, DeviceUse, Holder
from tests.recording.recorders import command, store_url, until
from tests.storage.test_damage import damage


def python(code: str) -> RunSpec:
    """Return the spec of a command."""
    return RunSpec("command", command=(sys.executable, "-c", code))


QUICK = RunSpec("command", command=("true",))
LONG = RunSpec("command", command=("sleep", "60"))


def a_queue(*specs: RunSpec, **options: object) -> str:
    """Store a queue of commands."""
    items = [PlanItem(number, f"item {number}", spec) for number, spec in enumerate(specs)]
    return create_plan(store_url(), PlanKind.QUEUE, "a queue", items, options)


def states(plan: Plan) -> list[ItemState]:
    return [item.state for item in plan.items]


def stored(plan_id: str) -> Plan:
    with PlanReader(store_url()) as reader:
        return plan_folder.true_plan(reader, plan_id)


def runs() -> Sequence[RunRecord]:
    with RunHistory(store_url()) as history:
        return history.runs()


def conducted_elsewhere(plan_id: str) -> "subprocess.Popen[bytes]":
    """Start a conductor as a process of its own."""
    return subprocess.Popen(command("resume", plan_id), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def live_item(plan_id: str) -> PlanItem | None:
    return next((item for item in stored(plan_id).items if item.state is ItemState.RUNNING), None)


def until_recorded(plan_id: str) -> PlanItem:
    """Wait until the workload of an item runs."""
    until(lambda: (item := live_item(plan_id)) and (paths.runs_folder(store_url()) / str(item.run_id) / "recorder.sock").exists())
    item = live_item(plan_id)
    assert item is not None
    return item


def test_a_queue_runs_to_its_end_and_a_failure_does_not_end_it() -> None:
    failing = python("import sys; print('the last word'); sys.exit(3)")
    plan_id = a_queue(QUICK, failing, QUICK, tags=["of a plan"])
    plan = conduct(store_url(), plan_id)
    assert plan == stored(plan_id)
    assert plan.state is PlanState.FINISHED
    assert states(plan) == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
    assert plan.items[1].details["last_lines"] == ["the last word"]
    assert plan.items[1].details["exit_code"] == 3
    with RunHistory(store_url()) as history:
        records = [history.find(str(item.run_id)) for item in plan.items]
        assert [record.run_id for record in reversed(history.runs())] == [item.run_id for item in plan.items]
    assert [record.state for record in records] == [RunState.FINISHED, RunState.FAILED, RunState.FINISHED]
    assert [(record.name, record.tags) for record in records] == [(f"item {number}", ("of a plan",)) for number in range(3)]
    assert [(record.environment["plan"], record.environment["plan.item"]) for record in records] == [(plan_id, n) for n in range(3)]
    assert len(list(paths.runs_folder(store_url()).iterdir())) == 3, "a recorder that was kept ready left nothing"


def test_what_is_refused_now_fails_with_its_cure_and_the_plan_goes_on(tmp_path: Path) -> None:
    gone = PlanItem(1, "gone", RunSpec("command", command=("/no/such/program",)))
    no_device = PlanItem(2, "no device", RunSpec("gemm", device="cuda:63"))
    no_folder = PlanItem(3, "no folder", QUICK, details={"folder": str(tmp_path / "gone")})
    plan_id = create_plan(
        store_url(), PlanKind.QUEUE, "refused", [PlanItem(0, "", QUICK), gone, no_device, no_folder, PlanItem(4, "", QUICK)]
    )
    plan = conduct(store_url(), plan_id)
    assert states(plan) == [ItemState.DONE, *[ItemState.FAILED] * 3, ItemState.DONE]
    assert [item.details["exit_code"] for item in plan.items[1:4]] == [2, 3, 3]
    assert all(item.reason and item.details["cure"] and item.run_id is None for item in plan.items[1:4])
    assert len(runs()) == 2


class _Doubling(Planner):
    """An adaptive plan: the first item is fixed, each further item follows from the record of the previous one."""

    is_open = True

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        if not plan.items or (waiting := super().next(plan, records)) is None:
            return self._another(plan, records)
        return waiting

    def _another(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        count = len(plan.items)
        if count == 2:
            return PlanItem(count, "not here", QUICK, state=ItemState.SKIPPED, reason="only emulated")
        before = [] if count == 0 else [records[str(plan.items[0].run_id)].name]
        return PlanItem(count, f"{count} after {before}", QUICK) if count < 4 else None

    def finish(self, plan: Plan, records: Mapping[str, RunRecord]) -> Mapping[str, object]:
        return {"runs": sorted(records[run_id].name for run_id in records), "items": len(plan.items)}


def test_a_planner_adapts_to_the_records_skips_and_concludes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(planners.PLANNERS, PlanKind.SWEEP, f"{__name__}:_Doubling")
    plan = conduct(store_url(), create_plan(store_url(), PlanKind.SWEEP, "doubling"))
    assert [item.name for item in plan.items] == ["0 after []", "1 after ['0 after []']", "not here", "3 after ['0 after []']"]
    assert states(plan) == [ItemState.DONE, ItemState.DONE, ItemState.SKIPPED, ItemState.DONE]
    assert (plan.items[2].reason, plan.items[2].run_id) == ("only emulated", None)
    assert plan.options["items"] == 4
    assert len(plan.options["runs"]) == 3
    assert stored(plan.plan_id).options == plan.options


def test_an_item_is_appended_to_a_queue_that_runs() -> None:
    plan_id = a_queue(RunSpec("command", command=("sleep", "1")))

    class Appending(PlanObserver):
        def item_begins(self, plan: Plan, item: PlanItem) -> None:
            if item.number == 0:
                assert PlanWriter(store_url()).append(plan.plan_id, [PlanItem(0, "appended", QUICK)])

    plan = conduct(store_url(), plan_id, Appending())
    assert [item.name for item in plan.items] == ["item 0", "appended"]
    assert states(plan) == [ItemState.DONE, ItemState.DONE]


def test_a_second_conductor_is_refused_and_a_plan_is_stopped_and_resumed(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    plan_id = a_queue(QUICK, python(f"import os, time\nif not os.path.exists({str(flag)!r}): time.sleep(60)"), QUICK)
    with conducted_elsewhere(plan_id) as process:
        until(lambda: (item := live_item(plan_id)) is not None and item.number == 1)
        first = until_recorded(plan_id)
        with pytest.raises(UnavailableError, match="run by another process"):
            conduct(store_url(), plan_id)
        plan_folder.request_stop(store_url(), plan_id)
        assert process.wait(20) == 130
    plan = stored(plan_id)
    assert (plan.state, states(plan)) == (PlanState.STOPPED, [ItemState.DONE, ItemState.STOPPED, ItemState.WAITING])
    flag.touch()
    plan = conduct(store_url(), plan_id)
    assert (plan.state, states(plan)) == (PlanState.FINISHED, [ItemState.DONE] * 3)
    assert plan.items[1].details["earlier_runs"] == [first.run_id]
    assert sorted(record.state for record in runs()) == [*[RunState.FINISHED] * 3, RunState.STOPPED]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_plan_with_its_run(number: int) -> None:
    plan_id = a_queue(LONG, QUICK)
    with conducted_elsewhere(plan_id) as process:
        item = until_recorded(plan_id)
        process.send_signal(number)
        assert process.wait(20) == 130
    assert (stored(plan_id).state, states(stored(plan_id))) == (PlanState.STOPPED, [ItemState.STOPPED, ItemState.WAITING])
    with RunHistory(store_url()) as history:
        assert history.find(str(item.run_id)).state is RunState.STOPPED


def test_a_second_ctrl_c_while_processes_end_leaves_the_plan_to_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    close = StandbyPool.close

    def interrupted(pool: StandbyPool) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        close(pool)

    monkeypatch.setattr(StandbyPool, "close", interrupted)
    try:
        plan = conduct(store_url(), a_queue(QUICK))
    except KeyboardInterrupt:
        pytest.fail("nobody learns how the plan goes on")
    assert plan.state is PlanState.FINISHED


def test_a_run_outlives_its_killed_conductor_and_the_resumed_plan_has_it() -> None:
    plan_id = a_queue(RunSpec("command", command=("sleep", "4")), QUICK)
    with conducted_elsewhere(plan_id) as process:
        item = until_recorded(plan_id)
        process.kill()
    until(lambda: stored(plan_id).state is PlanState.INTERRUPTED)  # a recorder that has just been forked holds the lock until its exec
    plan = stored(plan_id)
    assert f"gpuscope resume {plan_id}" in str(plan.reason)
    plan = conduct(store_url(), plan_id)
    assert states(plan) == [ItemState.DONE, ItemState.DONE]
    assert plan.items[0].run_id == item.run_id
    assert len(runs()) == 2


def test_an_item_whose_recorder_is_killed_is_run_again_and_counted(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    plan_id = a_queue(python(f"import os, time\nif not os.path.exists({str(flag)!r}): time.sleep(60)"))
    outcome: list[Plan] = []
    thread = threading.Thread(target=lambda: outcome.append(conduct(store_url(), plan_id)))
    thread.start()
    first = until_recorded(plan_id)
    flag.touch()
    with RunHistory(store_url()) as history:
        until(lambda: history.find(str(first.run_id)).state is RunState.RUNNING)
    os.kill(_recorder_pid(str(first.run_id)), signal.SIGKILL)
    thread.join(60)
    assert states(outcome[0]) == [ItemState.DONE]
    assert outcome[0].items[0].details["earlier_runs"] == [first.run_id]
    with RunHistory(store_url()) as history:
        assert [history.true_state(record).state for record in history.runs()] == [RunState.FINISHED, RunState.INTERRUPTED]


def test_an_item_whose_guards_are_killed_before_it_began_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    poll, refused = StandbyRecorder.poll, list[str]()

    def refusing(recorder: StandbyRecorder, timeout_s: float) -> dict[str, Any] | None:
        message = poll(recorder, timeout_s)
        if message and "state" in message and not refused:
            refused.append(recorder.run_id)
            error = GuardsKilledError("true was not started: its guard process ended", "Try again.")
            return dict(conducted_run.refusal(error))
        return message

    monkeypatch.setattr(StandbyRecorder, "poll", refusing)
    plan = conduct(store_url(), a_queue(QUICK))
    assert states(plan) == [ItemState.DONE]
    assert plan.items[0].details["earlier_runs"] == refused
    assert plan.items[0].run_id not in refused


class _FewProcesses:
    """Limits which recorders can be started, by their number from 0, as a limit on processes does for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, refused: Container[int]) -> None:
        self.started = 0
        self._refused = refused
        monkeypatch.setattr(standby_pool, "StandbyRecorder", self)
        monkeypatch.setattr(standby_pool, "is_possible", lambda: False)  # each recorder is tried once

    def __call__(self, *arguments: Any, **named: Any) -> StandbyRecorder:
        number, self.started = self.started, self.started + 1
        if number in self._refused:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return StandbyRecorder(*arguments, **named)


def test_a_recorder_that_cannot_be_prepared_beside_a_run_is_started_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = _FewProcesses(monkeypatch, {0, 2})  # before the plan, and beside the first run
    plan_id = a_queue(QUICK, QUICK)
    assert states(conduct(store_url(), plan_id)) == [ItemState.DONE, ItemState.DONE]
    assert tries.started == 4


def test_a_plan_without_processes_left_says_so_and_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan_id = a_queue(QUICK, QUICK)
    with monkeypatch.context() as patch:
        _FewProcesses(patch, range(1, 100))
        plan = conduct(store_url(), plan_id)
    assert plan == stored(plan_id)
    assert (plan.state, states(plan)) == (PlanState.FAILED, [ItemState.DONE, ItemState.WAITING])
    assert str(plan.reason).startswith("the recorder of the next run cannot be started: Resource temporarily unavailable")
    assert states(conduct(store_url(), plan_id)) == [ItemState.DONE, ItemState.DONE]


def _recorder_pid(run_id: str) -> int:
    from gpuscope.recording.run_connection import RunConnection

    with RunConnection.open(paths.runs_folder(store_url()) / run_id) as connection:
        return int(connection.request("ping")["pid"])


def test_a_run_that_is_stopped_by_itself_fails_in_a_queue_that_goes_on() -> None:
    from gpuscope.recording.run_connection import RunConnection

    plan_id = a_queue(LONG, QUICK)
    with conducted_elsewhere(plan_id) as process:
        item = until_recorded(plan_id)
        with RunConnection.open(paths.runs_folder(store_url()) / str(item.run_id)) as connection:
            connection.request("stop")
        assert process.wait(30) == 0
    assert states(stored(plan_id)) == [ItemState.FAILED, ItemState.DONE]
    assert stored(plan_id).items[0].reason == "stopped on request"


def test_a_plan_waits_for_the_device_and_says_for_whom() -> None:
    plan_id = a_queue(QUICK)
    other = DevicePresence(Holder("run", "abc", "another"))
    other.join([DeviceUse("cpu")])
    reasons: list[str | None] = []

    class Watching(PlanObserver):
        def waits(self, plan: Plan) -> None:
            reasons.append(stored(plan_id).reason)
            assert stored(plan_id).state is PlanState.WAITING
            other.leave()

    assert conduct(store_url(), plan_id, Watching()).state is PlanState.FINISHED
    assert reasons == ["waits for run another"]
    assert stored(plan_id).reason is None


def test_a_waiting_run_is_removed_from_a_queue_and_one_that_has_begun_is_not() -> None:
    plan_id = a_queue(QUICK, QUICK, QUICK)
    removed: list[bool] = []

    class Removing(PlanObserver):
        def run_started(self, plan: Plan, item: PlanItem, folder: Path) -> None:
            if not removed:
                removed.extend(remove_item(store_url(), plan_id, number) for number in (0, 1, 7))

    plan = conduct(store_url(), plan_id, Removing())
    assert removed == [False, True, False]
    assert states(plan) == states(stored(plan_id)) == [ItemState.DONE, ItemState.SKIPPED, ItemState.DONE]
    assert (plan.state, plan.items[1].reason, len(runs())) == (PlanState.FINISHED, "removed from the queue", 2)


def test_a_run_that_waits_for_its_device_is_removed_too() -> None:
    plan_id = a_queue(QUICK)
    other = DevicePresence(Holder("run", "abc", "another"))
    other.join([DeviceUse("cpu")])

    class Removing(PlanObserver):
        def waits(self, plan: Plan) -> None:
            assert remove_item(store_url(), plan.plan_id, 0)

    try:
        assert conduct(store_url(), plan_id, Removing()).state is PlanState.FINISHED
    finally:
        other.leave()
    assert (states(stored(plan_id)), len(runs())) == ([ItemState.SKIPPED], 0)


def test_a_run_is_removed_while_its_recorder_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    plan_id = a_queue(QUICK, QUICK)
    claim = standby_pool.StandbyPool.claim
    removed: list[bool] = []

    def claim_and_remove(pool: standby_pool.StandbyPool, *, is_last: bool) -> StandbyRecorder:
        recorder = claim(pool, is_last=is_last)
        removed.append(remove_item(store_url(), plan_id, 0))
        return recorder

    monkeypatch.setattr(standby_pool.StandbyPool, "claim", claim_and_remove)
    plan = conduct(store_url(), plan_id, PlanObserver())
    assert removed == [True, False]
    assert states(plan) == states(stored(plan_id)) == [ItemState.SKIPPED, ItemState.DONE]
    assert len(runs()) == 1


def test_runs_that_share_a_device_say_so() -> None:
    plan_id = a_queue(RunSpec("command", command=("sleep", "1.5")))

    class Meeting(PlanObserver):
        def item_begins(self, plan: Plan, item: PlanItem) -> None:
            def meet() -> None:
                until_recorded(plan_id)
                time.sleep(0.3)
                plain = DevicePresence(Holder("run", "abc", "plain"))
                plain.join([DeviceUse("cpu")])
                met.extend(plain.met())
                plain.leave()

            threads.append(threading.Thread(target=meet))
            threads[0].start()

    met: list[str] = []
    threads: list[threading.Thread] = []
    plan = conduct(store_url(), plan_id, Meeting())
    threads[0].join()
    with RunHistory(store_url()) as history:
        record = history.find(str(plan.items[0].run_id))
    assert record.environment["shared_device"] == "run abc (plain)"
    assert met == [f"plan {plan_id} (a queue)", f"run {record.run_id} (item 0)"]


def test_an_item_is_run_again_on_demand() -> None:
    plan_id = a_queue(QUICK, QUICK)
    first = conduct(store_url(), plan_id)
    run_again(store_url(), plan_id, [1])
    second = conduct(store_url(), plan_id)
    assert second.state is PlanState.FINISHED
    assert second.items[0] == first.items[0]
    assert second.items[1].details["earlier_runs"] == [first.items[1].run_id]
    assert len(runs()) == 3


def test_beside_a_damaged_item_the_item_that_was_meant_is_run_again() -> None:
    plan_id = a_queue(QUICK, QUICK, QUICK)
    damage(store_path(store_url()), "UPDATE plan_items SET checksum = 1 WHERE number = 0")
    plan = stored(plan_id)
    PlanWriter(store_url()).update(plan, [replace(item, state=ItemState.DONE) for item in plan.items])
    run_again(store_url(), plan_id, [1])
    assert {item.number: item.state for item in stored(plan_id).items} == {1: ItemState.WAITING, 2: ItemState.DONE}
    with pytest.raises(UsageError, match="no item 0"):
        run_again(store_url(), plan_id, [0])


def test_a_store_that_is_full_for_a_while_holds_the_plan_up_and_one_that_stays_full_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan_id = a_queue(QUICK, QUICK)
    update, calls = PlanWriter.update, list[int]()
    full = range(3, 5)

    def failing(writer: PlanWriter, *arguments: object, synced: bool = True) -> None:
        calls.append(len(calls) + 1)
        if calls[-1] in full:
            raise StoreWriteError("the store cannot be written: its disk is full", "Free some space.")
        update(writer, *arguments, synced=synced)  # type: ignore[arg-type]

    notices: list[str] = []

    class Noting(PlanObserver):
        def notice(self, text: str) -> None:
            notices.append(text)

    monkeypatch.setattr(PlanWriter, "update", failing)
    assert conduct(store_url(), plan_id, Noting()).state is PlanState.FINISHED
    assert notices == ["the store cannot be written: its disk is full; trying again"] * 2
    assert len(runs()) == 2

    full = range(1, 10**6)
    monkeypatch.setattr(conductor, "_STORE_PATIENCE_S", 1.0)
    second = a_queue(QUICK)
    with pytest.raises(StoreWriteError):
        conduct(store_url(), second)
    assert len(runs()) == 2, "nothing runs that the plan cannot keep"
    full = range(0)
    assert states(conduct(store_url(), second)) == [ItemState.DONE]
    assert len(runs()) == 3
