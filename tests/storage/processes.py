"""Functions that tests run in processes of their own: ``python -m tests.storage.processes WHAT URL …``; all wait for a line on stdin."""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

from sqlalchemy import Engine, event

from gpuscope.core.run import RunState
from gpuscope.storage import run_writer
from gpuscope.storage.editing import edit_run
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, a_record, batch


def write(url: str, run_id: str, count: str) -> None:
    """Append batches from where the run stands, print the number of each that was acknowledged, and compact often."""
    run_writer._COMPACT_READINGS, run_writer._KEPT_ROWS = 20, 3
    with RunWriter(url, a_record(run_id)) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        for seq in range(writer.committed + 1, int(count)):
            os.write(1, f"{writer.append([batch(seq)])}\n".encode())
            writer.compact()


def read(url: str, run_id: str, count: str) -> None:
    """Open, read and close the store, and edit a run in between, which checkpoints, until all batches are there."""
    committed = -1
    while committed < int(count) - 1:
        with StoreReader(url) as reader:
            committed = reader.committed(run_id)
            values = reader.series(run_id, "cpu", "utilization").values.size if committed >= 0 else 0
        assert values >= committed + 1
        edit_run(url, run_id, note=f"seen {committed}")


def start(url: str, *run_ids: str) -> None:
    """Fork a process per run; all of them open the store at the same instant, whether it exists or not."""
    held, gate = os.pipe()
    children = [os.fork() or _start_when_told(url, run_id, held, gate) for run_id in run_ids]
    os.close(gate)
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
    if any(codes):
        sys.exit(1)


def _start_when_told(url: str, run_id: str, held: int, gate: int) -> NoReturn:
    os.close(gate)
    os.read(held, 1)
    code = 1
    try:
        with RunWriter(url, a_record(run_id)) as writer:
            writer.append([(0, [])])
            writer.finish(a_record(run_id, state=RunState.FINISHED))
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def migrate_and_die(url: str) -> None:
    """Gets killed when half of the tables have been created."""
    made = []

    @event.listens_for(Engine, "before_cursor_execute")
    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "CREATE TABLE" in statement:
            made.append(statement)
            if len(made) == 6:
                os.kill(os.getpid(), signal.SIGKILL)

    RunWriter(url, a_record()).close()


COMMANDS: dict[str, Callable[..., None]] = {"write": write, "read": read, "start": start, "migrate_and_die": migrate_and_die}

if __name__ == "__main__":
    os.write(1, b"ready\n")
    sys.stdin.readline()
    COMMANDS[sys.argv[1]](*sys.argv[2:])
