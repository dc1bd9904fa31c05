"""The operations of an operator call, and the bytes that it must at least move, from the shapes and types of its arguments.

A multiplication and an addition count as two operations. The matrix products of attention count in full, even if a mask skips half.

Bytes are a lower bound, which makes the intensity an upper bound: what the call needs is read once and its result written once, as with a
perfect cache. What it overwrites is not read; of an expanded tensor only the elements in memory count, of an image only those that the
convolution does not skip. The rows read by a lookup count nothing, as they may all be the same one, nor does the result of a reduction.
Arguments count as different tensors. Operators that leave the work to others have no rule, and neither bytes nor operations.
"""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

Shape = list[int]
Values = list[object]

_FLOATS = {
    **dict.fromkeys(("c10::Float8_e4m3fn", "c10::Float8_e5m2", "c10::Float8_e4m3fnuz", "c10::Float8_e5m2fnuz"), 1),
    **dict.fromkeys(("c10::BFloat16", "c10::Half"), 2),
    "float": 4,
    "double": 8,
}
_SIZES = {
    **_FLOATS,
    **dict.fromkeys(("bool", "signed char", "unsigned char"), 1),
    "short": 2,
    "int": 4,
    **dict.fromkeys(("long", "long int", "c10::complex<float>"), 8),
    "c10::complex<double>": 16,
}
"""Element size in bytes, by the profiler's name of the type."""
_NO_TENSORS = ("", "Scalar", "ScalarList")
_OTHER_ARGUMENTS = (IndexError, TypeError, ValueError, ZeroDivisionError, OverflowError)
"""What a rule raises if the arguments are not those that it knows."""


def operator_flops(name: str, shapes: str, values: str = "") -> float | None:
    """Return the operations of one call; None if they cannot be derived from the shapes.

    Args:
        name: Name of the operator.
        shapes: Shapes of its arguments, as JSON.
        values: Its non-tensor arguments, as JSON: strides and paddings of convolutions.
    """
    count = _FLOPS.get(name)
    tensors = _shapes(shapes) if count else []
    if not (count and tensors):
        return None
    try:
        flops = count(tensors, _values(values))
    except _OTHER_ARGUMENTS:
        return None
    return flops if 0 < flops < math.inf else None


def operator_bytes(name: str, shapes: str, types: str, values: str = "", strides: str = "") -> float | None:
    """Return the bytes that one call must at least move, 0 for a view; None if they cannot be derived.

    Args:
        name: Name of the operator.
        shapes: Shapes of its arguments, as JSON.
        types: Types of its arguments, as JSON.
        values: Its non-tensor arguments, as JSON.
        strides: Strides of its tensors in elements, as JSON; without them no tensor counts as expanded.
    """
    if name in _MOVING_NOTHING:
        return 0.0
    count = _BYTES.get(name)
    arguments = _Arguments(_shapes(shapes), _values(types), _shapes(strides), _values(values)) if count else None
    if not (count and arguments and arguments.shapes) or len(arguments.shapes) != len(arguments.types):
        return None
    try:
        moved = float(count(arguments))
    except _OTHER_ARGUMENTS:
        return None
    return moved if 0 <= moved < math.inf else None


def _shapes(text: str) -> list[Shape]:
    """Return the shapes of tensors, with an empty one for each non-tensor argument."""
    return [[size for size in shape if isinstance(size, int)] if isinstance(shape, list) else [] for shape in _values(text)]


def _values(text: str) -> Values:
    try:
        values = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return []
    return values if isinstance(values, list) else []


@dataclass(frozen=True, slots=True)
class _Tensor:
    """A tensor: its shape and strides in elements, the size of an element in bytes, and whether these are floating-point numbers."""

    shape: Shape
    strides: Shape
    item: int
    is_float: bool

    @property
    def size(self) -> int:
        """Bytes of its elements in memory: fewer than its shape implies if it is expanded."""
        elements = math.prod(self.shape)
        if not elements or len(self.strides) != len(self.shape):
            return elements * self.item
        reach = 1 + sum((size - 1) * abs(stride) for size, stride in zip(self.shape, self.strides, strict=True))
        return min(elements, reach) * self.item


