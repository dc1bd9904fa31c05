"""The setup of a run on a GPU without CUDA; torch's interface is faked."""

import pytest
import torch

from gpuscope.core.event import Log
from gpuscope.workloads.steps.clock import wait_for
from tests.probe.listener import Listener
from tests.workloads.conftest import Prepare


def test_a_run_on_an_intel_gpu_uses_that_one_and_says_that_it_is_untried(
    setting: Prepare, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[torch.device] = []
    monkeypatch.setattr(torch.xpu, "set_device", used.append)
    one = setting("mnist-mlp", device="xpu:1")
    one.channel.close()
    assert used == [torch.device("xpu", 1)]
    assert [event.text for event in listener.events() if isinstance(event, Log)] == [
        "workloads on xpu are not tested on hardware: figures may be wrong"
    ]


def test_each_kind_of_device_is_waited_for_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[object] = []
    monkeypatch.setattr(torch.xpu, "synchronize", waited.append)
    monkeypatch.setattr(torch.mps, "synchronize", lambda: waited.append("mps"))
    for name in ("cpu", "xpu:1", "mps:0"):
        wait_for(torch.device(name))
    assert waited == [torch.device("xpu:1"), "mps"]
