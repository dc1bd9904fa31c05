"""One comparison in four places: the same rows in the same order, with the same figures, ratios, marks and texts."""

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import Qt

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.quantity import Quantity
from gpuscope.gui.pages.compare.metrics_card import MetricsCard
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.comparison_report import comparison_report, comparison_table
from gpuscope.reports.comparison_rows import MARKS, SO_FAR, legend
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.html_report import html_report
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_report import document
from gpuscope.reports.text import render
from tests.reports.recorded_runs import variants

WHEN = datetime(2026, 11, 22, tzinfo=UTC)


class Shown(NamedTuple):
    """A row for two groups as shown; the label is a set of words, since the window puts the device last."""

    label: frozenset[str]
    baseline: str
    other: str
    ratio: str
    mark: str


def label_words(text: str) -> frozenset[str]:
    return frozenset(re.sub("[,·]", " ", text.lower()).split())


def plain(text: str) -> str:
    return text.replace("\xa0", " ").strip()


@pytest.fixture(params=["five runs a side", "three runs a side", "one run a side", "short windows", "an energy is missing"])
def runs(request: pytest.FixtureRequest) -> list[list[RecordedRun]]:
    if request.param == "one run a side":
        return variants(2)
    if request.param == "short windows":
        return variants(2, 3, 3.0)
    made = variants(2, 3 if request.param == "three runs a side" else 5)
    if request.param == "an energy is missing":
        for at, run in enumerate(made[1]):
            gone = {**run.record.metrics, "energy_per_sample": Quantity.missing("J", "the counter stood still")}
            made[1][at] = replace(run, record=replace(run.record, metrics=gone))
    return made


@pytest.fixture
def comparison(runs: list[list[RecordedRun]]) -> Comparison:
    names = ("cifar-cnn, CUDA 0, 1 thread, FP32", "cifar-cnn, CUDA 0, 2 threads, FP32")
    return compare([Group(name, tuple(run.record for run in group)) for name, group in zip(names, runs, strict=True)])


def of_window(qtbot: Any, comparison: Comparison) -> tuple[list[Shown], str]:
    card = MetricsCard(Theme(Choice.DARK))
    qtbot.addWidget(card)
    card.show_comparison(ComparisonView(comparison))
    rows, model = [], card.table.model
    for at, row in enumerate(card.shown_rows()):
        cells = [str(model.index(at, column).data()) for column in range(3)]
        tip = plain(re.sub("<[^>]+>", "", str(model.index(at, 2).data(Qt.ItemDataRole.ToolTipRole))))
        values = ["–" if cell.startswith("missing: ") else cell.partition(f" {row.unit}" if row.unit else ",")[0] for cell in cells[1:]]
        found = re.search(r", ([\d.]+) times the baseline(?: (\([^)]*\)))?", cells[2])
        ratio = "–" if found is None else " ".join(part for part in (f"{found[1]} ×", found[2]) if part)
        glyph = next((mark for mark in (*MARKS.values(), *SO_FAR.values()) if f"{mark.glyph} {mark.description}" in tip), None)
        rows.append(Shown(label_words(cells[0]), values[0], values[1], ratio, f"{glyph.glyph} {glyph.label}" if glyph else ""))
    return rows, card._notes.text()


def row_of(cells: list[str], *, is_judged: bool) -> Shown:
    label, baseline, other, ratio, mark, *_ = [plain(cell) for cell in cells] + [""]
    return Shown(label_words(label), baseline, other, ratio, mark.strip("–") if is_judged else "")


def of_pdf(context: ReportContext) -> tuple[list[Shown], str]:
    blocks = iter(document(context, WHEN)["blocks"])
    next(block for block in blocks if block.get("text") == "Result")
    table = next(block for block in blocks if block["kind"] == "table")
    cells = [[cell if isinstance(cell, str) else cell["text"] for cell in row["cells"]] for row in table["rows"]]
    notes = []
    for block in blocks:
        if block["kind"] != "note":
            break
        notes.append(block["text"])
    return [row_of(row, is_judged=context.view.is_judged) for row in cells], "\n".join(notes)


def of_html(comparison: Comparison, runs: list[list[RecordedRun]]) -> tuple[list[Shown], str]:
    text = html_report(comparison, [run for group in runs for run in group], WHEN)
    table = text[text.index("<table>") : text.index("</table>") + len("</table>")]
    rows = []
    for line in ElementTree.fromstring(table).iter("tr"):
        cells = ["".join([part.text or "", *(inner.text or "" for inner in part if inner.tag != "small")]) for part in line.findall("td")]
        if cells:
            rows.append(row_of(cells, is_judged=ComparisonView(comparison).is_judged))
    behind = text[text.index("</table>") :]
    return rows, "\n".join(re.findall(r'<p class="note">([^<]*)</p>', behind[: behind.index("<h2")]))


def of_terminal(comparison: Comparison) -> tuple[list[Shown], str]:
    is_judged = ComparisonView(comparison).is_judged
    signs = legend(ComparisonView(comparison).headlines) or "none"
    lines = iter(plain(render(comparison_report(comparison, is_whole=False))).splitlines())
    next(line for line in lines if line.startswith("metric "))
    rows: list[Shown] = []
    notes: list[str] = []
    for line in lines:
        cells = re.split(r" {2,}", re.sub(r" ± [<\d. ]+%", "", plain(line)))
        if notes or len(cells) != (5 if is_judged else 4) or line.startswith(signs):
            if not line:
                break
            notes.append(line)
        else:
            rows.append(row_of(cells, is_judged=is_judged))
    return rows, "\n".join(notes)