class _Arguments(NamedTuple):
    """The arguments of a call; the list of strides is empty if they were not recorded."""

    shapes: list[Shape]
    types: Values
    strides: list[Shape]
    values: Values

    def tensor(self, place: int) -> _Tensor:
        """Return the tensor at a place; ValueError if there is none, or one of an unknown type."""
        kind = self.types[place]
        if not isinstance(kind, str) or kind not in _SIZES:
            raise ValueError(kind)
        strides = self.strides[place] if place < len(self.strides) else []
        return _Tensor(self.shapes[place], strides, _SIZES[kind], kind in _FLOATS)

    def tensors(self, places: Iterable[int]) -> list[_Tensor]:
        """Return the tensors at some positions, skipping scalars and missing arguments."""
        return [self.tensor(place) for place in places if place < len(self.types) and self.types[place] not in _NO_TENSORS]

    def read(self, *places: int) -> int:
        """Return the bytes of the tensors at some places; one without dimensions is a number of the program, not in the device's memory."""
        return sum(tensor.size for tensor in self.tensors(places) if tensor.shape)


@dataclass(frozen=True, slots=True)
class _Product:
    """A matrix product: argument positions of its matrices and of the addend, and the minimum size of a result's element in bytes."""

    left: int
    right: int
    added: int | None = None
    item: int = 0

    def flops(self, shapes: list[Shape], _: Values) -> float:
        *rows, inner = shapes[self.left]
        return 2.0 * math.prod(rows) * inner * shapes[self.right][-1]

    def bytes(self, arguments: _Arguments) -> int:
        left, right = arguments.tensor(self.left), arguments.tensor(self.right)
        result = math.prod(left.shape[:-1]) * right.shape[-1] * max(left.item, self.item)
        is_added = self.added is not None and arguments.values[3:4] != ["0"]  # beta; what it makes 0 is not read
        return left.size + right.size + result + (arguments.read(self.added or 0) if is_added else 0)


@dataclass(frozen=True, slots=True)
class _Convolution:
    """A convolution: the places of its images and weights, and among the values of padding, stride, dilation and what transposes it."""

    images: int
    weights: int
    padding: int
    stride: int
    dilation: int
    transposed: int | None = None

    def flops(self, shapes: list[Shape], values: Values) -> float:
        images, weights = shapes[self.images], shapes[self.weights]
        return 2.0 * images[0] * math.prod(outputs for outputs, _ in self._sides(images, weights, values)) * math.prod(weights)

    def bytes(self, arguments: _Arguments) -> int:
        images, weights = arguments.tensor(self.images), arguments.tensor(self.weights)
        result = [
            images.shape[0],
            weights.shape[0],
            *(outputs for outputs, _ in self._sides(images.shape, weights.shape, arguments.values)),
        ]
        return self.read_images(arguments) + weights.size + images.item * math.prod(result)

    def read_images(self, arguments: _Arguments) -> int:
        """Return the bytes of the images, without the positions that strides skip."""
        images, weights = arguments.tensor(self.images), arguments.tensor(self.weights)
        sides = self._sides(images.shape, weights.shape, arguments.values)
        return min(images.size, images.item * math.prod(images.shape[:2]) * math.prod(touched for _, touched in sides))

    def _sides(self, images: Shape, weights: Shape, values: Values) -> list[tuple[int, int]]:
        """Return for each side of the images the number of outputs, and the least number of positions that are read."""
        if self.transposed is not None and values[self.transposed] != "False":
            raise ValueError(values)
        padding, stride, dilation = (_numbers(values[place]) for place in (self.padding, self.stride, self.dilation))
        return [
            _side(size, kernel, padding[place % len(padding)], stride[place % len(stride)], dilation[place % len(dilation)])
            for place, (size, kernel) in enumerate(zip(images[2:], weights[2:], strict=True))
        ]


