import pytest

from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.seen_steps import steps_sentence
from tests.analysis.records import measured, run_record

TIMES = {"phase_time_data": measured(0.03, "s"), "phase_time_forward": measured(0.01, "s")}


@pytest.mark.parametrize("seen", [True, False])
def test_loading_workers_are_advised_where_a_loader_was_seen(seen: bool) -> None:
    times = TIMES | ({"phase_time_other": measured(0.001, "s")} if seen else {})
    sentence = steps_sentence(run_record("aa", RunSpec(COMMAND, command=("python", "train.py")), times))
    assert sentence.startswith("Waiting for data takes 7")
    assert ("DataLoader" in sentence) is seen
    assert "beside the steps" in sentence
