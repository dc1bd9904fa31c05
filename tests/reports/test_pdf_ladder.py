"""The first page of a ladder's report."""

from dataclasses import replace
from datetime import UTC, datetime

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.run import DeviceResult
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.html_report import html_report
from gpuscope.reports.ladder_view import FACTOR_NOTE, QUICK_LABEL, LadderStep, LadderView
from gpuscope.reports.pdf_blocks import in_language
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_report import document
from gpuscope.system import language
from tests.reports.test_ladder_view import BASE, LOWEST, run, step

FASTER, SLOWER = run("000000000002", 250.0), run("000000000003", 200.0)
VIEW = LadderView(
    "cifar-cnn training",
    [
        LOWEST,
        step("a", BASE, FASTER, kept=True),
        step("b", FASTER, SLOWER, kept=False),
        LadderStep("c", "C", "Cannot be here.", state="skipped", reason="it is not installed", cure="pip install c"),
    ],
)
COMPARISON = compare([Group("One thread", (BASE,)), Group("A", (FASTER,)), Group("B", (SLOWER,))])
NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_it_begins_with_the_sentence_the_waterfall_and_a_row_a_rung() -> None:
    content = document(ReportContext(COMPARISON, {}, GlyphCoverage.of_all()), NOW, ladder=VIEW)
    assert content["headline"] == "cifar-cnn training became 2.50\u00a0× faster, thanks to A"
    assert QUICK_LABEL in content["lead"]
    chart, heading, table, factors, note, page = content["blocks"][:6]
    assert (chart["kind"], heading["text"], page["kind"]) == ("chart", "Rungs", "page")
    assert factors["text"] == FACTOR_NOTE
    assert note["text"].startswith("Bold: "), "below the table, whose rows are in bold"
    assert "2.50" in chart["alt"]
    rows = [row["cells"] for row in table["rows"]]
    assert [row[0]["text"] for row in rows] == ["One thread", "A", "B", "C"]
    assert [row[1]["text"] for row in rows] == ["", "2.50\u00a0×", "0.800\u00a0×", "not here"]
    assert [bool(row[0].get("strong")) for row in rows] == [True, True, False, False]
    assert rows[3][0]["sub"] == "It is not installed. pip install c"
    assert rows[2][0]["sub"].endswith("Small layers gain little.")


def test_how_far_the_factors_can_be_trusted_is_told_in_the_language() -> None:
    view = replace(VIEW, spread=0.21)
    language.use("zh_CN")
    try:
        lead = in_language([document(ReportContext(COMPARISON, {}, GlyphCoverage.of_all()), NOW, ladder=view)])[0]["lead"]
    finally:
        language.use(language.ENGLISH)
    assert "速览，不下结论：倍数的误差可能约为 21\u00a0%。" in lead
    assert "Quick" not in lead
    assert "。 " not in lead


def test_what_is_not_of_real_hardware_is_told_before_the_first_chart() -> None:
    fake = Device("gpu:0", DeviceKind.GPU, "Stand-in H100", simulated="stand-in")
    runs = [replace(one, devices=(DeviceResult(fake, {}),)) for one in (BASE, FASTER)]
    comparison = compare([Group("One thread", (runs[0],)), Group("A", (runs[1],))])
    first, second = document(ReportContext(comparison, {}, GlyphCoverage.of_all()), NOW, ladder=VIEW)["blocks"][:2]
    assert first["text"] == "Not real hardware: gpu:0 (stand-in)."
    assert second["kind"] == "chart"


def test_any_other_comparison_begins_as_before() -> None:
    context = ReportContext(COMPARISON, {}, GlyphCoverage.of_all())
    assert document(context, NOW)["blocks"][0] != document(context, NOW, ladder=VIEW)["blocks"][0]
    assert "Rungs" not in str(document(context, NOW)["blocks"])


def test_html_has_the_same_section() -> None:
    page = html_report(COMPARISON, [], NOW, ladder=VIEW)
    assert "What each rung gained" in page
    assert "pip install c" in page
