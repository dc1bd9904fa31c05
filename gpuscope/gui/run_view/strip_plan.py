"""Which strips a run gets, in the order in which they are shown."""

from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.device_strips import device_strips
from gpuscope.gui.run_view.strip_template import StripTemplate
from gpuscope.gui.run_view.told_strips import told_strips


def strip_templates(data: ShownRun, chosen: tuple[str, ...] = ()) -> list[StripTemplate]:
    """Return the strips of the run's own values (of many, those that were chosen), then of its devices and of the machine."""
    return [*told_strips(data, chosen), *device_strips(data)]
