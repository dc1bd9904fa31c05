from dataclasses import replace

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention
from torch.profiler import ProfilerActivity, profile

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.engines import registry as engines
from gpuscope.workloads.optimizations import registry
from gpuscope.workloads.optimizations.switches import FlashAttention, MathAttention
from gpuscope.workloads.workload_table import workload
from tests.workloads.conftest import Prepare


@pytest.mark.parametrize(("optimization", "operation"), [(FlashAttention, "flash"), (MathAttention, "math")])
def test_only_the_chosen_kernel_runs(optimization: type[FlashAttention | MathAttention], operation: str) -> None:
    numbers = torch.rand(1, 2, 16, 8)
    with optimization().around_step(), profile(activities=[ProfilerActivity.CPU]) as seen:
        scaled_dot_product_attention(numbers, numbers, numbers, is_causal=True)
    kernels = {one.key for one in seen.key_averages() if "_scaled_dot_product_" in one.key}
    assert kernels
    assert all(operation in one for one in kernels)


@pytest.mark.parametrize(
    ("key", "values", "words"),
    [
        ("lstm-text", {"optimize": "flash-attention"}, "it has no attention"),
        ("lstm-text", {"optimize": "sdpa-math"}, "it has no attention"),
        ("mnist-mlp", {"optimize": "sdpa-math"}, "no meaning for mnist-mlp"),
        ("gpt", {"optimize": "flash-attention", "device": "cuda:0"}, "computes in bf16 and fp16, not in fp32"),
        ("gpt", {"optimize": "flash-attention,sdpa-math"}, "cannot be combined"),
    ],
)
def test_what_does_not_fit_is_refused(key: str, values: dict[str, str], words: str) -> None:
    found = registry.refusal(workload(key), resolve(RunSpec(key, **values)))  # type: ignore[arg-type]
    assert found is not None
    assert words in found.message


@pytest.mark.parametrize(
    "values", [{}, {"optimize": "flash-attention"}, {"optimize": "flash-attention", "device": "cuda:0", "precision": "bf16"}]
)
def test_what_fits_is_not(values: dict[str, str]) -> None:
    assert registry.refusal(workload("gpt"), resolve(RunSpec("gpt", **values))) is None  # type: ignore[arg-type]


def test_other_engines_do_not_generate() -> None:
    other = next((key for key in engines.ENGINES if key != "eager"), None)
    if other is None:
        pytest.skip("there is one engine alone")
    found = engines.refusal(workload("gpt"), resolve(RunSpec("gpt", task="inference", engine=other)))
    assert found is not None
    assert "more than one" in found.message


def test_flash_attention_is_refused_on_a_gpu_without_its_kernel(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    one = replace(setting("gpt", precision="bf16"), device=torch.device("cuda:0"))
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (7, 5))
    with pytest.raises(UnavailableError, match=r"needs compute capability 8\.0, and it has 7\.5"):
        FlashAttention().begin(one)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (8, 0))
    FlashAttention().begin(one)
