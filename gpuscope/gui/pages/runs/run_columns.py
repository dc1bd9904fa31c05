"""The columns of the list of runs: what each shows, how it is drawn, and what it is sorted by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from gpuscope.core import figures
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.gui.charts.ticks import clock
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.runs.origin_words import origin_words
from gpuscope.gui.pages.runs.run_row import MEMORY_KEYS, RunRow
from gpuscope.gui.widgets.state_badge import state_word
from gpuscope.reports.printable import printable

MISSING = "–"
_LONGEST = 300
"""Characters of a text that a cell is drawn from; more does not fit any screen."""


class Drawn(Enum):
    """How the cells of a column are drawn."""

    TEXT = "text"
    NAME = "name"
    STATE = "state"
    FIGURE = "figure"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A column.

    Attributes:
        key: In the window's memory.
        drawn: How its cells are drawn.
        width: At first, in logical pixels.
        rank: The lower, the longer it stays in a narrow window.
        text: What a cell says.
        sort_key: What its cells are sorted by; None sorts last.
        metrics: Metrics of a figure, of which the first that is there is shown.
        widest_unit: The longest unit that a figure of it is likely to have; numbers are aligned before it.
    """

    key: str
    drawn: Drawn
    width: int
    rank: int
    text: Callable[[RunRow], str]
    sort_key: Callable[[RunRow], Any]
    metrics: tuple[str, ...] = ()
    widest_unit: str = ""

    @property
    def is_numeric(self) -> bool:
        """Whether its cells are set flush right."""
        return self.drawn is Drawn.FIGURE

    @property
    def title(self) -> str:
        """Its heading, translated."""
        return _titles()[self.key]

    def full_text(self, row: RunRow) -> str:
        """Return everything that is to be known of a cell, for its tooltip; "" when the cell says it all."""
        if self.metrics:
            return _quantity_words(row, self.metrics)
        full = _FULL_TEXTS.get(self.key)
        return "" if full is None else full(row)


def _titles() -> dict[str, str]:
    return {
        "state": QCoreApplication.translate("RunColumns", "State"),
        "name": QCoreApplication.translate("RunColumns", "Name"),
        "workload": QCoreApplication.translate("RunColumns", "Workload"),
        "task": QCoreApplication.translate("RunColumns", "Task"),
        "device": QCoreApplication.translate("RunColumns", "Device"),
        "precision": QCoreApplication.translate("RunColumns", "Precision"),
        "batch": QCoreApplication.translate("RunColumns", "Batch"),
        "throughput": QCoreApplication.translate("RunColumns", "Samples/s"),
        "step_time": QCoreApplication.translate("RunColumns", "Step time"),
        "accuracy": QCoreApplication.translate("RunColumns", "Accuracy"),
        "loss": QCoreApplication.translate("RunColumns", "Loss"),
        "energy": QCoreApplication.translate("RunColumns", "Energy"),
        "energy_per_sample": QCoreApplication.translate("RunColumns", "Energy / sample"),
        "memory": QCoreApplication.translate("RunColumns", "Memory, peak"),
        "duration": QCoreApplication.translate("RunColumns", "Duration"),
        "started": QCoreApplication.translate("RunColumns", "Started"),
        "tags": QCoreApplication.translate("RunColumns", "Tags"),
        "note": QCoreApplication.translate("RunColumns", "Note"),
        "host": QCoreApplication.translate("RunColumns", "Machine"),
        "run_id": QCoreApplication.translate("RunColumns", "Id"),
    }


def one_line(text: str) -> str:
    """Return foreign text for one line of the window: nothing in it acts, line ends are spaces."""
    return legible(printable(" ".join(text[:_LONGEST].split())))


def started_words(moment: datetime, now: datetime) -> str:
    """Return when something began: ``today 14:03``, ``yesterday 09:30``, ``12 Nov``, with the year when it is another.

    Args:
        moment: With its time zone.
        now: The present, in the user's time zone.
    """
    local = moment.astimezone(now.tzinfo)
    days = (now.date() - local.date()) // timedelta(days=1)
    minute = f"{local:%H:%M}"
    if days == 0:
        return QCoreApplication.translate("RunColumns", "today {0}").format(minute)
    if days == 1:
        return QCoreApplication.translate("RunColumns", "yesterday {0}").format(minute)
    month = QLocale().monthName(local.month, QLocale.FormatType.ShortFormat)
    return f"{local.day} {month} {minute}" if local.year == now.year else f"{local.day} {month} {local.year}"


def _quantity_words(row: RunRow, metrics: tuple[str, ...]) -> str:
    quantity = row.first_quantity(metrics)
    if quantity is None:
        return QCoreApplication.translate("RunColumns", "Known when the run has ended.") if row.is_live else ""
    label = engine_words(describe(_metric_of(row, metrics))[0])
    if quantity.is_missing:
        return f"{label}: {quantity.reason}"
    shown = figures.shown(quantity, share=metrics[0] in SHARES)
    spread = "" if quantity.uncertainty is None else f" ± {figures.figure(quantity.uncertainty, quantity.unit)}"
    return f"{label}: {shown}{spread}\n{quantity.quality.value}, {quantity.source}"


