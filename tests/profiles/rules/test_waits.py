"""Waiting for data, synchronizations, copies, pauses and collectives, on traces whose times are known."""

from pathlib import Path

import pytest

from gpuscope.profiles.advice import Program, advice
from tests.profiles.made import Event, annotation, copy, kernel, launch, made_profile, operator
from tests.profiles.rules.advised import advised, called, runtime

LOADER = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"


def two_kernels(gap_end: float, *between: Event) -> list[Event]:
    """Return a kernel from 10 to 110 µs, and a kernel of 100 µs that starts at ``gap_end``, when its 2 µs launch ends."""
    return [
        launch(1, 5, 2),
        kernel("gemm", 1, 10, 100),
        *between,
        launch(2, gap_end - 2, 2),
        kernel("gemm", 2, gap_end, 100),
    ]


def test_a_device_that_waits_for_the_next_batch_costs_the_idle_part_of_the_wait(tmp_path: Path) -> None:
    finding = advised(tmp_path, two_kernels(4010, annotation(LOADER, 60, 3940)), "loading")
    assert finding is not None
    assert finding.cost_s == pytest.approx(3890e-6)  # from 110 µs, when the device finishes, to 4 ms
    assert finding.seen == "The device waited 3.89 ms in 1 gap for the loop's next batch (94.9 % of the time)."
    assert "num_workers" in finding.code


@pytest.mark.parametrize(("wait_us", "has_workers"), [(400, False), (4000, True)])
def test_workers_are_no_advice_for_waits_as_short_as_handing_a_batch_over(wait_us: float, has_workers: bool, tmp_path: Path) -> None:
    events = [annotation(LOADER, 5000 * n, wait_us) for n in range(4)] + [operator("aten::mm", 5000 * n + wait_us, 400) for n in range(4)]
    finding = advised(tmp_path, events, "loading")
    assert finding is not None
    assert ("num_workers" in finding.code) is has_workers
    assert ("BatchSampler" in finding.code) is not has_workers
    assert bool(finding.changes) is has_workers


def test_batches_made_while_the_device_works_cost_nothing(tmp_path: Path) -> None:
    assert advised(tmp_path, two_kernels(120, annotation(LOADER, 20, 85)), "loading") is None


def test_without_a_device_the_wait_for_a_batch_costs_its_own_time(tmp_path: Path) -> None:
    events = [annotation(LOADER, 0, 300), operator("aten::mm", 300, 700)]
    finding = advised(tmp_path, events, "loading")
    assert finding is not None
    assert finding.cost_s == pytest.approx(300e-6)
    assert not finding.is_device
    assert advised(tmp_path, [annotation(LOADER, 0, 30), operator("aten::mm", 30, 970)], "loading") is None


def test_a_value_read_within_a_step_costs_what_the_device_idles_after_it(tmp_path: Path) -> None:
    item = [operator("aten::item", 100, 15), operator("aten::_local_scalar_dense", 101, 13), runtime("cudaStreamSynchronize", 102, 11)]
    stack = [called("train.py(12): train", 0, 400, 1), called("<built-in method item of Tensor object at 0x7f>", 99, 17, 2, 1)]
    finding = advised(tmp_path, [*two_kernels(210, *item), *stack, annotation("ProfilerStep#3", 0, 400)], "synchronization")
    assert finding is not None
    assert finding.cost_s == pytest.approx(100e-6)  # the gap from 110 to 210 µs; the wait ends within it, at 113 µs
    assert "waited for it once, in aten::_local_scalar_dense" in finding.seen
    assert [place.text for place in finding.places] == ["train.py:12 (train)"]


@pytest.mark.parametrize("name", ["hipStreamSynchronize", "urQueueFinish", "urEventWait", "zeEventHostSynchronize"])
def test_waits_are_known_by_each_makers_names(name: str, tmp_path: Path) -> None:
    events = [operator("aten::item", 100, 15), runtime(name, 102, 11), annotation("ProfilerStep#3", 0, 400)]
    finding = advised(tmp_path, two_kernels(210, *events), "synchronization")
    assert finding is not None
    assert finding.cost_s == pytest.approx(100e-6)


