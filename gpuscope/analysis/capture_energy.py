"""The energy of a run's devices over a part of the run, such as a profiler's capture."""

from collections.abc import Sequence

from gpuscope.analysis.device_summary import device_result
from gpuscope.analysis.energy import total
from gpuscope.analysis.placement import recorded_placement
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import Window
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord


def energy_within(record: RunRecord, series: Sequence[DeviceSeries], window: Window) -> Quantity:
    """Return the energy of the devices that a run was placed on, in joules, with the source chosen as for a whole run.

    Args:
        record: The run.
        series: All readings of the run.
        window: Start and end in nanoseconds from the run's start.
    """
    devices = tuple(result.device for result in record.devices)
    gaps = tuple(gap for result in record.devices for gap in result.gaps)
    placement = recorded_placement(record)
    data = SummaryInput(devices, placement, window, tuple(series), gaps)
    results = [device_result(data, device, window) for device in devices if device.key in placement.devices]
    parts = [(result.device.key, energy) for result in results if (energy := result.metrics.get("energy")) is not None]
    return total(parts, placement.reason)
