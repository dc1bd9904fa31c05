from collections.abc import Iterator

import pytest
import torch

from gpuscope.workloads.loops.generation import generate
from gpuscope.workloads.models.language import Gpt, KeyValueCache


@pytest.fixture
def model() -> Iterator[Gpt]:
    torch.manual_seed(3)
    with torch.inference_mode():
        yield Gpt(layers=2, heads=2, head_width=8, positions=24).eval()


def test_no_token_sees_those_behind_it(model: Gpt) -> None:
    tokens = torch.randint(256, (2, 12))
    changed = tokens.clone()
    changed[:, 8:] = (changed[:, 8:] + 1) % 256
    before, after = model(tokens), model(changed)
    assert torch.allclose(before[:, :, :8], after[:, :, :8], atol=1e-6)
    assert not torch.allclose(before[:, :, 8:], after[:, :, 8:], atol=1e-3)


def test_the_cache_gives_the_logits_of_the_whole_forward_pass(model: Gpt) -> None:
    tokens = torch.randint(256, (3, 20))
    whole, cache = model(tokens), KeyValueCache(2, 20)
    assert torch.allclose(model(tokens[:, :7], cache)[:, :, 0], whole[:, :, 6], atol=1e-5)
    for place in range(7, 20):
        assert torch.allclose(model(tokens[:, place : place + 1], cache)[:, :, 0], whole[:, :, place], atol=1e-5)
    assert cache.length == 20


def test_generation_with_the_cache_is_that_without_it(model: Gpt) -> None:
    model = model.double()  # then no two logits are nearly equal
    prompts, cache = torch.randint(256, (3, 9)), KeyValueCache(2, 24)
    laps: list[str] = []
    for _ in range(2):  # the second time over the cache that the first has left
        found = generate(model, prompts, 10, cache, laps.append)
        tokens = prompts
        for _ in range(10):
            tokens = torch.cat([tokens, model(tokens)[:, :, -1:].argmax(1)], 1)
        assert torch.equal(found, tokens[:, 9:])
    assert laps == ["prefill", "decode"] * 2
