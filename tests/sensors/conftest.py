from collections.abc import Callable, Iterator

import pytest

from gpuscope.sensors.nvml import NvmlBackend
from tests.standin.fixtures import PlacedStandin, fresh_pynvml, standin
from tests.standin.standin import Gpu, Standin
from tests.standin.stepped import SteppedClock

__all__ = ["fresh_pynvml", "standin"]

Make = Callable[..., tuple[NvmlBackend, SteppedClock]]


@pytest.fixture
def opened(standin: PlacedStandin, fresh_pynvml: Callable[[], None]) -> Iterator[Make]:
    """Open back ends on a simulated clock with the given GPUs, and without the missing functions of NVML."""
    made: list[NvmlBackend | SteppedClock] = []

    def make(*gpus: Gpu, missing: tuple[str, ...] = (), **options: object) -> tuple[NvmlBackend, SteppedClock]:
        clock = SteppedClock(standin.place(*missing))
        standin.show(Standin(gpus=gpus or (Gpu(),), epoch=clock.now_ns - 3_000_000_000))
        backend = NvmlBackend(clock=clock, **options)  # type: ignore[arg-type]
        backend.open()
        made.extend((backend, clock))
        return backend, clock

    yield make
    for one in made:
        one.close()
