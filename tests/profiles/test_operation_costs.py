"""Operations and bytes of calls with known shapes."""

import json
from pathlib import Path

import pytest

from gpuscope.profiles.operation_costs import operator_bytes, operator_flops
from gpuscope.profiles.roofline import roofline_points
from tests.profiles.made import kernel, launch, made_profile, operator
from tests.profiles.recorded import recorded_profile


@pytest.mark.parametrize(
    ("name", "shapes", "values", "flops"),
    [
        ("aten::mm", [[4, 8], [8, 16]], [], 2 * 4 * 8 * 16),
        ("aten::addmm", [[16], [4, 8], [8, 16], [], []], [], 2 * 4 * 8 * 16),
        ("aten::bmm", [[3, 4, 8], [3, 8, 16]], [], 3 * 2 * 4 * 8 * 16),
        ("aten::cudnn_convolution", [[2, 3, 10, 10], [5, 3, 3, 3]], ["", "", "[1, 1]", "[2, 2]", "[1, 1]"], 2 * 2 * 5 * 5 * 5 * 27),
        ("aten::mkldnn_convolution", [[2, 4, 8], [6, 2, 3], [6]], ["", "", "", "[0]", "[1]", "[1]", "2"], 2 * 2 * 6 * 6 * 6),
        ("aten::_flash_attention_forward", [[2, 10, 4, 8], [2, 20, 4, 8], [2, 20, 4, 8]], [], 4 * 2 * 4 * 10 * 20 * 8),
        ("aten::add", [[4]], [], None),
        ("aten::mm", [[4]], [], None),
        ("aten::mm", "nonsense", [], None),
    ],
)
def test_operations_follow_from_shapes(name: str, shapes: object, values: object, flops: float | None) -> None:
    assert operator_flops(name, json.dumps(shapes), json.dumps(values)) == flops


def test_bytes_are_arguments_read_and_the_result_written() -> None:
    assert operator_bytes("aten::mm", "[[4,8],[8,16]]", '["c10::BFloat16","c10::BFloat16"]') == 2 * (32 + 128 + 64)
    assert operator_bytes("aten::add", "[[4,8],[8],[]]", '["float","float","Scalar"]') == 4 * (32 + 8 + 32)
    assert operator_bytes("aten::add", "[[4,8]]", '["strange"]') is None


def test_a_point_of_the_roofline_has_intensity_and_rate(tmp_path: Path) -> None:
    args = {"Input Dims": [[64, 64], [64, 64]], "Input type": ["float", "float"]}
    (point,) = roofline_points(made_profile(tmp_path, [operator("aten::mm", 0, 5, args), launch(1, 1), kernel("gemm", 1, 10, 2)]))
    assert point.rate == pytest.approx(2 * 64**3 / 2e-6)
    assert point.intensity == pytest.approx(2 * 64**3 / (3 * 4 * 64 * 64))


def test_no_operator_is_faster_than_the_gpu() -> None:
    points = roofline_points(recorded_profile("h100-qwen1.5-0.5b"))
    assert max(point.rate for point in points) < 989e12  # dense BF16 of an H100 SXM, from NVIDIA's data sheet
    assert points[0].row.operator == "aten::mm"
