"""Requirements of workloads, optimizations and engines beside torch, and how to install them. Imports none of them."""

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
"""The packages of each extra that a workload, an optimization or an engine needs, as pip calls them."""


def find_module(name: str) -> ModuleSpec | None:
    """Find a module where torch is; nothing is imported."""
    return torch_place().find_module(name)


@dataclass(frozen=True, slots=True)
class Need:
    """A required Python package or program.

    Attributes:
        module: Import name of the package; "" for a program.
        name: Its usual name.
        own_cure: How to install it for gpuscope's own Python.
        programs: Alternatives, one of which must be on the path; () for a package.
        packages: What pip calls it and what it goes with; "" for a program.
    """

    module: str
    name: str
    own_cure: str
    programs: tuple[str, ...] = ()
    packages: str = ""

    @property
    def cure(self) -> str:
        """How to install it where torch is: a gpuscope that came as a package runs workloads by another Python, which has no gpuscope."""
        place = torch_place()
        if self.packages and place.is_other:
            return f"Install it: {shlex.quote(place.python)} -m pip install {self.packages}"
        if self.packages and place.folders:
            return f"Install torch and {self.packages} for a Python of yours, and name that: gpuscope setup --python PATH"
        return self.own_cure

    @property
    def is_here(self) -> bool:
        """Whether it is installed; nothing is imported."""
        if self.programs:
            return any(shutil.which(program) for program in self.programs)
        return find_module(self.module) is not None


def missing(who: str, needs: Sequence[Need]) -> UnavailableError | None:
    """Return an error for the first missing requirement; None if all are met."""
    lacking = next((need for need in needs if not need.is_here), None)
    return None if lacking is None else UnavailableError(f"{who} needs {lacking.name}, which is not installed", lacking.cure)


def extra(module: str, name: str, extra_name: str) -> Need:
    """Return the requirement for a package that an extra of gpuscope installs."""
    return Need(module, name, f"Install it: pip install 'gpuscope[{extra_name}]'", packages=shlex.join(EXTRAS[extra_name]))


def package(module: str, name: str) -> Need:
    """Return the requirement for a package that pip calls as Python imports it."""
    return Need(module, name, f"Install it: pip install {module}", packages=module)


COMPILER = Need("", "a C++ compiler", "Install one, for example: apt-get install g++", programs=("g++", "clang++", "c++"))
