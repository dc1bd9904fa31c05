"""The user's command for alerts: run once per alert, without a shell, with a time limit."""

import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from gpuscope.core.errors import UsageError

LIMIT_S = 30.0
"""Enough for a slow mail server; a command that hangs must not outlive its alert for long."""
_AT_ONCE = 4
"""Maximum number of concurrent commands: more means that they hang while alerts keep firing."""
_TAIL_BYTES = 2_000
"""Of the command's output, enough for the last lines of an error message."""
_POLL_S = 0.05
"""Between two checks whether the command has ended; a notification may be this late."""
_QUOTING = "It is split into words as a shell does (quotes, backslashes) and run without a shell: for pipes write sh -c '…'."


def split_command(text: str) -> tuple[str, ...]:
    """Split a command written by the user into words.

    Raises:
        UsageError: A quote is not closed, it is empty, or there is no such program.
    """
    try:
        arguments = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"the alert command cannot be read: {str(error).lower()}", _QUOTING) from None
    if not arguments:
        raise UsageError("the alert command is empty", _QUOTING)
    if shutil.which(arguments[0]) is None:
        raise UsageError(f"the alert command {arguments[0][:60]!r} was not found", _QUOTING)
    return arguments


class AlertCommand:
    """Starts the command for each alert, and waits for it on a thread.

    Args:
        arguments: The words of the command, from :func:`split_command`.
        failed: Called with a message when a run of the command fails; on any thread.
        limit_s: Time limit of each run, in seconds.
    """

    def __init__(self, arguments: Sequence[str], failed: Callable[[str], None], limit_s: float = LIMIT_S) -> None:
        self._arguments, self._failed, self._limit_s = tuple(arguments), failed, limit_s
        self._running: dict[threading.Thread, subprocess.Popen[bytes] | None] = {}

    @property
    def pids(self) -> list[int]:
        """PIDs of the commands currently running."""
        return [process.pid for process in [*self._running.values()] if process is not None]

    def start(self, variables: Mapping[str, str]) -> None:
        """Run the command with these variables added to its environment; return immediately."""
        if len(self._running) >= _AT_ONCE:
            self._failed(f"the alert command was not run: {_AT_ONCE} of its runs have not ended yet")
            return
        thread = threading.Thread(target=self._run, args=(dict(variables),), name="alert-command", daemon=True)
        self._running[thread] = None
        thread.start()

    def close(self) -> None:
        """Wait for commands that are still running, each until its time limit."""
        for thread in [*self._running]:
            thread.join(self._limit_s + 1.0)

    def _run(self, variables: Mapping[str, str]) -> None:
        try:
            if trouble := self._result(variables):
                self._failed(trouble)
        finally:  # last, since :meth:`close` waits for those that are listed
            self._running.pop(threading.current_thread(), None)

    def _result(self, variables: Mapping[str, str]) -> str:
        """Run the command; return an error message, or "" on success."""
        try:
            process = subprocess.Popen(
                self._arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**os.environ, **variables},
                start_new_session=True,  # so that the time limit also ends its children
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            return f"the alert command cannot be started: {reason}"
        self._running[threading.current_thread()] = process
        tail, is_late = self._waited(process)
        if is_late:
            return f"the alert command took longer than {self._limit_s:g} s and was ended"
        if process.returncode:
            last = next((line for line in reversed(tail.decode("utf-8", "replace").splitlines()) if line.strip()), "")
            return f"the alert command failed with code {process.returncode}" + (f": {last.strip()[:200]}" if last else "")
        return ""

    def _waited(self, process: subprocess.Popen[bytes]) -> tuple[bytes, bool]:
        """Wait for the end; return the tail of the process's standard error, and whether it was killed at the time limit."""
        assert process.stderr is not None
        tail, end_s = b"", time.monotonic() + self._limit_s
        os.set_blocking(process.stderr.fileno(), False)
        with process.stderr as errors:
            while True:
                has_ended = process.poll() is not None
                tail = (tail + (errors.read(1 << 16) or b""))[-_TAIL_BYTES:]
                if has_ended or time.monotonic() >= end_s:
                    break
                time.sleep(_POLL_S)
        if not has_ended:
            _end(process)
        return tail, not has_ended


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the command and its children."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.kill()
    process.wait()
