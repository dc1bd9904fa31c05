"""The energy of a run while it is live: what its counters have told so far; the rest follows when it has ended."""

from gpuscope.core.device import RECORDER
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.run_view.run_figures import live_energy, placed_devices
from gpuscope.reports.energy_account import EnergyAccount, has_energy_sensor


def live_account(data: RunData) -> EnergyAccount:
    """Return what is known so far of the energy of the devices that a run computes on."""
    placed = placed_devices(data)
    is_measurable = any(has_energy_sensor(one) for one in data.devices if one.key in placed)
    cpu_s = data.latest(RECORDER, "cpu_time")
    own = None if cpu_s is None else Quantity(cpu_s, "s", Quality.MEASURED, "")
    return EnergyAccount(live_energy(data, placed) if placed else None, own_cpu_s=own, window_s=data.end_s, is_measurable=is_measurable)
