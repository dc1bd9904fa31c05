import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from getpass import getuser
from pathlib import Path

import pytest
import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data import dataset
from gpuscope.workloads.models import trained
from gpuscope.workloads.steps.setting import Setting, prepare
from gpuscope.workloads.steps.stop_request import StopRequest
from tests.probe.listener import Listener

# torch's compiler sets this when it is imported, which would be in the middle of a test; importing it here takes each worker two seconds.
os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(Path(tempfile.gettempdir(), f"torchinductor_{getuser()}")))

Prepare = Callable[..., Setting]
_read_digits = cache(dataset.read_digits)


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    with Listener(tmp_path) as one:
        yield one


@pytest.fixture
def channel(listener: Listener) -> Iterator[Channel]:
    one = Channel(str(listener.folder))
    yield one
    one.close()


@pytest.fixture
def setting(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prepare]:
    """Set torch up in this process as a workload's process does, with one thread unless stated; the digits are parsed once.

    Models of this size are no faster with more threads, which spend processor time waiting for each other.
    """
    threads = torch.get_num_threads()
    monkeypatch.setattr(dataset, "read_digits", _read_digits)

    def made(workload: str, **values: object) -> Setting:
        return prepare(resolve(RunSpec(workload, **{"threads": 1, **values})), channel, StopRequest())  # type: ignore[arg-type]

    yield made
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def trainings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trainings")


@pytest.fixture
def shared_trainings(trainings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the tests of a module share the cache of trained weights, as the runs of one user do: each model is trained once."""
    monkeypatch.setattr(trained, "cache_folder", lambda: trainings)