def _side(size: int, kernel: int, padding: int, stride: int, dilation: int) -> tuple[int, int]:
    """Return the number of outputs along one side of an image, and the least number of positions that are read for them."""
    outputs = (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1
    period = stride // math.gcd(stride, dilation)  # taps read the same positions only if so far apart, or a multiple of it
    apart = min(kernel, period)
    shift = min(outputs, dilation * period // stride)  # new positions read by each tap that has an earlier one so far apart
    return outputs, max(0, min(size, apart * outputs + (kernel - apart) * shift - 2 * padding))


_BACKWARD = _Convolution(images=1, weights=2, stride=4, padding=5, dilation=6, transposed=7)
_MASK = 10
"""Which gradients `aten::convolution_backward` returns: of images, weights, bias."""


def _backward_flops(shapes: list[Shape], values: Values) -> float:
    """Return the operations of the gradients of images and weights, each as many as in the forward pass."""
    return _BACKWARD.flops(shapes, values) * sum(_flags(values[_MASK])[:2])


def _backward_bytes(arguments: _Arguments) -> int:
    images, weights = arguments.tensor(_BACKWARD.images), arguments.tensor(_BACKWARD.weights)
    of_images, of_weights = _flags(arguments.values[_MASK])[:2]
    moved = arguments.read(0)
    if of_images:
        moved += weights.size + images.item * math.prod(images.shape)
    if of_weights:
        moved += _BACKWARD.read_images(arguments) + weights.item * math.prod(weights.shape)
    return moved


def _numbers(value: object) -> list[int]:
    numbers = json.loads(value) if isinstance(value, str) else value
    return [int(number) for number in numbers] if isinstance(numbers, list) else [int(str(numbers))]


def _flags(value: object) -> list[int]:
    """Return a list of booleans as Python writes it."""
    return _numbers(value.lower()) if isinstance(value, str) else _numbers(value)


_BY_HEAD, _BY_LENGTH = 2, 1
"""Where the length stands in the shapes of attention's arguments: (batch, heads, length, width) or (batch, length, heads, width)."""


def _attention(shapes: list[Shape], _: Values, place: int) -> float:
    """Return the operations of attention, by the place of the length."""
    batch, first, second, width = shapes[0]
    return 2.0 * batch * first * second * shapes[1][place] * (width + shapes[2][3])


def _attention_bytes(arguments: _Arguments) -> int:
    query, value = arguments.tensor(0), arguments.tensor(2)
    batch, first, second, _ = query.shape  # sequences packed into three dimensions may use only a part of the keys
    return arguments.read(0, 1, 2) + batch * first * second * value.shape[3] * query.item


def _attention_gradients(shapes: list[Shape], _: Values, place: int) -> float:
    """Return the operations of attention's gradients, by the place of the length: the products of query and keys are made again."""
    batch, first, second, width = shapes[1]
    return 2.0 * batch * first * second * shapes[2][place] * (3 * width + 2 * shapes[3][3])


def _attention_gradients_bytes(arguments: _Arguments) -> int:
    gradient, inputs = arguments.tensor(0), arguments.tensors((1, 2, 3))
    if len(gradient.shape) != 4:  # packed sequences
        raise ValueError(gradient.shape)
    result = math.prod(gradient.shape) * gradient.item
    return gradient.size + result + sum(one.size + math.prod(one.shape) * one.item for one in inputs)


def _pointwise(operands: int, item: int | None = None) -> Callable[[_Arguments], int]:
    """Return the rule of an operator on each element: so many leading arguments are read, and the result has their common shape.

    Args:
        operands: Number of leading arguments that may be tensors.
        item: Size of a result's element in bytes; None for that of the arguments.
    """

    def moved(arguments: _Arguments) -> int:
        tensors = arguments.tensors(range(operands))
        sizes = zip_longest(*(reversed(tensor.shape) for tensor in tensors), fillvalue=1)
        result = math.prod(0 if 0 in side else max(side) for side in sizes)
        return arguments.read(*range(operands)) + result * (item or _result_item(tensors))

    return moved


def _result_item(tensors: list[_Tensor]) -> int:
    """Return the least size of a result's element in bytes; the type of a tensor without dimensions hardly counts."""
    floats = [tensor.item for tensor in tensors if tensor.is_float and tensor.shape]
    return max(floats) if floats else min(4, *(tensor.item for tensor in tensors))  # integers may become FP32, complex numbers real


def _in_place(operands: int) -> Callable[[_Arguments], int]:
    """Return the rule of an operator on each element that writes its result into its first argument."""
    return lambda arguments: arguments.read(*range(operands)) + arguments.tensor(0).size


def _normalization(*operands: int) -> Callable[[_Arguments], int]:
    """Return the rule of an operator that reads some arguments, and whose result is like the first."""
    return lambda arguments: arguments.read(*operands) + math.prod(arguments.tensor(0).shape) * arguments.tensor(0).item


def _selection(arguments: _Arguments) -> int:
    """Return the bytes of `aten::index_select` of a tensor, dimension and index."""
    source, index = arguments.tensor(0), arguments.tensor(2)
    (dimension,) = _numbers(arguments.values[1])
    others = [size for place, size in enumerate(source.shape) if place != dimension % len(source.shape)]
    return index.size + math.prod(index.shape) * math.prod(others) * source.item


def _embedding(arguments: _Arguments) -> int:
    table, index = arguments.tensor(0), arguments.tensor(1)
    return index.size + math.prod(index.shape) * table.shape[1] * table.item


def _gathering(arguments: _Arguments) -> int:
    """Return the bytes of `aten::gather` of a tensor, dimension and index."""
    index = arguments.tensor(2)
    return index.size + math.prod(index.shape) * arguments.tensor(0).item


def _aten(*names: str, ending: str = "") -> list[str]:
    return [f"aten::{name}{ending}" for name in names]


_UNARY = (
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_not", "ceil", "cos", "cosh", "elu", "erf", "erfc", "erfinv",
    "exp", "exp2", "expm1", "floor", "frac", "gelu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "log", "log10",
    "log1p", "log2", "mish", "neg", "reciprocal", "relu", "round", "rsqrt", "sgn", "sigmoid", "sign", "silu", "sin", "sinh", "softplus",
    "softshrink", "sqrt", "tan", "tanh", "threshold", "trunc",
)  # fmt: skip
_BINARY = (
    "add", "atan2", "bitwise_and", "bitwise_or", "bitwise_xor", "clamp_max", "clamp_min", "div", "floor_divide", "fmax", "fmin", "fmod",
    "gelu_backward", "hardsigmoid_backward", "hardswish_backward", "hardtanh_backward", "hypot", "leaky_relu_backward", "maximum",
    "minimum", "mish_backward", "mul", "pow", "remainder", "sigmoid_backward", "silu_backward", "softplus_backward", "sub",
    "tanh_backward", "threshold_backward",
)  # fmt: skip
_TERNARY = ("addcdiv", "addcmul", "clamp", "lerp")
_COMPARISONS = ("eq", "ge", "gt", "le", "logical_and", "logical_or", "logical_xor", "lt", "ne")
_REDUCTIONS = (
    "all", "amax", "amin", "any", "argmax", "argmin", "linalg_vector_norm", "max", "mean", "min", "nansum", "prod", "std", "std_mean",
    "sum", "var", "var_mean",
)  # fmt: skip
_MOVING_NOTHING = frozenset(_aten(
    "_reshape_alias", "_unsafe_view", "alias", "as_strided", "detach", "diagonal", "empty", "empty_like", "empty_strided", "expand",
    "narrow", "new_empty", "new_empty_strided", "permute", "select", "slice", "split", "split_with_sizes", "squeeze", "t", "transpose",
    "unbind", "unfold", "unsqueeze", "view", "view_as",
))  # fmt: skip
"""Operators that only view memory or reserve it."""

_PRODUCTS = {
    **dict.fromkeys(_aten("mm", "bmm", "_scaled_mm"), _Product(0, 1)),
    "aten::_int_mm": _Product(0, 1, item=4),
    **dict.fromkeys(_aten("addmm", "baddbmm", "_addmm_activation"), _Product(1, 2, added=0)),
}
_CONVOLUTIONS = {
    "aten::cudnn_convolution": _Convolution(0, 1, padding=2, stride=3, dilation=4),
    **dict.fromkeys(_aten("miopen_convolution", "mkldnn_convolution"), _Convolution(0, 1, padding=3, stride=4, dilation=5)),
    "aten::convolution_overrideable": _Convolution(0, 1, stride=3, padding=4, dilation=5, transposed=6),
}
_ATTENTIONS = {
    **dict.fromkeys(
        _aten("_cudnn_attention_forward", "_scaled_dot_product_cudnn_attention", "_scaled_dot_product_flash_attention_for_cpu"),
        partial(_attention, place=_BY_HEAD),
    ),
    **dict.fromkeys(_aten("_flash_attention_forward", "_efficient_attention_forward"), partial(_attention, place=_BY_LENGTH)),
}
_ATTENTION_GRADIENTS = {
    **dict.fromkeys(
        _aten(
            "_cudnn_attention_backward",
            "_scaled_dot_product_cudnn_attention_backward",
            "_scaled_dot_product_flash_attention_for_cpu_backward",
        ),
        partial(_attention_gradients, place=_BY_HEAD),
    ),
    **dict.fromkeys(_aten("_flash_attention_backward", "_efficient_attention_backward"), partial(_attention_gradients, place=_BY_LENGTH)),
}
_FLOPS: dict[str, Callable[[list[Shape], Values], float]] = {
    **{name: product.flops for name, product in _PRODUCTS.items()},
    **{name: convolution.flops for name, convolution in _CONVOLUTIONS.items()},
    "aten::convolution_backward": _backward_flops,
    **_ATTENTIONS,
    **_ATTENTION_GRADIENTS,
}
"""Operation counts of operators that do the work themselves; those that delegate it have no self time to relate it to."""
_BYTES: dict[str, Callable[[_Arguments], int]] = {
    **{name: product.bytes for name, product in _PRODUCTS.items()},
    **{name: convolution.bytes for name, convolution in _CONVOLUTIONS.items()},
    "aten::convolution_backward": _backward_bytes,
    **dict.fromkeys(_ATTENTIONS, _attention_bytes),
    **dict.fromkeys(_ATTENTION_GRADIENTS, _attention_gradients_bytes),
    **dict.fromkeys(_aten(*_UNARY), _pointwise(1)),
    **dict.fromkeys(_aten(*_BINARY), _pointwise(2)),
    **dict.fromkeys(_aten(*_TERNARY), _pointwise(3)),
    **dict.fromkeys(_aten(*_COMPARISONS), _pointwise(2, item=1)),
    "aten::logical_not": _pointwise(1, item=1),
    **dict.fromkeys(_aten(*_UNARY, "logical_not", ending="_"), _in_place(1)),
    **dict.fromkeys(_aten(*_BINARY, *_COMPARISONS, ending="_"), _in_place(2)),
    **dict.fromkeys(_aten(*_TERNARY, ending="_"), _in_place(3)),
    **dict.fromkeys(
        _aten("bernoulli_", "exponential_", "fill_", "normal_", "random_", "uniform_", "zero_"), lambda arguments: arguments.tensor(0).size
    ),
    "aten::copy_": lambda arguments: arguments.tensor(0).size + arguments.tensor(1).size,
    **dict.fromkeys(_aten(*_REDUCTIONS), lambda arguments: arguments.tensor(0).size),
    **dict.fromkeys(_aten("_log_softmax", "_softmax", "native_dropout"), _normalization(0)),
    "aten::native_layer_norm": _normalization(0, 2, 3),
    **dict.fromkeys(_aten("cudnn_batch_norm", "miopen_batch_norm", "native_batch_norm", "native_group_norm"), _normalization(0, 1, 2)),
    "aten::index_select": _selection,
    "aten::embedding": _embedding,
    "aten::gather": _gathering,
}
"""The least bytes that each operator moves."""
