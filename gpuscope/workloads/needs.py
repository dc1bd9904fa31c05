"""Requirements of workloads, optimizations and engines beside torch, and how to install them. Imports none of them."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec

from gpuscope.core.errors import UnavailableError
from gpuscope.system.torch_place import torch_place


def find_module(name: str) -> ModuleSpec | None:
    """Find a module where torch is; nothing is imported."""
    return torch_place().find_module(name)


@dataclass(frozen=True, slots=True)
class Need:
    """A required Python package or program.

    Attributes:
        module: Import name of the package; "" for a program.
        name: Its usual name.
        cure: How to install it.
        programs: Alternatives, one of which must be on the path; () for a package.
    """

    module: str
    name: str
    cure: str
    programs: tuple[str, ...] = ()

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
    return Need(module, name, f"Install it: pip install 'gpuscope[{extra_name}]'")


COMPILER = Need("", "a C++ compiler", "Install one, for example: apt-get install g++", programs=("g++", "clang++", "c++"))
