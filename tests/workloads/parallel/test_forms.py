"""How models are partitioned, and which are refused, within one process."""

import json
import os
import signal
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from gpuscope.core.event import Log, Phase
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.system import processes
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from gpuscope.workloads.launch import PARALLEL
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.operation_count import by_layer
from gpuscope.workloads.optimizations.model_parallel import balanced, linear_pairs, links_of
from gpuscope.workloads.optimizations.parallel_training import blocks
from gpuscope.workloads.parallel import launcher, rank
from gpuscope.workloads.parallel.launcher import failed, torchrun_arguments
from gpuscope.workloads.parallel.ranks import RankChannel
from tests.probe.listener import Listener

CPU = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**40, complete=True)
TINY_GPT = {"layers": 3, "heads": 2, "head_width": 4, "context": 16}


def spec(workload: str, **values: object) -> ResolvedSpec:
    return catalog.resolve(RunSpec(workload, **values))  # type: ignore[arg-type]


def refused(workload: str, **values: object) -> str:
    error = catalog.refusal(spec(workload, **values), CPU)
    return "" if error is None else f"{error.message}. {error.hint}"


@pytest.mark.parametrize("workload", [key for key, one in workload_table.WORKLOADS.items() if "training" in one.tasks])
def test_models_have_what_their_entries_say(workload: str) -> None:
    known = workload_table.workload(workload)
    with torch.device("meta"):
        model = build_model(spec(workload))
    is_chain = hasattr(model, "chain") or isinstance(model, torch.nn.Sequential)
    assert ("pipeline-parallel" in known.parallel) == is_chain
    assert ("tensor-parallel" in known.parallel) == bool(linear_pairs(model))


@pytest.mark.parametrize("workload", ["mnist-mlp", "cifar-cnn", "vgg16-32", "gpt"])
def test_a_chain_gives_what_its_model_gives_and_its_parts_cost_about_the_same(workload: str) -> None:
    chosen = spec(workload, options=TINY_GPT if workload == "gpt" else {})
    model = build_model(chosen).eval()
    links = links_of(model)
    assert all(next(link.parameters(), None) is not None for link in links)
    samples = torch.randint(256, (2, 16)) if workload == "gpt" else torch.randn(2, *workload_table.workload(workload).sample_shape)
    state = samples
    with torch.no_grad():
        for link in links:
            state = link(state)
        assert torch.equal(state, model(samples))
    costs = by_layer(links, workload_table.workload(workload).sample_shape)
    cuts = balanced(costs, 2)
    halves = [sum(costs[begin:end]) for begin, end in pairwise(cuts)]
    assert abs(halves[0] - halves[1]) <= max(costs)


@pytest.mark.parametrize(
    ("costs", "parts", "cuts"),
    [
        ([1, 1, 1, 1], 2, [0, 2, 4]),
        ([9, 1, 1, 1], 2, [0, 1, 4]),
        ([1, 1, 1, 9], 2, [0, 3, 4]),
        ([5, 0, 0], 3, [0, 1, 2, 3]),
        ([2], 1, [0, 1]),
    ],
)
def test_every_part_of_a_chain_has_a_link(costs: list[float], parts: int, cuts: list[int]) -> None:
    assert balanced(costs, parts) == cuts


def test_linear_layers_are_paired_over_what_works_number_by_number() -> None:
    assert linear_pairs(build_model(spec("mnist-mlp"))) == [("0", "2")]
    assert linear_pairs(build_model(spec("alexnet-32"))) == [("16", "19")]
    assert linear_pairs(build_model(spec("gpt", options=TINY_GPT))) == [
        (f"blocks.{number}.{one}", f"blocks.{number}.{other}")
        for number in range(3)
        for one, other in (("query_key_value", "projection"), ("expand", "contract"))
    ]
    assert linear_pairs(build_model(spec("lstm-text"))) == []


def test_weights_are_sharded_block_by_block() -> None:
    assert len(blocks(build_model(spec("gpt", options=TINY_GPT)))) == 3
    assert len(blocks(build_model(spec("cifar-cnn")))) == 4
    assert blocks(build_model(spec("lstm-text"))) == []


