import math
from dataclasses import replace

import pytest

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.core.capture_request import PROFILED_MARK
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import ON_REQUEST, DeviceResult, RunGap, RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.core.workload_keys import IN_PHASE, REPORTED
from gpuscope.reports.model import Report
from gpuscope.reports.run_report import (
    keep_as_written,
    merged_gaps,
    particulars,
    run_report,
    sentences,
    shown_mark,
    spec_table,
    verdict_sentence,
)
from gpuscope.reports.setting_labels import setting_value
from gpuscope.reports.text import render
from gpuscope.system import language
from tests.analysis.records import CPU, GPU, measured, run_record
from tests.analysis.test_bottleneck import WORKLOAD

METRICS = {
    "throughput": measured(2600.0, "samples/s"),
    "latency_p50": measured(0.0246, "s"),
    "accuracy": measured(0.972, "1"),
    "loss": measured(0.09, "1"),
    "energy": Quantity.missing("J", "cpu: only root may read it"),
    "energy_per_step": Quantity.missing("J", "cpu: only root may read it"),
}


def test_the_result_is_told_in_words() -> None:
    words = " ".join(sentences(run_record("aa", metrics=METRICS, note="a note", tags=("x",)))).replace("\u202f", " ")
    assert "It finished after 500 measured steps (32 000 samples) in 40.0 s; 45.0 s from its start to its end." in words
    assert "2600 samples/s, median step 24.6 ms." in words
    assert "On held-out data: accuracy 97.2 %, loss 0.09000." in words
    assert "Energy on cpu is not known: only root may read it." in words
    assert "Note: a note" in words


def test_other_programs_that_took_the_processor_are_told_once() -> None:
    devices = (DeviceResult(CPU, {"utilization_mean": measured(1.0, "1")}), DeviceResult(WORKLOAD, {"cpu_time": measured(17.2, "s")}))
    taken = run_record("aa", RunSpec("gemm"), METRICS, devices, environment={"cpu_threads": 2}, steps_kind="kernel")
    told = [line for line in run_report(taken).lead if "Other programs used" in line]
    assert told == ["Other programs used 78.5 % of the processor meanwhile."]


def test_a_loss_that_is_no_number_says_what_may_help() -> None:
    words = " ".join(sentences(run_record("a1", metrics={"accuracy": measured(0.1, "1"), "loss": measured(math.nan, "1")})))
    assert "accuracy 10.0 %, loss NaN." in words
    assert "The training has diverged" in words
    assert "a smaller --set learning_rate" in words
    assert "diverged" not in " ".join(sentences(run_record("a1", metrics={"loss": measured(0.1, "1")})))


def test_a_command_took_from_its_start_to_its_exit() -> None:
    spec = RunSpec(COMMAND, command=("sleep", "1.2"))
    words = sentences(run_record("aa", spec, steps=None, samples=None, duration_s=0.216, wall_s=1.2))
    assert words[0] == "It finished in 1.20 s; its readings cover the last 216 ms."
    assert sentences(run_record("aa", spec, steps=None, samples=None, duration_s=None, wall_s=1.2))[0] == "It finished in 1.20 s."
    rate = {"step_rate": measured(669.0, "steps/s"), "throughput": Quantity.missing("samples/s", "not told")}
    told = sentences(run_record("aa", spec, rate, samples=None, wall_s=1.2))
    assert told[0].startswith("It finished after 500 steps in 1.20 s")
    assert told[1] == "669.0 steps/s."


def test_how_far_an_interrupted_run_was_read_is_a_sentence_after_the_reason() -> None:
    spec = RunSpec(COMMAND, command=("sleep", "20"))
    lost = run_record(
        "aa", spec, steps=None, samples=None, duration_s=10.2, wall_s=None, state=RunState.INTERRUPTED, reason="why; recorded up to 1:00"
    )
    assert sentences(lost)[0] == "It was interrupted: why; recorded up to 1:00. Its readings cover 10.2 s."


