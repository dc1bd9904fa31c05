"""The operations and minimum bytes moved of an operator call, from the shapes and types of its arguments.

A multiplication and an addition count as two operations. Both matrix products of attention count in full, even if a mask skips half.
Bytes assume that each argument is read once and the result written once, as with a perfect cache: a lower bound, which makes the
intensity an upper bound.
"""

import json
import math
from collections.abc import Callable, Sequence

Shape = list[int]

_SIZES = {
    **dict.fromkeys(("bool", "signed char", "unsigned char"), 1),
    **dict.fromkeys(("c10::Float8_e4m3fn", "c10::Float8_e5m2", "c10::Float8_e4m3fnuz", "c10::Float8_e5m2fnuz"), 1),
    **dict.fromkeys(("c10::BFloat16", "c10::Half", "short"), 2),
    **dict.fromkeys(("float", "int"), 4),
    **dict.fromkeys(("double", "long", "long int", "c10::complex<float>"), 8),
    "c10::complex<double>": 16,
}
"""Element size in bytes, by the profiler's name of the type."""


def operator_flops(name: str, shapes: str, values: str = "") -> float | None:
    """Return the operations of one call; None if they cannot be derived from the shapes.

    Args:
        name: Name of the operator.
        shapes: Shapes of its arguments, as JSON.
        values: Its non-tensor arguments, as JSON: strides and paddings of convolutions.
    """
    count = _FLOPS.get(name)
    tensors = _shapes(shapes)
    if count is None or tensors is None:
        return None
    try:
        flops = count(tensors, _values(values))
    except (IndexError, TypeError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return flops if 0 < flops < math.inf else None


def operator_bytes(name: str, shapes: str, types: str) -> float | None:
    """Return the minimum bytes moved by one call; None if shapes or types are not known."""
    tensors, kinds = _shapes(shapes), _values(types)
    if not tensors or len(kinds) != len(tensors):
        return None
    sized = [(shape, _SIZES[kind]) for shape, kind in zip(tensors, kinds, strict=True) if shape and kind in _SIZES]
    if not sized:
        return None
    read = sum(math.prod(shape) * size for shape, size in sized)
    result = _RESULTS.get(name, _largest)
    try:
        written = result([shape for shape in tensors if shape]) * sized[0][1]
    except (IndexError, TypeError):
        return None
    return float(read + written)


def _shapes(text: str) -> list[Shape] | None:
    """Return the shapes of tensors, with an empty one for each non-tensor argument; None if there are none."""
    shapes = _values(text)
    if not shapes:
        return None
    return [[size for size in shape if isinstance(size, int)] if isinstance(shape, list) else [] for shape in shapes]


def _values(text: str) -> list[object]:
    try:
        values = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return []
    return values if isinstance(values, list) else []


def _largest(shapes: Sequence[Shape]) -> int:
    return max(math.prod(shape) for shape in shapes)


def _product(left: Shape, right: Shape) -> float:
    *batch, rows, inner = left
    return 2.0 * math.prod(batch) * rows * inner * right[-1]


def _convolution(shapes: list[Shape], values: list[object], padding_at: int, stride_at: int, dilation_at: int) -> float:
    images, weights = shapes[0], shapes[1]
    padding, stride, dilation = (_numbers(values[place]) for place in (padding_at, stride_at, dilation_at))
    outputs = [
        (size + 2 * padding[place % len(padding)] - dilation[place % len(dilation)] * (kernel - 1) - 1) // stride[place % len(stride)] + 1
        for place, (size, kernel) in enumerate(zip(images[2:], weights[2:], strict=True))
    ]
    return 2.0 * images[0] * math.prod(outputs) * math.prod(weights)


def _convolution_backward(shapes: list[Shape], _: list[object]) -> float:
    """Return the operations of the gradients of images and weights, each as many as in the forward pass."""
    gradient, weights = shapes[0], shapes[2]
    return 4.0 * gradient[0] * math.prod(gradient[2:]) * math.prod(weights)


def _numbers(value: object) -> list[int]:
    numbers = json.loads(value) if isinstance(value, str) else value
    return [int(number) for number in numbers] if isinstance(numbers, list) else [int(str(numbers))]


def _attention(shapes: list[Shape], _: list[object]) -> float:
    """Return the operations of attention over (batch, heads, length, width)."""
    batch, heads, length, width = shapes[0]
    return 2.0 * batch * heads * length * shapes[1][2] * (width + shapes[2][3])


def _attention_by_length(shapes: list[Shape], _: list[object]) -> float:
    """Return the operations of attention over (batch, length, heads, width)."""
    batch, length, heads, width = shapes[0]
    return 2.0 * batch * heads * length * shapes[1][1] * (width + shapes[2][3])


_FLOPS: dict[str, Callable[[list[Shape], list[object]], float]] = {
    **dict.fromkeys(("aten::mm", "aten::bmm", "aten::_scaled_mm", "aten::_int_mm"), lambda shapes, _: _product(shapes[0], shapes[1])),
    **dict.fromkeys(("aten::addmm", "aten::baddbmm", "aten::_addmm_activation"), lambda shapes, _: _product(shapes[1], shapes[2])),
    "aten::cudnn_convolution": lambda shapes, values: _convolution(shapes, values, 2, 3, 4),
    **dict.fromkeys(
        ("aten::miopen_convolution", "aten::mkldnn_convolution", "aten::convolution_overrideable"),
        lambda shapes, values: _convolution(shapes, values, 3, 4, 5),
    ),
    "aten::convolution_backward": _convolution_backward,
    **dict.fromkeys(("aten::_scaled_dot_product_cudnn_attention", "aten::_scaled_dot_product_flash_attention_for_cpu"), _attention),
    **dict.fromkeys(("aten::_flash_attention_forward", "aten::_efficient_attention_forward"), _attention_by_length),
}
"""Operation counts of operators that do the work themselves; those that delegate it have no self time to relate it to."""
_RESULTS: dict[str, Callable[[Sequence[Shape]], int]] = {
    "aten::mm": lambda shapes: shapes[0][0] * shapes[1][1],
    "aten::bmm": lambda shapes: shapes[0][0] * shapes[0][1] * shapes[1][2],
    "aten::addmm": lambda shapes: shapes[-2][0] * shapes[-1][1],
    "aten::baddbmm": lambda shapes: shapes[-2][0] * shapes[-2][1] * shapes[-1][2],
}
"""Number of elements of the result; for all other operators, that of the largest argument."""
