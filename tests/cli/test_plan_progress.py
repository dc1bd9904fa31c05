"""What a verb prints while it conducts a plan."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gpuscope.cli.plan_progress import PlanProgress
from gpuscope.core.plan import Plan, PlanKind


def test_each_holder_of_a_device_is_waited_for_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    plan, progress = Plan("p1", PlanKind.LADDER, "mnist-mlp training on cpu", datetime.now(UTC), {}, ()), PlanProgress()
    for reason in ("waits for run a (x)", "waits for run a (x) and run b (y)", "waits for run a (x)"):
        progress.waits(replace(plan, reason=reason))
    assert capsys.readouterr().err.splitlines() == [
        "gpuscope: waits for run a (x); 'gpuscope stop p1' gives up",
        "gpuscope: waits for run a (x) and run b (y); 'gpuscope stop p1' gives up",
    ]
