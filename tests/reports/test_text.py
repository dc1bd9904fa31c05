import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.reports.model import Column, Report, Table
from gpuscope.reports.printable import width
from gpuscope.reports.text import render, render_table
from gpuscope.system import language
from gpuscope.system.catalogue import ENGINE, Catalogue

COLUMNS = (Column("name"), Column("value", numeric=True), Column("share", numeric=True, share=True))


def test_columns_line_up_and_what_is_missing_is_a_dash() -> None:
    half = Quantity(0.5, "1", Quality.ESTIMATED, "")
    rows = (("long name", 12345, half), ("x", None, Quantity.missing("1", "gone")))
    assert render_table(Table("Things", COLUMNS, rows)).splitlines() == [
        "Things",
        "name        value    share",
        "long name  12\u202f345  ~50.0 %",
        "x               –        –",
    ]


def test_foreign_text_can_neither_act_nor_break_the_table() -> None:
    lines = render_table(Table("", COLUMNS[:1], (("\x1b[31mred\nnext",),))).splitlines()
    assert lines == ["name", r"\x1b[31mred next"]


def test_a_narrow_terminal_elides_lines_and_wraps_sentences() -> None:
    table = Table("", (Column("name", widest=None),), (("x" * 200,),), ("word " * 30,))
    assert all(len(line) <= 50 for line in render_table(table, 50).splitlines())
    assert "x" * 200 in render_table(table)


def test_on_a_narrow_terminal_names_are_shortened_and_empty_columns_left_out_before_a_figure_is_cut() -> None:
    columns = (Column("run"), Column("name", foreign=True), Column("speed", numeric=True), Column("energy", numeric=True), Column("tags"))
    table = Table("", columns, (("aa", "a name of many words", "2600/s", None, ""), ("bb", "short", None, None, "")))
    assert render_table(table, 34).splitlines()[1] == "aa   a name of many words  2600/s"
    assert render_table(table, 30).splitlines()[1] == "aa   a name o…ny words  2600/s"
    assert render_table(table, 23).splitlines()[:2] == ["run  name         speed", "aa   a nam…ords  2600/s"]
    assert "energy" in render_table(table)


def test_on_a_narrow_terminal_minor_columns_are_left_out_before_names_become_unreadable() -> None:
    columns = (
        Column("kernel", shortens=True),
        Column("stream", numeric=True, minor=True),
        Column("total", numeric=True),
        Column("mean", numeric=True, minor=True),
        Column("share", numeric=True),
    )
    table = Table("", columns, (("k" * 20 + "l" * 20, 7, 98.7, 5.81, 31.9),))
    assert render_table(table, 60).splitlines()[1] == f"{'k' * 16}…{'l' * 15}       7   98.7  5.81   31.9"
    assert render_table(table, 51).splitlines() == [
        f"kernel{' ' * 22}stream  total  share  …",
        f"{'k' * 13}…{'l' * 12}       7   98.7   31.9",
    ]
    assert render_table(table, 30).splitlines() == ["kernel         total  share  …", "kkkkkk…llllll   98.7   31.9"]
    assert "…" not in render_table(table)


@pytest.mark.parametrize("columns", range(40, 60))
def test_no_line_begins_with_what_closes_a_chinese_sentence_or_bracket(columns: int) -> None:
    """Also behind a figure or a name, which are no Chinese characters."""
    text = "不可靠：其他程序最多占用了处理器的 62.5 %。通道在后（channels_last）不适用于 mnist-mlp，它的样本没有通道（CPU）。"
    lines = render(Report("", (text * 3,), ()), columns).splitlines()
    assert [line for line in lines if line[0] in "。，）、："] == []
    assert all(width(line) <= columns for line in lines)


