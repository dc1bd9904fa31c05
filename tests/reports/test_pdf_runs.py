"""The runs of a report one by one: each described in words, with its figures, facts and a curve, and never split across pages."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.analysis.run_document import run_hash
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DAMAGED_READINGS, DeviceResult, RunGap, RunOrigin, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.reports import pdf_blocks, pdf_report
from gpuscope.reports.html_report import html_report
from gpuscope.reports.pdf_charts import charts, run_chart
from gpuscope.reports.pdf_methods import methods
from gpuscope.reports.pdf_runs import energies, runs_one_by_one
from gpuscope.reports.report_layout import ReportLayout, Section
from gpuscope.system import language
from gpuscope.system.settings import DEFAULTS
from tests.analysis.records import measured, run_record
from tests.reports.recorded_runs import gpu_run, variants
from tests.reports.test_pdf_report import HELL, NOW, context, document, needs_poppler, pages, said, typeset

IMPORTED = datetime(2026, 11, 21, 12, tzinfo=UTC)


def altered(run: RecordedRun, **more: Any) -> RecordedRun:
    return replace(run, record=replace(run.record, **more))


def failed(run_id: str = "fa11ed000001") -> RecordedRun:
    record = run_record(
        run_id, RunSpec("command", command=("python", "train.py")), name="broken", state=RunState.FAILED, reason="out of memory *#x*",
        exit_code=3, steps=None, samples=None, duration_s=None, environment={"command": "python train.py --token '***'"},
    )  # fmt: skip
    return RecordedRun(record)


def imported(run_id: str = "e0e0e0000001") -> RecordedRun:
    return altered(
        gpu_run(run_id, RunSpec("attached"), seconds=40.0), name="from elsewhere", origin=RunOrigin("nvidia-smi", "a-host", IMPORTED),
        metrics={"energy": Quantity.missing("J", "the log tells power and no energy")}, steps=None, samples=None, environment={},
    )  # fmt: skip


def unreal(run_id: str = "51a000000001") -> RecordedRun:
    made = gpu_run(run_id, RunSpec("cifar-cnn", device="cuda:0"))
    device = Device("sim:0", DeviceKind.GPU, "Simulated GPU", simulated="SIMULATED")
    gaps = tuple(RunGap(at, None if at == 5 else at + 0.5, "sim:0", ("power",), "the helper was busy") for at in range(6))
    result = DeviceResult(device, {"power_mean": measured(277.0, "W"), "slowed_power_cap": measured(0.25, "1")}, gaps)
    marks = ((1.5, "begin of *phase* 2"), (3.25, "\x1b[31mend"))
    return replace(altered(made, devices=(result,), note="a note", tags=("night", "x")), marks=marks)


def told(runs: Sequence[RecordedRun]) -> dict[str, list[dict[str, Any]]]:
    """Return the blocks of each run, by title."""
    found = runs_one_by_one(context([[run] for run in runs]))
    assert found[0]["text"] == "The runs, one by one"
    return {block["title"]: block["blocks"] for block in found[1:]}


def facts(parts: Sequence[dict[str, Any]]) -> dict[str, str]:
    return dict(row["cells"] for row in parts[-1]["rows"])


def figures_of(parts: Sequence[dict[str, Any]]) -> dict[str, list[str]]:
    table = next(one for part in parts for one in part.get("blocks", [part]) if one["kind"] == "table")
    return {row["cells"][0]: row["cells"][1:] for row in table["rows"] if "cells" in row}


def test_a_run_is_told_in_words_figures_and_facts() -> None:
    run = gpu_run("0123456789ab", RunSpec("cifar-cnn", device="cuda:0", batch_size=256, steps=2000), name="night")
    parts = told([altered(run, environment={**run.record.environment, "git_commit": "c0ffee" * 7, "git_dirty": "yes"}), *variants(1)[0]])[
        "night (0123456789ab)"
    ]
    words = " ".join(said(parts))
    assert "Group 1, night · started 2026-11-21 08:00:00 UTC on a-machine" in words
    assert "It finished after 2000 measured steps (512\u202f000 samples) in 40.0 s; 43.0 s from its start to its end. What held" in words
    assert figures_of(parts)["Throughput"] == ["12\u202f800 samples/s", "measured"]
    assert figures_of(parts)["gpu:0 power, mean"] == ["400 W", "measured"]
    found = facts(parts)
    assert "Precision fp32 · Batch size 256 · Steps 2000" in found["Settings"]
    assert found["Command line"] == "gpuscope run cifar-cnn --device cuda:0 --batch-size 256 --steps 2000"
    assert found["Devices"] == "gpu:0 NVIDIA H100 80GB HBM3, driver 580.00; cpu A processor"
    assert found["Environment"] == "Python 3.11.7 · torch 2.13.0 · Commit c0ffeec0ffee with changes"
    assert found["Energy"] == "Energy 16.0 kJ ± 1.1 kJ, 31.2 mJ a sample (measured, a sensor)."
    assert {"Gaps", "Marks", "Slowed down"} & set(found) == set()


def test_the_driver_of_a_device_is_told_by_the_name_that_recorders_give_it() -> None:
    recorded = variants(1)[0][0]
    environment = {key: value for key, value in recorded.record.environment.items() if key != "gpu:0.driver"}
    run = altered(recorded, environment={**environment, "gpu:0.driver_version": "580.82"})
    of_run = told([run, *variants(2)[1]])[f"variant 1 ({run.record.run_id})"]
    assert facts(of_run)["Devices"].startswith("gpu:0 NVIDIA H100 80GB HBM3, driver 580.82;")


def test_the_hash_is_that_of_the_methods() -> None:
    run = variants(1)[0][0]
    assert facts(told([run, gpu_run("bbbbbbbbbbbb", RunSpec("gemm"))])["variant 1 (0000aaaa1111)"])["SHA-256"] == run_hash(run.record)


def test_an_outage_of_several_sensors_is_one_gap() -> None:
    run = unreal()
    both = tuple(RunGap(1.0, 2.0, "sim:0", (key,), "the helper was busy") for key in ("power", "clock"))
    device = replace(run.record.devices[0], gaps=both)
    parts = told([altered(run, devices=(device,)), *variants(1)[0]])["run 51a000000001 (51a000000001)"]
    assert facts(parts)["Gaps"] == "sim:0 1.00 s to 2.00 s (Power and Clock): the helper was busy"


def test_gaps_marks_labels_and_what_slowed_a_device_are_told() -> None:
    parts = told([unreal(), *variants(1)[0]])["run 51a000000001 (51a000000001)"]
    found, words = facts(parts), " ".join(said(parts))
    assert "Not real hardware: sim:0 (SIMULATED). Note: a note. Tags: night, x." in words
    assert figures_of(parts)["sim:0 power, mean"] == ["277 W", "simulated"]
    assert found["Devices"] == "sim:0 Simulated GPU [SIMULATED]"
    assert found["Gaps"].startswith("sim:0 0 s to 500 ms (Power): the helper was busy; ")
    assert found["Gaps"].endswith("; and 2 more")
    assert found["Marks"] == "1.50 s begin of *phase* 2; 3.25 s \\x1b[31mend"
    assert found["Slowed down"] == "sim:0 slowed by the power cap 25.0 % of the time"


def test_a_failed_run_says_why_and_keeps_its_secrets() -> None:
    parts = told([*variants(1)[0], failed()])["broken (fa11ed000001)"]
    assert "It failed in 45.0 s; exit code 3: out of memory *#x*." in " ".join(said(parts))
    assert figures_of(parts) == {"Start to exit": ["45.0 s", "measured"]}
    assert facts(parts)["Command line"] == "python train.py --token '***'"
    assert facts(parts)["Energy"] == "– (no energy was reported)"
    assert "Settings" not in facts(parts)


def test_a_run_without_any_figure_says_so() -> None:
    parts = told([*variants(1)[0], altered(failed(), wall_s=None)])["broken (fa11ed000001)"]
    assert [part["text"] for part in parts if part["kind"] == "note"][1:] == ["It has no recorded figures."]


def test_an_imported_run_tells_its_origin_and_its_power_instead_of_a_throughput() -> None:
    parts = told([*variants(1)[0], imported()])["from elsewhere (e0e0e0000001)"]
    assert re.search(r"Recorded by nvidia-smi, imported from a-host on 2026-11-2\d\.", " ".join(said(parts)))
    assert facts(parts)["Energy"] == "Energy is not known: the log tells power and no energy."
    assert "Command line" not in facts(parts)
    (chart,) = [one for part in parts for one in part.get("blocks", []) if one["kind"] == "chart"]
    assert chart["title"] == "gpu:0 power, W"


def test_a_run_without_curves_has_no_chart() -> None:
    groups = variants(2)
    about = context(groups)
    bare = RecordedRun(groups[0][0].record)
    assert run_chart(about, about.looks[0], bare, 200.0, 100.0) == []
    assert all(part["kind"] != "beside" for part in told([bare, *groups[1]])["variant 1 (0000aaaa1111)"])


def test_a_long_curve_is_thinned_for_its_small_chart() -> None:
    run = altered(gpu_run("aaaaaaaaaaaa", RunSpec("cifar-cnn", device="cuda:0"), seconds=600.0), steps=None)
    about = context([[run], *variants(1)])
    (chart,) = run_chart(about, about.looks[0], run, 233.0, 132.0)
    assert chart["title"] == "gpu:0 power, W"
    assert len(chart["svg"]) < 3000


@needs_poppler
def test_two_runs_share_a_page_and_none_is_broken(tmp_path: Path) -> None:
    groups = variants(8)
    alone = replace(context(groups), layout=ReportLayout([Section.RUNS]))  # the runs then begin on a page of their own
    found = [page for page in pages(typeset(pdf_report.document(alone, NOW), tmp_path)) if "Of this run" in page]
    assert [page.count("Of this run") for page in found] == [2, 2, 2, 2]
    for place, group in enumerate(groups):
        for run in group:
            text = found[place // 2]
            assert f"{run.record.name} ({run.record.run_id})" in text
            assert run_hash(run.record) in text


@needs_poppler
def test_names_from_hell_a_failed_and_an_imported_run_are_on_paper(tmp_path: Path) -> None:
    hell = [altered(runs[0], name=name, note=name, host=name) for runs, name in zip(variants(2), HELL, strict=True)]
    content = document([[run] for run in (*hell, failed(), imported(), unreal())])
    text = " ".join(" ".join(pages(typeset(content, tmp_path))).split())
    at = text.index("The runs, one by one")
    for words in ("测试 [U+1F680 ROCKET] *x* #set", "(0100aaaa1111)", "out of memory *#x*", "imported from a-host", "(SIMULATED)"):
        assert words in text[at:], words
    assert max(map(len, said(runs_one_by_one(context([[run] for run in hell]))))) < 1500


@needs_poppler
def test_a_report_without_the_section_has_nothing_of_it(tmp_path: Path) -> None:
    about = replace(context(variants(2)), layout=ReportLayout([Section.METHODS]))
    assert "Of this run" not in "".join(pages(typeset(pdf_report.document(about, NOW), tmp_path)))


def test_the_html_folds_each_run_and_escapes_what_it_says() -> None:
    runs = [*variants(1)[0], altered(failed(), name="<b>&</b> 测试 🚀")]
    about = context([[run] for run in runs])
    html = html_report(about.comparison, runs, NOW, DEFAULTS, ReportLayout([Section.RUNS]))
    assert html.count("<details><summary><h3>") == 2
    assert "<summary><h3>&lt;b&gt;&amp;&lt;/b&gt; 测试 🚀 (fa11ed000001)</h3></summary>" in html
    found = re.findall(r'id="(s[\d-]+)"', html)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("count", [2, 20])
def test_a_folded_run_costs_a_page_little(count: int) -> None:
    runs = [run for group in variants(count, seconds=600.0) for run in group]
    about = context([[run] for run in runs])
    whole = len(html_report(about.comparison, runs, NOW).encode())
    without = html_report(about.comparison, runs, NOW, DEFAULTS, ReportLayout(frozenset(Section) - {Section.RUNS}))
    assert whole - len(without.encode()) < 5000 * count


def test_damaged_readings_are_told_with_their_run() -> None:
    gap = RunGap(1.0, 2.0, "gpu:0", ("power",), DAMAGED_READINGS)
    run = gpu_run("da0000000001", RunSpec("cifar-cnn", device="cuda:0"))
    devices = tuple(replace(result, gaps=(gap,)) if result.device.key == "gpu:0" else result for result in run.record.devices)
    whole = gpu_run("da0000000002", RunSpec("cifar-cnn", device="cuda:0", precision="bf16"))
    first, second = told([altered(run, name="one", devices=devices), altered(whole, name="other")]).values()
    assert "Readings are damaged in the store and shown as missing: Power of gpu:0" in str(first)
    assert "damaged" not in str(second)


def test_metrics_of_a_gap_stay_apart_if_their_names_have_commas_and_are_in_brackets_of_the_language() -> None:
    gap = RunGap(1.0, 2.0, "gpu:0", ("power", "power_average", "clock"), "no answer")
    run = gpu_run("da0000000001", RunSpec("cifar-cnn", device="cuda:0"))
    run = altered(
        run,
        devices=tuple(
            replace(result, device=replace(result.device, simulated="stand-in"), gaps=(gap,)) if result.device.key == "gpu:0" else result
            for result in run.record.devices
        ),
    )
    other = variants(1)[0][0]
    about = context([[run], [other]])
    listed = next(block for block in methods(about) if block.get("kind") == "table" and "no answer" in str(block))
    assert listed["rows"][0]["cells"][4] == "Power; Power, 1 s average and Clock"
    language.use("zh_CN")
    try:
        parts, _ = told([run, other]).values()
        titles = [block["title"] for block in charts(about) if "title" in block]
    finally:
        language.use(language.ENGLISH)
    assert "（功率、1 秒平均功率、频率）" in str(parts)
    assert not [title for title in titles if " (" in title], titles


def test_the_note_on_prices_is_in_the_language_of_the_report() -> None:
    factors = EnergyFactors(0.31, "US Dollar", 380.0, 1.2)
    language.use("zh_CN")
    try:
        shown = pdf_blocks.in_language(energies(context(variants(2)), factors))
    finally:
        language.use(language.ENGLISH)
    [note] = [block["text"] for block in shown if "0.31" in str(block.get("text"))]
    assert not [word for word in ("assumption", "per kWh", "measured") if word in note], note