def test_a_wait_after_which_the_device_still_has_work_costs_nothing(tmp_path: Path) -> None:
    events = [
        launch(1, 5, 2), kernel("gemm", 1, 10, 100), launch(2, 8, 2), kernel("gemm", 2, 110, 200), runtime("cudaEventSynchronize", 15, 96),
        launch(3, 150, 2), kernel("gemm", 3, 310, 50),
    ]  # fmt: skip
    assert advised(tmp_path, events, "synchronization") is None


def test_what_the_host_does_for_milliseconds_after_a_wait_is_a_pause(tmp_path: Path) -> None:
    events = two_kernels(5210, runtime("cudaStreamSynchronize", 100, 15), operator("aten::_save", 200, 4900))
    assert advised(tmp_path, events, "synchronization") is None
    finding = advised(tmp_path, events, "pauses")
    assert finding is not None
    assert finding.cost_s == pytest.approx(5100e-6)


def test_waits_in_which_a_library_tries_its_algorithms_are_no_advice(tmp_path: Path) -> None:
    search = [operator("aten::cudnn_convolution", 100, 120), runtime("cudaEventSynchronize", 102, 11)]
    assert advised(tmp_path, two_kernels(210, *search), "synchronization") is None
    assert advised(tmp_path, two_kernels(210, operator("aten::add", 100, 20), search[1]), "synchronization") is not None


@pytest.mark.parametrize("name", ["cudaStreamCreateWithFlags", "cuModuleLoadData", "cudaLaunchKernel"])
def test_what_the_runtime_does_once_when_a_program_starts_is_no_pause(name: str, tmp_path: Path) -> None:
    assert advised(tmp_path, two_kernels(5210, runtime(name, 150, 4900)), "pauses") is None
    assert advised(tmp_path, two_kernels(5210, runtime(name, 150, 400)), "pauses") is not None


