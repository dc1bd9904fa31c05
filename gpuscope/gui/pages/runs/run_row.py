"""A run as the list of runs holds it: its record, its progress while it is live, and what sorting and filtering need.

The numbers that the list is sorted by are read off the event loop (:func:`reading_of_numbers`): ten thousand runs hold a lot of text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND
from gpuscope.gui.engine_texts import live_card_texts
from gpuscope.storage.stored_quantities import StoredQuantities
from gpuscope.system.settings import JOULE

if TYPE_CHECKING:
    from gpuscope.gui.services.live_run import LiveRun
    from gpuscope.recording.progress import Progress
    from gpuscope.recording.run_history import RunHistory

MEMORY_KEYS = ("memory_allocated_peak", "resident_memory_peak")
"""The peak of memory that a run is judged by: that of its tensors on a GPU, else that of its process."""
NUMBER_KEYS = ("throughput", "latency_p50", "accuracy", "loss", "energy", "energy_per_sample", *MEMORY_KEYS)
"""Metrics that the list can be sorted by; :attr:`RunRow.numbers` has their values in this order."""
Numbers = tuple[float | None, ...]
_AT_ONCE, _PAUSE_S = 20, 0.001
"""Runs that are read before the event loop gets a turn, which needs the interpreter many times a redraw; length of that pause."""


@dataclass(frozen=True, slots=True)
class LiveStanding:
    """Progress of a live run at one instant.

    Attributes:
        share: Of the planned steps that is done, from 0 to 1; None when nothing was planned.
        text: "62 % · 41 s left", or what it is doing.
        elapsed_s: Since its start.
        left_s: Until its end at the present rate; None when unknown.
        quantities: What is known already, by metric key.
    """

    share: float | None
    text: str
    elapsed_s: float
    left_s: float | None
    quantities: dict[str, Quantity]


def standing_of(live: LiveRun) -> LiveStanding:
    """Return the present progress of a live run."""
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


class RunRow:
    """One run of the list; plain attributes, because each keystroke of a filter visits up to ten thousand rows.

    Args:
        record: The run, its state derived.
        numbers: Values of :data:`NUMBER_KEYS`; None while they have not been read.

    Attributes:
        record: Likewise.
        numbers: Likewise.
        run_id: Id of the run.
        is_live: Whether it runs.
        started_at: When it began, UTC.
        device: Where it computed; "" for a command, which uses what it likes.
        standing: How it stands while it is live; None for a run that has ended, or that nobody follows.
        energy_unit: Unit of its energies: "J" or "Wh".
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
        """Return whether this row already shows that record; compares only what can change in a run."""
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
        """Return a metric of the run, its present value while the run is live; None when it was never asked for."""
        if self.standing is not None and key in self.standing.quantities:
            return self.standing.quantities[key]
        try:
            quantity = self.record.metrics.get(key)
        except ValueError:
            return None  # a later version wrote it in a way of its own
        if quantity is None or self.energy_unit == JOULE:
            return quantity
        from gpuscope.core.figures import in_unit

        return in_unit(quantity, self.energy_unit)

    def first_quantity(self, keys: tuple[str, ...]) -> Quantity | None:
        """Return the first of several metrics that has a value, else the last one, which says why it is missing."""
        known = [quantity for key in keys if (quantity := self.quantity(key)) is not None]
        return next((quantity for quantity in known if not quantity.is_missing), known[-1] if known else None)

    def number(self, keys: tuple[str, ...]) -> float | None:
        """Return the first value of several for sorting; None when it is missing, not a number, or not read yet."""
        if self.numbers is None:
            return None
        values = (self.numbers[NUMBER_KEYS.index(key)] for key in keys)
        return next((value for value in values if value is not None and value == value), None)

    @property
    def not_real(self) -> str:
        """The label of its energy where that is of no real hardware ("SIMULATED"); "" for real hardware, and without energy."""
        from gpuscope.reports.energy_account import simulated_label

        energy = self.quantity("energy")
        return "" if energy is None or energy.is_missing else simulated_label(energy).strip(" []")

    @property
    def workload(self) -> str:
        """Its workload, or the command's program."""
        spec = self.record.spec
        return spec.command[0].rpartition("/")[2] if spec.workload == COMMAND and spec.command else spec.workload

    @property
    def search_text(self) -> str:
        """Everything that the filter line searches, in lower case; made when it is first needed."""
        if self._search_text is None:
            record, spec = self.record, self.record.spec
            knobs = () if spec.is_command else (spec.task, spec.device, spec.precision)
            origin = () if record.origin is None else (record.origin.words,)
            texts = (record.name, record.run_id, spec.workload, *knobs, *record.tags, record.note, *spec.command, *origin)
            self._search_text = "\n".join(texts).casefold()
        return self._search_text


@dataclass(frozen=True, slots=True)
class RunFilter:
    """A filter; the one without arguments lets every run through.

    Attributes:
        text: Words that all must be found in name, workload, knobs, tags, note, command or id, in any case.
        states: One of them; empty for any.
        device: Where the run computed; None for anywhere.
    """

    text: str = ""
    states: frozenset[RunState] = frozenset()
    device: str | None = None

    def passed(self, rows: list[RunRow]) -> list[RunRow]:
        """Return the rows that pass, in their order; made to be cheap for 10,000."""
        if self.states:
            rows = [row for row in rows if row.record.state in self.states]
        if self.device is not None:
            rows = [row for row in rows if row.device == self.device]
        for word in self.text.casefold().split():
            rows = [row for row in rows if word in row.search_text]
        return rows


def reading_of_numbers(records: Iterable[RunRecord]) -> Callable[[RunHistory], dict[str, Numbers]]:
    """Return the work that reads the numbers of runs, by id."""
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
        return (None,) * len(NUMBER_KEYS)  # a later version wrote them in a way of its own
