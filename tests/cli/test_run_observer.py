"""The recorder's own messages on a terminal or pipe that accepts no output."""

import os
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpuscope.cli.run_observer import RunObserver
from gpuscope.recording.launch import Launcher
from gpuscope.recording.progress import Progress
from gpuscope.system import language
from gpuscope.system.catalogue import ENGINE, Catalogue

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="opens pipes and terminals through /proc")


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    os.close(read)
    os.close(write)


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def fill(read: int, write: int) -> Callable[[], bytes]:
    """Fill a pipe; return a function that empties it and returns what was written after the filling."""
    os.set_blocking(write, False)
    filled = 0
    try:
        while True:
            filled += os.write(write, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(write, True)
    os.set_blocking(read, False)
    left = filled

    def emptied() -> bytes:
        nonlocal left
        data = available(read)
        left, gone = max(0, left - len(data)), left
        return data[gone:]

    return emptied


def available(descriptor: int) -> bytes:
    data = b""
    try:
        while part := os.read(descriptor, 65536):
            data += part
    except BlockingIOError:
        pass
    return data


def returns_at_once(call: Callable[[], object]) -> bool:
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(2.0)
    return not thread.is_alive()


def talk(observer: RunObserver) -> None:
    for number in range(3):
        observer.notice(f"notice {number}")
        observer.show(Progress(), None)


def test_a_full_pipe_holds_nothing_up_and_the_notices_come_out_later_once(pipe: tuple[int, int]) -> None:
    emptied = fill(*pipe)
    with RunObserver(pipe[1], launcher=None, quiet=True) as observer:
        at_once, said = returns_at_once(lambda: talk(observer)), emptied()
        assert (at_once, said) == (True, b"")
        observer.show(Progress(), None)
        observer.show(Progress(), None)
        assert emptied() == b"gpuscope: notice 0\ngpuscope: notice 1\ngpuscope: notice 2\n"
    assert emptied() == b""
    assert os.get_blocking(pipe[1])


def test_a_stopped_terminal_holds_nothing_up(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    termios.tcflow(theirs, termios.TCOOFF)
    with RunObserver(theirs, launcher=None, quiet=False) as observer:
        at_once, said = returns_at_once(lambda: talk(observer)), available(ours)
        termios.tcflow(theirs, termios.TCOON)
        assert (at_once, said) == (True, b"")
        observer.show(Progress(), None)
        assert available(ours).endswith(b"gpuscope: notice 0\r\ngpuscope: notice 1\r\ngpuscope: notice 2\r\n\r\x1b[Kstarting")
    assert available(ours) == b"\r\x1b[K"


def test_the_live_line_is_left_out_while_something_waits(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    with RunObserver(theirs, launcher=None, quiet=False) as observer:
        termios.tcflow(theirs, termios.TCOOFF)
        for left in range(5, 0, -1):
            observer.show(Progress(), left)
        termios.tcflow(theirs, termios.TCOON)
        observer.show(Progress(), 0.0)
        assert available(ours).decode().count("stopping") == 2  # the one that waited, and the latest


def test_of_many_notices_that_wait_the_latest_are_kept_and_the_others_counted(pipe: tuple[int, int]) -> None:
    emptied = fill(*pipe)
    with RunObserver(pipe[1], launcher=None, quiet=True) as observer:
        talk(observer)
        for number in range(25):
            observer.notice(f"later {number}")
        observer.show(Progress(), None)
        emptied()
        observer.show(Progress(), None)
    lines = emptied().decode().splitlines()
    assert lines[0] == "gpuscope: notice 0"
    assert lines[1] == "gpuscope: 7 earlier messages were left out: nothing could be printed"
    assert (lines[2], lines[-1], len(lines)) == ("gpuscope: later 5", "gpuscope: later 24", 20 + 2)


def test_the_end_waits_until_everything_is_printed(pipe: tuple[int, int]) -> None:
    emptied = fill(*pipe)
    observer = RunObserver(pipe[1], launcher=None, quiet=True)
    talk(observer)
    ending = threading.Thread(target=observer.__exit__)
    ending.start()
    said, deadline = emptied(), time.monotonic() + 5
    while ending.is_alive() and time.monotonic() < deadline:
        ending.join(0.01)
        said += emptied()
    ending.join()
    assert (said + emptied()).decode().splitlines() == [f"gpuscope: notice {number}" for number in range(3)]


def test_a_reader_that_is_gone_ends_nothing() -> None:
    read, write = os.pipe()
    with RunObserver(write, launcher=None, quiet=True) as observer:
        os.close(read)
        talk(observer)
        talk(observer)
    os.close(write)


def test_notices_from_several_threads_all_come_out(pipe: tuple[int, int]) -> None:
    with RunObserver(pipe[1], launcher=None, quiet=True) as observer:
        threads = [threading.Thread(target=observer.notice, args=(f"from {number}\x1b[2J",)) for number in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            observer.show(Progress(), None)
            thread.join()
    os.set_blocking(pipe[0], False)
    assert sorted(available(pipe[0]).decode().splitlines()) == [f"gpuscope: from {number}\\x1b[2J" for number in range(10)]


def test_where_there_is_no_terminal_a_line_comes_every_ten_seconds(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with RunObserver(pipe[1], launcher=None, quiet=False) as observer:
        observer.show(Progress(), None)
        later = time.monotonic() + 10.5
        monkeypatch.setattr("gpuscope.cli.run_observer.time.monotonic", lambda: later)
        observer.show(Progress(), None)
        observer.show(Progress(), None)
    os.set_blocking(pipe[0], False)
    assert available(pipe[0]) == b"gpuscope: starting\n"


def test_a_detached_recorder_prints_nothing_and_tells_that_it_started(pipe: tuple[int, int]) -> None:
    with RunObserver(pipe[1], launcher=Launcher(os.dup(pipe[1])), quiet=True) as observer:
        talk(observer)
        observer.started("aaaa11112222", Path("/runs/aaaa11112222"))
    os.set_blocking(pipe[0], False)
    said = available(pipe[0])
    assert b"aaaa11112222" in said
    assert b"notice" not in said


def test_a_notice_is_in_the_users_language(pipe: tuple[int, int]) -> None:
    read, write = pipe
    language.use_catalogue(Catalogue("zh_CN", {ENGINE: {"also runs on this device: {0}": "同一设备上还有：{0}"}}))
    try:
        with RunObserver(write, launcher=None, quiet=True) as observer:
            observer.notice("also runs on this device: run abc")
    finally:
        language.use(language.ENGLISH)
    assert os.read(read, 4096).decode() == "gpuscope: 同一设备上还有：run abc\n"
