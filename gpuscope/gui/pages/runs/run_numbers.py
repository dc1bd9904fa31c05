"""The numbers that the list is sorted by, read off the event loop: ten thousand runs hold a lot of text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.runs.run_row import NUMBER_KEYS, Numbers

_AT_ONCE, _PAUSE_S = 20, 0.001
if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory


def reading_of_numbers(records: Iterable[RunRecord]) -> Callable[[RunHistory], dict[str, Numbers]]:
    """Return the work that reads the numbers of runs, by id."""
    return partial(_numbers, list(records))


def _numbers(records: list[RunRecord], store: RunHistory) -> dict[str, Numbers]:  # noqa: ARG001 - what the history's thread hands over
    found = {}
    for place, record in enumerate(records):
        found[record.run_id] = _numbers_of(record)
        if place % _AT_ONCE == 0:
            time.sleep(_PAUSE_S)  # lets the event loop go on: it asks for the interpreter many times a redraw
    return found


def _numbers_of(record: RunRecord) -> Numbers:
    from gpuscope.storage.records import StoredQuantities  # the store, here and not on the event loop

    metrics = record.metrics
    try:
        if isinstance(metrics, StoredQuantities):
            return metrics.numbers(NUMBER_KEYS)
        return tuple(None if (found := metrics.get(key)) is None else found.value for key in NUMBER_KEYS)
    except ValueError:
        return (None,) * len(NUMBER_KEYS)  # a later version wrote them in a way of its own