def test_the_reason_of_a_failed_command_stands_before_how_far_it_was_read() -> None:
    spec = RunSpec(COMMAND, command=("python3", "train.py"))
    failed = run_record(
        "aa", spec, steps=None, samples=None, duration_s=6.96, wall_s=7.56, state=RunState.FAILED, reason="exit code 1", exit_code=1
    )
    assert sentences(failed)[0] == "It failed in 7.56 s: exit code 1. Its readings cover the last 6.96 s."


def test_a_long_fact_of_the_environment_is_wrapped() -> None:
    fact = " ".join(["the profiler recorded 10 steps"] * 8)
    text = render(run_report(run_record("aa", environment={"packages_reason": fact})), 100)
    assert "…" not in text
    assert text.count("profiler") == 8


def test_settings_without_effect_are_left_out_and_the_others_are_plain() -> None:
    plain = run_record("aa", RunSpec("mnist-mlp", options={"learning_rate": 0.01, "mixup": 0.0, "pinned": True}))
    told = {str(key): value for key, value in spec_table(plain).rows}
    assert not {"Warm-up limit", "Ranks", "Nodes"} & set(told)
    assert (told["Seed"], told["Learning rate"], told["Mixup"], told["Pinned memory"]) == ("0", "0.01", "0", "true")
    used = run_record("ab", RunSpec("mnist-mlp", steps=20_000, warmup_limit_s=60.0, ranks=2, nodes=3))
    told = {str(key): value for key, value in spec_table(used).rows}
    assert (told["Steps"], told["Warm-up limit"], told["Ranks"], told["Nodes"]) == ("20\u202f000", "60 s", "2", "3")


def test_facts_of_the_environment_have_their_units_and_no_needless_digits() -> None:
    found = {"memory_bytes": 2**34, "gpu:0.power_limit": 700.0, "operations_per_step": 26181632.0, "torch": "2.13.0"}
    told = {key: setting_value(key, value) for key, value in found.items()}
    assert list(told.values()) == ["16.0 GiB", "700 W", "26\u202f181\u202f632", "2.13.0"]


def test_what_an_energy_leaves_out_stands_beside_it() -> None:
    energy = {"energy": measured(3000.0, "J", "gpu:0: NVML", reason="without the first 2 s")}
    assert "Energy 3.00 kJ (measured, gpu:0: NVML); without the first 2 s." in sentences(run_record("aa", metrics=energy))


def test_energy_carries_its_band_its_quality_and_its_source() -> None:
    energy = {"energy": measured(3000.0, "J", "gpu:0: NVML", uncertainty=300.0), "energy_per_sample": measured(0.05, "J")}
    assert "Energy 3.00 kJ ± 300 J, 50.0 mJ a sample (measured, gpu:0: NVML)." in sentences(run_record("aa", metrics=energy))


def test_the_energy_of_a_command_is_told_apart_from_that_of_its_steps() -> None:
    energy = {"energy": measured(1450.0, "J", "gpu:0: NVML"), "energy_per_sample": measured(0.0493, "J")}
    told = sentences(run_record("aa", RunSpec(COMMAND, command=("train",)), metrics=energy))
    assert "Energy 1.45 kJ, 49.3 mJ a sample in its timed steps (measured, gpu:0: NVML)." in told


def test_a_failure_names_its_cause() -> None:
    failed = run_record("aa", state=RunState.FAILED, reason="out of memory", exit_code=1, steps=None, samples=None, duration_s=None)
    assert sentences(failed)[0] == "It failed; 45.0 s from its start to its end; exit code 1: out of memory."
    killed = replace(failed, exit_code=None, signal=9)
    assert "signal 9" in sentences(killed)[0]


def test_a_live_run_tells_no_result() -> None:
    live = run_record("aa", metrics=METRICS, state=RunState.RUNNING, duration_s=None, wall_s=None)
    assert sentences(live) == ["It is running."]


def test_simulated_devices_are_named() -> None:
    result = DeviceResult(replace(GPU, simulated="stand-in NVML"), {"power_mean": measured(70.0, "W")})
    text = render(run_report(run_record("aa", devices=(result,))))
    assert "Not real hardware: gpu:0 (stand-in NVML)." in text
    assert "gpu:0: A card [stand-in NVML]" in text


