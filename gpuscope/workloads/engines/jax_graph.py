"""Translates a torch model to a JAX function: its exported graph, operation by operation (torch's list: "Core ATen IR")."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import torch
from jax import lax
from jax import numpy as jnp
from torch import nn
from torch.export.graph_signature import InputKind

from gpuscope.core.errors import UnavailableError

Array = Any
_KINDS: Mapping[torch.dtype, Any] = {
    torch.float64: jnp.float64, torch.float32: jnp.float32, torch.float16: jnp.float16, torch.bfloat16: jnp.bfloat16,
    torch.int64: jnp.int64, torch.int32: jnp.int32, torch.bool: jnp.bool_,
}  # fmt: skip


def _kind(dtype: torch.dtype | None) -> Any:
    return None if dtype is None else _KINDS[dtype]


def _pair(values: Sequence[int]) -> tuple[int, int]:
    first, *rest = values
    return first, rest[0] if rest else first


def _convolution(
    images: Array,
    weight: Array,
    bias: Array | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    _output_padding: Sequence[int],
    groups: int,
) -> Array:
    if transposed:
        raise NotImplementedError("transposed convolution")
    result = lax.conv_general_dilated(
        images, weight, stride, [(size, size) for size in padding], rhs_dilation=dilation, feature_group_count=groups
    )
    return result if bias is None else result + bias.reshape(-1, *[1] * (weight.ndim - 2))


def _max_pool(images: Array, size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,), *rest: Any) -> tuple[Array]:
    if any(setting not in (1, [1, 1], False) for setting in rest):
        raise NotImplementedError("max pooling with dilation or rounding up")
    steps = (1, 1, *_pair(stride or size))
    edges = ((0, 0), (0, 0), *((edge, edge) for edge in _pair(padding)))
    return (lax.reduce_window(images, -jnp.inf, lax.max, (1, 1, *_pair(size)), steps, edges),)


def _average_pool(images: Array, size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,), *rest: Any) -> Array:
    if any(padding) or any(rest):
        raise NotImplementedError("average pooling with padding or rounding up")
    window = (1, 1, *_pair(size))
    total = lax.reduce_window(images, 0.0, lax.add, window, (1, 1, *_pair(stride or size)), "VALID")
    return total / (window[2] * window[3])


def _adaptive_average_pool(images: Array, size: Sequence[int]) -> Array:
    count, channels, height, width = images.shape
    rows, columns = _pair(size)
    if height % rows or width % columns:
        raise NotImplementedError("adaptive pooling into windows of several sizes")
    return images.reshape(count, channels, rows, height // rows, columns, width // columns).mean((3, 5))


def _batch_norm(images: Array, weight: Array, bias: Array, mean: Array, variance: Array, _momentum: float, epsilon: float) -> tuple[Array]:
    shape = (1, -1, *[1] * (images.ndim - 2))
    scale = lax.rsqrt(variance + epsilon) * (1 if weight is None else weight)
    shift = (0 if bias is None else bias) - mean * scale
    return (images * scale.reshape(shape) + shift.reshape(shape),)


def _layer_norm(values: Array, shape: Sequence[int], weight: Array, bias: Array, epsilon: float) -> tuple[Array]:
    axes = tuple(range(-len(shape), 0))
    centred = values - values.mean(axes, keepdims=True)
    normal = centred * lax.rsqrt((centred**2).mean(axes, keepdims=True) + epsilon)
    return (normal * (1 if weight is None else weight) + (0 if bias is None else bias),)


def _slice(values: Array, axis: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Array:
    index = [slice(None)] * values.ndim
    index[axis] = slice(start, None if end is None or end >= values.shape[axis] else end, step)
    return values[tuple(index)]


def _split(values: Array, sizes: Sequence[int], axis: int = 0) -> Array:
    edges = [sum(sizes[: index + 1]) for index in range(len(sizes) - 1)]
    return jnp.split(values, edges, axis)


def _expand(values: Array, sizes: Sequence[int], **_more: Any) -> Array:
    old = (1,) * (len(sizes) - values.ndim) + values.shape
    return jnp.broadcast_to(values, [old_size if size == -1 else size for size, old_size in zip(sizes, old, strict=True)])


def _full(sizes: Sequence[int], value: float, *, dtype: torch.dtype | None = None, **_more: Any) -> Array:
    return jnp.full(sizes, value, _kind(dtype))


def _arange(start: float, end: float, step: float = 1, *, dtype: torch.dtype | None = None, **_more: Any) -> Array:
    return jnp.arange(start, end, step, _kind(dtype))


def _to_copy(values: Array, *, dtype: torch.dtype | None = None, **_more: Any) -> Array:
    return values if dtype is None else values.astype(_kind(dtype))


def _mean(values: Array, axes: Sequence[int] | None = None, keepdim: bool = False, **_more: Any) -> Array:
    return values.mean(None if axes is None else tuple(axes), keepdims=keepdim)


def _sum(values: Array, axes: Sequence[int] | None = None, keepdim: bool = False, **_more: Any) -> Array:
    return values.sum(tuple(axes) if axes else None, keepdims=keepdim)


def _linear(values: Array, weight: Array, bias: Array | None = None) -> Array:
    product = values @ weight.T
    return product if bias is None else product + bias


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "_adaptive_avg_pool2d.default": _adaptive_average_pool,
    "_assert_tensor_metadata.default": lambda *_values, **_more: None,
    "_native_batch_norm_legit_no_training.default": _batch_norm,
    "_softmax.default": lambda values, axis, _half: jax.nn.softmax(values, axis),
    "_log_softmax.default": lambda values, axis, _half: jax.nn.log_softmax(values, axis),
    "_to_copy.default": _to_copy,
    "abs.default": jnp.abs,
    "add.Scalar": operator.add,
    "add.Tensor": lambda left, right, *, alpha=1: left + alpha * right,
    "addmm.default": lambda bias, left, right, *, beta=1, alpha=1: beta * bias + alpha * (left @ right),
    "alias.default": lambda values: values,
    "any.dim": lambda values, axis, keepdim=False: values.any(axis, keepdims=keepdim),
    "arange.start_step": _arange,
    "avg_pool2d.default": _average_pool,
    "bmm.default": operator.matmul,
    "cat.default": lambda parts, axis=0: jnp.concatenate(parts, axis),
    "clamp.default": jnp.clip,
    "clone.default": lambda values, **_more: values,
    "convolution.default": _convolution,
    "div.Scalar": operator.truediv,
    "div.Tensor": operator.truediv,
    "embedding.default": lambda weight, index, *_more: weight[index],
    "eq.Scalar": operator.eq,
    "exp.default": jnp.exp,
    "expand.default": _expand,
    "full.default": _full,
    "full_like.default": lambda values, value, **_more: jnp.full_like(values, value),
    "ge.Scalar": operator.ge,
    "ge.Tensor": operator.ge,
    "gelu.default": lambda values, *, approximate="none": jax.nn.gelu(values, approximate == "tanh"),
    "gt.Scalar": operator.gt,
    "gt.Tensor": operator.gt,
    "hardtanh.default": lambda values, low=-1.0, high=1.0: jnp.clip(values, low, high),
    "index_select.default": lambda values, axis, index: jnp.take(values, index, axis),
    "le.Scalar": operator.le,
    "le.Tensor": operator.le,
    "linear.default": _linear,
    "logical_and.default": jnp.logical_and,
    "logical_not.default": jnp.logical_not,
    "lt.Scalar": operator.lt,
    "lt.Tensor": operator.lt,
    "max_pool2d_with_indices.default": _max_pool,
    "mean.dim": _mean,
    "mm.default": operator.matmul,
    "mul.Scalar": operator.mul,
    "mul.Tensor": operator.mul,
    "native_layer_norm.default": _layer_norm,
    "neg.default": operator.neg,
    "permute.default": jnp.transpose,
    "pow.Tensor_Scalar": operator.pow,
    "relu.default": jax.nn.relu,
    "rsqrt.default": lax.rsqrt,
    "scalar_tensor.default": lambda value, *, dtype=None, **_more: jnp.asarray(value, _kind(dtype)),
    "select.int": lambda values, axis, index: lax.index_in_dim(values, index, axis, keepdims=False),
    "sigmoid.default": jax.nn.sigmoid,
    "slice.Tensor": _slice,
    "split_with_sizes.default": _split,
    "sqrt.default": jnp.sqrt,
    "squeeze.dims": lambda values, axes: values.squeeze(tuple(axis for axis in axes if values.shape[axis] == 1)),
    "sub.Tensor": lambda left, right, *, alpha=1: left - alpha * right,
    "sum.dim_IntList": _sum,
    "tanh.default": jnp.tanh,
    "unsqueeze.default": jnp.expand_dims,
    "view.default": jnp.reshape,
    "where.self": jnp.where,
}
"""Translations by torch's name of the operation, without the namespace "aten"."""


