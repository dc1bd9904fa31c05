"""A row of the runs list: the run's record, its progress while live, and the data for sorting and filtering.

The numbers for sorting are read off the event loop (:func:`reading_of_numbers`), since ten thousand runs hold a lot of text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.engine_texts import live_card_texts, record_name
from gpuscope.storage.stored_quantities import StoredQuantities
from gpuscope.system.settings import JOULE

if TYPE_CHECKING:
    from gpuscope.gui.services.live_run import LiveRun
    from gpuscope.recording.progress import Progress
    from gpuscope.recording.run_history import RunHistory

MEMORY_KEYS = ("memory_allocated_peak", "resident_memory_peak")
"""Metrics of peak memory in order of preference: of the run's tensors on a GPU, otherwise of its process."""
NUMBER_KEYS = ("throughput", "latency_p50", "accuracy", "loss", "energy", "energy_per_sample", *MEMORY_KEYS)
"""Metrics that the list can be sorted by; :attr:`RunRow.numbers` has their values in this order."""
Numbers = tuple[float | None, ...]
_AT_ONCE, _PAUSE_S = 20, 0.001
"""Number of runs read between pauses, and length of a pause; the event loop needs the interpreter many times per redraw."""


@dataclass(frozen=True, slots=True)
class LiveStanding:
    """Progress of a live run at one instant.

    Attributes:
        share: Fraction of the planned steps done, 0 to 1; None if nothing was planned.
        text: "62 % · 41 s left", or the current phase.
        elapsed_s: Seconds since the start.
        left_s: Seconds left at the current rate; None if unknown.
        quantities: Metrics known so far, by key.
    """

    share: float | None
    text: str
    elapsed_s: float
    left_s: float | None
    quantities: dict[str, Quantity]


def standing_of(live: LiveRun) -> LiveStanding:
    """Return the current progress of a live run."""
    _, text, share = live_card_texts(live, 1)
    data = live.data
    return LiveStanding(share, text, data.end_s, data.progress.left_s, _present_quantities(data.progress))


def _present_quantities(progress: Progress) -> dict[str, Quantity]:
    from gpuscope.core.quantity import Quality

    quantities = {}
    rate = progress.step_rate
    if rate is not None and progress.samples_per_step:
        text = QCoreApplication.translate("RunRow", "over the last two seconds")
        quantities["throughput"] = Quantity(rate * progress.samples_per_step, "samples/s", Quality.DERIVED, text)
    for key in ("loss", "accuracy"):
        if key in progress.values:
            text = QCoreApplication.translate("RunRow", "of the training batch, last reported")
            quantities[key] = Quantity(progress.values[key], "1", Quality.MEASURED, text)
    return quantities


