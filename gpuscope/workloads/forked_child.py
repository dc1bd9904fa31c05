"""The process of a workload as a fork of one that has made its imports; what it runs cannot tell it from one that was started afresh.

:func:`load` is called in the process that forks, before the first fork; :func:`enter` in the fork, by its guard (``recording.guard``),
which has given it session, signals, streams, folder and descriptors as to a command that it executes.

Of what an import draws by chance a fresh process would have drawn its own: that is drawn again. What is left in common is where memory
lies and the order of sets of strings, so forks are no independent repeats of each other: where runs are repeated to learn how far they
scatter, each has a process of its own.
"""

import atexit
import os
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from typing import NoReturn

from gpuscope.system import mapped_pages
from gpuscope.workloads import child, ready_child

_pages: list[tuple[int, int]] = []
"""What of the libraries is in the page table once everything is imported."""


def load(kind: str) -> None:
    """Import what a process of a kind (``workload_table.fork_kind``) imports before its first step; nothing is computed.

    Raises:
        OSError: The system cannot give a fork what a process has after its imports.
    """
    ready_child.import_all(kind)
    _pages[:] = mapped_pages.file_pages()
    mapped_pages.populate(_pages[:1])


def enter(command: Sequence[bytes]) -> NoReturn:
    """Run a workload in this process as ``launch.child_command`` would in a fresh one, and exit."""
    code = 1
    try:
        _become_fresh([os.fsdecode(word) for word in command])
        code = child.main(sys.argv)
    except BaseException:  # noqa: BLE001 - as an interpreter does at its top
        traceback.print_exc()
    _exit(code)


def _become_fresh(command: list[str]) -> None:
    signal.set_wakeup_fd(-1)
    for name in ("SIGPIPE", "SIGXFSZ"):  # as an interpreter does at its start
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.orig_argv[:] = command
    sys.argv[:] = ["-c", *command[command.index("-c") + 2 :]]
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]
    mapped_pages.populate(_pages)
    if random := sys.modules.get("numpy.random"):
        random.seed()


def _exit(code: int) -> NoReturn:
    """End as an interpreter does, but for its teardown, in which nothing is left to do."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    finally:
        child.leave(code)
