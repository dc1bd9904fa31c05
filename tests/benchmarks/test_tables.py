"""Tests of the benchmarks' command: tables, marks and exit codes, with benchmarks that measure nothing."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.row import Row

GOOD = Row("start", 1.0849, "x", "<= 1.15", True, "20 pairs")
BAD = Row("size", 31_234.0, "MB", "<= 30", False)
NONE = Row("GPU", None, "W", "<= 2", None, "no GPU here")


def test_a_table_shows_values_targets_and_what_is_missing() -> None:
    assert benchmarks.table([GOOD, BAD, NONE]).splitlines() == [
        "| what  | value     | target  |        | detail      |",
        "|-------|-----------|---------|--------|-------------|",
        "| start | 1.08 x    | <= 1.15 | met    | 20 pairs    |",
        "| size  | 31,234 MB | <= 30   | MISSED |             |",
        "| GPU   | –         | <= 2    |        | no GPU here |",
    ]


@pytest.mark.parametrize(("rows", "code"), [([GOOD, NONE], 0), ([GOOD, BAD], 1)])
def test_a_missed_target_is_told_by_the_exit_code(
    rows: list[Row], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tests.benchmarks.bench_none", SimpleNamespace(rows=lambda: rows))
    assert benchmarks.run("none") == code
    assert "| start | 1.08 x" in capsys.readouterr().out


def test_a_benchmark_that_fails_costs_no_other(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "tests.benchmarks.bench_none", SimpleNamespace())
    assert benchmarks.run("none") == 1
    assert "none: could not be run" in capsys.readouterr().out


def test_a_table_is_kept_in_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    file.write_text("# Figures\n\nWords.\n", encoding="utf-8")
    for name, text in (("two", "old\n"), ("one", "| 1 |\n"), ("two", "new\n\n| 2 |\n")):
        benchmarks.keep(file, name, text)
    assert file.read_text(encoding="utf-8") == "# Figures\n\nWords.\n\n## one\n\n| 1 |\n\n## two\n\nnew\n\n| 2 |\n"


def test_every_figure_that_the_readme_tells_was_printed() -> None:
    """The text between the marks consists of rows of the kept tables, without their details."""
    readme = (benchmarks.FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")
    told = readme.partition("<!-- benchmarks: begin -->")[2].partition("<!-- benchmarks: end -->")[0]
    rows = [_cells(line)[:4] for line in told.splitlines() if line.startswith("| ")][2:]
    printed = [_cells(line)[:4] for line in benchmarks.KEPT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(rows) > 10
    assert [row for row in rows if row not in printed] == []


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        benchmarks.main(["nonsense"])
    assert "no benchmark is called nonsense" in capsys.readouterr().err


def test_the_machine_is_named() -> None:
    assert f"Python {sys.version.split()[0]}" in benchmarks.machine()