def test_window_pdf_html_and_terminal_show_the_same_rows_figures_and_marks(
    qtbot: Any, comparison: Comparison, runs: list[list[RecordedRun]]
) -> None:
    context = ReportContext(comparison, {run.record.run_id: run for group in runs for run in group}, GlyphCoverage.of_all())
    window, window_notes = of_window(qtbot, comparison)
    assert len(window) >= 8
    surfaces = {"pdf": of_pdf(context), "html": of_html(comparison, runs), "terminal": of_terminal(comparison)}
    for name, (rows, notes) in surfaces.items():
        assert rows == window, name
        for remark in window_notes.splitlines():
            assert plain(remark) in plain(notes), name
    signs = re.split(" {2,}", legend(ComparisonView(comparison).headlines))
    assert {row.mark for row in window} - {""} == {*signs} - {""}
    for name, (_, notes) in surfaces.items():
        assert all(mark in notes for mark in signs), name


def test_an_interval_that_excludes_one_beside_no_difference_is_explained(qtbot: Any) -> None:
    """Of two repeats, a difference beyond its interval may still be chance among many metrics; the table must not look contradictory."""
    runs = variants(2, 2)
    for side, factors in zip(runs, ((1.0, 1.004), (1.0145, 1.0185)), strict=True):
        for at, factor in enumerate(factors):
            rate = replace(runs[0][0].record.metrics["throughput"], value=12_800.0 * factor)
            side[at] = replace(side[at], record=replace(side[at].record, metrics={**runs[0][0].record.metrics, "throughput": rate}))
    comparison = compare([Group(name, tuple(run.record for run in group)) for name, group in zip("ab", runs, strict=True)])
    entry = comparison.metrics["throughput"][1]
    assert entry.interval is not None
    assert (entry.verdict, entry.interval[0] > 1.0) == ("no-difference", True)
    _, window_notes = of_window(qtbot, comparison)
    remark = "Throughput of b: among the main metrics, chance alone can give such a difference."
    for notes in (window_notes, of_html(comparison, runs)[1], of_terminal(comparison)[1]):
        assert remark in plain(notes)


def test_fewer_than_five_repeats_claim_nothing_anywhere(qtbot: Any) -> None:
    """Two repeats of 10 % difference: their interval excludes 1, and no surface presents that as proved."""
    runs = variants(2, 2)
    comparison = compare([Group(name, tuple(run.record for run in group)) for name, group in zip("ab", runs, strict=True)])
    entry = comparison.metrics["throughput"][1]
    assert (entry.verdict, entry.is_claim, entry.to_json()["claim"]) in {("better", False, False), ("worse", False, False)}
    view = ComparisonView(comparison)
    assert comparison.sentences[0].startswith("So far, b is ")
    context = ReportContext(comparison, {run.record.run_id: run for group in runs for run in group}, GlyphCoverage.of_all())
    assert document(context, WHEN)["headline"].startswith("So far, b is ")
    assert not any(cell.is_claim or (cell.mark and cell.mark.token in ("good", "bad")) for row in view.rows for cell in row.cells)
    terminal = plain(render(comparison_report(comparison, is_whole=True)))
    assert not re.search("[✓✗≠] (better|worse|differs)(?! so far)", terminal)
    table = comparison_table(comparison)
    column = [each.header for each in table.columns].index("claim")
    assert {row[column] for row in table.rows} == {"no"}
    window, _ = of_window(qtbot, comparison)
    assert all(row.mark in ("", "≈ no difference", "○ no verdict") or row.mark.endswith(" so far") for row in window)


def test_the_csv_has_the_metrics_of_the_window_with_the_same_verdicts(comparison: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO("".join(table_pieces(comparison_table(comparison))), newline="")))
    view = ComparisonView(comparison)
    assert {row["metric"] for row in rows} == {row.key for row in view.rows} - {"window"}
    for row in rows:
        cell = next(cell for cell in view.by_key[row["metric"]].cells if cell.group == row["group"])
        assert cell.verdict in ("", row["verdict"]) or (cell.verdict, row["verdict"]) == ("differs", "not-comparable")
        assert (row["ratio"] == "") is (cell.ratio is None) or cell.group == comparison.baseline


def test_settings_and_names_of_groups_are_the_same_words(comparison: Comparison, runs: list[list[RecordedRun]]) -> None:
    context = ReportContext(comparison, {}, GlyphCoverage.of_all())
    view = ComparisonView(comparison)
    assert view.short_names == ("1 thread", "2 threads")
    assert tuple(look.short for look in context.looks) == view.short_names
    text = plain(render(comparison_report(comparison, is_whole=False)))
    assert re.search(r"^differs +1 thread +2 threads\nThreads +1 +2$", text, re.MULTILINE)
    said = str(document(context, WHEN)["blocks"])
    assert all(row.label in said and all(value in said for value in row.values) for row in view.settings)
    assert f"{view.ground.summary[:1].upper()}{view.ground.summary[1:]}; {view.ground.shared}. {view.ground.unchanged}" in " ".join(
        text.split("\n")
    )
    assert f"{view.ground.shared}. {view.ground.unchanged}" in said
