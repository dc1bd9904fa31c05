"""Requirements of workloads, optimizations and engines in addition to torch, and how to install them. Imports none of them."""

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec

from gpuscope.core.errors import UnavailableError
from gpuscope.system.torch_place import torch_place

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
    """A required Python package or program.

    Attributes:
        module: Import name of the package; "" for a program.
        name: Its usual name.
        own_cure: How to install it for gpuscope's own Python.
        programs: Alternative programs, one of which must be on the path; () for a package.
        packages: Arguments for pip to install it with its companions; "" for a program.
    """

    module: str
    name: str
    own_cure: str
    programs: tuple[str, ...] = ()
    packages: str = ""

    @property
    def cure(self) -> str:
        """How to install it in torch's environment, which for a packaged gpuscope is another Python without gpuscope."""
        place = torch_place()
        if self.packages and place.is_other:
            return f"Install it: {shlex.quote(place.python)} -m pip install {self.packages}"
        if self.packages and place.folders:
            return f"Install torch and {self.packages} for a Python of yours, and name that: gpuscope setup --python PATH"
        return self.own_cure

    @property
    def is_here(self) -> bool:
        """Whether it is installed; checked without importing it."""
        if self.programs:
            return any(shutil.which(program) for program in self.programs)
        return find_module(self.module) is not None


def missing(who: str, needs: Sequence[Need]) -> UnavailableError | None:
    """Return an error for the first missing requirement; None if all are met."""
    lacking = next((need for need in needs if not need.is_here), None)
    return None if lacking is None else UnavailableError(f"{who} needs {lacking.name} (not installed)", lacking.cure)


def extra(module: str, name: str, extra_name: str) -> Need:
    """Return the requirement for a package that one of gpuscope's extras installs."""
    return Need(module, name, f"Install it: pip install 'gpuscope[{extra_name}]'", packages=shlex.join(EXTRAS[extra_name]))


def package(module: str, name: str) -> Need:
    """Return the requirement for a package whose name in pip equals its import name."""
    return Need(module, name, f"Install it: pip install {module}", packages=module)


COMPILER = Need("", "a C++ compiler", "Install one, for example: apt-get install g++", programs=("g++", "clang++", "c++"))
