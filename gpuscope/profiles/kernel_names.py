"""Short names: of kernels without namespaces, arguments and redundant template parameters, of operators without a namespace."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile, zip_longest

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


def short_kernel_names(names: Iterable[str]) -> dict[str, str]:
    """Return the short name of each kernel; with what distinguishes them if different ones would have the same: ``MulFunctor<float> [4]``.

    That is the first word of their names (a template argument, a parameter) in which all of them differ, or else several.
    """
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        alike.setdefault(short_kernel_name(name), []).append(name)
    shown: dict[str, str] = {}
    for short, whole in alike.items():
        words = _distinguishing(whole) if len(whole) > 1 else [""]
        apart = [f"{short} [{text}]" if text else short for text in words]
        shown |= zip(whole, apart if len(set(apart)) == len(whole) else whole, strict=True)
    return shown


_WORDS = re.compile(r"[^<>,()\s{}]+")
_NUMBERED = "#"
"""In the number of a lambda, which says less than any type."""


def _distinguishing(names: Sequence[str]) -> list[str]:
    """Return the words of each name that tell it from the others, as few as possible; "" for one that has none there."""
    rows = zip_longest(*(_WORDS.findall(_NOISE.sub("", name)) for name in names), fillvalue="")
    places = sorted((row for row in rows if len(set(row)) > 1), key=lambda row: any(_NUMBERED in word for word in row))
    if single := [row for row in places if len(set(row)) == len(names)]:
        return list(single[0])
    chosen: list[tuple[str, ...]] = []
    for row in places:
        if len(set(zip(*chosen, row, strict=True))) > len(set(zip(*chosen, strict=True))):
            chosen.append(row)
    return [", ".join(filter(None, words)) for words in zip(*chosen, strict=True)] or [""] * len(names)


_FAMILY, _LEAST_END = 12, 12
"""Characters that names of one family begin with ("sm90_xmma_ge"), and of a shared end that is worth leaving out."""


_LAUNCH = re.compile(r"_warpgroupsize.*__5x_cublas$")
"""The end of the names of cuBLAS's kernels, behind the tile sizes, which says how they are launched."""


def without_shared_ends(names: Iterable[str]) -> dict[str, str]:
    """Return each name, with "…" for an end that all different names of the same beginning share, from its first whole word.

    Eliding such a name would hide what tells it from the others: of cuBLAS's kernels, the tile sizes before a long common end.
    """
    families: dict[str, set[str]] = {}
    for name in names:
        families.setdefault(name[:_FAMILY], set()).add(name)
    return {name: _cut(name, _shared_end(family)) for family in families.values() for name in family}


def _shared_end(family: set[str]) -> str:
    """Return the end that names share behind their common beginning, from a separator of words; "" for a short one.

    Of a single name, which shares nothing, it is what its tile sizes are more important than.
    """
    if len(family) == 1:
        launch = _LAUNCH.search(min(family))
        return launch[0] if launch is not None else ""
    begin = _common_length(family)
    length = _common_length({name[begin:][::-1] for name in family})
    end = re.search(r"[_<, ].*", min(family)[len(min(family)) - length :])
    return end[0] if end is not None and len(end[0]) >= _LEAST_END else ""


def _common_length(texts: set[str]) -> int:
    """Return the number of characters that all texts begin with."""
    pairs = zip(min(texts), max(texts), strict=False)  # what the first and the last in order share, those between share too
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _cut(name: str, end: str) -> str:
    return f"{name.removesuffix(end)}…" if end else name


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
