"""The claim in the headline: a verdict if there are repeats, a ratio if there are none."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_blocks import in_language
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_front import headline, lead, notices, picture, run_description
from gpuscope.reports.pdf_tables import differences, every_metric, remark_notes
from gpuscope.system import language
from tests.analysis.records import measured, run_record

SCATTER = (1.0, 1.004, 0.997, 1.002, 0.999)


def told(
    speeds: Sequence[float], repeats: int = 5, key: str = "throughput", unit: str = "samples/s", scatters: Sequence[float] = SCATTER
) -> str:
    groups = []
    for number, speed in enumerate(speeds):
        runs = [
            run_record(f"{number:02x}{at:02x}", metrics={key: measured(100 * speed * scatter, unit)}, wall_s=100.0)
            for at, scatter in enumerate(scatters[:repeats])
        ]
        groups.append(Group("ABCDEFGH"[number], tuple(replace(run, spec=replace(run.spec, seed=at)) for at, run in enumerate(runs))))
    return headline(ComparisonView(compare(groups)))


@pytest.mark.parametrize(
    ("speeds", "words"),
    [
        ((1, 1.8), "B is 1.80\u00a0× faster than A"),
        ((1, 0.5), "B is 2.00\u00a0× slower than A"),
        ((1, 1.0001), "B and A: no measurable difference in throughput"),
        ((1, 1.3, 1.8), "B is 1.30\u00a0× and C 1.80\u00a0× faster than A"),
        ((1, 1.3, 0.5), "B is 1.30\u00a0× faster and C 2.00\u00a0× slower than A"),
        ((1, 1.3, 1.0), "B is 1.30\u00a0× faster than A; C is not measurably faster or slower"),
        ((1, 1, 1), "B and C are not measurably faster or slower than A"),
        ((1, 1.2, 1.3, 1.4, 1.5), "4 other groups are 1.20 to 1.50\u00a0× faster than A"),
        (
            (1, 1.2, 1.3, 1.0, 0.5),
            "2 of 4 other groups are 1.20 to 1.30\u00a0× faster and 1 of 4 other groups is 2.00\u00a0× slower than A",
        ),
        ((1, 1, 1, 1, 1), "None of the 4 other groups is measurably faster or slower than A"),
    ],
)
def test_repeats_give_a_verdict(speeds: Sequence[float], words: str) -> None:
    assert told(speeds) == words


def test_fewer_repeats_than_a_claim_needs_are_told_in_the_headline() -> None:
    assert told((1, 1.8), repeats=3) == "So far, B is 1.80\u00a0× faster than A"
    assert told((1, 1.3, 1.8), repeats=3) == "So far, B is 1.30\u00a0× and C 1.80\u00a0× faster than A"
    assert told((1, 1, 1), repeats=3) == "B and C are not measurably faster or slower than A"
    groups = [
        Group(name, tuple(run_record(f"{name}{at}", RunSpec("mnist-mlp", seed=at), {"throughput": measured(speed * scatter, "samples/s")})
                          for at, scatter in enumerate(SCATTER[:repeats])))
        for name, speed, repeats in (("A", 100.0, 5), ("B", 130.0, 3), ("C", 180.0, 5))
    ]  # fmt: skip
    assert headline(ComparisonView(compare(groups))) == "B is 1.30\u00a0× and C 1.80\u00a0× faster than A; B only so far"


def test_a_factor_near_one_is_not_shown_as_one() -> None:
    steady = (1.0, 1.0004, 0.9997, 1.0002, 0.9999)
    assert told((1, 1.004, 1.3), scatters=steady) == "B is 1.004\u00a0× and C 1.30\u00a0× faster than A"


@pytest.mark.parametrize(
    ("speeds", "words"),
    [((1, 1.8), "B has 1.80\u00a0× the throughput of A"), ((1, 1.3, 1.8), "B has 1.30\u00a0× and C 1.80\u00a0× the throughput of A")],
)
def test_single_runs_give_a_ratio_that_claims_nothing(speeds: Sequence[float], words: str) -> None:
    assert told(speeds, repeats=1) == words


def test_a_difference_of_another_metric_is_told_of_two_groups() -> None:
    assert told((1, 0.5), key="latency_p99", unit="s") == "B has 50 % lower p99 step time than A"


@pytest.mark.parametrize(
    ("spec", "length"),
    [(RunSpec("gemm", steps=300), ", 300 steps on"), (RunSpec("gemm", duration_s=10.0), ", measured for 10.0\u00a0s on")],
)
def test_the_first_sentence_says_how_long_the_runs_were_to_measure(spec: RunSpec, length: str) -> None:
    runs = [run_record(name, replace(spec, seed=at), {"throughput": measured(100.0, "samples/s")}) for at, name in enumerate(("aa", "bb"))]
    comparison = compare([Group(run.name, (run,)) for run in runs])
    assert length in lead(ReportContext(comparison, {}, GlyphCoverage.of_all()))


@pytest.mark.parametrize(
    ("keys", "names", "uuids", "words"),
    [
        (("gpu:0", "gpu:1"), ("A card", "B card"), ["GPU-gpu:1"], "on B card."),
        (("amd:0",), ("A card",), [], "on A card."),
        (("gpu:0", "gpu:1"), ("A card", "A card"), [], "on A card."),
        (("gpu:0", "gpu:1"), ("A card", "B card"), [], "500 steps."),
    ],
)
def test_the_first_sentence_names_the_gpu_that_the_run_was_placed_on(
    keys: Sequence[str], names: Sequence[str], uuids: list[str], words: str
) -> None:
    cards = [Device(key, DeviceKind.GPU, name, f"GPU-{key}") for key, name in zip(keys, names, strict=True)]
    environment = {"gpu:0.name": "A card", "device_uuids": uuids}
    run = run_record("aa", RunSpec("gemm", device="cuda:0", steps=500), {}, tuple(map(DeviceResult, cards)), environment=environment)
    assert run_description([run]).endswith(words)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Run aa of sh -c 'a; b' failed: exit code 3, and its output ends with: gone to; it."),
        ("zh_CN", "sh -c 'a; b' 的运行 aa 失败：退出码 3，其输出的最后一行：gone to; it。"),
    ],
)
def test_why_a_run_failed_is_told_in_the_readers_language(code: str, told: str) -> None:
    reason = "exit code 3, and its output ends with: gone to; it"
    failed = replace(run_record("aa"), state=RunState.FAILED, exit_code=3, reason=reason)
    groups = [Group("sh -c 'a; b'", (failed,)), Group("c", (run_record("bb"),))]
    language.use(code)
    try:
        first = in_language(notices(ReportContext(compare(groups), {}, GlyphCoverage.of_all())))[0]
    finally:
        language.use(language.ENGLISH)
    assert first["text"] == told


def test_what_users_wrote_as_a_setting_stays_as_it_is_and_sentences_end_as_in_the_language() -> None:
    missing = {"throughput": Quantity.missing("samples/s", "no answers")}
    specs = [RunSpec(COMMAND, command=("sh", "-c", script)) for script in ("true; exit", "echo 7")]
    groups = [Group(name, (run_record(name, spec, missing),)) for name, spec in zip(("aa", "bb"), specs, strict=True)]
    language.use("zh_CN")
    try:
        context = ReportContext(compare(groups), {}, GlyphCoverage.of_all())
        told = str(in_language([*differences(context), *every_metric(context)]))
    finally:
        language.use(language.ENGLISH)
    assert "'true; exit'" in told
    assert "no answers。" in told


def test_what_makes_every_comparison_one_with_caution_is_said_once() -> None:
    facts: tuple[dict[str, str], ...] = ({"power_source": "battery"}, {}, {"power_source": "battery"})
    groups = [
        Group("ABC"[number], (run_record(f"{number:02x}", metrics={"throughput": measured(100.0, "samples/s")}, environment=environment),))
        for number, environment in enumerate(facts)
    ]
    told = [block["text"] for block in notices(ReportContext(compare(groups), {}, GlyphCoverage.of_all()))]
    assert told == [
        "Compare with A only with caution: A ran on battery.",
        "C and A are comparable with caution: C ran on battery.",
    ]


LADDER = (
    "ladder: Larger batch, cifar-cnn inference", "ladder: torch.compile, cifar-cnn inference", "ladder: INT8, cifar-cnn inference",
    "ab: precision fp32",
)  # fmt: skip


def ladder(*speeds: float) -> ReportContext:
    metrics = [{"throughput": measured(speed, "samples/s")} if speed else {} for speed in speeds]
    runs = [run_record(f"{at:02x}", metrics=known, environment={"power_source": "battery"}) for at, known in enumerate(metrics)]
    return ReportContext(compare([Group(name, (run,)) for name, run in zip(LADDER, runs, strict=True)]), {}, GlyphCoverage.of_all())


def test_a_headline_in_chinese_counts_groups_whose_names_take_lines() -> None:
    language.use("zh_CN")
    try:
        every, some = headline(ladder(100, 101, 102, 103).view), headline(ladder(100, 101, 102, 0).view)
    finally:
        language.use(language.ENGLISH)
    assert every == "其他 3 组的吞吐量为 ladder: Larger batch … inference 的 1.01–1.03\u00a0×"
    assert some == "其他 3 组中 2 组的吞吐量为 ladder: Larger batch … inference 的 1.01–1.02\u00a0×"
    assert headline(ladder(100, 101, 102, 0).view).startswith(
        "2 of 3 other groups have 1.01 to 1.02\u00a0× the throughput of ladder: Larger"
    )


def test_a_headline_in_chinese_that_counts_groups_says_that_it_is_provisional() -> None:
    speeds = (1, 1.2, 1.3, 1.4, 1.5)
    language.use("zh_CN")
    try:
        few, enough = told(speeds, repeats=2), told(speeds, repeats=5)
    finally:
        language.use(language.ENGLISH)
    assert enough == "其他 4 组的吞吐量为 A 的 1.20–1.50\u00a0×"
    assert few == f"目前看来，{enough}"


def test_what_was_run_is_punctuated_as_its_language_is() -> None:
    spec = RunSpec("cifar-cnn", task="training", steps=20_000)
    language.use("zh_CN")
    try:
        shown = run_description([replace(run_record("a" * 12), spec=spec, environment={})])
    finally:
        language.use(language.ENGLISH)
    assert shown == "cifar-cnn，训练，20\u202f000 步。"


def test_a_notice_names_each_group_in_one_way() -> None:
    told = [block["text"] for block in notices(ladder(100, 101, 102, 103))]
    assert told[0] == "Compare with ladder: Larger batch … inference only with caution: ladder: Larger batch … inference ran on battery."
    assert told[1].startswith("ladder: torch.compile … inference and ladder: Larger batch … inference are comparable with caution: ladder:")
    assert told[1].endswith(": ladder: torch.compile … inference ran on battery.")


def test_notices_and_notes_name_short_names_as_the_title_does_if_another_one_is_too_long() -> None:
    names = [f"ladder: {rung}, cifar-cnn inference" for rung in ("OpenVINO", "INT8", "Larger batch")]
    slow = Quantity.missing("s", "100 steps are needed, 64 steps were measured")
    runs = [
        run_record(
            f"{at:02x}",
            metrics={"throughput": measured(100.0 + at, "samples/s"), "latency_p99": slow if at else measured(0.01, "s")},
            environment={"power_source": "battery"},
        )
        for at, _ in enumerate(names)
    ]
    context = ReportContext(compare([Group(name, (run,)) for name, run in zip(names, runs, strict=True)]), {}, GlyphCoverage.of_all())
    told = [block["text"] for block in (*notices(context), *remark_notes(context, ["latency_p99"]))]
    assert told == [
        "Compare with OpenVINO only with caution: OpenVINO ran on battery.",
        "INT8 and OpenVINO are comparable with caution: INT8 ran on battery.",
        "Larger batch and OpenVINO are comparable with caution: Larger batch ran on battery.",
        "Step time, p99 of INT8 and Larger batch: 100 steps are needed, 64 steps were measured.",
    ]


def test_only_the_bars_that_are_drawn_are_told_and_no_room_is_left_for_others() -> None:
    metrics = {"throughput": measured(100.0, "samples/s"), "step_time_median": measured(0.01, "s")}
    groups = [Group(f"group {number}", (run_record(f"{number:02x}", metrics=metrics),)) for number in range(8)]
    [chart] = picture(ReportContext(compare(groups), {}, GlyphCoverage.of_all()))
    assert "samples/s" in chart["alt"]
    assert "step" not in chart["alt"].lower()