def test_a_wait_outside_the_steps_is_the_profilers(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#3", 200, 200), *two_kernels(210, runtime("cudaDeviceSynchronize", 100, 15))]
    assert advised(tmp_path, events, "synchronization") is None


def test_copies_from_pageable_memory_cost_their_exposed_time_and_the_idling_after_them(tmp_path: Path) -> None:
    events = [
        operator("aten::copy_", 0, 70), launch(1, 2, 8, name="cudaMemcpyAsync"), copy("Memcpy HtoD (Pageable -> Device)", 1, 10, 50),
        runtime("cudaStreamSynchronize", 11, 50), launch(2, 78, 2), kernel("gemm", 2, 80, 100),
    ]  # fmt: skip
    finding = advised(tmp_path, events, "pageable_copies")
    assert finding is not None
    assert finding.cost_s == pytest.approx(70e-6)  # 50 µs of the copy, 20 µs of the gap after it
    assert finding.seen.startswith(
        "1 copy from unpinned memory took 50.0 µs during which nothing else ran, and the device was idle for 20.0 µs"
    )
    assert advised(tmp_path, events, "synchronization") is None


def test_pinned_copies_and_hidden_ones_cost_nothing(tmp_path: Path) -> None:
    pinned = [launch(1, 2, 2), copy("Memcpy HtoD (Pinned -> Device)", 1, 10, 50), launch(2, 20, 2), kernel("gemm", 2, 60, 100)]
    hidden = [launch(1, 2, 2), kernel("gemm", 1, 10, 100, stream=8), launch(2, 4, 2), copy("Memcpy HtoD (Pageable -> Device)", 2, 20, 50)]
    assert advised(tmp_path, pinned, "pageable_copies") is None
    assert advised(tmp_path, hidden, "pageable_copies") is None


def test_a_pause_of_the_host_says_what_the_host_did(tmp_path: Path) -> None:
    finding = advised(tmp_path, two_kernels(5110, operator("aten::_save", 200, 4800)), "pauses")
    assert finding is not None
    assert finding.cost_s == pytest.approx(5000e-6)
    assert finding.seen.endswith("the longest, 5.00 ms, while the host was in aten::_save.")
    assert advised(tmp_path, two_kernels(510), "pauses") is None


def test_a_pause_without_any_host_call_says_so_and_one_of_many_calls_does_not(tmp_path: Path) -> None:
    finding = advised(tmp_path, two_kernels(5110), "pauses")
    assert finding is not None
    assert finding.seen.endswith("the longest, 5.00 ms, while no host call was recorded.")
    many = [operator("aten::_save", 200 + 1200 * number, 1100) for number in range(4)]
    finding = advised(tmp_path, two_kernels(5110, *many), "pauses")
    assert finding is not None
    assert finding.seen.endswith("the longest, 5.00 ms, while the host was in several calls.")


def test_collectives_cost_what_no_computation_hides(tmp_path: Path) -> None:
    events = [launch(1, 0), kernel("gemm", 1, 10, 60), launch(2, 1), kernel("ncclDevKernel_AllReduce", 2, 50, 60, stream=8)]
    finding = advised(tmp_path, events, "exposed_communication")
    assert finding is not None
    assert finding.cost_s == pytest.approx(40e-6)
    assert finding.code.startswith("DistributedDataParallel")
    alone = advised(tmp_path, [event for event in events if event["cat"] == "kernel"], "exposed_communication")
    assert alone is not None
    assert alone.code == ""  # nothing says that the program uses PyTorch
    hidden = [launch(1, 0), kernel("gemm", 1, 10, 100), launch(2, 1), kernel("ncclDevKernel_AllReduce", 2, 50, 60, stream=8)]
    assert advised(tmp_path, hidden, "exposed_communication") is None


def gloo(ts: float, dur: float) -> Event:
    """Return what PyTorch records on Gloo's own thread."""
    return annotation("gloo:all_reduce", ts, dur) | {"tid": 9}


def test_collectives_on_the_cpu_cost_what_no_operator_hides(tmp_path: Path) -> None:
    """Most of it may be waiting for another rank, which one rank's trace cannot tell from transfers."""
    events = [operator("aten::mm", 0, 100), operator("c10d::allreduce_", 100, 10), gloo(50, 850), operator("aten::add", 900, 100)]
    finding = advised(tmp_path, events, "exposed_communication")
    assert finding is not None
    assert finding.cost_s == pytest.approx(800e-6)
    assert finding.seen == "Collectives took 800 µs with no computation overlapping them (80.0 % of the time)."
    assert "the slowest rank" in finding.cure
    assert not finding.is_device
    hidden = [operator("aten::mm", 0, 900), gloo(50, 850)]
    assert advised(tmp_path, hidden, "exposed_communication") is None
    assert advised(tmp_path, [*hidden, operator("c10d::allreduce_", 900, 20)], "pauses") is None


def test_long_python_between_operators_is_a_pause_on_the_cpu(tmp_path: Path) -> None:
    steps = [annotation(f"ProfilerStep#{number}", 5000 * number, 5000) for number in range(3)]
    work = [operator("aten::mm", 5000 * number, 2000) for number in range(3)]
    finding = advised(tmp_path, [*steps, *work], "pauses")
    assert finding is not None
    assert finding.cost_s == pytest.approx(9e-3)
    assert finding.seen == (
        "No operator ran for 9.00 ms in 3 pauses of more than a millisecond (60.0 % of the time); the longest took 3.00 ms."
    )
    loop = called("train.py(4): augment", 2100, 2800, 1)
    named = advised(tmp_path, [*steps, *work, loop], "pauses")
    assert named is not None
    assert named.seen.endswith("the longest, 3.00 ms, while the program was in augment (train.py).")
    assert [(place.text, place.calls) for place in named.places] == [("train.py:4 (augment)", 1)]
    assert named.places[0].cost_s == pytest.approx(3e-3)
    sleeps = [called("<built-in function sleep>", 5000 * number + 2100, 2800, 2 + number, 1) for number in range(3)]
    (tmp_path / "train.py").write_text("import time\n\n\ndef train():\n    while True:\n        step()\n        time.sleep(3e-3)\n")
    asleep = made_profile(tmp_path, [*steps, *work, called("train.py(4): train", 0, 15000, 1), *sleeps])
    (finding,) = (one for one in advice(asleep, Program((tmp_path,))) if one.rule == "pauses")
    assert [(place.text, place.calls) for place in finding.places] == [("train.py:7", 3)]
    once = [*steps, *work[:1], operator("aten::mm", 5000, 9900)]
    assert advised(tmp_path, once, "pauses") is None, "not what each step does: it may be another program that ran"


@pytest.mark.parametrize(
    "between",
    [
        annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 2000, 3000),
        annotation("Optimizer.step#SGD.step", 2000, 3000),
        gloo(2000, 3000),
        operator("aten::add", 2900, 1000),
    ],
)
def test_what_another_rule_names_is_no_pause_on_the_cpu(between: Event, tmp_path: Path) -> None:
    assert advised(tmp_path, [operator("aten::mm", 0, 2000), operator("aten::mm", 5000, 2000)], "pauses") is not None
    assert advised(tmp_path, [operator("aten::mm", 0, 2000), between, operator("aten::mm", 4800, 2000)], "pauses") is None


