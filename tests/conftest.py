"""Fixtures and hooks for all tests: a home folder each, a clean environment, and guards that fail a test which leaves something behind."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Waiting OpenMP threads would otherwise spin on cores that other tests need: a training beside three others took five times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# The threads of numpy's OpenBLAS spin likewise while they wait for more work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Otherwise torch.compile builds and loads a library for each instruction set of the processor to see whether g++ supports it: 10 s.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")
# No line tables for profilers in generated kernels; they account for a quarter of the time that g++ takes for a kernel.
os.environ.setdefault("AOT_INDUCTOR_ENABLE_LINE_TABLES", "0")
# Each process of the compiler would start a pool, whose processes import torch; what the tests compile is small.
os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
if shutil.which("g++"):
    os.environ.setdefault("CXX", str(Path(__file__).with_name("quick-g++")))

from tests.guards import gpuscope_home, leaves_nothing_behind, logs_nothing_unexpected
from tests.recording import untrained

__all__ = ["gpuscope_home", "leaves_nothing_behind", "logs_nothing_unexpected"]

pytest_plugins = ["pytester"]
_FOLDER = Path(__file__).parent
_STARTING_PROCESSES = ("cli", "probe", "recording", "workloads")


@pytest.fixture
def naps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make workloads that this test starts nap instead of compute; return the folder with the module that does so."""
    monkeypatch.setenv("PYTHONPATH", untrained.search_path(tmp_path / "naps"))
    return tmp_path / "naps"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files with the most slow tests first and the quickest files last, so that no worker is left with a long one at the end."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: (-slow[item.path], item.path.relative_to(_FOLDER).parts[0] not in _STARTING_PROCESSES))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Exempt all imported and collected objects from garbage collection for good: there are millions, and they stay alive.

    Otherwise the collector traverses them during collection, and again in every test that calls it, as do all tests with a window.
    """
    gc.disable()
    _compile_own_share(session.config)
    result = yield
    gc.freeze()
    gc.enable()
    return result


def _compile_own_share(config: pytest.Config) -> None:
    """In a worker of the whole suite, import its share of the test modules before all others, whose bytecode other workers write meanwhile.

    In a fresh checkout, workers that import all in the same order each compile everything at the same moments: twenty seconds of a core.
    """
    worker: dict[str, str] | None = getattr(config, "workerinput", None)
    if worker is None or config.args != config.getini("testpaths"):
        return
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for path in sorted(_FOLDER.rglob("test_*.py"))[number::count]:
        with suppress(Exception, pytest.skip.Exception):  # collection imports it again, and reports why that fails
            import_module(".".join(path.relative_to(_FOLDER.parent).with_suffix("").parts))


def pytest_unconfigure() -> None:
    """Exempt everything once more, for the last collection of the exiting interpreter, which takes a second where torch is imported."""
    gc.freeze()
