"""Output files for the user: written atomically, or appended to over time."""

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system.locks import lock_open_file
from gpuscope.system.paths import is_folder, is_there


def write_file(path: Path, pieces: Iterable[str | bytes]) -> None:
    """Write text (UTF-8) or bytes to a temporary file in the same folder, sync it to disk, and rename it to the target.

    Anything but a regular file (a pipe, ``/dev/stdout``) is written in place.

    Raises:
        UsageError: The folder is missing, or the path is a folder.
        UnavailableError: It cannot be written; an existing file is left unchanged.
    """
    refuse_bad_output(path)
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            _write(target, pieces, "wb")
            return
        temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
        try:
            _write(temporary, pieces, "xb")
            temporary.replace(target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnavailableError(f"{path} cannot be written: {error.strerror}", "Name another file, or free some space.") from None


def growing_file(path: Path) -> BinaryIO:
    """Open a file for incremental writing, and truncate it. It stays locked against other gpuscope processes until it is closed.

    Raises:
        OSError: It cannot be opened.
        UnavailableError: Another gpuscope process is writing it.
    """
    file = path.open("ab")
    if path.is_file():
        if not lock_open_file(file.fileno()):
            file.close()
            raise UnavailableError(f"{path} is being written by another gpuscope", "Name another file.")
        file.truncate(0)
    return file


def refuse_bad_output(path: Path, *, grows: bool = False) -> None:
    """Check an output path before its content is produced.

    Args:
        path: The path.
        grows: Whether the file is written itself (:func:`growing_file`); otherwise a new one in its folder replaces it.

    Raises:
        UsageError: The folder is missing, or the path is a folder or not a valid path.
        UnavailableError: The folder is not writable.
    """
    if "\0" in str(path):
        raise UsageError("a file name holds no NUL character", "Name another file.")
    if is_folder(path):
        raise UsageError(f"{path} is a folder", "Name a file in it.")
    if not is_folder(path.parent):
        raise UsageError(f"there is no folder {path.parent}", "Make it first, or name a file elsewhere.")
    if is_there(path) and (grows or not path.is_file()):
        return
    folder = Path(os.path.realpath(path)).parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UnavailableError(f"{folder} cannot be written", "Name a file elsewhere.")


def _write(path: Path, pieces: Iterable[str | bytes], mode: str) -> None:
    with path.open(mode) as file:
        file.writelines(piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else piece for piece in pieces)
        file.flush()
        if mode == "xb":
            os.fsync(file.fileno())
