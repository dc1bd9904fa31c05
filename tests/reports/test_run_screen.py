"""The first screen of a run."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gpuscope.analysis.energy import per
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.reports.run_screen import run_screen
from gpuscope.reports.text import render
from gpuscope.system import language
from tests.analysis.records import CPU, measured, run_record
from tests.reports.recorded_runs import variants

SCREEN = 30


def test_a_run_on_a_gpu_fits_a_screen_with_speed_energy_memory_and_how_to_see_the_rest() -> None:
    record = variants(1)[0][0].record
    text = render(run_screen(record, ["a line"] * 50), 100).replace("\u202f", " ")
    lines = text.splitlines()
    assert len(lines) <= SCREEN
    labels = [line.split("  ")[0] for line in lines]
    assert [label for label in labels if label in ("Throughput", "Energy per sample", "gpu:0 memory used, peak", "Accuracy")] == [
        "Throughput",
        "Energy per sample",
        "Accuracy",
        "gpu:0 memory used, peak",
    ]
    assert lines[2].startswith("It finished after 2000 measured steps")
    assert lines[-1].endswith(f"gpuscope show {record.run_id} --all")


def test_missing_figures_are_a_line_a_reason() -> None:
    gone = {f"m{place}": Quantity.missing("J", "only root may read it") for place in range(12)}
    text = render(run_screen(run_record("aa", metrics={"throughput": measured(10.0, "samples/s"), **gone})))
    assert text.count("only root may read it") == 1
    assert "Missing: m0, m1, m2 and 9 more: only root may read it." in text


def test_a_missing_figure_names_its_device_before_the_reason() -> None:
    gone = {"energy": Quantity.missing("J", "cpu: only root may read it")}
    text = render(run_screen(run_record("aa", metrics={"throughput": measured(10.0, "samples/s"), **gone})))
    assert "Missing: Energy on cpu: only root may read it." in text
    assert "Energy on cpu is not known: only root may read it." in text


def test_a_reason_that_figures_of_a_run_and_of_its_device_share_is_told_once() -> None:
    gone = {"energy": Quantity.missing("J", "cpu: only root may read it")}
    devices = (DeviceResult(CPU, {"power_mean": Quantity.missing("W", "only root may read it")}),)
    text = render(run_screen(run_record("aa", metrics={"throughput": measured(10.0, "samples/s"), **gone}, devices=devices)))
    assert "Missing: Energy; CPU power, mean: only root may read it." in text.replace(" and ", "; ")
    assert text.count("Missing: ") == 1


def test_missing_figures_with_commas_in_their_names_are_told_apart() -> None:
    gone = {key: Quantity.missing("s", "too few steps") for key in ("latency_p50", "latency_p95", "latency_p99")}
    text = render(run_screen(run_record("aa", metrics={"throughput": measured(10.0, "samples/s"), **gone})))
    assert "Missing: Step time, median; Step time, p95 and Step time, p99: too few steps." in text


def test_a_run_that_failed_shows_the_end_of_its_output() -> None:
    failed = replace(run_record("aa"), state=RunState.FAILED, reason="exit code 1")
    text = render(run_screen(failed, ["one", "two", "three", "Traceback", "ValueError: x"]))
    assert "ValueError: x" in text
    assert "one" not in text.split("Last lines of the output")[1]


def test_a_live_run_shows_its_last_readings() -> None:
    live = replace(run_record("aa", devices=(DeviceResult(CPU, {}),)), state=RunState.RUNNING, wall_s=None)
    text = render(run_screen(live, latest=[("cpu", "power", 70.0)] * 40))
    assert "70.0 W" in text
    assert "its exit was not recorded" not in text, "it has not ended"
    assert len(text.splitlines()) <= SCREEN


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_what_lacks_of_energy_is_told_first_in_each_language(code: str) -> None:
    gone = {key: Quantity.missing("s", f"reason {key}") for key in ("latency_p50", "latency_p95", "latency_p99", "flops", "energy")}
    language.use(code)
    try:
        lines = render(run_screen(run_record("aa", metrics=gone))).splitlines()
    finally:
        language.use(language.ENGLISH)
    assert "reason energy" in next(line for line in lines if "reason" in line and ("Missing" in line or "缺失" in line))


@pytest.fixture
def _in_chinese() -> Iterator[None]:
    language.use("zh_CN")
    yield
    language.use(language.ENGLISH)


_NO_COUNTER = "cpu: this machine's kernel offers no energy counter (no powercap, no perf power events); common in virtual machines"


@pytest.mark.usefixtures("_in_chinese")
def test_in_chinese_only_names_units_and_the_output_of_the_program_are_not() -> None:
    metrics = {
        "throughput": measured(10_300.0, "samples/s"),
        "latency_p50": measured(0.18, "s"),
        "accuracy": measured(0.946, "1"),
        "energy": Quantity.missing("J", _NO_COUNTER),
        "step_rate": Quantity.missing("1/s", "gpu: no NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)"),
    }
    failed = replace(run_record("aa", metrics=metrics), state=RunState.FAILED, reason="exit code 1", name="training", tags=("baseline",))
    text = render(run_screen(failed, ["no such column: loss"]))
    assert "no such column: loss" in text
    assert "baseline" in text
    assert text.startswith("training（aa）")
    ours = text.replace("no such column: loss", "").replace("baseline", "").replace("training", "")
    names = "aa|cpu|CPU|GPU|NVIDIA|powercap|perf|libnvidia|ml|so|gpuscope|show|all|ms|gpu|driver|FLOP|profile|steps"
    assert set(re.findall("[A-Za-z]{2,}", ours)) <= set(names.split("|"))


def test_no_english_is_left_in_alerts_labels_and_reasons_in_chinese() -> None:
    gone = {f"energy_per_{item}": per(measured(10.0, "J"), 0, item) for item in ("sample", "step")}
    record = run_record("aa", metrics={"throughput": measured(10.0, "samples/s"), **gone})
    record = replace(record, devices=(DeviceResult(replace(CPU, key="sim:0", simulated="SIMULATED"), {}),))
    marks = [(1.75, "Alert: Power rises above 10 W; sim:0 (SIMULATED) has reached 70.0 W")] * 9
    language.use("zh_CN")
    try:
        text = render(run_screen(record, marks=marks))
    finally:
        language.use(language.ENGLISH)
    assert "；在 1.75 秒之后" in text
    assert "并非真实硬件：sim:0（模拟）。" in text
    assert "没有统计样本" in text
    assert re.findall(r"after|more alerts|SIMULATED|was counted", text) == []
