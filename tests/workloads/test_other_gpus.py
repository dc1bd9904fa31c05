"""GPUs from Apple and Intel: information without torch, queries of torch, and caching. torch's interface is faked."""

import pytest
import torch

from gpuscope.workloads import capabilities, other_gpus
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.other_gpus import UNKNOWN, OtherGpus


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(torch.backends.mps, "is_built", lambda: True)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)


@pytest.fixture
def arc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_gpus, "built_with", lambda name: True)
    monkeypatch.setattr(torch.xpu, "device_count", lambda: 2)
    monkeypatch.setattr(torch.xpu, "get_device_name", lambda index: f"Arc {index}")


def test_here_there_is_none_and_torch_is_not_asked() -> None:
    found = other_gpus.cheaply()
    assert found["mps"] == OtherGpus((), "Apple GPUs are in Macs only")
    assert "is built without support for Intel GPUs" in (found["xpu"].reason or "")


def test_on_a_mac_torch_is_asked(mac: None) -> None:
    assert other_gpus.cheaply()["mps"] == UNKNOWN
    assert other_gpus.asked_of_torch()["mps"] == OtherGpus(("Apple GPU",))


@pytest.mark.parametrize(
    ("name", "words"), [("is_built", "is built without support for Apple GPUs"), ("is_available", "finds no Apple GPU")]
)
def test_a_mac_whose_gpu_cannot_be_used_says_why(mac: None, monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    monkeypatch.setattr(torch.backends.mps, name, lambda: False)
    found = other_gpus.asked_of_torch()["mps"]
    assert found.names == ()
    assert words in (found.reason or "")


def test_intel_gpus_are_counted(arc: None) -> None:
    assert other_gpus.cheaply()["xpu"] == UNKNOWN
    assert other_gpus.asked_of_torch()["xpu"] == OtherGpus(("Arc 0", "Arc 1"))


def test_a_build_for_intel_without_a_gpu_says_so(arc: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.xpu, "device_count", lambda: 0)
    assert other_gpus.asked_of_torch()["xpu"] == OtherGpus((), "torch finds no Intel GPU that it can use")


def test_what_torch_told_is_kept_for_the_next_start(arc: None) -> None:
    assert Capabilities.load().complete is False
    capabilities.refresh()
    found = Capabilities.load()
    assert found.others["xpu"] == OtherGpus(("Arc 0", "Arc 1"))
    assert found.others["mps"] == OtherGpus((), "Apple GPUs are in Macs only")
    assert found.complete
