"""The columns of the runs list: content, drawing and sorting."""

import shlex
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.core.natural_order import natural_key
from gpuscope.core.run import RunOrigin, RunState
from gpuscope.gui.engine_texts import composed_text, engine_text, percent_done, record_name
from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.runs.run_row import MEMORY_KEYS, RunRow
from gpuscope.gui.tables.column import Column, Edit
from gpuscope.gui.tables.decorations import Beside, Chips, Decoration, Dot, Face, Progress
from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.question_dialog import LONGEST_NAME
from gpuscope.gui.widgets.state_badge import state_label, state_tone
from gpuscope.reports.pictures.scale import time_left
from gpuscope.reports.printable import printable
from gpuscope.system.language import duration_text, labelled, short_date

NO_START = datetime.fromtimestamp(0, UTC)
"""Start of a damaged run whose start time is unreadable."""
_LONGEST = 300
"""Maximum characters kept of foreign text in a cell; more does not fit any screen."""
_IN_HEADING = "samples/s"
"""The unit of throughput, which is its heading: in each cell it would take the room of another column."""


RunColumn = Column[RunRow]


def _title(key: str) -> str:
    return _titles()[key]


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
        "energy_per_sample": QCoreApplication.translate("RunColumns", "Energy per sample"),
        "memory": QCoreApplication.translate("RunColumns", "Memory, peak"),
        "duration": QCoreApplication.translate("RunColumns", "Duration"),
        "started": QCoreApplication.translate("RunColumns", "Started"),
        "tags": QCoreApplication.translate("RunColumns", "Tags"),
        "note": QCoreApplication.translate("RunColumns", "Note"),
        "host": QCoreApplication.translate("RunColumns", "Machine"),
        "run_id": QCoreApplication.translate("RunColumns", "Id"),
    }


def one_line(text: str) -> str:
    """Return foreign text on one line: control characters escaped, line breaks replaced by spaces."""
    return legible(printable(" ".join(text[:_LONGEST].split())))


def origin_text(origin: RunOrigin) -> str:
    """Return where a run came from and when: ``imported from atlas on 2026-11-21``."""
    day = f"{origin.imported_at.astimezone():%Y-%m-%d}"
    if origin.is_foreign:
        text = QCoreApplication.translate("OriginWords", "recorded by {0}, imported on {1}")
        return text.format(origin.tool, day)
    if not origin.host:
        return QCoreApplication.translate("OriginWords", "imported on {0}").format(day)
    return QCoreApplication.translate("OriginWords", "imported from {0} on {1}").format(origin.host, day)


def short_origin_text(origin: RunOrigin) -> str:
    """Return where a run came from in a word or two, for a cell."""
    if origin.is_foreign:
        return origin.tool
    return QCoreApplication.translate("OriginWords", "imported")


def started_text(moment: datetime, now: datetime) -> str:
    """Return a start time: ``today 14:03``, ``yesterday 09:30``, ``12 Nov 17:45``, or the date with the year for another year.

    Args:
        moment: Start time, with its time zone.
        now: Current time, in the user's time zone.
    """
    if moment == NO_START:
        return MISSING
    # The zone of datetime.now().astimezone() is today's offset, which is wrong for a start on the other side of daylight saving.
    is_of_this_machine = now.utcoffset() == now.astimezone().utcoffset()
    local = moment.astimezone(None if is_of_this_machine else now.tzinfo)
    days = (now.date() - local.date()) // timedelta(days=1)
    minute = f"{local:%H:%M}"
    if days == 0:
        return QCoreApplication.translate("RunColumns", "today {0}").format(minute)
    if days == 1:
        return QCoreApplication.translate("RunColumns", "yesterday {0}").format(minute)
    return f"{short_date(local)} {minute}" if local.year == now.year else short_date(local, has_year=True)


