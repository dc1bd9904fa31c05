"""Requirements of workloads, optimizations and engines in addition to torch, and how to install them. Imports none of them."""

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec

from gpuscope.core.errors import UnavailableError, pip_install
from gpuscope.system.torch_place import has_headers, torch_place

EXTRAS = {
    "jax": ("flatbuffers", "jax"),
    "litert": ("ai-edge-litert", "litert-torch"),
    "onnx": ("onnx", "onnxruntime", "onnxscript"),
    "opencl": ("pyopencl[pocl]",),
    "openvino": ("onnx", "onnxscript", "openvino"),
    "tensorrt": ("onnx", "onnxruntime-gpu", "onnxscript", "tensorrt"),
    "torchao": ("torchao",),
}
"""pip's names of the packages in each extra that a workload, an optimization or an engine needs."""


def find_module(name: str) -> ModuleSpec | None:
    """Find a module in torch's environment, without importing it."""
    return torch_place().find_module(name)


@dataclass(frozen=True, slots=True)
class Need:
    """A required Python package, a program, or Python's C headers.

    Attributes:
        module: Import name of the package; "" for anything else.
        name: Its usual name.
        system_cure: How to install it if it is not a package; "" for a package.
        programs: Alternative programs, one of which must be on the path; () for anything else.
        packages: Arguments for pip to install it with its companions; () for anything else.
    """

    module: str
    name: str
    system_cure: str = ""
    programs: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    @property
    def cure(self) -> str:
        """How to install it for the Python that runs workloads."""
        place = torch_place()
        is_packaged = bool(place.folders) and not place.is_other  # gpuscope's own Python, in which its user cannot install anything
        if self.packages and is_packaged:
            return f"Install torch and {shlex.join(self.packages)} for a Python of yours, and name that: gpuscope setup --python PATH"
        if self.packages:
            return f"Install it: {pip_install(*self.packages, python=place.python)}"
        if self is HEADERS and is_packaged:
            return "Install torch for a Python of yours that has its headers, and name that: gpuscope setup --python PATH"
        return self.system_cure

    @property
    def is_here(self) -> bool:
        """Whether it is installed; checked without importing it."""
        if self is HEADERS:
            return has_headers(torch_place().python)
        if self.programs:
            return any(shutil.which(program) for program in self.programs)
        return find_module(self.module) is not None


class NotInstalledError(UnavailableError):
    """A requirement is missing; the hint says how to install it."""


def missing(who: str, needs: Sequence[Need]) -> NotInstalledError | None:
    """Return an error for the first missing requirement; None if all are met."""
    lacking = next((need for need in needs if not need.is_here), None)
    return None if lacking is None else NotInstalledError(f"{who} needs {lacking.name} (not installed)", lacking.cure)


def extra(module: str, name: str, extra_name: str) -> Need:
    """Return the requirement for a package that one of gpuscope's extras installs."""
    return Need(module, name, packages=EXTRAS[extra_name])


def package(module: str, name: str) -> Need:
    """Return the requirement for a package whose name in pip equals its import name."""
    return Need(module, name, packages=(module,))


COMPILER = Need("", "a C++ compiler", "Install one, for example: apt-get install g++", programs=("g++", "clang++", "c++"))
HEADERS = Need("", "Python's C headers", "Install them, for example: apt-get install python3-dev")
"""Included by the code that torch.compile generates. Debian and Ubuntu install Python without them."""
