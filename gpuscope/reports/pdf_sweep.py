"""The PDF of a sweep: the summary sentence, one picture per measure, the Pareto front, all cells, and the methods."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.run import RunRecord
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_blocks import TEXT_WIDTH, Block, Cell
from gpuscope.reports.pdf_front import run_description
from gpuscope.reports.pdf_methods import software
from gpuscope.reports.pdf_report import about, shipped_glyphs, typeset
from gpuscope.reports.pictures.heat_map import HeatMap, heat_map_height
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from gpuscope.reports.pictures.sweep_picture import row_curves, sweep_drawing, sweep_picture
from gpuscope.reports.report_layout import Paper
from gpuscope.reports.sweep_view import Measure, SweepView
from gpuscope.system.language import translated, with_unit

_HEIGHT = 190.0
"""Height of a curve in points: two of them and the sentence fit the first page."""
_HEAT_HEIGHT = 300.0
"""Maximum height of a heat map in points, so that the Pareto front still starts on the first page."""
_ALT = 600
"""Maximum characters of a picture's description, so that a screen reader's user does not have to listen for too long."""
_FIGURE_WIDTH = 66
"""Width of a column of figures in points; headers on a single line would push the remarks off the page."""
_REMARK = 120
"""Maximum characters of the reason why a cell has no figure."""
_METHOD = (
    "Each cell is one run. Its figures are reduced over its measured steps, after the warm-up; throughput is samples divided by"
    " wall-clock time, the step time its median. The order of the runs covers the whole range early. A cell that runs out of memory is a"
    " result, and larger ones were left out. One run per cell gives no interval and no verdict: repeat what matters with 'gpuscope ab'."
)


def sweep_pdf(view: SweepView, made_at: datetime) -> bytes:
    """Return a sweep as tagged PDF 1.7 with selectable text and embedded fonts.

    Args:
        view: The sweep, as far as it has been measured.
        made_at: Time of creation, with its time zone; it becomes the document's date.

    Raises:
        UnavailableError: The package typst is not installed, or gpuscope's resource files are missing.
    """
    content = sweep_document(view, made_at, shipped_glyphs())
    pdf: bytes = typeset(content, format="pdf", timestamp=int(made_at.timestamp()))[0]
    return pdf


def sweep_document(view: SweepView, made_at: datetime, glyphs: GlyphCoverage) -> dict[str, Any]:
    """Return the whole content of the report for the template, as JSON values."""
    runs = [cell.run for cell in view.cells if cell.run is not None]
    sentence = glyphs.showable(view.sentence.rstrip(".") or f"Sweep of {view.subject}")
    return {
        **about("sweep report", sentence, runs, made_at, figures.counted(len(view.cells), "cell"), Paper.A4),
        "lead": " ".join(glyphs.showable(part) for part in (_what_was_run(view, runs), view.label) if part),
        "blocks": [*_pictures(view, glyphs), *_front(view, glyphs), *_cells(view, glyphs), *_methods(runs, glyphs)],
    }


def _what_was_run(view: SweepView, runs: Sequence[RunRecord]) -> str:
    return run_description(runs) if runs else f"{view.subject}."


def _pictures(view: SweepView, glyphs: GlyphCoverage) -> list[Block]:
    """Return one picture per measure; for two axes also the speed as curves, if they are few enough to distinguish."""
    first, *others = [_picture(view, measure, glyphs) for measure in view.measures]
    curves = row_curves(view)
    if curves is None:
        return [first, *others]
    drawing = sweep_drawing(curves, TEXT_WIDTH, _HEIGHT, PAPER)
    axis = curves.x.title
    return [first, blocks.chart(f"{view.measures[0].label} by {figures.uncapitalized(axis)}", svg(drawing), _alt(view, glyphs)), *others]


def _picture(view: SweepView, measure: Measure, glyphs: GlyphCoverage) -> Block:
    picture = sweep_picture(view, measure.key)
    height = min(_HEAT_HEIGHT, heat_map_height(picture, PAPER)) if isinstance(picture, HeatMap) else _HEIGHT
    drawing = sweep_drawing(picture, TEXT_WIDTH, height, PAPER)
    return blocks.chart(measure.label, svg(drawing), _alt(view, glyphs), level=2)


def _alt(view: SweepView, glyphs: GlyphCoverage) -> str:
    return glyphs.showable("; ".join(view.cell_sentence(cell) for cell in view.in_order), _ALT)


def _front(view: SweepView, glyphs: GlyphCoverage) -> list[Block]:
    """Return the cells on the Pareto front, fastest first; [] if there is no front."""
    if not view.front:
        return []
    measures = [view.measure(key) for key in view.front_keys]
    columns = [
        blocks.column("Cell", width="wide"),
        *(blocks.column(with_unit(translated(measure.label), measure.unit.name), right=True) for measure in measures),
    ]
    rows = [[glyphs.showable(view.capitalized_name(cell)), *(view.figure(cell, measure) for measure in measures)] for cell in view.front]
    return [blocks.heading("Pareto front"), blocks.paragraph(glyphs.showable(view.front_note)), blocks.table(columns, rows)]


def _cells(view: SweepView, glyphs: GlyphCoverage) -> list[Block]:
    """Return the table of all cells, with the reason for those without a figure."""
    table = view.table()
    columns = [
        *(
            blocks.column(glyphs.showable(column.header), right=column.numeric, width="auto" if place < len(view.axes) else _FIGURE_WIDTH)
            for place, column in enumerate(table.columns[:-1])
        ),
        blocks.column("Run"),
        blocks.column("Remark", width="wide"),
    ]
    rows: list[list[Cell]] = []
    for cell, (*shown, remark) in zip(view.in_order, table.rows, strict=True):
        rows.append([*(str(text) for text in shown), cell.run_id or MISSING, glyphs.showable(str(remark or ""), _REMARK)])
    return [blocks.heading("Cells", label="runs"), blocks.table(columns, rows, size=8.0, whole=True)]


def _methods(runs: Sequence[RunRecord], glyphs: GlyphCoverage) -> list[Block]:
    measured_with = software(runs, glyphs) if runs else []
    return [blocks.heading("Methods and sources"), blocks.paragraph(_METHOD), *measured_with]
