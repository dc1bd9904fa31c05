"""The text models in the loops."""

import math

import pytest
import torch

from gpuscope.core.event import Log
from gpuscope.core.tolerance import TOLERANCES
from gpuscope.probe.channel import Channel
from gpuscope.workloads import outcome
from gpuscope.workloads.costs import gpt_parameters
from gpuscope.workloads.data.topics import next_bytes
from gpuscope.workloads.loops.generation import generate, run_generation
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.optimizer_step import LossWatch
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models.language import Gpt, KeyValueCache
from gpuscope.workloads.steps.warm_up import WarmUp
from tests.probe.listener import Listener
from tests.workloads.conftest import Prepare
from tests.workloads.loops.test_loops import value

SMALL = {"layers": 1, "heads": 2, "head_width": 8}
GENERATION = {**SMALL, "prompt": 16, "new_tokens": 8}


def test_the_lstm_learns_the_topics(setting: Prepare) -> None:
    found = run_training(setting("lstm-text", threads=1, steps=60, warmup_steps=0, options={"hidden": 32}))
    assert value(found, "accuracy") > 0.4  # the largest topic is 22 % of the passages
    assert found.facts["data_set"] == "Python's help topics"


def test_inference_of_the_lstm_is_of_a_trained_model(setting: Prepare) -> None:
    options = {"hidden": 32, "pretrain_steps": 40}
    found = run_inference(setting("lstm-text", threads=1, task="inference", steps=2, batch_size=8, options=options))
    assert value(found, "accuracy") > 0.3


def test_the_gpt_learns_the_bytes(setting: Prepare, listener: Listener, channel: Channel) -> None:
    one = setting("gpt", threads=1, steps=200, warmup_steps=0, options={**SMALL, "context": 32, "learning_rate": 0.01})
    found = run_training(one)
    channel.close()
    losses = [event.values["loss"] for event in listener.events() if isinstance(event, Log) and "loss" in event.values]
    assert losses[0] == pytest.approx(math.log(256), abs=0.3)  # untrained: all bytes equally likely
    assert value(found, "loss") < 3.4
    spaces = float((next_bytes(one.spec).held_out_labels == ord(" ")).float().mean())  # each Python has a help of its own
    assert value(found, "accuracy") > 1.1 * spaces > 0.19
    assert found.facts["training_samples"] % 32 == 0  # tokens, not windows
    assert found.window is not None
    told = outcome.values(found, one)["tokens_per_s"]["value"]
    assert told == pytest.approx(200 * 8 * 32 / found.window.seconds)


@pytest.mark.parametrize(("key", "task"), [("lstm-text", "training"), ("gpt", "training"), ("gpt", "inference")])
def test_a_seed_repeats_the_loss(setting: Prepare, key: str, task: str) -> None:
    options = (
        {"hidden": 16} if key == "lstm-text" else {**SMALL, "context": 16} if task == "training" else {**GENERATION, "pretrain_steps": 2}
    )
    run = run_training if task == "training" else run_generation
    losses = [
        value(run(setting(key, threads=1, task=task, steps=3, batch_size=4, seed=seed, options=options)), "loss") for seed in (7, 7, 8)
    ]
    assert losses[0] == losses[1]
    assert losses[0] != losses[2]