@pytest.mark.parametrize("key", ["slowed_power_cap", "utilization_mean", "sm_activity_mean", "fan_peak"])
def test_shares_are_told_in_percent(key: str) -> None:
    result = DeviceResult(GPU, {key: measured(0.0692, "1")})
    line = next(one for one in render(run_report(run_record("aa", devices=(result,)))).splitlines() if one.startswith("gpu:0   "))
    assert "6.92 %" in line


def test_what_is_missing_for_one_reason_shares_a_row() -> None:
    lines = render(run_report(run_record("aa", metrics=METRICS))).splitlines()
    row = next(line for line in lines if line.startswith("Energy; Energy per step"))
    assert row.split()[-8:] == ["–", "missing", "cpu:", "only", "root", "may", "read", "it"]


def test_gaps_surroundings_and_last_lines_are_shown() -> None:
    gap = RunGap(1.5, 2.25, "cpu", ("utilization",), "the helper was restarted")
    record = run_record(
        "aa",
        devices=(DeviceResult(CPU, {"utilization_mean": measured(0.5, "1")}, (gap,)),),
        environment={"memory_bytes": 2**34, "torch": "2.13.0"},
    )
    text = render(run_report(record, ["the \x1b[31mend"], [("cpu", "power", 70.0)]))
    assert "50.0 %" in text
    assert "1.50   2.25  Utilization  the helper was restarted" in text
    assert "16.0 GiB" in text
    assert r"the \x1b[31mend" in text
    assert "Last readings" in text


def test_gaps_of_several_calls_with_the_same_times_and_reason_share_a_row() -> None:
    killed = [RunGap(22.0, 23.4, "cpu", keys, "the helper was ended") for keys in (("power", "energy"), ("utilization",))]
    gaps = (*killed, RunGap(22.0, 23.4, "cpu", ("clock",), "another reason"), RunGap(30.0, None, "cpu", ("power",), "the helper was ended"))
    table = next(one for one in run_report(run_record("aa", devices=(DeviceResult(CPU, {}, gaps),))).tables if one.title.startswith("Gaps"))
    assert table.rows == (
        ("cpu", 22.0, 23.4, "Power; Energy; Utilization", "the helper was ended"),
        ("cpu", 22.0, 23.4, "Clock", "another reason"),
        ("cpu", 30.0, None, "Power", "the helper was ended"),
    )
    whole = [replace(killed[0], metrics=()), *killed]
    assert [gap.metrics for gap in merged_gaps(whole)] == [gap.metrics for gap in merged_gaps(whole[::-1])] == [()], "none stands for all"


def test_the_last_utilization_of_a_live_run_is_a_percentage() -> None:
    text = render(run_report(run_record("aa"), (), [("cpu", "utilization", 1.0), ("cpu", "power", 70.0)]))
    assert "cpu     Utilization   100 %" in text
    assert "cpu     Power        70.0 W" in text


def test_a_command_is_shown_as_it_was_given() -> None:
    record = run_record("aa", RunSpec(COMMAND, command=("python", "train.py")), steps=None)
    assert "python train.py" in render(run_report(record))


def test_a_headline_is_no_longer_than_a_line() -> None:
    title = run_report(run_record("aa", name="python3 -c " + "x" * 5000 + " end")).title
    assert len(title) < 90
    assert title.startswith("python3 -c xx")
    assert title.endswith("xx end  (aa)")


def test_a_compression_tells_what_was_before() -> None:
    told = {
        "model_size_bytes": measured(2.0**20, "B"),
        "model_size_bytes_before": measured(2.0**22, "B"),
        "accuracy_before": measured(0.98, "1"),
    }
    words = " ".join(sentences(run_record("aa", metrics=told))).replace("\u202f", " ")
    assert "Compressed from 4.00 MiB to 1.00 MiB; accuracy before 98.0 %." in words
    student = " ".join(sentences(run_record("aa", metrics={**told, "accuracy_undistilled": measured(0.9, "1")}))).replace("\u202f", " ")
    assert "accuracy before 98.0 %, of the student without a teacher 90.0 %." in student
    assert "Compressed" not in " ".join(sentences(run_record("aa", metrics={"model_size_bytes": measured(2.0**20, "B")})))


