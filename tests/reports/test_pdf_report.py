"""The PDF of a comparison: its contents, no active content, and a glyph for every character."""

import hashlib
import itertools
import json
import math
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import typst

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.recorded_run import RecordedRun, ReportedValues
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.errors import UnavailableError
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.reports import pdf_blocks, pdf_report
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.html_report import block_html
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_tables import shared_facts
from gpuscope.system import language, paths
from tests.analysis.records import measured, run_record
from tests.reports.recorded_runs import GPU, gpu_run, variants

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HELL = ("测试 🚀 *x* #set text(red) $(touch x) <img src=http://x/> \\u{41} @preview", "שלום مرحبا\n\x1b[31m日本語 한국어 " + "x" * 5000)
needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed: apt-get install poppler-utils")

Groups = Sequence[Sequence[RecordedRun]]


def context(groups: Groups, names: Mapping[int, str] | None = None, baseline: str | None = None) -> ReportContext:
    named = [Group((names or {}).get(place, runs[0].record.name), tuple(run.record for run in runs)) for place, runs in enumerate(groups)]
    recorded = {run.record.run_id: run for runs in groups for run in runs}
    return ReportContext(compare(named, baseline), recorded, GlyphCoverage.of_folder(paths.resources_folder() / "fonts"))


def document(groups: Groups, names: Mapping[int, str] | None = None, baseline: str | None = None) -> dict[str, Any]:
    return pdf_report.document(context(groups, names, baseline), NOW)


def typeset(content: dict[str, Any], folder: Path) -> Path:
    """Typeset the PDF to PDF/A-2a and PDF/UA-1, which makes a character without a glyph or a picture without alternative text an error."""
    resources = paths.resources_folder()
    compiler = typst.Compiler(
        str(resources / "report.typ"),
        root=str(resources),
        font_paths=[str(resources / "fonts")],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(content)},
    )
    compiler.compile(format="pdf", pdf_standards=["a-2a"])
    made = compiler.compile(format="pdf", pdf_standards=["ua-1"])
    assert isinstance(made, bytes)
    (folder / "report.pdf").write_bytes(made)
    return folder / "report.pdf"


def pages(pdf: Path) -> list[str]:
    done = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True)
    return done.stdout.split("\f")[:-1]


def said(content: Any) -> list[str]:
    """Return all texts of a document, except those in pictures."""
    match content:
        case str():
            return [content]
        case dict():
            return [word for key, value in content.items() if key != "svg" for word in said(value)]
        case list():
            return [word for value in content for word in said(value)]
        case _:
            return []


def table_rows(content: dict[str, Any], heading: str) -> list[list[str]]:
    """Return the cells of the first table after a heading."""
    found = iter(content["blocks"])
    next(block for block in found if block.get("text") == heading)
    table = next(block for block in found if block["kind"] == "table")
    cells = [row["cells"] for row in table["rows"] if "cells" in row]
    return [[cell if isinstance(cell, str) else cell["text"] for cell in row] for row in cells]


@needs_poppler
def test_the_first_page_has_headline_table_and_chart(tmp_path: Path) -> None:
    found = pages(typeset(document(variants(3, 2), {0: "FP32", 1: "TF32", 2: "BF16"}), tmp_path))
    first = " ".join(found[0].split())  # pdftotext outputs no-break spaces as spaces
    assert "So far, TF32 is 1.22 × and BF16 1.44 × faster than FP32 cifar-cnn" in first
    assert "TF32 is 1.22 × faster than FP32 (1.19–1.25, n = 2)" in first
    assert "Only 2 repeats per side: a claim needs 5." in first
    assert "21 November 2026 · 6 runs · 3 groups" in first
    assert re.search(
        r"Throughput, samples/s 12\s850 15\s680 1.22 × \(1.19–1.25\) 18\s440 1.44 × \(1.38–1.50\) measured"
        r" \(✓\) better so far \(✓\) better so far",
        first,
    )
    assert "Energy per sample, mJ ↓ better" in first
    assert "Threads 1 2 3" in " ".join("".join(found[:2]).split())
    assert f"listed on page {next(number for number, page in enumerate(found, 1) if 'Run, start' in page)}" in found[0]
    assert [f"{number} / {len(found)}" in page for number, page in enumerate(found, 1)] == [True] * len(found)
    assert "Step time, ms" in "".join(found)
    assert "Vendor-modelled" in "".join(found)