@pytest.mark.parametrize(
    ("workload", "values", "words"),
    [
        (
            "mnist-mlp",
            {"ranks": 2},
            "2 ranks need an optimization that spreads the training over them. Add one with --optimize: ddp, fsdp2",
        ),
        ("mnist-mlp", {"nodes": 2}, "2 nodes need an optimization"),
        ("mnist-mlp", {"optimize": "ddp", "nodes": 2}, "2 nodes need a place to meet. Name one of them with --rendezvous HOST:PORT"),
        ("mnist-mlp", {"optimize": "ddp", "nodes": 2, "rendezvous": "host"}, "2 nodes need a place to meet"),
        (
            "mnist-mlp",
            {"optimize": "ddp", "ranks": 3},
            "ddp does not fit mnist-mlp: a batch of 64 samples does not divide into 3 equal parts",
        ),
        (
            "mnist-mlp",
            {"optimize": "pipeline-parallel", "ranks": 2, "batch_size": 6},
            "a batch of 6 samples does not divide into 4 equal parts",
        ),
        (
            "mnist-mlp",
            {"optimize": "ddp,grad-accumulation-4", "ranks": 2, "batch_size": 12},
            "a rank's batch of 6 does not divide into 4 equal parts",
        ),
        ("mnist-mlp", {"optimize": "ddp,fsdp2", "ranks": 2}, "ddp cannot be combined with fsdp2"),
        ("mnist-mlp", {"optimize": "ddp,compile", "ranks": 2}, "compile cannot be combined with ddp"),
        ("mnist-mlp", {"optimize": "ddp", "task": "inference"}, "ddp has no meaning for mnist-mlp (inference)"),
        ("gemm", {"optimize": "ddp"}, "ddp has no meaning for gemm"),
        ("lstm-text", {"optimize": "tensor-parallel", "ranks": 2}, "its model cannot be split this way"),
        ("resnet50-32", {"optimize": "tensor-parallel", "ranks": 2}, "its model cannot be split this way"),
        ("gpt", {"optimize": "tensor-parallel", "ranks": 2, "options": {"heads": 3}}, "3 heads do not divide into 2 equal parts"),
        ("early-stopping", {"optimize": "ddp", "ranks": 2}, "its training runs in a single process"),
        ("cifar-cnn-loader", {"optimize": "ddp", "ranks": 2}, "its training runs in a single process"),
        ("mnist-mlp", {"optimize": "fsdp2", "ranks": 2, "precision": "fp16"}, "gradient scaling for fp16"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(workload: str, values: dict[str, object], words: str) -> None:
    assert words in refused(workload, **values)


def test_every_form_fits_a_training_that_has_its_parts() -> None:
    for key in PARALLEL:
        assert refused("gpt", optimize=key, ranks=2) == ""
        assert refused("mnist-mlp", optimize=key, ranks=2, nodes=2, rendezvous="[fe80::1]:29400") == ""
    assert refused("alexnet-32", optimize="channels-last,grad-accumulation-4,fused-optimizer,ddp", ranks=2) == ""


def test_each_rank_needs_a_gpu_of_its_own() -> None:
    cards = tuple(CudaDevice(number, "A card", 2**34, (9, 0), True) for number in range(2))
    there = Capabilities("2.13.0", cards, None, 2**40, complete=True)
    two = spec("mnist-mlp", device="cuda:0", optimize="ddp", ranks=2)
    assert two.rank_devices == ("cuda:0", "cuda:1")
    assert catalog.refusal(two, there) is None
    error = catalog.refusal(spec("mnist-mlp", device="cuda:1", optimize="ddp", ranks=2), there)
    assert error is not None
    assert error.message == "cuda:2 is not there"


def test_ranks_on_the_cpu_share_its_memory() -> None:
    one = spec("cifar-cnn", batch_size=4096)
    enough = Capabilities("2.13.0", (), None, round(workload_table.workload("cifar-cnn").memory_bytes(one) * 1.5), complete=True)
    assert catalog.refusal(one, enough) is None
    assert catalog.refusal(spec("cifar-cnn", batch_size=4096, optimize="ddp", ranks=8), enough) is not None


def test_a_machines_share_of_a_step_is_told() -> None:
    one, two = spec("gpt", optimize="ddp"), spec("gpt", optimize="ddp", nodes=2, rendezvous="host:1")
    known = workload_table.workload("gpt")
    assert known.samples_per_step(one) == 2 * (known.samples_per_step(two) or 0)
    assert workload_table.operations_per_step(one) == 2 * (workload_table.operations_per_step(two) or 0)


def test_torchrun_is_told_where_machines_meet_and_knows_a_job_by_what_it_runs() -> None:
    alone = torchrun_arguments(spec("mnist-mlp", optimize="ddp", ranks=2), "/a/folder")
    assert alone[alone.index("--rdzv-endpoint") + 1] == "/a/folder/machines"
    assert alone[alone.index("--nproc-per-node") + 1] == "2"
    two = [torchrun_arguments(spec("mnist-mlp", optimize="ddp", nodes=2, rendezvous="host:29400", seed=seed), "") for seed in (0, 0, 1)]
    assert two[0] == two[1] != two[2]
    assert two[0][two[0].index("--rdzv-endpoint") + 1] == "host:29400"


def failure(pid: int, exit_code: int, order: int | None = None, message: str = "") -> SimpleNamespace:
    return SimpleNamespace(pid=pid, exitcode=exit_code, error_file_data={} if order is None else {"order": order}, message=message)


def test_the_rank_that_failed_first_is_named_and_not_those_that_lost_it() -> None:
    lost = "RuntimeError: Connection closed by peer"
    end = failed({0: failure(10, 1, 5, lost), 1: failure(11, -9)}, {11: 5.0, 10: 5.1}, out_of_memory=False)
    assert (end.state, end.exit_code) == ("failed", 1)
    assert end.reason == "rank 1 was ended from outside or by itself: SIGKILL (killed); the other ranks were ended"
    # Detected simultaneously, the other rank first; and long after the other, when torchrun's timeout was over.
    assert (failed({0: failure(10, 1, 5, lost), 1: failure(11, -9)}, {10: 5.0, 11: 5.0}, out_of_memory=False).reason or "").startswith(
        "rank 1"
    )
    assert (failed({0: failure(10, 1, 5, lost), 1: failure(11, -9)}, {10: 5.0, 11: 35.0}, out_of_memory=False).reason or "").startswith(
        "rank 0"
    )
    assert (failed({0: failure(10, 1, 5, lost), 1: failure(11, -15)}, {10: 5.0, 11: 5.2}, out_of_memory=False).reason or "").startswith(
        "rank 0"
    )
    ended = failed({0: failure(10, -15), 1: failure(11, -15)}, {11: 5.0, 10: 5.1}, out_of_memory=False)
    assert ended.reason == "rank 1 was ended from outside or by itself: SIGTERM (terminated); the other ranks were ended"
    end = failed({0: failure(10, 1, 5, lost), 1: failure(11, 2, 4, "cuda:1 is not there")}, {10: 5.0, 11: 5.1}, out_of_memory=True)
    assert (end.exit_code, end.reason) == (2, "rank 1: cuda:1 is not there; the other ranks were ended")
    assert "ran out of main memory" in (failed({0: failure(10, -9)}, {10: 5.0}, out_of_memory=True).reason or "")
    assert failed({3: failure(13, 7)}, {}, out_of_memory=False).reason == "rank 3: exit code 7; the other ranks were ended"


def test_a_rank_that_does_not_lead_tells_of_itself_alone(listener: Listener) -> None:
    channel = RankChannel(str(listener.folder), {"steps": 3}, 1, leads=False)
    channel.say_hello()
    channel.phase("measured")
    channel.log("a word", values={"loss": 2.0})
    channel.close()
    hello, log = listener.events()
    assert isinstance(log, Log)
    assert (log.text, log.values) == ("rank 1: a word", {"loss rank 1": 2.0})
    assert not isinstance(hello, Phase)


def test_a_rank_that_leads_speaks_for_the_run_and_for_itself(listener: Listener) -> None:
    channel = RankChannel(str(listener.folder), {}, 0, leads=True)
    channel.phase("measured")
    channel.log("a word", values={"loss": 2.0})
    channel.log_of_rank(values={"loss": 1.0})
    channel.close()
    _, phase, whole, own = listener.events()
    assert isinstance(phase, Phase)
    assert isinstance(whole, Log)
    assert isinstance(own, Log)
    assert (whole.text, whole.values, own.values) == ("a word", {"loss": 2.0}, {"loss rank 0": 1.0})


def gone_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """List a process that has ended by the time it is examined."""
    monkeypatch.setattr(processes, "children", lambda _: [2**22 + 1])


def test_a_wish_to_stop_before_there_are_ranks_ends_the_launcher_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "children", lambda _: [])
    stop = launcher._PassedOn()
    with stop.deferred(), pytest.raises(KeyboardInterrupt):
        stop._receive(signal.SIGINT, None)
    assert stop.requested


def test_a_rank_that_has_just_been_taken_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_children(monkeypatch)
    monkeypatch.setattr(os, "getsid", lambda _: 1)
    stop, ranks = launcher._PassedOn(), launcher._Ended()
    with stop.deferred():
        stop._receive(signal.SIGINT, None)
    ranks._on_child_end(signal.SIGCHLD, None)
    assert stop.requested
    assert ranks.seen_s == {}


def test_a_word_that_cannot_be_left_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHELASTIC_ERROR_FILE", str(tmp_path / "nowhere" / "word"))
    rank._write_reason("why")
    assert list(tmp_path.iterdir()) == []


def test_torchrun_never_reads_a_part_of_a_ranks_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    word = tmp_path / "error.json"
    word.write_text("whole")
    monkeypatch.setenv("TORCHELASTIC_ERROR_FILE", str(word))
    with word.open() as reading:
        rank._write_reason("why")
        assert reading.read() == "whole"
    assert json.loads(word.read_text())["message"] == "why"
