"""Tests of stops as the recorder records them; the shell's side is in test_terminal."""

import json
import signal
import subprocess
import sys

import pytest

from tests.recording.real_terminal import HERE, state_of
from tests.recording.recorded_tree import eventually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no job control on Windows")

PROGRAM = """
import json, select, sys, time
from gpuscope.recording.job_control import JobControl
jobs = JobControl()
jobs.install()
print("ready", flush=True)
while not select.select([0], [], [], 0.05)[0]:
    {loop}
print(json.dumps([(end - begin) / 1e9 for begin, end in jobs.drain_stops()]))
jobs.uninstall()
import signal
assert signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
"""


def stops(number: int, pause_s: float, loop: str = "pass", prefix: str = "") -> list[float]:
    with subprocess.Popen(
        [sys.executable, "-c", prefix + PROGRAM.replace("{loop}", loop)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HERE.parent.parent,
        process_group=0,  # the kernel does not stop processes of an orphaned group, which ours may be
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        if pause_s:
            process.send_signal(number)
            assert eventually(lambda: state_of(process.pid) == "T")
            try:
                eventually(lambda: False, pause_s)
            finally:
                process.send_signal(signal.SIGCONT)
        process.stdin.write(b"x")
        process.stdin.close()
        return [float(seconds) for seconds in json.loads(process.stdout.readline())]


def test_a_stop_by_ctrl_z_is_noted_with_its_length() -> None:
    (seconds,) = stops(signal.SIGTSTP, 0.2)
    assert 0.2 <= seconds < 3


def test_no_stop_is_none() -> None:
    assert stops(signal.SIGTSTP, 0) == []


def test_a_stop_that_cannot_be_caught_is_noted_from_the_last_sign_of_life() -> None:
    soon = "import gpuscope.recording.job_control as it; it._ASKED_EVERY_NS = 150_000_000\n"
    (seconds,) = stops(signal.SIGSTOP, 0.3, "jobs.drain_stops() or None if time.monotonic() % 1 < 2 and not jobs._stops else None", soon)
    assert 0.3 <= seconds < 3
