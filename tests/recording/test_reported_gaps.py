"""The gaps of a run, from the events sent while it was live."""

from gpuscope.core.event import Gap
from gpuscope.recording import results

SECOND = 1_000_000_000


def told(*ends_s: float | None) -> list[Gap]:
    """A gap from the second second on, reported several times."""
    return [Gap("gpu:0", ("power",), 2 * SECOND, None if end is None else round(end * SECOND), f"told {end}") for end in ends_s]


def test_a_gap_that_is_told_again_with_its_end_is_one() -> None:
    (gap,) = results._gaps(told(None, 5.0), SECOND)
    assert (gap.start_s, gap.end_s, gap.reason) == (1.0, 4.0, "told 5.0")


def test_a_gap_that_never_ended_lasts() -> None:
    (gap,) = results._gaps(told(None), SECOND)
    assert gap.end_s is None


def test_one_that_ends_where_it_began_was_a_reading_that_came_late() -> None:
    assert results._gaps(told(None, 2.0), SECOND) == ()
