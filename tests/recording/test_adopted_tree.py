"""What the recorder adopts when both guards are gone, in a process of its own that may be a subreaper."""

import json
import subprocess
import sys

import pytest

from tests.recording.recorded_tree import HERE

PROGRAM = """
import json, os, subprocess, sys, time
from gpuscope.recording.adopted_tree import AdoptedTree
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
    assert grace_s <= took_s < grace_s + 1.0  # one of them is deaf to TERM
