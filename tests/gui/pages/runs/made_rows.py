"""Runs for the tests of the Runs page: ordinary ones, and malformed ones that no recorder should write."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES
from gpuscope.gui.pages.runs.run_row import reading_of_numbers
from gpuscope.gui.pages.runs.run_table import RunTableModel
from tests.analysis.records import measured, run_record

BEGAN = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)
BAD_NAMES = (
    "<img src='http://example.invalid/x.png'><b>bold</b>",
    "first line\nsecond line\r\n\tthird",
    "🐍 训练 🚀",
    "שלום עולם \u202e reversed",
    "a" * 5_000,
    "\x1b[31mred\x00",
)


def made(run_id: str, minutes: int = 0, metrics: Mapping[str, Quantity] | None = None, **more: Any) -> RunRecord:
    """Return a run that began this many minutes after the first."""
    values: dict[str, Any] = {"started_at": BEGAN + timedelta(minutes=minutes), "duration_s": 10.1, "wall_s": 12.3, "name": f"run {run_id}"}
    return run_record(run_id, metrics=metrics or {}, **(values | more))


def three() -> list[RunRecord]:
    """Return three runs, newest first as the history lists them; one has no throughput."""
    return [
        made("c", 2, {"throughput": measured(200.0, "samples/s")}, name="alpha", tags=("paper",), spec=RunSpec("gemm", device="cuda:0")),
        made("b", 1, {"throughput": Quantity.missing("samples/s", "steps were not counted")}, name="Beta", note="warm machine"),
        made("a", 0, {"throughput": measured(100.0, "samples/s")}, name="gamma", state=RunState.FAILED, reason="out of memory"),
    ]


def live(run_id: str = "live", minutes: int = -60, **more: Any) -> RunRecord:
    """Return a live run."""
    return made(run_id, minutes, state=RunState.RUNNING, duration_s=None, wall_s=None, **more)


def filled(records: list[RunRecord]) -> RunTableModel:
    """Return a model of these runs, with their numbers read."""
    model = RunTableModel()
    model.set_runs(records)
    read_numbers(model)
    return model


def read_numbers(model: RunTableModel) -> None:
    """Read the numbers, as the history's thread does."""
    model.set_numbers(reading_of_numbers([row.record for row in model.without_numbers()])(None))  # type: ignore[arg-type]


def shown_ids(model: RunTableModel) -> str:
    """Return the ids in the order shown."""
    return " ".join(row.run_id for row in model.shown)


def text_of(model: RunTableModel, run_id: str, column: str) -> str:
    """Return the text of a cell."""
    place = model.place_of(run_id)
    assert place is not None
    return str(model.data(model.index(place, PLACES[column])))


def column_titles() -> list[str]:
    return [column.title for column in COLUMNS]
