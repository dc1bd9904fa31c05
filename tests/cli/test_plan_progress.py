"""The output of a verb while it conducts a plan."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gpuscope.cli.plan_progress import WAIT_NOTICE_S, PlanProgress
from gpuscope.core.plan import Plan, PlanKind


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
