"""The end of a run, by the end of its workload's process and what the workload reported."""

import pytest

from gpuscope.core.event import End
from gpuscope.recording.process_events import Exited
from gpuscope.recording.run_end import UNREPORTED, end_of

REPORTED = End(1, "finished", 0)


@pytest.mark.parametrize(
    ("reported", "is_command", "state"), [(REPORTED, False, "finished"), (None, True, "finished"), (None, False, "failed")]
)
def test_a_workload_of_ours_has_finished_only_if_it_says_so(reported: End | None, is_command: bool, state: str) -> None:
    ended = end_of(Exited(5, 0, None, None), None, reported, [], out_of_memory=False, is_command=is_command)
    assert (ended.t_ns, ended.state, ended.exit_code, ended.reason) == (5, state, 0, UNREPORTED if state == "failed" else None)
