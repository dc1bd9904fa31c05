"""One row of a timeline at any zoom."""

import numpy as np

from gpuscope.profiles.lane_row import NOTHING, LaneRow


def row_of(*slices: tuple[int, int, int]) -> LaneRow:
    """Return the row of (start, end, tone)."""
    starts, ends, tones = (np.array(column) for column in zip(*slices, strict=True))
    return LaneRow(np.arange(len(slices)), starts.astype(np.int64), ends.astype(np.int64), tones.astype(np.uint8))


def dense_row(count: int) -> LaneRow:
    """Return slices of 7 ns every 10 ns; every fourth has tone 1, the others tone 2."""
    starts = 10 * np.arange(count, dtype=np.int64)
    return LaneRow(np.arange(count), starts, starts + 7, np.where(np.arange(count) % 4, 2, 1).astype(np.uint8))


def test_a_slice_lies_in_the_columns_of_its_time() -> None:
    columns = row_of((100, 200, 3), (300, 500, 4)).columns(0.0, 10.0, 60, wide=15.0)
    assert np.flatnonzero(columns.tone == 3).tolist() == list(range(10, 20))
    assert np.flatnonzero(columns.tone == 4).tolist() == list(range(30, 50))
    assert (columns.tone == NOTHING).sum() == 30
    assert columns.place.tolist() == [1]
    assert (columns.left[0], columns.right[0]) == (30.0, 50.0)


def test_two_slices_that_touch_are_parted_by_an_empty_column() -> None:
    columns = row_of((0, 100, 3), (100, 200, 3)).columns(0.0, 10.0, 20, wide=99.0)
    assert np.flatnonzero(columns.tone == NOTHING).tolist() == [9]


def test_what_is_narrower_than_a_pixel_still_has_one() -> None:
    columns = row_of((500, 501, 3)).columns(0.0, 100.0, 10, wide=99.0)
    assert np.flatnonzero(columns.tone == 3).tolist() == [5]


def test_a_column_has_the_colour_of_the_most_busy_time() -> None:
    columns = row_of((0, 10, 3), (20, 60, 4), (70, 80, 3)).columns(0.0, 100.0, 2, wide=99.0)
    assert columns.tone.tolist() == [4, NOTHING]


def test_columns_of_a_dense_row_are_the_same_from_coarse_levels_as_counted_one_by_one() -> None:
    row = dense_row(100_000)
    assert len(row.levels) > 3
    assert len(row.levels[-1][1]) < 5_000
    columns = row.columns(0.0, 1000.0, 1000, wide=99.0)
    assert (columns.tone == 2).all()


def test_a_gap_stays_a_gap_at_every_level() -> None:
    dense = dense_row(100_000)
    is_kept = (dense.start_ns < 400_000) | (dense.start_ns >= 600_000)
    columns = dense.only(is_kept).columns(0.0, 1000.0, 1000, wide=99.0)
    assert np.flatnonzero(columns.tone == NOTHING).tolist() == list(range(400, 600))


def test_a_long_slice_among_a_million_short_ones_is_kept_apart() -> None:
    starts = np.concatenate([10 * np.arange(50_000), [600_000], 700_000 + 10 * np.arange(50_000)]).astype(np.int64)
    ends = starts + 7
    ends[50_000] = 690_000
    row = LaneRow(np.arange(starts.size), starts, ends, np.full(starts.size, 2, np.uint8))
    columns = row.columns(0.0, 1000.0, 1200, wide=50.0)
    assert columns.place.tolist() == [50_000]


def test_the_slice_at_an_instant_is_found_and_the_nearest_within_reach() -> None:
    row = row_of((100, 200, 3), (300, 500, 4))
    assert [row.at(time) for time in (99, 100, 199, 200, 250, 499, 500)] == [None, 0, 0, None, None, 1, None]
    assert row.at(210, 15) == 0
    assert row.at(290, 15) == 1
    assert row.gap_at(250) == (200, 300)
    assert row.gap_at(150) is row.gap_at(50) is row.gap_at(600) is None
