"""Optimizers without torch's compiler: the same weights as torch's own, and the compiler is not imported."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from gpuscope.workloads.models.eager_optimizers import eager
from gpuscope.workloads.parallel.launcher import MEETING

ARGUMENTS: dict[type[torch.optim.Optimizer], tuple[dict[str, Any], ...]] = {
    torch.optim.SGD: ({}, {"momentum": 0.9}, {"foreach": True}, {"fused": True}),
    torch.optim.Adam: ({}, {"foreach": True}, {"fused": True}),
    torch.optim.AdamW: ({}, {"foreach": True}, {"fused": True}),
    torch.optim.RMSprop: ({}, {"foreach": True}),
}
CASES = [(optimizer, arguments) for optimizer, variants in ARGUMENTS.items() for arguments in variants]


def trained(optimizer: Callable[..., torch.optim.Optimizer], arguments: dict[str, Any]) -> list[torch.Tensor]:
    """Train for three steps, go back to the state after the first, and train again; return the weights."""
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    made = optimizer(model.parameters(), lr=0.05, **arguments)
    samples, state = torch.randn(8, 3), None
    for _ in range(2):
        for number in range(3):
            made.zero_grad()
            model(samples).square().mean().backward()
            made.step()
            state = state or made.state_dict() if number == 0 else state
        assert state is not None
        made.load_state_dict(state)
    made.zero_grad()
    assert all(weight.grad is None for weight in model.parameters())
    return list(model.parameters())


@pytest.mark.parametrize(("optimizer", "arguments"), CASES, ids=lambda case: getattr(case, "__name__", str(case)))
def test_the_weights_are_those_of_torchs_own_bit_by_bit(optimizer: type[torch.optim.Optimizer], arguments: dict[str, Any]) -> None:
    for ours, theirs in zip(trained(eager(optimizer), arguments), trained(optimizer, arguments), strict=True):
        assert torch.equal(ours, theirs)


def test_a_step_records_no_gradients_has_hooks_and_goes_by_the_optimizers_name_in_a_profile() -> None:
    weight, seen = nn.Parameter(torch.ones(2)), list[bool]()
    made = eager(torch.optim.SGD)([weight], lr=0.1)
    made.register_step_post_hook(lambda *_: seen.append(torch.is_grad_enabled()))
    weight.sum().backward()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        made.step()
    assert torch.equal(weight, torch.full((2,), 0.9))
    assert weight.requires_grad
    assert seen == [True], "after the step they are recorded again"
    assert "Optimizer.step#SGD.step" in {event.key for event in profile.key_averages()}


def test_a_training_and_a_rank_of_ddp_do_not_import_torchs_compiler(tmp_path: Path) -> None:
    """In a process of its own, as a run does it; the compiler's 800 modules take as long as the rest of torch."""
    code = """
import sys
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads import child
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.parallel import rank, ranks
from gpuscope.workloads.steps.stop_request import StopRequest
sizes = {"steps": 2, "warmup_steps": 1, "threads": 1}
assert child._run(resolve(RunSpec("mnist-mlp", **sizes)), Channel(None), StopRequest(), 0.0).state == "finished"
ddp = resolve(RunSpec("mnist-mlp", optimize="ddp", ranks=1, **sizes))
assert rank._run(ddp, ranks.RankChannel(None, {}, 0, leads=True), ranks.RankStop()).state == "finished"
print([name for name in ("torch._dynamo", "torch._inductor", "torch.distributed.checkpoint") if name in sys.modules], flush=True)
child.leave(0)
"""
    variables = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1", "GLOO_SOCKET_IFNAME": "lo", MEETING: f"file://{tmp_path}/ranks"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