Weights = Mapping[str, torch.Tensor]


def as_function(model: nn.Module, example: torch.Tensor) -> tuple[Callable[[Mapping[str, Array], Array], Array], Weights]:
    """Return the forward pass as a function of weights and images as JAX arrays, and the weights as torch tensors.

    Raises:
        UnavailableError: The model uses an operation without a translation.
    """
    program = torch.export.export(model, (example,)).run_decompositions()
    lacking = sorted({_name(node) for node in program.graph.nodes if node.op == "call_function"} - OPERATIONS.keys() - {"getitem"})
    if lacking:
        raise UnavailableError(f"jax does not run the model: nothing translates {', '.join(lacking)}", "Use --engine eager.")
    return _Graph(program).forward, _weights(program)


class _Graph:
    def __init__(self, program: torch.export.ExportedProgram) -> None:
        self._nodes = list(program.graph.nodes)
        (self._images,) = program.graph_signature.user_inputs

    def forward(self, weights: Mapping[str, Array], images: Array) -> Array:
        """Execute the graph; JAX traces this once."""
        value_by_node: dict[torch.fx.Node, Any] = {}
        for node in self._nodes:
            arguments = torch.fx.map_arg(node.args, value_by_node.__getitem__)
            if node.op == "placeholder":
                value_by_node[node] = images if node.name == self._images else weights[node.name]
            elif node.op == "output":
                break
            elif _name(node) == "getitem":
                value_by_node[node] = arguments[0][arguments[1]]
            else:
                value_by_node[node] = OPERATIONS[_name(node)](*arguments, **torch.fx.map_arg(node.kwargs, value_by_node.__getitem__))
        return arguments[0][0]


def _name(node: torch.fx.Node) -> str:
    target = node.target
    return str(target).removeprefix("aten.") if isinstance(target, torch._ops.OpOverload) else target.__name__


def _weights(program: torch.export.ExportedProgram) -> Weights:
    kept = {**program.constants, **program.state_dict}
    inputs = (spec for spec in program.graph_signature.input_specs if spec.kind is not InputKind.USER_INPUT)
    return {spec.arg.name: kept[spec.target].detach().contiguous() for spec in inputs}
