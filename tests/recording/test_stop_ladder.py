"""Tests of the stop ladder, on a simulated clock."""

import json
import subprocess
import sys

import pytest

from gpuscope.recording.stop_ladder import PATIENCE_S, Rung, StopLadder
from tests.recording.recorded_tree import HERE

S = 1_000_000_000


def climb(ladder: StopLadder, until_s: float) -> list[tuple[float, Rung]]:
    taken = []
    for tenth in range(round(until_s * 10) + 1):
        if (rung := ladder.due_rung(tenth * S // 10)) is not None:
            taken.append((tenth / 10, rung))
    return taken


def test_each_step_comes_when_the_one_before_has_had_its_time() -> None:
    assert climb(StopLadder(0), 60) == [(0.0, Rung.INTERRUPT), (4.0, Rung.TERMINATE), (6.5, Rung.KILL)]


def test_an_interrupt_that_the_kernel_delivered_is_repeated_only_after_a_delay() -> None:
    assert climb(StopLadder(0, 2.0), 60) == [(2.0, Rung.INTERRUPT), (6.0, Rung.TERMINATE), (8.5, Rung.KILL)]


def test_all_is_over_within_ten_seconds() -> None:
    assert 2.0 + sum(PATIENCE_S) <= 8.5  # which leaves the guards, and then the recorder, 1.5 s


def test_hurry_takes_the_next_step_at_once() -> None:
    ladder = StopLadder(0, 200.0)
    assert climb(ladder, 100) == []
    ladder.hurry(100 * S)
    assert ladder.due_rung(100 * S) is Rung.INTERRUPT
    ladder.hurry(100 * S)
    assert ladder.due_rung(100 * S) is Rung.TERMINATE
    assert ladder.due_rung(102 * S) is None
    ladder.hurry(102 * S)
    assert ladder.due_rung(102 * S) is Rung.KILL
    ladder.hurry(103 * S)
    assert ladder.due_rung(200 * S) is None


def test_the_countdown_is_the_time_until_kill() -> None:
    ladder = StopLadder(0)
    assert ladder.countdown_s(0) == 6.5
    ladder.due_rung(0)
    assert ladder.countdown_s(1 * S) == 5.5
    ladder.due_rung(4 * S)
    assert ladder.countdown_s(5 * S) == 1.5
    ladder.due_rung(7 * S)
    assert ladder.countdown_s(8 * S) == 0.0
    assert StopLadder(0, 2.0).countdown_s(0) == 8.5


PROGRAM = """
import json, os, subprocess, sys, time
from gpuscope.recording.stop_ladder import AdoptedTree
from gpuscope.system import processes
processes.set_subreaper()
own = subprocess.Popen(["sleep", "300"])
read, write = os.pipe()
middle = os.fork()
if middle == 0:  # its children pass to this process
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(300)"
    for code in ("import time; time.sleep(300)", deaf):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", code], stdout=write)
    workload = subprocess.Popen(["sh", "-c", "exit 9"])
    os.write(write, f"{workload.pid}".encode())
    os.read(0, 1)
    os._exit(0)
heard = b""
while b"\\n" not in heard or len(heard) < 2:
    heard += os.read(read, 100)
tree = AdoptedTree(int(heard), (), lambda: [own.pid])
os.kill(middle, 9)
os.waitpid(middle, 0)
deadline = time.monotonic() + 5
while tree.death is None and time.monotonic() < deadline:
    tree.reap()
GRACE = float(sys.argv[1])
begin = time.monotonic()
while not tree.end(time.monotonic_ns(), GRACE) and time.monotonic() < deadline:
    time.sleep(0.005)
took = time.monotonic() - begin
alive = own.poll() is None
own.kill(); own.wait()
print(json.dumps([tree.death.exit_code, tree.death.signal, tree.left_running, alive, took, processes.children(os.getpid())]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="subreapers are Linux's")
@pytest.mark.parametrize("grace_s", [0.0, 0.3])
def test_adopted_processes_are_reaped_and_ended_and_own_children_left_alone(grace_s: float) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(grace_s)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE.parent.parent, timeout=20
    )
    code, number, left, own_lives, took_s, children = json.loads(done.stdout.splitlines()[-1])
    assert (code, number, left, own_lives, children) == (9, None, 2, True, [])
    assert grace_s <= took_s < grace_s + 1.0  # one of them ignores TERM
