"""Keeps idle baselines with what is known of a device, where the net energy of later runs finds them."""

from datetime import UTC, datetime

from gpuscope.core.device import Device
from gpuscope.recording.idle_span import Baseline
from gpuscope.system.device_notes import DeviceNotes, device_id

BARE, CONTEXT = "bare", "context"
"""Idle with nothing on the device, and with a context on it that does nothing."""
_KEY = "baseline"


def note_baseline(notes: DeviceNotes, device: Device, kind: str, baseline: Baseline) -> None:
    """Keep a baseline; the one of the other kind stays.

    Args:
        notes: Where it is kept.
        device: Whose it is.
        kind: :data:`BARE` or :data:`CONTEXT`.
        baseline: What was found.
    """
    told = {
        "power_w": round(baseline.power_w, 3),
        "uncertainty_w": round(baseline.uncertainty_w, 3),
        "seconds": round(baseline.seconds, 1),
        "recorded_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    notes.update(device_id(device), {_KEY: {**kept_baselines(notes, device), kind: told}})


def kept_baselines(notes: DeviceNotes, device: Device) -> dict[str, object]:
    """Return the baselines of a device by kind, as they are kept; empty when there are none."""
    kept = notes.get(device_id(device)).get(_KEY)
    return kept if isinstance(kept, dict) else {}
