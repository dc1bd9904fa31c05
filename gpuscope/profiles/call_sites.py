"""Where in the user's program a call was made, as far as the profiler recorded Python's stack.

PyTorch's profiler names a Python call by its file and the line at which its function begins, not by the line that was running. The
innermost call of the user's own code around an operator therefore names the function; `source_lines` finds the line in it.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import nesting
from gpuscope.profiles.trace import Category, Flags, Integers, Trace

_CALL = re.compile(r"(?P<file>.+\.py)\((?P<line>\d+)\): (?P<function>.+)$")
_METHOD = re.compile(r"<built-in (?:method|function) (?P<name>\w+)")
_INSTALLED = re.compile(r"(^|/)(site|dist)-packages/|(^|/)lib(64)?/python\d|^<")
_FRAMEWORKS = frozenset(
    ("torch", "torchvision", "torchaudio", "triton", "numpy", "accelerate", "lightning", "lightning_fabric", "pytorch_lightning",
     "deepspeed", "apex", "tqdm", "PIL", "datasets", "gpuscope", "debugpy", "_distutils_hack")
)  # fmt: skip
"""Packages whose lines nobody changes: paths in a trace leave out the folder of installed packages, so only names tell them apart."""
_LIBRARIES = frozenset(
    ("transformers", "diffusers", "timm", "peft", "trl", "sentence_transformers", "torch_geometric", "vllm", "xformers", "flash_attn")
)
"""Packages whose lines are named where none of the user's own is around a call: they tell the layer."""

_STANDARD = sys.stdlib_module_names - {"cmd", "code", "profile", "test", "token", "trace"}
"""Modules of Python itself, less those whose names programs like to have."""


@dataclass(frozen=True, slots=True)
class CallSite:
    """A function of the user's program, and what it calls there.

    Attributes:
        file: As the trace names it.
        line: At which the function begins.
        function: Its name.
        callee: What it calls on the way to the operator; "" where that is not known.
    """

    file: str
    line: int
    function: str
    callee: str = ""


@dataclass(frozen=True)
class CallSites:
    """The Python calls around each call of a trace.

    Attributes:
        trace: Of which.
    """

    trace: Trace
    _by_call: dict[int, CallSite | None] = field(default_factory=dict)

    @cached_property
    def is_known(self) -> bool:
        """Whether the trace holds Python's stacks."""
        return bool((self.trace.slices.category == Category.PYTHON).any())

    def by_cost(self, rows: Integers, cost_ns: Integers) -> list[tuple[CallSite, int, int]]:
        """Return the sites of some calls, the dearest first.

        Args:
            rows: Indices of slices: operators, calls of the runtime, marked ranges.
            cost_ns: Of each.

        Returns:
            Each site with how many of the calls it made, and what they cost in ns.
        """
        calls: dict[CallSite, list[int]] = defaultdict(lambda: [0, 0])
        if self.is_known:
            for row, cost in zip(rows.tolist(), cost_ns.tolist(), strict=True):
                if site := self.site(row):
                    calls[site][0] += 1
                    calls[site][1] += cost
        return sorted(((site, count, cost) for site, (count, cost) in calls.items()), key=lambda entry: (-entry[2], entry[0].file))

    def site(self, row: int) -> CallSite | None:
        """Return where a call was made; None where the trace does not tell.

        Args:
            row: Index of the slice.
        """
        place = int(np.searchsorted(self._rows, row))
        while place >= 0 and self.trace.slices.category[self._rows[place]] != Category.PYTHON:
            place = int(self._parent[place])
        if place not in self._by_call:
            self._by_call[place] = self._site(self._frames(place))
        return self._by_call[place]

    def _site(self, frames: list[int]) -> CallSite | None:
        """Return the innermost of some Python calls that is the user's own, else a library's."""
        own = next((place for place, frame in enumerate(frames) if self._is_own[self.trace.slices.name[frame]]), None)
        if own is None:
            own = next((place for place, frame in enumerate(frames) if self._is_library[self.trace.slices.name[frame]]), None)
        if own is None:
            return None
        called = _CALL.match(self.trace.name_of(frames[own]))
        callee = self._callee(frames[own - 1]) if own else ""
        return CallSite(called["file"], int(called["line"]), called["function"], callee) if called else None

    def _frames(self, place: int) -> list[int]:
        """Return a Python call and those around it, the innermost first."""
        frames = []
        while place >= 0:
            row = int(self._rows[place])
            if self.trace.slices.category[row] == Category.PYTHON:
                frames.append(row)
            place = int(self._parent[place])
        return frames

    def _callee(self, row: int) -> str:
        name = self.trace.name_of(row)
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
        """Which names are calls of the user's own code."""
        return self._named(lambda file: not _is_installed(file) and _package(file) not in _LIBRARIES)

    @cached_property
    def _is_library(self) -> Flags:
        return self._named(lambda file: _package(file) in _LIBRARIES)

    def _named(self, is_meant: Callable[[str], bool]) -> Flags:
        calls = (_CALL.match(name) for name in self.trace.names)
        return np.array([called is not None and is_meant(called["file"]) for called in calls], bool)


def _is_installed(file: str) -> bool:
    """Whether a file belongs to Python or to a framework."""
    return bool(_INSTALLED.search(file)) or _package(file) in _FRAMEWORKS or _package(file) in _STANDARD


def _package(file: str) -> str:
    """Return the package or module that a file without a folder in front belongs to."""
    return file.replace("\\", "/").partition("/")[0].removesuffix(".py")
