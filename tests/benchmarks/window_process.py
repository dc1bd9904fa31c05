"""A window of the benchmarks, seen from outside: the program with a script beside it, see `window_scripts`."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Told = dict[str, Any]
MEMORY_FILE = "window.json"
SCREEN = Path(__file__).with_name("screen.json")
"""The simulated screen: Qt's default is 800 columns wide, and a window is not larger than its screen."""


def environment(home: Path) -> dict[str, str]:
    """Return the environment of every process in these benchmarks: no real screen, its own home, bytecode kept."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE" and not key.startswith("QT_")}
    return {**kept, "GPUSCOPE_HOME": str(home), "QT_QPA_PLATFORM": f"offscreen:configfile={SCREEN}"}


@contextmanager
def window(script: str, home: Path, page: str = "run", patience_s: float = 120.0, **arguments: Any) -> Iterator[Iterator[Told]]:
    """Open a window with a script beside it; yield the script's figures as it prints them.

    Args:
        script: A function of ``tests.benchmarks.window_scripts``.
        home: GPUSCOPE_HOME.
        page: The page on which it opens, as if it had been left there.
        patience_s: Time after which the window is aborted.
        arguments: The script's arguments, as JSON values.

    Raises:
        RuntimeError: The script failed, or the window printed something that a healthy window does not.
    """
    home.mkdir(exist_ok=True, parents=True)
    (home / MEMORY_FILE).write_text(json.dumps({"page": page}))
    command = [sys.executable, "-m", "tests.benchmarks.window_script", script, json.dumps(arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment(home)) as process:
        alarm = threading.Timer(patience_s, process.send_signal, (signal.SIGABRT,))  # it then prints where each thread is
        alarm.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            yield (json.loads(line) for line in process.stdout)
            said = process.stderr.read()
            if process.wait() or said:
                raise RuntimeError(f"{script}: the window ended with {process.returncode}: {said[-4000:]}")
        finally:
            alarm.cancel()
            process.kill()


def played(script: str, home: Path, page: str = "run", **arguments: Any) -> Told:
    """Open a window with a script beside it, wait for its end, and return all figures that the script printed."""
    found: Told = {}
    with window(script, home, page, **arguments) as told:
        for one in told:
            found |= one
    return found
