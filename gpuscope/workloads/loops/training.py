"""Training: forward, loss, backward, optimizer; one call of the optimizer is one step."""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

import torch
from torch import nn

from gpuscope.core import figures
from gpuscope.core.event import REPORT
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.data.batches import Batches, LoadedBatches
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops.drift import TrainingDrift
from gpuscope.workloads.loops.optimizer_step import FreshStart, LossWatch, training_step
from gpuscope.workloads.models import classifier
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.operation_count import operation_facts
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import MeasuredLoop, Window
from gpuscope.workloads.steps.phases import Lap, StepPhases, no_lap
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload_table import operations_per_step


def run_training(setting: Setting) -> Outcome:
    """Train for the warm-up and the measured steps, then test on the held-out data."""
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
    watch = LossWatch(setting.channel, setting.warm_up, len(dataset.labels) / setting.batch_size)
    phases = StepPhases(setting.channel, setting.device)
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
            report_test(setting, values)
    facts = {**classifier.data_facts(dataset, model), **operation_facts(spec), **used.facts()}
    operations = operations_per_step(spec) or facts.get("operations_per_step")
    return Outcome(window, {**values, "drift": drift.quantity(watch.first, kept, operations)}, facts)


def report_test(setting: Setting, tested: Mapping[str, Quantity]) -> None:
    """Log accuracy and loss on the held-out data, as far as they were measured."""
    figures_shown = [
        f"{key} {figures.shown(tested[key], share=key == 'accuracy')}" for key in ("accuracy", "loss") if not tested[key].is_missing
    ]
    if figures_shown:
        setting.channel.log(f"held-out data: {' · '.join(figures_shown)}", level=REPORT)


class EarlyStopping:
    """Ends a training when it reaches its target accuracy.

    Args:
        setting: The run; its options set the target accuracy and the steps between tests.
        model: The model in training.
        dataset: On its device.
        form: Converts samples to the form that the model takes.
    """

    def __init__(self, setting: Setting, model: nn.Module, dataset: Dataset, form: classifier.Form) -> None:
        self._setting, self._model, self._dataset, self._form = setting, model, dataset, form
        self._target = float(setting.spec.options["target_accuracy"])
        self._taken = 0
        self._tested: Mapping[str, Quantity] = classifier.not_tested("the run was stopped before its first test")
        self.every = int(setting.spec.options["test_every"])

    def wrap_step(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that takes the step and counts it."""

        def counted_step(lap: Lap = no_lap) -> Any:
            self._taken += 1
            return step(lap)

        return counted_step

    def is_over(self) -> bool:
        """Test the model, log its accuracy, and return whether it reaches the target."""
        self._tested = classifier.test(self._model, self._dataset, self._setting, self._form)
        self._model.train()
        accuracy = self._tested["accuracy"].value
        if accuracy is None:
            return True
        self._setting.channel.log(values={"accuracy": accuracy}, step=self._taken)
        report_test(self._setting, self._tested)
        return accuracy >= self._target

    def values(self, window: Window | None) -> dict[str, Quantity]:
        """Return the last test's loss and accuracy, and the time to the target accuracy."""
        return {**self._tested, "time_to_accuracy": self._time(window)}

    def _time(self, window: Window | None) -> Quantity:
        accuracy = self._tested["accuracy"].value
        if window is None or accuracy is None:
            return Quantity.missing("s", "the run was stopped before the accuracy was reached")
        if window.profiled_steps:
            return Quantity.missing("s", "the profiler took some of the time: run it without --profile")
        wanted = f"{100 * self._target:.1f} %"
        if accuracy < self._target:
            more = "more --steps" if self._setting.spec.duration_s is None else "a longer --duration"
            decimals = figures.decimals_apart((100 * accuracy, 100 * accuracy), round(100 * self._target, 6), 1)
            reached = f"{100 * accuracy:.{decimals}f} %"
            return Quantity.missing("s", f"accuracy {reached} after {window.steps} steps, and {wanted} was requested: give it {more}")
        source = f"to an accuracy of {wanted}, by the wall clock, including the time of the accuracy tests before it"
        return Quantity(window.seconds, "s", Quality.MEASURED, source)
