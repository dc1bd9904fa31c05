"""Requests on a run's socket."""

from unittest.mock import Mock

import pytest

from gpuscope.core.event import Capture, Event
from gpuscope.recording.run_requests import RunRequests


@pytest.mark.parametrize("size", ["large", [1], {}, -1, True, 1.5, 2**63])
def test_a_report_of_sampled_stacks_that_makes_no_sense_is_refused(size: object) -> None:
    """The recorder answers; an exception would end it, and the run with it."""
    events: list[Event] = []
    requests = RunRequests("run", Mock(), Mock(), Mock(), Mock(), Mock(), events.append)
    answer = requests.answer({"op": "sampled", "pid": 7, "begin_ns": 10, "end_ns": 20, "size_bytes": size})
    assert answer["ok"] is False
    assert events == []


@pytest.mark.parametrize("stamps", [(0, 2**63), (-(2**63), 0), (False, True)])
def test_stamps_beyond_64_bits_are_refused(stamps: tuple[int, int]) -> None:
    """The event that carries them could not be read again."""
    events: list[Event] = []
    requests = RunRequests("run", Mock(), Mock(), Mock(), Mock(), Mock(), events.append)
    assert not requests.answer({"op": "sampled", "pid": 7, "begin_ns": stamps[0], "end_ns": stamps[1], "size_bytes": 1})["ok"]
    assert events == []


def test_sampled_stacks_become_an_event() -> None:
    events: list[Event] = []
    requests = RunRequests("run", Mock(), Mock(), Mock(), Mock(), Mock(), events.append)
    assert requests.answer({"op": "sampled", "pid": 7, "begin_ns": 10, "end_ns": 20, "file": "profile-7-1.json", "size_bytes": 5})["ok"]
    assert [(event.pid, event.file, event.size_bytes) for event in events if isinstance(event, Capture)] == [(7, "profile-7-1.json", 5)]
