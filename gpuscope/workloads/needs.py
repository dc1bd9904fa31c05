"""What a workload, an optimization or an engine needs beside torch, and the line that brings it. Imports nothing of it."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from gpuscope.core.errors import UnavailableError


@dataclass(frozen=True, slots=True)
class Need:
    """A Python package, or a program, that something needs.

    Attributes:
        module: Name under which the package is imported; "" for a program.
        name: In words, as it is known.
        cure: The line that brings it.
        programs: Any of these on the path will do; () for a package.
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
        try:
            return find_spec(self.module) is not None
        except (ImportError, ValueError):
            return False


def missing(who: str, needs: Sequence[Need]) -> UnavailableError | None:
    """Return the refusal that names the first need which is not here; None when all are."""
    lacking = next((need for need in needs if not need.is_here), None)
    return None if lacking is None else UnavailableError(f"{who} needs {lacking.name}, which is not installed", lacking.cure)


def extra(module: str, name: str, extra_name: str) -> Need:
    """Return a package that an extra of gpuscope brings."""
    return Need(module, name, f"Install it: pip install 'gpuscope[{extra_name}]'")


COMPILER = Need("", "a C++ compiler", "Install one, for example: apt-get install g++", programs=("g++", "clang++", "c++"))