def _metric_of(row: RunRow, metrics: tuple[str, ...]) -> str:
    shown = row.first_quantity(metrics)
    return next((key for key in metrics if row.quantity(key) is shown), metrics[0])


def _figure(metrics: tuple[str, ...]) -> Callable[[RunRow], str]:
    def text(row: RunRow) -> str:
        quantity = row.first_quantity(metrics)
        return MISSING if quantity is None else figures.shown(quantity, share=metrics[0] in SHARES)

    return text


def _figure_column(key: str, metrics: tuple[str, ...], width: int, rank: int, widest_unit: str, *, unit_shown: bool = True) -> RunColumn:
    text = _figure(metrics) if unit_shown else lambda row: _figure(metrics)(row).partition(" ")[0]
    return RunColumn(key, Drawn.FIGURE, width, rank, text, lambda row: row.number(metrics), metrics, widest_unit)


def _text_column(key: str, width: int, rank: int, text: Callable[[RunRow], str]) -> RunColumn:
    return RunColumn(key, Drawn.TEXT, width, rank, lambda row: text(row) or MISSING, lambda row: text(row).casefold() or None)


def _knob(key: str) -> Callable[[RunRow], str]:
    return lambda row: "" if row.record.spec.is_command else str(getattr(row.record.spec, key) or "")


def _batch(row: RunRow) -> str:
    size = None if row.record.spec.is_command else row.record.spec.batch_size
    return MISSING if size is None else figures.figure(size, "1")


def _duration_s(row: RunRow) -> float | None:
    return row.record.took_s if row.standing is None else row.standing.elapsed_s


def _duration(row: RunRow) -> str:
    if row.standing is not None and row.standing.left_s is not None:
        return QCoreApplication.translate("RunColumns", "{0} left").format(clock(row.standing.left_s))
    seconds = _duration_s(row)
    return MISSING if seconds is None else figures.duration(seconds)


def _started(row: RunRow) -> str:
    return started_words(row.started_at, datetime.now().astimezone())


def _started_in_full(row: RunRow) -> str:
    return f"{row.started_at.astimezone():%Y-%m-%d %H:%M:%S %z}"


def _state_in_full(row: RunRow) -> str:
    word = state_word(row.record.state)
    return f"{word}: {row.record.reason}" if row.record.reason else word


def _tags(row: RunRow) -> str:
    return " ".join(row.record.tags)


def _name_in_full(row: RunRow) -> str:
    origin = row.record.origin
    more = row.standing.words if row.standing is not None else "" if origin is None else origin_words(origin)
    return "\n".join(part for part in (row.record.name, more, row.not_real) if part)


_FULL_TEXTS: dict[str, Callable[[RunRow], str]] = {
    "state": _state_in_full,
    "name": _name_in_full,
    "workload": lambda row: " ".join(row.record.spec.command) or row.record.spec.workload,
    "tags": _tags,
    "note": lambda row: row.record.note,
    "started": _started_in_full,
}

COLUMNS: tuple[RunColumn, ...] = (
    RunColumn("state", Drawn.STATE, 108, 0, lambda row: state_word(row.record.state), lambda row: state_word(row.record.state)),
    RunColumn("name", Drawn.NAME, 200, 0, lambda row: one_line(row.record.name), lambda row: row.record.name.casefold()),
    _text_column("workload", 110, 16, lambda row: one_line(row.workload)),
    _text_column("task", 84, 12, _knob("task")),
    _text_column("device", 72, 6, lambda row: row.device),
    _text_column("precision", 80, 5, _knob("precision")),
    RunColumn("batch", Drawn.FIGURE, 68, 10, _batch, lambda row: None if row.record.spec.is_command else row.record.spec.batch_size),
    _figure_column("throughput", ("throughput",), 96, 2, "", unit_shown=False),
    _figure_column("step_time", ("latency_p50",), 92, 9, "ms"),
    _figure_column("accuracy", ("accuracy",), 86, 7, "%"),
    _figure_column("loss", ("loss",), 84, 13, ""),
    _figure_column("energy", ("energy",), 88, 3, "mWh"),
    _figure_column("energy_per_sample", ("energy_per_sample",), 120, 8, "mWh"),
    _figure_column("memory", MEMORY_KEYS, 116, 14, "GiB"),
    RunColumn("duration", Drawn.FIGURE, 104, 4, _duration, _duration_s),
    RunColumn("started", Drawn.TEXT, 124, 1, _started, lambda row: row.started_at),
    RunColumn("tags", Drawn.TAGS, 168, 11, _tags, lambda row: _tags(row).casefold() or None),
    _text_column("note", 180, 15, lambda row: one_line(row.record.note)),
    _text_column("host", 110, 17, lambda row: one_line(row.record.host)),
    _text_column("run_id", 110, 18, lambda row: row.run_id),
)
"""All columns, in the order in which they stand at first."""
PLACES = {column.key: place for place, column in enumerate(COLUMNS)}
"""Their places in the model, by key."""
