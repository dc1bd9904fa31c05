"""Short names: of kernels without namespaces, arguments and redundant template parameters, of operators without a namespace."""

import re
from functools import lru_cache

_NOISE = re.compile(
    r"\b(?:void|static|__global__)\s+|\(anonymous namespace\)::|\bat::native::|\bat::cuda::|\bat::|\bc10::|\bstd::|\bcub::\w+::"
)
_LAMBDA = re.compile(r"::\{lambda\([^{}]*\)#\d+\}(?:::operator\(\)\([^()]*\) const)?")
_FUNCTOR = re.compile(
    r"\b(?!Binary|Unary|AUnary|BUnary|gpu_kernel)(\w*Functor\w*|\w+_kernel_cuda|\w+_kernel_impl|\w+KernelImpl|\w+Ops?)(<[\w: ,]*>)?"
)
"""The operation of an elementwise kernel, ignoring wrappers that only state its number of arguments."""
_ELEMENTWISE = re.compile(r"(\w*elementwise_kernel\w*|reduce_kernel|multi_tensor_apply_kernel)\b")

_COPIES = ("Memcpy", "Memset")
"""Prefixes of Kineto's names of copies and fills, which give source and destination in brackets, including whether memory was pinned."""


def short_operator_name(name: str) -> str:
    """Return the short name of an operator: "evaluate_function: AddmmBackward0" for a node of autograd, any other unchanged."""
    return name.removeprefix("autograd::engine::")


def short_owner_name(name: str) -> str:
    """Return the short name of an owner of memory: a kind of module, and an operator by its short name."""
    return ", ".join(map(short_operator_name, name.split(", ")))


@lru_cache(maxsize=4096)
def short_kernel_name(name: str) -> str:
    """Return the short name of a kernel, ``elementwise_kernel MulFunctor<float>``; simple names are returned unchanged."""
    if name.startswith(_COPIES):
        return name
    text = _LAMBDA.sub("", name[:4000])
    text = _NOISE.sub("", text)
    if family := _ELEMENTWISE.match(text):
        functor = next((match.group(1) + (match.group(2) or "") for match in _FUNCTOR.finditer(text, family.end())), "")
        return f"{family.group(1)} {functor}".rstrip()
    return _without_arguments(text).strip() or name


def _without_arguments(text: str) -> str:
    """Return a function's name and template parameters without its argument list."""
    depth = 0
    for place, character in enumerate(text):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "(" and depth <= 0 and place:
            return text[:place]
    return text
