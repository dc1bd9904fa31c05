"""Start gpuscope from a source folder: `python3 main.py`, optionally with a verb of the command line, or with `check` to run every gate.

The current interpreter is used if it has everything gpuscope needs; otherwise `.venv` is created beside this file and this file is
restarted in it. The syntax stays compatible with Python 3.6 so that an old interpreter can report that it is too old.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
UNUSABLE = 3
STOPPED = 130


def main(arguments: "list[str]") -> int:
    """Set up what is missing, then run the command.

    Returns:
        The exit code: 3 if gpuscope cannot be set up here, 130 if setup was interrupted, else that of the command.
    """
    if sys.version_info < OLDEST:
        return refuse(*old_python())
    sys.path.insert(0, str(ROOT / "packaging"))
    from venv_setup import SetupError, ready_interpreter

    sys.path.remove(str(ROOT / "packaging"))
    check = arguments[:1] == ["check"]
    try:
        python = ready_interpreter(dev=check)
    except SetupError as error:
        return refuse(str(error), error.hint)
    except KeyboardInterrupt:
        say("\nStopped. The same command goes on from here; what was downloaded is kept.")
        return STOPPED
    if check:
        return replace_process([python, str(ROOT / "packaging" / "check.py"), *arguments[1:]])
    if python != sys.executable:
        return replace_process([python, str(ROOT / "main.py"), *arguments])
    return start()


def start() -> int:
    """Start gpuscope in this process and return its exit code."""
    from gpuscope.__main__ import main as gpuscope

    return gpuscope()


def old_python() -> "tuple[str, str]":
    """Return the error message for an outdated Python and a hint, which names a newer interpreter if one is installed."""
    wanted, found = (".".join(map(str, version)) for version in (OLDEST, sys.version_info[:2]))
    newer = next(filter(runs, (f"python3.{minor}" for minor in (11, 12, 13, 14))), None)
    message = f"Python {wanted} or newer is needed, and this is Python {found} ({sys.executable})."
    if newer:
        return message, f"This machine has a newer one; start gpuscope with that: {newer} {ROOT / 'main.py'}"
    return message, f"Install Python {wanted} or newer, and start gpuscope with that."


def runs(command: str) -> bool:
    """Return whether an interpreter of that name is installed and starts."""
    path = shutil.which(command)
    return path is not None and subprocess.call([path, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def replace_process(command: "list[str]") -> int:
    """Replace this process with another program; where the platform has no exec, run it and return its exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform == "win32":
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)


def refuse(message: str, hint: str) -> int:
    """Print why gpuscope cannot run here and what to do, and return the exit code."""
    say(f"gpuscope: {message}\n{hint}")
    return UNUSABLE


def say(text: str) -> None:
    """Write a line to standard error; standard output is reserved for the verbs."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # during imports: nothing has started yet
        sys.exit(STOPPED)
