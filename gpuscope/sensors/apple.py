"""Energy of an Apple chip's processor cores through IOReport, as zeus-apple-silicon reads it.

Apple does not say how these figures come about, so they count as modelled by the vendor. Built on the package's documented
interface (AppleEnergyMonitor.get_cumulative_energy, fields in mJ) and proved against a fake of it; not tried on hardware.
"""

import importlib
import sys
from collections.abc import Callable
from typing import Any

from gpuscope.sensors.energy_counter import EnergyCounter, EnergyLack, EnergySource

_FIELDS = (("energy", "cpu_total_mj"), ("memory_energy", "dram_mj"))
_MILLIJOULE_J = 1e-3
_SPAN = 2**64


def monitor() -> Any:
    """Return zeus-apple-silicon's monitor.

    Raises:
        ImportError: The package is not installed.
        RuntimeError: This machine has no such counters.
    """
    return importlib.import_module("zeus_apple_silicon").AppleEnergyMonitor()


def ioreport(make: Callable[[], Any] = monitor) -> EnergySource | EnergyLack:
    """Return the chip's counters, or why there are none."""
    try:
        made = make()
        first = made.get_cumulative_energy()
    except ImportError:
        cure = f"Run '{sys.executable} -m pip install zeus-apple-silicon'."
        return EnergyLack("the package zeus-apple-silicon, which reads IOReport, is not installed", cure)
    except (RuntimeError, OSError) as error:
        return EnergyLack(f"IOReport tells no energy here: {error}")
    told = [(metric, field) for metric, field in _FIELDS if getattr(first, field, None) is not None]
    counters = [EnergyCounter(field, metric, _reader(made, field), _MILLIJOULE_J, _SPAN) for metric, field in told]
    lacks = {metric: EnergyLack("IOReport does not tell it on this chip") for metric, _ in _FIELDS if metric not in dict(told)}
    if "energy" in lacks:
        return EnergyLack("IOReport tells no energy of the processor on this chip")
    return EnergySource("IOReport by zeus-apple-silicon", "vendor-modelled", counters, lacks, restarts=True, untried=True)


def _reader(made: Any, field: str) -> Callable[[], int]:
    def read() -> int:
        try:
            return int(getattr(made.get_cumulative_energy(), field))
        except (RuntimeError, TypeError) as error:
            raise OSError(str(error)) from None

    return read
