"""Many processes using one store, and processes that are killed: nothing acknowledged is lost. Takes ten seconds."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuscope.core.run import RunState
from gpuscope.storage import repair
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, write

ROOT = Path(__file__).parents[2]
KILLS = 6


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process of :mod:`tests.storage.processes`, which waits for :func:`go`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.processes", *arguments], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def go(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()


def test_two_writers_and_a_reader_that_checkpoints_lose_nothing(url: str) -> None:
    runs = [RUN_ID, "01JD0000000000000000000001"]
    for run_id in runs:
        with RunWriter(url, a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, 0)
    with (
        started("write", url, runs[0], "80") as one,
        started("write", url, runs[1], "80") as two,
        started("read", url, runs[0], "80") as three,
    ):
        go(one, two, three)
        for process in (one, two, three):
            process.communicate(timeout=60)
            assert process.returncode == 0
    with StoreReader(url) as reader:
        for run_id in runs:
            assert_whole(reader, 80, run_id)
        assert reader.run(RUN_ID).note == "seen 79"


def test_a_writer_that_is_killed_at_any_instant_loses_nothing_that_was_acknowledged(url: str) -> None:
    seen = -1
    for kill in range(KILLS):
        with started("write", url, RUN_ID, "1000000") as process:
            go(process)
            seen = int(process.stdout.readline())
            time.sleep(random.Random(kill).random() * 0.2)
            process.kill()
            seen = max([seen, *(int(line) for line in process.stdout.read().split())])
        with StoreReader(url) as reader:
            committed = reader.committed(RUN_ID)
            assert committed >= seen
            assert_whole(reader, committed + 1)
            assert reader.run(RUN_ID).state is RunState.RUNNING
    assert seen > 20
    assert repair.check(url) == []


def test_twenty_starts_at_once_make_one_store(url: str) -> None:
    ids = [f"01JD00000000000000000000{number:02d}" for number in range(20)]
    with started("start", url, *ids) as process:
        go(process)
        assert process.wait(60) == 0
    with StoreReader(url) as reader:
        assert sorted(record.run_id for record in reader.runs()) == ids
    assert repair.check(url) == []


def test_a_migration_that_is_killed_is_done_again(url: str) -> None:
    with started("migrate_and_die", url) as process:
        go(process)
        assert process.wait(30) == -9
    with StoreReader(url) as reader:
        assert reader.runs() == []
        with RunWriter(url, a_record()) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, 9)
        assert_whole(reader, 10)
    assert repair.check(url) == []
