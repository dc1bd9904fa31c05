import threading
import time

from gpuscope.probe.hooks.seen_ring import SeenRing
from gpuscope.probe.hooks.step_watch import StepWatch


class _Ring:
    """Stands for the ring: keeps the numbers of the optimizers."""

    def __init__(self) -> None:
        self.serials: list[int] = []

    def put(self, record: tuple[int, ...]) -> None:
        self.serials.append(record[1] & 0xFFFF)


def test_threads_that_take_their_first_steps_at_once_have_one_ring() -> None:
    rings: list[_Ring] = []

    def open_slowly() -> SeenRing:
        time.sleep(0.05)  # a slow disk
        rings.append(_Ring())
        return rings[-1]  # type: ignore[return-value]

    steps = StepWatch(open_slowly)

    def train(serial: int) -> None:
        for end_ns in range(1, 21):
            steps.goes_back(end_ns)
            steps.went_back(end_ns)
            steps.stepped(serial, end_ns)

    threads = [threading.Thread(target=train, args=(serial,)) for serial in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rings) == 1
    assert [rings[0].serials.count(serial) for serial in (2, 3)] == [20, 20]
