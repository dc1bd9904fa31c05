"""Keeps with what is known of a device that its sources of energy disagreed in a run: `devices`, `doctor` and Health tell it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from gpuscope.analysis.energy import CHECKED_FROM_S
from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.system.device_notes import DISAGREEMENT, DeviceNotes, device_id

_SOURCES = ("energy_counter", "energy_instant")


def note_sources(notes: DeviceNotes, results: Sequence[DeviceResult], window_s: float | None) -> None:
    """Keep what a run has shown of its devices' sources; one in which they agree takes an older note away.

    Args:
        notes: Where it is kept.
        results: The run's devices with their energies.
        window_s: Over which; a short window shows nothing.
    """
    for result in results:
        quantities = [result.metrics.get(key) for key in _SOURCES]
        if window_s is None or window_s < CHECKED_FROM_S or any(quantity is None or quantity.is_missing for quantity in quantities):
            continue
        disagreement = _disagreement(result.metrics["energy"])
        if disagreement is not None or notes.get(device_id(result.device)).get(DISAGREEMENT):
            note = None if disagreement is None else f"{disagreement} (in a run on {datetime.now(UTC).date().isoformat()})"
            notes.update(device_id(result.device), {DISAGREEMENT: note})


def _disagreement(energy: Quantity) -> str | None:
    return next((note for note in (energy.reason or "").split("; ") if note.startswith(SOURCES_DISAGREE)), None)
