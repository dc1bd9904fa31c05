"""What every test gets: a home of its own, a clean environment, and guards that fail a test which leaves something behind."""

import gc
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Threads of OpenMP that wait would spin on the cores that other tests compute on: a training beside three others took five times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# torch.compile else builds and loads a library for each instruction set of the processor to see whether g++ knows it: ten seconds.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")
# Lines of its kernels for profilers, which are a quarter of what g++ takes for one.
os.environ.setdefault("AOT_INDUCTOR_ENABLE_LINE_TABLES", "0")

from tests.guards import gpuscope_home, leaves_nothing_behind, logs_nothing_unexpected
from tests.recording import untrained

__all__ = ["gpuscope_home", "leaves_nothing_behind", "logs_nothing_unexpected"]

pytest_plugins = ["pytester"]
_FOLDER = Path(__file__).parent
_STARTING_PROCESSES = ("cli", "probe", "recording", "workloads")


@pytest.fixture
def naps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let workloads that this test has started nap instead of computing; return the folder of what makes them."""
    monkeypatch.setenv("PYTHONPATH", untrained.search_path(tmp_path / "naps"))
    return tmp_path / "naps"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with the most slow tests first and those of milliseconds last, so that no worker ends alone on a long one."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: (-slow[item.path], item.path.relative_to(_FOLDER).parts[0] not in _STARTING_PROCESSES))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Keep the garbage collector away from what is imported and collected, here and for good: millions of objects that stay.

    It went through them as they were made, and then in each test that collects, as all do in which a window lives.
    """
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result
