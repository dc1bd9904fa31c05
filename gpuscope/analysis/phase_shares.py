"""What a step of each group is made of: its phases in seconds, and in joules."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.step_phase import STEP_PHASES

TIME, ENERGY = "phase_time_", "phase_energy_"
"""What the keys of the metrics begin with."""


@dataclass(frozen=True, slots=True)
class PhaseShares:
    """The phases of one group's step.

    Attributes:
        group: Its name.
        parts: Seconds or joules by phase, in the order in which they follow one another.
        reason: Why there are none.
    """

    group: str
    parts: Mapping[str, float]
    reason: str = ""


def phase_shares(comparison: Comparison, prefix: str) -> tuple[PhaseShares, ...]:
    """Return the phases of all groups, in seconds (:data:`TIME`) or joules (:data:`ENERGY`); those of a negative value are left out."""
    return tuple(_shares(comparison, index, prefix) for index in range(len(comparison.groups)))


def _shares(comparison: Comparison, index: int, prefix: str) -> PhaseShares:
    entries = {phase: comparison.metrics[key][index] for phase in STEP_PHASES if (key := f"{prefix}{phase}") in comparison.metrics}
    parts = {phase: entry.value for phase, entry in entries.items() if entry.value is not None and entry.value >= 0}
    reason = next((entry.note for entry in entries.values() if entry.value is None and entry.note), "")
    return PhaseShares(comparison.groups[index].name, parts, reason)
