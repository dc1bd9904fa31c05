"""Steps and phases from calls with given times: data 5, forward 20, backward 30, optimizer 10, unless stated otherwise."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gpuscope.probe.hooks.seen_ring import (
    BACKWARD,
    BATCH,
    BEGUN,
    FLAGS_AT,
    HEAD,
    HEADER_BYTES,
    OPTIMIZER,
    PROFILED,
    RECORD_BYTES,
    SAMPLES_AT,
    SKIPPED,
    THREAD_SHIFT,
    UNTIMED,
    WORDS,
    SeenRing,
)
from gpuscope.probe.hooks.step_capture import StepCapture
from gpuscope.probe.hooks.step_watch import (
    BEGUN_EVERY_NS,
    GAPS,
    LONG_GAPS,
    MEDIUM_GAPS,
    MEDIUM_NS,
    MEMORY_EVERY_NS,
    SAMPLES,
    SHORT_NS,
    TIMED_FIRST,
    TOGETHER,
    VERY_SHORT_NS,
    step_watch,
)
from gpuscope.recording.seen_steps import RecordRing

Record = tuple[int, ...]


class Thing:
    """An optimizer, or a loader's iterator: an object that can have attributes."""


class Loop:
    """A training loop with a simulated clock, and a ring whose records are all kept."""

    def __init__(self, folder: Path) -> None:
        self.now, self.took, self.wraps = 1000, 0, list[bool]()
        self.ring = SeenRing(str(folder))
        (path,) = folder.glob("seen-*.ring")
        self.reader = RecordRing(path)
        self.watch = step_watch(lambda: self.ring, lambda: self.now, self.wraps.append)
        self.loaders = {number: Thing() for number in (1, 2)}
        self.optimizers = {number: Thing() for number in range(1, 10)}
        for loader in self.loaders.values():
            setattr(loader, SAMPLES, 8)
        self.next = self.watch.drawing(self._takes)
        self.backward = self.watch.going_back(self._takes)
        self.tracer: object = None
        self.to = self._to()
        get, _ = self.watch.copying(self.to, int, lambda _, result: result == "elsewhere", lambda: self.tracer)
        self.tensor = type("Tensor", (), {"to": type("to", (), {"__get__": get})()})()

    def _takes(self, what: object) -> None:
        self.now += self.took
        if callable(what):
            what()

    def _to(self) -> Callable[..., object]:
        def to(tensor: object, where: object, within: object = None) -> object:
            self._takes(within)
            return tensor if where == "here" else "elsewhere"

        return to

    def copy(self, took: int = 7, where: object = "elsewhere", **how: Any) -> None:
        self.took = took
        self.tensor.to(where, **how)

    def draw(self, loader: int = 1, took: int = 5) -> None:
        self.took = took
        self.next(self.loaders[loader])

    def draw_none(self, loader: int) -> None:
        def stop(_loader: object) -> None:
            raise StopIteration

        with suppress(StopIteration):
            self.watch.drawing(stop)(self.loaders[loader])

    def back(self, forward: int = 20, took: int = 30, within: Callable[[], object] | None = None) -> None:
        self.now += forward
        self.took = took
        self.backward(within)

    def step(self, number: int = 1, took: int = 10) -> None:
        self.now += took
        self.watch.stepped(self.optimizers[number], (), {})

    def train(self, steps: int, other: int = 0) -> list[Record]:
        for _ in range(steps):
            self.draw()
            self.back()
            self.step()
            self.now += other
        return self.taken()

    def records(self) -> list[Record]:
        words = self.reader.read()
        return [tuple(words[begin : begin + WORDS]) for begin in range(0, len(words), WORDS)]

    def taken(self) -> list[Record]:
        return [record for record in self.records() if record[1] >> 32 == OPTIMIZER]


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    """Return a loop that has made one step."""
    loop = Loop(tmp_path)
    yield loop
    loop.reader.close()
    loop.ring.close()


def phases(record: Record) -> tuple[int, ...]:
    """Return data, forward, backward, optimizer of a record; copies are told apart in tests of them."""
    return record[2], *record[4:7]


