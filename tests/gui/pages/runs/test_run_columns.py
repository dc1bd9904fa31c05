"""The texts of the columns."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QTableView

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES, one_line, started_text
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.tables.cell_delegate import PAD, CellDelegate
from gpuscope.gui.theme import Choice, Theme
from gpuscope.recording.run_request import default_name
from gpuscope.reports.run_report import run_report
from gpuscope.reports.text import render
from gpuscope.storage.stored_quantities import StoredQuantities
from gpuscope.system import language
from tests.analysis.records import measured
from tests.gui.pages.runs.made_rows import made

NOW = datetime(2026, 11, 21, 15, 0, tzinfo=timezone(timedelta(hours=2)))


def text(key: str, row: RunRow) -> str:
    return COLUMNS[PLACES[key]].text(row)


def full(key: str, row: RunRow) -> str:
    return COLUMNS[PLACES[key]].full_text(row)


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(1, "today 14:00"), (14.9, "today 00:06"), (15.1, "yesterday 23:54"), (24 * 9, "12 Nov 15:00"), (24 * 400, "17 Oct 2025")],
)
def test_the_start_is_told_as_people_say_it(qapp: object, hours: float, expected: str) -> None:
    began = (NOW - timedelta(hours=hours)).astimezone(UTC)
    assert started_text(began, NOW) == expected


@pytest.mark.parametrize(
    ("began", "expected"),
    [("2026-07-12T12:00:00", "12 Jul 14:00"), ("2026-11-12T12:00:00", "12 Nov 13:00"), ("2026-03-29T00:59:00", "29 Mar 01:59")],
)
def test_a_start_in_summer_is_told_in_summer_time(qapp: object, monkeypatch: pytest.MonkeyPatch, began: str, expected: str) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        now = datetime(2026, 11, 28, 15, 0, tzinfo=UTC).astimezone()  # as datetime.now().astimezone() gives it: with today's offset
        assert started_text(datetime.fromisoformat(f"{began}+00:00"), now) == expected
    time.tzset()


def test_figures_are_those_of_the_command_line(qapp: object) -> None:
    record = made(
        "a", metrics={"throughput": measured(23_456.7, "samples/s"), "energy": measured(31_400.0, "J"), "accuracy": measured(0.958, "1")}
    )
    row, shown = RunRow(record), render(run_report(record))
    assert text("throughput", row) == "23 460".replace(" ", "\u202f")
    assert f"{text('throughput', row)} samples/s" in shown
    [column] = [one for one in COLUMNS if one.key == "throughput"]
    assert column.title == "Samples/s"
    assert column.spoken_text(row) in shown
    assert text("energy", row) in shown
    assert text("accuracy", row) in shown


@pytest.mark.parametrize("energy_unit", ["J", "Wh"])
def test_energies_end_below_the_end_of_their_heading(qapp: object, energy_unit: str) -> None:
    """The rightmost pixel of a value in joules or watt hours is at the cell's padding."""
    row = RunRow(made("a", metrics={"energy": measured(314.0, "J")}))
    row.energy_unit = energy_unit
    view = QTableView()
    delegate = CellDelegate(Theme(Choice.DARK), view)
    image = QImage(120, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    delegate.draw_cell(delegate.canvas(painter), QRectF(image.rect()), COLUMNS[PLACES["energy"]], row)
    painter.end()
    drawn = [x for x in range(120) for y in range(30) if image.pixelColor(x, y).lightness() > 60]
    assert 120 - PAD - 3 <= max(drawn) < 120 - PAD
    assert 120 - PAD - min(drawn) < 70


def test_a_figure_tells_its_worth(qapp: object) -> None:
    energy = Quantity(31_400.0, "J", Quality.ESTIMATED, "a model", 2_000.0)
    row = RunRow(made("a", metrics={"energy": energy}))
    assert text("energy", row) == "~31.4 kJ"
    assert full("energy", row) == "Energy: ~31.4 kJ ± 2.00 kJ\nestimated, a model"


def test_the_memory_is_that_of_the_gpu_where_there_is_one(qapp: object) -> None:
    on_gpu = {"memory_allocated_peak": measured(2.0**31, "B"), "resident_memory_peak": measured(2.0**30, "B")}
    on_cpu = on_gpu | {"memory_allocated_peak": Quantity.missing("B", "torch counts this on GPUs only")}
    assert text("memory", RunRow(made("a", metrics=on_gpu))) == "2.00 GiB"
    assert text("memory", RunRow(made("a", metrics=on_cpu))) == "1.00 GiB"
    assert full("memory", RunRow(made("a", metrics=on_cpu))).startswith("Resident memory, peak: 1.00 GiB")


def test_a_command_has_no_knobs(qapp: object) -> None:
    row = RunRow(made("a", spec=RunSpec("command", command=("/usr/bin/python3", "train.py"))))
    assert [text(key, row) for key in ("task", "device", "precision", "batch")] == ["–"] * 4
    assert text("workload", row) == "python3"
    assert full("workload", row) == "/usr/bin/python3 train.py"


@pytest.mark.parametrize(("command", "shown"), [((), "the machine"), (("/usr/bin/python3", "train.py"), "python3")])
def test_what_was_recorded_while_it_ran_is_named(qapp: object, command: tuple[str, ...], shown: str) -> None:
    assert RunRow(made("aa", spec=RunSpec(ATTACHED, command=command))).workload == shown


def test_a_run_without_note_and_tags_lacks_nothing(qapp: object) -> None:
    row = RunRow(made("a"))
    assert [text(key, row) for key in ("note", "tags")] == ["", ""]


def test_a_later_versions_numbers_are_missing(qapp: object) -> None:
    row = RunRow(replace(made("a"), metrics=StoredQuantities('{"energy": {"value": 1, "unit": "J", "quality": "divined", "source": ""}}')))
    assert text("energy", row) == "–"


def test_every_column_has_a_title_and_a_rank_of_its_own(qapp: object) -> None:
    assert all(column.title for column in COLUMNS)
    ranks = [column.rank for column in COLUMNS if column.rank]
    assert len(set(ranks)) == len(ranks)
    assert one_line("  a\tb\n c ") == "a b c"


def test_the_default_name_of_a_recording_is_translated_in_its_cell_its_tooltip_and_its_editor(qapp: object) -> None:
    spec = RunSpec(ATTACHED)
    row, column = RunRow(made("a", spec=spec, name=default_name(spec))), COLUMNS[PLACES["name"]]
    assert column.edit is not None
    language.use("zh_CN")
    try:
        assert {column.text(row), column.edit.text(row), full("name", row)} == {"本机"}
        assert "本机" in row.search_text
    finally:
        language.use(language.ENGLISH)
