"""The setup of a run on a GPU; of those without CUDA, torch's interface is faked."""

from collections.abc import Iterator

import pytest
import torch

from gpuscope.core.event import Log
from gpuscope.workloads.steps.clock import wait_for
from gpuscope.workloads.steps.setting import Precision
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


@pytest.fixture
def rounding() -> Iterator[None]:
    """Restore torch's rounding of FP32 products."""
    yield
    torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = False, True


@pytest.mark.usefixtures("rounding")
@pytest.mark.parametrize(("precision", "is_rounded"), [("fp32", False), ("tf32", True), ("bf16", False)])
def test_all_of_torch_can_read_whether_products_are_rounded(precision: str, is_rounded: bool) -> None:
    Precision(precision, "cuda").set_backends()
    matmul, cudnn = torch.backends.cuda.matmul, torch.backends.cudnn
    assert (matmul.allow_tf32, cudnn.allow_tf32) == (is_rounded, is_rounded)  # torch.compile reads them
    assert torch.get_float32_matmul_precision() == ("high" if is_rounded else "highest")
    assert [part.fp32_precision == "tf32" for part in (matmul, cudnn.conv, cudnn.rnn)] == [is_rounded] * 3
