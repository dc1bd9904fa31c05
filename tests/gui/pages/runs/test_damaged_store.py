"""The Runs page over a store, a run or readings that are damaged."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from gpuscope.core.run import DAMAGED_READINGS
from gpuscope.gui.pages.runs.run_columns import PLACES
from tests.cli.stored_runs import url
from tests.gui.pages.runs.made_rows import shown_ids, text_of
from tests.gui.pages.runs.runs_window import ONE, TWO, Window


def test_a_damaged_store_is_told_with_its_cure_and_the_list_stays(shown: Window) -> None:
    path = Path(url().removeprefix("sqlite:///"))
    with path.open("r+b") as file:  # in place: a file that is briefly empty would be a store without runs
        file.seek(100)
        file.write(b"\xff" * 20_000)
        file.truncate()
    shown.history.refresh()
    shown.qtbot.waitUntil(lambda: "damaged" in shown.notice())
    assert "gpuscope doctor --repair" in shown.notice()
    assert shown_ids(shown.page.model) == f"{TWO} {ONE}"
    assert shown.page.list.table.isVisible()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE runs SET metrics = '{' WHERE run_id = ?", "metrics cannot be read"),
        ("UPDATE runs SET spec = '[1]', started_at = 'yesterday' WHERE run_id = ?", "spec, started_at cannot be read"),
        ("UPDATE runs SET metrics = replace(metrics, '100.0', '900.0') WHERE run_id = ?", "a value is not what was written"),
    ],
)
def test_a_damaged_run_says_so_in_its_row_and_opened_and_breaks_neither(shown: Window, statement: str, why: str) -> None:
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        connection.execute(statement, (ONE,))
    shown.page.hide()
    shown.history.refresh()
    shown.page.show()
    shown.qtbot.waitUntil(lambda: text_of(shown.page.model, ONE, "state") == "damaged")
    model, table = shown.page.model, shown.page.list.table
    place = model.place_of(ONE)
    assert place is not None
    assert why in str(model.index(place, PLACES["state"]).data(Qt.ItemDataRole.ToolTipRole))
    assert text_of(model, ONE, "throughput") == "–"
    assert text_of(model, ONE, "started") == "–" if "started_at" in statement else "1970" not in text_of(model, ONE, "started")
    for column in PLACES.values():
        table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    assert not table.grab().isNull()
    shown.qtbot.waitUntil(lambda: not model.without_numbers())
    shown.open(ONE)
    details = shown.page.details
    shown.qtbot.waitUntil(lambda: details.data is not None)
    assert "gpuscope doctor --repair" in shown.notice()
    assert why in details.outcome.text
    for tab in range(5):
        details.choose_tab(tab)
        assert not details.grab().isNull()


def test_a_run_with_damaged_readings_opens_and_says_which_are_missing(shown: Window) -> None:
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        series = f"(SELECT series.id FROM series JOIN runs ON runs.id = series.run WHERE run_id = '{ONE}' AND metric = 'memory_used')"
        connection.execute(f"UPDATE chunks SET readings = CAST(readings AS BLOB) || x'00' WHERE series = {series}")
    shown.open(ONE)
    details = shown.page.details
    shown.qtbot.waitUntil(lambda: details.data is not None)
    assert shown.notice() == ""
    assert "damaged in the store and shown as missing: Memory used of cpu" in details.outcome.text
    assert details.data is not None
    assert np.isnan(details.data.series("cpu", "memory_used")[1]).all()
    assert np.isfinite(details.data.series("cpu", "utilization")[1]).any()
    assert [(gap.device, gap.metrics) for gap in details.data.gaps if gap.reason == DAMAGED_READINGS] == [("cpu", ("memory_used",))]
    for tab in range(5):
        details.choose_tab(tab)
        assert not details.grab().isNull()


def test_a_foreign_file_in_the_stores_place_is_told(window: Window) -> None:
    path = Path(url().removeprefix("sqlite:///"))
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    window.page.show()
    window.qtbot.waitUntil(lambda: "is not a gpuscope store" in window.notice())
    assert not window.page.list.table.isVisible()
