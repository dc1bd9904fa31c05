"""stop, mark and show --follow against a recorder's socket."""

import json
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from gpuscope.cli import parser, show
from gpuscope.cli.capture import _wait
from gpuscope.core.event import Capture, End, Event, Gap, Hello, Log, Steps
from gpuscope.core.run import RunState
from gpuscope.recording.run_connection import Batch, RunConnection
from gpuscope.storage.run_writer import RunWriter
from tests.cli.stored_runs import CALLS, CPU, FP32, QUALITY, START_NS, events, live_recorder, record, store_run, url

A = "aaaa11112222"
STOPPED = End(START_NS + 10**9, "stopped", None, 2, "stopped on request")


def finish(state: RunState) -> None:
    """Write what a recorder writes at the end of its run."""
    with RunWriter(url(), record(A)) as writer:
        writer.append([(5, [STOPPED])])
        writer.finish(replace(record(A), state=state, reason="stopped on request", wall_s=1.0))


def test_stop_asks_the_recorder_and_waits_until_the_run_is_down(capsys: pytest.CaptureFixture[str]) -> None:
    store_run("bbbb11112222")
    with live_recorder(record(A), partial(finish, RunState.STOPPED)) as recorder:
        assert parser.main(["stop", A[:4], "--json"]) == 0
        assert [request["op"] for request in recorder.requests] == ["stop"]
    assert json.loads(capsys.readouterr().out) == {"run_id": A, "state": "stopped", "reason": "stopped on request", "was_live": True}


def test_stop_of_a_run_that_has_ended_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    store_run(A)
    assert parser.main(["stop", A]) == 0
    assert capsys.readouterr().out == f"Run {A} has already ended: finished.\n"


def test_a_mark_goes_to_the_recorder(capsys: pytest.CaptureFixture[str]) -> None:
    with live_recorder(record(A)) as recorder:
        assert parser.main(["mark", A, " a word\n"]) == 0
        assert [(request["op"], request["text"]) for request in recorder.requests] == [("mark", "a word")]
        assert parser.main(["mark", A, "x" * 2000]) == 2
        for nothing in (["mark", A], ["mark", A, ""], ["mark", A, " \t\n"]):
            capsys.readouterr()
            assert parser.main(nothing) == 2
            assert "the mark has no text" in capsys.readouterr().err
        assert len(recorder.requests) == 1
    store_run(A)
    assert parser.main(["mark", A, "late"]) == 2
    assert "is not live: it is finished" in capsys.readouterr().err


def test_a_live_run_shows_the_steps_so_far_and_their_speed(capsys: pytest.CaptureFixture[str]) -> None:
    with RunWriter(url(), record(A)) as writer:
        writer.declare([CPU], CALLS, QUALITY)
        writer.append([(0, events())])
    with live_recorder(record(A)):
        assert parser.main(["show", A]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["workload", "Steps", "120"] in rows
    assert ["workload", "Step", "rate", "100.0", "steps/s"] in rows, "of ten milliseconds each"
    assert ["cpu", "Utilization", "29.0", "%"] in rows


def test_follow_shows_the_run_to_its_end_and_then_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    store_run("bbbb11112222")
    with live_recorder(record(A), partial(finish, RunState.STOPPED)) as recorder:
        recorder.do(lambda: recorder.broadcast.publish(5, [Log(START_NS, "warning", "a \x1b[31mword"), STOPPED]))
        recorder.end_once_watched()
        assert parser.main(["show", A, "--follow"]) == 0
    out, err = capsys.readouterr()
    assert "It was stopped" in out
    assert err == "gpuscope: a \\x1b[31mword\n"


def test_follow_as_json_is_one_document_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    store_run("bbbb11112222")
    with live_recorder(record(A), partial(finish, RunState.STOPPED)) as recorder:
        recorder.end_once_watched()
        assert parser.main(["show", "--json", A, "--follow"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["state"], err) == ("stopped", "")


def test_a_watch_tells_each_notice_once_and_ends_with_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    events: list[Event] = [
        Hello("workload", 1, 0, {"steps": 100, "warmup_steps": 20}),
        Steps(1, 0, (1, 2, 3)),
        Gap("gpu:0", (), 0, None, "the helper hangs"),
        Log(0, "mark", "here"),
        End(5, "finished", 0),
        Log(0, "info", "too late"),
    ]
    progress = show.watch(events, FP32, quiet=False)
    assert (progress.steps, progress.planned) == (3, 120)
    assert capsys.readouterr() == ("", "gpuscope: the helper hangs\ngpuscope: here\n")


def test_a_watch_tells_more_notices_than_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    events: list[Event] = [Log(number, "warning", f"notice {number}") for number in range(150)]
    show.watch([*events, End(200, "finished", 0)], FP32, quiet=False)
    assert capsys.readouterr().err.splitlines() == [f"gpuscope: notice {number}" for number in range(150)]


def test_a_run_too_young_to_be_in_the_store_is_asked_for_a_profile(capsys: pytest.CaptureFixture[str]) -> None:
    store_run("bbbb11112222")
    with live_recorder(record(A)) as recorder:
        recorder.end_once_watched()
        parser.main(["capture", A, "--steps", "5"])
        assert [(request["op"], request["steps"]) for request in recorder.requests] == [("profile", 5)]
    assert "there is no run" not in capsys.readouterr().err


def test_a_capture_planned_at_the_start_is_not_taken_for_the_one_asked_for() -> None:
    planned, asked = Capture(7, 100, None, "capturing", 40, 0), Capture(7, 300, None, "capturing", 90, 5)
    written = [replace(planned, end_ns=200, state="written", steps=46), replace(asked, end_ns=400, state="written")]
    batches = [Batch(number, (event,)) for number, event in enumerate((planned, written[0], asked, written[1]))]
    connection = cast(RunConnection, SimpleNamespace(messages=lambda: iter(batches)))
    assert _wait(connection, 50, 5) == written[1]
