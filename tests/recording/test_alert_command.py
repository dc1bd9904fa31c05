"""Tests of an alert's command: split without a shell, given the event, ended at its timeout, its failure reported."""

import sys
import threading
import time
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.recording.alert_command import AlertCommand, split_command

PATIENCE_S = 20.0


def run(*words: str, limit_s: float = PATIENCE_S, variables: dict[str, str] | None = None) -> list[str]:
    failures: list[str] = []
    command = AlertCommand(words, failures.append, limit_s)
    command.start(variables or {})
    command.close()
    assert not command.pids
    return failures


def test_words_are_split_as_a_shell_does_and_nothing_is_expanded() -> None:
    assert split_command(r"""echo 'a b' "c $HOME" d\ e ; rm *""") == ("echo", "a b", "c $HOME", "d e", ";", "rm", "*")


@pytest.mark.parametrize(
    ("text", "words"), [("echo 'a", "no closing quotation"), ("  ", "is empty"), ("nothing-of-this-name x", "was not found")]
)
def test_a_command_that_cannot_be_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        split_command(text)


def test_its_environment_says_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "told"
    script = "import os, sys; open(sys.argv[1], 'w').write(os.environ['GPUSCOPE_ALERT'])"
    assert run(sys.executable, "-c", script, str(path), variables={"GPUSCOPE_ALERT": "it is $HOT; 90 °C"}) == []
    assert path.read_text() == "it is $HOT; 90 °C"


def test_its_failure_is_said_with_its_last_words() -> None:
    script = "import sys; print('x' * 500_000, file=sys.stderr); sys.exit('no route to host')"
    assert run(sys.executable, "-c", script) == ["the alert command failed with code 1: no route to host"]
    assert run("/nothing/of/this/name") == ["the alert command cannot be started: No such file or directory"]


def test_closing_waits_until_a_failure_is_said() -> None:
    failures: list[str] = []
    has_failed, may_say = threading.Event(), threading.Event()

    def say(text: str) -> None:
        has_failed.set()
        may_say.wait(PATIENCE_S)
        failures.append(text)

    command = AlertCommand(("false",), say)
    command.start({})
    has_failed.wait()
    threading.Timer(0.1, may_say.set).start()
    command.close()
    assert failures == ["the alert command failed with code 1"]


def test_one_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pid"
    began = time.monotonic()
    assert run("sh", "-c", f"sleep 60 & echo $! > {pids}; wait", limit_s=0.5) == [
        "the alert command took longer than 0.5 s and was ended",
    ]
    assert time.monotonic() - began < PATIENCE_S
    stat = Path(f"/proc/{int(pids.read_text())}/stat")
    deadline = time.monotonic() + PATIENCE_S
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_no_more_than_four_run_at_once() -> None:
    failures: list[str] = []
    command = AlertCommand(("sleep", "60"), failures.append, 0.3)
    for _ in range(5):
        command.start({})
    command.close()
    assert failures[0] == "the alert command was not run: 4 of its runs have not ended yet"
    assert len(failures) == 5
