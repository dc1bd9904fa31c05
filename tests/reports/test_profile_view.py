"""A profile's view, apart from its tables: joules per operator if those of the capture are known, otherwise the reason."""

from pathlib import Path

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.reports.profile_text import profile_report
from gpuscope.reports.profile_view import ProfileView
from tests.profiles import made


def test_operators_share_the_capture_s_joules_by_their_own_time(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, made.small_step())
    begin_ns, end_ns = profile.work_ns
    assert end_ns - begin_ns == 24_000
    view = ProfileView(profile, energy=Quantity(24e-6 * 300.0, "J", Quality.DERIVED, "integral of power", 1e-4))
    keys = [column.key for column in view.operators.columns]
    joules = {row[0]: row[keys.index("energy")] for row in view.operators.rows}
    assert joules["aten::addmm"] == pytest.approx(10e-6 * 300.0)
    assert joules["aten::linear"] == 0.0
    [note] = view.operators.notes
    assert "300 W" in note
    assert "integral of power" in note


def test_joules_that_are_not_known_are_no_column_but_a_reason(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, made.small_step())
    view = ProfileView(profile, energy=Quantity.missing("J", "too short for the power sensor"))
    assert "energy" not in [column.key for column in view.operators.columns]
    assert view.operators.notes == ("The energy of operators is not known: too short for the power sensor.",)
    assert ProfileView(profile).operators.notes == ()


def test_a_trace_of_unknown_kind_is_said_to_be_one(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, [{"ph": "X", "name": "ThunkExecutor", "pid": 1, "tid": 1, "ts": 0, "dur": 70}]))
    assert profile_report(view, everything=False).lead == (
        "This trace has neither operators nor device work: what it holds (1 slice in 70.0 µs) is shown in the timeline only.",
    )
