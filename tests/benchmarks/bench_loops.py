"""The measured loop against the same training written without gpuscope: in alternating blocks, A B B A, in one process.

The measured loop is the complete loop of a run: blocks, timestamps, phases, losses sent over the event channel. Nothing records it; the
recorder's cost is the benchmark "recording". The comparison uses processor time, which determines the throughput of a single thread that
never waits and is little disturbed by other programs; the wall-clock ratio is shown beside it.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.optimizer_step import LossWatch, training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.phases import Lap, StepPhases, no_lap
from gpuscope.workloads.steps.setting import Setting, prepare
from gpuscope.workloads.steps.stop_request import StopRequest
from tests.benchmarks.row import Row

BLOCK_S = 0.2
WARM_S = 1.0
PAIRS = 100
TARGET = 0.99
Block = Callable[[int], None]
RUNS = (
    ("MLP training", RunSpec("mnist-mlp", threads=1)),
    ("CNN training", RunSpec("cifar-cnn", threads=1, batch_size=16)),
    ("GPT training", RunSpec("gpt", threads=1, batch_size=2)),
    ("ResNet-50 inference", RunSpec("resnet50-32", threads=1, batch_size=1, task="inference")),
)


def rows() -> list[Row]:
    """Measure everything in one run."""
    threads = torch.get_num_threads()
    try:
        return [row(name, resolve(spec)) for name, spec in RUNS]
    finally:
        torch.set_num_threads(threads)


def row(name: str, spec: ResolvedSpec) -> Row:
    """Compare the two loops of one workload."""
    with tempfile.TemporaryDirectory() as folder:
        channel = Channel(folder)
        channel.say_hello()
        try:
            setting = prepare(spec, channel, StopRequest())
            data = classifier.read_data(setting)
            # A single model for both loops: two models lie differently in memory, which alone makes a difference of two percent.
            model = build_model(spec)
            optimizer = classifier.build_optimizer(spec, model)
            pairs = shares(ours(setting, data, model, optimizer), plain(spec, data, model, optimizer))
        finally:
            channel.close()
    (low, middle, high), (_, wall, _) = (interval([one[clock] for one in pairs]) for clock in (0, 1))
    detail = (
        f"processor time, median of {PAIRS} pairs of blocks of {BLOCK_S:g} s, 95 % interval {100 * low:.2f} to {100 * high:.2f} %;"
        f" by the wall clock {100 * wall:.1f} %; one thread"
    )
    return Row(f"throughput of gpuscope's loop, {name}, relative to a plain loop", 100 * middle, "%", "≥ 99 %", middle >= TARGET, detail)


def ours(setting: Setting, data: Dataset, model: nn.Module, optimizer: torch.optim.Optimizer) -> Block:
    """Return a function that runs a number of steps as a run does."""
    spec, phases = setting.spec, StepPhases(setting.channel, setting.device)
    batches = Batches(data, setting.batch_size, spec.seed, classifier.sample_form(spec, lambda images: images))
    if spec.task == "training":
        step = training_step(model, optimizer, batches, setting.precision)
        return MeasuredLoop(setting, step, LossWatch(setting.channel, setting.warm_up), phases)._run_steps
    model.eval()
    autocast = setting.precision.autocast()

    def forward(lap: Lap = no_lap) -> None:
        images, _ = batches.next()
        lap("data")
        with autocast:
            model(images)
        lap("forward")

    take = MeasuredLoop(setting, forward, phases=phases)._run_steps

    def block(steps: int) -> None:
        with torch.inference_mode():
            take(steps)

    return block


def plain(spec: RunSpec, data: Dataset, model: nn.Module, optimizer: torch.optim.Optimizer) -> Block:
    """Return a function that runs a number of steps as a plain script would."""
    indices = endless(len(data.labels), spec.batch_size or 1)
    if spec.task == "inference":
        model.eval()

        def inference(steps: int) -> None:
            with torch.inference_mode():
                for _ in repeat(None, steps):
                    model(data.images[next(indices)])

        return inference

    def training(steps: int) -> None:
        for _ in repeat(None, steps):
            index = next(indices)
            loss = cross_entropy(model(data.images[index]), data.labels[index])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    return training


def endless(count: int, size: int) -> Iterator[torch.Tensor]:
    """Yield shuffled, full batches of indices endlessly."""
    while True:
        yield from torch.randperm(count)[: count // size * size].split(size)


def shares(ours: Block, plain: Block) -> list[tuple[float, float]]:
    """Return the measured loop's throughput relative to the plain loop's, by processor time and by wall clock, for each pair of blocks."""
    steps = warmed(plain)
    warmed(ours)
    found = []
    for pair in range(PAIRS):
        if pair % 2:
            own, other = seconds(ours, steps), seconds(plain, steps)
        else:
            other, own = seconds(plain, steps), seconds(ours, steps)
        found.append((other[0] / own[0], other[1] / own[1]))
    return found


def interval(ratios: Sequence[float]) -> tuple[float, float, float]:
    """Return the median with its 95 % confidence limits."""
    # Order statistics: the median lies between these with 95 % probability, for any distribution.
    margin, middle = round(0.98 * len(ratios) ** 0.5), len(ratios) // 2
    in_order = sorted(ratios)
    return in_order[middle - margin], statistics.median(ratios), in_order[middle + margin]


def warmed(block: Block) -> int:
    """Run steps for a while, and return the number of steps per block."""
    steps, end = 1, time.perf_counter() + WARM_S
    while time.perf_counter() < end:
        taken, _ = seconds(block, steps)
        steps = max(1, round(steps * BLOCK_S / taken)) if taken > 0 else 2 * steps
    return steps


def seconds(block: Block, steps: int) -> tuple[float, float]:
    """Return the processor time and the wall-clock time of a number of steps."""
    begin, processor = time.perf_counter(), time.process_time()
    block(steps)
    return time.process_time() - processor, time.perf_counter() - begin
