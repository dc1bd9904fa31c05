"""Output of ``gpuscope ab`` for runs in turns: of commands, and of workloads that sleep."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.cli import ab as verb
from gpuscope.cli import parser
from gpuscope.core.plan import ItemState, Plan, PlanState
from gpuscope.core.run import RunState
from gpuscope.storage.plans import PlanReader
from gpuscope.storage.store import StoreReader
from gpuscope.workloads.capabilities import Capabilities
from tests.cli.stored_runs import url
from tests.recording.recorders import command, until

TINY = ["gemm", "--set", "size=8", "--steps", "2", "--warmup-steps", "0", "--warmup-limit", "0"]


def run_ab(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main(["ab", "--store", url(), *arguments])
    return code, *capfd.readouterr()


@pytest.mark.usefixtures("naps")
def test_variants_run_in_turns_and_are_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    csv = tmp_path / "ab.csv"
    code, out, err = run_ab(capfd, *TINY, "--vary", "batch-size=1,2", "--repeats", "2", "--json", "-o", str(csv))
    assert code == 0, err
    document = json.loads(out)
    assert [(group["name"], group["n"]) for group in document["groups"]] == [("batch size 1", 2), ("batch size 2", 2)]
    assert [line.rpartition(": ")[2] for line in err.splitlines() if ": repeat " in line] == [
        "batch size 1", "batch size 2", "batch size 2", "batch size 1",
    ]  # fmt: skip
    assert "throughput" in csv.read_text()
    assert "each warms up for its warm-up steps only" in err
    assert err.index("2 repeats will show differences larger than") < err.index("repeat 1 of 2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing varies"),
        (("--vary", "precision=fp32,fp8"), "'fp8' is not known"),
        (("--vary", "device=cpu,cuda:0"), "cuda:0"),
        (("--vary", "batch-size=1,2", "--repeats", "0"), "--repeats 0"),
        (("--vary", "batch-size=1,2", "--until", "much"), "not a share"),
        (("--vary", "batch-size=1,2", "-o", "a.txt"), "a.txt"),
    ],
)
def test_what_cannot_be_is_refused_before_any_run(
    arguments: tuple[str, ...], words: str, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_ab(capfd, *TINY, *arguments)
    assert code in (2, 3)
    assert out == ""
    assert words in err
    assert "repeat 1" not in err


@pytest.mark.usefixtures("naps")
def test_a_variant_whose_number_format_is_emulated_is_warned_of_before_any_run(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    known = replace(Capabilities.load(), cpu_flags=("sse2", "avx512f"))
    monkeypatch.setattr(Capabilities, "load", classmethod(lambda _: known))
    code, _, err = run_ab(capfd, *TINY, "--vary", "precision=fp32,bf16", "--repeats", "1")
    assert code == 0, err
    assert err.count("BF16 is emulated on this processor") == 1
    assert err.index("BF16 is emulated on this processor") < err.index("repeat 1 of 1")


@pytest.mark.usefixtures("naps")
def test_an_ab_whose_conductor_is_killed_is_resumed_to_the_same_comparison(capfd: pytest.CaptureFixture[str]) -> None:
    process = subprocess.Popen(
        command("ab", *TINY, "--vary", "batch-size=1,2", "--repeats", "2", "--store", url()),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with process, PlanReader(url()) as reader:
        until(lambda: (plans := reader.plans()) and plans[0].settled == 1, 60)
        process.kill()
        process.wait()
        (plan,) = reader.plans()
        code = parser.main(["resume", plan.plan_id, "--json", "--store", url()])
        out, err = capfd.readouterr()
        assert code == 0, err
        assert [(group["name"], group["n"]) for group in json.loads(out)["groups"]] == [("batch size 1", 2), ("batch size 2", 2)]
        plan = reader.plan(plan.plan_id)
        assert plan.state is PlanState.FINISHED
    with StoreReader(url()) as store:
        finished = [record.run_id for record in store.runs() if record.state is RunState.FINISHED]
    assert sorted(finished) == sorted(str(item.run_id) for item in plan.items)


def test_a_variant_that_fails_ends_the_ab_with_what_can_be_done(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def failing(store_url: str, plan_id: str, _observer: object) -> Plan:
        with PlanReader(store_url) as reader:
            plan = reader.plan(plan_id)
        done = replace(plan.items[0], state=ItemState.DONE, run_id="a1")
        failed = replace(plan.items[1], state=ItemState.FAILED, reason="no such device", details={"exit_code": 3})
        return replace(plan.with_item(done).with_item(failed), state=PlanState.FAILED)

    monkeypatch.setattr(verb, "conduct", failing)
    code, out, err = run_ab(capfd, *TINY, "--vary", "batch-size=1,2", "--repeats", "2")
    assert (code, out) == (3, "")
    assert "the runs so far are kept: gpuscope compare a1" in err
    assert "'gpuscope resume p" in err
    assert "the run of batch size 2 failed\nno such device" in err


STEPPING = "import gpuscope, sys\nfor _ in range(5):\n  gpuscope.step(samples=int(sys.argv[2]))"


def test_placeholders_of_a_command_vary_and_its_arguments_are_what_differs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "train.py"
    script.write_text(STEPPING)
    code, out, err = run_ab(
        capfd, "--vary", "batch=6,12", "--repeats", "2", "--json", "--", sys.executable, str(script), "--batch", "{batch}"
    )  # fmt: skip
    assert code == 0, err
    document = json.loads(out)
    assert [(group["name"], group["n"]) for group in document["groups"]] == [("batch 6", 2), ("batch 12", 2)]
    assert document["differs"] == [{"key": "--batch", "values": ["6", "12"]}]
    with StoreReader(url()) as store:
        assert sorted(record.samples or 0 for record in store.runs()) == [30, 30, 60, 60]
    assert "warms up" not in err


def test_a_command_that_varies_in_nothing_is_repeated(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_ab(capfd, "--repeats", "2", "--", "true")
    assert code == 0, err
    assert out.startswith("2 runs: ")
    assert "from start to exit on average" in out
    assert "known within ±" in out
    code, out, err = run_ab(capfd, "--repeats", "1", "--json", "--", "true")
    assert json.loads(out)["wall_time"]["n"] == 1
    assert "gpuscope: true: 1 run\n" in err
    assert "1 repeats" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--vary", "batch=1,2", "--", "true"), "the command has no {batch} to vary"),
        (("--vary", "batch=1,1", "--", "true", "{batch}"), "repeats a value"),
        (("--vary", "batch=1", "--", "true", "{batch}"), "1 variant cannot be compared"),
        (("--vary", "x=1,2", "--", "/not/there", "{x}"), "'/not/there' is not found"),
        (("--vary", "x=1,2", "--", "true", "--token={x}"), "secret"),
        (("--precision", "fp32", "--", "true"), "not for a command"),
        (("-o", "a.csv", "--", "true"), "nothing varies"),
    ],
)
def test_variants_of_a_command_that_cannot_be_are_refused(
    arguments: tuple[str, ...], words: str, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_ab(capfd, *arguments)
    assert (code, out) == (2, "")
    assert words in err
