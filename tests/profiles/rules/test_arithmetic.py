"""Number formats, layouts and elementwise chains, on traces whose times are known."""

from pathlib import Path

import pytest

from tests.profiles.made import Event, annotation, kernel, launch, operator
from tests.profiles.rules.advised import A100, advised

DOUBLES = {"Input Dims": [[64, 64], [64, 64], []], "Input type": ["double", "double", "Scalar"]}
FLOATS = {"Input Dims": [[64, 64], [64, 64], []], "Input type": ["float", "float", "Scalar"]}

ADD = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >"
TRANSFORM = "void cudnn::ops::nchwToNhwcKernel<float, float, float, false, true>"


def in_a_row(*work: tuple[str, float]) -> list[Event]:
    """Return kernels that run back to back."""
    events, time = [], 10.0
    for number, (name, length) in enumerate(work, 1):
        events += [launch(number, number * 0.5, 0.4), kernel(name, number, time, length)]
        time += length
    return events


@pytest.mark.parametrize(
    "name",
    [
        "ampere_sgemm_32x128_nt",
        "void cutlass::Kernel<cutlass_80_simt_sgemm_128x32>",
        "cudnn_ampere_scudnn_128x64_relu",
        "Cijk_Ailk_Bljk_SB_MT64x64x16_MI16x16x1",
    ],
)
def test_matrix_products_in_fp32_cost_their_time(name: str, tmp_path: Path) -> None:
    finding = advised(tmp_path, in_a_row((name, 60), ("softmax", 40)), "single_precision", **A100)
    assert finding is not None
    assert finding.cost_s == pytest.approx(60e-6)
    assert "NVIDIA A100" in finding.seen
    assert "bfloat16" in finding.code


@pytest.mark.parametrize(
    "name",
    [
        "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_256x64>",
        "ampere_bf16_s16816gemm_bf16_128x128",
        "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n",
        "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x192x64",
    ],
)
def test_matrix_products_on_matrix_units_are_left_alone(name: str, tmp_path: Path) -> None:
    assert advised(tmp_path, in_a_row((name, 60), ("softmax", 40)), "single_precision", **A100) is None


def test_fp32_is_left_alone_where_no_matrix_units_are_known(tmp_path: Path) -> None:
    old = {"deviceProperties": [{"id": 0, "name": "Tesla P100", "computeMajor": 6, "computeMinor": 0}]}
    assert advised(tmp_path, in_a_row(("sgemm", 60)), "single_precision", **old) is None
    assert advised(tmp_path, in_a_row(("sgemm", 60)), "single_precision") is None


def test_layout_transforms_cost_their_time(tmp_path: Path) -> None:
    finding = advised(
        tmp_path, in_a_row((TRANSFORM, 5), ("xmma_fprop_nhwc", 80), ("void cudnn::ops::nhwcToNchwKernel<float>", 5)), "layout_transforms"
    )
    assert finding is not None
    assert finding.cost_s == pytest.approx(10e-6)
    assert advised(tmp_path, in_a_row((TRANSFORM, 2), ("xmma_fprop_nhwc", 98)), "layout_transforms") is None


def test_a_chain_costs_all_but_its_longest_kernel(tmp_path: Path) -> None:
    finding = advised(tmp_path, in_a_row((ADD, 10), (ADD, 30), (ADD, 20), ("gemm", 100), (ADD, 15)), "elementwise_chains")
    assert finding is not None
    assert finding.cost_s == pytest.approx(30e-6)
    assert finding.seen.startswith("3 kernels of elementwise work follow on one another in 1 chain")
    assert advised(tmp_path, in_a_row((ADD, 10), ("gemm", 100), (ADD, 15), ("gemm", 100)), "elementwise_chains") is None


def test_the_optimizers_kernels_are_no_chain(tmp_path: Path) -> None:
    events = in_a_row((ADD, 10), (ADD, 30), (ADD, 20), ("gemm", 100))
    assert advised(tmp_path, [*events, annotation("Optimizer.step#SGD.step", 0, 2)], "elementwise_chains") is None
    assert advised(tmp_path, events, "elementwise_chains") is not None


