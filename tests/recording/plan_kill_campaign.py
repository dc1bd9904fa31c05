"""Kills the processes of plans with SIGKILL at random instants, and resumes the plans.

The victims: conductor, recorder, the recorder kept ready, the process that recorders are forked from, launcher, window, guard and workload.

`python -m tests.recording.plan_kill_campaign [50] [conductor …]`, with the number of kills and the victims, all if none is named.

Each plan is a queue of three short runs with two kills, the first beside a conductor that a launcher or a window starts detached. Then it
is resumed until it is over. After that, every item is done, or, if its workload was killed, has failed with a run of its own that says the
same; no other run of the plan ended that way, and its item remembers each as an earlier run; nothing of the plan is left running, and there
is no folder of an unknown run.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import plan_folder
from gpuscope.recording.plan_start import create_plan
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.plans import PlanReader
from gpuscope.system import device_use, paths
from tests.recording.recorders import command, is_guard, of_home, recorders_by_run, store_url

VICTIMS = ("conductor", "recorder", "standby", "template", "launcher", "guard", "window", "workload")
_STARTERS = ("launcher", "window")
_WORKLOAD = "import time; time.sleep"
_ITEMS = 3
_KILLS_A_PLAN = 2
_LATEST_S = 2.0
_PATIENCE_S = 90.0


def campaign(count: int, seed: int, tell: Callable[[str], None], victims: Sequence[str] = VICTIMS) -> list[str]:
    """Kill about ``count`` times, and return the faults, a line each."""
    chance, kills, troubles = random.Random(seed), 0, list[str]()
    while kills < count:
        plan_id = _a_plan(chance)
        names = [victims[(kills + number) % len(victims)] for number in range(_KILLS_A_PLAN)]
        names.sort(key=lambda name: name not in _STARTERS)
        kills += _KILLS_A_PLAN
        kinds: list[str] = []
        trouble = ""
        try:
            for name in names:
                kinds.append(_kill(plan_id, name, chance))
            _resume_to_its_end(plan_id)
            _check(plan_id, sum(kind.startswith("workload") for kind in kinds))
        except AssertionError as error:
            trouble = f"{', '.join(kinds)}: {error}"
            troubles.append(trouble)
        tell(f"{kills}/{count} {trouble or ', '.join(kinds)}")
    return troubles


def _a_plan(chance: random.Random) -> str:
    specs = [RunSpec("command", command=(sys.executable, "-c", f"{_WORKLOAD}({chance.uniform(0.05, 0.8):.2f})")) for _ in range(_ITEMS)]
    return create_plan(
        store_url(), PlanKind.QUEUE, "killed", [PlanItem(number, f"item {number}", spec) for number, spec in enumerate(specs)]
    )


def _kill(plan_id: str, name: str, chance: random.Random) -> str:
    """Start a conductor for the plan if there is none, and kill a victim after a while; return what was killed and when."""
    starter = None
    if not plan_folder.is_conducted(store_url(), plan_id) and _stored(plan_id).state is not PlanState.FINISHED:
        window = [sys.executable, "-m", "tests.recording.plan_window", plan_id]
        starts = window if name == "window" else command("resume", plan_id, "--detach")
        starter = subprocess.Popen(starts, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after_s = chance.uniform(0.0, 0.8 if name == "launcher" else _LATEST_S)
    try:
        time.sleep(after_s)
        deadline = time.monotonic() + _LATEST_S
        while (victim := _victim(plan_id, name, starter)) is None and name not in _STARTERS and time.monotonic() < deadline:
            time.sleep(0.02)  # between two runs
        if victim is not None:
            with contextlib.suppress(psutil.Error):
                victim.kill()
    finally:
        if starter is not None:
            starter.wait(_PATIENCE_S)
    return f"{name if victim is not None else f'no {name}'} after {after_s:.2f} s"


def _victim(plan_id: str, name: str, starter: "subprocess.Popen[bytes] | None") -> psutil.Process | None:
    if name in _STARTERS:
        return psutil.Process(starter.pid) if starter is not None and starter.poll() is None else None
    live = [item.run_id for item in _stored(plan_id).items if item.state is ItemState.RUNNING]
    for process in of_home():
        with contextlib.suppress(psutil.Error):
            words = process.cmdline()
            if is_guard(words):
                if name == "guard":
                    return process
            elif name == "workload" and _WORKLOAD in words[-1]:
                return process
            if name == "conductor" and "resume" in words and "--ready-fd" in words and "--detach" not in words:
                return process
            if name == "template" and "--template-fd" in words and (parent := process.parent()) and "resume" in parent.cmdline():
                return process
            if name in ("recorder", "standby") and any((run_id in live) == (name == "recorder") for run_id in recorders_by_run([process])):
                return process
    return None


def _stored(plan_id: str) -> Plan:
    with PlanReader(store_url()) as reader:
        return plan_folder.true_plan(reader, plan_id)


def _resume_to_its_end(plan_id: str) -> None:
    """Resume the plan until it is over, as often as needed."""
    deadline = time.monotonic() + _PATIENCE_S
    while (plan := _stored(plan_id)).state is not PlanState.FINISHED or plan_folder.is_conducted(store_url(), plan_id):
        assert time.monotonic() < deadline, (
            f"the plan does not end: {plan.state.value}, {plan.reason}, {[item.state.value for item in plan.items]}"
        )
        if plan_folder.is_conducted(store_url(), plan_id):
            time.sleep(0.05)
        else:
            subprocess.run(command("resume", plan_id), stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_PATIENCE_S)


def _check(plan_id: str, killed_workloads: int) -> None:
    deadline = time.monotonic() + 10.0
    while (left := of_home()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not left, f"left: {[' '.join(process.cmdline())[-120:] for process in left]}"
    plan = _stored(plan_id)
    ends = [item.state for item in plan.items]
    assert ends.count(ItemState.DONE) + ends.count(ItemState.FAILED) == _ITEMS, [(item.state.value, item.reason) for item in plan.items]
    assert ends.count(ItemState.FAILED) <= killed_workloads, [(item.state.value, item.reason) for item in plan.items]
    assert len({item.run_id for item in plan.items}) == _ITEMS
    with RunHistory(store_url()) as history:
        stored = [record.run_id for record in history.runs()]
        records = [history.find(run_id) for run_id in [*stored, *(record.run_id for record in history.young(stored))]]
    mine = [record for record in records if record.environment.get("plan") == plan_id]
    settled = {record.run_id: record for record in mine if record.state in (RunState.FINISHED, RunState.FAILED)}
    by_item = Counter(record.environment["plan.item"] for record in settled.values())
    assert by_item == Counter(range(_ITEMS)), f"settled runs by item: {by_item}"
    of_items = {item.run_id for item in plan.items}
    assert settled.keys() == of_items
    for item in plan.items:
        expected = RunState.FINISHED if item.state is ItemState.DONE else RunState.FAILED
        assert settled[str(item.run_id)].state is expected, f"item {item.number} is {item.state.value}, its run {expected.value}"
    earlier = {run_id for item in plan.items for run_id in item.details.get("earlier_runs", [])}
    assert {record.run_id for record in mine} - of_items <= earlier, "a run is lost"
    without_run = {folder.name for folder in paths.runs_folder(store_url()).iterdir()} - {record.run_id for record in records}
    for name in without_run:
        assert any((paths.runs_folder(store_url()) / name).iterdir()) is False, f"folder {name} holds a run that nobody knows"


def main(arguments: Sequence[str]) -> int:
    """Run a campaign in a folder of its own and print the outcome."""
    numbers = [argument for argument in arguments if argument.isdigit()]
    victims = [name for name in VICTIMS if name in arguments] or list(VICTIMS)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GPUSCOPE_HOME"] = str(Path(folder) / "home")
        os.environ[device_use.VARIABLE] = str(Path(folder) / "runtime")
        count = int(numbers[0]) if numbers else 50
        troubles = campaign(count, time.time_ns() % 1000, lambda text: print(text, flush=True), victims)
    print(f"{count} kills, {len(troubles)} plans with trouble")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