@needs_poppler
def test_the_file_is_tagged_titled_small_and_brings_its_fonts(tmp_path: Path) -> None:
    groups = variants(2)
    made = pdf_report.pdf_report(context(groups).comparison, [run for runs in groups for run in runs], NOW)
    (tmp_path / "a.pdf").write_bytes(made)
    about = subprocess.run(["pdfinfo", str(tmp_path / "a.pdf")], capture_output=True, text=True, check=True).stdout
    assert "variant 2 has 1.23\u00a0× the throughput of variant 1" in about
    assert re.search(r"Author: +gpuscope", about)
    assert re.search(r"Tagged: +yes", about)
    assert "A4" in about
    fonts = subprocess.run(["pdffonts", str(tmp_path / "a.pdf")], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert fonts
    assert all("Inter" in line and " yes yes yes " in line for line in fonts)
    assert len(made) < 300 * 1024


@needs_poppler
def test_headings_in_chinese_are_bolder(tmp_path: Path) -> None:
    language.use("zh_CN")
    try:
        made = typeset(document(variants(2), {0: "基线", 1: "罕见龘"}), tmp_path)  # the last character is in the font of rare ones alone
    finally:
        language.use(language.ENGLISH)
    found = subprocess.run(["pdffonts", str(made)], capture_output=True, text=True, check=True).stdout
    assert {name for name in ("NotoSansCJKSCCommon", "NotoSansCJKSCCommonMedium", "NotoSansCJKSCRare") if name not in found} == set()
    assert "罕见龘" in "".join(pages(made))


def test_curves_of_loss_and_accuracy_precede_phases_and_values_logged_once() -> None:
    """A training logs the phases of its steps before its first loss; one of ours logs the loss of its training batches."""
    [[run], [other]] = variants(2)
    told = run.reported["loss"]
    once = ReportedValues(told.stamps_ns[:1], told.steps[:1], told.values[:1])
    before = {f"time_{phase}": told for phase in ("data", "forward", "backward", "optimizer", "other")}
    values = {
        **before,
        **{f"setting {number}": once for number in range(4)},
        "extra rank 1": told,
        "lr": told,
        "loss": told,
        "accuracy": told,
    }

    def titles(spec: RunSpec) -> list[str]:
        content = document([[replace(run, record=replace(run.record, spec=spec), reported=values)], [replace(other, reported={})]])
        shown = [block["title"] for block in content["blocks"] if block["kind"] == "chart"]
        return [title for title in shown if "reported" in title or title.startswith("Step time, ")][1:]  # the first is of whole steps

    command = titles(RunSpec("command", command=("python", "train.py")))
    reported = ["Loss, as the workload reported it", "Accuracy, as the workload reported it", "lr, as the workload reported it"]
    phases = [f"Step time, {phase}, s" for phase in ("data", "forward", "backward", "optimizer", "other")]
    assert command == [*reported, "extra rank 1, as the workload reported it", *phases]
    assert titles(run.record.spec)[0] == "Loss, of the training batches, as the workload reported it"


def test_curves_have_chinese_titles() -> None:
    language.use("zh_CN")
    try:
        titles = {block["title"] for block in document(variants(2))["blocks"] if block["kind"] == "chart"}
    finally:
        language.use(language.ENGLISH)
    assert {"吞吐量，样本/秒", "步时，ms"} <= titles


@needs_poppler
def test_run_in_titles_end_in_the_full_stop_of_the_language(tmp_path: Path) -> None:
    groups = variants(2)
    assert "Quality. Measured: a counter" in " ".join("".join(pages(typeset(document(groups), tmp_path))).split())
    language.use("zh_CN")
    try:
        content = pdf_blocks.in_language(document(groups))
        titled = next(block for block in content["blocks"] if block["kind"] == "text" and block["title"])
        assert block_html(titled, 1).startswith("<p><b>区间。</b>每个")
        assert "质量。实测：由计数器" in "".join("".join(pages(typeset(content, tmp_path))).split())
    finally:
        language.use(language.ENGLISH)


def test_every_column_that_has_a_word_for_its_head_begins_with_a_capital() -> None:
    content = pdf_blocks.in_language(document(variants(2)))
    heads = [column["head"] for block in content["blocks"] if block["kind"] == "table" for column in block["columns"]]
    words = {head for head in heads if isinstance(head, str) and head.partition(" ")[0].isalpha()}
    assert {"Metric", "Quality", "Read every", "Duration"} <= words
    assert [head for head in words if head[0].islower()] == []


def test_an_hour_at_ten_hertz_stays_small() -> None:
    groups = variants(2, seconds=3600)
    made = pdf_report.pdf_report(context(groups).comparison, [run for runs in groups for run in runs], NOW)
    assert len(made) < 300 * 1024


@needs_poppler
def test_names_from_hell_are_shown_whole_or_elided_and_do_nothing(tmp_path: Path) -> None:
    groups = [
        [replace(run, record=replace(run.record, name=name, host=name[:50])) for run in runs]
        for runs, name in zip(variants(2), HELL, strict=True)
    ]
    text = "".join(pages(typeset(document(groups, dict(enumerate(HELL))), tmp_path)))
    for words in ("测试 [U+1F680 ROCKET] *x* #set text(red)", "<img src=http://x/>", "日本語", "한국어", "x1b[31m"):
        assert words in " ".join(text.split()), words
    assert "\x1b" not in text
    assert "\u200b" not in text
    assert not list(tmp_path.glob("x"))


@pytest.mark.parametrize("counts", [(2,), (8, 2), (20,), (4, 5)], ids=["2", "8", "20", "4x5"])
def test_any_number_of_groups_is_set_by_the_standards(counts: tuple[int, ...], tmp_path: Path) -> None:
    groups = variants(*counts)
    content = document(groups)
    typeset(content, tmp_path)
    assert all(run.record.run_id in content["keywords"] for runs in groups for run in runs)


def test_a_verdict_is_the_headline_and_stands_beside_every_ratio() -> None:
    content = document(variants(2, 5), {0: "FP32", 1: "BF16"})
    assert content["headline"] == "BF16 is 1.22\u00a0× faster than FP32 and has 18 % lower p99 step time"
    rows = {row[0]: row[1:] for row in table_rows(content, "Result")}
    assert rows["Throughput, samples/s"][2:] == ["1.22\u00a0× (1.21–1.23)", "✓\u00a0better", "measured"]
    assert rows["gpu:0 power, mean, W"][3] == "✗\u00a0worse"
    assert rows["gpu:0 utilization, mean, %"][2:4] == ["1.000\u00a0× (1.000–1.000)", "≈\u00a0no difference"]
    assert rows["Accuracy, %"][3] == "○\u00a0no verdict"


def test_the_reasons_of_verdicts_are_told_once_with_their_metrics() -> None:
    reasons = dict(table_rows(document(variants(3, 3)), "Why the verdicts are what they are"))
    assert "gpu:0 utilization, mean" in reasons["The 95 % interval includes 1"]
    assert reasons["3 repeats per side, a claim needs 5"].startswith("Throughput; Step time, median")
    assert "Energy (variant 2)" in next(labels for reason, labels in reasons.items() if reason.startswith("The sensors alone"))
    single = dict(table_rows(document(variants(3)), "Why the verdicts are what they are"))
    assert "Throughput" in single["One repeat per side"]


def test_names_that_contain_commas_are_parted_by_semicolons() -> None:
    groups = variants(3, 3)
    content = document(groups)
    reasons = dict(table_rows(content, "Why the verdicts are what they are"))
    assert reasons["3 repeats per side, a claim needs 5"].startswith("Throughput; Step time, median; Step time, p99; ")
    averaged = [[replace(run, series=(*run.series, replace(run.series[1], metric="power_average")))] for [run] in variants(2)]
    assert next(row[1] for row in table_rows(document(averaged), "Sensors")).endswith("; temperature; power, 1 s average")
    language.use("zh_CN")
    try:
        found = dict(table_rows(pdf_blocks.in_language(document(groups)), "结论的缘由"))
    finally:
        language.use(language.ENGLISH)
    assert found["每侧 3 次重复，下结论需要 5 次"].startswith("吞吐量、步时（中位数）、步时（p99）、")


def test_the_methods_tell_versions_readings_and_hashes_that_can_be_made_anew() -> None:
    groups = variants(2)
    content = document(groups)
    record = groups[0][0].record
    told = {key: value for key, value in record.to_json().items() if key != "origin"}
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"))
    assert dict(table_rows(content, "Hashes of the runs"))[record.run_id] == hashlib.sha256(canonical.encode()).hexdigest()
    assert re.search(r"made by gpuscope \S+ with Python 3\.\S+, numpy \S+, scipy \S+, typst \S+\.", " ".join(said(content)))
    assert [row[4:7] for row in table_rows(content, "Sensors")][:1] == [["100 ms", "–", "840"]]


def test_the_methods_tell_how_often_a_sensor_renews_its_value() -> None:
    runs = [run for group in variants(2) for run in group]
    for run, period_s in zip(runs, (0.101, 0.025), strict=True):
        known = replace(GPU, capabilities={"power": Capability(True, "NVML", period_s)})
        devices = (DeviceResult(known, run.record.devices[0].metrics), *run.record.devices[1:])
        object.__setattr__(run, "record", replace(run.record, devices=devices))
    rows = {row[1]: row[4:6] for row in table_rows(document([[run] for run in runs]), "Sensors")}
    assert rows["Power"] == ["100 ms", "25.0 ms to 101 ms"]
    assert rows["Utilization, memory used, clock, temperature"] == ["100 ms", "–"]


def test_many_groups_are_told_by_their_span_and_numbers() -> None:
    content = document(variants(8))
    assert content["headline"] == "7 other groups have 1.23 to 2.55\u00a0× the throughput of variant 1"
    assert [row[0] for row in table_rows(content, "Result")] == [str(number) for number in range(1, 9)]
    assert table_rows(content, "What differs between the groups") == [["Threads", "; ".join(f"{n} ({n})" for n in range(1, 9)), ""]]
    titles = [block["title"] for block in content["blocks"] if block["kind"] == "chart"]
    assert "Throughput, samples/s" in titles
    titles = [block["title"] for block in document(variants(9))["blocks"] if block["kind"] == "chart"]
    assert {"Throughput, samples/s · groups 1–5", "Throughput, samples/s · groups 6–9"} <= set(titles)


@needs_poppler
def test_a_name_that_is_one_long_word_stays_on_the_paper_and_is_told_whole_once(tmp_path: Path) -> None:
    names = ["W" * 900 + "first", "W" * 900 + "second"]
    groups = [[replace(run, record=replace(run.record, name=name)) for run in runs] for runs, name in zip(variants(2), names, strict=True)]
    made = typeset(document(groups, dict(enumerate(names))), tmp_path)
    boxes = subprocess.run(["pdftotext", "-bbox", str(made), "-"], check=True, capture_output=True, text=True).stdout
    edges = [float(edge) for edge in re.findall(r'xMax="([0-9.]+)"', boxes)]
    assert max(edges) <= 595 - 50
    text = "".join("".join(pages(made)).split())
    assert "W" * 850 in text
    assert "WWfirst" in text.split("Result")[0]
    assert "WWsecond" in text.split("Result")[0]


@needs_poppler
def test_no_line_begins_with_a_per_cent_sign(tmp_path: Path) -> None:
    content = document(variants(2))
    content["blocks"] = [pdf_blocks.note(" ".join(f"{'x' * length} 73.4 %" for length in range(1, 20)) * 4)]
    lines = "".join(pages(typeset(content, tmp_path))).split("\n")
    assert sum("73.4" in line for line in lines) > 4
    assert not [line for line in lines if line.strip().startswith("%")]


@needs_poppler
def test_a_flag_is_not_broken_after_its_hyphens(tmp_path: Path) -> None:
    content = document(variants(2))
    content["blocks"] = [pdf_blocks.note("run it again with --steps 100 and --warmup-steps 3 " * 20)]
    words = set("".join(pages(typeset(content, tmp_path))).split())
    assert {"--steps", "--warmup-steps"} <= words
    assert not words & {"--", "--warmup-", "warmup-steps"}


def test_what_differs_names_the_groups_of_each_value() -> None:
    specs = [RunSpec("cifar-cnn", precision=precision) for precision in ("fp32", "bf16", "bf16", "fp32")]
    groups = [[gpu_run(f"aa{number}", spec, name=f"g{number}")] for number, spec in enumerate(specs)]
    assert table_rows(document(groups), "What differs between the groups") == [["Precision", "fp32", "1, 4"], ["", "bf16", "2–3"]]


def test_a_failed_run_is_told_first_and_claims_nothing() -> None:
    good, bad = variants(2)
    failed = replace(
        bad[0].record, state=RunState.FAILED, reason="CUDA out of memory\nat step 17", metrics={}, devices=(), steps=None, duration_s=None
    )
    content = document([good, [RecordedRun(failed)]])
    assert content["headline"] == "variant 2 beside variant 1"
    assert content["blocks"][0] == {"kind": "notice", "text": "Run 0100aaaa1111 of variant 2 failed: CUDA out of memory at step 17."}
    rows = {row[0]: row[1:] for row in table_rows(content, "Result")}
    assert rows["Start to exit, s"][2] == "–"
    assert "nothing to draw here" in " ".join(said(content))
    assert "There is nothing to draw of variant 2." in " ".join(said(content))


def test_a_setting_that_only_some_runs_have_is_told_of_the_others_too() -> None:
    assert shared_facts([{"optimize": "channels-last"}, {"optimize": None, "threads": None}, {}]) == {"optimize": ["channels-last", None]}


def test_commands_are_compared_by_their_time_and_say_what_was_run() -> None:
    groups = [
        [RecordedRun(run_record(word, RunSpec("command", command=("/bin/train", word)), wall_s=wall, steps=None, samples=None, name=word))]
        for word, wall in (("one", 40.0), ("two", 60.0))
    ]
    content = document(groups)
    assert content["headline"] == "two took 1.50\u00a0× the time of one"
    assert content["lead"].startswith("Command train on A processor.")
    assert ["Argument 1", "one", "two"] in table_rows(content, "What differs between the groups")
    assert [block["title"] for block in content["blocks"] if block["kind"] == "chart"] == ["Figures"]


@pytest.mark.parametrize(
    ("label", "word"),
    [("stand-in NVML /opt/lib.so", "simulated"), ("SIMULATED", "simulated"), ("recorded on 2026-11-21 on lab", "recorded")],
)
def test_devices_that_are_not_real_are_labelled_wherever_their_figures_stand(label: str, word: str) -> None:
    fake = Device("gpu:0", DeviceKind.GPU, "Stand-in H100", simulated=label)
    groups = []
    for runs in variants(2):
        devices = tuple(replace(one, device=fake) if one.device.key == "gpu:0" else one for one in runs[0].record.devices)
        energy = {
            key: replace(value, source=f"{value.source} [{label}]") for key, value in runs[0].record.metrics.items() if "energy" in key
        }
        groups.append([replace(runs[0], record=replace(runs[0].record, devices=devices, metrics={**runs[0].record.metrics, **energy}))])
    content = document(groups)
    assert content["blocks"][0]["text"] == f"Not real hardware: gpu:0 ({label})."
    rows = {row[0]: row[-1] for row in table_rows(content, "Result")}
    assert (rows["gpu:0 power, mean, W"], rows["Energy per sample, mJ"], rows["Throughput, samples/s"]) == (word, word, "measured")
    assert f"gpu:0 power ({word}), W" in [block.get("title") for block in content["blocks"]]
    assert f"Energies are {word}, not of real hardware." in " ".join(said(content))
    mixed = document([groups[0], variants(2)[1]])
    assert word in said(next(block for block in mixed["blocks"] if block["kind"] == "table"))


def test_gaps_missing_figures_and_figures_that_are_no_numbers_are_told(tmp_path: Path) -> None:
    groups = variants(2)
    gaps = (RunGap(3.0, 5.5, "gpu:0", ("power",), "no answer for 2 s"), RunGap(8.0, None, "gpu:0", (), "the GPU is lost"))
    record = groups[1][0].record
    metrics = {
        **record.metrics,
        "loss": measured(math.nan, "1"),
        "energy": Quantity.missing("J", "the counter stood still"),
        "throughput": measured(math.inf, "samples/s"),
    }
    devices = (replace(record.devices[0], gaps=gaps), *record.devices[1:])
    groups[1] = [replace(groups[1][0], record=replace(record, metrics=metrics, devices=devices))]
    content = document(groups)
    typeset(content, tmp_path)
    assert [row[1:] for row in table_rows(content, "Gaps in the readings")] == [
        ["gpu:0", "3.000 s", "5.500 s", "Power", "no answer for 2 s"],
        ["gpu:0", "8.000 s", "lasts", "all", "the GPU is lost"],
    ]
    rows = {row[0].partition(",")[0]: row for row in reversed(table_rows(content, "Every metric"))}
    assert rows["Loss"][2:4] == ["NaN", "–"]
    assert rows["Throughput"][2:4] == ["∞", "–"]
    assert rows["Energy"][2:4] == ["–", "–"]
    assert "the counter stood still" in " ".join(said(content))


def test_a_single_run_without_a_number_is_left_out_of_the_bars(tmp_path: Path) -> None:
    groups = variants(2, 3)
    without = [
        [replace(run, record=replace(run.record, metrics={"throughput": run.record.metrics["throughput"]})) for run in runs]
        for runs in groups
    ]
    record = without[1][0].record
    without[1][0] = RecordedRun(replace(record, metrics={"throughput": Quantity.missing("samples/s", "no step was taken")}))
    content = document(without)
    typeset(content, tmp_path)
    chart = next(block for block in content["blocks"] if block["kind"] == "chart")
    assert chart["title"] == "Figures"
    assert "Throughput, samples/s ↑" in chart["svg"]
    assert chart["note"].startswith("Bars are means, the marks below them single runs. Whiskers: 95 % interval")


def test_short_windows_give_no_ratio_of_energies() -> None:
    content = document(variants(2, seconds=10))
    rows = {row[0]: row for row in table_rows(content, "Result")}
    assert rows["Energy per sample, mJ"][3] == "–"
    assert any(words.startswith("No ratio of Energy per sample and gpu:0 power, mean: too short") for words in said(content))
    assert "Windows are too short for a ratio of the energies." in " ".join(said(content))


def test_the_baseline_may_stand_anywhere() -> None:
    content = document(variants(3), baseline="variant 3")
    assert content["headline"].endswith("the throughput of variant 3")
    head = next(block for block in content["blocks"] if block["kind"] == "table")["columns"]
    assert [isinstance(one["head"], dict) and "sub" in one["head"] for one in head] == [False, False, False, False, False, True, False]


def test_runs_without_curves_still_have_figures(tmp_path: Path) -> None:
    groups = [[RecordedRun(run.record) for run in runs] for runs in variants(2)]
    content = document(groups)
    typeset(content, tmp_path)
    assert "Nothing within the runs' windows can be drawn." in said(content)
    assert len(table_rows(content, "Every metric")) > 15


def test_repeats_are_drawn_up_to_a_number_that_can_be_seen() -> None:
    assert "the first 3 are drawn" in " ".join(said(document(variants(2, 5))))
    assert "the first 3 are drawn" not in " ".join(said(document(variants(2, 3))))


def test_devices_of_other_names_keep_them() -> None:
    one, two = variants(2)
    other = replace(two[0].record, devices=(DeviceResult(replace(GPU, name="NVIDIA T4"), two[0].record.devices[0].metrics),))
    titles = [
        row["across"]
        for block in document([one, [replace(two[0], record=other)]])["blocks"]
        if block["kind"] == "table"
        for row in block["rows"]
        if "across" in row
    ]
    assert "gpu:0 · NVIDIA H100 80GB HBM3 | NVIDIA T4" in titles


def test_without_typst_or_template_the_cure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    comparison = context(variants(2)).comparison
    monkeypatch.setattr(paths, "resources_folder", lambda: tmp_path)
    with pytest.raises(UnavailableError, match="template"):
        pdf_report.pdf_report(comparison, [], NOW)
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(UnavailableError, match="typst") as raised:
        pdf_report.refuse_without_typst()
    assert "pip install typst" in raised.value.hint


@needs_poppler
@pytest.mark.parametrize("groups", [2, 8])
def test_no_page_is_nearly_empty(tmp_path: Path, groups: int) -> None:
    found = pages(typeset(document(variants(groups)), tmp_path))
    assert [number for number, page in enumerate(found, 1) if len(page.split()) < 80] == []


@needs_poppler
def test_the_title_of_a_section_stands_over_its_rows_on_every_page(tmp_path: Path) -> None:
    rows = [pdf_blocks.across(name, strong=True) for name in ("Alpha", "Beta")]
    table = pdf_blocks.table([pdf_blocks.column("Metric")], [*([["x"]] * 38), rows[0], *([["y"]] * 8), rows[1], *([["z"]] * 40)])
    content = {**document(variants(2)), "blocks": [table]}
    for extra in range(4):  # moves the title close to the foot of the page
        table["rows"].insert(0, {"cells": ["x"]})
        for page in pages(typeset(content, tmp_path)):
            words = page.split()
            assert ("y" in words) == ("Alpha" in words), extra
            assert ("z" in words) == ("Beta" in words), extra


@needs_poppler
@pytest.mark.parametrize("notes", [[], [pdf_blocks.note("legend")]])
def test_the_energies_of_a_run_stand_on_one_page(tmp_path: Path, notes: list[pdf_blocks.Block]) -> None:
    columns = [pdf_blocks.column("Run"), pdf_blocks.column("Source", width="wide")]
    content, seen = document(variants(2)), set()
    for extra in range(6):  # moves the run over the foot of the page
        filler: list[pdf_blocks.Row] = [["x", "y"]]
        rows = filler * (36 + extra)
        rows += [["Total", "first"], *(pdf_blocks.part([name, "second"]) for name in ("gpu:0", "gpu:1"))]
        table = pdf_blocks.table(columns, [*rows, *([] if notes else [*filler, pdf_blocks.across("remark")])])
        for number, page in enumerate(pages(typeset({**content, "blocks": [table, *notes]}, tmp_path))):
            words = set(page.split())
            assert len({"Total", "gpu:0", "gpu:1"} & words) in (0, 3), (extra, number)
            seen |= {number} if "Total" in words else set()
    assert seen == {0, 1}, "the foot of the page was passed"


@needs_poppler
@pytest.mark.parametrize("whole", [False, True])
def test_a_note_stands_on_the_page_of_its_tables_last_row(tmp_path: Path, whole: bool) -> None:
    content, seen = document(variants(2)), set()
    for extra in range(8):  # moves the note over the foot of the page
        titles = [pdf_blocks.across(title, strong=True) for title in ("before", "part")]
        rows: list[pdf_blocks.Row] = [titles[0], *([["x"]] * (28 + extra)), titles[1], ["last"], pdf_blocks.across("remark")]
        table = pdf_blocks.table([pdf_blocks.column("Metric")], rows, whole=whole)
        notes = [pdf_blocks.note("legend"), pdf_blocks.note("second")]
        for number, page in enumerate(pages(typeset({**content, "blocks": [table, *notes, pdf_blocks.note("more")]}, tmp_path))):
            words = set(page.split())
            assert len({"part", "last", "remark", "legend", "second"} & words) in (0, 5), (extra, number)
            assert ("before" in words) == ("x" in words), (extra, number)
            seen |= {number} if "legend" in words else set()
    assert seen == {0, 1}, "the foot of the page was passed"


@needs_poppler
@pytest.mark.parametrize("ratio", ["0.0167\u00a0× (0.0167–0.0167)", "12\u202f345\u00a0× (12\u202f340–12\u202f350)"])
def test_a_ratio_with_its_interval_stays_on_one_line(tmp_path: Path, ratio: str) -> None:
    values = [pdf_blocks.column(name, right=True, width="wide") for name in ("fp32", "bf16")]
    columns = [pdf_blocks.column("Metric", width=124), *values, pdf_blocks.column("ratio", right=True, width=113)]
    columns += [pdf_blocks.column("verdict"), pdf_blocks.column("quality")]
    row: pdf_blocks.Row = ["Step time, data, ms", "30.0", "0.500", {"text": ratio, "strong": True}, "≈\u00a0no difference", "measured"]
    pdf = typeset({**document(variants(2)), "blocks": [pdf_blocks.table(columns, [row] * 40)]}, tmp_path)
    assert overlapping_words(pdf) == []
    assert sum(" ".join(ratio.split()) in " ".join(line.split()) for line in "".join(pages(pdf)).split("\n")) == 40


def test_a_device_that_tells_nothing_is_a_note_below_the_table() -> None:
    silent = DeviceResult(Device("gpu", DeviceKind.GPU, "NVIDIA GPU"), {"power_mean": Quantity.missing("W", "no driver")})
    groups = [[replace(run, record=replace(run.record, devices=(*run.record.devices, silent))) for run in runs] for runs in variants(2)]
    content = document(groups)
    notes = [block["text"] for block in content["blocks"] if block["kind"] == "note"]
    assert [one for one in notes if "NVIDIA GPU" in one] == ["gpu · NVIDIA GPU: Power, mean: no driver."]
    assert "NVIDIA GPU" not in [row.get("across") for block in content["blocks"] if block["kind"] == "table" for row in block["rows"]]


def test_what_held_each_run_back_stands_once_for_the_runs_of_a_group_that_share_it() -> None:
    groups = variants(2, 2)
    metrics = {"phase_time_data": measured(0.03, "s"), "phase_time_forward": measured(0.01, "s")}
    first = groups[0][0]
    emulated = {**first.record.environment, "arithmetic": "emulated", "arithmetic_reason": "no unit of it computes BF16"}
    groups[0][0] = replace(first, record=replace(first.record, metrics={**first.record.metrics, **metrics}, environment=emulated))
    content = document(groups)
    rows = table_rows(content, "What held each run back")
    assert [run_id for run_id, _ in rows] == [run.record.run_id for runs in groups for run in runs]
    assert "Share of a step spent on getting its data: 75.0 % (≥ 30 %)" in rows[0][1]
    found = [row.get("across", "run") for block in content["blocks"] if block["kind"] == "table" for row in block["rows"]]
    begin = found.index("1 · variant 1 · Input-bound: the steps wait for their data.")
    assert found[begin + 1 : begin + 3] == ["run", "Also: Number format emulated here: no unit of it computes BF16."]
    begin += 1
    assert found[begin + 2].startswith("To try: Prepare batches in parallel and ahead of time")
    assert found[begin + 3].startswith("1 · variant 1 · Not known: "), "the heading says what"
    assert found[begin + 4 : begin + 6] == ["run", found[begin + 9]]
    assert found[begin + 6].startswith("2 · variant 2 · Not known: ")
    assert found[begin + 7 : begin + 9] == ["run", "run"]


def enlarged(run: RecordedRun, factor: float) -> RecordedRun:
    keys = ("throughput", "energy", "latency_p50")
    metrics = {
        key: replace(quantity, value=quantity.value * factor) if key in keys and quantity.value is not None else quantity
        for key, quantity in run.record.metrics.items()
    }
    return replace(run, record=replace(run.record, metrics=metrics))


def overlapping_words(pdf: Path) -> list[tuple[str, str]]:
    done = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], capture_output=True, text=True, check=True)
    lines: dict[tuple[int, str], list[tuple[float, float, str]]] = {}
    for page, text in enumerate(done.stdout.split("<page ")[1:]):
        for left, right, bottom, word in re.findall(r'xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<', text):
            lines.setdefault((page, bottom), []).append((float(left), float(right), word))
    assert sum(map(len, lines.values())) > 100
    pairs = (pair for line in lines.values() for pair in itertools.pairwise(sorted(line)))
    return [(first[2], second[2]) for first, second in pairs if second[0] < first[1] - 0.5]


