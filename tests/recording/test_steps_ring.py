"""The reading end of the steps ring, against hand-written bytes and against the real writer."""

import struct
from pathlib import Path

import pytest

from gpuscope.core.errors import EventError
from gpuscope.core.event import Gap, Log
from gpuscope.probe.ring import HEADER_BYTES, SLOTS
from gpuscope.recording.steps_ring import LOST_STEPS, StepsRing, StepsRings


class HandRing:
    """A ring's file written word by word, so that the reader can be shown any state of the writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(struct.pack("<8sqqq", b"GPUSRING", 1, SLOTS, 4242).ljust(HEADER_BYTES + 8 * SLOTS, b"\0"))
        self.taken = 0

    def write(self, count: int, *, head: bool = True) -> None:
        with self.path.open("r+b") as file:
            for step in range(self.taken, self.taken + count):
                file.seek(HEADER_BYTES + 8 * (step % SLOTS))
                file.write(struct.pack("<q", 1_000 + step))
            self.taken += count
            if head:
                file.seek(64)
                file.write(struct.pack("<q", self.taken))

    def write_stamps(self, *stamps: int) -> None:
        with self.path.open("r+b") as file:
            for stamp in stamps:
                file.seek(HEADER_BYTES + 8 * (self.taken % SLOTS))
                file.write(struct.pack("<q", stamp))
                self.taken += 1
        self.set_head(self.taken)

    def set_head(self, value: int) -> None:
        with self.path.open("r+b") as file:
            file.seek(64)
            file.write(struct.pack("<q", value))


@pytest.fixture
def hand(tmp_path: Path) -> HandRing:
    return HandRing(tmp_path / "steps-4242.ring")


def test_each_step_is_taken_once_in_order(hand: HandRing) -> None:
    ring = StepsRing(hand.path)
    assert ring.pid == 4242
    assert ring.read() == (0, [])
    hand.write(3)
    assert ring.read() == (0, [1000, 1001, 1002])
    assert ring.read() == (3, [])
    hand.write(2)
    assert ring.read() == (3, [1003, 1004])
    ring.close()


def test_it_goes_round(hand: HandRing) -> None:
    ring = StepsRing(hand.path)
    taken: list[int] = []
    for _ in range(5):
        hand.write(SLOTS // 2 - 7)
        first, stamps = ring.read()
        assert first == len(taken)
        taken += stamps
    assert taken == list(range(1000, 1000 + hand.taken))
    assert ring.lost == 0
    ring.close()


def test_what_was_overwritten_is_counted_and_the_rest_keeps_its_index(hand: HandRing) -> None:
    ring = StepsRing(hand.path)
    hand.write(SLOTS + 100)
    first, stamps = ring.read()
    assert ring.lost == first == SLOTS + 100 - len(stamps)
    assert 100 <= ring.lost <= 101  # the slot that the writer may be in is not trusted either
    assert stamps == list(range(1000 + first, 1000 + SLOTS + 100))
    ring.close()


def test_a_head_that_ran_ahead_of_its_slot_is_read_later(hand: HandRing) -> None:
    ring = StepsRing(hand.path)
    hand.write(2)
    hand.set_head(4)
    assert ring.read() == (0, [1000, 1001])
    assert ring.read() == (2, [])
    hand.write(2)
    assert ring.read() == (2, [1002, 1003])
    ring.close()


def test_threads_that_step_side_by_side_stall_nothing(hand: HandRing) -> None:
    ring = StepsRing(hand.path)
    hand.write_stamps(100, 200, 150, 300, 250, 400)
    assert ring.read() == (0, [100, 200])
    assert ring.read() == (2, [200, 300, 300, 400])
    hand.write_stamps(500)
    assert ring.read() == (6, [500])
    assert ring.lost == 0
    ring.close()


def test_an_overrun_is_a_gap_and_a_warning_that_counts(hand: HandRing, tmp_path: Path) -> None:
    rings = StepsRings(tmp_path)
    rings.open({"ring": hand.path.name})
    hand.write(10)
    assert [one.stamps_ns[-1] for one in rings.read()] == [1009]
    hand.write(SLOTS + 50)
    (steps,) = rings.read()
    lost = steps.first - 10
    warning, gap = rings.drain_trouble()
    assert isinstance(warning, Log)
    assert warning.values == {LOST_STEPS: lost}
    assert gap == Gap("workload", ("steps",), 1009, steps.stamps_ns[0], warning.text)
    assert rings.drain_trouble() == []
    rings.close()


@pytest.mark.parametrize("data", [b"", b"GPUSRING" + b"\0" * 100, b"x" * (HEADER_BYTES + 8 * SLOTS)])
def test_a_file_that_is_no_ring_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "steps-1.ring"
    path.write_bytes(data)
    with pytest.raises(EventError, match="ring"):
        StepsRing(path)


def test_only_a_workload_whose_ring_could_not_be_made_is_trouble(tmp_path: Path) -> None:
    rings = StepsRings(tmp_path)
    rings.open({"ring": None, "ring_reason": None})
    assert rings.drain_trouble() == []
    rings.open({"ring": None, "ring_reason": "steps are not recorded: No space left on device"})
    assert [event.text for event in rings.drain_trouble() if isinstance(event, Log)] == ["steps are not recorded: No space left on device"]


def test_a_name_that_no_file_can_have_is_reported(tmp_path: Path) -> None:
    """Any program can send a hello; an exception would end its recorder."""
    rings = StepsRings(tmp_path)
    rings.open({"ring": "steps\0.ring"})
    assert not rings.are_open
    assert len(rings.drain_trouble()) == 1
