"""Ranks side by side: a rank that reaches a collective early waits."""

from pathlib import Path

import pytest

from gpuscope.profiles.profile import Profile
from gpuscope.profiles.ranks import RankTable, rank_table
from gpuscope.reports.profile_view import rank_columns
from tests.profiles.made import Event, annotation, kernel, launch, made_profile, operator

TP = {0: [0, 1], 1: [0, 1], 2: [2, 3], 3: [2, 3]}
DP = {0: [0, 2], 1: [1, 3], 2: [0, 2], 3: [1, 3]}


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


def test_on_the_cpu_the_ranges_of_collectives_tell_who_waited(tmp_path: Path) -> None:
    profiles = []
    for rank, ends in enumerate(((40, 25), (10, 20))):
        (tmp_path / str(rank)).mkdir()
        events = [annotation("ProfilerStep#1", 0, 400), operator("aten::mm", 10, 80), operator("aten::add", 110, 20)]
        events += [annotation("gloo:all_reduce", 100 + 100 * number, taken) for number, taken in enumerate(ends)]
        events += [annotation("gloo:send", 300, 60 - 10 * rank)]
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 2}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == pytest.approx([35e-6, 0])
    assert [row.communication_s for row in table.rows] == pytest.approx([65e-6, 30e-6])
    assert [row.exposed_s for row in table.rows] == pytest.approx([45e-6, 30e-6])
    assert [row.overlap for row in table.rows] == pytest.approx([20 / 65, 0])
    assert {(row.busy_s, row.total_s) for row in table.rows} == {(None, None)}
    assert table.reason is None
    assert "The others wait for rank 1: up to 35.0 µs of their 65.0 µs in collectives." in rank_columns(table).notes


def test_of_ranks_that_all_wait_a_little_none_is_waited_for(tmp_path: Path) -> None:
    """Of two whose steps take as long, one that hardly waits is the slow one; the others' steps last until it arrives."""
    table = rank_table([of_rank(tmp_path / "0", 0, 400, [50, 20]), of_rank(tmp_path / "1", 1, 400, [20, 30])])
    assert [row.waiting_s for row in table.rows] == pytest.approx([30e-6, 10e-6])
    assert not [note for note in rank_columns(table).notes if "wait for rank" in note]


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


def told(operation: str, group: str, ranks: list[int]) -> Event:
    """Return what newer versions of PyTorch write at the operator and at the kernel of a collective."""
    return {"Collective name": operation, "Process Group Name": group, "Process Group Ranks": str(ranks)}


def communication(
    number: int, start_us: float, dur_us: float, group: Event, *, name: str = "ncclDevKernel_AllReduce", stream: int = 8, by_kernel: bool
) -> list[Event]:
    """Return a collective with its operator, launch and kernel; the kernel tells its group, or the operator does, as in older versions."""
    only_operation = {key: value for key, value in group.items() if key == "Collective name"}
    return [
        operator("c10d::allreduce_", start_us - 40, 5),
        operator("record_param_comms", start_us - 39, 3, {} if by_kernel else group),
        launch(number, start_us - 38),
        kernel(name, number, start_us, dur_us, group if by_kernel else only_operation, stream=stream),
    ]


def rank_of_two_groups(folder: Path, rank: int, tp_us: float, dp_us: float, *, by_kernel: bool = True) -> Profile:
    """Return rank 0 to 3 of a job with tensor parallel groups 0,1 and 2,3, and data parallel groups 0,2 and 1,3, on one stream."""
    (path := folder / str(rank)).mkdir(exist_ok=True)
    events = [
        *communication(1, 100, tp_us, told("allreduce", f"tp{TP[rank]}", TP[rank]), by_kernel=by_kernel),
        *communication(2, 1000, dp_us, told("allreduce", f"dp{DP[rank]}", DP[rank]), by_kernel=by_kernel),
    ]
    return made_profile(path, events, distributedInfo={"rank": rank, "world_size": 4})


@pytest.mark.parametrize("by_kernel", [True, False])
def test_ranks_wait_only_for_those_of_their_own_groups(by_kernel: bool, tmp_path: Path) -> None:
    """Tensor parallel: 0 waits 20 for 1, 2 waits 100 for 3; data parallel: 0 waits 30 for 2, 3 waits 40 for 1."""
    times = ((30, 60), (10, 500), (700, 30), (600, 540))
    table = rank_table([rank_of_two_groups(tmp_path, rank, *own, by_kernel=by_kernel) for rank, own in enumerate(times)])
    assert [row.waiting_s for row in table.rows] == pytest.approx([50e-6, 0, 100e-6, 40e-6])
    assert (table.reason, table.missing) == (None, 0)


def test_a_rank_without_another_of_its_group_does_not_know_its_waiting(tmp_path: Path) -> None:
    """Of the data parallel group 1,3 only rank 1 is given, of the tensor parallel group 2,3 only rank 2."""
    times = ((30, 60), (10, 500), (700, 30))
    table = rank_table([rank_of_two_groups(tmp_path, rank, *own) for rank, own in enumerate(times)])
    assert [row.waiting_s for row in table.rows] == [pytest.approx(50e-6), None, None]
    reason = "no trace of another rank of its process group is given"
    assert [row.waiting_reason for row in table.rows] == [None, reason, reason]
    assert table.reason == reason


