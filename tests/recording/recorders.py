"""Real recorders for tests: `gpuscope run` as a process of its own, and the results that it leaves."""

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from gpuscope.cli import parser

ROOT = Path(__file__).resolve().parent.parent.parent
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from gpuscope.__main__ import main; sys.exit(main())"


def command(*arguments: str) -> list[str]:
    """Return the command line of `gpuscope` with the given arguments."""
    return [sys.executable, "-P", "-c", START, *arguments]


@dataclass(frozen=True)
class Done:
    """The outcome of a `gpuscope` command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


_CALLED = frozenset(("show", "runs", "export", "profile", "compare", "plans", "delete", "mark", "capture", "stop"))
"""Verbs that start no process: they are called in this process, because a new one takes half a second of a core to start."""


def gpuscope(*arguments: str, cwd: Path | None = None, **variables: str) -> Done:
    """Run a `gpuscope` command to its end."""
    if arguments[0] in _CALLED and cwd is None and not variables:
        return _called(arguments)
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=100,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _called(arguments: Sequence[str]) -> Done:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = parser.main(arguments)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Done(code, *texts)


PATIENCE_S = 60.0
"""Much longer than anything takes: beside other tests, a process that imports torch starts many times slower than alone."""


def until(true: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Poll until something is true: 100 times a second at first, 20 times after a while, because polling costs other tests time."""
    begin = time.monotonic()
    while not true():
        waited = time.monotonic() - begin
        assert waited < seconds, f"not within {seconds} s"
        time.sleep(min(0.01 + waited / 20, 0.05))


@contextlib.contextmanager
def recorder(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start `gpuscope` in a session of its own, and kill it afterwards if it still runs."""
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
        until(lambda: not of_home())


def of_home() -> list[psutil.Process]:
    """Return the living processes of this test's home, without zombies."""
    mark = f"GPUSCOPE_HOME={os.environ['GPUSCOPE_HOME']}\0".encode()
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and mark in Path(f"/proc/{process.pid}/environ").read_bytes():
                found.append(process)
    return found


def is_guard(argv: Sequence[str]) -> bool:
    """Return whether a command line is that of a guard, which runs from its source or its compiled file."""
    return any(Path(word).name.partition(".")[0] == "guard" for word in argv)


def with_words(processes: Sequence[psutil.Process], *words: str) -> list[psutil.Process]:
    """Return the processes whose command line contains all the words."""
    found = []
    for process in processes:
        with contextlib.suppress(psutil.Error):
            line = " ".join(process.cmdline())
            if all(word in line for word in words):
                found.append(process)
    return found


def recorders_by_run(processes: Sequence[psutil.Process]) -> dict[str, psutil.Process]:
    """Return the recorders by the run whose folder they hold: one forked from a template has its command line."""
    found: dict[str, psutil.Process] = {}
    for process in processes:
        with contextlib.suppress(psutil.Error, OSError):
            folders = [Path(os.readlink(link)) for link in Path(f"/proc/{process.pid}/fd").iterdir()]
            found |= {folder.name: process for folder in folders if folder.parent.name == "runs"}
    return found


def store_url() -> str:
    """Return the URL of this test's store."""
    return f"sqlite:///{Path(os.environ['GPUSCOPE_HOME']) / 'gpuscope.sqlite'}"
