"""How often a sensor really updates: as the burst at the start found it, else from the run's own readings (measurement.md, S5)."""

import numpy as np

from gpuscope.analysis.series import Stamps, Values

_CHANGES_NEEDED = 10


def update_period_s(stamps_ns: Stamps, values: Values, known_s: float | None = None) -> float | None:
    """Return the update period of a sensor: the one known, else the lower quartile of the intervals between changes.

    None when fewer than ten such intervals were seen. A sensor read more slowly than it updates shows the interval of the
    readings, which is longer: the error is on the careful side.
    """
    if known_s is not None and known_s > 0:
        return known_s
    changed = stamps_ns[1:][np.diff(values) != 0]
    if changed.size <= _CHANGES_NEEDED:
        return None
    return float(np.quantile(np.diff(changed), 0.25)) / 1e9
