"""The cost of profiling ten of a thousand steps, relative to all thousand: starting, slower steps, stopping and writing, in one run."""

import statistics
import tempfile
from pathlib import Path

import torch

from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model, sample_form
from gpuscope.workloads.steps.measured import MeasuredLoop, Step
from gpuscope.workloads.steps.setting import Setting, prepare
from gpuscope.workloads.steps.stop_request import StopRequest
from tests.benchmarks.row import Row

STEPS, PROFILED, RUNS = 1000, 10, 5
MOST = 0.02
"""Share of the time of all steps."""


def rows() -> list[Row]:
    """Measure with shapes only, and with memory and stacks too."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # with several threads, other load on the machine would show in their waits for each other
    try:
        return [row("512", "", MOST), row("512", ",memory,stacks", None), row("64", "", None)]
    finally:
        torch.set_num_threads(threads)


def row(batch: str, extras: str, most: float | None) -> Row:
    """Return a row with the median share over several runs."""
    measured = sorted(share(int(batch), extras) for _ in range(RUNS))
    middle = statistics.median(share_ for share_, _ in measured)
    step_ms = 1e3 * statistics.median(step_s for _, step_s in measured)
    detail = f"median of {RUNS} runs, {100 * measured[0][0]:.2f} to {100 * measured[-1][0]:.2f} %, steps of {step_ms:.2f} ms, one thread"
    name = f"profiling {PROFILED} of {STEPS} steps, mnist-mlp, batch {batch}{', with memory and stacks' if extras else ''}"
    target, met = ("", None) if most is None else (f"≤ {100 * most:g} %", middle <= most)
    return Row(name, 100 * middle, "%", target, met, detail)


def share(batch: int, extras: str) -> tuple[float, float]:
    """Run once; return (cost of the capture divided by the unprofiled time of all steps, seconds of an unprofiled step)."""
    spec = RunSpec("mnist-mlp", batch_size=batch, steps=STEPS, profile=f"steps=500:{500 + PROFILED}{extras}")
    with tempfile.TemporaryDirectory() as folder:
        channel = Channel(folder)
        try:
            window = MeasuredLoop(setting := prepare(resolve(spec), channel, StopRequest()), step_of(setting)).run()
        finally:
            channel.close()
        assert window is not None
        assert window.profiled_steps == PROFILED
        assert len(list(Path(folder).glob("profile-*.json"))) == 1
    step_s = window.seconds / window.steps
    return (window.profiled_ns / 1e9 - PROFILED * step_s) / (STEPS * step_s), step_s


def step_of(setting: Setting) -> Step:
    """Return the training step of a run, as its loop creates it."""
    dataset = classifier.read_data(setting).to(setting.device, setting.precision.stored)
    model = build_model(setting.spec).to(setting.device, setting.precision.stored)
    optimizer = classifier.build_optimizer(setting.spec, model)
    batches = Batches(dataset, setting.batch_size, setting.spec.seed, sample_form(setting.spec, lambda images: images))
    return training_step(model, optimizer, batches, setting.precision)