def serials(records: list[Record]) -> list[int]:
    return [record[1] & 0xFFFF for record in records]


def test_a_step_is_data_forward_backward_and_optimizer(loop: Loop) -> None:
    loop.train(1)
    (record,) = loop.train(1)
    assert record == (loop.now, OPTIMIZER << 32 | 1, 5, 0, 20, 30, 10, 8, 0)


def copies(records: list[Record]) -> list[tuple[int, ...]]:
    """Return data, copy, forward, backward, optimizer of each record."""
    return [record[2:SAMPLES_AT] for record in records]


def test_copies_are_no_part_of_the_phase_around_them(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    loop.copy()
    loop.now += 3
    loop.copy(6)
    loop.copy(4, "here")
    loop.copy(1, 32)  # a number format alone
    loop.back()
    loop.copy(2)
    loop.step()
    assert copies(loop.taken()) == [(5, 15, 28, 30, 10)]


def test_copies_before_a_batch_is_drawn_belong_to_the_step_that_it_begins(loop: Loop) -> None:
    """Accelerate copies a batch before it draws the one after."""
    loop.train(1)
    loop.now += 100
    loop.copy()
    assert copies(loop.train(2)) == [(5, 7, 20, 30, 10), (5, 0, 20, 30, 10)]


def test_copies_within_the_loader_are_data_and_within_a_backward_pass_backward(loop: Loop) -> None:
    loop.train(1)
    copy_within = loop.watch.drawing(lambda _: loop.copy())
    copy_within(loop.loaders[1])
    loop.back(within=loop.copy)
    loop.step()
    assert copies(loop.taken()) == [(7, 0, 20, 37, 10)]


def test_copies_of_a_test_are_in_no_phase(loop: Loop) -> None:
    loop.train(1)
    for _ in range(3):
        loop.draw(2)
        loop.copy()
        loop.now += 50
    loop.draw_none(2)
    assert copies(loop.train(1)) == [(5, 0, 20, 30, 10)]
    for _ in range(2):
        loop.draw()
    loop.back()
    loop.back()
    loop.step()
    assert copies(loop.taken()) == [(10, 0, 40, 60, 10)]


def test_copies_of_batches_drawn_ahead_belong_to_the_steps_that_use_them(loop: Loop) -> None:
    loop.train(1)
    for _ in range(2):
        loop.draw()
        loop.copy()
    loop.back()
    loop.back()
    loop.step()
    assert copies(loop.taken()) == [(10, 14, 40, 60, 10)]


def test_copies_of_inference_are_a_phase_of_its_batches(loop: Loop) -> None:
    for _ in range(3):
        loop.draw()
        loop.copy()
        loop.now += 20
        loop.copy(3)
    assert copies(loop.records()) == [(5, 10, 20, 0, 0)] * 2


def test_a_copy_within_a_copy_counts_once(loop: Loop) -> None:
    loop.train(1)
    loop.copy(within=loop.copy)
    assert copies(loop.train(1)) == [(5, 14, 20, 30, 10)]


def test_a_copy_that_fails_is_no_copy_and_the_next_one_counts(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    with suppress(ZeroDivisionError):
        loop.copy(within=lambda: 1 // 0)
    loop.copy(3)
    loop.back()
    loop.step()
    assert copies(loop.taken()) == [(5, 3, 27, 30, 10)]


def test_copies_of_another_thread_do_not_count(loop: Loop) -> None:
    loop.train(1)
    thread = threading.Thread(target=loop.copy)
    thread.start()
    thread.join()
    assert copies(loop.train(1)) == [(5, 0, 20, 30, 10)]


def test_a_tensors_class_has_its_own_method_and_so_has_a_tensor_outside_of_timed_steps(loop: Loop) -> None:
    assert type(loop.tensor).to is loop.to
    assert loop.tensor.to.__func__ is loop.to, "no thread has begun to train"
    loop.train(1)
    assert type(loop.tensor).to is loop.to
    assert loop.tensor.to.__func__ is not loop.to
    loop.tracer = object()
    assert loop.tensor.to.__func__ is loop.to
    loop.tracer = None
    loop.train(TIMED_FIRST)
    assert loop.tensor.to.__func__ is loop.to


def test_what_lies_between_steps_is_in_no_phase(loop: Loop) -> None:
    loop.train(1)
    loop.now += 1000
    (record,) = loop.train(1)
    assert phases(record) == (5, 20, 30, 10)


def test_accumulated_batches_belong_to_one_step(loop: Loop) -> None:
    loop.train(1)
    for _ in range(3):
        loop.draw()
        loop.back()
    loop.step()
    (record,) = loop.taken()
    assert (phases(record), record[SAMPLES_AT]) == ((15, 60, 90, 10), 24)


def test_batches_of_a_test_are_no_data_and_no_steps(loop: Loop) -> None:
    loop.train(1)
    for _ in range(4):
        loop.draw(loader=2, took=50)
        loop.now += 100
    loop.draw_none(2)
    loop.now += 100
    (record,) = loop.train(1)
    assert (phases(record), record[SAMPLES_AT]) == ((5, 20, 30, 10), 8)


def test_batches_that_a_trainer_draws_all_at_once_belong_to_one_step(loop: Loop) -> None:
    loop.train(1)  # in the first step the optimizer is still unknown
    for _ in range(3):  # like Hugging Face's Trainer with gradient_accumulation_steps=2
        loop.draw()
        loop.draw()
        loop.back()
        loop.back()
        loop.step()
    steps = loop.taken()
    assert [record[SAMPLES_AT] for record in steps] == [16, 16, 16]
    assert [phases(record)[0] for record in steps] == [10, 10, 10]


def test_a_second_backward_pass_takes_no_batch_of_the_step_before(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    loop.draw()  # the first was left out
    loop.back()
    loop.step()
    loop.draw()
    loop.back()
    loop.back()
    loop.step()
    assert [record[SAMPLES_AT] for record in loop.taken()] == [8, 8]


def test_two_loaders_side_by_side_are_both_waited_for(loop: Loop) -> None:
    loop.train(1)
    loop.draw(loader=1)
    loop.draw(loader=2)
    loop.back()
    loop.step()
    assert phases(loop.taken()[0])[0] == 10


def test_an_optimizer_that_wraps_another_takes_no_second_step(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    loop.back()
    loop.step(1)
    loop.step(2, took=3)
    assert serials(loop.taken()) == [1]
    assert phases(loop.train(1)[0]) == (5, 20, 30, 13)


def test_a_step_without_a_backward_pass_is_none(loop: Loop) -> None:
    loop.step()
    loop.step()
    assert loop.records() == []


def test_a_failed_step_leaves_the_next_one_whole(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    loop.back()  # the step raised: its end never came
    assert len(loop.train(2)) == 2


def test_a_failed_backward_pass_leaves_the_next_one_whole(loop: Loop) -> None:
    def fail() -> None:
        raise RuntimeError

    loop.train(1)
    with pytest.raises(RuntimeError):
        loop.back(within=fail)
    assert phases(loop.train(1)[0]) == (5, 40, 60, 10)


def test_steps_within_a_backward_pass_are_one(loop: Loop) -> None:
    def steps() -> None:
        for number in range(2, 6):
            loop.step(number, took=5)

    loop.train(1)
    for _ in range(2):
        loop.draw()
        loop.back(within=steps)
    first, second = loop.taken()
    assert first[1] == second[1]
    assert phases(second) == (5, 20, 15 + 35, 0)


def test_a_backward_pass_within_another_is_part_of_it(loop: Loop) -> None:
    loop.train(1)
    loop.draw()
    loop.back(took=15, within=lambda: loop.back(forward=4, took=6))
    loop.step()
    assert phases(loop.taken()[0]) == (5, 20, 25, 10)


def test_an_update_that_a_scaler_left_out_is_a_step_and_one_that_it_did_not_is_no_second(loop: Loop) -> None:
    loop.train(1)
    loop.back()
    loop.watch.left_out(lambda _scaler, _optimizer: None)(None, loop.optimizers[1])
    loop.back()
    loop.watch.left_out(lambda _scaler, _optimizer: loop.step())(None, loop.optimizers[1])
    assert [record[FLAGS_AT] for record in loop.taken()] == [SKIPPED, 0]


def test_without_an_optimizer_each_backward_pass_is_a_step_and_without_that_each_batch(loop: Loop) -> None:
    for _ in range(3):
        loop.draw()
        loop.now += 20
    loop.draw_none(1)
    assert [(record[1] >> 32, record[2], record[4], record[SAMPLES_AT]) for record in loop.records()] == [(BATCH, 5, 20, 8)] * 3
    for _ in range(3):
        loop.back()
    assert [record[1] >> 32 for record in loop.records()] == [BACKWARD] * 3


def test_threads_that_take_their_first_steps_at_once_have_one_ring(tmp_path: Path) -> None:
    rings = []

    def open_slowly() -> SeenRing:
        time.sleep(0.05)  # a slow disk
        rings.append(SeenRing(str(tmp_path)))
        return rings[-1]

    watch = step_watch(open_slowly, time.perf_counter_ns, lambda _: None)
    backward = watch.going_back(lambda: None)

    def train() -> None:
        optimizer = Thing()
        for _ in range(5):
            backward()
            watch.stepped(optimizer, (), {})

    threads = [threading.Thread(target=train) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (ring,) = rings
    records = range(HEADER_BYTES // 8, (HEADER_BYTES + ring.words[HEAD] * RECORD_BYTES) // 8, RECORD_BYTES // 8)
    steps = [ring.words[record + 1] >> 32 == OPTIMIZER for record in records]
    ring.close()
    assert sum(steps) == 15


def test_steps_of_another_thread_are_counted_and_leave_the_phases_alone(loop: Loop) -> None:
    def train_beside() -> None:
        loop.took = 0
        loop.backward(None)
        loop.watch.stepped(loop.optimizers[9], (), {})

    loop.train(1)
    loop.draw()
    other = threading.Thread(target=train_beside)
    other.start()
    other.join()
    loop.back()
    loop.step()
    beside, own = loop.taken()
    assert (phases(beside), beside[FLAGS_AT], phases(own)) == ((0, 0, 0, 0), UNTIMED | 1 << THREAD_SHIFT, (5, 20, 30, 10))
    assert beside[1] != own[1]


def test_the_thread_that_trains_is_timed_though_another_draws_the_batches(loop: Loop) -> None:
    """The time of its forward pass holds the wait for that thread, so its phases hold none of waiting for data."""

    def load_ahead() -> None:
        for _ in range(3):
            loop.draw()

    feeder = threading.Thread(target=load_ahead)
    feeder.start()
    feeder.join()
    for _ in range(2):
        loop.back()
        loop.step()
    first, second = loop.taken()
    assert (phases(first), first[FLAGS_AT]) == ((0, 0, 0, 10), 0), "its backward pass was the first step"
    assert (phases(second), second[FLAGS_AT]) == ((0, 20, 30, 10), 0)


def test_a_batch_that_is_being_drawn_while_another_thread_begins_to_train_is_not_its_own(loop: Loop) -> None:
    begun, trained = threading.Event(), threading.Event()

    def take(_iterator: object) -> None:
        begun.set()
        trained.wait()

    feeder = threading.Thread(target=lambda: loop.watch.drawing(take)(loop.loaders[1]))
    feeder.start()
    begun.wait()
    loop.back()
    trained.set()
    feeder.join()
    loop.step()
    loop.back()
    loop.step()
    last = loop.taken()[-1]
    assert (phases(last), last[SAMPLES_AT]) == ((0, 20, 30, 10), 0), "no samples of the other thread"


def test_phases_of_a_short_run_are_not_extrapolated(loop: Loop) -> None:
    """A few long waits for data are a large share of it: whether one of them is timed must not be left to chance."""
    assert not any(record[FLAGS_AT] & UNTIMED for record in loop.train(250))


def test_of_short_steps_some_are_timed_and_all_are_counted(loop: Loop) -> None:
    records = loop.train(1000, other=VERY_SHORT_NS)
    assert len(records) == 1000
    timed = [record for record in records[TIMED_FIRST + 1 :] if not record[FLAGS_AT] & UNTIMED]
    assert 15 < len(timed) < 30
    assert all(phases(record) == (5, 20, 30, 10) for record in timed)
    assert loop.wraps[:4] == [False, True, False, True]


def test_of_very_short_steps_fewer_are_timed(loop: Loop) -> None:
    records = loop.train(TIMED_FIRST + 4000)
    assert len(records) == TIMED_FIRST + 4000
    timed = [number for number, record in enumerate(records) if number > TIMED_FIRST and not record[FLAGS_AT] & UNTIMED]
    assert 8 < len(timed) < 15


def test_steps_are_timed_several_in_a_row(loop: Loop) -> None:
    """Beginning to time is what costs, and the first step after it bears that cost in its phases."""
    records = loop.train(6000, other=VERY_SHORT_NS)
    timed = [number for number, record in enumerate(records) if number > TIMED_FIRST + TOGETHER and not record[FLAGS_AT] & UNTIMED]
    assert len(timed) > 10 * TOGETHER
    rows = [timed[begin : begin + TOGETHER] for begin in range(0, len(timed) - TOGETHER, TOGETHER)]
    assert all(row == [*range(row[0], row[0] + TOGETHER)] for row in rows)
    assert loop.wraps.count(True) in (len(rows), len(rows) + 1)


@pytest.mark.parametrize("gaps", [MEDIUM_GAPS, GAPS, LONG_GAPS])
@pytest.mark.parametrize("optimizers", range(2, 13))
def test_in_the_long_run_each_of_several_optimizers_in_turn_is_timed_as_often(gaps: tuple[int, ...], optimizers: int) -> None:
    """Else the phases of a step, which are means over all that is timed, would be mostly those of some optimizers."""
    timed, number = Counter[int](), 0
    for gap in gaps * optimizers:
        timed.update((number + at) % optimizers for at in range(TOGETHER))
        number += TOGETHER + gap
    assert set(timed.values()) == {TOGETHER * len(gaps)}
    assert len(timed) == optimizers


def test_of_three_optimizers_in_turn_each_is_timed_as_often(loop: Loop) -> None:
    for number in range(3 * (sum(MEDIUM_GAPS) + TOGETHER * len(MEDIUM_GAPS)) + TIMED_FIRST + 1):
        loop.draw()
        loop.back()
        loop.step(1 + number % 3)
        loop.now += SHORT_NS
    timed = Counter(record[1] for number, record in enumerate(loop.taken()) if number > TIMED_FIRST and not record[FLAGS_AT] & UNTIMED)
    assert sorted(timed.values()) == [TOGETHER * len(MEDIUM_GAPS)] * 3


def test_steps_under_a_profiler_and_the_one_behind_them_are_marked(loop: Loop, tmp_path: Path) -> None:
    capture = StepCapture(str(tmp_path), lambda _: None)
    capture.is_wanted, capture._after = True, lambda done: 5 <= done < 8
    loop.watch = step_watch(lambda: loop.ring, lambda: loop.now, loop.wraps.append, lambda: capture)
    loop.next, loop.backward = loop.watch.drawing(loop._takes), loop.watch.going_back(loop._takes)
    records = loop.train(12)
    assert [number for number, record in enumerate(records, 1) if record[FLAGS_AT] & PROFILED] == [6, 7, 8, 9]


def test_between_those_a_plain_program_is_not_looked_at(loop: Loop) -> None:
    loop.train(TIMED_FIRST + 1)
    assert loop.wraps == [False]
    loop.step()  # without the wrapped backward pass, which has been removed from the program
    assert serials(loop.taken()) == [1]


def test_another_threads_optimizer_is_that_threads_while_nobody_looks(loop: Loop) -> None:
    def step_beside() -> None:
        loop.step(9)
        loop.step(9)

    loop.train(TIMED_FIRST + 1)
    other = threading.Thread(target=step_beside)
    other.start()
    other.join()
    loop.step()
    assert [(record[1] & 0xFFFF, record[FLAGS_AT]) for record in loop.taken()] == [*[(2, UNTIMED | 1 << THREAD_SHIFT)] * 2, (1, UNTIMED)]


def test_a_profiler_hears_of_the_steps_that_nobody_looked_at(loop: Loop, tmp_path: Path) -> None:
    capture = StepCapture(str(tmp_path), lambda _: None)
    loop.watch = step_watch(lambda: loop.ring, lambda: loop.now, loop.wraps.append, lambda: capture)
    loop.next, loop.backward = loop.watch.drawing(loop._takes), loop.watch.going_back(loop._takes)
    loop.train(500)
    while not loop.wraps[-1]:
        loop.train(1)
    assert capture._count.done == loop.ring.words[HEAD] - 1, "the first backward pass is a step until an optimizer takes one"
    loop.now += 10**9
    (tmp_path / "profile.request").touch()
    loop.train(200)
    before = len(loop.wraps)
    loop.train(200)
    assert len(loop.wraps) == before, "it looks at every step once a profiler is asked for"


def test_a_program_with_steps_that_are_none_is_looked_at_all_the_time(loop: Loop) -> None:
    for _ in range(300):
        loop.back()
        loop.step(1)
        loop.step(2)
    records = loop.taken()
    assert (len(records), len(set(serials(records))), loop.wraps) == (300, 1, [])
    assert any(record[FLAGS_AT] & UNTIMED for record in records)


def test_a_timed_step_holds_nothing_of_the_untimed_ones_before_it(loop: Loop) -> None:
    """Of a program in which an optimizer's step is none, all calls are observed, of untimed steps too."""
    for _ in range(600):
        loop.draw()
        loop.back()
        loop.step(1)
        loop.step(2)
        loop.now += VERY_SHORT_NS
    timed = [record for record in loop.taken()[1:] if not record[FLAGS_AT] & UNTIMED]
    assert len(timed) > TIMED_FIRST
    assert {phases(record)[:3] for record in timed} == {(5, 20, 30)}
    assert {phases(record)[3] for record in timed} <= {10, 20}, "one or both steps of an optimizer"


def test_short_steps_without_an_optimizer_are_all_counted(loop: Loop) -> None:
    for _ in range(2000):
        loop.draw()
        loop.back()
    records = loop.records()
    assert [record[1] >> 32 for record in records] == [BACKWARD] * 2000
    timed = [record for record in records[1:] if not record[FLAGS_AT] & UNTIMED]
    assert TIMED_FIRST < len(timed) < TIMED_FIRST + 36
    assert {phases(record) for record in timed} == {(5, 20, 30, 0)}


def test_of_steps_of_a_few_milliseconds_one_in_sixteen_is_timed(loop: Loop) -> None:
    records = loop.train(1000, other=SHORT_NS)
    assert len(records) == 1000
    timed = [record for record in records[TIMED_FIRST + 1 :] if not record[FLAGS_AT] & UNTIMED]
    assert 35 < len(timed) < 60
    assert all(phases(record) == (5, 20, 30, 10) for record in timed)


def test_long_steps_are_all_timed(loop: Loop) -> None:
    assert not any(record[FLAGS_AT] & UNTIMED for record in loop.train(200, other=MEDIUM_NS))


def test_a_forked_child_begins_anew_and_is_looked_at(loop: Loop) -> None:
    loop.train(TIMED_FIRST + 1)
    loop.watch.forget()
    assert loop.wraps == [False, True]
    assert len(loop.train(2)) == 2


def test_no_ring_is_no_error() -> None:
    def full() -> SeenRing:
        raise OSError("No space left on device")

    watch = step_watch(full, lambda: 0, lambda _: None)
    for _ in range(300):
        watch.going_back(lambda: None)()
        watch.stepped(Thing(), (), {})


def test_what_carries_nothing_is_no_error(loop: Loop) -> None:
    loop.back()
    anything: Any = object()
    loop.watch.stepped(anything, (), {})
    assert serials(loop.taken()) == [0]


def test_every_step_under_a_profiler_is_looked_at(loop: Loop, tmp_path: Path) -> None:
    """A request is often noticed at the step after which the wrappers would have been removed again."""
    capture, told = StepCapture(str(tmp_path), lambda _: None), list[int]()
    loop.watch = step_watch(lambda: loop.ring, lambda: loop.now, loop.wraps.append, lambda: capture)
    loop.next, loop.backward = loop.watch.drawing(loop._takes), loop.watch.going_back(loop._takes)
    loop.train(TIMED_FIRST - 1)

    def record_ten(done: int) -> bool:
        told.append(done)
        return done < told[0] + 10

    capture.is_wanted, capture._after = True, record_ten
    loop.train(30)
    assert told[:11] == list(range(told[0], told[0] + 11))


def test_the_first_steps_of_an_epoch_are_timed_and_stand_for_themselves(loop: Loop) -> None:
    loop.train(TIMED_FIRST + 20)
    assert loop.wraps == [False]
    loop.now += BEGUN_EVERY_NS
    loop.watch.begun()
    assert loop.wraps == [False, True]
    loop.draw(took=5000)
    loop.back()
    loop.step()
    first = loop.taken()[-1]
    assert (*phases(first), first[FLAGS_AT]) == (5000, 20, 30, 10, BEGUN)
    assert [record[FLAGS_AT] for record in loop.train(TOGETHER)] == [BEGUN] * (TOGETHER - 1) + [UNTIMED]
    loop.watch.begun()
    assert loop.wraps == [False, True, False], "not so soon again"
    loop.step()
    assert len(loop.taken()) == 1


def test_a_step_in_whose_middle_a_loader_begins_is_counted(loop: Loop) -> None:
    loop.train(TIMED_FIRST)
    assert loop.wraps == [False]
    loop.step()  # without the wrapped backward pass, which has been removed from the program
    loop.now += BEGUN_EVERY_NS
    loop.watch.begun()
    loop.step()
    assert len(loop.taken()) == 2


def test_a_loader_that_another_thread_begins_changes_nothing(loop: Loop) -> None:
    loop.train(TIMED_FIRST + 20)
    loop.now += BEGUN_EVERY_NS
    other = threading.Thread(target=loop.watch.begun)
    other.start()
    other.join()
    assert loop.wraps == [False]


def test_what_an_optimizer_computes_between_its_closures_is_its_own_time(loop: Loop) -> None:
    loop.train(1)

    def iterate(_optimizer: object, closure: Callable[[], object]) -> None:
        for _ in range(3):
            closure()
            loop.now += 100

    loop.draw()
    loop.now += 7
    loop.watch.iterating(iterate)(loop.optimizers[1], loop.back)
    loop.step(took=0)
    (record,) = loop.taken()
    assert phases(record) == (5, 3 * 20 + 7, 3 * 30, 300)


def test_an_optimizers_step_with_arguments_of_its_own_gets_them_all(loop: Loop) -> None:
    given: list[object] = []

    def iterate(*args: object, **kwargs: object) -> None:
        given.extend((args, kwargs))

    loop.train(1)
    loop.watch.iterating(iterate)(loop.optimizers[1], loop.back, strict=True)
    assert given == [(loop.optimizers[1], loop.back), {"strict": True}]


def test_peaks_of_memory_are_read_once_a_second_and_at_the_end_and_an_error_is_not_felt(tmp_path: Path) -> None:
    now, asked = 1000, list[int]()

    def peaks() -> tuple[int, int]:
        asked.append(now)
        if len(asked) == 2:
            raise RuntimeError("the device is lost")
        return len(asked), 10 * len(asked)

    ring = SeenRing(str(tmp_path))
    watch = step_watch(lambda: ring, lambda: now, lambda _: None, peak_memory=peaks)
    for step in range(5):
        now = 1000 + step * MEMORY_EVERY_NS // 2
        watch.going_back(lambda: None)()
        watch.stepped(Thing(), (), {})
    assert asked == [1000, 1000 + MEMORY_EVERY_NS, 1000 + 2 * MEMORY_EVERY_NS]
    (path,) = tmp_path.glob("seen-*.ring")
    reader = RecordRing(path)
    assert reader.peak_memory == (3, 30)
    ring.note_memory(2, 40)  # the program has reset its peaks
    assert reader.peak_memory == (3, 40)
    reader.close()
    ring.close()
