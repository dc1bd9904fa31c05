"""A workload that grows a process tree: grow_tree.py KIND READY_FILE; each of its processes has READY_FILE in its command line."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

there, arrived = os.pipe()
"""Each process that stays writes a byte once it has reached its final state."""


def sleep() -> None:
    os.write(arrived, b".")
    time.sleep(300)


def fork(what: Callable[[], None]) -> None:
    if os.fork() == 0:
        what()
        os._exit(0)


def in_session_of_its_own() -> None:
    os.setsid()
    fork(sleep)
    sleep()


def daemon() -> None:
    os.setsid()
    fork(sleep)  # its parent ends at once


def deaf() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    sleep()


def polite() -> None:
    def leave(*_: object) -> None:
        Path(sys.argv[2] + ".terminated").touch()
        os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    sleep()


def without_environment() -> None:
    os.write(arrived, b".")
    os.execve(sys.executable, [sys.executable, "-I", "-S", __file__, "sleep", sys.argv[2]], {})


def hop() -> None:
    while os.fork() == 0:
        if os.getpid() % 2:
            os.setsid()
    os._exit(0)


def mixed() -> None:
    for kind in (sleep, in_session_of_its_own, daemon, deaf, polite, without_environment):
        fork(kind)


def await_arrivals(number: int) -> None:
    while number > 0:
        number -= len(os.read(there, number))


def main() -> None:
    kind = sys.argv[1]
    if kind in ("mixed", "leave"):
        mixed()
        await_arrivals(7)
    elif kind == "sleepers":
        for _ in range(200):
            fork(sleep)
        await_arrivals(200)
    elif kind == "hoppers":
        for _ in range(32):
            fork(hop)
    if kind != "sleep":
        Path(sys.argv[2]).touch()
    if kind == "deaf":
        deaf()
    if kind != "leave":
        sleep()


if __name__ == "__main__":
    main()
