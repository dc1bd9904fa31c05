"""Compilation and memory allocation during steps, on traces whose times are known; and the dominant operator."""

from pathlib import Path

import pytest

from tests.profiles.made import Event, annotation, kernel, launch, operator
from tests.profiles.rules.advised import advised, runtime


def test_compiling_within_the_capture_costs_its_time_once(tmp_path: Path) -> None:
    compiled = [operator("dynamo", 0, 400), operator("_compile.compile_inner (dynamo_timed)", 10, 300), operator("aten::mm", 400, 600)]
    finding = advised(tmp_path, compiled, "recompilations")
    assert finding is not None
    assert finding.cost_s == pytest.approx(400e-6)
    assert finding.seen.startswith("torch.compile compiled within the capture: once")
    assert advised(tmp_path, [operator("Torch-Compiled Region: 0/0", 0, 400)], "recompilations") is None


def test_compiling_in_the_first_of_several_steps_is_what_compiling_is(tmp_path: Path) -> None:
    assert advised(tmp_path, steps(operator("dynamo", 100, 400)), "recompilations") is None
    finding = advised(tmp_path, steps(operator("dynamo", 100, 400), operator("dynamo", 1300, 200)), "recompilations")
    assert finding is not None
    assert finding.cost_s == pytest.approx(200e-6)


def steps(*calls: Event) -> list[Event]:
    return [
        annotation("ProfilerStep#1", 0, 1000),
        annotation("ProfilerStep#2", 1000, 1000),
        launch(1, 5),
        kernel("gemm", 1, 10, 1900),
        *calls,
    ]


def test_what_the_runtime_does_once_is_the_start_of_the_program(tmp_path: Path) -> None:
    begun = [operator("aten::conv2d", 0, 9000), runtime("cudaMalloc", 1000, 2000), launch(1, 0), kernel("memset", 1, 10, 90)]
    start = [*begun, launch(2, 3000, 5000), kernel("conv", 2, 8100, 900), launch(3, 8200), kernel("conv", 3, 9000, 1000)]
    finding = advised(tmp_path, start, "program_start")
    assert finding is not None
    assert finding.cost_s == pytest.approx(7000e-6)
    assert "capture later steps" in finding.cure
    assert advised(tmp_path, [*begun, launch(2, 3000, 10), kernel("memset", 2, 3900, 6000)], "program_start") is None, "nothing new runs"


def test_memory_taken_after_the_first_step_costs_the_calls(tmp_path: Path) -> None:
    finding = advised(tmp_path, steps(runtime("cudaMalloc", 1200, 100), runtime("cudaFree", 1400, 150)), "allocator_calls")
    assert finding is not None
    assert finding.cost_s == pytest.approx(250e-6)
    assert "allocated or freed 2 times" in finding.seen
    assert advised(tmp_path, steps(runtime("cudaMalloc", 200, 400)), "allocator_calls") is None


def test_without_steps_giving_memory_back_costs_once_nothing_runs_for_the_first_time(tmp_path: Path) -> None:
    work = [launch(1, 0), launch(2, 1), launch(3, 2), kernel("a", 1, 10, 100), kernel("b", 2, 500, 100), kernel("a", 3, 900, 100)]
    assert advised(tmp_path, [*work, runtime("cudaFree", 200, 150)], "allocator_calls") is None
    finding = advised(tmp_path, [*work, runtime("cudaFree", 200, 150), runtime("cudaFree", 650, 150)], "allocator_calls")
    assert finding is not None
    assert finding.cost_s == pytest.approx(150e-6)


def test_one_operator_that_takes_most_of_the_host_is_named(tmp_path: Path) -> None:
    events = [operator("aten::mm", 0, 600), operator("aten::add", 600, 200)]
    finding = advised(tmp_path, events, "dominant_operator")
    assert finding is not None
    assert finding.cost_s == pytest.approx(600e-6)
    assert finding.seen == "aten::mm (matrix multiplication) takes 600 µs of 800 µs in operators, in 1 call."
    unknown = [operator("mine::solve", 0, 600), *events[1:]]
    assert advised(tmp_path, unknown, "dominant_operator") is None, "nobody knows what would make it faster"
    even = [operator(f"aten::op{n}", 100 * n, 100) for n in range(4)]
    assert advised(tmp_path, even, "dominant_operator") is None
    assert advised(tmp_path, [*events, launch(1, 900), kernel("gemm", 1, 950, 10)], "dominant_operator") is None


IMAGES = {"Input Dims": [[16, 3, 64, 64], [32, 3, 3, 3]], "Input type": ["float", "float"]}
FIRST, LAST = [[12288, 4096, 64, 1], [27, 9, 3, 1]], [[12288, 1, 192, 3], [27, 1, 9, 3]]


@pytest.mark.parametrize(("strides", "is_advised"), [(None, True), (FIRST, True), (LAST, False)])
def test_channels_last_is_no_advice_for_what_is_channels_last(strides: list[list[int]] | None, is_advised: bool, tmp_path: Path) -> None:
    args = IMAGES | ({"Input Strides": strides} if strides else {})
    events = [operator("aten::mkldnn_convolution", 0, 600, args), operator("aten::add", 600, 200)]
    assert (advised(tmp_path, events, "dominant_operator") is not None) is is_advised


@pytest.mark.parametrize(("kind", "is_advised"), [("float", True), ("c10::BFloat16", False), ("c10::Half", False)])
def test_a_smaller_format_is_no_advice_for_what_has_one(kind: str, is_advised: bool, tmp_path: Path) -> None:
    args = {"Input Dims": [[64, 64], [64, 64]], "Input type": [kind, kind]}
    finding = advised(tmp_path, [operator("aten::mm", 0, 600, args), operator("aten::add", 600, 200)], "dominant_operator")
    assert (finding is not None) is is_advised
    assert finding is None or "amx_bf16 or avx512_bf16" in finding.code, "BF16 is emulated by other processors"
