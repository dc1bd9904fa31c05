"""Inference: a step is one forward pass of a full batch."""

import torch
from torch import nn

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.engines import registry
from gpuscope.workloads.engines.engine import Eager
from gpuscope.workloads.loops.drift import Agreement
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier, trained
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.models.trained import train_once
from gpuscope.workloads.operation_count import operation_facts
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.phases import Lap, StepPhases, no_lap
from gpuscope.workloads.steps.setting import Precision, Setting

_PRETRAIN_BATCH = 64
"""Maximum batch size of the training before inference; independent of the run's, so that its trained weights can be reused."""


def run_inference(setting: Setting) -> Outcome:
    """Pretrain so that accuracy is meaningful, measure forward passes, then test on the held-out data."""
    spec, precision = setting.spec, setting.precision
    used, engine = Used(setting), registry.engine(spec.engine)
    dataset = classifier.read_data(setting).to(setting.device, torch.float32)
    model = build_model(spec).to(setting.device)
    pretrain(setting, model, dataset)
    dataset = dataset.to(setting.device, precision.stored)
    model = model.to(precision.stored).eval()
    agreement = Agreement(model, dataset, setting)
    about = classifier.data_facts(dataset, model)  # before its weights are packed, which hides their number
    before = trained.before(model, dataset, setting) if used.compresses else {}
    model, changed = used.compress(model), used.reforms or engine.key != Eager.key
    if changed:
        agreement.keep_eager(model)
    model = used.transform(model)
    form = classifier.sample_form(spec, used.batch)
    batches = Batches(dataset, setting.batch_size, spec.seed, form)
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
        values = classifier.test(forward, dataset, setting, form) if spec.options["pretrain_steps"] else classifier.untested()
        values["drift"] = agreement.drift(forward, form)
        if changed:
            values["max_relative_error"] = agreement.error(forward, form)
    facts = {**about, **operation_facts(spec), "pretrain_steps": spec.options["pretrain_steps"], **used.facts(), **engine.facts()}
    return Outcome(window, {**before, **values, **used.values(), "model_size_bytes": trained.size(model), **engine.values()}, facts)


def pretrain(setting: Setting, model: nn.Module, dataset: Dataset) -> None:
    """Train a model in FP32 for the spec's number of steps, or load the weights of an earlier identical training."""
    if setting.spec.options["pretrain_steps"]:
        train_once(setting, model, dataset, "model", lambda: _train(setting, model, dataset))


def _train(setting: Setting, model: nn.Module, dataset: Dataset) -> None:
    optimizer = classifier.build_optimizer(setting.spec, model)
    definition = setting.workload
    form = classifier.sample_form(setting.spec, lambda images: images)
    batches = Batches(dataset, min(_PRETRAIN_BATCH, definition.default_batch_size), setting.spec.seed, form)
    step = training_step(model, optimizer, batches, Precision("fp32", setting.device.type))
    for _ in range(int(setting.spec.options["pretrain_steps"])):
        step()
