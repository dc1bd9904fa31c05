"""Starts runs in a home one after another, some failing or being stopped, until its standard input closes; then stops them all.

    python -m tests.gui.random_runs HOME SEED

The runs are commands that use little CPU time, recorded with eight simulated GPUs by real recorders.
"""

import json
import os
import random
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.recording.recorders import command

_TOLD = "import time, gpuscope\nfor i in range({0}):\n    time.sleep(0.02); gpuscope.log(step=i, loss=1 / (i + 1)); gpuscope.step()\n"
_KINDS = (
    ("ends", _TOLD.format(150)),
    ("fails", _TOLD.format(60) + "raise SystemExit('no such column: loss')"),
    ("is killed", _TOLD.format(40) + "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"),
    ("says nothing", "import time; time.sleep(2)"),
    ("is stopped", _TOLD.format(100_000)),
    ("says much", "for i in range(3000): print('line', i, '训练 <b>bold</b>', flush=i % 50 == 0)"),
)
_PAUSE_S = (2.0, 6.0)
_SENSOR = ("--sensor", "simulated:8")
PATIENCE_S = 60.0


def command_of(place: int) -> list[str]:
    """Return the arguments of `gpuscope` that record the kind of run with this number."""
    name, script = _KINDS[place % len(_KINDS)]
    return ["run", "--name", f"a run that {name}", *_SENSOR, "--", sys.executable, "-c", script]


def main(arguments: Sequence[str]) -> int:
    """Start runs until standard input closes."""
    os.environ["GPUSCOPE_HOME"] = arguments[0]
    draw = random.Random(arguments[1])
    long_id = _started(["run", "--name", "the whole time", *_SENSOR, "--", sys.executable, "-c", _TOLD.format(10**7)])
    while not _is_over(draw.uniform(*_PAUSE_S)):
        place = draw.randrange(len(_KINDS))
        run_id = _started(command_of(place))
        if _KINDS[place][0] == "is stopped" and not _is_over(draw.uniform(1.0, 5.0)):
            _gpuscope("stop", run_id)
    del long_id
    stop_all()
    return 0


def stop_all() -> None:
    """Stop every run of this home, and wait until none are live."""
    deadline = time.monotonic() + PATIENCE_S
    while live := [run["run_id"] for run in json.loads(_gpuscope("runs", "--json"))["runs"] if run["state"] == "running"]:
        if time.monotonic() > deadline:
            raise AssertionError(f"still running: {live}")
        for run_id in live:
            _gpuscope("stop", run_id)


def _is_over(pause_s: float) -> bool:
    return bool(select.select([0], [], [], pause_s)[0])


def _started(words: Sequence[str]) -> str:
    return str(json.loads(_gpuscope(words[0], "--detach", "--json", *words[1:]))["run_id"])


def _gpuscope(*words: str) -> str:
    done = subprocess.run(command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    return done.stdout


@contextmanager
def runs_coming_and_going(home: Path, seed: int) -> Iterator[None]:
    """Start and stop runs in another process while the context lasts; afterwards none are live."""
    words = [sys.executable, "-m", "tests.gui.random_runs", str(home), str(seed)]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        try:
            yield
        finally:
            process.stdin.close()
            process.wait(2 * PATIENCE_S)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
