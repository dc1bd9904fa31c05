"""``gpuscope compare -o report.pdf`` or .html: the file, or an error reported before the work starts or in place of the file."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.cli import parser
from gpuscope.core.errors import UnavailableError
from gpuscope.recording.run_file import recorded_runs
from gpuscope.recording.run_history import RunHistory
from tests.cli.stored_runs import BF16, SAMPLES, record, store_run, url

A, B = "aaaa11112222", "bbbb11112222"


@pytest.fixture
def two(gpuscope_home: Path) -> None:
    store_run(A, throughput=100.0, name="基线 🚀 <b>")
    store_run(B, BF16, throughput=150.0, minutes=1)


def test_a_comparison_becomes_a_pdf(two: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.PDF"
    assert parser.main(["compare", A, B, "-o", str(target)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.rstrip().endswith(f"Written: {target}")
    assert target.read_bytes().startswith(b"%PDF-1.")
    assert sorted(os.listdir(tmp_path)) == ["gpuscope-home", "report.PDF"]


def test_a_comparison_becomes_one_page(two: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.html"
    assert parser.main(["compare", A, B, "-o", str(target)]) == 0
    assert capsys.readouterr().out.rstrip().endswith(f"Written: {target}")
    text = target.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert "基线 🚀 &lt;b&gt;" in text


def test_runs_for_a_report_have_their_curves_and_those_too_young_have_none(two: None) -> None:
    with RunHistory(url()) as history:
        one, young = recorded_runs(history, [history.find(A), record("cccc11112222")])
    assert [(series.device, series.metric, series.values.size) for series in one.series][:1] == [("cpu", "utilization", SAMPLES)]
    assert one.steps_ns.size == 120
    assert one.marks == ((1.5, "half \x1b[31mway"),)
    assert (young.series, young.steps_ns.size, dict(young.reported)) == ((), 0, {})


@pytest.mark.parametrize(
    ("target", "code", "words"),
    [
        ("no/such/report.pdf", 2, "there is no folder"),
        ("report.htm", 2, "has no known file ending"),
        ("report.docx", 2, "has no known file ending"),
        (".", 2, "has no known file ending"),
    ],
)
def test_bad_targets_are_refused_before_a_run_is_looked_for(
    target: str, code: int, words: str, gpuscope_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(["compare", "nosuch", "runs", "-o", str(tmp_path / target)]) == code
    err = capsys.readouterr().err
    assert words in err
    assert len(err.splitlines()) == 2


def test_without_typst_the_cure_is_told(
    gpuscope_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert parser.main(["compare", "nosuch", "runs", "-o", str(tmp_path / "report.pdf")]) == UnavailableError.exit_code
    assert "pip install typst" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
def test_a_full_disk_is_told(two: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.pdf"
    target.symlink_to("/dev/full")
    assert parser.main(["compare", A, B, "-o", str(target)]) == UnavailableError.exit_code
    assert "No space left on device" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(
    gpuscope_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root can write anywhere
    assert parser.main(["compare", "nosuch", "runs", "-o", str(tmp_path / "report.pdf")]) == UnavailableError.exit_code
    assert "cannot be written" in capsys.readouterr().err


def test_an_older_report_is_replaced_whole_or_left_as_it_was(two: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.pdf"
    target.write_bytes(b"older")
    monkeypatch.setattr("gpuscope.reports.pdf_report.pdf_report", _broken)
    assert parser.main(["compare", A, B, "-o", str(target)]) == UnavailableError.exit_code
    assert (sorted(os.listdir(tmp_path)), target.read_bytes()) == (["gpuscope-home", "report.pdf"], b"older")


def _broken(*_: object) -> bytes:
    raise UnavailableError("no fonts", "Reinstall gpuscope.")


def test_sections_and_paper_are_chosen(two: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["compare", A, B, "-o", str(tmp_path / "some.html"), "--sections", "metrics,methods"]) == 0
    text = (tmp_path / "some.html").read_text()
    assert ("Every metric</h2>" in text, "Methods and sources</h2>" in text) == (True, True)
    assert ("What differs between the groups</h2>" in text, "Curves</h2>" in text) == (False, False)
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="pdfinfo is not installed: apt-get install poppler-utils")
def test_a_first_page_alone_on_letter_paper(two: None, tmp_path: Path) -> None:
    target = tmp_path / "some.pdf"
    assert parser.main(["compare", A, B, "-o", str(target), "--sections", "none", "--paper", "letter"]) == 0
    about = subprocess.run(["pdfinfo", str(target)], capture_output=True, text=True, check=True).stdout
    assert "(letter)" in about
    assert re.search(r"Pages: +1\n", about)


@pytest.mark.parametrize(
    ("target", "flags", "words"),
    [
        ("report.pdf", ["--sections", "metrics,charts"], "a report has no section 'charts'"),
        ("report.csv", ["--sections", "metrics"], "--sections is for a .pdf or .html file"),
        ("report.html", ["--paper", "letter"], "--paper is for a .pdf file"),
    ],
)
def test_a_choice_that_cannot_be_is_told_and_nothing_is_written(
    target: str, flags: list[str], words: str, two: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(["compare", A, B, "-o", str(tmp_path / target), *flags]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / target).exists()
