import json
import os
import subprocess
from pathlib import Path

import pytest

from gpuscope.core.event import Capture, Event, Hello, Log
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.probe import live_request
from gpuscope.probe.live_request import LiveRequest
from gpuscope.recording.profile_requests import FILE_NAME, ProfileRequests

STEPPING = Hello("workload", 7, 1, {"ring": "steps-7.ring"})


def requests(folder: Path, *events: Event, spec: RunSpec | None = None) -> ProfileRequests:
    one = ProfileRequests(spec or RunSpec(COMMAND, command=("true",)), folder)
    for event in events:
        one.handle(event)
    return one


def test_a_request_reaches_the_process_that_looks_for_it(tmp_path: Path) -> None:
    assert live_request.FILE_NAME == FILE_NAME
    seen, asked = LiveRequest(str(tmp_path)), requests(tmp_path, STEPPING)
    assert seen.look() == 0
    assert asked.ask({"steps": 10, "extras": ["stacks"]}) == {"ok": True, "steps": 10}
    assert (seen.look(), seen.steps, seen.extras) == (1, 10, ("stacks",))
    assert seen.look() == 1
    seen.answer()
    assert LiveRequest(str(tmp_path)).look() == 0, "what this process has answered is no request any more"
    asked.close()
    assert not [*tmp_path.iterdir()]
    assert not (tmp_path / FILE_NAME).exists()


def test_one_profile_is_taken_at_a_time(tmp_path: Path) -> None:
    asked = requests(tmp_path, STEPPING)
    assert asked.ask({"steps": 10})["ok"]
    busy = {"ok": False, "error": "a profile is already being recorded", "hint": "Try again when it is written."}
    assert asked.ask({"steps": 10}) == busy
    asked.handle(Capture(7, 5, None, "capturing", 3, 10))
    assert asked.ask({"steps": 10}) == busy
    asked.handle(Capture(7, 5, 9, "written", 3, 10))
    assert asked.ask({"steps": 10})["ok"]
    assert json.loads((tmp_path / FILE_NAME).read_text())["serial"] == 2


def test_a_profile_whose_process_dies_is_given_up_so_that_another_can_be_taken(tmp_path: Path) -> None:
    asked = requests(tmp_path, STEPPING)
    with subprocess.Popen(["sleep", "100"]) as process:
        asked.handle(Capture(process.pid, 5, None, "capturing", 3, 10))
        assert asked.given_up(8) == []
        assert not asked.ask({"steps": 10})["ok"]
        process.kill()
    assert asked.given_up(8) == [], "its last report may be under way"
    assert asked.given_up(9) == [Capture(process.pid, 5, 9, "failed", 3, 10, text="its process ended before the profile was written")]
    assert asked.given_up(10) == []
    assert asked.ask({"steps": 10})["ok"]


def test_a_profile_is_given_up_if_its_process_executes_another_program(tmp_path: Path) -> None:
    asked = requests(tmp_path, STEPPING)
    asked.handle(Capture(os.getpid(), 5, None, "capturing", 3, 10))
    asked.handle(Hello("workload", os.getpid(), 7))
    assert asked.given_up(8) == []
    [capture] = asked.given_up(9)
    assert (capture.state, capture.text) == ("failed", "its process executed another program before the profile was written")
    assert asked.ask({"steps": 10})["ok"]


def test_a_process_that_cannot_be_seen_from_here_is_not_taken_for_dead(tmp_path: Path) -> None:
    """A program in a container reports the number that its process has there."""
    asked = requests(tmp_path, STEPPING)
    asked.handle(Capture(2**22 + 1, 5, None, "capturing", 3, 10))
    assert [asked.given_up(now_ns) for now_ns in (8, 9)] == [[], []]


def test_a_capture_is_marked_once_whatever_the_number_of_ranks(tmp_path: Path) -> None:
    asked = requests(tmp_path, STEPPING)
    marks = [asked.handle(Capture(pid, 5 + pid, None, "capturing", first, 10)) for first in (3, 50) for pid in (7, 8)]
    assert marks == [Log(12, "mark", "profiled"), None, Log(12, "mark", "profiled"), None]
    assert asked.handle(Capture(7, 12, 90, "written", 50, 10)) is None


@pytest.mark.parametrize("steps", [0, -1, 100_001, "10", None, True, 1.5])
def test_a_number_of_steps_that_is_none_is_refused(tmp_path: Path, steps: object) -> None:
    assert requests(tmp_path, STEPPING).ask({"steps": steps})["error"] == "1 to 100000 steps can be profiled"


def test_what_cannot_be_profiled_is_refused_in_words(tmp_path: Path) -> None:
    attached = RunSpec(ATTACHED, command=("true",))
    assert "did not start" in requests(tmp_path, STEPPING, spec=attached).ask({"steps": 1})["error"]
    unseen = requests(tmp_path, Hello("workload", 7, 1, {})).ask({"steps": 1})
    assert "no step yet" in unseen["error"]
    assert "--stacks 10s" in unseen["hint"]
    assert "memory, stacks" in requests(tmp_path, STEPPING).ask({"steps": 1, "extras": ["colour"]})["error"]
    assert "cannot be written" in requests(tmp_path / "gone", STEPPING).ask({"steps": 1})["error"]


def test_a_broken_request_is_none(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"serial": "x"')
    assert LiveRequest(str(tmp_path)).look() == 0


def test_a_folder_that_is_no_longer_there_does_not_spoil_the_end_of_a_run(tmp_path: Path) -> None:
    """A run ends although the request cannot be removed, such as on a file system that has become read-only."""
    (tmp_path / "runs").write_text("a file in place of the folder")
    requests(tmp_path / "runs").close()