@pytest.mark.parametrize("precision", ["fp64", "fp32", "bf16"])
def test_generation_tells_prefill_and_decode_apart(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    monkeypatch.setattr("gpuscope.workloads.steps.phases._INTERVAL_S", 0.0)  # a step of every block is timed, however short they are
    one = setting(
        "gpt",
        threads=1,
        task="inference",
        steps=20,
        warmup_steps=2,
        precision=precision,
        batch_size=4,
        options={**GENERATION, "pretrain_steps": 5},
    )
    found = run_generation(one)
    channel.close()
    assert found.window is not None
    assert found.window.steps == 20
    told = [event.values for event in listener.events() if isinstance(event, Log) and "time_prefill" in event.values]
    assert all(set(values) == {"time_data", "time_prefill", "time_decode"} for values in told)
    # Medians of the timed steps, which may be few: beside other processes they took twice the mean of all steps.
    assert 0 < value(found, "time_per_token") < value(found, "time_to_first_token") + found.window.seconds / 20
    assert 0 < value(found, "time_to_first_token") < found.window.seconds
    tokens = outcome.values(found, one)["tokens_per_s"]["value"]
    assert tokens == pytest.approx(20 * 4 * 8 / found.window.seconds)
    assert value(found, "loss") < math.log(256)
    assert value(found, "max_relative_error") <= TOLERANCES[precision]
    assert "within the tolerance" in found.values["max_relative_error"].source
    assert value(found, "drift") <= TOLERANCES[precision]


def test_a_cache_that_mixes_up_its_tokens_is_found_out(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeyValueCache, "extend", lambda self, layer, keys, values: (keys, values))
    found = run_generation(
        setting("gpt", threads=1, task="inference", steps=1, warmup_steps=0, options={**GENERATION, "pretrain_steps": 20})
    )
    assert "beyond the tolerance" in found.values["max_relative_error"].source


def test_generation_of_an_untrained_model_has_no_accuracy(setting: Prepare) -> None:
    found = run_generation(
        setting("gpt", threads=1, task="inference", steps=1, warmup_steps=0, options={**GENERATION, "pretrain_steps": 0})
    )
    assert "not trained" in (found.values["accuracy"].reason or "")


def test_packed_weights_of_a_generation_count_as_parameters(setting: Prepare) -> None:
    options = {**GENERATION, "pretrain_steps": 0}
    one = setting("gpt", threads=1, task="inference", optimize="int8-dynamic", steps=1, warmup_steps=0, options=options)
    assert run_generation(one).facts["parameters"] == gpt_parameters(one.spec)


@pytest.mark.parametrize("optimize", ["flash-attention", "sdpa-math"])
def test_each_kernel_of_attention_gives_the_plain_loss(setting: Prepare, optimize: str) -> None:
    options = {"steps": 3, "warmup_steps": 0, "batch_size": 4, "options": {**SMALL, "context": 32}}
    plain, changed = (value(run_training(setting("gpt", threads=1, optimize=one, **options)), "loss") for one in (None, optimize))
    assert changed == pytest.approx(plain, rel=1e-4)


def test_without_inference_mode_a_generation_keeps_nothing_of_the_one_before() -> None:
    """All tokens of a cache are in the same memory; through it, the graph of a generation would hold those of all before it."""
    model, cache = Gpt(1, 2, 8, 24), KeyValueCache(1, 24)
    prompts = torch.zeros((2, 16), dtype=torch.int64)
    kept, answers = [], []
    for _ in range(2):
        answers.append(generate(model, prompts, 8, cache).tolist())
        kept.append(operations_held(cache))
    assert answers[0] == answers[1]
    assert kept[0] == kept[1] > 0


def operations_held(cache: KeyValueCache) -> int:
    """Return the number of operations that autograd keeps for a cache of one layer."""
    (pair,) = cache._kept
    assert pair is not None
    seen, left = set(), [tensor.grad_fn for tensor in pair]
    while left:
        if (operation := left.pop()) is not None and operation not in seen:
            seen.add(operation)
            left += [earlier for earlier, _ in operation.next_functions]
    return len(seen)


def test_an_epoch_of_text_is_all_of_its_windows(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    epochs: list[float | None] = []

    class Watch(LossWatch):
        def __init__(self, channel: Channel, warm_up: WarmUp, epoch_steps: float | None = None) -> None:
            epochs.append(epoch_steps)
            super().__init__(channel, warm_up, epoch_steps)

    monkeypatch.setattr("gpuscope.workloads.loops.training.LossWatch", Watch)
    one = setting("gpt", threads=1, steps=1, warmup_steps=0, batch_size=4, options={**SMALL, "context": 32})
    run_training(one)
    assert epochs == [len(next_bytes(one.spec).labels) / 4]