@needs_poppler
def test_no_figure_of_six_groups_with_long_names_and_large_numbers_reaches_into_its_neighbour(tmp_path: Path) -> None:
    forms = ("FP32", "TF32", "FP16", "BF16", "FP64", "INT8")
    names = {at: f"cifar-cnn, CUDA 0, {at + 1} threads, channels-last+fused-adam, {form}" for at, form in enumerate(forms)}
    groups = [[enlarged(run, 987_654_321.0 if at else 1.0) for run in runs] for at, runs in enumerate(variants(6, 5))]
    pdf = typeset(document(groups, names), tmp_path)
    assert overlapping_words(pdf) == []
    assert {"threads", "FP32", "INT8"} <= set(" ".join(pages(pdf)[:2]).split())


@needs_poppler
def test_figures_with_a_power_of_ten_keep_apart_beside_long_verdicts(tmp_path: Path) -> None:
    figures = [pdf_blocks.column(name, right=True, width="wide") for name in ("fp32", "bf16")]
    others = [pdf_blocks.column("Ratio", right=True, width=113), pdf_blocks.column("Verdict"), pdf_blocks.column("Quality")]
    columns = [pdf_blocks.column("Metric", width=124), *figures, *others]
    row = ["Numerical drift", "9.04\u202f×\u202f10⁻⁸", "−2.76\u202f×\u202f10⁻⁴", "> 1000 ×", "(≠) differs so far", "estimated by gpuscope"]
    pdf = typeset({**document(variants(2)), "blocks": [pdf_blocks.table(columns, [row] * 40)]}, tmp_path)
    assert overlapping_words(pdf) == []