@cache
def _places(keys: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(NUMBER_KEYS.index(key) for key in keys)


class RunRow:
    """A run of the list; uses plain attributes, because each keystroke in the filter visits up to ten thousand rows.

    Attributes:
        record: The run, with its derived state.
        numbers: Values of :data:`NUMBER_KEYS`; None until they are read.
        is_live: Whether the run is in progress.
        started_at: Start time, UTC.
        device: Device of the run; "" for a command, which may use any.
        standing: Progress of a live run; None for an ended run, or one that is not being followed.
        energy_unit: Unit of energies: "J" or "Wh".
    """

    __slots__ = ("_search_text", "device", "energy_unit", "is_live", "numbers", "record", "run_id", "standing", "started_at")

    def __init__(self, record: RunRecord, numbers: Numbers | None = None) -> None:
        self.record = record
        self.numbers = numbers
        self.run_id = record.run_id
        self.is_live = record.state is RunState.RUNNING
        self.started_at = record.started_at
        self.device = "" if record.spec.is_command else record.spec.device
        self.standing: LiveStanding | None = None
        self.energy_unit = JOULE
        self._search_text: str | None = None

    def holds(self, record: RunRecord) -> bool:
        """Return whether this row already shows a record; compares only what can change in a run."""
        own = self.record
        return own is record or (
            own.state is record.state
            and own.name == record.name
            and own.tags == record.tags
            and own.note == record.note
            and own.reason == record.reason
            and own.took_s == record.took_s
            and own.origin == record.origin
            and own.heartbeat_at == record.heartbeat_at
        )

    def quantity(self, key: str) -> Quantity | None:
        """Return a metric of the run, for a live run its current value; None if it was not recorded or is unreadable."""
        if self.standing is not None and key in self.standing.quantities:
            return self.standing.quantities[key]
        try:
            quantity = self.record.metrics.get(key)
        except ValueError:
            return None  # written by a later version in an unknown format
        if quantity is None or self.energy_unit == JOULE:
            return quantity
        from gpuscope.core.figures import in_unit

        return in_unit(quantity, self.energy_unit)

    def first_quantity(self, keys: tuple[str, ...]) -> Quantity | None:
        """Return the first of several metrics that has a value, otherwise the last one, which gives the reason; None if there are none."""
        known = [quantity for key in keys if (quantity := self.quantity(key)) is not None]
        return next((quantity for quantity in known if not quantity.is_missing), known[-1] if known else None)

    def number(self, keys: tuple[str, ...]) -> float | None:
        """Return the first value of several metrics for sorting; None if missing, NaN, or not read yet."""
        if self.numbers is None:
            return None
        for place in _places(keys):  # a plain loop: it sorts 10,000 rows at each letter of the filter
            value = self.numbers[place]
            if value is not None and value == value:
                return value
        return None

    @property
    def not_real(self) -> str:
        """Label of the run's energy if it is not of real hardware ("SIMULATED"); "" for real hardware, and without energy."""
        from gpuscope.reports.energy_account import simulated_label

        energy = self.quantity("energy")
        return "" if energy is None or energy.is_missing else simulated_label(energy).strip(" []")

    @property
    def workload(self) -> str:
        """Name of the workload, or of the program; of a recorded machine that it is one."""
        spec = self.record.spec
        if not spec.is_command:
            return spec.workload
        return spec.command[0].rpartition("/")[2] if spec.command else QCoreApplication.translate("RunRow", "the machine")

    @property
    def search_text(self) -> str:
        """All text that the filter searches, in lower case; built on first use."""
        if self._search_text is None:
            record, spec = self.record, self.record.spec
            knobs = () if spec.is_command else (spec.task, spec.device, spec.precision)
            origin = () if record.origin is None else (record.origin.description,)
            texts = (
                record.name,
                record_name(record),
                record.run_id,
                spec.workload,
                *knobs,
                *record.tags,
                record.note,
                *spec.command,
                *origin,
            )
            self._search_text = "\n".join(texts).casefold()
        return self._search_text


@dataclass(frozen=True, slots=True)
class RunFilter:
    """A filter; without arguments it passes every run.

    Attributes:
        text: Words that must all occur in name, workload, knobs, tags, note, command, origin or id; case is ignored.
        states: Passing states; empty for any.
        device: Device of the run; None for any.
    """

    text: str = ""
    states: frozenset[RunState] = frozenset()
    device: str | None = None

    def passed(self, rows: list[RunRow]) -> list[RunRow]:
        """Return the rows that pass, in order; fast enough for 10,000 rows."""
        if self.states:
            rows = [row for row in rows if row.record.state in self.states]
        if self.device is not None:
            rows = [row for row in rows if row.device == self.device]
        for word in self.text.casefold().split():
            rows = [row for row in rows if word in row.search_text]
        return rows


def reading_of_numbers(records: Iterable[RunRecord]) -> Callable[[RunHistory], dict[str, Numbers]]:
    """Return a function that reads the numbers of runs and returns them by run id, for the history's thread."""
    return partial(_numbers, list(records))


def _numbers(records: list[RunRecord], store: RunHistory) -> dict[str, Numbers]:  # noqa: ARG001 - what the history's thread hands over
    numbers = {}
    for place, record in enumerate(records):
        numbers[record.run_id] = _numbers_of(record)
        if place % _AT_ONCE == 0:
            time.sleep(_PAUSE_S)
    return numbers


def _numbers_of(record: RunRecord) -> Numbers:
    metrics = record.metrics
    try:
        if isinstance(metrics, StoredQuantities):
            return metrics.numbers(NUMBER_KEYS)
        return tuple(None if (quantity := metrics.get(key)) is None else quantity.value for key in NUMBER_KEYS)
    except ValueError:
        return (None,) * len(NUMBER_KEYS)  # written by a later version in an unknown format
