"""Reports of users' programs, read from the files that they write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.core.event import Log
from gpuscope.probe.report_ring import HEAD, LINE_BYTES, NAME_BYTES, ReportRing
from gpuscope.recording.report_rings import ReportRings

SECOND = 1_000_000_000


@pytest.fixture
def program(tmp_path: Path) -> Iterator[ReportRing]:
    """The program's side of a file."""
    ring = ReportRing(str(tmp_path), 0.0)
    yield ring
    ring.close()


@pytest.fixture
def rings(tmp_path: Path, program: ReportRing) -> Iterator[ReportRings]:
    opened = ReportRings(tmp_path)
    opened.open({"reports": program.name})
    assert opened.are_open
    yield opened
    opened.close()


def line(t_ns: int) -> bytes:
    return b'{"e":"log","t":%d}\n' % t_ns


@pytest.mark.timeout(20)
@pytest.mark.parametrize("head", [-1, LINE_BYTES + 1])
def test_a_file_whose_head_makes_no_sense_does_not_hold_the_recorder_up(program: ReportRing, rings: ReportRings, head: int) -> None:
    program.header[HEAD] = head
    assert rings.read(whole=True) == []


def test_phases_that_share_a_name_once_it_is_cut_are_added_up(program: ReportRing, rings: ReportRings) -> None:
    for index, seconds in ((1, 2), (2, 3)):
        program.name_phase(index, 0, "x" * NAME_BYTES + str(index))
        program.phases[2 * index], program.phases[2 * index + 1] = seconds * SECOND, index
    (tally,) = rings.tally(0)
    assert sorted(tally.values.values()) == [3, 5]


def test_a_line_is_reported_once(program: ReportRing, rings: ReportRings) -> None:
    assert program.write(line(1))
    assert program.write(line(2))
    assert [event.t_ns for event in rings.read() if isinstance(event, Log)] == [1, 2]
    assert program.write(line(3))
    assert [event.t_ns for event in rings.read(whole=True) if isinstance(event, Log)] == [3]
