"""The owner's side of a sensor helper: starts it, sends it lines, reads it without blocking, reaps it."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuscope.core.errors import UnavailableError
from gpuscope.system.paths import home, package_root

HOST = "host"
_KEPT = ("PATH", "SYSTEMROOT", "WINDIR", "PROGRAMFILES", "TEMP", "TMP")
_KEPT_PREFIXES = ("GPUSCOPE_NVML_", "GPUSCOPE_SYSFS_ROOT")
"""Variables that name another NVML and another /sys, for tests; devices read from them are labelled."""


def helper_command(
    only: str | None = None,
    hz: float | None = None,
    deadline_s: float | None = None,
    extra: Sequence[str] = (),
    *,
    in_detail: bool = False,
    power_hz: float | None = None,
) -> list[str]:
    """Return the command line that starts a helper.

    Args:
        only: Name of the only back end to read ("host", "nvml" …); None for all that this machine may have.
        hz: Rate of the fast calls; None for the default.
        deadline_s: How long a vendor call may take; None for the default.
        extra: Sensors in addition to the hardware's, as in ``--sensor``: "simulated", "replay:FILE".
        in_detail: Whether to read metrics that are expensive, or shared with other tools; set while a user is watching.
        power_hz: Rate of an NVIDIA GPU's power, energy and throttle reasons; None for the rate of the fast calls.
    """
    start = f"import sys; sys.path.insert(0, {str(package_root())!r}); from gpuscope.sensors.helper import main; main()"
    command = [sys.executable, "-I", "-c", start]
    command += ["--only", only] if only else []
    command += ["--hz", repr(hz)] if hz else []
    command += ["--detail"] if in_detail else []
    command += ["--power-hz", repr(power_hz)] if power_hz else []
    for name in extra:
        command += ["--sensor", name]
    return command + (["--deadline", repr(deadline_s)] if deadline_s else [])


def helper_environment() -> dict[str, str]:
    """Return the environment of a helper: no library paths or preloads, only basics, names of another NVML or /sys, and our home."""
    kept = {key: value for key, value in os.environ.items() if key.upper() in _KEPT or key.startswith(_KEPT_PREFIXES)}
    with contextlib.suppress(UnavailableError):
        kept["GPUSCOPE_HOME"] = str(home())
    return {**kept, "LC_ALL": "C.UTF-8"}


LONGEST_LINE = 4 * 1024 * 1024
"""Far above our longest line, the hello of many GPUs. Anything longer is not a line of ours, and must not fill the memory."""
_MOST_READS = 64
"""Reads per call, 16 MiB in total: a helper that never stops writing must not block its owner's loop."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a helper ended.

    Attributes:
        description: Description: "the sensor helper was ended by SIGSEGV".
        cpu_time_s: CPU time that it used, in seconds; None if other code reaped the process.
    """

    description: str
    cpu_time_s: float | None


class HelperProcess:
    """One sensor helper process.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=helper_environment(),
            cwd=os.sep,
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._buffer = b""
        self._ended: Ended | None = None
        self.is_at_end = False
        """Whether its standard output has reached the end."""

    @property
    def pid(self) -> int:
        """Return its process id."""
        return self._process.pid

    def fileno(self) -> int | None:
        """Return the descriptor of its standard output; None once it is closed."""
        return None if self._stdout.closed else self._stdout.fileno()

    def send(self, order: Mapping[str, Any]) -> None:
        """Send a line to the helper; ignored if it has ended or its pipe is full."""
        try:
            os.write(self._stdin.fileno(), json.dumps(order).encode() + b"\n")
        except (OSError, ValueError):
            return

    def read_lines(self) -> list[bytes]:
        """Return the complete lines received since the last call; never blocks. An overlong line is replaced by an empty one."""
        parts = [self._buffer]
        for _ in range(_MOST_READS):
            if self.is_at_end:
                break
            try:
                part = os.read(self._stdout.fileno(), 262144)
            except BlockingIOError:
                break
            parts.append(part)
            self.is_at_end = not part
        *lines, self._buffer = b"".join(parts).split(b"\n")
        if len(self._buffer) > LONGEST_LINE:
            self._buffer = b""
            lines.append(b"")
        return lines

    def wait_readable(self, timeout_s: float) -> None:
        """Wait until there is something to read, or the timeout expires."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.select(max(0.0, timeout_s))

    def poll(self) -> Ended | None:
        """Reap the helper if it has ended, and return how; None while it runs."""
        if self._ended is None:
            try:
                pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            except ChildProcessError:
                self._note(Ended("the sensor helper ended", None), 0)
            else:
                if pid:
                    code = os.waitstatus_to_exitcode(status)
                    self._note(Ended(_exit_text(code), usage.ru_utime + usage.ru_stime), code)
        return self._ended

    def _note(self, ended: Ended, code: int) -> None:
        self._ended = ended
        self._process.returncode = code  # subprocess would warn about a child that it did not reap itself.

    def kill(self) -> None:
        """Kill the helper unless it has already ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout_s: float) -> Ended | None:
        """Wait until the helper ends or the timeout expires; return how it ended, or None."""
        end = time.monotonic() + timeout_s
        while self.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        return self._ended

    def is_in_the_kernel(self) -> bool:
        """Whether one of its threads is in uninterruptible sleep in the kernel (state D), where it cannot be killed."""
        for task in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            try:
                content = task.read_bytes()
            except OSError:
                continue
            if content[content.rindex(b")") + 2 :][:1] == b"D":
                return True
        return False

    def close(self) -> None:
        """Close its pipes, which ends a helper that is still responsive."""
        self._stdin.close()
        self._stdout.close()


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"the sensor helper ended with code {code}"
    try:
        return f"the sensor helper was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"the sensor helper was ended by signal {-code}"
