"""Inference: one forward pass of a full batch is one step."""

import torch
from torch import nn

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.engines import registry
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.measured import MeasuredLoop
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.loops.step_phases import Lap, StepPhases, no_lap
from gpuscope.workloads.loops.training import training_step
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.precision import Precision

_PRETRAIN_BATCH = 64


def run_inference(setting: Setting) -> Outcome:
    """Trains a little so that accuracy means something, then measures forward passes, then tests on the held-out data."""
    spec, precision = setting.spec, setting.precision
    used, engine = Used(setting), registry.engine(spec.engine)
    dataset = classifier.read_data(setting).to(setting.device, torch.float32)
    model = classifier.build_model(spec).to(setting.device)
    _pretrain(setting, model, dataset)
    model = used.transform(model.to(precision.stored).eval())
    dataset = dataset.to(setting.device, precision.stored)
    batches = Batches(dataset, setting.batch_size, spec.seed, used.batch)
    autocast = precision.autocast()
    with torch.inference_mode(), used.around_step():
        forward = engine.load(model, batches.next()[0], setting)

        def step(lap: Lap = no_lap) -> None:
            images, _ = batches.next()
            lap("data")
            with autocast:
                forward(images)
            lap("forward")

        phases = StepPhases(setting.channel, setting.device)
        window = MeasuredLoop(setting, used.wrap_step(step), phases=phases).run()
        values = classifier.test(forward, dataset, precision, used.batch)
    facts = {**classifier.data_facts(dataset, model), "pretrain_steps": spec.options["pretrain_steps"], **used.facts(), **engine.facts()}
    return Outcome(window, values, facts)


def _pretrain(setting: Setting, model: nn.Module, dataset: Dataset) -> None:
    steps = int(setting.spec.options["pretrain_steps"])
    if steps == 0:
        return
    optimizer = classifier.build_optimizer(setting.spec, model)
    batches = Batches(dataset, _PRETRAIN_BATCH, setting.spec.seed)
    step = training_step(model, optimizer, batches, Precision("fp32", setting.device.type))
    for _ in range(steps):
        step()
