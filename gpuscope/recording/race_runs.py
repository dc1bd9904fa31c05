"""Reads the data that a race replays: ends of steps, and power and energy of the devices that the runs were placed on."""

from collections.abc import Sequence

import numpy as np

from gpuscope.analysis.group import group_titles, titles_by_start
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.race import RACE_METRICS, Lane, lane_of
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import Hello, Result
from gpuscope.core.run import RunRecord
from gpuscope.recording.results import last_result, placement_of, stepper, stepping_hello
from gpuscope.recording.run_history import RunHistory, readings_of
from gpuscope.system.language import translated


def race_lanes(history: RunHistory, records: Sequence[RunRecord], names: Sequence[str] = ()) -> list[Lane]:
    """Return runs as lanes.

    A run whose readings cannot be read becomes a lane with an error message.

    Args:
        history: The store of the runs.
        records: The runs.
        names: Names of the lanes; empty to use the names of the runs, with the starts of runs that repeat the same.
    """
    repeats_one = len(records) > 1 and all((record.name, record.spec) == (records[0].name, records[0].spec) for record in records)
    titles = names or (titles_by_start(records, translated(", ")) if repeats_one else group_titles(records))
    return [_lane(history, record, name) for record, name in zip(records, titles, strict=True)]


def _lane(history: RunHistory, record: RunRecord, name: str) -> Lane:
    try:
        placement, pid = _placement(history, record)
        series = _series(history, record, placement)
        return lane_of(name, record, placement, series, history.steps(record.run_id, pid))
    except GpuscopeError as error:
        return lane_of(name, record, Placement(()), (), np.zeros(0, np.int64), error.message)


def _placement(history: RunHistory, record: RunRecord) -> tuple[Placement, int | None]:
    """Return a run's placement, and the process whose steps count; None for the process that took the first step."""
    events = history.events(record.run_id, [Hello.KIND, Result.KIND])
    placement = placement_of(record.spec, [entry.device for entry in record.devices], last_result(events), record.environment)
    return placement, stepper(stepping_hello(events))


def _series(history: RunHistory, record: RunRecord, placement: Placement) -> list[DeviceSeries]:
    """Read only the series that a race needs, since a long run has many."""
    devices = {result.device.key: result.device for result in record.devices}
    readings = []
    for info in history.series_list(record.run_id):
        if info.device in placement.devices and info.metric in RACE_METRICS:
            series = history.series(record.run_id, info.device, info.metric)
            capability = devices[info.device].capabilities.get(info.metric) if info.device in devices else None
            readings.append(readings_of(series, None if capability is None else capability.period_s))
    return readings
