"""``gpuscope ladder``, ``resume`` and ``plans`` on ladders with one short run per rung, which sleeps."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from gpuscope.core.plan import ItemState, Plan, PlanState
from gpuscope.recording.plan_folder import derive_state
from gpuscope.storage.plans import PlanReader
from tests.recording.recorders import ROOT, Done, gpuscope, of_home, store_url, until

SHORT = ("ladder", "mnist-mlp", "--task", "training", "--duration", "0.2", "--warmup-steps", "1", "--threads", "1")
LASTING = (*SHORT[:4], "--duration", "2", *SHORT[6:])
"""With runs long enough to be seen live; they sleep, and cost next to nothing."""
RUNGS = ("CHANNELS_LAST", "FUSED_OPTIMIZER", "LARGER_BATCH")
"""Rungs that need no compilation, which takes seconds: three runs with the base, and one that does not apply."""
FEWER = ("FUSED_OPTIMIZER",)
"""The base and one rung, for behaviour that does not depend on the number of rungs."""
FAILING = """
import os
if "tests.recording.untrained" in sys.modules:
    from gpuscope.workloads import child

    def run(spec, *rest, nap=child._run):
        if "fused-optimizer" in spec.changes:
            os.write(2, b'the optimizer is on fire\\n')
            os._exit(7)
        return nap(spec, *rest)

    child._run = run
"""
KEYS = ["base", "channels-last", "fused-optimizer", "batch"]


def plans() -> list[Plan]:
    if not Path(store_url().removeprefix("sqlite:///")).exists():
        return []
    with PlanReader(store_url()) as reader:
        return [derive_state(store_url(), reader.plan(plan.plan_id)) for plan in reader.plans()]


def program(rungs: Sequence[str]) -> list[str]:
    """Return the command of a `gpuscope` with these rungs above the base."""
    ladder = "".join(f"rungs.{rung}, " for rung in rungs)
    code = f"""import sys; sys.path.insert(0, {str(ROOT)!r})
from gpuscope.workloads import rungs
rungs._LADDERS["cpu", "training"] = ({ladder})
from gpuscope.__main__ import main
sys.exit(main())"""
    return [sys.executable, "-P", "-c", code]


def started(*arguments: str, rungs: Sequence[str] = RUNGS, **variables: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*program(rungs), *arguments],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(*arguments: str, rungs: Sequence[str] = RUNGS, **variables: str) -> Done:
    process = started(*arguments, rungs=rungs, **variables)
    out, err = process.communicate(timeout=100)
    return Done(process.returncode, out, err)


def until_running(group: str) -> Plan:
    until(lambda: any(item.group == group and item.run_id for plan in plans() for item in plan.items), 60)
    return plans()[0]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("trains", [False, pytest.param(True, marks=[pytest.mark.slow, pytest.mark.long])], ids=["naps", "trains"])
def test_a_ladder_is_one_document_on_standard_output_and_a_plan_that_reads_well(
    trains: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The quick variant sleeps; `test_chain` proves that conducted runs train."""
    if not trains:
        request.getfixturevalue("naps")
    done = ended(*SHORT, "--json", "-o", str(tmp_path / "ladder.csv"), rungs=("CHANNELS_LAST", "LARGER_BATCH"))
    assert done.code == 0, done.err
    document = done.document
    assert [rung["adds"] for rung in document["rungs"]] == ["base", "channels-last", "batch"]
    assert {rung["state"] for rung in document["rungs"]} == {"done", "skipped"}
    assert "throughput" in (tmp_path / "ladder.csv").read_text()
    assert "channels-last: skipped" not in done.err
    assert "Channels last: not here, does not fit mnist-mlp" in done.err

    listed = gpuscope("plans", document["plan_id"])
    lines = listed.out.splitlines()
    assert lines[1].split()[3:] == ["One", "thread", *lines[1].split()[5:]]
    assert lines[-1] == document["sentence"]
    assert "×" in next(line for line in lines if "Larger batch" in line)


@pytest.mark.timeout(300)
def test_an_interrupt_ends_with_130_says_how_to_go_on_and_resume_shows_the_ladder(naps: Path) -> None:
    process = started(*LASTING, rungs=FEWER)
    plan = until_running("fused-optimizer")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1].endswith(f"'gpuscope resume {plan.plan_id}' goes on")
    resumed = gpuscope("resume", plan.plan_id)
    assert resumed.code == 0, resumed.err
    assert "Total:" in resumed.out or "No optimization made" in resumed.out
    assert "Fused optimizer" in resumed.out
    assert "Fused optimizer" in resumed.err
    [whole] = plans()
    assert whole.state is PlanState.FINISHED
    assert not of_home()