def _quantity_text(row: RunRow, metrics: tuple[str, ...]) -> str:
    from gpuscope.reports.energy_account import quality_word

    quantity = row.first_quantity(metrics)
    if quantity is None:
        return QCoreApplication.translate("RunColumns", "Available when the run has ended.") if row.is_live else ""
    label = engine_text(describe(_metric_of(row, metrics))[0])
    if quantity.is_missing:
        return labelled(label, composed_text(quantity.reason or ""))
    shown = figures.shown(quantity, share=metrics[0] in SHARES)
    spread = "" if quantity.uncertainty is None else f" ± {figures.figure(quantity.uncertainty, quantity.unit)}"
    worth = engine_text(", ").join((engine_text(quality_word(quantity)), composed_text(quantity.source)))
    return labelled(label, f"{shown}{spread}\n{worth}")


def _metric_of(row: RunRow, metrics: tuple[str, ...]) -> str:
    shown = row.first_quantity(metrics)
    return next((key for key in metrics if row.quantity(key) is shown), metrics[0])


def _figure(metrics: tuple[str, ...], *, has_unit: bool = False) -> Callable[[RunRow], str]:
    def text(row: RunRow) -> str:
        quantity = row.first_quantity(metrics)
        shown = MISSING if quantity is None else figures.shown(quantity, share=metrics[0] in SHARES)
        return shown if has_unit else shown.removesuffix(_IN_HEADING).rstrip()

    return text


def _figure_column(key: str, metrics: tuple[str, ...], width: int, rank: int) -> RunColumn:
    return Column(
        key=key,
        heading=partial(_title, key),
        text=_figure(metrics),
        accessible_text=_figure(metrics, has_unit=True),
        heading_tooltip=(lambda: QCoreApplication.translate("RunColumns", "Throughput, samples per second"))
        if key == "throughput"
        else None,
        tooltip=lambda row: _quantity_text(row, metrics),
        sort_key=lambda row: row.number(metrics),
        is_numeric=True,
        has_unit=True,
        width=grown(width),
        rank=rank,
    )


def _text_column(
    key: str,
    width: int,
    rank: int,
    text: Callable[[RunRow], str],
    tooltip: Callable[[RunRow], str] | None = None,
    *,
    whole_width: int = 0,
    missing: str = MISSING,
) -> RunColumn:
    return Column(
        key=key,
        heading=partial(_title, key),
        text=lambda row: text(row) or missing,
        tooltip=tooltip,
        sort_key=lambda row: text(row).casefold() or None,
        width=grown(width),
        whole_width=grown(whole_width),
        rank=rank,
    )


def _knob(key: str) -> Callable[[RunRow], str]:
    return lambda row: "" if row.record.spec.is_command else str(getattr(row.record.spec, key) or "")


def _batch(row: RunRow) -> str:
    size = None if row.record.spec.is_command else row.record.spec.batch_size
    return MISSING if size is None else figures.figure(size, "1")


def _duration_s(row: RunRow) -> float | None:
    return row.record.took_s if row.standing is None else row.standing.elapsed_s


def _duration(row: RunRow) -> str:
    if row.standing is not None and row.standing.left_s is not None:
        return QCoreApplication.translate("RunColumns", "{0} left").format(duration_text(time_left(row.standing.left_s)))
    seconds = _duration_s(row)
    return MISSING if seconds is None else duration_text(figures.duration(seconds))


def _duration_in_full() -> str:
    return QCoreApplication.translate("RunColumns", "Duration from start to end; of an interrupted run, what its readings cover")


def _started(row: RunRow) -> str:
    return started_text(row.started_at, datetime.now().astimezone())


def _state(row: RunRow) -> str:
    return state_label(row.record.state)


def _state_in_full(row: RunRow) -> str:
    from gpuscope.reports.run_report import reason_text  # lazy: only a tooltip needs it

    state = _state(row)
    reason = reason_text(row.record)
    return labelled(state, reason) if reason else state


def _tags(row: RunRow) -> str:
    return " ".join(row.record.tags)


def _name_in_full(row: RunRow) -> str:
    origin = row.record.origin
    more = row.standing.text if row.standing is not None else "" if origin is None else origin_text(origin)
    return "\n".join(part for part in (record_name(row.record), more, composed_text(row.not_real)) if part)


def where_from(row: RunRow) -> str:
    """Return in a word or two each where an imported run came from, and that its hardware was not real; "" for most runs."""
    from gpuscope.gui.run_view.strip_template import reality_label

    origin = "" if row.record.origin is None else short_origin_text(row.record.origin)
    return " · ".join(part for part in (origin, reality_label(row.not_real, is_dated=False) if row.not_real else "") if part)