def test_what_held_a_run_back_stands_with_its_figures_and_what_to_try() -> None:
    spec = RunSpec("cifar-cnn-loader", options={"workers": 0, "prefetch": 2, "augmentation": "none"})
    times = {"phase_time_data": measured(0.03, "s"), "phase_time_forward": measured(0.01, "s")}
    record = run_record("a", spec, times)
    table = next(one for one in run_report(record).tables if one.title == "What held it back")
    assert table.rows == (
        ("Verdict", "Input-bound: the steps wait for their data."),
        ("Evidence", "Share of a step spent on getting its data: 75.0 % (≥ 30 %)"),
        ("To try", "More loading processes prepare batches while steps run: --set workers=2"),
    )
    assert "Input-bound: the steps wait for their data." in run_report(record).lead
    emulated = {"arithmetic": "emulated", "arithmetic_reason": "no unit of it computes BF16"}
    also = next(one for one in run_report(replace(record, environment=emulated)).tables if one.title == "What held it back")
    assert also.rows[1] == ("Also", "Number format emulated here: no unit of it computes BF16.")
    live = run_report(replace(record, state=RunState.RUNNING))
    assert next(one for one in live.tables if one.title == "What held it back").rows == ()


def test_what_a_program_reported_is_told_in_chinese_without_spaces_between_sentences() -> None:
    told = {f"{IN_PHASE}data": measured(20.0, "s"), f"{REPORTED}loss": measured(0.5, "1")}
    language.use("zh_CN")
    try:
        assert "其各阶段：占运行的 data 44.4 %。最后报告：loss 0.5000。" in " ".join(sentences(run_record("aa", metrics=told)))
    finally:
        language.use(language.ENGLISH)


def test_an_emulated_format_is_told_in_chinese_whatever_its_reason() -> None:
    facts = {"arithmetic": "emulated", "arithmetic_reason": "BF16 is emulated on this processor (no AVX512-BF16, no AMX)"}
    verdict = bottleneck(run_record("a", RunSpec("cifar-cnn", precision="bf16"), environment=facts))
    language.use("zh_CN")
    try:
        assert verdict_sentence(verdict) == "此处模拟该数值格式：BF16 在此处理器上为模拟（没有 AVX512-BF16，也没有 AMX）。"
    finally:
        language.use(language.ENGLISH)


def test_a_window_shorter_than_a_second_is_a_note_of_the_run() -> None:
    words = "Measured for only 310 ms: results of windows under a second vary widely (use more --steps, or --duration 10s)."
    assert words in particulars(run_record("aa", duration_s=0.31))
    assert particulars(run_record("aa", duration_s=1.0)) == []
    assert particulars(run_record("aa", duration_s=0.31, state=RunState.RUNNING)) == []


def test_phases_of_a_run_whose_end_nobody_saw_are_shares_of_the_time_it_was_seen() -> None:
    told = {"in_phase train": measured(3.0, "s"), "in_phase data": measured(1.5, "s")}
    spec = RunSpec(COMMAND, command=("train",))
    assert "Its phases: train 50.0 %, data 25.0 % of the run." in sentences(run_record("aa", spec, told, wall_s=6.0))
    cut_off = run_record("aa", spec, told, wall_s=None, duration_s=6.0, state=RunState.INTERRUPTED)
    assert "Its phases: train 50.0 %, data 25.0 % of the run." in sentences(cut_off)
    unknown = run_record("aa", spec, told, wall_s=None, duration_s=None, state=RunState.FAILED)
    assert not any("phases" in sentence for sentence in sentences(unknown))


def test_a_run_that_was_stopped_on_request_says_so_once() -> None:
    asked = replace(run_record("aa", metrics=METRICS), state=RunState.STOPPED, reason=ON_REQUEST)
    (told,) = [sentence for sentence in sentences(asked) if "stopped" in sentence]
    assert told.startswith("It was stopped on request after 500 measured steps")
    assert told.count("stopped") == 1


