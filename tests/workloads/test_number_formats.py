from dataclasses import replace

import pytest
import torch

from gpuscope.workloads import number_formats, outcome
from gpuscope.workloads.capabilities import CudaDevice
from gpuscope.workloads.catalog import available
from gpuscope.workloads.number_formats import EMULATED, NATIVE, SLOW
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.workload_table import WORKLOADS
from tests.workloads.conftest import Prepare
from tests.workloads.test_catalog import CPU_ONLY, TWO_GPUS, UNKNOWN

OLD_X86 = ("sse2", "avx2", "avx512f")
NO_BF16 = "BF16 is emulated on this processor (no AVX512-BF16, no AMX): expect it to be several times slower than fp32"


@pytest.mark.parametrize(
    ("precision", "flags", "kind"),
    [
        ("bf16", OLD_X86, EMULATED),
        ("bf16", (*OLD_X86, "avx512_bf16"), NATIVE),
        ("bf16", (*OLD_X86, "amx_bf16"), NATIVE),
        ("bf16", ("asimd",), EMULATED),
        ("bf16", ("asimd", "bf16"), NATIVE),
        ("fp16", (*OLD_X86, "avx512_bf16", "amx_bf16"), EMULATED),
        ("fp16", (*OLD_X86, "avx512_fp16"), EMULATED),
        ("fp16", (*OLD_X86, "amx_fp16"), NATIVE),
        ("fp16", ("asimd",), EMULATED),
        ("fp16", ("asimd", "asimdhp"), NATIVE),
        ("fp32", (), NATIVE),
        ("fp64", OLD_X86, NATIVE),
    ],
)
def test_a_processor_emulates_what_it_has_no_instructions_for(precision: str, flags: tuple[str, ...], kind: str) -> None:
    answer = number_formats.cpu_arithmetic(precision, flags)
    assert answer is not None
    assert answer.kind == kind
    assert bool(answer.warning) is (kind == EMULATED)


def test_avx512_fp16_alone_is_no_fp16_for_onednn() -> None:
    answer = number_formats.cpu_arithmetic("fp16", (*OLD_X86, "avx512_bf16", "amx_bf16", "avx512_fp16"))
    assert answer is not None
    assert answer.warning == (
        "FP16 is emulated on this processor (AVX512-FP16 accumulates in FP16, so oneDNN converts to FP32, and there is no AMX-FP16):"
        " expect it to be no faster than fp32"
    )


@pytest.mark.parametrize(("precision", "flags"), [("bf16", ()), ("fp16", ("avx2",)), ("tf32", OLD_X86)])
def test_of_a_processor_whose_flags_are_not_known_nothing_is_said(precision: str, flags: tuple[str, ...]) -> None:
    assert number_formats.cpu_arithmetic(precision, flags) is None
    assert number_formats.warning("cpu", precision, replace(CPU_ONLY, cpu_flags=flags)) == ""


@pytest.mark.parametrize(
    ("precision", "capability", "kind", "words"),
    [
        ("fp64", (6, 1), SLOW, "1/32 of FP32's rate"),
        ("fp64", (7, 5), SLOW, "1/32 of FP32's rate"),
        ("fp64", (8, 6), SLOW, "1/64 of FP32's rate"),
        ("fp64", (8, 9), SLOW, "1/64 of FP32's rate"),
        *(("fp64", capability, SLOW, "1/64 of FP32's rate") for capability in ((8, 7), (10, 3), (11, 0), (12, 0), (12, 1))),
        *(("fp64", capability, NATIVE, "") for capability in ((8, 0), (9, 0), (10, 0), (10, 7))),
        ("bf16", (7, 5), EMULATED, "it needs 8.0"),
        ("bf16", (8, 0), NATIVE, ""),
        ("fp16", (5, 2), EMULATED, "computes it in FP32"),
        ("fp16", (5, 3), NATIVE, ""),
        ("fp16", (6, 0), NATIVE, ""),
        ("fp16", (6, 1), SLOW, "1/64 of FP32's rate"),
        ("fp16", (7, 5), NATIVE, ""),
        ("tf32", (7, 5), NATIVE, "TF32 is ignored on"),
        ("tf32", (8, 6), NATIVE, ""),
        ("fp32", (6, 1), NATIVE, ""),
    ],
)
def test_a_gpu_is_judged_by_its_compute_capability(precision: str, capability: tuple[int, int], kind: str, words: str) -> None:
    answer = number_formats.cuda_arithmetic(precision, capability, "a GPU")
    assert answer is not None
    assert answer.kind == kind
    assert words in answer.warning
    assert bool(answer.warning) is bool(words)


def test_of_a_compute_capability_that_is_in_no_table_fp64_is_not_judged() -> None:
    assert number_formats.cuda_arithmetic("fp64", (99, 0), "a GPU") is None


def test_a_device_is_found_among_those_of_the_machine() -> None:
    ada = CudaDevice(0, "RTX 4090", 24 * 2**30, (8, 9), True)
    here = replace(TWO_GPUS, cuda=(ada,), cpu_flags=OLD_X86)
    assert number_formats.warning("cuda:0", "fp64", here) == (
        "FP64 is slow by design on RTX 4090 (compute capability 8.9: 1/64 of FP32's rate): use fp32 where it suffices"
    )
    assert number_formats.warning("cpu", "bf16", here) == NO_BF16
    assert number_formats.arithmetic("cuda:1", "fp64", here) is None
    assert number_formats.arithmetic("cuda:0", "fp64", UNKNOWN) is None
    assert number_formats.arithmetic("mps:0", "fp16", here) is None


def test_the_catalogue_tells_it_of_each_precision() -> None:
    precisions = available(WORKLOADS["mnist-mlp"], replace(CPU_ONLY, cpu_flags=OLD_X86))["precisions"]
    by_key = {entry["precision"]: entry for entry in precisions}
    assert (by_key["bf16"]["arithmetic"], by_key["bf16"]["available"]) == (EMULATED, True)
    assert by_key["bf16"]["arithmetic_warning"] == NO_BF16
    assert by_key["fp32"]["arithmetic"] == NATIVE


def test_a_runs_environment_holds_it(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "cpu_flags", lambda: OLD_X86)
    facts = outcome.facts(Outcome(None, {}), setting("gemm", options={"size": 8}, precision="bf16"))
    assert facts["arithmetic"] == "emulated"
    assert facts["arithmetic_reason"] == "BF16 is emulated on this processor (no AVX512-BF16, no AMX)"
    assert outcome.facts(Outcome(None, {}), setting("gemm", options={"size": 8}))["arithmetic"] == "native"


def test_where_the_system_tells_no_flags_those_of_torch_count(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    run = setting("gemm", options={"size": 8}, precision="bf16")
    monkeypatch.setattr(outcome, "cpu_flags", tuple)
    flags = {"architecture": "x86_64", "sse2": True, "avx512_bf16": False, "num_logical_cores": 2}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: flags, raising=False)
    assert outcome.facts(Outcome(None, {}), run)["arithmetic"] == "emulated"
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: flags | {"avx512_bf16": True}, raising=False)
    assert outcome.facts(Outcome(None, {}), run)["arithmetic"] == "native"
    monkeypatch.delattr(torch.cpu, "get_capabilities")
    assert "arithmetic" not in outcome.facts(Outcome(None, {}), run)