def _beside_name(row: RunRow) -> list[Decoration]:
    """Return the decorations of the name: a live run's progress, or another run's origin."""
    if row.standing is None:
        origin = where_from(row)
        return [Beside(origin)] if origin else []
    share = row.standing.share
    return [Beside(row.standing.text)] if share is None else [Progress(share), Beside(percent_done(share))]


COLUMNS: tuple[RunColumn, ...] = (
    Column(
        key="state",
        heading=partial(_title, "state"),
        text=_state,
        tooltip=_state_in_full,
        sort_key=_state,
        colour=lambda row: "muted" if row.record.state is RunState.FINISHED else state_tone(row.record.state),
        decorations=lambda row: [Dot(state_tone(row.record.state))],
        width=grown(108),
    ),
    Column(
        key="name",
        heading=partial(_title, "name"),
        text=lambda row: one_line(record_name(row.record)),
        tooltip=_name_in_full,
        sort_key=lambda row: natural_key(record_name(row.record)),
        face=Face.MEDIUM,
        decorations=_beside_name,
        edit=Edit(lambda row: record_name(row.record), LONGEST_NAME, lambda: QCoreApplication.translate("RunColumns", "Name of the run")),
        width=grown(200),
    ),
    _text_column("workload", 110, 16, lambda row: one_line(row.workload), lambda row: shlex.join(row.record.spec.command) or row.workload),
    _text_column("task", 84, 12, lambda row: engine_text(_knob("task")(row))),
    _text_column("device", 72, 6, lambda row: row.device),
    _text_column("precision", 80, 5, _knob("precision")),
    Column(
        key="batch",
        heading=partial(_title, "batch"),
        text=_batch,
        sort_key=lambda row: None if row.record.spec.is_command else row.record.spec.batch_size,
        is_numeric=True,
        width=grown(68),
        rank=10,
    ),
    _figure_column("throughput", ("throughput",), 96, 2),
    _figure_column("step_time", ("latency_p50",), 92, 9),
    _figure_column("accuracy", ("accuracy",), 86, 7),
    _figure_column("loss", ("loss",), 84, 13),
    _figure_column("energy", ("energy",), 88, 3),
    _figure_column("energy_per_sample", ("energy_per_sample",), 140, 8),
    _figure_column("memory", MEMORY_KEYS, 116, 14),
    Column(
        key="duration",
        heading=partial(_title, "duration"),
        text=_duration,
        heading_tooltip=_duration_in_full,
        sort_key=_duration_s,
        is_numeric=True,
        width=grown(104),
        rank=4,
    ),
    Column(
        key="started",
        heading=partial(_title, "started"),
        text=_started,
        tooltip=lambda row: "" if row.started_at == NO_START else f"{row.started_at.astimezone():%Y-%m-%d %H:%M:%S %z}",
        sort_key=lambda row: row.started_at,
        width=grown(124),
        rank=1,
    ),
    Column(
        key="tags",
        heading=partial(_title, "tags"),
        text=lambda _: "",
        accessible_text=_tags,
        tooltip=_tags,
        sort_key=lambda row: [natural_key(tag) for tag in row.record.tags] or None,
        decorations=lambda row: [Chips(row.record.tags)],
        width=grown(80),
        whole_width=grown(168),
        rank=11,
    ),
    _text_column("note", 90, 15, lambda row: one_line(row.record.note), lambda row: row.record.note, whole_width=180, missing=""),
    _text_column("host", 110, 17, lambda row: one_line(row.record.host)),
    _text_column("run_id", 110, 18, lambda row: row.run_id),
)
"""All columns, in default order."""
PLACES = {column.key: place for place, column in enumerate(COLUMNS)}
"""Column indices in the model, by key."""
NUMBERED = frozenset({"throughput", "step_time", "accuracy", "loss", "energy", "energy_per_sample", "memory"})
"""Keys of columns sorted by the numbers of :data:`~gpuscope.gui.pages.runs.run_row.NUMBER_KEYS`, which arrive after the list."""
