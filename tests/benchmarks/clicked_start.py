"""Starts runs as the window does, with and without a ready worker, and prints the seconds to their first measured steps as JSON."""

import json
import sys
import time
from contextlib import closing

from PySide6.QtCore import QCoreApplication

from gpuscope.core.event import Phase
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.storage.store import StoreReader
from gpuscope.system.paths import default_store_url

SPEC = RunSpec("mnist-mlp", steps=50)


def main(rounds: int) -> None:
    """Print the measurements without the first round, which warms the disk cache."""
    application = QCoreApplication([])
    url = default_store_url()
    seconds: dict[str, list[float]] = {"ready": [], "fresh": []}
    memory_bytes = 0
    ready = ReadyRecorder(url, lambda: True, lambda: False)
    with closing(ready), closing(LiveRuns(url)) as live_runs:
        for _ in range(rounds + 1):
            while ready.memory_bytes is None:
                ready.refresh()
                _process(application, 0.2)
            memory_bytes = ready.memory_bytes
            _process(application, 1.0)
            for kind, service in (("ready", ready), ("fresh", None)):
                with closing(RunStarter(url, live_runs, None, service)) as starter:
                    seconds[kind].append(_clicked(application, starter, url, kind))
            ready._begins_from_s = 0.0  # both runs are over
            ready.refresh()
            _process(application, 0.5)
            ready.memory_bytes = None
    sys.stdout.write(json.dumps({**{kind: taken[1:] for kind, taken in seconds.items()}, "memory_bytes": memory_bytes}))


def _process(application: QCoreApplication, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        application.processEvents()
        time.sleep(0.005)


def _clicked(application: QCoreApplication, starter: RunStarter, url: str, kind: str) -> float:
    begin_ns = time.monotonic_ns()
    ids: list[str] = []
    starter.start(SPEC, "", ids.append)
    while not ids:
        application.processEvents()
        time.sleep(0.001)
    time.sleep(1.0)  # no work of this process while the run starts
    while True:
        with StoreReader(url) as reader:
            if any(run.run_id == ids[0] and run.state.value == "finished" for run in reader.runs()):
                record = reader.run(ids[0])
                assert record.environment["worker"] == kind, record.environment["worker"]
                (warmed,) = (event.step for event in reader.events(ids[0]) if isinstance(event, Phase) and event.name == "measured")
                return (record.start_ns + int(reader.steps(ids[0])[warmed or 0]) - begin_ns) / 1e9
        time.sleep(0.2)


if __name__ == "__main__":
    main(int(sys.argv[1]))
