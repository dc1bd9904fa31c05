"""What tests run in processes of their own: ``python -m tests.storage.processes WHAT URL …``; all wait for a line on stdin."""

import os
import signal
import sys

from gpuscope.core.run import RunState
from gpuscope.storage import sqlite, store
from gpuscope.storage.editing import edit_run
from gpuscope.storage.store import RunWriter, StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, a_record, batch


def write(url: str, run_id: str, count: str) -> None:
    """Appends one batch after the other from where the run stands, tells each that was acknowledged, and compacts often."""
    store._COMPACT_READINGS, store._KEPT_ROWS = 20, 3
    with RunWriter(url, a_record(run_id)) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        for seq in range(writer.committed + 1, int(count)):
            os.write(1, f"{writer.append([batch(seq)], sync=seq % 10 == 0)}\n".encode())
            writer.compact()


def read(url: str, run_id: str, count: str) -> None:
    """Opens, reads and closes the store, and edits a run in between, which checkpoints, until all batches are there."""
    committed = -1
    while committed < int(count) - 1:
        with StoreReader(url) as reader:
            committed = reader.committed(run_id)
            values = reader.series(run_id, "cpu", "utilization").values.size if committed >= 0 else 0
        assert values >= committed + 1
        edit_run(url, run_id, note=f"seen {committed}")


def start(url: str, run_id: str) -> None:
    """Opens the store as the first writer, or as one of many."""
    with RunWriter(url, a_record(run_id)) as writer:
        writer.append([(0, [])])
        writer.finish(a_record(run_id, state=RunState.FINISHED))


def migrate_and_die(url: str) -> None:
    """Is killed when the tables are made but not committed."""
    upgrade = sqlite.upgrade

    def interrupted(connection: object) -> None:
        upgrade(connection)  # type: ignore[arg-type]
        os.kill(os.getpid(), signal.SIGKILL)

    sqlite.upgrade = interrupted  # type: ignore[assignment]
    RunWriter(url, a_record()).close()


if __name__ == "__main__":
    os.write(1, b"ready\n")
    sys.stdin.readline()
    {"write": write, "read": read, "start": start, "migrate_and_die": migrate_and_die}[sys.argv[1]](*sys.argv[2:])
