"""The choice of a report's sections and paper: exactly the chosen sections appear, in PDF and HTML alike."""

import re
import shutil
import subprocess
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.reports.html_report import html_report
from gpuscope.reports.pdf_report import page_pictures, pdf_report
from gpuscope.reports.report_layout import WHOLE, Paper, ReportLayout, Section, named_sections
from gpuscope.system import paths
from gpuscope.system.settings import DEFAULTS
from tests.reports.recorded_runs import variants
from tests.reports.test_pdf_report import NOW

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed: apt-get install poppler-utils")
HEADINGS = {
    Section.DIFFERENCES: "What differs between the groups",
    Section.METRICS: "Every metric",
    Section.ENERGY: "Energy, run by run",
    Section.BOTTLENECKS: "What held each run back",
    Section.CURVES: "Curves",
    Section.METHODS: "Methods and sources",
    Section.RUNS: "The runs, one by one",
}
"""Headings of a comparison without a deployment table."""
CHOICES = [*([one] for one in Section), [], [Section.CURVES, Section.METRICS], list(Section)]


def made(count: int = 2, repeats: int = 2) -> tuple[Comparison, list[RecordedRun]]:
    groups = variants(count, repeats)
    named = [Group(runs[0].record.name, tuple(run.record for run in runs)) for runs in groups]
    return compare(named), [run for runs in groups for run in runs]


def pdf_lines(about: tuple[Comparison, list[RecordedRun]], layout: ReportLayout, folder: Path) -> list[str]:
    path = folder / "report.pdf"
    path.write_bytes(pdf_report(*about, NOW, DEFAULTS, layout))
    done = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True)
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


def html_headings(about: tuple[Comparison, list[RecordedRun]], layout: ReportLayout) -> list[str]:
    return re.findall(r'<h2 id="s\d+">([^<]*)</h2>', html_report(*about, NOW, DEFAULTS, layout))


def wanted(sections: Collection[Section]) -> list[str]:
    return [heading for section, heading in HEADINGS.items() if section in sections]


@needs_poppler
@pytest.mark.parametrize("sections", CHOICES, ids=lambda one: "+".join(one) or "none")
def test_a_pdf_has_the_chosen_sections_and_always_its_first_page(sections: list[Section], tmp_path: Path) -> None:
    lines = pdf_lines(made(), ReportLayout(sections), tmp_path)
    assert [line for line in lines if line in HEADINGS.values()] == wanted(sections)
    assert {"Result", "Time and energy"} <= set(lines)
    text = " ".join(lines)
    assert re.search(r"Throughput, samples/s 12 850 15 680 1\.22", text.replace("\u202f", " "))
    assert ("listed on page" in text) == (Section.METHODS in sections)
    assert ("follow the table of every metric" in text) == (Section.METRICS in sections)


@pytest.mark.parametrize("sections", CHOICES, ids=lambda one: "+".join(one) or "none")
def test_the_html_has_the_same(sections: list[Section]) -> None:
    html = html_report(*made(), NOW, DEFAULTS, ReportLayout(sections))
    assert html_headings(made(), ReportLayout(sections)) == ["Result", "Time and energy", *wanted(sections)]
    links = re.findall(r'<a href="#s\d+">([^<]*)</a>', html)
    assert links == ["Result", "Time and energy", *wanted(sections)]


def test_only_a_page_with_charts_to_zoom_says_how() -> None:
    bare = [
        [replace(run, record=replace(run.record, metrics={"throughput": run.record.metrics["throughput"]})) for run in runs]
        for runs in variants(2)
    ]
    groups = [Group(runs[0].record.name, tuple(run.record for run in runs)) for runs in bare]
    about = compare(groups), [run for runs in bare for run in runs]
    assert "drag to zoom" not in html_report(*about, NOW, DEFAULTS, ReportLayout([Section.METRICS]))
    assert "drag to zoom" in html_report(*about, NOW, DEFAULTS, ReportLayout([Section.CURVES]))


def test_what_the_runs_have_nothing_for_is_absent() -> None:
    found = page_pictures(*made(), NOW, DEFAULTS, ReportLayout([]), 40)
    assert found.absent == {Section.DEPLOYMENT}
    assert [page[:4] for page in found.pages] == [b"\x89PNG"]
    assert found.missing_fonts == ()


def test_every_page_becomes_a_picture_of_its_paper() -> None:
    sizes = {}
    for paper in Paper:
        pages = page_pictures(*made(), NOW, DEFAULTS, ReportLayout([Section.METHODS], paper), 72).pages
        assert len(pages) > 1
        sizes[paper] = {(int.from_bytes(page[16:20]), int.from_bytes(page[20:24])) for page in pages}
    assert sizes == {Paper.A4: {(595, 842)}, Paper.LETTER: {(612, 792)}}


@needs_poppler
def test_letter_paper_has_the_same_words(tmp_path: Path) -> None:
    lines = pdf_lines(made(3), ReportLayout(paper=Paper.LETTER), tmp_path)
    assert [line for line in lines if line in HEADINGS.values()] == list(HEADINGS.values())
    about = subprocess.run(["pdfinfo", str(tmp_path / "report.pdf")], capture_output=True, text=True, check=True).stdout
    assert "612 x 792 pts (letter)" in about


@pytest.fixture
def some_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Resources with a font missing."""
    resources = tmp_path / "resources"
    shutil.copytree(paths.resources_folder(), resources, ignore=shutil.ignore_patterns("Noto*", "icons"))
    monkeypatch.setattr(paths, "resources_folder", lambda: resources)
    return resources


def test_fonts_that_are_missing_are_named(some_fonts: Path) -> None:
    assert page_pictures(*made(), NOW, DEFAULTS, ReportLayout([]), 40).missing_fonts == ("noto sans cjk sc common", "noto sans cjk sc rare")


def test_no_report_is_made_without_the_font_of_its_text(some_fonts: Path) -> None:
    for font in (some_fonts / "fonts").glob("Inter-*"):
        font.unlink()
    with pytest.raises(UnavailableError, match="font of the report's text is missing") as told:
        pdf_report(*made(), NOW)
    assert told.value.hint == "Reinstall gpuscope."


def test_what_typst_cannot_set_is_told_with_a_cure(some_fonts: Path) -> None:
    (some_fonts / "report.typ").write_text("#panic()")
    with pytest.raises(UnavailableError, match="cannot be typeset: panicked") as told:
        page_pictures(*made(), NOW, DEFAULTS, WHOLE, 40)
    assert told.value.hint == "Reinstall gpuscope."


@pytest.mark.parametrize(
    ("names", "sections"),
    [("metrics", {Section.METRICS}), (" Curves, methods,", {Section.CURVES, Section.METHODS}), ("none", set())],
)
def test_sections_are_named_one_after_the_other(names: str, sections: set[Section]) -> None:
    assert named_sections(names) == sections


@pytest.mark.parametrize(("names", "words"), [("metrics,charts", "no section 'charts'"), ("", "no choice"), ("none,curves", "no choice")])
def test_a_name_that_is_none_is_told_with_those_there_are(names: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as told:
        named_sections(names)
    assert "deployment, differences, metrics, energy, bottlenecks, curves, methods, runs" in told.value.hint


def test_the_default_is_everything() -> None:
    found: Any = WHOLE
    assert found == ReportLayout(frozenset(Section), Paper.A4)
