"""A real chain with tiny sizes, and what it does when a stage fails."""

import json
import os
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from gpuscope.cli import chain, parser
from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.recording.variants import stages
from gpuscope.storage.plans import PlanReader, PlanWriter
from tests.cli.stored_runs import store_run, url

TINY = [
    "mnist-mlp",
    "--chain",
    "--steps",
    "100",
    "--warmup-steps",
    "1",
    "--batch-size",
    "8",
    "--threads",
    "1",
    "--set",
    "pretrain_steps=50",
]


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main(["run", *arguments, "--store", url()])
    return code, *capfd.readouterr()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_chain_ends_in_one_table_that_every_form_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Runs only four of the stages, to take seconds; the last is refused if LiteRT is not installed."""
    if find_spec("onnxruntime") is None:  # not importorskip: importing it leaves files open
        pytest.skip("onnxruntime is not installed")
    chosen = ("trained", "distill, onnxruntime", "distill, onnxruntime-int8", "distill, litert")
    monkeypatch.setattr(chain, "stages", lambda spec: [one for one in stages(spec) if one.name in chosen])
    csv = tmp_path / "chain.csv"
    code, out, err = run(capfd, *TINY, "--json", "-o", str(csv))
    assert code == 0, err
    document = json.loads(out)
    assert [one["stage"] for one in document["stages"]] == list(chosen)
    assert all(one["run_id"] or (one["reason"] and one["cure"]) for one in document["stages"])
    for key in ("accuracy", "model_size_bytes", "load_time", "latency_p50", "latency_p99", "throughput", "drift"):
        assert all(entry["value"] is not None for entry in document["metrics"][key]), key
    size, error = ([entry["value"] for entry in document["metrics"][key]] for key in ("model_size_bytes", "max_relative_error"))
    assert size[1] < 0.6 * size[0]
    assert size[2] < 0.35 * size[1]
    assert error[1] < 1e-5 < error[2] < 0.1
    assert "load_time" in csv.read_text()
    assert parser.main(["compare", "--tag", document["tag"], "--store", url()]) == 0
    assert "Deployment: what it takes" in capfd.readouterr().out


class Conductor:
    """Replaces the real one: stores a run for each waiting item, except those that fail.

    Args:
        fails: Text in the group of items that fail; "" for all.
    """

    def __init__(self, fails: str | None = None) -> None:
        self.fails = fails
        self.names: list[str] = []

    def __call__(self, store_url: str, plan_id: str, observer: PlanObserver) -> Plan:
        writer = PlanWriter(store_url)
        plan = writer.read(plan_id)
        for item in [item for item in plan.items if item.state is ItemState.WAITING]:
            self.names.append(item.name)
            observer.item_begins(plan, item)
            run_id = f"c{len(self.names)}"
            if self.fails is not None and self.fails in item.group:
                ended = replace(item, state=ItemState.FAILED, reason="the run of it failed", details={"cure": "The lines above say why."})
            else:
                store_run(run_id, item.spec, len(self.names), name=item.name)
                ended = replace(item, state=ItemState.DONE, run_id=run_id)
                observer.run_started(plan, ended, Path("/nowhere"))
            plan = plan.with_item(ended)
            observer.item_ended(plan, ended)
        plan = replace(plan, state=PlanState.FINISHED)
        writer.update(plan, plan.items)
        return plan


def test_a_stage_that_fails_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    conductor = Conductor("int8-dynamic")
    monkeypatch.setattr(chain, "conduct", conductor)
    code, out, err = run(capfd, *TINY, "--json", "--name", "small")
    assert code == 0
    document = json.loads(out)
    found = {one["stage"]: one for one in document["stages"]}
    assert found["distill, int8-dynamic"] == {
        "stage": "distill, int8-dynamic", "run_id": None, "reason": "the run of it failed", "cure": "The lines above say why.",
    }  # fmt: skip
    assert found["distill, onnxruntime"]["run_id"] is not None
    assert conductor.names[:4] == ["small: trained", "small: distill", "small: distill, int8-dynamic", "small: distill, onnxruntime"]
    assert "distill, int8-dynamic: the run of it failed" in err
    with PlanReader(url()) as reader:
        (plan,) = reader.plans()
    assert (plan.kind, plan.options["tags"]) == (PlanKind.CHAIN, [document["tag"]])


def test_the_file_is_named_when_it_is_written(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setattr(chain, "conduct", Conductor())
    code, out, err = run(capfd, *TINY, "-o", str(tmp_path / "chain.csv"))
    assert (code, (tmp_path / "chain.csv").exists()) == (0, True), err
    assert out.splitlines()[-2].startswith("The stages are kept: gpuscope compare --tag chain-")
    assert out.splitlines()[-1] == f"Written: {tmp_path / 'chain.csv'}"
    assert "Written" not in run(capfd, *TINY)[1]


def test_one_stage_alone_is_no_comparison(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chain, "conduct", Conductor(""))
    code, out, err = run(capfd, *TINY)
    assert (code, out) == (1, "")
    assert "nothing to compare" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*TINY, "--baseline", "10s"), "--baseline with --chain"),
        ((*TINY, "-o", "a.txt"), "a.txt"),
        (("gemm", "--chain"), "no task"),
        (("--chain", "--", "true"), "a command has no stages"),
        (("gemm", "-o", "a.pdf"), "--output without --chain"),
    ],
)
def test_what_cannot_be_is_refused_before_any_run(
    arguments: tuple[str, ...], words: str, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capfd, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert not (gpuscope_home / "runs").exists()


def test_a_detached_chain_tells_of_its_first_run_and_goes_on(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    conductor = Conductor("onnxruntime")
    monkeypatch.setattr(chain, "conduct", conductor)
    read, write = os.pipe()
    with os.fdopen(read) as ready:
        run(capfd, *TINY, "--json", "--ready-fd", str(write))
        assert json.loads(ready.read()) == {"run_id": "c1", "folder": "/nowhere"}
    assert conductor.names[0] == "mnist-mlp: trained"
    assert len(conductor.names) >= 3


def test_a_detached_chain_that_waits_for_a_device_tells_its_plan(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The launcher is told at once, not when the other run has ended."""

    def conduct(store_url: str, plan_id: str, observer: PlanObserver) -> Plan:
        plan = PlanWriter(store_url).read(plan_id)
        observer.waits(plan)
        return replace(plan, state=PlanState.FINISHED)

    monkeypatch.setattr(chain, "conduct", conduct)
    read, write = os.pipe()
    with os.fdopen(read) as ready:
        run(capfd, *TINY, "--ready-fd", str(write))
        told = json.loads(ready.read())
    with PlanReader(url()) as reader:
        assert told["run_id"] == reader.plans()[0].plan_id


def test_a_detached_chain_of_which_nothing_runs_says_why(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chain, "conduct", Conductor(""))
    read, write = os.pipe()
    with os.fdopen(read) as ready:
        run(capfd, *TINY, "--ready-fd", str(write))
        assert json.loads(ready.read())["message"] == "the run of it failed"


def test_a_detached_chain_that_cannot_be_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    read, write = os.pipe()
    with os.fdopen(read) as ready:
        assert run(capfd, *TINY, "--engine", "openvino", "--ready-fd", str(write))[0] == 2
        assert json.loads(ready.read())["message"] == "--engine openvino with --chain"


def test_a_tag_that_no_run_has_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    store_run("a1")
    assert parser.main(["compare", "--tag", "chain-0", "--store", url()]) == 2
    assert "no run has the tag 'chain-0'" in capfd.readouterr().err
