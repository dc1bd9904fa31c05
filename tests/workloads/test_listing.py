"""The effect of a change of a spec on a machine: available, unavailable, unfit, emulated or slow, each with its reason and its remedy."""

import sys
from dataclasses import replace
from typing import Any

import pytest

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads import needs
from gpuscope.workloads.listing import AVAILABLE, UNAVAILABLE, UNFIT, prospect
from gpuscope.workloads.number_formats import EMULATED, SLOW
from tests.workloads.test_catalog import CPU_ONLY, TWO_GPUS

OLD_CPU = replace(CPU_ONLY, cpu_flags=("sse2", "avx2"))
CNN = RunSpec("cifar-cnn", task="inference")


@pytest.mark.parametrize(
    ("spec", "changes", "kind", "reason", "cure"),
    [
        (CNN, {"threads": 1}, AVAILABLE, "", ""),
        (CNN, {"optimize": "channels-last"}, AVAILABLE, "", ""),
        (CNN, {"batch_size": 256}, AVAILABLE, "", ""),
        (CNN, {"precision": "bf16"}, EMULATED, "BF16 is emulated on this processor", "Use --precision fp32."),
        (CNN, {"precision": "tf32"}, UNAVAILABLE, "only NVIDIA GPUs", "Use another --precision"),
        (CNN, {"engine": "tensorrt"}, UNAVAILABLE, "works only on cuda", "Use --device cuda:0"),
        (CNN, {"optimize": "cuda-graphs"}, UNAVAILABLE, "works only on cuda", "use --device cuda:0"),
        (CNN, {"optimize": "fused-optimizer"}, UNFIT, "has no meaning for cifar-cnn (inference)", "add --task training"),
        (RunSpec("mnist-mlp"), {"optimize": "channels-last"}, UNFIT, "its samples have no channels", "Leave it out."),
        (CNN, {"optimize": "no-such"}, UNFIT, "is not known", "Choose one of"),
        (CNN, {"device": "cuda:0"}, UNAVAILABLE, "no NVIDIA driver", "Use --device cpu"),
        (RunSpec("cifar-cnn-loader"), {"options": {"pinned": True, "prefetch": 4}}, AVAILABLE, "", ""),
    ],
)
def test_a_change_has_its_prospect_reason_and_cure(spec: RunSpec, changes: dict[str, Any], kind: str, reason: str, cure: str) -> None:
    answer = prospect(spec, OLD_CPU, **changes)
    assert answer.kind == kind
    assert reason in answer.reason
    assert cure in answer.cure
    assert bool(answer.reason) is (kind != AVAILABLE)


def test_a_package_that_is_missing_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "find_module", lambda _name: None)
    answer = prospect(CNN, CPU_ONLY, engine="openvino")
    assert (answer.kind, answer.cure) == (UNAVAILABLE, f"Install it: {sys.executable} -m pip install onnx onnxscript openvino")


def test_changes_add_up() -> None:
    spec = RunSpec("cifar-cnn-loader", optimize="channels-last", options={"workers": 0})
    answer = prospect(spec, CPU_ONLY, optimize="fused-optimizer", options={"augmentation": "none"})
    assert answer.spec is not None
    assert answer.spec.optimize == "channels-last,fused-optimizer"
    assert (answer.spec.options["workers"], answer.spec.options["augmentation"]) == (0, "none")


def test_fp64_on_a_gpu_that_is_slow_at_it_can_run() -> None:
    answer = prospect(RunSpec("mnist-mlp", device="cuda:1"), TWO_GPUS, precision="fp64")
    assert (answer.kind, answer.cure) == (SLOW, "Use --precision fp32.")