def test_devices_without_tf32_are_advised_fp16(tmp_path: Path) -> None:
    volta = {"deviceProperties": [{"id": 0, "name": "Tesla V100", "computeMajor": 7, "computeMinor": 0}]}
    finding = advised(tmp_path, in_a_row(("volta_sgemm_128x64_nn", 60), ("softmax", 40)), "single_precision", **volta)
    assert finding is not None
    assert (finding.cure, finding.changes) == ("FP16 lets the tensor cores work.", ())
    assert "float16" in finding.code


def casts(types: str) -> list[Event]:
    kinds = {"Input type": types.split()}
    return [
        operator("aten::copy_", 0, 9, kinds),
        launch(1, 1),
        kernel(ADD, 1, 20, 30),
        operator("aten::mm", 10, 5),
        launch(2, 11),
        kernel("gemm", 2, 50, 70),
    ]


def test_conversions_cost_their_time_and_say_from_what_to_what(tmp_path: Path) -> None:
    finding = advised(tmp_path, casts("c10::BFloat16 float Scalar"), "conversions")
    assert finding is not None
    assert finding.cost_s == pytest.approx(30e-6)
    assert "from float to BFloat16" in finding.seen
    assert finding.code == "model = model.to(torch.bfloat16)"
    assert advised(tmp_path, casts("float float Scalar"), "conversions") is None


def test_conversions_side_by_side_cost_their_time_once(tmp_path: Path) -> None:
    types = {"Input type": ["c10::Half", "float", "Scalar"]}
    calls = [operator("aten::copy_", 10 * n, 8, types) for n in range(2)]
    works = [event for n in range(2) for event in (launch(n + 1, 10 * n + 1), kernel(ADD, n + 1, 50 + 20 * n, 100, stream=n))]
    finding = advised(tmp_path, [*calls, *works], "conversions")
    assert finding is not None
    assert finding.cost_s == pytest.approx(120e-6)
    assert "2 conversions between number formats took 120 µs (100 % of the device's busy time)" in finding.seen


def test_a_conversion_that_asks_for_digits_is_to_be_compiled(tmp_path: Path) -> None:
    finding = advised(tmp_path, casts("float c10::BFloat16 Scalar"), "conversions")
    assert finding is not None
    assert finding.code == "model = torch.compile(model)"


def test_operators_on_fp64_tensors_cost_their_time(tmp_path: Path) -> None:
    events = [operator("aten::mm", 0, 600, DOUBLES), operator("aten::add", 600, 200, DOUBLES), operator("aten::mul", 800, 200, FLOATS)]
    finding = advised(tmp_path, events, "double_precision")
    assert finding is not None
    assert finding.cost_s == pytest.approx(800e-6)
    assert finding.seen == "2 operator calls on FP64 tensors took 800 µs (80.0 % of the time)."
    assert "float()" in finding.code
    assert advised(tmp_path, events, "dominant_operator") is None, "autocast leaves FP64 as it is"


def test_fp64_on_a_device_costs_the_time_of_its_work(tmp_path: Path) -> None:
    events = [
        *(operator("aten::mm", 0, 5, DOUBLES), launch(1, 1), kernel("dgemm", 1, 10, 60)),
        *(operator("aten::mul", 5, 5, FLOATS), launch(2, 6), kernel("mul", 2, 70, 40)),
    ]
    finding = advised(tmp_path, events, "double_precision")
    assert finding is not None
    assert finding.cost_s == pytest.approx(60e-6)
    assert finding.seen == "1 operator call on FP64 tensors took 60.0 µs (60.0 % of the device's busy time)."


def test_little_fp64_and_conversions_from_it_are_left_alone(tmp_path: Path) -> None:
    events = [operator("aten::mm", 0, 970, FLOATS), operator("aten::sum", 970, 30, DOUBLES)]
    assert advised(tmp_path, events, "double_precision") is None
    copied = {"Input Dims": [[64], [64]], "Input type": ["float", "double"]}
    assert advised(tmp_path, [operator("aten::copy_", 0, 500, copied), operator("aten::mm", 500, 500, FLOATS)], "double_precision") is None
