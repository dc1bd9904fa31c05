"""A sensor helper as its owner holds it: started, spoken to, read without blocking, reaped."""

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
"""Name another NVML and another /sys, for tests. What is read there is labelled wherever it is shown."""


def helper_command(
    only: str | None = None,
    hz: float | None = None,
    deadline_s: float | None = None,
    extra: Sequence[str] = (),
    *,
    in_detail: bool = False,
    power_hz: float | None = None,
) -> list[str]:
    """Return the arguments that start a helper.

    Args:
        only: Name of a back end ("host", "nvml" …); None for every one that this machine may have.
        hz: Rate of the fast calls; None for the default.
        deadline_s: How long a vendor's call may take; None for the default.
        extra: Sensors beside those of the hardware, as ``--sensor`` takes them: "simulated", "replay:FILE".
        in_detail: Whether somebody looks, so that what is dear to read, or shared with other tools, may be read.
        power_hz: Rate of an NVIDIA GPU's power, energy and throttling; None for that of the fast calls.
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
    """Return the variables that a helper gets: no library paths, no preloads, only what names another NVML or /sys, and our home."""
    kept = {key: value for key, value in os.environ.items() if key.upper() in _KEPT or key.startswith(_KEPT_PREFIXES)}
    with contextlib.suppress(UnavailableError):
        kept["GPUSCOPE_HOME"] = str(home())
    return {**kept, "LC_ALL": "C.UTF-8"}


LONGEST_LINE = 4 * 1024 * 1024
"""Far above a hello of many GPUs, the longest of ours; what is longer is no line of ours and must not fill the memory."""
_MOST_READS = 64
"""Reads of one call, 16 MiB: a helper that writes without end must not hold its owner's loop."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a helper ended.

    Attributes:
        words: In words: "the sensor helper was ended by SIGSEGV".
        cpu_time_s: Processor seconds that it took; None when the kernel's account was taken by somebody else.
    """

    words: str
    cpu_time_s: float | None


class HelperProcess:
    """One process of the sensor helper.

    Args:
        command: Its arguments.
        stderr: Descriptor for its standard error; None drops it.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(self, command: Sequence[str], stderr: int | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if stderr is None else stderr,
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
        """Whether its standard output has ended."""

    @property
    def pid(self) -> int:
        """Return its process id."""
        return self._process.pid

    def fileno(self) -> int | None:
        """Return the descriptor of its standard output; None once that is closed."""
        return None if self._stdout.closed else self._stdout.fileno()

    def send(self, order: Mapping[str, Any]) -> None:
        """Send it a line; one that is gone, or does not listen, hear nothing."""
        try:
            os.write(self._stdin.fileno(), json.dumps(order).encode() + b"\n")
        except (OSError, ValueError):
            return

    def read_lines(self) -> list[bytes]:
        """Return the whole lines that have come since; never blocks. One without an end comes as an empty line, for what it was."""
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
        """Wait until there is something to read, at most for a while."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.select(max(0.0, timeout_s))

    def poll(self) -> Ended | None:
        """Reap it when it has ended, and return how; None while it runs."""
        if self._ended is None:
            try:
                pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            except ChildProcessError:
                self._note(Ended("the sensor helper ended", None), 0)
            else:
                if pid:
                    code = os.waitstatus_to_exitcode(status)
                    self._note(Ended(_words(code), usage.ru_utime + usage.ru_stime), code)
        return self._ended

    def _note(self, ended: Ended, code: int) -> None:
        self._ended = ended
        self._process.returncode = code  # subprocess would warn of a child that it did not reap itself.

    def kill(self) -> None:
        """Kill it, unless it has ended already."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout_s: float) -> Ended | None:
        """Wait for its end, at most for a while."""
        end = time.monotonic() + timeout_s
        while self.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        return self._ended

    def is_in_the_kernel(self) -> bool:
        """Whether a thread of it waits uninterruptibly in the kernel (state D), where no kill reaches it."""
        for task in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            try:
                content = task.read_bytes()
            except OSError:
                continue
            if content[content.rindex(b")") + 2 :][:1] == b"D":
                return True
        return False

    def close(self) -> None:
        """Close its pipes; that ends it when it still listens."""
        self._stdin.close()
        self._stdout.close()


def _words(code: int) -> str:
    if code >= 0:
        return f"the sensor helper ended with code {code}"
    try:
        return f"the sensor helper was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"the sensor helper was ended by signal {-code}"
