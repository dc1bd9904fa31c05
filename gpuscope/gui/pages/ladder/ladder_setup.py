"""The form of a ladder: workload, task, device, quick or thorough."""

from collections.abc import Sequence
from functools import partial

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.plan.plan_setup import PlanSetup
from gpuscope.gui.services.ladders import LadderRequest, Ladders
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import horizontal
from gpuscope.recording.ladder_request import WORKLOAD, default_task
from gpuscope.workloads.workload import Workload


class LadderSetup(PlanSetup[LadderRequest, str]):
    """The form of a ladder.

    Args:
        ladders: Computes the forecast.
        starter: Knows what this machine can run.
    """

    def __init__(self, theme: Theme, ladders: Ladders, starter: RunStarter) -> None:
        super().__init__(theme, starter, WORKLOAD)
        self._ladders = ladders
        self.quick = Button(theme, self.tr("Quick look"), "chip", is_checkable=True)
        self.thorough = Button(theme, self.tr("Thorough"), "chip", is_checkable=True)
        self._group = ChoiceGroup(self)
        self._kind = label("", "muted", wraps=True)
        kinds = horizontal(spacing=8)
        for chip in (self.quick, self.thorough):
            self._group.addButton(chip)
            kinds.addWidget(chip)
        kinds.addWidget(self._kind, 1)
        self.quick.setChecked(True)
        self._group.buttonClicked.connect(self.ask_forecast)
        about = self.tr("One optimization is added to another, each is measured, and its gain is shown as it comes.")
        self.lay_out(self.tr("What do optimizations gain here?"), about, [self.first_row(), kinds], self.tr("Earlier ladders"))
        self.begin()

    def request(self) -> LadderRequest:
        """Return the chosen ladder."""
        asked = RunSpec(self.workload.value(), task=self.task.value(), device=self.device.value())
        return LadderRequest(asked, self.thorough.isChecked())

    def fetch_forecast(self, request: LadderRequest) -> None:
        """Request a forecast, and explain the choice of quick or thorough."""
        text = (
            self.tr("Each rung and the one below it are repeated in turns, for an interval and a verdict.")
            if request.thorough
            else self.tr("One short run per rung, no verdict.")
        )
        self._kind.setText(text)
        self._ladders.forecast(request, partial(self.show_forecast, request), partial(self.show_refusal, request), self)

    def forecast_text(self, forecast: str) -> str:
        """Return the number of rungs and the duration."""
        return forecast.partition(": ")[2] or forecast

    def default_task(self, tasks: Sequence[str]) -> str:  # noqa: ARG002 - the ladder's own choice is among them
        """Return the default task of a ladder."""
        return default_task(self.workload.value(), self.device.value())

    def is_offered(self, workload: Workload) -> bool:
        """Whether the workload is a model, since kernels have no rungs."""
        return bool(workload.tasks)