@pytest.mark.parametrize(
    ("code", "signal", "reason", "told"),
    [
        (127, None, "exit code 127: a command in it was not found", "退出码 127：其中有一个命令未找到。"),
        (1, None, "exit code 1: out of shared memory (/dev/shm): Bus error; gone", "退出码 1：共享内存（/dev/shm）不足：Bus error; gone。"),
        (1, None, "exit code 1: the disk is full: OSError: no", "退出码 1：磁盘已满：OSError: no。"),
        (1, None, "exit code 1: ValueError: bad; here we go. Now", "退出码 1：ValueError: bad; here we go. Now。"),
        (4, None, "exit code 4: out of GPU memory: CUDA out of memory. Go to it", "退出码 4：显存不足：CUDA out of memory. Go to it。"),
        (3, None, "exit code 3, and its output ends with: gone; try again", "退出码 3，其输出的最后一行：gone; try again。"),
        (1, None, "exit code 1: its Python finds no module apex", "退出码 1：其 Python 找不到模块 apex。"),
        (None, 9, "killed from outside or by itself: SIGKILL (killed)", "信号 9：被外部终止，或自行终止：SIGKILL (killed)。"),
    ],
)
def test_why_a_command_ended_is_in_the_readers_language_and_its_own_message_as_it_was(
    code: int | None, signal: int | None, reason: str, told: str
) -> None:
    spec = RunSpec(COMMAND, command=("sh", "-c", "python t.py; exit"))
    record = replace(run_record("aa", spec), state=RunState.FAILED, name="sh -c 'a; b'", exit_code=code, signal=signal, reason=reason)
    language.use("zh_CN")
    try:
        keep_as_written(record)
        report = run_report(record)
        rendered = render(report)
    finally:
        language.use(language.ENGLISH)
    assert told in report.lead[0]
    assert told in rendered.replace("\n", "")
    assert rendered.startswith("sh -c 'a; b'")
    assert "sh -c 'python t.py; exit'" in rendered


def test_the_name_that_a_recording_of_the_machine_has_by_default_is_no_name_in_other_sentences() -> None:
    why = "this machine's kernel offers no energy counter (no powercap, no perf power events); common in virtual machines"
    record = replace(run_record("aa", RunSpec(ATTACHED), {"energy": Quantity.missing("J", f"cpu: {why}")}), name="this machine")
    language.use("zh_CN")
    try:
        keep_as_written(record)
        assert "本机的内核没有能量计数器" in " ".join(sentences(record))
    finally:
        language.use(language.ENGLISH)


def test_what_was_run_stays_as_it_was_written_and_facts_are_in_the_readers_language() -> None:
    facts = {"command": "sh -c 'true; exit'", "git_reason": "the working folder is not a git repository"}
    record = run_record("aa", RunSpec(COMMAND, command=("sh", "-c", "true; exit")), environment=facts)
    language.use("zh_CN")
    try:
        tables = {table.title: render(Report("", (), (table,))) for table in run_report(record).tables}
    finally:
        language.use(language.ENGLISH)
    assert "sh -c 'true; exit'" in tables["What was run"]
    assert "sh -c 'true; exit'" in tables["Environment"]
    assert "不是 git 仓库" in tables["Environment"]


@pytest.mark.parametrize(
    ("exit_code", "signal", "is_told"), [(130, None, False), (143, None, False), (None, 2, False), (3, None, True), (None, 9, True)]
)
def test_how_a_program_answers_a_stop_is_told_only_if_it_is_unusual(exit_code: int | None, signal: int | None, is_told: bool) -> None:
    asked = replace(run_record("aa", metrics=METRICS), state=RunState.STOPPED, reason=ON_REQUEST, exit_code=exit_code, signal=signal)
    words = f"exit code {exit_code}" if signal is None else f"signal {signal}"
    assert (words in sentences(asked)[0]) is is_told
    assert words in sentences(replace(asked, state=RunState.FAILED, reason=None))[0]


def test_the_mark_of_a_profile_is_told_in_the_language_and_a_mark_of_the_user_as_it_is() -> None:
    assert shown_mark(PROFILED_MARK) == "profiled"
    language.use("zh_CN")
    try:
        assert (shown_mark(PROFILED_MARK), shown_mark("running")) == ("剖析", "running")
    finally:
        language.use(language.ENGLISH)
