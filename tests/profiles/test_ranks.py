"""Ranks side by side: a rank that reaches a collective early waits."""

from pathlib import Path

import pytest

from gpuscope.profiles.profile import Profile
from gpuscope.profiles.ranks import rank_table
from tests.profiles.made import annotation, kernel, made_profile


def of_rank(folder: Path, rank: int, step_us: float, collectives_us: list[float]) -> Profile:
    folder.mkdir()
    work = [kernel("ncclDevKernel_AllReduce", number, 100 + 100 * number, dur, stream=8) for number, dur in enumerate(collectives_us)]
    events = [annotation("ProfilerStep#1", 0, step_us), kernel("gemm", 50, 100, 10), *work]
    return made_profile(folder, events, distributedInfo={"rank": rank, "world_size": 2})


def test_what_a_collective_takes_longer_than_elsewhere_is_waiting(tmp_path: Path) -> None:
    early, late = of_rank(tmp_path / "1", 1, 500, [50, 20]), of_rank(tmp_path / "0", 0, 400, [20, 30])
    table = rank_table([early, late])
    assert [row.rank for row in table.rows] == [0, 1]
    assert [row.waiting_s for row in table.rows] == pytest.approx([10e-6, 30e-6])
    assert table.skew == pytest.approx(0.25)
    assert table.rows[1].overlap == pytest.approx(10 / 70)


def test_ranks_whose_collectives_differ_say_why_waiting_is_unknown(tmp_path: Path) -> None:
    table = rank_table([of_rank(tmp_path / "0", 0, 400, [20, 30]), of_rank(tmp_path / "1", 1, 400, [20])])
    assert [row.waiting_s for row in table.rows] == [None, None]
    assert table.reason == "the ranks' traces do not hold the same collectives"


@pytest.mark.parametrize("streams", [(8, 9), (30, 40)])
def test_collectives_of_two_groups_are_matched_by_stream_in_whatever_order_they_begin(streams: tuple[int, int], tmp_path: Path) -> None:
    """Tensor and data parallel collectives have kernels of one name; which begins first differs between ranks."""
    profiles = []
    for rank, starts in enumerate(((100, 150), (160, 110))):
        (tmp_path / str(rank)).mkdir()
        events = [
            kernel("ncclDevKernel_AllReduce", 1, starts[0], 20 + 10 * rank, stream=streams[0]),
            kernel("ncclDevKernel_AllReduce", 2, starts[1], 500, stream=streams[1]),
        ]
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 2}))
    assert [row.waiting_s for row in rank_table(profiles).rows] == pytest.approx([0, 10e-6])


def test_collectives_on_streams_of_other_numbers_are_matched_by_name(tmp_path: Path) -> None:
    profiles = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        work = [kernel("ncclDevKernel_AllReduce", number, 100 * number, 20 + 5 * rank, stream=8 + rank) for number in (1, 2)]
        profiles.append(made_profile(tmp_path / str(rank), work))
    assert [row.waiting_s for row in rank_table(profiles).rows] == pytest.approx([0, 10e-6])


def test_ranks_whose_steps_take_as_long_have_no_skew_and_hidden_collectives_overlap_whole(tmp_path: Path) -> None:
    profiles = []
    for rank in range(3):
        (tmp_path / str(rank)).mkdir()
        events = [
            annotation("ProfilerStep#1", 0, 400),
            kernel("gemm", 1, 0, 300),
            kernel("ncclDevKernel_AllGather", 2, 50, 40 + 10 * rank, stream=8),
            kernel("ncclDevKernel_ReduceScatter", 3, 150, 60 - 10 * rank, stream=8),
        ]
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 3}))
    table = rank_table(profiles)
    assert table.skew == 0
    assert [row.exposed_s for row in table.rows] == [0, 0, 0]
    assert [row.overlap for row in table.rows] == [1, 1, 1]
    assert [row.waiting_s for row in table.rows] == pytest.approx([20e-6, 20e-6, 20e-6])  # 0 + 20, 10 + 10, 20 + 0
    assert [row.communication_s for row in table.rows] == pytest.approx([100e-6] * 3)


def test_ranks_without_numbers_stand_in_the_order_of_their_files(tmp_path: Path) -> None:
    profiles = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        profiles.append(made_profile(tmp_path / name, [kernel("gemm", 1, 0, 10)]))
    table = rank_table(profiles)
    assert [row.rank for row in table.rows] == [0, 1]
    assert (table.skew, table.reason) == (None, "the traces hold no collectives")
    assert rank_table(profiles[:1]).reason == "waiting is visible only with another rank's trace"
