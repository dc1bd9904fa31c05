"""Kills recorder, guards, helper and workload with SIGKILL at random instants.

`python -m tests.recording.kill_campaign [300] [recorder …] [--busy]`, with the number of kills and the victims, all if none is named.

After each kill: no process of the run is left two seconds after its recorder's end, every acknowledged batch is in the store, so are all
steps of a killed recorder's workload and all but about the last second of its readings, and the run shows as finished, failed or
interrupted, never as running.

With ``--busy``, as many processes as there are cores compute meanwhile.
"""

import contextlib
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunState
from gpuscope.recording.left_runs import recover_left_runs
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_folder import RING_FILES
from gpuscope.recording.run_history import RunHistory
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import command, is_guard, of_home, store_url

_MOST_LOST_S = 1.5
"""Limit on lost readings: one second, plus the possible delay on a busy machine."""
VICTIMS = ("recorder", "guard", "helper", "workload")
WORKLOAD = """
import subprocess, sys, time
children = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"], start_new_session=bool(i)) for i in range(2)]
import gpuscope
end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    gpuscope.step()
    time.sleep(0.001)
for child in children:
    child.kill()
"""


@dataclass
class Kill:
    """A kill and its outcome."""

    victim: str
    after_s: float
    acknowledged: int = -1
    at_work_ns: int | None = None
    """When the recorder was killed while its workload was running; None in all other cases."""
    lost_s: float | None = None
    """Seconds of readings that are not in the store."""
    lost_steps: int | None = None
    """Steps that the workload made and that are not in the store."""
    trouble: str = ""


def campaign(count: int, seed: int, tell: Callable[[str], None], victims: Sequence[str] = VICTIMS) -> list[Kill]:
    """Kill ``count`` times, victims in turn, each in a run of its own. Returns the kills."""
    chance = random.Random(seed)
    kills = []
    for number in range(count):
        one = Kill(victims[number % len(victims)], chance.uniform(0.05, 3.5))
        try:
            _kill(one, chance)
        except AssertionError as error:
            one.trouble = str(error)
        kills.append(one)
        trouble = f": {one.trouble}" if one.trouble else ""
        lost = "" if one.lost_s is None else f", lost {one.lost_steps} steps, {one.lost_s:.2f} s of readings"
        tell(f"{number + 1}/{count} {one.victim} after {one.after_s:.2f} s: {one.acknowledged + 1} batches acknowledged{lost}{trouble}")
    return kills


def _kill(one: Kill, chance: random.Random) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent.parent)}
    before = _folders()  # a killed recorder leaves its socket
    recorder = subprocess.Popen(
        command("run", "--", sys.executable, "-c", WORKLOAD, "2.5"),
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    begin = time.monotonic()
    folder = None
    connection = None
    try:
        while time.monotonic() - begin < one.after_s and recorder.poll() is None:
            folder = folder or next(iter(_folders() - before), None)
            if folder is not None and connection is None:
                with contextlib.suppress(GpuscopeError):
                    connection = RunConnection.open(folder)
            time.sleep(0.01)
        one.acknowledged = _acknowledged(folder)
        victim = _victim(one.victim, recorder.pid, chance)
        if victim is not None:
            if one.victim == "recorder" and _victim("workload", recorder.pid, chance) is not None:
                one.at_work_ns = time.monotonic_ns()
            with contextlib.suppress(psutil.Error):
                victim.kill()
        recorder.wait(timeout=20)
        _check(one, folder)
    finally:
        if connection is not None:
            connection.close()
        recorder.kill()
        recorder.wait()


def _folders() -> set[Path]:
    runs = Path(os.environ["GPUSCOPE_HOME"]) / "runs"
    return {path.parent for path in runs.glob("*/recorder.sock")} if runs.is_dir() else set()


def _acknowledged(folder: Path | None) -> int:
    """Return the last batch that the store has acknowledged so far; -1 for none."""
    if folder is None:
        return -1
    with contextlib.suppress(GpuscopeError), StoreReader(store_url()) as reader:
        return reader.committed(folder.name)
    return -1


def _victim(name: str, recorder_pid: int, chance: random.Random) -> psutil.Process | None:
    try:
        recorder = psutil.Process(recorder_pid)
        if name == "recorder":
            return recorder
        below = recorder.children(recursive=True)
    except psutil.Error:
        return None
    text = {"guard": "", "helper": "sensors.helper", "workload": "gpuscope.step"}[name]
    found = []
    for process in below:
        with contextlib.suppress(psutil.Error):
            argv = process.cmdline()
            if text in " ".join(argv) and is_guard(argv) == (name == "guard"):
                found.append(process)
    return chance.choice(found) if found else None


def _check(one: Kill, folder: Path | None) -> None:
    deadline = time.monotonic() + 2.0
    while (left := of_home()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"left: {[' '.join(process.cmdline())[:80] for process in left]}"
    if folder is None:
        return
    if one.acknowledged < 0:
        recover_left_runs(store_url(), lambda _: None)  # as the next start does
    taken = _steps_taken(folder)
    with RunHistory(store_url()) as reader:
        record = reader.find(folder.name)
        assert record.state is not RunState.RUNNING, "still shown as running"
        assert reader.committed(folder.name) >= one.acknowledged, "an acknowledged batch is lost"
        stored = reader.steps(folder.name)
        assert (stored[1:] > stored[:-1]).all(), "steps out of order"
        if one.at_work_ns is not None and taken is not None:
            readings = [reader.series(folder.name, info.device, info.metric).after_ns for info in reader.series_list(folder.name)]
            last_ns = max((int(stamps[-1]) for stamps in readings if stamps.size), default=0)
            one.lost_s = (one.at_work_ns - record.start_ns - last_ns) / 1e9
            one.lost_steps = taken - stored.size
            assert one.lost_steps == 0, f"{one.lost_steps} steps are lost"
            assert one.lost_s < _MOST_LOST_S, "more than the last second of readings is lost"


def _steps_taken(folder: Path) -> int | None:
    """Return the number of steps that the workload has made, from its ring; None if there is none."""
    for ring in folder.glob(RING_FILES):
        return int(struct.unpack_from("<q", ring.read_bytes(), 64)[0])
    return None


def main(arguments: list[str]) -> int:
    """Run a campaign in a folder of its own and print the outcome."""
    numbers = [argument for argument in arguments if argument.isdigit()]
    victims = [name for name in VICTIMS if name in arguments] or VICTIMS
    cores = (os.cpu_count() or 1) if "--busy" in arguments else 0
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["GPUSCOPE_HOME"] = str(Path(folder) / "home")
            kills = campaign(int(numbers[0]) if numbers else 300, time.time_ns() % 1000, lambda text: print(text, flush=True), victims)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    bad = [one for one in kills if one.trouble]
    print(f"{len(kills)} kills, {len(bad)} with trouble")
    measured = [one for one in kills if one.lost_s is not None and one.lost_steps is not None]
    if measured:
        print(
            f"{len(measured)} recorders killed beside a workload at work: at most {max(one.lost_steps or 0 for one in measured)} steps"
            f" and {max(one.lost_s or 0.0 for one in measured):.2f} s of readings lost"
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