@pytest.mark.timeout(300)
def test_of_two_ladders_the_second_waits_and_says_once_for_whom(naps: Path) -> None:
    first = started(*LASTING, rungs=FEWER)
    until_running("base")
    second = started(*LASTING, rungs=FEWER)
    until(lambda: any(plan.state is PlanState.WAITING and plan.reason for plan in plans()), 60)
    first.send_signal(signal.SIGINT)
    _, first_err = first.communicate(timeout=120)
    _, second_err = second.communicate(timeout=120)
    assert (first.returncode, second.returncode) == (130, 0), (first_err, second_err)
    waits = [line for line in second_err.splitlines() if "waits for" in line]
    assert len(waits) == 1
    assert "waits for plan mnist-mlp training on cpu; 'gpuscope stop " in waits[0]


def test_a_rung_that_fails_shows_its_last_lines(naps: Path) -> None:
    site = naps / "sitecustomize.py"
    site.write_text(site.read_text(encoding="utf-8") + FAILING, encoding="utf-8")
    done = ended(*SHORT)
    assert done.code == 0, done.err
    lines = done.err.splitlines()
    failed = next(number for number, line in enumerate(lines) if "Fused optimizer: failed" in line)
    assert any("the optimizer is on fire" in line for line in lines[failed + 1 : failed + 9])
    assert "Fused optimizer" in done.out
    assert "failed" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("gemm",), 2, "gemm is a kernel and has no ladder"),
        (("cifar-cnn", "--precision", "bf16"), 2, "adds optimizations, engine and number format itself"),
        (("cifar-cnn", "--repeats", "3"), 2, "--repeats is for --thorough"),
        (("cifar-cnn", "-o", "/nowhere/x.pdf"), 2, "there is no folder /nowhere"),
        (("cifar-cnn", "--device", "cuda:0"), 3, "cuda:0"),
    ],
)
def test_what_is_no_ladder_is_refused_before_any_run(arguments: tuple[str, ...], code: int, words: str) -> None:
    done = gpuscope("ladder", *arguments, "--json")
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert plans() == []


def limit_files(pid: int, limit: int) -> None:
    """Limit the file size of a process and all its descendants, as on a full disk."""
    process = psutil.Process(pid)
    for one in (process, *process.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            resource.prlimit(one.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_disk_that_is_full_for_a_while_costs_at_most_the_rung_that_could_not_begin_which_is_measured_again(naps: Path) -> None:
    process = started(*LASTING)
    assert process.stderr is not None
    until_running("fused-optimizer")
    limit_files(process.pid, 0)
    # A rung that has begun is recorded to its end, and its recorder waits for space without the ladder printing anything. So the limit is
    # lifted after some seconds.
    lifted = threading.Timer(15, limit_files, (process.pid, resource.RLIM_INFINITY))
    lifted.start()
    told: list[str] = []
    while "trying again" not in (line := process.stderr.readline()) and line:
        told.append(line)
    lifted.cancel()
    lifted.join()
    limit_files(process.pid, resource.RLIM_INFINITY)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, "".join(told) + err
    [plan] = plans()
    assert plan.state is PlanState.FINISHED
    assert [item.group for item in plan.items][:5] == [*KEYS, "base again"]
    [rung] = plan.of_group("fused-optimizer")
    refusals = ("nothing can be written", "cannot be written", "No usable temporary directory")  # depends on what meets the full disk first
    assert rung.state is ItemState.DONE or any(refusal in str(rung.reason) for refusal in refusals), rung.reason
    assert plan.of_group("batch")[0].state is ItemState.DONE, "it goes on when there is room again"
    done = ended("resume", plan.plan_id, "--again", "fused-optimizer", "--json")
    assert done.code == 0, done.err
    assert done.document["ladder"]["rungs"][0]["state"] == "done"
    assert {item.group: item.state.value for item in plans()[0].items[:5]} == dict.fromkeys([*KEYS, "base again"], "done") | {
        "channels-last": "skipped"
    }


@pytest.mark.timeout(120)
def test_a_ladder_of_which_no_rung_fits_says_so_with_the_reasons(naps: Path) -> None:
    command = [*program(("CHANNELS_LAST",)), *SHORT]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100, check=False)
    assert "its samples have no channels" in done.stdout, "the reason of each rung"
    assert "No rung of the ladder of mnist-mlp training could be measured here" in done.stderr
    assert done.returncode == 3, "it is not usable here"
    assert "Traceback" not in done.stderr
