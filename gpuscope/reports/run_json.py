"""The JSON document of a run, the same from ``run``, ``show`` and ``export``; its schema is ``resources/run.schema.json``."""

from collections.abc import Sequence
from typing import Any

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.run_value import run_notes
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.run import RunRecord
from gpuscope.reports.energy_account import assumption_document, energy_account


def run_document(record: RunRecord, marks: Sequence[tuple[float, str]], factors: EnergyFactors) -> dict[str, Any]:
    """Return a run with its marks, and with what is derived from it: its bottleneck, notes, and price and carbon.

    Args:
        record: The run.
        marks: (seconds since the run's start, text) of each mark.
        factors: The user's price and carbon factors.
    """
    return {
        **record.to_json(),
        "marks": [{"t_s": at_s, "text": text} for at_s, text in marks],
        "bottleneck": bottleneck(record).to_json(),
        "notes": run_notes(record),
        **assumption_document(energy_account(record), factors),
    }
