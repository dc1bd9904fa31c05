"""Fixtures that put the stand-in NVML in place; import them where needed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.standin.standin import Gpu, Standin, build, compiler, environment


class PlacedStandin:
    """The stand-in as the code under test finds it: the variables are set, and the configuration can be rewritten.

    Attributes:
        machine: The state that the stand-in shows now.
    """

    def __init__(self, libraries: Path, configuration: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._libraries = libraries
        self._configuration = configuration
        self._monkeypatch = monkeypatch
        self.machine = Standin(gpus=(Gpu(), Gpu(low=200)))
        self.place()
        self.show(self.machine)

    def place(self, *missing: str) -> Path:
        """Build the library without the given functions, and point gpuscope to it; returns its path."""
        library = build(self._libraries, missing)
        for name, value in environment(library, self._configuration).items():
            self._monkeypatch.setenv(name, value)
        return library

    def show(self, machine: Standin) -> None:
        """Make the stand-in show a machine, immediately."""
        self.machine = machine
        machine.write(self._configuration)


@pytest.fixture
def standin(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> PlacedStandin:
    if compiler() is None:
        pytest.skip("no C compiler for the stand-in NVML: install gcc")
    libraries = tmp_path_factory.getbasetemp() / "standin"
    libraries.mkdir(exist_ok=True)
    return PlacedStandin(libraries, tmp_path / "standin.conf", monkeypatch)


@pytest.fixture
def fresh_pynvml() -> Iterator[Callable[[], None]]:
    """Make pynvml forget which library it has loaded; it keeps it for the life of a process."""
    import pynvml

    def forget() -> None:
        pynvml.nvmlLib = None
        pynvml._nvmlGetFunctionPointer_cache.clear()

    forget()
    yield forget
    forget()
