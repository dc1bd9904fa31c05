"""A sweep as a PDF: the document passed to the typesetter, and that it compiles."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_sweep import sweep_document, sweep_pdf
from gpuscope.reports.sweep_file import refuse_sweep_file, write_sweep_file
from gpuscope.reports.sweep_view import OUT_OF_MEMORY, SweepCell, SweepView
from tests.reports.test_sweep_view import BATCHES, PRECISIONS, measured, row

NOW = datetime(2026, 11, 22, tzinfo=UTC)
LINE = row([10, 40, 160, 950, 980, 1000], [0.1, 0.1, 0.1, 0.25, 0.6, 1.0])
LACKING = SweepCell((5, 1), state="failed", reason="out of main memory: 1 GiB too much", kind=OUT_OF_MEMORY)
MAP = SweepView(
    "mnist-mlp training",
    (BATCHES, PRECISIONS),
    [*(measured((x, y), 100.0 * (x + 1) * (y + 1), 0.1 * (x + 1), 2.0) for x in range(6) for y in range(2) if (x, y) != (5, 1)), LACKING],
)


def content(view: SweepView) -> dict[str, object]:
    return sweep_document(view, NOW, GlyphCoverage.of_all())


def test_it_begins_with_the_sentence_and_a_picture_of_each_measure() -> None:
    document = content(LINE)
    assert document["headline"] == "Batch size 64 is the knee: 95 % of the best throughput at a quarter of the latency"
    assert document["what"] == "sweep report"
    blocks = document["blocks"]
    assert isinstance(blocks, list)
    assert [block["title"] for block in blocks if block["kind"] == "chart"] == ["Throughput", "Step time, median"]
    assert "batch size 64" in blocks[0]["alt"].lower()
    assert "knee" in blocks[0]["svg"]


def test_two_axes_are_a_heat_map_and_its_rows_as_curves() -> None:
    blocks = content(MAP)["blocks"]
    assert isinstance(blocks, list)
    titles = [block["title"] for block in blocks if block["kind"] == "chart"]
    assert titles[:2] == ["Throughput", "Throughput by batch size"]
    assert "Energy per sample" in titles


def test_every_cell_has_a_row_with_its_run_or_the_reason() -> None:
    blocks = content(MAP)["blocks"]
    assert isinstance(blocks, list)
    place = next(number for number, block in enumerate(blocks) if block.get("text") == "Cells")
    rows = [line["cells"] for line in blocks[place + 1]["rows"]]
    assert len(rows) == len(MAP.cells)
    assert rows[-1][-1] == "out of memory: out of main memory: 1 GiB too much"
    assert rows[0][-2] == MAP.cells[0].run_id


def test_the_front_is_a_table_fastest_first() -> None:
    blocks = content(MAP)["blocks"]
    assert isinstance(blocks, list)
    place = next(number for number, block in enumerate(blocks) if block.get("text") == "Pareto front")
    assert len(blocks[place + 2]["rows"]) == len(MAP.front)


@pytest.mark.parametrize("view", [LINE, MAP, SweepView("mnist-mlp training", (BATCHES,), [SweepCell((place,)) for place in range(6)])])
def test_it_is_set_in_type(view: SweepView) -> None:
    assert sweep_pdf(view, NOW).startswith(b"%PDF-1.7")


def test_a_file_of_each_kind_is_written(tmp_path: Path) -> None:
    begins = {".pdf": b"%PDF", ".csv": b"batch_size", ".json": b"{", ".svg": b"<svg"}
    for ending, begin in begins.items():
        write_sweep_file(LINE, path := tmp_path / f"sweep{ending}")
        assert path.read_bytes().startswith(begin)
    with pytest.raises(UsageError, match="not a file type"):
        refuse_sweep_file(tmp_path / "sweep.txt")
