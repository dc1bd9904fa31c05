"""Memory of processes that share pages."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.sensors.process_tree import ProcessTree
from gpuscope.sensors.proportional_memory import SMALL_BYTES, ProportionalMemory

MEBI = 1 << 20
SHARING = """
import os, sys, time
block = bytearray(120 << 20)
for index in range(0, len(block), 4096):
    block[index] = 1
children = []
for _ in range(3):
    child = os.fork()
    if not child:
        sum(block[::4096])  # reads, and so shares
        time.sleep(60)
        os._exit(0)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def sharing() -> Iterator[int]:
    """Start a process with 120 MiB, and three processes forked from it that share them."""
    with subprocess.Popen([sys.executable, "-c", SHARING], stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        tree = [process.pid, *map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())]
        yield process.pid
        for pid in tree:
            subprocess.run(["kill", "-9", str(pid)], check=False)


def test_pages_that_forked_processes_share_count_once(sharing: int) -> None:
    tree = ProcessTree(Path("/"), sharing)
    try:
        first = tree.totals()
        assert first is not None
        assert first.processes == 4
        assert first.resident_bytes is None or first.resident_bytes < 170 * MEBI  # not the sum of the resident sets
        deadline = time.monotonic() + 20
        while (totals := tree.totals()) is not None and totals.resident_bytes is None:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert totals is not None
        assert totals.resident_bytes is not None
        assert 120 * MEBI < totals.resident_bytes < 170 * MEBI  # their resident sets are four times as much
    finally:
        tree.close()


def stated(root: Path, pid: int, resident: int, share: int) -> None:
    folder = root / str(pid)
    folder.mkdir(exist_ok=True)
    rows = f"1-2 ---p 0 00:00 0 [rollup]\nRss:  {resident // 1024} kB\nPss:  {share // 1024} kB\nPss_Dirty: 1 kB\n"
    (folder / "smaps_rollup").write_text(rows)


def settled(memory: ProportionalMemory, resident: dict[int, int]) -> int:
    deadline = time.monotonic() + 20
    while (total := memory.total(resident)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return total


def test_a_new_process_is_waited_for_and_small_ones_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_read = threading.Event()
    share = ProportionalMemory._share

    def read(memory: ProportionalMemory, pid: int) -> float:
        assert is_read.wait(20)
        return share(memory, pid)

    monkeypatch.setattr(ProportionalMemory, "_share", read)
    memory = ProportionalMemory(str(tmp_path))
    large, small = 4 * SMALL_BYTES, SMALL_BYTES // 2
    stated(tmp_path, 1, large, large // 2)
    stated(tmp_path, 2, large, large // 2)
    try:
        assert memory.total({1: large}) == large
        assert memory.total({1: large, 9: small}) == large + small
        assert memory.total({1: large, 2: large}) is None
        is_read.set()
        assert settled(memory, {1: large, 2: large}) == large
        assert memory.total({1: 2 * large, 2: large, 9: small}) == large + large // 2 + small
        stated(tmp_path, 1, large, large // 4)
        is_read.clear()
        assert memory.total({1: large, 2: large, 3: large}) is None
        is_read.set()
        assert settled(memory, {1: large, 2: large, 3: large}) == large // 4 + large // 2 + large  # 3 may not be read: its resident set
        assert memory.total({3: large}) == large
    finally:
        is_read.set()
        memory.close()


def test_its_thread_ends_also_where_it_was_just_about_to_forget_its_waking(tmp_path: Path) -> None:
    class Closing(threading.Event):
        """The owner closes it between the thread's look and its pause."""

        def clear(self) -> None:
            memory._closed = True
            self.set()
            super().clear()

    memory = ProportionalMemory(str(tmp_path))
    memory._wake = Closing()
    assert memory.total({1: SMALL_BYTES, 2: SMALL_BYTES}) is None
    assert memory._thread is not None
    memory._thread.join(0.5)
    assert not memory._thread.is_alive()
