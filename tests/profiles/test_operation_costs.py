"""Operations and bytes of calls with known shapes."""

import json
from itertools import product
from pathlib import Path

import pytest

from gpuscope.profiles.operation_costs import operator_bytes, operator_flops
from gpuscope.profiles.operators import OperatorRow
from gpuscope.profiles.roofline import ceilings_of, roofline_points
from tests.profiles.made import Event, kernel, launch, made_profile, operator
from tests.profiles.recorded import WITH_OPERATORS, recorded_profile

CUDNN = ["", "", "[1, 1]", "[2, 2]", "[1, 1]", "1", "False", "False", "True"]
XPU = ["", "", "", "[2, 2]", "[3, 3]", "[1, 1]", "False", "[0, 0]", "1"]
POINTS_ON_XPU = ["", "", "", "[1]", "[0]", "[1]", "False", "[0]", "1"]
BACKWARD = ["", "", "", "[5]", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"]
GRADIENT, IMAGES, WEIGHTS = [2, 5, 5, 5], [2, 3, 10, 10], [5, 3, 3, 3]


@pytest.mark.parametrize(
    ("name", "shapes", "values", "flops"),
    [
        ("aten::mm", [[4, 8], [8, 16]], [], 2 * 4 * 8 * 16),
        ("aten::addmm", [[16], [4, 8], [8, 16], [], []], [], 2 * 4 * 8 * 16),
        ("aten::bmm", [[3, 4, 8], [3, 8, 16]], [], 3 * 2 * 4 * 8 * 16),
        ("aten::cudnn_convolution", [IMAGES, WEIGHTS], CUDNN, 2 * 2 * 5 * 5 * 5 * 27),
        ("aten::mkldnn_convolution", [[2, 4, 8], [6, 2, 3], [6]], ["", "", "", "[0]", "[1]", "[1]", "2"], 2 * 2 * 6 * 6 * 6),
        ("aten::convolution_overrideable", [IMAGES, [5, 3, 7, 7]], XPU, 2 * 2 * 5 * 5 * 5 * 147),
        ("aten::convolution_overrideable", [[2, 3, 10], [5, 3, 1]], POINTS_ON_XPU, 2 * 2 * 10 * 5 * 3),
        ("aten::convolution_overrideable", [IMAGES, WEIGHTS], [*XPU[:6], "True", *XPU[7:]], None),
        ("aten::convolution_backward", [GRADIENT, IMAGES, WEIGHTS], [*BACKWARD, "[True, True, True]"], 2 * 2 * 2 * 5 * 5 * 5 * 27),
        ("aten::convolution_backward", [GRADIENT, IMAGES, WEIGHTS], [*BACKWARD, "[False, True, True]"], 2 * 2 * 5 * 5 * 5 * 27),
        ("aten::_flash_attention_forward", [[2, 10, 4, 8], [2, 20, 4, 8], [2, 20, 4, 8]], [], 4 * 2 * 4 * 10 * 20 * 8),
        ("aten::_cudnn_attention_forward", [[2, 4, 10, 8], [2, 4, 20, 8], [2, 4, 20, 8]], [], 4 * 2 * 4 * 10 * 20 * 8),
        ("aten::_flash_attention_backward", [[2, 10, 4, 8], [2, 10, 4, 8], [2, 20, 4, 8], [2, 20, 4, 8]], [], 10 * 2 * 4 * 10 * 20 * 8),
        ("aten::_efficient_attention_backward", [[2, 10, 4, 6], [2, 10, 4, 8], [2, 20, 4, 8], [2, 20, 4, 6]], [], 2 * 8 * 200 * (24 + 12)),
        ("aten::_cudnn_attention_backward", [[2, 4, 10, 8], [2, 4, 10, 8], [2, 4, 20, 8], [2, 4, 20, 8]], [], 10 * 2 * 4 * 10 * 20 * 8),
        ("aten::_flash_attention_backward", [[10, 4, 8], [10, 4, 8], [20, 4, 8], [20, 4, 8]], [], None),  # packed sequences
        ("aten::add", [[4]], [], None),
        ("aten::mm", [[4]], [], None),
        ("aten::mm", "nonsense", [], None),
    ],
)
def test_operations_follow_from_shapes(name: str, shapes: object, values: object, flops: float | None) -> None:
    assert operator_flops(name, json.dumps(shapes), json.dumps(values)) == flops


def moved(name: str, *arguments: object, values: object = (), strides: object = ()) -> float | None:
    """Return the bytes of a call, given shape and type of each argument in turn."""
    written = (json.dumps(part) for part in (arguments[::2], arguments[1::2], values, strides))
    return operator_bytes(f"aten::{name}", *written)


HALF, SCALAR = "c10::BFloat16", "Scalar"


def test_a_matrix_product_reads_what_it_multiplies_and_adds() -> None:
    assert moved("mm", [4, 8], HALF, [8, 16], HALF) == 2 * (32 + 128 + 64)
    assert moved("_int_mm", [4, 8], "signed char", [8, 16], "signed char") == 32 + 128 + 4 * 64
    with_bias: list[object] = [[16], "float", [4, 8], "float", [8, 16], "float", [], SCALAR, [], SCALAR]
    assert moved("addmm", *with_bias, values=["", "", "", "1", "1"]) == 4 * (16 + 32 + 128 + 64)
    assert moved("addmm", *with_bias, values=["", "", "", "0", "1"]) == 4 * (32 + 128 + 64)


def test_work_on_each_element_reads_operands_and_writes_their_common_shape() -> None:
    assert moved("add", [4, 8], "float", [8], "float", [], SCALAR) == 4 * (32 + 8 + 32)
    assert moved("mul", [4, 1], HALF, [4, 8], "float") == 2 * 4 + 4 * (32 + 32)
    assert moved("eq", [4, 8], "long int", [], SCALAR) == 8 * 32 + 32
    assert moved("silu", [4, 8], HALF) == 2 * (32 + 32)
    assert moved("add", [4, 8], "float", [4, 8], "float", [], SCALAR, [4, 8], "float") == 4 * 3 * 32  # the last is `out`
    assert moved("add", [4, 0], "float", [1], "float", [], SCALAR) == 4


def test_results_of_integers_may_be_smaller_than_these() -> None:
    assert moved("div", [4, 8], "long int", [], SCALAR) == 8 * 32 + 4 * 32
    assert moved("mul", [4, 8], "long int", [], HALF) == 8 * 32 + 2 * 32


def test_a_number_of_the_program_is_listed_as_a_tensor_and_moves_nothing() -> None:
    assert moved("mul", [4, 8], HALF, [], "double") == 2 * (32 + 32)
    assert moved("mul", [4, 8], "long int", [], "double") == 8 * 32 + 4 * 32  # FP32: the number does not make it FP64
    assert moved("add_", [4, 8], "float", [], "double", [], SCALAR) == 4 * (32 + 32)


def test_what_is_overwritten_is_not_read() -> None:
    assert moved("copy_", [4, 8], "float", [4, 8], HALF, [], SCALAR) == 4 * 32 + 2 * 32
    assert moved("fill_", [4, 8], "float", [], SCALAR) == moved("zero_", [4, 8], "float") == 4 * 32
    assert moved("add_", [4, 8], "float", [8], "float", [], SCALAR) == 4 * (32 + 8 + 32)


def test_views_and_reservations_move_nothing() -> None:
    assert moved("view", [4096, 4096], "float", [], "ScalarList") == 0
    assert moved("empty", [], "ScalarList") == 0


def test_a_reduction_reads_its_argument() -> None:
    assert moved("sum", [64, 64], "float", [], "ScalarList", [], SCALAR, [], "") == 4 * 64 * 64


def test_a_lookup_reads_its_indices_and_not_the_whole_table() -> None:
    table = ([50_000, 64], HALF)
    assert moved("embedding", *table, [2, 8], "long int") == 8 * 16 + 2 * 16 * 64
    assert moved("index_select", *table, [], SCALAR, [16], "long int", values=["", "0", ""]) == 8 * 16 + 2 * 16 * 64
    assert moved("index_select", *table, [], SCALAR, [16], "long int", values=["", "-1", ""]) == 8 * 16 + 2 * 16 * 50_000
    assert moved("gather", *table, [], SCALAR, [50_000, 1], "long int", [], SCALAR) == 50_000 * (8 + 2)


def test_a_normalization_reads_the_weights_that_it_has() -> None:
    assert moved("native_layer_norm", [4, 8], HALF, [], "ScalarList", [8], HALF, [], "", [], SCALAR) == 2 * (32 + 8 + 32)
    assert moved("_softmax", [4, 8], HALF, [], SCALAR, [], SCALAR) == 2 * (32 + 32)


def test_attention_of_one_query_writes_one_row_and_reads_all_keys() -> None:
    query, keys, values = [1, 1, 4, 8], [1, 100, 4, 8], [1, 100, 4, 16]
    assert moved("_flash_attention_forward", query, HALF, keys, HALF, values, HALF) == 2 * (32 + 3200 + 6400 + 64)
    assert moved("_flash_attention_forward", query[1:], HALF, keys[1:], HALF, values[1:], HALF) is None  # packed sequences


def test_the_gradients_of_attention_are_written_and_what_they_are_derived_from_is_read() -> None:
    gradient, query, keys, values = [2, 10, 4, 6], [2, 10, 4, 8], [2, 20, 4, 8], [2, 20, 4, 6]
    read = 2 * 480 + 640 + 1280 + 960  # the gradient, and the result of the same shape
    arguments = [gradient, HALF, query, HALF, keys, HALF, values, HALF]
    assert moved("_flash_attention_backward", *arguments) == 2 * (read + 640 + 1280 + 960)
    assert moved("_flash_attention_backward", *(part[1:] if isinstance(part, list) else part for part in arguments)) is None


def test_a_convolution_writes_its_outputs_and_reads_the_pixels_that_strides_do_not_skip() -> None:
    lists: list[object] = [[], "ScalarList"] * 3
    arguments = (IMAGES, "float", WEIGHTS, "float", *lists)
    assert moved("cudnn_convolution", *arguments, values=CUDNN) == 4 * (2 * 3 * 9 * 9 + 135 + 2 * 5 * 5 * 5)  # of 10 the last is skipped
    points = (IMAGES, "float", [5, 3, 1, 1], "float", *lists)
    unpadded = ["", "", "[0, 0]", "[2, 2]", "[1, 1]"]
    assert moved("cudnn_convolution", *points, values=unpadded) == 4 * (2 * 3 * 5 * 5 + 15 + 2 * 5 * 5 * 5)
    assert moved("cudnn_convolution", *arguments) is None


@pytest.mark.parametrize(
    ("mask", "elements"),
    [("[True, True, False]", 250 + 135 + 600 + 486 + 135), ("[False, True, False]", 250 + 486 + 135), ("[True, False]", 250 + 135 + 600)],
)
def test_the_gradients_of_a_convolution_move_what_they_need(mask: str, elements: int) -> None:
    shapes = (GRADIENT, "float", IMAGES, "float", WEIGHTS, "float")
    assert moved("convolution_backward", *shapes, values=[*BACKWARD, mask]) == 4 * elements


def test_no_more_pixels_count_than_a_convolution_reads() -> None:
    for size, taps, padding, stride, dilation in product((1, 7, 32), (1, 3, 4), (0, 1), (1, 2, 3, 6), (1, 2, 3)):
        outputs = (size + 2 * padding - dilation * (taps - 1) - 1) // stride + 1
        if outputs < 1:
            continue
        read = {place * stride + tap * dilation - padding for place in range(outputs) for tap in range(taps)} & set(range(size))
        values = ["", "", *(f"[{value}]" for value in (padding, stride, dilation))]
        found = moved("cudnn_convolution", [1, 1, size], "bool", [1, 1, taps], "bool", values=values)
        assert found is not None
        assert len(read) - 2 * padding <= found - taps - outputs <= len(read)


def test_of_an_expanded_tensor_the_elements_in_memory_count() -> None:
    assert moved("sum", [4, 10], "float", strides=[[0, 0]]) == 4
    assert moved("copy_", [8, 4, 16], HALF, [8, 4, 16], HALF, strides=[[64, 16, 1], [16, 0, 1]]) == 2 * (512 + 128)
    assert moved("silu", [4, 8], "float", strides=[[32, 4]]) == 4 * 2 * 32  # a view with gaps has no fewer elements


def test_without_a_rule_bytes_are_not_known() -> None:
    assert moved("linear", [4, 8], "float", [8, 8], "float") is None
    assert moved("add", [4, 8], "strange") is None
    assert moved("cat", [[4, 8], [4, 8]], "TensorList", [], SCALAR) is None
    assert operator_bytes("aten::add", "[[4,8]]", "") is None


def test_a_point_of_the_roofline_has_intensity_and_rate(tmp_path: Path) -> None:
    args = {"Input Dims": [[64, 64], [64, 64]], "Input type": ["float", "float"]}
    (point,) = roofline_points(made_profile(tmp_path, [operator("aten::mm", 0, 5, args), launch(1, 1), kernel("gemm", 1, 10, 2)]))
    assert point.rate == pytest.approx(2 * 64**3 / 2e-6)
    assert point.intensity == pytest.approx(2 * 64**3 / (3 * 4 * 64 * 64))


def convolution(ts: float, stride: int) -> Event:
    """Return a convolution of 32 images of 64×224×224 to 64 channels."""
    values = ["", "", "[1, 1]", f"[{stride}, {stride}]", "[1, 1]", "1", "False", "False", "True"]
    args = {"Input Dims": [[32, 64, 224, 224], [64, 64, 3, 3], *[[]] * 7], "Concrete Inputs": values}
    types = ["float", "float", *["ScalarList"] * 3, *["Scalar"] * 4]
    return operator("aten::cudnn_convolution", ts, 10, {**args, "Input type": types})


def test_a_strided_convolution_is_below_the_roof(tmp_path: Path) -> None:
    events = [convolution(0, 4), launch(1, 1), kernel("implicit_gemm", 1, 20, 180)]
    profile = made_profile(tmp_path, events, deviceProperties=[{"id": 0, "name": "NVIDIA H100 80GB HBM3"}])
    ceilings = ceilings_of(profile)
    (point,) = roofline_points(profile)
    assert ceilings is not None
    assert point.flops == 2 * 32 * 56 * 56 * 64 * 64 * 9
    assert point.bytes == 4 * (32 * 64 * 166 * 166 + 64 * 64 * 9 + 32 * 64 * 56 * 56)  # 167 of 224 pixels a side, of which 166 are certain
    assert point.rate < ceilings.reachable(point.intensity)


def test_an_operator_that_leaves_the_work_to_another_is_no_point_of_the_roofline(tmp_path: Path) -> None:
    args = {"Input Dims": [[2, 4, 8], [6, 4, 3], *[[]] * 5], "Input type": ["float", "float", "", *["ScalarList"] * 3, SCALAR]}
    inner = operator("aten::mkldnn_convolution", 1, 8, {**args, "Concrete Inputs": ["", "", "", "[0]", "[1]", "[1]", "1"]})
    profile = made_profile(tmp_path, [operator("aten::conv1d", 0, 10, {**args, "flops": 1728}), inner])
    assert [point.row.operator for point in roofline_points(profile)] == ["aten::mkldnn_convolution"]


def only(rows: tuple[OperatorRow, ...]) -> OperatorRow:
    (row,) = rows
    return row


def test_calls_of_the_same_shapes_with_other_strides_are_counted_each_by_its_own(tmp_path: Path) -> None:
    row = only(made_profile(tmp_path, [convolution(0, 1), convolution(20, 2), convolution(40, 2)]).operators)
    assert row.flops == 2 * 32 * 64 * 64 * 9 * (224 * 224 + 2 * 112 * 112)
    (shapes,) = row.by_shape
    assert (shapes.calls, shapes.flops, shapes.bytes) == (3, row.flops, row.bytes)


def test_calls_of_which_one_has_unknown_strides_have_no_operations(tmp_path: Path) -> None:
    unknown = convolution(20, 2)
    del unknown["args"]["Concrete Inputs"]
    row = only(made_profile(tmp_path, [convolution(0, 1), unknown]).operators)
    assert (row.flops, row.bytes) == (None, None)


def test_expanded_arguments_count_in_each_call_as_it_had_them(tmp_path: Path) -> None:
    args = [{"Input Dims": [[4, 8]], "Input type": ["float"], "Input Strides": [strides]} for strides in ([8, 1], [0, 1])]
    row = only(made_profile(tmp_path, [operator("aten::sum", 10 * place, 5, own) for place, own in enumerate(args)]).operators)
    assert (row.bytes, len(row.by_shape)) == (4 * (32 + 8), 1)


def test_no_operator_is_faster_than_the_gpu() -> None:
    points = roofline_points(recorded_profile("h100-qwen1.5-0.5b"))
    assert max(point.rate for point in points) < 989e12  # dense BF16 of an H100 SXM, from NVIDIA's data sheet
    assert points[0].row.operator == "aten::mm"


@pytest.mark.parametrize("name", WITH_OPERATORS)
def test_no_operator_moves_more_than_the_memory_can(name: str) -> None:
    rows = [row for operator_row in recorded_profile(name).operators for row in operator_row.by_shape if row.bytes and row.self_device_s]
    assert rows
    bandwidth = 3.35e12 if name.startswith("h100") else 5.3e12  # of an H100 SXM and an MI300X, from the data sheets
    assert [row.operator for row in rows if (row.bytes or 0) / row.self_device_s > bandwidth] == []
