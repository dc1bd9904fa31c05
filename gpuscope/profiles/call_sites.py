"""The places in the user's program where calls were made, if the profiler recorded Python stacks.

PyTorch's profiler names a Python call by its file and the first line of its function, not by the line being executed. The innermost
call of the user's own code around an operator therefore yields the function; `source_lines` finds the line in it.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import nesting
from gpuscope.profiles.trace import UNKNOWN, Category, Flags, Integers, Trace

_CALL = re.compile(r"(?P<file>.+\.py)\((?P<line>\d+)\): (?P<function>.+)$")
_DECORATED = re.compile(r"torch/optim/\w+\.py\(\d+\): wrapper$")
"""Torch's wrapper of the method ``step`` of optimizers and schedulers; a program names the method."""
_INSERTED = re.compile(r"(^|/)gpuscope/probe/hooks/\w+\.py\(\d+\): ")
"""Functions that gpuscope puts around torch's; a program calls the function inside."""
_COMPILED = re.compile(r"torch/_dynamo/eval_frame.py\(\d+\): (compile_wrapper|_fn|__call__)$")
"""Torch's wrapper of a compiled function or model, which a program calls by a name of its own."""
_METHOD = re.compile(r"<built-in (?:method|function) (?P<name>\w+)")
_INSTALLED = re.compile(r"(^|/)(site|dist)-packages/|(^|/)lib(64)?/python\d|^<")
_FRAMEWORKS = frozenset(
    ("torch", "torchvision", "torchaudio", "triton", "numpy", "accelerate", "lightning", "lightning_fabric", "pytorch_lightning",
     "deepspeed", "apex", "tqdm", "PIL", "datasets", "gpuscope", "debugpy", "_distutils_hack")
)  # fmt: skip
"""Packages that users do not edit. Paths in a trace omit the site-packages folder, so only names identify them."""
_LIBRARIES = frozenset(
    ("transformers", "diffusers", "timm", "peft", "trl", "sentence_transformers", "torch_geometric", "vllm", "xformers", "flash_attn")
)
"""Packages whose functions are named if no user code surrounds a call, since they identify the layer."""

COMPILED = "torch.compile"
"""Callee that stands for anything that the program compiled."""
MODULE = "<module>"
"""How Python names the code of a module outside of functions."""
_STANDARD = sys.stdlib_module_names - {"cmd", "code", "profile", "test", "token", "trace"}
"""Modules of the standard library, except those whose names programs commonly use."""


@dataclass(frozen=True, slots=True)
class CallSite:
    """A function of the user's program, and the function that it calls on the way to an operator.

    Attributes:
        file: As named in the trace.
        line: First line of the function; of one that ran when the capture began, the line that it was on.
        function: Its name.
        callee: The function it calls on the way to the operator; "" if it is not known.
    """

    file: str
    line: int
    function: str
    callee: str = ""


