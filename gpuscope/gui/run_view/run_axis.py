"""The x axis of the strips: time, or the number of measured steps finished."""

from enum import StrEnum

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun


def step_words(number: int, warmup_steps: int) -> str:
    """Return a step in words: ``step 120``, ``warm-up step 7``.

    Args:
        number: Among the measured steps, from 1; 0 and less in the warm-up.
        warmup_steps: How many steps of warm-up there are.
    """
    if number > 0 or not warmup_steps:
        return QCoreApplication.translate("StepWords", "step {0}").format(figures.figure(float(number), "1"))
    return QCoreApplication.translate("StepWords", "warm-up step {0}").format(figures.figure(float(number + warmup_steps), "1"))


class RunAxis(StrEnum):
    """The axis of the strips."""

    TIME = "time"
    STEPS = "steps"

    def places(self, data: ShownRun, times: Floats) -> Floats:
        """Return where times lie on the axis: seconds, or measured steps finished by then, 0 and less in the warm-up."""
        if self is RunAxis.TIME:
            return times
        ends = data.step_ends()
        if not ends.size:
            return np.zeros(times.size)
        return np.interp(times, ends, data.step_counts()[: ends.size])

    def place(self, data: ShownRun, time_s: float) -> float:
        """Return where one instant lies on the axis."""
        return float(self.places(data, np.array([time_s]))[0])