def test_a_group_without_all_its_ranks_says_how_many_are_missing(tmp_path: Path) -> None:
    profiles = []
    for rank, duration in ((0, 30), (1, 10), (3, 20)):
        (tmp_path / str(rank)).mkdir()
        events = communication(1, 100, duration, told("barrier", "0", [0, 1, 2, 3]), by_kernel=True)
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 4}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == pytest.approx([20e-6, 0, 10e-6])
    assert table.missing == 1


def test_other_counts_in_one_group_leave_the_other_groups_known(tmp_path: Path) -> None:
    profiles = []
    for rank, count in enumerate((1, 2, 2, 2)):
        (tmp_path / str(rank)).mkdir()
        group = told("allreduce", f"tp{TP[rank]}", TP[rank])
        events = [event for number in range(count) for event in communication(number + 1, 100 + 200 * number, 10, group, by_kernel=True)]
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 4}))
    assert [row.waiting_s for row in rank_table(profiles).rows] == [None, None, 0, 0]
    assert rank_table(profiles).rows[0].waiting_reason == "the ranks' traces do not hold the same collectives"


@pytest.mark.parametrize("told_by", ["argument", "operator", "batch"])
def test_transfers_between_two_ranks_are_no_waiting_but_all_to_all_is(told_by: str, tmp_path: Path) -> None:
    """A send ends with its receiver's receive; those of other pairs have nothing to do with it. All are kernels of one name."""
    profiles = []
    for rank, (exchange_us, transfer_us) in enumerate(((30, 5), (20, 90), (25, 900))):
        (tmp_path / str(rank)).mkdir()
        group = told("send" if rank else "recv", "0", [0, 1, 2]) if told_by == "argument" else {}
        transfer = communication(2, 1000, transfer_us, group, name="ncclDevKernel_SendRecv(x)", by_kernel=True)
        transfer = [{**event, "name": "c10d::send"} if event["name"] == "c10d::allreduce_" else event for event in transfer]
        exchange = communication(1, 100, exchange_us, told("all_to_allv", "0", [0, 1, 2]), name="ncclDevKernel_SendRecv(x)", by_kernel=True)
        events = [*exchange, *(transfer[2:] if told_by == "batch" else transfer)]
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 3}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == pytest.approx([10e-6, 0, 5e-6])
    assert table.has_transfers


@pytest.mark.parametrize("by_kernel", [True, False])
def test_all_to_alls_whose_parts_differ_in_size_are_no_waiting_on_any_rank(by_kernel: bool, tmp_path: Path) -> None:
    """Rank 0 sends equal parts and receives unequal ones; the second exchange is of equal parts, and 5 µs of it are waiting."""
    profiles = []
    for rank, (uneven_us, even_us) in enumerate(((30, 15), (90, 10))):
        (tmp_path / str(rank)).mkdir()
        group = told("all_to_allv", "0", [0, 1])
        sizes = {"In split size": "[4, 4]" if rank == 0 else "[16, 16]", "Out split size": "[4, 16]"}
        name = "ncclDevKernel_SendRecv(x)"
        events = communication(1, 100, uneven_us, group | sizes, name=name, by_kernel=by_kernel)
        events += communication(
            2, 1000, even_us, group | {"In split size": "[4, 4]", "Out split size": [4, 4]}, name=name, by_kernel=by_kernel
        )
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 2}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == pytest.approx([5e-6, 0])
    assert (table.has_uneven, table.reason) == (True, None)
    [note] = rank_columns(table).notes
    assert note.startswith("Waiting in all-to-alls whose parts differ in size is not counted")


