"""The training loop of a rank, which handles a part of the samples or of the model."""

from typing import Any

import torch
from torch import distributed, nn

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.drift import TrainingDrift
from gpuscope.workloads.loops.optimizer_step import training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.operation_count import operation_facts
from gpuscope.workloads.optimizations.parallel_training import ParallelTraining, Weights
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.parallel.ranks import RankChannel, RankStop, RankWatch
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.phases import StepPhases
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload_table import operations_per_step


def run_rank(setting: Setting, channel: RankChannel, stop: RankStop) -> Outcome:
    """Train with the other ranks for the warm-up and the measured steps; rank 0 then tests the whole model.

    The process group must be initialized. Collective: all ranks do everything at the same steps.
    """
    spec, rank, ranks = setting.spec, distributed.get_rank(), distributed.get_world_size()
    used = Used(setting)
    form = used.parallel
    assert form is not None
    kept = classifier.read_data(setting).to(torch.device("cpu"), setting.precision.stored)
    dataset = kept.to(setting.device, setting.precision.stored)
    drift = TrainingDrift(setting)
    model = used.transform(build_model(spec).to(dtype=setting.precision.stored))
    if form.parts_batch:
        torch.manual_seed(spec.seed + rank)  # different dropout for each part of a batch
    optimizer = classifier.build_optimizer(spec, model, used.optimizer_arguments())
    part = (rank, ranks) if form.parts_batch else (0, 1)
    batches = Batches(dataset, setting.batch_size, spec.seed, classifier.sample_form(spec, used.batch), part)
    step = form.training_step(model, optimizer, batches, setting) or training_step(
        model, optimizer, batches, setting.precision, used.micro_batches
    )
    watch = RankWatch(channel, _samples(setting, form, ranks), setting.warm_up, knows_loss=form.knows_loss())
    phases = StepPhases(channel, setting.device) if form.has_phases else None
    with used.around_step():
        window = MeasuredLoop(setting, used.wrap_step(step), watch, phases, agree=stop.agree).run()
    values, facts = _tested(setting, form.weights(model), dataset), {**_facts(setting, dataset), **used.facts()}
    if channel.leads:
        values["drift"] = drift.quantity(
            watch.first, kept, operations_per_step(spec) or facts.get("operations_per_step"), parted=form.parts_batch
        )
    return Outcome(window, values, facts)


def _samples(setting: Setting, form: ParallelTraining, ranks: int) -> float:
    """Return the samples per step of one rank."""
    whole = (setting.workload.samples_per_step(setting.spec) or 0) * setting.spec.nodes
    return whole / ranks if form.parts_batch else whole


def _tested(setting: Setting, weights: Weights, dataset: Dataset) -> dict[str, Quantity]:
    """Test the whole model on rank 0."""
    if distributed.get_rank() > 0:
        return classifier.not_tested("rank 0 tests the model, on another machine")
    whole: nn.Module = build_model(setting.spec)
    whole.load_state_dict(weights)
    whole.to(setting.device, setting.precision.stored)
    return classifier.test(whole, dataset, setting, classifier.sample_form(setting.spec, lambda images: images))


def _facts(setting: Setting, dataset: Dataset) -> dict[str, Any]:
    spec = setting.spec
    counted = {key: value / spec.nodes for key, value in operation_facts(spec).items()}
    with torch.device("meta"):
        shapes = build_model(spec)
    return {
        **classifier.data_facts(dataset, shapes),
        **counted,
        "ranks": distributed.get_world_size(),
        "collectives": distributed.get_backend(),
        **_device_uuids(setting.device),
    }


def _device_uuids(device: torch.device) -> dict[str, Any]:
    """Return "device_uuids" of the ranks' GPUs; collective."""
    if device.type != "cuda":
        return {}
    here = str(getattr(torch.cuda.get_device_properties(device), "uuid", ""))
    uuids: list[str] = [""] * distributed.get_world_size()
    distributed.all_gather_object(uuids, here)
    return {"device_uuids": [f"GPU-{uuid}" for uuid in uuids]}
