"""Starts a recorder detached from its launcher: in its own session, without inherited descriptors."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from gpuscope.core.errors import GpuscopeError, UnavailableError, error_type
from gpuscope.recording import guard
from gpuscope.recording.start_error import TRY_AGAIN
from gpuscope.system import paths

READY_FLAG = "--ready-fd"


def recorder_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of ``gpuscope`` with these arguments, run by this interpreter from this package's location.

    From an AppImage, the AppImage is started again: its mount disappears when the window is closed, and a recorder outlives it.
    """
    if image := mounted_image():
        return [image, *arguments]
    start = f"import sys; sys.path.insert(0, {str(paths.package_root())!r}); from gpuscope.__main__ import main; sys.exit(main())"
    return [sys.executable, "-P", "-c", start, *arguments]


def mounted_image() -> str | None:
    """Return the AppImage from whose mount this process runs; None if it runs from a permanent folder.

    The environment variables alone are not sufficient: they are also set in a terminal inside another AppImage.
    """
    image, folder = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    if not image or not folder or not Path(sys.executable).is_relative_to(folder) or not os.path.ismount(folder):
        return None
    return image


def detached_process(arguments: Sequence[str], descriptor: int, *, shows_progress: bool = False) -> "subprocess.Popen[bytes]":
    """Start ``gpuscope`` in a session of its own with this process's niceness; it inherits one descriptor and no standard stream.

    Args:
        arguments: The arguments of ``gpuscope``.
        descriptor: The inherited descriptor.
        shows_progress: Whether it has this process's standard error.

    Raises:
        OSError: The process cannot be started.
    """
    process = subprocess.Popen(
        recorder_command(arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None if shows_progress else subprocess.DEVNULL,
        pass_fds=(descriptor,),
        start_new_session=True,
    )
    guard.renice_session(guard.niceness(), f"/proc/{process.pid}/autogroup")
    return process


class Launched(NamedTuple):
    """A run that was started: its id, and the folder where its recorder listens."""

    run_id: str
    folder: Path


def launch_detached(arguments: Sequence[str]) -> Launched:
    """Start ``gpuscope run …`` detached and wait until its workload runs.

    Args:
        arguments: Arguments of ``run``, starting with the command's name, without ``--detach``.

    Returns:
        The run.

    Raises:
        UnavailableError: The system creates no process now.
        GpuscopeError: The recorder's own error, with its message and exit code.
    """
    read, write = os.pipe()
    verb, *rest = arguments
    try:
        process = detached_process([verb, READY_FLAG, str(write), *rest], write)
    except OSError as error:
        os.close(read)
        raise UnavailableError(f"the recorder cannot be started: {error.strerror}", TRY_AGAIN) from None
    finally:
        os.close(write)
    with os.fdopen(read, "rb") as ready:
        answer = ready.readline()
    # Without this, the recorder would remain a zombie of a window that outlives it; a command line just exits.
    threading.Thread(target=process.wait, name=f"end of recorder {process.pid}", daemon=True).start()
    return _launched(answer)


class Launcher:
    """Connection to the process that launched this recorder detached; sends one report and ignores later ones.

    Args:
        descriptor: Descriptor passed with :data:`READY_FLAG`; closed after the report.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    @contextlib.contextmanager
    def reporting(cls, descriptor: int | None) -> Iterator[Self | None]:
        """Yield the launcher on a descriptor, None without one, and report to it why there will be no run if an error ends the block."""
        launcher = None if descriptor is None else cls(descriptor)
        try:
            yield launcher
        except GpuscopeError as error:
            if launcher is not None:
                launcher.report_refused(error)
            raise

    def report_ready(self, run_id: str, folder: Path) -> None:
        """Report that the workload is running, and the folder where its recorder listens: not beside a store that is not writable."""
        self._write({"run_id": run_id, "folder": str(folder)})

    def report_refused(self, error: GpuscopeError) -> None:
        """Report why there will be no run."""
        self._write({"message": error.message, "hint": error.hint, "exit_code": error.exit_code})

    def _write(self, document: dict[str, object]) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        with contextlib.suppress(OSError):  # the launcher is gone; the run continues
            os.write(descriptor, json.dumps(document).encode() + b"\n")
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _launched(answer: bytes) -> Launched:
    try:
        document = json.loads(answer)
        if "run_id" in document:
            return Launched(str(document["run_id"]), Path(document["folder"]))
        raise error_type(document["exit_code"])(str(document["message"]), str(document["hint"]))
    except (ValueError, KeyError, TypeError):
        raise GpuscopeError("the recorder ended before its workload ran", f"See {paths.home() / 'gpuscope.log'}.") from None
