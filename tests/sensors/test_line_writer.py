"""Tests of writing lines to a pipe that is full, or broken."""

import json
import math
import os
from collections.abc import Iterator

import pytest

from gpuscope.core.event import Event, Gap, Log, Sample, Samples
from gpuscope.core.event_json import decode
from gpuscope.sensors.line_writer import LineWriter

CALL = "host.machine"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for one in (reading, writing):
        try:
            os.close(one)
        except OSError:
            continue


def samples(first: int, last: int) -> Samples:
    stamps = tuple(range(first, last + 1))
    return Samples(CALL, stamps, stamps, tuple((float(one), 2) for one in stamps))


def sample(index: int) -> Sample:
    return Sample(CALL, index, index, (float(index), None), {"1": 3})


def read_all(descriptor: int, writer: LineWriter) -> list[object]:
    """Read as a slow owner does, until nothing is waiting."""
    content = b""
    os.set_blocking(descriptor, False)
    while True:
        try:
            content += os.read(descriptor, 1 << 20)
        except BlockingIOError:
            if content.endswith(b"\n"):
                return [decode(json.loads(line)) for line in content.splitlines()]
        writer.write(())


def test_events_come_out_as_they_went_in(pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1])
    events: list[Event] = [sample(1), Log(2, "info", "ünï\ncode", {"x": float("nan")}), sample(3)]
    writer.write(events)
    found = read_all(pipe[0], writer)
    assert found[0] == events[0]
    assert found[2] == events[2]
    assert isinstance(found[1], Log)
    assert found[1].text == "ünï\ncode"


@pytest.mark.parametrize(
    "values",
    [(0.1, -0.0, 5e-324, 1.7976931348623157e308, 1e16), (0, -1, 2**62, 10**40), (None, 3.0), (), (math.inf, -math.inf, 1.0)],
    ids=str,
)
def test_numbers_come_out_bit_by_bit(values: tuple[float | int | None, ...], pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1])
    went = Sample('an "odd"\\ call\n', 1, 2, values)
    writer.write([went])
    (came,) = read_all(pipe[0], writer)
    assert isinstance(came, Sample)
    assert came == went
    assert [(type(one), str(one)) for one in came.values] == [(type(one), str(one)) for one in values]


def test_a_full_pipe_drops_samples_never_blocks_and_says_so_afterwards(pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1], backlog=10_000)
    writer.declare({CALL: (("cpu", "utilization"), ("cpu", "swap_used"))})
    for index in range(5000):
        writer.write([sample(index)])
    writer.write([Log(1, "warning", "kept")])
    found = read_all(pipe[0], writer)
    writer.write([sample(6000), sample(6001)])
    found += read_all(pipe[0], writer)
    samples = [one for one in found if isinstance(one, Sample)]
    last = samples[-3].after_ns
    assert [one.before_ns for one in samples] == [*range(last + 1), 6000, 6001]
    assert last < 4999
    gap = Gap("cpu", ("utilization", "swap_used"), last, 6000, "the recorder did not read its sensors for a while: samples were dropped")
    assert [one for one in found if isinstance(one, Gap)] == [gap]
    assert [one.text for one in found if isinstance(one, Log)] == ["kept"]


def test_a_reader_that_is_gone_is_noticed(pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1])
    os.close(pipe[0])
    writer.write([sample(1)])
    assert writer.closed
    writer.write([sample(2)])
    writer.drain(1)


def test_draining_ends_after_its_time_when_nobody_reads(pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1])
    writer.write([Log(1, "info", "x" * 200_000)])
    writer.drain(0.02)
    assert not writer.closed


@pytest.mark.parametrize("odd", [0.5, math.inf, None, 10**30], ids=str)
def test_successive_samples_come_out_bit_by_bit(odd: float | None, pipe: tuple[int, int]) -> None:
    writer = LineWriter(pipe[1])
    went = Samples('an "odd"\\ call\n', (5, 2**62), (7, 2**62 + 1), ((0.1, odd), (-0.0, 1e16)))
    writer.write([went])
    (came,) = read_all(pipe[0], writer)
    assert came == went
    assert isinstance(came, Samples)
    assert [list(map(repr, one)) for one in came.values] == [list(map(repr, one)) for one in went.values]


def test_successive_samples_that_are_dropped_are_one_gap_from_the_last_one_that_went_to_the_first_that_goes_again(
    pipe: tuple[int, int],
) -> None:
    writer = LineWriter(pipe[1], backlog=0)
    writer.declare({CALL: (("cpu", "utilization"), ("cpu", "memory_used"))})
    writer.write([samples(1, 9)])
    while not writer._waiting:  # the pipe takes some
        writer.write([samples(10, 400)])
    writer.write([samples(401, 500)])
    writer.write([samples(501, 600)])
    read_all(pipe[0], writer)
    writer.write([samples(601, 700)])
    gap, went = read_all(pipe[0], writer)
    assert isinstance(gap, Gap)
    assert (gap.start_ns, gap.end_ns) == (400, 601)
    assert went == samples(601, 700)
