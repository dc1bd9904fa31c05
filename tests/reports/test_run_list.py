import re
from dataclasses import replace

import pytest

from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.run_list import metric_label, run_list, summary_table
from gpuscope.reports.run_report import sentences
from gpuscope.reports.text import render_table
from gpuscope.system import language
from tests.analysis.records import GPU, measured, run_record


def test_ids_are_cut_to_what_tells_them_apart() -> None:
    table = run_list([run_record("aaaaaaaa0001"), run_record("aaaaaaaa0002"), run_record("bbbbbbbbbbbb")])
    assert [row[0] for row in table.rows] == ["aaaaaaaa0001", "aaaaaaaa0002", "bbbbbbbbbbbb"]
    assert [row[0] for row in run_list([run_record("aaaaaaaa0001"), run_record("bbbbbbbbbbbb")]).rows] == ["aaaaaa", "bbbbbb"]


def test_a_line_tells_state_name_and_numbers() -> None:
    line = render_table(run_list([run_record("aaaaaaaa0001", metrics={"throughput": measured(2600.0, "samples/s")})])).splitlines()[1]
    assert "finished  run aaaaaaaa0001" in line
    assert "2600 samples/s" in line


def test_the_duration_is_from_start_to_end_for_every_kind_of_run() -> None:
    spec = RunSpec(COMMAND, command=("sleep", "1.2"))
    lost = run_record("cc", spec, state=RunState.INTERRUPTED, duration_s=10.2, wall_s=None)
    runs = [run_record("aa"), run_record("bb", spec, duration_s=0.216, wall_s=1.2), lost]
    header, ours, command, interrupted = render_table(run_list(runs)).splitlines()
    assert "duration" in header
    assert "  45.0 s" in ours
    assert "  1.20 s" in command
    assert "  10.2 s" in interrupted  # what its readings cover


def test_a_command_without_samples_shows_its_steps() -> None:
    spec = RunSpec(COMMAND, command=("sleep", "1.2"))
    rates = {"throughput": Quantity.missing("samples/s", "not told"), "step_rate": measured(93.6, "steps/s")}
    assert "93.60 steps/s" in render_table(run_list([run_record("bb", spec, rates)]))


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("", "2.90 kJ"),
        (" [SIMULATED]", "2.90 kJ [SIMULATED]"),
        (" [SIMULATED, recorded on 2026-11-21 on lab]", "2.90 kJ [SIMULATED]"),
        (" [recorded on 2026-11-21 on lab]", "2.90 kJ [recorded]"),
    ],
)
def test_energy_of_what_is_not_real_says_so(label: str, shown: str) -> None:
    energy = replace(measured(2900.0, "J"), source=f"gpu:0: a counter{label}")
    line = render_table(run_list([run_record("aa", metrics={"energy": energy})])).splitlines()[1]
    assert line.endswith(shown)


@pytest.mark.parametrize(
    ("columns", "name", "tags"), [(100, "cifar-cn…els last", "ablation-…"), (120, "cifar-cnn inference, channels last", "ablation-of-…")]
)
def test_long_tags_are_shortened_before_names(columns: int, name: str, tags: str) -> None:
    numbers = {"throughput": measured(2600.0, "samples/s"), "energy": measured(2900.0, "J")}
    runs = [run_record("aa", metrics=numbers, name="cifar-cnn inference, channels last", tags=("ablation-of-formats", "paper-figure"))]
    line = render_table(run_list(runs), columns).splitlines()[1]
    assert len(line) <= columns
    parts = re.split(r"\s{2,}", line)
    assert (parts[3], parts[-1]) == (name, tags)


def test_durations_of_seconds_are_in_one_form_in_chinese() -> None:
    language.use("zh_CN")
    try:
        listed = render_table(run_list([run_record("aa", wall_s=7.4), run_record("bb", wall_s=79.0)])).splitlines()
        told = sentences(run_record("aa", duration_s=1.37, wall_s=7.4))[0]
    finally:
        language.use(language.ENGLISH)
    assert "  7.40 秒" in listed[1]
    assert "  1 分 19 秒" in listed[2]
    assert told.endswith("用时 1.37 秒；从启动到结束 7.40 秒。")


def test_rates_and_origin_of_the_energy_are_in_the_readers_language() -> None:
    energy = replace(measured(2900.0, "J"), source="gpu:0: a counter [SIMULATED]")
    language.use("zh_CN")
    try:
        line = render_table(run_list([run_record("aa", metrics={"throughput": measured(2600.0, "samples/s"), "energy": energy})]))
    finally:
        language.use(language.ENGLISH)
    assert line.endswith("2600 样本/秒  2.90 kJ [模拟]")


def test_on_a_terminal_of_80_columns_speed_and_energy_of_a_run_are_whole() -> None:
    figures = {"throughput": measured(2600.0, "samples/s"), "energy": measured(24_100.0, "J")}
    run = replace(run_record("aaaaaaaa0001", None, figures, wall_s=108.0), name="resnet50 with channels last and bf16")
    line = render_table(run_list([run], is_narrow=True), 80).splitlines()[1]
    assert len(line) <= 80
    assert line.endswith("  1 min 48 s  2600 samples/s  24.1 kJ")


def test_energy_stands_in_the_unit_that_was_chosen() -> None:
    runs = [
        run_record("aa", metrics={"energy": measured(7200.0, "J")}),
        run_record("bb", metrics={"energy": Quantity.missing("J", "gone")}),
    ]
    first, second = render_table(run_list(runs, "Wh")).splitlines()[1:]
    assert first.endswith("2.00 Wh")
    assert second.endswith("–")


def test_the_summary_has_a_row_a_run_and_tells_why_a_number_is_missing() -> None:
    gpu = DeviceResult(GPU, {"power_mean": measured(70.5, "W")})
    one = run_record("aa", metrics={"energy": Quantity.missing("J", "no counter")}, devices=(gpu,))
    two = run_record("bb", metrics={"energy": measured(5.0, "J"), "loss": measured(0.25, "1")})
    header, first, second = ("".join(table_pieces(summary_table([one, two])))).splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in (first, second)]
    assert (rows[0]["energy [J]"], rows[0]["energy quality"]) == ("", "missing: no counter")
    assert (rows[1]["energy [J]"], rows[1]["energy quality"]) == ("5.0", "measured")
    assert (rows[0]["gpu:0 power_mean [W]"], rows[1]["gpu:0 power_mean [W]"]) == ("70.5", "")
    assert (rows[0]["loss [1]"], rows[0]["spec.precision"], rows[0]["environment.torch"]) == ("", "fp32", "2.13.0")


def test_a_device_s_metric_names_its_device() -> None:
    assert metric_label("gpu:0/power_mean") == "gpu:0: Power, mean"
    assert metric_label("throughput") == "Throughput"
