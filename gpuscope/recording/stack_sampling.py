"""Python stacks of a live process, sampled by py-spy if installed, as a trace that ``gpuscope profile`` reads.

For programs that are limited by their Python code: the sampler works from outside, so the program is slowed down only while a sample is
taken. py-spy runs for the requested time and leaves nothing in the program.
"""

import contextlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuscope.core.errors import GpuscopeError, UnavailableError, pip_install
from gpuscope.recording.captures import next_profile
from gpuscope.system.files import owner_only
from gpuscope.system.redaction import redact_text

RATE_HZ = 100
"""py-spy's default: a sample takes about a millisecond, during which the program is paused."""
_PATIENCE_S = 30.0
"""Time allowed in addition to the sampling time: py-spy first reads the symbols of every library."""


@dataclass(frozen=True, slots=True)
class SampledStacks:
    """Result of sampling.

    Attributes:
        file: The trace's name in the run's folder.
        begin_ns: Monotonic stamp of the sampler's start.
        end_ns: Monotonic stamp of the sampler's end.
        size_bytes: Size of the trace.
    """

    file: str
    begin_ns: int
    end_ns: int
    size_bytes: int


def sampler() -> str:
    """Return the path of py-spy: beside this Python, else on the PATH.

    Raises:
        UnavailableError: py-spy is not installed.
    """
    beside = str(Path(sys.executable).parent)
    path = shutil.which("py-spy", path=beside) or shutil.which("py-spy")
    if path is None:
        raise UnavailableError(
            "stacks are sampled by py-spy, which is not installed",
            f"Install it: {pip_install('py-spy')}, or pipx install py-spy",
        )
    return path


def sample_stacks(pid: int, seconds: float, folder: Path) -> SampledStacks:
    """Sample the stacks of a Python process and its children for some seconds, and write them into a run's folder.

    Raises:
        GpuscopeError: py-spy cannot access the process, or the trace cannot be written.
        UnavailableError: py-spy is not installed.
    """
    target = folder / next_profile(folder, pid)
    raw, temporary = target.with_name(f"{target.name}.stacks.tmp"), target.with_name(f"{target.name}.tmp")
    sampled = ["--pid", str(pid), "--subprocesses", "--function", "--full-filenames", "--duration", f"{max(1, round(seconds))}"]
    begin_ns, unix_ns = time.monotonic_ns(), time.time_ns()
    try:
        _run([sampler(), "record", *sampled, "--rate", str(RATE_HZ), "--format", "chrometrace", "--output", str(raw)], seconds)
        trace = stacks_trace(json.loads(raw.read_text(encoding="utf-8", errors="replace")), unix_ns)
        with open(temporary, "w", encoding="utf-8", opener=owner_only) as file:
            json.dump(trace, file)
        temporary.replace(target)
    except OSError as error:
        raise GpuscopeError(f"the stacks cannot be written: {error.strerror}", "Free space on the disk of the runs.") from error
    except ValueError as error:
        raise GpuscopeError("py-spy's trace cannot be read", f"Install a newer py-spy: {pip_install('--upgrade', 'py-spy')}") from error
    finally:
        for path in (raw, temporary):
            with contextlib.suppress(OSError):  # a read-only file system, which the error of the write names
                path.unlink(missing_ok=True)
    return SampledStacks(target.name, begin_ns, time.monotonic_ns(), target.stat().st_size)


def _run(command: list[str], seconds: float) -> None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds + _PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise GpuscopeError("py-spy did not end", "The run goes on.") from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = redact_text(lines[0].removeprefix("Error: "))[:200] if lines else f"exit code {done.returncode}"
        if "ermission" in done.stderr:
            raise GpuscopeError(
                "py-spy is not permitted to inspect the program",
                "Let it: sudo sysctl kernel.yama.ptrace_scope=0, or run this command as root.",
            )
        raise GpuscopeError(f"py-spy cannot sample the program: {reason}", "It samples Python programs only.")


def stacks_trace(events: Any, begin_unix_ns: int) -> dict[str, Any]:
    """Return py-spy's Chrome trace with its calls named as torch's profiler names Python calls.

    Raises:
        ValueError: It is not a Chrome trace.
    """
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise ValueError("no list of events")
    calls = [_call(event) for event in events if not _is_root(event)]
    return {"baseTimeNanoseconds": begin_unix_ns, "traceEvents": calls}


def _is_root(event: Mapping[str, Any]) -> bool:
    """Return whether an event represents a whole process: it encloses all its stacks, and is not a call."""
    place = event.get("args")
    return event.get("cat") == "py-spy" and isinstance(place, dict) and place.get("filename") == ""


def _call(event: Mapping[str, Any]) -> dict[str, Any]:
    place = event.get("args") or {}
    if event.get("cat") != "py-spy" or "filename" not in place:
        return dict(event)
    return {**event, "cat": "python_function", "name": f"{place['filename']}({place.get('line', 0)}): {event.get('name', '')}"}