@dataclass(frozen=True)
class CallSites:
    """The Python calls around each call of a trace."""

    trace: Trace

    @cached_property
    def is_known(self) -> bool:
        """Whether the trace contains Python stacks."""
        return bool((self.trace.slices.category == Category.PYTHON).any())

    def by_cost(self, rows: Integers, cost_ns: Integers) -> list[tuple[CallSite, int, int]]:
        """Return the sites of some calls, the most expensive first.

        Args:
            rows: Indices of slices: operators, runtime calls, marked ranges.
            cost_ns: Cost of each in ns.

        Returns:
            Each site with the number of these calls it made, and their cost in ns.
        """
        if not self.is_known or not rows.size:
            return []
        function, callee = self._around(np.searchsorted(self._rows, rows))
        pairs, number = np.unique(np.stack([function, callee], axis=1), axis=0, return_inverse=True)
        counts, costs = np.bincount(number), np.zeros(len(pairs), np.int64)
        np.add.at(costs, number, cost_ns)
        sites: dict[CallSite, tuple[int, int]] = {}
        for pair, count, cost in zip(pairs.tolist(), counts.tolist(), costs.tolist(), strict=True):
            if site := self._site(*pair):
                before = sites.get(site, (0, 0))
                sites[site] = (before[0] + count, before[1] + cost)
        return sorted(((site, count, cost) for site, (count, cost) in sites.items()), key=lambda entry: (-entry[2], entry[0].file))

    def _around(self, places: Integers) -> tuple[Integers, Integers]:
        """Return for each call the innermost enclosing function of the user, or else of a library, and that function's callee.

        Returns:
            Indices of names, -1 for none.
        """
        function, callee = self._climbed(places, self._is_own)
        has_none = function < 0
        function[has_none], callee[has_none] = self._climbed(places[has_none], self._is_library)
        return function, callee

    def _climbed(self, places: Integers, is_meant: Flags) -> tuple[Integers, Integers]:
        """Return the name of each call's innermost enclosing Python call with ``is_meant``, and of the Python call just inside that.

        A range around a call may have begun in a function that had already returned, as a step does that begins at the end of another's
        last function.
        """
        slices, rows = self.trace.slices, self._rows
        names, end_ns, start_ns = slices.name[rows], slices.end_ns[rows], slices.start_ns[rows[places]]
        is_python = (slices.category[rows] == Category.PYTHON) & ~self._is_inserted[names]
        place, inner = places.copy(), np.full(places.size, UNKNOWN)
        left = np.arange(places.size)
        while left.size:
            at = place[left]
            is_around = is_python[at] & (end_ns[at] >= start_ns[left])
            goes_on = (at >= 0) & ~(is_around & is_meant[names[at]])
            left, at, is_around = left[goes_on], at[goes_on], is_around[goes_on]
            inner[left] = np.where(is_around, at, inner[left])
            place[left] = self._parent[at]
        return np.where(place >= 0, names[place], UNKNOWN), np.where(inner >= 0, names[inner], UNKNOWN)

    def _site(self, function: int, callee: int) -> CallSite | None:
        called = _CALL.match(self.trace.names[function]) if function >= 0 else None
        inner = self._callee(self.trace.names[callee]) if callee >= 0 else ""
        return CallSite(called["file"], int(called["line"]), called["function"], inner) if called else None

    @staticmethod
    def _callee(name: str) -> str:
        if _DECORATED.search(name):
            return "step"
        if _COMPILED.search(name):
            return COMPILED
        if called := _CALL.match(name):
            return called["function"]
        method = _METHOD.match(name)
        return method["name"] if method else ""

    @cached_property
    def _rows(self) -> Integers:
        return self.trace.slices.of(Category.PYTHON, Category.OPERATOR, Category.RUNTIME, Category.ANNOTATION)

    @cached_property
    def _parent(self) -> Integers:
        return nesting(self.trace, self._rows)[0]

    @cached_property
    def _is_own(self) -> Flags:
        """The names that are calls of the user's own code."""
        return self._named(lambda file: not _is_installed(file) and _package(file) not in _LIBRARIES)

    @cached_property
    def _is_inserted(self) -> Flags:
        return self.trace.names_that(_INSERTED.search)

    @cached_property
    def _is_library(self) -> Flags:
        return self._named(lambda file: _package(file) in _LIBRARIES)

    def _named(self, is_meant: Callable[[str], bool]) -> Flags:
        calls = (_CALL.match(name) for name in self.trace.names)
        return np.array([called is not None and is_meant(called["file"]) for called in calls], bool)


def _is_installed(file: str) -> bool:
    """Return whether a file belongs to Python or to a framework."""
    return bool(_INSTALLED.search(file)) or _package(file) in _FRAMEWORKS or _package(file) in _STANDARD


def _package(file: str) -> str:
    """Return the package or module that a relative file path belongs to."""
    return file.replace("\\", "/").partition("/")[0].removesuffix(".py")
