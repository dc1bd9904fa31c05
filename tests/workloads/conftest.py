from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
import torch._dynamo  # otherwise the first optimizer would import it in the middle of a test, and it sets an environment variable

from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.steps.setting import Setting, prepare
from gpuscope.workloads.steps.stop_request import StopRequest
from tests.probe.listener import Listener

Prepare = Callable[..., Setting]


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
def setting(channel: Channel) -> Iterator[Prepare]:
    """Set torch up in this process as a workload's process does."""
    threads = torch.get_num_threads()

    def made(workload: str, **values: object) -> Setting:
        return prepare(resolve(RunSpec(workload, **values)), channel, StopRequest())  # type: ignore[arg-type]

    yield made
    torch.set_num_threads(threads)