def test_on_a_narrow_terminal_the_widest_names_are_shortened_first() -> None:
    columns = (Column("kernel", shortens=True), Column("operator", shortens=True), Column("share", numeric=True))
    table = Table("", columns, (("k" * 20 + "l" * 20, "aten::addmm", 31.9),))
    assert render_table(table, 40).splitlines()[1] == f"{'k' * 10}…{'l' * 9}  aten::addmm   31.9"
    assert render_table(table, 29).splitlines()[1] == "kkkkk…llll  aten:…ddmm   31.9"


def test_on_a_narrow_terminal_no_figure_is_cut() -> None:
    columns = (Column("metric"), Column("fp32", numeric=True), Column("bf16", numeric=True), Column("ratio", numeric=True))
    table = Table("", columns, (("Throughput, samples/s", "117 000", "8171", "0.07 ×"), ("Accuracy, %", "90.7", "–", "–")))
    assert render_table(table, 44).splitlines()[1] == "Throughput, samples/s  117 000  8171  0.07 ×"
    assert render_table(table, 40).splitlines() == [
        "metric",
        "     fp32  bf16   ratio",
        "Throughput, samples/s",
        "  117 000  8171  0.07 ×",
        "Accuracy, %",
        "     90.7     –       –",
    ]
    assert render_table(table, 22).splitlines() == [
        "Throughput, samples/s",
        "  fp32   117 000",
        "  bf16      8171",
        "  ratio   0.07 ×",
        "Accuracy, %",
        "  fp32   90.7",
        "  bf16      –",
        "  ratio     –",
    ]


def test_on_a_narrow_terminal_the_heading_of_a_lone_column_is_shortened() -> None:
    table = Table("", (Column("a heading that is wider", numeric=True), Column("empty")), (("12.3", None),))
    assert render_table(table, 20).splitlines() == ["a heading … is wider", "12.3"]


def test_on_a_narrow_terminal_a_row_with_a_name_alone_is_that_name() -> None:
    columns = (Column("part"), Column("throughput in samples", numeric=True), Column("energy per sample", numeric=True))
    rows = (("of the device", "", ""), ("a", "12.3", "4.5"))
    assert render_table(Table("", columns, rows), 24).splitlines()[:2] == ["of the device", "a"]


def test_a_row_of_several_lines_leaves_out_empty_cells_and_names_a_number_that_it_begins_with() -> None:
    columns = (Column("Batch size", numeric=True), Column("Throughput, samples/s", numeric=True), Column(""))
    table = Table("", columns, ((8, "146.2", ""), (16, "26 200", "knee, front")))
    assert render_table(table, 30).splitlines() == [
        "Batch size 8",
        "  Throughput, samples/s  146.2",
        "Batch size 16",
        "  Through…mples/s       26 200",
        "                   knee, front",
    ]


def test_a_long_cell_is_elided_in_its_column() -> None:
    assert render_table(Table("", (Column("name", widest=10),), (("x" * 5000,),))).splitlines()[1] == "xxxxx…xxxx"


def test_a_report_leaves_out_empty_tables() -> None:
    report = Report("Title", ("A sentence.",), (Table("Empty", COLUMNS, ()), Table("Notes", COLUMNS, (), ("Only a note.",))))
    assert render(report) == "Title\n\nA sentence.\n\nNotes\nOnly a note."


def test_a_table_without_headers_has_no_line_for_them() -> None:
    assert render_table(Table("Lines", (Column(""),), (("one",), ("two",)))).splitlines() == ["Lines", "one", "two"]


def test_what_a_user_has_named_is_not_translated() -> None:
    """A run called "baseline" keeps that name in every language."""
    language.use_catalogue(Catalogue("de", {ENGINE: {"baseline": "Bezug", "name": "Name", "verdict": "Urteil"}}))
    try:
        table = Table("", (Column("name", foreign=True), Column("verdict")), (("baseline", "baseline"),))
        assert render_table(table) == "Name      Urteil\nbaseline  Bezug"
    finally:
        language.use(language.ENGLISH)