def test_of_uneven_all_to_alls_alone_no_waiting_is_known_and_a_rank_that_communicates_with_nobody_has_none(tmp_path: Path) -> None:
    profiles = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        group = told("all_to_allv", "0", [0, 1]) | {"In split size": "[4, 8, ...]", "Out split size": "[]"}
        events = communication(1, 100, 10 + 20 * rank, group, name="ncclDevKernel_SendRecv(x)", by_kernel=True)
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 2}))
    (tmp_path / "2").mkdir()
    alone = communication(1, 100, 10, told("allreduce", "5", [2]), by_kernel=True)
    profiles.append(made_profile(tmp_path / "2", alone, distributedInfo={"rank": 2, "world_size": 3}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == [None, None, 0]
    assert table.reason == "the traces hold only all-to-alls whose parts differ in size"


def test_uneven_all_to_alls_of_one_group_leave_waiting_in_the_other_known(tmp_path: Path) -> None:
    """A mixture of experts: its experts' group exchanges parts of different size, gradients are averaged in another group."""
    profiles = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        uneven = told("all_to_allv", "experts", [0, 1]) | {"In split size": "[4, 8]", "Out split size": "[4, 8]"}
        events = communication(1, 100, 10 + 20 * rank, uneven, name="ncclDevKernel_SendRecv(x)", by_kernel=True)
        events += communication(2, 1000, 30 - 20 * rank, told("allreduce", "0", [0, 1]), by_kernel=True)
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": rank, "world_size": 2}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == pytest.approx([20e-6, 0])
    assert (table.has_uneven, table.reason) == (True, None)


def test_where_nothing_is_told_the_operator_of_a_transfer_names_it(tmp_path: Path) -> None:
    """The all-to-all beside it, a kernel of the same name, stays a collective."""
    profiles = []
    for rank, (exchange_us, transfer_us) in enumerate(((30, 5), (20, 90))):
        (tmp_path / str(rank)).mkdir()
        name = "ncclDevKernel_SendRecv(x)"
        events = [*communication(1, 100, exchange_us, {}, name=name, by_kernel=True), operator("c10d::send", 195, 9)]
        events += [launch(2, 196), kernel(name, 2, 300, transfer_us, stream=8)]
        profiles.append(made_profile(tmp_path / str(rank), events))
    assert [row.waiting_s for row in rank_table(profiles).rows] == pytest.approx([10e-6, 0])


def test_a_rank_given_twice_does_not_wait_for_itself(tmp_path: Path) -> None:
    early = of_rank(tmp_path / "0", 0, 400, [20, 30])
    table = rank_table([early, of_rank(tmp_path / "1", 1, 400, [50, 30]), of_rank(tmp_path / "2", 0, 800, [25, 30])])
    assert [row.waiting_s for row in table.rows] == [None, None, None]
    assert (table.reason, table.skew) == ("two of the traces are of one rank", None)


def test_stages_of_a_pipeline_without_collectives_say_so(tmp_path: Path) -> None:
    profiles = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        events = communication(1, 100, 10, told("recv" if rank else "send", "0", [0, 1]), name="ncclDevKernel_SendRecv(x)", by_kernel=True)
        profiles.append(made_profile(tmp_path / str(rank), events))
    assert rank_table(profiles).reason == "the traces hold only transfers between two ranks"


def test_ranks_whose_numbers_are_not_told_are_not_missing(tmp_path: Path) -> None:
    profiles = []
    for rank in range(2):
        (tmp_path / str(rank)).mkdir()
        profiles.append(made_profile(tmp_path / str(rank), communication(1, 100, 10, told("barrier", "0", [0, 1, 2]), by_kernel=True)))
    assert rank_table(profiles).missing == 1


def test_a_rank_that_communicates_with_nobody_has_no_waiting(tmp_path: Path) -> None:
    profiles = [rank_of_two_groups(tmp_path, rank, 10, 20) for rank in range(4)]
    (tmp_path / "4").mkdir()
    alone = communication(1, 100, 10, told("allreduce", "5", [4]), by_kernel=True)
    profiles.append(made_profile(tmp_path / "4", alone, distributedInfo={"rank": 4, "world_size": 6}))
    (tmp_path / "5").mkdir()
    profiles.append(made_profile(tmp_path / "5", [kernel("gemm", 1, 0, 10)], distributedInfo={"rank": 5, "world_size": 6}))
    table = rank_table(profiles)
    assert [row.waiting_s for row in table.rows] == [0, 0, 0, 0, 0, None]
    assert table.rows[5].waiting_reason == "its trace holds no collectives"


def test_groups_of_many_ranks_made_by_one_split_are_told_apart_by_the_ranks_that_are_told(tmp_path: Path) -> None:
    profiles = []
    for rank, (ranks, duration) in enumerate((("[0, 1, ..., 31]", 30), ("[0, 1, ..., 31]", 10), ("[32, 33, ..., 63]", 700))):
        (tmp_path / str(rank)).mkdir()
        group = {**told("allreduce", "1", []), "Process Group Ranks": ranks}
        events = communication(1, 100, duration, group, by_kernel=True)
        profiles.append(made_profile(tmp_path / str(rank), events, distributedInfo={"rank": 32 if rank == 2 else rank, "world_size": 64}))
    assert [row.waiting_s for row in rank_table(profiles).rows] == [pytest.approx(20e-6), 0, None]


def test_what_is_not_known_or_not_counted_stands_below_the_table(tmp_path: Path) -> None:
    times = ((30, 60), (10, 500), (700, 30))
    notes = rank_columns(rank_table([rank_of_two_groups(tmp_path, rank, *own) for rank, own in enumerate(times)])).notes
    assert notes == ("Waiting is not known for ranks 1, 2: no trace of another rank of its process group is given.",)
    table = RankTable(rank_table([of_rank(tmp_path / "a", 0, 1, [20]), of_rank(tmp_path / "b", 1, 1, [20])]).rows, None, 1, True)
    assert rank_columns(table).notes == (
        "Waiting for 1 rank without a trace is not counted.",
        "Waiting in transfers between two ranks (send, receive) is not counted.",
    )
