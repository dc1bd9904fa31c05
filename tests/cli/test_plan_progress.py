"""The output of a verb while it conducts a plan."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gpuscope.cli.plan_progress import WAIT_NOTICE_S, PlanProgress
from gpuscope.cli.sweep import SweepProgress
from gpuscope.core.plan import ItemState, Plan, PlanKind, counts_of
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.core.sweep_axes import parse_axis
from gpuscope.recording.sweep import SweepOptions
from gpuscope.system import language


def test_each_holder_of_a_device_is_waited_for_in_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    plan, progress = Plan("p1", PlanKind.LADDER, "mnist-mlp training on cpu", datetime.now(UTC), {}, ()), PlanProgress()
    now = 1000.0
    monkeypatch.setattr("gpuscope.cli.plan_progress.time.monotonic", lambda: now)
    for reason in ("waits for run a (x)", "waits for run a (x) and run b (y)", "waits for run a (x)"):
        progress.waits(replace(plan, reason=reason))
        now += WAIT_NOTICE_S
    assert capsys.readouterr().err.splitlines() == [
        "gpuscope: waits for run a (x); 'gpuscope stop p1' gives up",
        "gpuscope: waits for run a (x) and run b (y); 'gpuscope stop p1' gives up",
    ]


def test_short_runs_that_come_and_go_on_a_device_are_not_told_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, progress = Plan("p1", PlanKind.LADDER, "mnist-mlp training on cpu", datetime.now(UTC), {}, ()), PlanProgress()
    now = 1000.0
    monkeypatch.setattr("gpuscope.cli.plan_progress.time.monotonic", lambda: now)
    for number in range(60):
        progress.waits(replace(plan, reason=f"waits for run {number} (x)"))
        now += 1.0
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(";")[0] for line in told] == [
        "gpuscope: waits for run 0 (x)",
        f"gpuscope: waits for run {WAIT_NOTICE_S:.0f} (x)",
    ]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            language.ENGLISH,
            (
                "run 2 of 4: batch size 16, FP64",
                "batch size 16, FP64: out of memory",
                "batch size 16, FP64: failed, the training was not read",
                "batch size 16, FP64: not here, does not fit mnist-mlp: its samples have no channels",
            ),
        ),
        (
            "zh_CN",
            (
                "第 2 个运行，共 4 个：批大小 16、FP64",
                "批大小 16、FP64：内存不足",
                "批大小 16、FP64：失败，the training was not read",
                "批大小 16、FP64：此处不可用，不适用于 mnist-mlp：它的样本没有通道",
            ),
        ),
    ],
)
def test_a_sweep_names_its_cells_in_the_readers_language(code: str, lines: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    axes = (parse_axis(FIELDS["batch_size"], "8,16"), parse_axis(FIELDS["precision"], "fp32,fp64"))
    options = SweepOptions(RunSpec("mnist-mlp"), axes, None, emulated=False, slowdown=1.0)
    items = tuple(options.items())
    item = replace(next(item for item in items if item.group == "batch size 16, FP64"), number=1)
    item = replace(item, details={**item.details, "title": "Channels last"})
    plan = Plan("p1", PlanKind.SWEEP, options.plan_name, datetime.now(UTC), options.to_json(), items, counts=counts_of(items))
    progress = SweepProgress()
    language.use(code)
    try:
        progress.item_begins(plan, item)
        for state, reason in (
            (ItemState.FAILED, "it ran out of GPU memory"),
            (ItemState.FAILED, "the training was not read"),
            (ItemState.SKIPPED, f"{item.shown_title} does not fit mnist-mlp: its samples have no channels"),
        ):
            progress.item_ended(plan, replace(item, state=state, reason=reason))
    finally:
        language.use(language.ENGLISH)
    assert tuple(capsys.readouterr().err.replace("gpuscope: ", "").splitlines()) == lines
