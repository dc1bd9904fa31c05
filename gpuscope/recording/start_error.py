"""Errors for commands that cannot be started, detected before the start or from its failure."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.system.paths import is_file, is_folder, is_there


def refuse_missing_folder(folder: str = "") -> None:
    """Check that the working folder exists, and the folder in which a run starts, if given.

    Raises:
        UsageError: A folder does not exist, or is not a folder.
    """
    if folder and not is_folder(Path(folder)):
        raise UsageError(f"there is no folder {folder[:200]}", "Name a folder that exists.")
    try:
        Path.cwd()
    except OSError:
        raise UsageError("the working folder is gone", "Change to a folder that exists.") from None


def refuse_missing_command(program: str, folder: str = "", path: str | None = None) -> None:
    """Check that a command's first word names an executable program.

    Args:
        program: The first word.
        folder: Where the command runs; "" for the working folder.
        path: The command's PATH; None for that of this process.

    Raises:
        UsageError: The program is missing or not executable.
    """
    place = Path(folder, program) if os.sep in program else Path(program)
    if _is_program(program, folder, path):
        return
    exists = is_there(place) and os.sep in program
    hint = "Make it executable, or run it with its interpreter." if exists else "Check the spelling and PATH."
    if program == "python" and _is_program("python3", folder, path):  # as on Debian and Ubuntu
        hint = "This system has python3."
    if exists and place.is_dir():
        hint = "It is a folder: name a program in it."
    if is_there(Path(folder, program)) and Path(program).suffix in _INTERPRETERS:
        hint = f"Name its interpreter: {_INTERPRETERS[Path(program).suffix]} {program[:200]}"
    raise UsageError(f"{program[:200]!r} cannot be executed" if exists else f"command {program[:200]!r} is not found", hint)


def _is_program(name: str, folder: str, path: str | None) -> bool:
    """Return whether a name is found by a guard's search: ``shutil.which`` without that module, whose import delays the start by 2 ms."""
    folders = [folder] if os.sep in name else (os.environ.get("PATH", os.defpath) if path is None else path).split(os.pathsep)
    places = [Path(each, name) for each in folders]
    try:
        return any(os.access(place, os.X_OK) and is_file(place) for place in places)
    except ValueError:  # a NUL or a lone surrogate
        return False


_INTERPRETERS = {".py": "python3", ".sh": "bash"}
TRY_AGAIN = "Try again; check the limits of the system and of your account."
"""Hint for a process that the system refuses to create now."""
_SHORT_OF = {errno.ENOMEM: "memory", errno.EAGAIN: "processes", errno.EMFILE: "descriptors", errno.ENFILE: "descriptors"}


def start_error(argv: Sequence[str], cwd: str | None, stage: str, number: int) -> GpuscopeError:
    """Return the error for a failed start, with message, hint and exit code.

    Args:
        argv: The command.
        cwd: The requested working folder; None for the recorder's own.
        stage: Stage of the failure: "folder", "command", or another word.
        number: The error's number (errno).
    """
    if number in _SHORT_OF:
        return UnavailableError(f"{argv[0]} cannot be started: the system is out of {_SHORT_OF[number]}", "Close other programs first.")
    if number == errno.E2BIG:
        return UsageError("the command line and the environment together are too long for this system", "Pass long lists in a file.")
    if stage == "folder":
        return _folder_error(cwd or "", number)
    if stage == "command":
        return _command_error(argv[0], number)
    return UnavailableError(f"{argv[0]} cannot be started: {os.strerror(number)}", TRY_AGAIN)


def _folder_error(cwd: str, number: int) -> GpuscopeError:
    if number in (errno.ENOENT, errno.ENOTDIR):
        return UsageError(f"the working folder {cwd} is gone", "Start from a folder that exists.")
    return UsageError(f"the working folder {cwd} cannot be entered: {os.strerror(number)}", "Start from a folder that you have access to.")


def _command_error(name: str, number: int) -> GpuscopeError:
    if number == errno.ENOENT and "/" not in name:
        return UsageError(f"command not found: {name}", "Check the spelling, or give the path to it.")
    path = Path(name)
    if number == errno.ENOENT:
        if is_there(path):
            return UsageError(f"{name} cannot be run: the interpreter that its first line names is missing", "Correct that line.")
        return UsageError(f"command not found: there is no file {name}", "Check the path.")
    if number == errno.EACCES:
        if is_folder(path):
            return UsageError(f"{name} is a folder, not a command", "Name the program in it.")
        return UsageError(f"{name} may not be executed", f"If it is meant to be, try: chmod +x {name}")
    if number == errno.ENOEXEC:
        return UsageError(f"{name} is not a program for this machine", "Run it with its interpreter, or build it for this machine.")
    return UsageError(f"{name} cannot be started: {os.strerror(number)}", "Check the command.")
