"""Steps and phases from calls whose times are given: data 5, forward 20, backward 30, optimizer 10, unless said otherwise."""

import threading

from gpuscope.probe.hooks.seen_ring import BACKWARD, BATCH, OPTIMIZER
from gpuscope.probe.hooks.step_watch import StepWatch

Record = tuple[int, ...]


class Ring:
    def __init__(self) -> None:
        self.records: list[Record] = []

    def put(self, *record: int) -> None:
        self.records.append(record)


class Loop:
    """A training loop with a clock of its own."""

    def __init__(self) -> None:
        self.ring, self.now = Ring(), 1000
        self.watch = StepWatch(lambda: self.ring)  # type: ignore[arg-type, return-value]

    def passes(self, took: int) -> int:
        self.now += took
        return self.now

    def draw(self, loader: int = 1, took: int = 5, samples: int = 8) -> None:
        self.watch.draws(loader, self.now)
        self.watch.drew(samples, self.passes(took))

    def back(self, forward: int = 20, took: int = 30) -> None:
        self.watch.goes_back(self.passes(forward))
        self.watch.went_back(self.passes(took))

    def step(self, serial: int = 1, took: int = 10, skipped: int = 0) -> None:
        self.watch.stepped(serial, self.passes(took), skipped)

    def train(self, steps: int) -> list[Record]:
        for _ in range(steps):
            self.draw()
            self.back()
            self.step()
        return self.taken()

    def taken(self) -> list[Record]:
        records = [record for record in self.ring.records if record[1] >> 32 == OPTIMIZER]
        self.ring.records.clear()
        return records


def phases(record: Record) -> tuple[int, ...]:
    """Return data, forward, backward, optimizer of a record."""
    return record[2:6]


def test_a_step_is_data_forward_backward_and_optimizer() -> None:
    loop = Loop()
    loop.train(1)
    (record,) = loop.train(1)
    assert record == (loop.now, OPTIMIZER << 32 | 1, 5, 20, 30, 10, 8, 0)


def test_what_lies_between_steps_is_in_no_phase() -> None:
    loop = Loop()
    loop.train(1)
    loop.passes(1000)
    (record,) = loop.train(1)
    assert phases(record) == (5, 20, 30, 10)


def test_accumulated_batches_belong_to_one_step() -> None:
    loop = Loop()
    loop.train(1)
    for _ in range(3):
        loop.draw()
        loop.back()
    loop.step()
    (record,) = loop.taken()
    assert (phases(record), record[6]) == ((15, 60, 90, 10), 24)


def test_batches_of_a_test_are_no_data_and_no_steps() -> None:
    loop = Loop()
    loop.train(1)
    for _ in range(4):
        loop.draw(loader=2, took=50)
        loop.passes(100)
    loop.watch.draws(2, loop.now)
    loop.watch.drew(-1, loop.passes(1))
    loop.passes(100)
    (record,) = loop.train(1)
    assert (phases(record), record[6]) == ((5, 20, 30, 10), 8)


def test_two_loaders_side_by_side_are_both_waited_for() -> None:
    loop = Loop()
    loop.train(1)
    loop.draw(loader=1)
    loop.draw(loader=2)
    loop.back()
    loop.step()
    assert phases(loop.taken()[0])[0] == 10


def test_an_optimizer_that_wraps_another_takes_no_second_step() -> None:
    loop = Loop()
    loop.train(1)
    loop.draw()
    loop.back()
    loop.step(1)
    loop.step(2, took=3)
    assert [record[1] & 0xFFFF for record in loop.taken()] == [1]
    assert phases(loop.train(1)[0]) == (5, 20, 30, 13)


def test_a_step_without_a_backward_pass_is_none() -> None:
    loop = Loop()
    loop.step()
    loop.step()
    assert loop.ring.records == []


def test_a_failed_step_leaves_the_next_one_whole() -> None:
    loop = Loop()
    loop.train(1)
    loop.draw()
    loop.back()  # the step raised: its end never came
    assert len(loop.train(2)) == 2


def test_steps_within_a_backward_pass_are_one() -> None:
    loop = Loop()
    loop.train(1)
    for _ in range(2):
        loop.draw()
        loop.watch.goes_back(loop.passes(20))
        for serial in range(2, 6):
            loop.step(serial, took=5)
        loop.watch.went_back(loop.passes(10))
    assert [record[1] & 0xFFFF for record in loop.taken()] == [2, 2]


def test_a_backward_pass_within_another_is_part_of_it() -> None:
    loop = Loop()
    loop.train(1)
    loop.draw()
    loop.watch.goes_back(loop.passes(20))
    loop.back(forward=4, took=6)
    loop.watch.went_back(loop.passes(5))
    loop.step()
    assert phases(loop.taken()[0]) == (5, 20, 15, 10)


def test_an_update_that_was_left_out_is_a_step() -> None:
    loop = Loop()
    loop.train(1)
    loop.back()
    loop.step(skipped=1)
    assert [record[7] for record in loop.taken()] == [1]


def test_without_an_optimizer_each_backward_pass_is_a_step_and_without_that_each_batch() -> None:
    loop = Loop()
    for _ in range(3):
        loop.draw()
        loop.passes(20)
    loop.watch.draws(1, loop.now)
    loop.watch.drew(-1, loop.now)
    assert [(record[1] >> 32, *record[2:4], record[6]) for record in loop.ring.records] == [(BATCH, 5, 20, 8)] * 3
    loop.ring.records.clear()
    for _ in range(3):
        loop.back()
    assert [record[1] >> 32 for record in loop.ring.records] == [BACKWARD] * 3


def test_steps_of_another_thread_are_counted_and_leave_the_phases_alone() -> None:
    loop = Loop()
    loop.train(1)
    loop.draw()

    def train_beside() -> None:
        loop.watch.goes_back(1)
        loop.watch.went_back(2)
        loop.watch.stepped(9, 3)

    other = threading.Thread(target=train_beside)
    other.start()
    other.join()
    loop.back()
    loop.step()
    beside, own = loop.taken()
    assert (beside[1] & 0xFFFF, phases(beside), phases(own)) == (9, (0, 0, 0, 0), (5, 20, 30, 10))


def test_a_forked_child_begins_anew() -> None:
    loop = Loop()
    loop.train(2)
    loop.draw()
    loop.watch.forget()
    loop.ring.records.clear()
    assert len(loop.train(2)) == 2


def test_no_ring_is_no_error() -> None:
    def full() -> object:
        raise OSError("No space left on device")

    loop = Loop()
    loop.watch = StepWatch(full)  # type: ignore[arg-type]
    assert loop.train(2) == []
