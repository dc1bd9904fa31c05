"""Early stopping: a training that ends when a test on the held-out data says that the model is good enough.

The measured part begins anew (``fresh_start``), whatever the warm-up taught, and holds the tests; so its time and its energy are what
it takes to reach the accuracy.
"""

from collections.abc import Callable, Mapping
from typing import Any

from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.measured import Window
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.loops.step_phases import Lap, no_lap


class EarlyStopping:
    """Watches the accuracy of one training.

    Args:
        setting: The run; its options say which accuracy is enough, and after how many steps it is tested.
        model: As it is trained.
        dataset: On its device.
        form: Brings samples into the form that the model takes.
    """

    def __init__(self, setting: Setting, model: nn.Module, dataset: Dataset, form: classifier.Form) -> None:
        self._setting, self._model, self._dataset, self._form = setting, model, dataset, form
        self._target = float(setting.spec.options["target_accuracy"])
        self._taken = 0
        self._tested: Mapping[str, Quantity] = classifier.not_tested("the run was stopped before its first test")
        self.every = int(setting.spec.options["test_every"])

    def wrap_step(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the step, counted."""

        def counted_step(lap: Lap = no_lap) -> Any:
            self._taken += 1
            return step(lap)

        return counted_step

    def is_over(self) -> bool:
        """Test the model, tell its accuracy, and return whether that is enough."""
        self._tested = classifier.test(self._model, self._dataset, self._setting, self._form)
        self._model.train()
        accuracy = self._tested["accuracy"].value
        if accuracy is None:
            return True
        self._setting.channel.log(values={"accuracy": accuracy}, step=self._taken)
        return accuracy >= self._target

    def values(self, window: Window | None) -> dict[str, Quantity]:
        """Return the last test's loss and accuracy, and the time that it took to reach the accuracy."""
        return {**self._tested, "time_to_accuracy": self._time(window)}

    def _time(self, window: Window | None) -> Quantity:
        accuracy = self._tested["accuracy"].value
        if window is None or accuracy is None:
            return Quantity.missing("s", "the run was stopped before the accuracy was reached")
        if accuracy < self._target:
            words = f"accuracy {accuracy:.1%} after {window.steps} steps, and {self._target:.1%} was asked for: give it more --steps"
            return Quantity.missing("s", words)
        return Quantity(window.seconds, "s", Quality.MEASURED, f"to an accuracy of {self._target:.1%}, by the wall clock, tests included")
