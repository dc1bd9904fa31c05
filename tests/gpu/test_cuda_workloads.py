"""Workloads on a real CUDA device, each in its own process as a recorder starts it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from gpuscope.core.event import End, Event, Log, Phase, Result
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import resolve
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps
from tests.workloads.test_child import finish, start

pytestmark = [pytest.mark.gpu, pytest.mark.skipif(Capabilities.load().cuda_reason is not None, reason="no CUDA device here")]


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    with Listener(tmp_path) as one:
        yield one


def run(listener: Listener, workload: str, **values: object) -> list[Event]:
    process = start(resolve(RunSpec(workload, device="cuda:0", **values)), listener.folder)  # type: ignore[arg-type]
    events, _, err = finish(process, listener)
    assert (process.returncode, err) == (0, "")
    return events


def result(events: list[Event]) -> Result:
    return next(event for event in events if isinstance(event, Result))


@pytest.mark.parametrize("precision", ["fp64", "fp32", "tf32", "bf16", "fp16"])
def test_training(listener: Listener, precision: str) -> None:
    events = run(listener, "cifar-cnn", precision=precision, steps=100, warmup_steps=10)
    values, facts = result(events).values, result(events).facts
    assert values["accuracy"]["value"] >= 0.9
    assert 0 < values["memory_allocated_peak"]["value"] <= values["memory_reserved_peak"]["value"]
    assert facts["device_uuid"].startswith("GPU-")
    phases = {event.name: event for event in events if isinstance(event, Phase)}
    ends = stamps(listener.folder)
    assert len(ends) == 110
    assert all(a <= b for a, b in pairwise(ends))
    assert ends[9] <= phases["measured"].t_ns <= ends[10]
    assert ends[-1] <= phases["evaluate"].t_ns


def test_the_phases_of_training_are_all_of_its_step(listener: Listener) -> None:
    events = run(listener, "cifar-cnn", steps=3000, warmup_steps=100, batch_size=512)
    told = {event.step: event.values for event in events if isinstance(event, Log) and "time_data" in event.values}
    phases = {event.name: event.t_ns for event in events if isinstance(event, Phase)}
    measured = [values for step, values in told.items() if step is not None and step > 100]
    assert len(measured) >= 3
    assert {tuple(values) for values in measured} == {("time_data", "time_forward", "time_backward", "time_optimizer")}
    assert min(min(values.values()) for values in measured) > 0
    step_s = (phases["evaluate"] - phases["measured"]) / 1e9 / 3000
    whole = sorted(sum(values.values()) for values in measured)
    assert whole[len(whole) // 2] == pytest.approx(step_s, rel=0.25)  # in a step of a millisecond the events themselves take time


def test_seed_repeats_loss_and_accuracy(tmp_path: Path) -> None:
    found = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        with Listener(folder) as listener:
            values = result(run(listener, "cifar-cnn", steps=50)).values
        found.append((values["loss"]["value"], values["accuracy"]["value"]))
    assert found[0] == found[1]


@pytest.mark.parametrize(("precision", "high"), [("fp32", 1e-5), ("tf32", 5e-3), ("bf16", 2e-2)])
def test_kernel(listener: Listener, precision: str, high: float) -> None:
    events = run(listener, "gemm", precision=precision, steps=50, options={"size": 1024})
    assert 0 < result(events).values["max_relative_error"]["value"] < high


@pytest.mark.parametrize("implementation", ["eager", "compiled", "cuda", "triton"])
@pytest.mark.parametrize("workload", ["neighbour-products", "product-reduction", "scaled-sum", "matrix-vector"])
def test_vector_kernel(listener: Listener, workload: str, implementation: str) -> None:
    size = 1024 if workload == "matrix-vector" else 2**20
    events = run(listener, workload, steps=20, options={"size": size, "implementation": implementation})
    assert 0 <= result(events).values["max_relative_error"]["value"] < 1e-5


@pytest.mark.timeout(600)
@pytest.mark.parametrize("precision", ["fp32", "tf32", "bf16"])
@pytest.mark.parametrize("optimize", ["compile", "compile-reduce-overhead", "compile-max-autotune", "cuda-graphs,channels-last"])
def test_captured_graphs_learn(listener: Listener, optimize: str, precision: str) -> None:
    if "cuda-graphs" in optimize and precision == "bf16":
        pytest.skip("mixed precision is refused")
    spec = RunSpec("cifar-cnn", device="cuda:0", precision=precision, optimize=optimize, steps=100)
    process = start(resolve(spec), listener.folder)
    events, _, err = finish(process, listener)  # the compiler may write to its standard error
    assert process.returncode == 0, err
    assert result(events).values["accuracy"]["value"] >= 0.9


def test_device_that_is_not_there(listener: Listener) -> None:
    process = start(resolve(RunSpec("gemm", device="cuda:99")), listener.folder)
    events, _, _ = finish(process, listener)
    end = events[-1]
    assert isinstance(end, End)
    assert process.returncode == 3
    assert (end.reason or "").startswith("cuda:99 is not there\n")


def test_memory_that_runs_out(listener: Listener) -> None:
    memory = Capabilities.from_torch().cuda_device(0)
    assert memory is not None
    process = start(resolve(RunSpec("mnist-mlp", device="cuda:0", batch_size=memory.memory_bytes // 4000)), listener.folder)
    events, _, _ = finish(process, listener)
    end = events[-1]
    assert isinstance(end, End)
    assert process.returncode in (1, 2)
    assert "memory" in (end.reason or "")
