"""Tests of the language of the user interface."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.system import language
from gpuscope.system.catalogue import ENGINE, Catalogue, catalogue_file, read_catalogue
from gpuscope.system.language import composed, translated

GERMAN = {
    "power": "Leistung",
    "{0} of {1}": "{0} von {1}",
    "{0} more": "{0} weitere",
    "same {0}": "gleich: {0}",
    "the mean clock of {0} is {1} lower": "der mittlere Takt von {0} ist um {1} niedriger",
    "other programs used {0} of the processor meanwhile": "andere Programme nahmen derweil {0} des Prozessors",
    "Choose one of {0}": "Wähle aus {0}",
    "{0} and {0} again": "{0} und wieder {0}",
    "{1} before {0}": "{1} vor {0}",
    "the shares are {0}": "die Anteile: {0}",
    "copies": "Kopien",
    "cuda": "cuda",
    "mps": "mps",
    "ended without a word{0}": "endete wortlos{0}",
    ", and early": " und früh",
    "about {0}": "etwa {0}",
    "its recorder ended {0}: {1}": "der Rekorder endete {0}: {1}",
    "2 times": "2-mal",
    "{0}; {3} of {4} kernels are short": "{0}; {3} von {4} Kerneln sind kurz",
    "made on {0}": "gemacht auf {0}",
    "Made on {0}: a run here is elsewhere.": "Auf {0} gemacht: ein Lauf hier ist woanders.",
}


@pytest.fixture(autouse=True)
def _in_german() -> Iterator[None]:
    language.use_catalogue(Catalogue("de", {ENGINE: GERMAN, "Page": {"Open": "Öffnen"}}))
    yield
    language.use(language.ENGLISH)


def test_a_quantity_and_its_unit_are_translated() -> None:
    catalogue = {"throughput": "吞吐量", "samples/s": "样本/秒", ", ": "，", "comparable": "可比较"}
    language.use_catalogue(Catalogue("zh_CN", {ENGINE: catalogue}))
    assert [composed(text) for text in ("Throughput, samples/s", "✓ comparable")] == ["吞吐量，样本/秒", "✓ 可比较"]
    assert [language.unit_name(unit) for unit in ("M samples/s", "ms", "")] == ["M 样本/秒", "ms", ""]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("power", "Leistung"),
        ("Power", "Leistung"),
        ("a phase of the user", "a phase of the user"),
        ("The mean clock of gpu:0 is 7.0 % lower.", "Der mittlere Takt von gpu:0 ist um 7.0 % niedriger."),
        ("The mean clock of power is 7.0 % lower", "Der mittlere Takt von Leistung ist um 7.0 % niedriger"),
        ("bf16: other programs used 84.6 % of the processor meanwhile.", "bf16: andere Programme nahmen derweil 84.6 % des Prozessors."),
        ("3 of 7", "3 von 7"),
        ("the noise of many programs", "the noise of many programs"),
        ("Same power. Choose one of a, b.", "Gleich: Leistung. Wähle aus a, b."),
        ("x and x again", "x und wieder x"),
        ("x and y again", "x and y again"),
        ("7 before 3", "7 vor 3"),
        ("name: nothing known", "name: nothing known"),
        ("power, W", "Leistung, W"),
        ("same power; same 3 W. Choose one of 7", "gleich: Leistung; gleich: 3 W. Wähle aus 7"),
        ("same rate, W", "same rate, W"),
        ("same power, W2", "gleich: Leistung, W2"),
        ("The shares are power 20 %, copies 8.53 % and copies.", "Die Anteile: Leistung 20 %, Kopien 8.53 %, Kopien."),
        ("ended without a word", "endete wortlos"),
        ("ended without a word, and early", "endete wortlos und früh"),
        ("about 1 min 05 s", "etwa 1 min 05 s"),
        ("Same power. 3 of 7", "Gleich: Leistung. 3 von 7"),
        ("gpu:0 power", "gpu:0 Leistung"),
        (
            "its recorder ended 2 times: other programs used 84.6 % of the processor meanwhile",
            "der Rekorder endete 2-mal: andere Programme nahmen derweil 84.6 % des Prozessors",
        ),
        ("power; 3 of 4 kernels are short", "Leistung; 3 von 4 Kerneln sind kurz"),
        ("Made on box: a run here is elsewhere.", "Auf box gemacht: ein Lauf hier ist woanders."),
        ("the shares are copies: same power; same 3 W", "die Anteile: Kopien: gleich: Leistung; gleich: 3 W"),
        ("The mean clock of a is 7 % lower: same power", "Der mittlere Takt von a ist um 7 % niedriger: gleich: Leistung"),
        ("the shares are cuda and mps", "die Anteile: cuda, mps"),
        ("same power (aten::mm, x and y)", "gleich: Leistung (aten::mm, x and y)"),
        ("", ""),
    ],
)
def test_sentences_are_translated_around_their_names_and_figures(english: str, german: str) -> None:
    assert composed(english) == german


def test_names_of_users_stay_though_they_are_words_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language._Current, "names", frozenset())
    assert composed("The mean clock of power is 7 % lower.").startswith("Der mittlere Takt von Leistung")
    language.keep_names(["power"])
    assert composed("The mean clock of power is 7 % lower.").startswith("Der mittlere Takt von power")
    assert composed("power: copies") == "power: Kopien"
    assert translated("power") == "Leistung"


def test_a_name_of_several_parts_is_never_rewritten() -> None:
    language.use("zh_CN")
    name = "ladder: INT8, cifar-cnn inference"
    language.keep_names([name, "训练: 甲", "mlp cpu fp32", "python train.py"])
    taken = "other programs used 3 % of the processor meanwhile"
    assert composed(name) == name
    assert composed(f"{name}: {taken}.") == f"{name}：其间其他程序占用了处理器的 3 %。"
    assert composed(f"{name} finished 3 times") == f"{name} finished 3 times"
    assert composed("idle power (训练: 甲): 71.5 W, recorded at 2026-11-21").startswith("空闲功率（训练: 甲）")
    assert composed("its device was used meanwhile by “a -x and b” and “c”") == "其间其设备也被 “a -x and b”、“c” 使用"
    assert composed("2.00 ms less in softmax (aten::_softmax, aten::exp)") == "softmax（aten::_softmax, aten::exp）减少 2.00 ms"
    assert composed("mlp cpu fp32 against python train.py") == "mlp cpu fp32 对 python train.py"
    assert composed(f"x{name}") != f"x{name}"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the texts are those of Linux")
@pytest.mark.parametrize(
    ("number", "chinese"), [(errno.ENOSPC, "设备上没有剩余空间"), (errno.EACCES, "权限不足"), (errno.EROFS, "文件系统只读")]
)
def test_an_error_of_the_system_is_in_the_readers_language(number: int, chinese: str) -> None:
    language.use("zh_CN")
    try:
        assert composed(f"/data/a.csv cannot be written: {os.strerror(number)}") == f"无法写入 /data/a.csv：{chinese}"
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize(
    ("duration", "chinese"),
    [("1.4 s", "1.4 秒"), ("30 s", "30 秒"), ("1 min 00 s", "1 分 00 秒"), ("420 ms", "420 ms"), ("700 W", "700 W")],
)
def test_a_duration_is_in_the_readers_language(duration: str, chinese: str) -> None:
    assert language.duration_text(duration) == duration
    language.use("zh_CN")
    try:
        assert language.duration_text(duration) == chinese
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize(("value", "chinese"), [("3", "区间内的 3 个，到 3 为止"), ("样本", "区间内的样本个，到样本为止")])
def test_chinese_parts_ideographs_from_latin_letters_and_figures_only(value: str, chinese: str) -> None:
    language.use_catalogue(Catalogue("zh_CN", {ENGINE: {"{0} of the window": "区间内的 {0} 个，到{0}为止"}}))
    assert composed(f"{value} of the window") == chinese


def test_labels_and_remarks_have_the_punctuation_of_the_language() -> None:
    language.use("zh_CN")
    assert (language.labelled("功率", "3 W"), language.remarked("删除", "Del")) == ("功率：3 W", "删除（Del）")
    language.use("en")
    assert (language.labelled("Power", "3 W"), language.remarked("Delete", "Del")) == ("Power: 3 W", "Delete (Del)")


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("cifar-cnn training", "cifar-cnn 训练"),
        ("cifar-cnn inference on cuda:0", "cifar-cnn 推理，cuda:0"),
        ("cifar-cnn training on cuda:0: 8 rungs; about 2 min 05 s", "cifar-cnn 训练，cuda:0：8 级；约 2 分 05 秒"),
        ("cifar-cnn training became 1.81\u00a0× faster, mostly thanks to BF16.", "cifar-cnn 训练的速度提高到 1.81 倍，主要归功于 BF16。"),
        ("mnist-mlp training: batch size × precision", "mnist-mlp 训练：批大小 × 精度"),
        (
            "mnist-mlp training: batch size × precision: 6 cells; at most 10 s of runs; about 20 s",
            "mnist-mlp 训练：批大小 × 精度：6 格；运行总时间最多 10 秒；约 20 秒",
        ),
        (
            "BF16 is fastest: 120 samples/s, 3.2\u00a0× as fast as the slowest cell.",
            "BF16 最快：120 样本/秒，速度为最慢一格的 3.2 倍。",
        ),
        ("Not real hardware: gpu:0 (SIMULATED).", "并非真实硬件：gpu:0（模拟）。"),
        ("gpu:0: NVML energy counter", "gpu:0：NVML 能量计数器"),
        ("gpu:0: a name of the user", "gpu:0: a name of the user"),
        ("energy averaged over 1.2 s", "能耗按 1.2 秒平均"),
        (
            "integral of simulated power, sampled an unknown share of the time [SIMULATED]",
            "simulated power 的积分，采样未知比例的时间 [模拟]",
        ),
        ("an H100 [of a user]", "an H100 [of a user]"),
        (
            "A step is spent on forward (28.0 %), waiting for data (2.69 %).",
            "一步的时间用于前向（28.0 %）、等待数据（2.69 %）。",
        ),
        ("A step is spent on waiting for data (99.5 %).", "一步的时间用于等待数据（99.5 %）。"),
        (
            "Waiting for data takes 47.5 % of a step: more DataLoader workers (num_workers) make the batches beside the steps.",
            "等待数据占一步的 47.5 %：更多的 DataLoader 工作进程（num_workers）可在各步进行的同时组成批次。",
        ),
        (
            "The profiler recorded 10 steps from 100 on; starting and writing took 69.2 ms.",
            "剖析器从 100 起录制了 10 步；启动和写入用时 69.2 ms。",
        ),
        ("2 marks", "2 个标记"),
        ("Everything of run a1 is in run.json", "运行 a1 的全部内容在 run.json 中"),
        ("The samples of run a1 are in samples.csv", "运行 a1 的样本在 samples.csv 中"),
        ("The 2 runs are in two.gpuscope", "这 2 个运行在 two.gpuscope 中"),
        ("The numbers of 2 runs are in all.csv", "2 个运行的数值在 all.csv 中"),
        ("2 runs there already", "2 个运行已在此处"),
        ("batch size 128 against batch size 64: 2 repeats each, in turns", "批大小 128 对比批大小 64：各重复 2 次，轮流进行"),
        ("batch size 128 against batch size 64: one run each", "批大小 128 对比批大小 64：各运行一次"),
        ("python train.py: 3 runs", "python train.py：3 个运行"),
        ("repeat 1 of 2: a", "第 1 次重复（共 2 次）：a"),
        (
            "Run a1 is deleted; 'gpuscope delete --restore a1' brings it back until --purge.",
            "运行 a1 已删除；在 --purge 之前可用“gpuscope delete --restore a1”恢复。",
        ),
        ("Stopped on request. Quick look: one short run per cell, no verdict.", "按请求停止。速览：每格一次短运行，不下结论。"),
        ("The alert command 'x' was not found.", "找不到警报命令 'x'。"),
        ("Set GPUSCOPE_HOME to a folder that can be written.", "请将 GPUSCOPE_HOME 设为可写的文件夹。"),
        ("The device waited 3.2 s in 4 gaps for the loop's next batch (12 % of the time)", None),
    ],
)
def test_sentences_of_names_and_durations_are_in_chinese_throughout(english: str, chinese: str | None) -> None:
    language.use("zh_CN")
    shown = composed(english)
    assert shown == chinese if chinese is not None else "等待了 3.2 秒（" in shown


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (
            "zh_CN",
            ["甲（乙）", "甲（乙）", "%（共 4 个核心）", "% 共 4 个核心", "快 3 %，能耗少 2 %", "bf16 的能耗少 2 %", "基线的能耗少 2 %"],
        ),
        ("en", ["甲 (乙)", "甲  (乙)", "%（共 4 个核心）", "% 共 4 个核心", "快 3 % and 能耗少 2 %", "bf16 能耗少 2 %", "基线 能耗少 2 %"]),
    ],
)
def test_what_is_joined_is_joined_as_the_language_does(code: str, shown: list[str]) -> None:
    language.use(code)
    assert [
        language.remarked("甲", "乙"),
        language.remarked("甲", "乙", "  "),
        language.noted("%", "（共 4 个核心）"),
        language.noted("%", "共 4 个核心"),
        language.joined_clauses(["快 3 %", "能耗少 2 %"]),
        language.about_subject("bf16", "能耗少 2 %"),
        language.about_subject("基线", "能耗少 2 %"),
    ] == shown


def test_a_text_of_the_window_belongs_to_its_context() -> None:
    assert language.in_context("Page", "Open") == "Öffnen"
    assert language.in_context("Dialog", "Open") is None
    assert translated("Open") == "Open"


def test_english_is_what_the_code_says() -> None:
    language.use(language.ENGLISH)
    assert language.current() == "en"
    assert (composed("same power"), translated("power"), language.in_context("Page", "Open")) == ("same power", "power", None)


def test_another_language_is_shown_at_once() -> None:
    assert composed("same power") == "gleich: Leistung"
    language.use_catalogue(Catalogue("fr", {ENGINE: {"same {0}": "même {0}"}}))
    assert composed("same power") == "même power"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "zh_CN"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_SG.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh_CN"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh_CN:en"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "en_GB:zh_CN"}, "en"),
    ],
)
def test_the_environment_asks_for_a_language(environment: dict[str, str], code: str) -> None:
    assert language.wanted(environment) == code


@pytest.mark.parametrize("content", [None, "", "<TS><context>", "no XML at all"])
def test_a_catalogue_that_cannot_be_read_leaves_everything_in_english(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "zh_CN.ts"
    if content is not None:
        file.write_text(content)
    assert (read_catalogue(file).code, read_catalogue(file).contexts) == ("zh_CN", {})


def test_what_has_no_translation_stays_english(tmp_path: Path) -> None:
    file = tmp_path / "xx.ts"
    file.write_text(
        "<TS><context><name>Page</name><message><source>Open</source><translation>Auf</translation></message>"
        '<message><source>Close</source><translation type="unfinished"/></message></context></TS>'
    )
    assert read_catalogue(file).contexts == {"Page": {"Open": "Auf"}}


@pytest.mark.parametrize(
    "english",
    [
        "it saves 3.00 ms of device time per step (4.00 ms before, 1.00 ms now): 2.00 ms less in attention (mm); 1.00 ms less in copies.",
        "b takes as much device time per step as a, 50.1 ms: 3.00 ms less in attention; 2.00 ms more in copies.",
        "At each run's mean power that is 4.80 J per step; before 15.0 J.",
        "3 runs were salvaged in full, 0 lost, 1 in part (a, b)",
        "3 steps came too fast to be read and went missing",
        "1 of 5 runs of a failed",
        "2 of 5 runs of a were interrupted",
        "1 of 2 runs of a was salvaged in part",
        "3 events could not be read, so left out.",
        "2 events found twice in the file counted once.",
        "13 % of the run; within 2 other phases",
        "idle power (bare): 71.5 W, recorded at 2026-11-21",
        "Power and energy will not be compared: that takes windows of 30 s, the last run's was 4.00 s. 3750 steps would suffice.",
        "6.00 kB in 2 profiles; deleted with their runs",
        "waits for plan p1: 2 x 3; waits for run r 2",
        "also runs on this device: plan p12 (1 x 2) and run r1 (2 x 3 x 4); both will measure slower, 'run --after' would wait",
    ],
)
def test_no_part_of_a_sentence_stays_english_in_chinese(english: str) -> None:
    language.use("zh_CN")
    assert not re.findall("[A-Za-z]{3,}", composed(english).removeprefix("it ").replace("“run --after”", ""))


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Same clock. Try it: setup. It takes long.", "Gleich: clock. Versuche es: setup. Es dauert lange."),
        ("Try it: setup. It takes long. Same clock.", "Versuche es: setup. Es dauert lange. Gleich: clock."),
        ("Same clock. It has 2 parts. Both are long. Power.", "Gleich: clock. Er hat 2 Teile. Beide sind lang. Leistung."),
    ],
)
def test_a_text_of_several_sentences_is_translated_beside_others(english: str, german: str) -> None:
    texts = {
        **GERMAN,
        "Try it: setup. It takes long.": "Versuche es: setup. Es dauert lange.",
        "It has {0} parts. Both are long.": "Er hat {0} Teile. Beide sind lang.",
    }
    language.use_catalogue(Catalogue("de", {ENGINE: texts}))
    assert composed(english) == german


@pytest.mark.parametrize("context", ["PlanBar", "RunPage", "RunRepeats"])
def test_a_plan_that_has_ended_is_set_apart_from_the_words_about_it(context: str) -> None:
    texts = read_catalogue(catalogue_file("zh_CN")).contexts[context]
    assert [shown for shown in texts.values() if re.search(r"\{0\}已结束", shown)] == []


def test_a_step_beside_a_figure_is_set_in_chinese_without_a_space() -> None:
    assert read_catalogue(catalogue_file("zh_CN")).contexts["RunFigures"]["at {0}"].format("预热第 11 步") == "于预热第 11 步"


def test_no_text_has_more_sentences_than_are_kept_together() -> None:
    texts = read_catalogue(catalogue_file("zh_CN")).contexts[ENGINE]
    assert max(len(re.split(language._SENTENCES, text)) for text in texts) == language._TOGETHER


def test_why_a_workload_needs_torch_is_in_chinese_throughout() -> None:
    language.use("zh_CN")
    cure = "Find or install it: gpuscope setup. Any command is recorded without it: gpuscope run -- …"
    assert composed(f"Torch is not installed for this Python. {cure}") == f"此 Python 没有安装 torch。{translated(cure)}"


def test_a_filled_in_template_is_among_those_tried() -> None:
    catalogue = read_catalogue(catalogue_file("zh_CN"))
    place = re.compile(r"\{\d\}")
    lost = [template for _, template in catalogue.templates if template not in catalogue.templates_for(place.sub("a1", template))]
    assert not lost
    assert len(list(catalogue.templates_for("other programs used 84.6 % of the processor meanwhile"))) < len(catalogue.templates) / 100


def test_no_chinese_text_has_spaces_around_wide_brackets_or_a_word_that_was_given_up() -> None:
    """A wide bracket brings its own room; each word given up has one successor: 共, 非有限值, 无新步的时长."""
    given_up = re.compile("[ \u00a0]（|）[ \u00a0]|历时|不是有限|无步时间")
    contexts = read_catalogue(catalogue_file("zh_CN")).contexts
    assert [shown for texts in contexts.values() for shown in texts.values() if given_up.search(shown)] == []


def test_a_reason_behind_a_colon_stays_in_its_sentence_however_long_it_is() -> None:
    """The reason has more letters than the sentence around it, which ends with a full stop, and "{0} is not known" is a template too."""
    language.use("zh_CN")
    reason = "the traces hold no collectives"
    assert composed(f"Waiting is not known: {reason}.") == f"等待时间未知：{translated(reason)}。"
    assert composed(f"Waiting is not known for rank 1: {reason}.") == f"rank 1 的等待时间未知：{translated(reason)}。"
    assert composed(f"Waiting is not known for ranks 1, 2: {reason}.") == f"rank 1, 2 的等待时间未知：{translated(reason)}。"
