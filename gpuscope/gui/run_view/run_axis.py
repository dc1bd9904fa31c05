"""What the strips are drawn over: time, or the measured steps that were finished by then."""

from enum import StrEnum

import numpy as np

from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.run_data import RunData


class RunAxis(StrEnum):
    """The axis of the strips."""

    TIME = "time"
    STEPS = "steps"

    def places(self, data: RunData, times: Floats) -> Floats:
        """Return where times lie on the axis: seconds, or measured steps finished by then, 0 and less in the warm-up."""
        if self is RunAxis.TIME:
            return times
        ends = data.step_ends()
        if not ends.size:
            return np.zeros(times.size)
        return np.interp(times, ends, data.step_counts()[: ends.size])

    def place(self, data: RunData, time_s: float) -> float:
        """Return where one instant lies on the axis."""
        return float(self.places(data, np.array([time_s]))[0])
