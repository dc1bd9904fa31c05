import pytest
import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import costs
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.generation import generate
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.models.language import KeyValueCache, LstmClassifier
from gpuscope.workloads.workload_table import operations_per_step

SIZES = {"layers": 2, "heads": 2, "head_width": 8}


class Unrolled(nn.Module):  # type: ignore[misc]
    """The same LSTM from products that torch counts, because it does not count an LSTM's own."""

    def __init__(self, like: LstmClassifier) -> None:
        super().__init__()
        self.like = like

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        lstm, inputs = self.like.lstm, self.like.embedding(words)
        state, cell, states = (torch.zeros(len(words), lstm.hidden_size) for _ in range(3))
        kept = []
        for word in inputs.unbind(1):
            gates = nn.functional.linear(word, lstm.weight_ih_l0, lstm.bias_ih_l0) + nn.functional.linear(
                state, lstm.weight_hh_l0, lstm.bias_hh_l0
            )
            enter, forget, new, leave = gates.chunk(4, 1)
            cell = forget.sigmoid() * cell + enter.sigmoid() * new.tanh()
            state = leave.sigmoid() * cell.tanh()
            kept.append(state)
        states = torch.stack(kept, 1)
        logits: torch.Tensor = self.like.output(states.mean(1))
        return logits


def counted(model: nn.Module, samples: torch.Tensor, is_training: bool) -> int:
    with FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH):
        found = model(samples)
        if is_training:
            found.sum().backward()
    return counter.get_total_flops()


@pytest.mark.parametrize("task", ["training", "inference"])
def test_operations_of_the_lstm_are_those_of_its_products(task: str) -> None:
    spec = resolve(RunSpec("lstm-text", task=task, batch_size=3, options={"hidden": 20}))
    model, words = LstmClassifier(20), torch.randint(2048, (3, 32))
    unrolled = Unrolled(model)
    assert torch.allclose(unrolled(words), model(words), atol=1e-5)
    assert operations_per_step(spec) == counted(unrolled, words, task == "training")


def test_operations_of_training_the_gpt_are_those_that_torch_counts() -> None:
    spec = resolve(RunSpec("gpt", batch_size=3, options={**SIZES, "context": 12}))
    assert operations_per_step(spec) == counted(build_model(spec), torch.randint(256, (3, 12)), is_training=True)
    assert costs.gpt_tokens(spec) == 36


def test_operations_of_a_generation_are_those_that_torch_counts() -> None:
    spec = resolve(RunSpec("gpt", task="inference", batch_size=3, options={**SIZES, "prompt": 7, "new_tokens": 5}))
    model = build_model(spec)
    with torch.inference_mode(), FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH):
        generate(model, torch.randint(256, (3, 7)), 5, KeyValueCache(2, 12))
    assert operations_per_step(spec) == counter.get_total_flops()
    assert costs.gpt_tokens(spec) == 15


def test_parameters() -> None:
    spec = resolve(RunSpec("gpt", options={**SIZES, "context": 12}))
    assert sum(one.numel() for one in build_model(spec).parameters()) == costs.gpt_parameters(spec)
    assert sum(one.numel() for one in LstmClassifier(20).parameters()) == costs.lstm_parameters(20)
