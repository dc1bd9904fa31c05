"""Training: forward, loss, backward, optimizer; one call of the optimizer is one step."""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.loss_watch import LossWatch
from gpuscope.workloads.loops.measured import MeasuredLoop
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.loops.step_phases import Lap, StepPhases, no_lap
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.precision import Precision


def run_training(setting: Setting) -> Outcome:
    """Trains for the warm-up and the measured steps, then tests on the held-out data."""
    spec, precision = setting.spec, setting.precision
    used = Used(setting)
    dataset = classifier.read_data(setting).to(setting.device, precision.stored)
    model = used.transform(classifier.build_model(spec).to(setting.device, precision.stored))
    optimizer = classifier.build_optimizer(spec, model, used.optimizer_arguments())
    batches = Batches(dataset, setting.batch_size, spec.seed, used.batch)
    step = used.wrap_step(training_step(model, optimizer, batches, precision))
    watch, phases = LossWatch(setting.channel, spec.warmup_steps), StepPhases(setting.channel, setting.device)
    with used.around_step():
        window = MeasuredLoop(setting, step, watch, phases).run()
        values = classifier.test(model, dataset, precision, used.batch)
    return Outcome(window, values, {**classifier.data_facts(dataset, model), **used.facts()})


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Batches, precision: Precision
) -> Callable[..., torch.Tensor]:
    """Returns the function that takes one step and returns its loss; it may be given what it calls at the end of each phase."""
    autocast = precision.autocast()

    def forward(lap: Lap) -> torch.Tensor:
        images, labels = batches.next()
        lap("data")
        with autocast:
            loss = cross_entropy(model(images), labels)
        lap("forward")
        return loss

    def step(lap: Lap = no_lap) -> torch.Tensor:
        loss = forward(lap)
        optimizer.zero_grad()
        loss.backward()
        lap("backward")
        optimizer.step()
        lap("optimizer")
        return loss

    scaler = precision.scaler()
    if scaler is None:
        return step

    def scaled_step(lap: Lap = no_lap) -> torch.Tensor:
        loss = forward(lap)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        lap("backward")
        scaler.step(optimizer)
        scaler.update()
        lap("optimizer")
        return loss

    return scaled_step
