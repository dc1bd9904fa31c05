"""Training: forward, loss, backward, optimizer; one call of the optimizer is one step."""

from collections.abc import Callable
from contextlib import closing

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.loaded_batches import LoadedBatches
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.early_stopping import EarlyStopping
from gpuscope.workloads.loops.loss_watch import LossWatch
from gpuscope.workloads.loops.measured import MeasuredLoop
from gpuscope.workloads.loops.operation_count import operation_facts
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.loops.step_phases import Lap, StepPhases, no_lap
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.precision import Precision


def run_training(setting: Setting) -> Outcome:
    """Trains for the warm-up and the measured steps, then tests on the held-out data."""
    spec, precision = setting.spec, setting.precision
    used = Used(setting)
    kept = classifier.read_data(setting).to(torch.device("cpu"), precision.stored)
    dataset = kept.to(setting.device, precision.stored)
    model = used.transform(classifier.build_model(spec).to(setting.device, precision.stored))
    optimizer = classifier.build_optimizer(spec, model, used.optimizer_arguments())
    form = classifier.sample_form(spec, used.batch)
    batches: Batches | LoadedBatches = (
        LoadedBatches(kept, spec, setting.device, form)
        if "workers" in spec.options
        else Batches(dataset, setting.batch_size, spec.seed, form)
    )
    step = used.wrap_step(training_step(model, optimizer, batches, precision, used.micro_batches))
    watch, phases = LossWatch(setting.channel, spec.warmup_steps), StepPhases(setting.channel, setting.device)
    with used.around_step(), closing(batches):
        if "target_accuracy" in spec.options:
            early = EarlyStopping(setting, model, optimizer, dataset, form)
            window = MeasuredLoop(setting, early.wrap_step(step), watch, phases, early.is_over, early.every).run()
            values = early.values(window)
        else:
            window = MeasuredLoop(setting, step, watch, phases).run()
            values = classifier.test(model, dataset, setting, form)
    return Outcome(window, values, {**classifier.data_facts(dataset, model), **operation_facts(spec), **used.facts()})


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Batches | LoadedBatches, precision: Precision, micro_batches: int = 1
) -> Callable[..., torch.Tensor]:
    """Returns the function that takes one step and returns its loss; it may be given what it calls at the end of each phase."""
    autocast, scaler = precision.autocast(), precision.scaler()

    def forward(images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        with autocast:
            return cross_entropy(model(images), labels)

    def backward(loss: torch.Tensor) -> None:
        (loss if scaler is None else scaler.scale(loss)).backward()

    def update() -> None:
        if scaler is None:
            optimizer.step()
        else:
            scaler.step(optimizer)
            scaler.update()

    def step(lap: Lap = no_lap) -> torch.Tensor:
        images, labels = batches.next()
        lap("data")
        loss = forward(images, labels)
        lap("forward")
        optimizer.zero_grad()
        backward(loss)
        lap("backward")
        update()
        lap("optimizer")
        return loss

    def accumulating_step(lap: Lap = no_lap) -> torch.Tensor:
        images, labels = batches.next()
        lap("data")
        optimizer.zero_grad()
        total = torch.zeros((), device=images.device)
        for part in zip(images.chunk(micro_batches), labels.chunk(micro_batches), strict=True):
            loss = forward(*part) / micro_batches
            lap("forward")
            backward(loss)
            lap("backward")
            total += loss.detach()
        update()
        lap("optimizer")
        return total

    return step if micro_batches == 1 else accumulating_step
