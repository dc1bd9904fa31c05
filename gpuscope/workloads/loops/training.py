"""Training: forward, loss, backward, optimizer; one call of the optimizer is one step."""

from contextlib import closing

import torch

from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.loaded_batches import LoadedBatches
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.early_stopping import EarlyStopping
from gpuscope.workloads.loops.fresh_start import FreshStart
from gpuscope.workloads.loops.loss_watch import LossWatch
from gpuscope.workloads.loops.measured import MeasuredLoop
from gpuscope.workloads.loops.operation_count import operation_facts
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.loops.step_phases import StepPhases
from gpuscope.workloads.loops.training_drift import TrainingDrift
from gpuscope.workloads.models.build import build_model
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.workload_table import operations_per_step


def run_training(setting: Setting) -> Outcome:
    """Train for the warm-up and the measured steps, then tests on the held-out data."""
    spec, precision = setting.spec, setting.precision
    used = Used(setting)
    kept = classifier.read_data(setting).to(torch.device("cpu"), precision.stored)
    dataset = kept.to(setting.device, precision.stored)
    drift = TrainingDrift(setting)
    model = used.transform(build_model(spec).to(setting.device, precision.stored))
    optimizer = classifier.build_optimizer(spec, model, used.optimizer_arguments())
    form = classifier.sample_form(spec, used.batch)
    batches: Batches | LoadedBatches = (
        LoadedBatches(kept, spec, setting.device, form)
        if "workers" in spec.options
        else Batches(dataset, setting.batch_size, spec.seed, form)
    )
    step = used.wrap_step(training_step(model, optimizer, batches, precision, used.micro_batches))
    watch, phases = LossWatch(setting.channel, setting.warm_up), StepPhases(setting.channel, setting.device)
    begins_anew = "target_accuracy" in spec.options or spec.warmup_limit_s > 0
    fresh = FreshStart(model, optimizer) if begins_anew else None
    with used.around_step(), closing(batches):
        if "target_accuracy" in spec.options:
            early = EarlyStopping(setting, model, dataset, form)
            window = MeasuredLoop(setting, early.wrap_step(step), watch, phases, early.is_over, early.every, begin=fresh).run()
            values = early.values(window)
        else:
            window = MeasuredLoop(setting, step, watch, phases, begin=fresh).run()
            values = classifier.test(model, dataset, setting, form)
    facts = {**classifier.data_facts(dataset, model), **operation_facts(spec), **used.facts()}
    operations = operations_per_step(spec) or facts.get("operations_per_step")
    return Outcome(window, {**values, "drift": drift.quantity(watch.first, kept, operations)}, facts)
