"""``--alert`` and ``--alert-command``: invalid rules rejected before the start, alerts reported during a run and stored with it."""

import json
import os
from pathlib import Path

import pytest

from gpuscope.cli import parser
from gpuscope.core.event import ALERT, Log
from gpuscope.core.event_json import decode
from gpuscope.system.settings import write_settings
from tests.recording.recorders import gpuscope


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--alert", "temprature>85"], 2, "'temprature' is not a quantity that an alert can watch"),
        (["--alert", "gpu:7/power>3"], 3, "there is no device 'gpu:7' here"),
        (["--alert-command", "true"], 2, "--alert-command without a rule"),
        (["--alert", "loss nan", "--alert-command", "no-such-program-here"], 2, "'no-such-program-here' was not found"),
    ],
)
def test_what_cannot_be_is_refused_before_the_start(
    arguments: list[str], code: int, words: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    started = tmp_path / "started"
    assert parser.main(["run", *arguments, "--", "touch", str(started)]) == code
    assert words in capfd.readouterr().err
    assert not started.exists()


def test_an_alert_of_a_headless_run_is_told_runs_its_command_and_stays_with_the_run(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    command = f"""sh -c 'echo "$GPUSCOPE_RUN|$GPUSCOPE_ALERT" > {told}'"""
    arguments = ["run", "--json", "--sensor", "simulated", "--alert", "sim:0/power>10W", "--alert-command", command]
    done = gpuscope(*arguments, "--", "sleep", "1")  # in a separate process: a recorder adopts orphans from then on
    assert done.code == 0
    run_id = done.document["run_id"]
    text = "Alert: Power rises above 10 W; sim:0 (SIMULATED) has reached 70.0 W"
    assert text in done.err
    assert told.read_text() == f"{run_id}|{text}\n"
    assert parser.main(["show", run_id, "--json"]) == 0
    assert [mark["text"] for mark in json.loads(capfd.readouterr().out)["marks"]] == [text]
    assert parser.main(["show", run_id]) == 0
    assert f"{text}; after " in capfd.readouterr().out


@pytest.mark.parametrize("arguments", [["--alert", "temperature>85"], ["--alert", "temperature>85", "--json"], ["--alert-command", "true"]])
def test_one_snapshot_of_the_monitor_refuses_alerts_which_it_could_not_watch_for(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(["monitor", *arguments]) == 2  # the output is no terminal
    told = capfd.readouterr()
    assert (told.out, f"{arguments[0]} needs a monitor that goes on" in told.err) == ("", True)


def test_a_command_that_reports_no_loss_is_told_to_have_had_no_alert_on_it() -> None:
    done = gpuscope("run", "--alert", "loss nan", "--", "true")
    assert done.code == 0
    assert "the alert loss nan had nothing to watch: the program reported no loss" in done.err


@pytest.mark.parametrize("rule", ["loss nan", "silence>10min"])
def test_attaching_refuses_rules_on_what_only_a_started_program_reports(rule: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["attach", str(os.getpid()), "--seconds", "0.1", "--alert", rule]) == 2
    told = capfd.readouterr().err
    assert "is for runs that gpuscope starts, which report steps and loss" in told
    assert "Give it to 'gpuscope run'." in told


@pytest.mark.parametrize("verb", ["run", "attach", "monitor"])
def test_the_examples_of_the_help_are_accepted(verb: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert parser.main([verb, "--help"]) == 0
    shown = " ".join(capfd.readouterr().out.split())
    assert "'throttling for 10s'" in shown
    assert [rule in shown for rule in ("'loss nan'", "'silence>10min'")] == [verb == "run"] * 2


def test_the_monitor_has_the_rules_of_the_settings_and_refuses_those_of_runs(
    gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert parser.main(["monitor", "--alert", "silence>1min", "--events"]) == 2
    assert "is for runs that gpuscope starts" in capfd.readouterr().err
    gpuscope_home.mkdir(exist_ok=True)
    write_settings({"alerts": ["sim:0/power>10W", "loss nan"], "sensors": ["simulated"]})
    assert parser.main(["monitor", "--events", "--seconds", "0.8"]) == 0
    events = [decode(json.loads(line)) for line in capfd.readouterr().out.splitlines()]
    fired = [event.text for event in events if isinstance(event, Log) and event.level == ALERT]
    assert fired == ["Alert: Power rises above 10 W; sim:0 (SIMULATED) has reached 70.0 W"]