def test_gaps_before_work_without_a_recorded_launch_are_of_unknown_cause(tmp_path: Path) -> None:
    work = [kernel("gemm", 1, 0, 100), kernel("gemm", 2, 150, 100), kernel("gemm", 3, 320, 100)]
    head = {"deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}]}
    finding = advised(tmp_path, work, "unknown_gaps", **head)
    assert finding is not None
    assert finding.cost_s == pytest.approx(120e-6)
    assert finding.seen == "The device was idle for 120 µs in 2 gaps before work whose launch was not recorded (28.6 % of the time)."
    assert "ProfilerActivity.CPU" in finding.code
    graph = advised(tmp_path, [operator("aten::add", 0, 5), launch(1, 1), *work, kernel("gemm", 4, 1000, 10)], "unknown_gaps")
    assert graph is not None
    assert graph.cost_s == pytest.approx(700e-6)
    assert graph.code == ""  # the host was recorded
    assert advised(tmp_path, [*work[:2], kernel("gemm", 3, 260, 200)], "unknown_gaps") is None, "60 of 460 µs"
    launched = [launch(number, at) for number, at in ((1, 0), (2, 140), (3, 290))]
    assert advised(tmp_path, [*launched, *work], "unknown_gaps") is None, "what the host did is known"


@pytest.mark.parametrize(
    ("name", "is_advised"),
    [
        ("vllm::all_reduce", False),
        ("autograd::engine::evaluate_function: AddmmBackward0", True),
        ("CompiledFunctionBackward", True),
        ("DistributedDataParallel.forward", True),
    ],
)
def test_the_buckets_of_gradients_are_a_cure_only_where_there_are_gradients(name: str, is_advised: bool, tmp_path: Path) -> None:
    events = [operator(name, 0, 5), launch(1, 1), kernel("ncclDevKernel_AllReduce", 1, 50, 60, stream=8)]
    finding = advised(tmp_path, events, "exposed_communication")
    assert finding is not None
    assert finding.code.startswith("DistributedDataParallel") is is_advised


def test_computation_of_one_device_hides_no_collective_of_another(tmp_path: Path) -> None:
    events = [
        launch(1, 0),
        kernel("gemm", 1, 10, 100),
        launch(2, 1),
        kernel("ncclDevKernel_AllReduce", 2, 10, 40, stream=8, device=1),
        launch(3, 2),
        kernel("gemm", 3, 50, 60, device=1),
    ]
    finding = advised(tmp_path, events, "exposed_communication")
    assert finding is not None
    assert finding.cost_s == pytest.approx(20e-6)  # 0 on one of them, 40 µs on the other
    assert finding.seen == "Collectives took 20.0 µs with no computation overlapping them (20.0 % of the time)."


def test_values_read_one_by_one_without_a_device_cost_their_own_time(tmp_path: Path) -> None:
    pairs = [(operator("aten::item", 10 * n, 4), operator("aten::_local_scalar_dense", 10 * n + 1, 2)) for n in range(100)]
    finding = advised(tmp_path, [event for pair in pairs for event in pair], "values_read")
    assert finding is not None
    assert finding.cost_s == pytest.approx(400e-6)
    assert finding.seen.startswith("Values were read from tensors 100 times")
    assert advised(tmp_path, [operator("aten::mm", 0, 1000), operator("aten::item", 1001, 4)], "values_read") is None
