"""Records steps of this process with torch's profiler and writes them as a trace: ``profile-<pid>-<number>.json`` in the run's folder.

Nothing here raises into the program: a failure of the profiler is reported to the recorder, and the program continues without it.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gpuscope.probe.phase_ranges import PhaseRanges

if TYPE_CHECKING:
    from gpuscope.probe.channel import Channel

FILE_PREFIX = "profile-"
_KEPT_FREE_BYTES = 1 << 30
"""Disk space and main memory that a capture leaves free: if either runs out, more than a profile is lost."""
MEMORY_FACTOR = 10
"""Main memory that the profiler takes per byte of its file (measured with torch 2.13: 5 to 10, half of it when it stops)."""
_LEAST_FACTOR = 2
"""Lower bound of the same while it records, from which the size of the file is bounded before it is known."""
LEAST_STEP_BYTES = 16_000
"""Lower bound of a step's size in the file: three weights and one operation, forward and backward, make 18 kB (torch 2.13)."""
_POLL_NS = 100_000_000
"""Interval of checks of free memory and disk space, which take about 30 µs each."""
_OWN_WARNING = "Warning: Profiler clears events"
"""Start of a warning of torch 2.11 about further cycles, of which a capture has none; it would stand in the program's output."""
_clock = time.perf_counter_ns


class TorchProfile:
    """The captures of one process, one after another: an optional trial of one step, the recorded steps, the file.

    Args:
        channel: The channel to the run's recorder.
        extras: What to record in addition to operators and their shapes: "memory", "stacks".

    Attributes:
        extras: As given; may be changed between captures.
        is_on: Whether it is recording steps to keep.
        bytes_per_step: File size per step, from a trial or a capture; None before.
    """

    def __init__(self, channel: Channel, extras: Iterable[str] = ()) -> None:
        self._channel, self._folder = channel, Path(channel.folder or ".")
        self._profiler: Any = None
        self._number = 0
        self._record_function: Callable[[str], Any] = lambda _name: contextlib.nullcontext()
        self._in_step: Any = None
        self._begin_ns = self._steps_ns = 0
        self._first = self._steps = self._trial_steps = self._most = 0
        self._free_at_begin: int | None = None
        self._poll_ns = 0
        self.extras = frozenset(extras)
        self.is_on = False
        self.bytes_per_step: float | None = None

    def begin_trial(self) -> None:
        """Start the profiler for one step, which warms it up and shows the size of a step."""
        self._start()
        self._enter("ProfilerStep#trial")

    def end_trial(self) -> None:
        """End the trial step and discard its recording."""
        self._leave()
        if self._profiler is None:
            return
        path = self._folder / f"{FILE_PREFIX}{os.getpid()}-trial.tmp"
        with contextlib.suppress(OSError):
            if self._stop(path) is None:
                self.bytes_per_step = float(path.stat().st_size)
            path.unlink(missing_ok=True)

    def begin(self, first: int, steps: int = 0, *, trial_steps: int = 0, begin_ns: int = 0) -> None:
        """Start recording.

        Args:
            first: Number of steps before the first recorded one.
            steps: Number of planned steps; 0 if a duration is planned.
            trial_steps: Number of steps just before that were used for a trial.
            begin_ns: Timestamp before the trial steps; 0 for now.
        """
        self._begin_ns, self._first, self._trial_steps = begin_ns or _clock(), first, trial_steps
        self._steps = self._most = 0
        self._free_at_begin, self._poll_ns = _free_memory(), _clock() + _POLL_NS
        self._tell("capturing", steps=steps)
        trouble = self._check_room() or self._start()
        if trouble is not None:
            self._tell("failed", text=trouble)
            return
        self.is_on = True

    def begin_step(self) -> None:
        """Begin a profiler range named after the number of the step."""
        self._enter(f"ProfilerStep#{self._first + self._steps}")

    def end_step(self) -> None:
        """End the step's profiler range."""
        self._leave()
        self._steps += 1

    def phase_ranges(self) -> PhaseRanges:
        """Return an object that records the program's phases as profiler ranges."""
        return PhaseRanges(self._record_function)

    def _enter(self, name: str) -> None:
        with contextlib.suppress(Exception):
            self._in_step = self._record_function(name)
            self._in_step.__enter__()
        self._steps_ns = self._steps_ns or _clock()

    def _leave(self) -> None:
        in_step, self._in_step = self._in_step, None
        if in_step is not None:
            with contextlib.suppress(Exception):
                in_step.__exit__(None, None, None)

    @property
    def steps(self) -> int:
        """Number of steps recorded so far."""
        return self._steps

    @property
    def room(self) -> int:
        """Number of further steps that fit; ``sys.maxsize`` if the size of a step is unknown."""
        return self._most - self._steps if self._most else sys.maxsize

    @property
    def is_full(self) -> bool:
        """Whether another step could fill the disk or the memory."""
        if self.room <= 0:
            return True
        if _clock() < self._poll_ns:
            return False
        self._poll_ns = _clock() + _POLL_NS
        with contextlib.suppress(OSError):
            free, disk = _free_memory(), _free_disk(self._folder)
            if free is not None and self._free_at_begin is not None:
                taken = max(0, self._free_at_begin - free)
                return free < _KEPT_FREE_BYTES + taken or (disk is not None and disk < _KEPT_FREE_BYTES + taken / _LEAST_FACTOR)
        return False

    def end(self, text: str = "") -> None:
        """Stop recording, and write the file.

        Args:
            text: Why the recording is incomplete; "" if it is not.
        """
        if not self.is_on:
            return
        self.is_on = False
        self._leave()
        self._number += 1
        over_ns = _clock()
        while (self._folder / (name := f"{FILE_PREFIX}{os.getpid()}-{self._number}.json")).exists():
            self._number += 1  # the name is taken by stacks sampled from outside
        temporary = self._folder / f"{name}.tmp"
        trouble = self._stop(temporary)
        if trouble is None:
            try:
                size = temporary.stat().st_size
                temporary.rename(self._folder / name)
            except OSError as error:
                trouble = f"the profile cannot be written: {error.strerror}"
        if trouble is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            self._tell("failed", steps=self._steps, text=trouble, over_ns=over_ns)
            return
        self.bytes_per_step = size / max(1, self._steps)
        self._tell("written", steps=self._steps, file=name, size=size, text=text, over_ns=over_ns)

    def _check_room(self) -> str | None:
        """Return why not even one step can be recorded; otherwise None, after setting how many steps fit the disk and the memory.

        Large profiles were confirmed before the run (``recording.capture_size``); here, recording only has to end in time. Without a trial
        the size of a step is unknown, and :attr:`is_full` monitors the memory that is actually used.
        """
        size_of_step = self.bytes_per_step or LEAST_STEP_BYTES
        with contextlib.suppress(OSError):  # the folder is no longer there
            free = {"of the disk": (_free_disk(self._folder), 1), "of main memory": (_free_memory(), MEMORY_FACTOR)}
            for where, (size, factor) in free.items():
                if size is None:
                    continue
                needed, spare = size_of_step * factor, size - _KEPT_FREE_BYTES
                if spare <= 0:
                    return f"only {_gigabytes(size)} {where} are free, of which a profile leaves {_gigabytes(_KEPT_FREE_BYTES)}"
                if needed > spare:
                    return f"a step would take about {_gigabytes(needed)} {where}, and {_gigabytes(spare)} can be spared"
                if self.bytes_per_step:
                    self._most = min(self._most or sys.maxsize, int(spare / needed))
        return None

    def _start(self) -> str | None:
        """Start the profiler; return why that failed, else None."""
        if "torch" not in sys.modules:
            return "the program does not use PyTorch, whose profiler this is"
        level = os.environ.get("KINETO_LOG_LEVEL")
        os.environ["KINETO_LOG_LEVEL"] = "99"  # read at the first start; otherwise Kineto writes to the program's output
        try:
            module = importlib.import_module("torch.profiler")
            warnings.filterwarnings("ignore", _OWN_WARNING, UserWarning)
            if _is_profiling():
                return "the program was using the profiler itself"
            self._record_function = module.record_function
            kind = module.profile if "torch._inductor" in sys.modules else _profile_class(module)
            self._profiler = kind(
                activities=_activities(module),
                record_shapes=True,
                profile_memory="memory" in self.extras,
                with_stack="stacks" in self.extras,
            )
            self._profiler.start()
            self._steps_ns = 0
        except Exception as error:  # noqa: BLE001 - no error may reach the program
            self._profiler = None
            return f"the profiler cannot be started: {_first_line(error)}"
        finally:
            if level is None:
                del os.environ["KINETO_LOG_LEVEL"]
            else:
                os.environ["KINETO_LOG_LEVEL"] = level
        return None

    def _stop(self, path: Path) -> str | None:
        """Stop the profiler and write the trace; return why that failed, else None."""
        profiler, self._profiler = self._profiler, None
        try:
            clocks = {"monotonic_ns": _clock(), "unix_ns": time.time_ns(), "run": os.environ.get("GPUSCOPE_RUN", ""), "steps": self._steps}
            profiler.add_metadata_json("gpuscope", json.dumps(clocks))
            profiler.stop()
            profiler.export_chrome_trace(str(path))
        except Exception as error:  # noqa: BLE001 - no error may reach the program
            return f"the profiler failed: {_first_line(error)}"
        return None

    def _tell(self, state: str, *, steps: int = 0, file: str = "", size: int = 0, text: str = "", over_ns: int = 0) -> None:
        now_ns = _clock()
        seconds = {}
        if over_ns:
            seconds = {
                "start": (self._steps_ns - self._begin_ns) / 1e9,
                "steps": (over_ns - self._steps_ns) / 1e9,
                "write": (now_ns - over_ns) / 1e9,
            }
        self._channel.send(
            {
                "e": "capture",
                "pid": os.getpid(),
                "begin": self._begin_ns,
                "end": None if state == "capturing" else now_ns,
                "state": state,
                "first": self._first,
                "steps": steps,
                "taken": self._steps + self._trial_steps,
                "file": file,
                "bytes": size,
                "seconds": seconds,
                "text": text,
            }
        )


def _is_profiling() -> bool:
    """Whether the program itself is running a profiler; a second one would take its events."""
    own = getattr(importlib.import_module("torch.autograd"), "_profiler_enabled", None)
    return bool(own is not None and own()) or bool(
        getattr(importlib.import_module("torch.autograd.profiler"), "_is_profiler_enabled", False)
    )


def _profile_class(module: Any) -> Any:
    """Return torch's profiler, without its import of torch's compiler: 800 modules, over a second in which the program stands still.

    It imports them to look up a setting of the compiler, which has no effect on a program that has not imported it.
    """
    try:
        prepare = module.profile.prepare_trace
        names = {**prepare.__globals__, "torch": _TorchWithoutCompiler(prepare.__globals__["torch"])}
        changed = FunctionType(prepare.__code__, names, prepare.__name__, prepare.__defaults__)
    except (AttributeError, KeyError, TypeError, ValueError):  # a torch that prepares in another way
        return module.profile
    return type("profile", (module.profile,), {"prepare_trace": changed})


class _TorchWithoutCompiler:
    """Torch's attributes but one: merely asking for that imports the compiler."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch

    def __getattr__(self, name: str) -> Any:
        if name == "_inductor":
            raise AttributeError(name)
        return getattr(self._torch, name)


def _activities(module: Any) -> list[Any]:
    """Return the profiler's activities: the CPU, and the GPU if one is available that the profiler supports."""
    kinds, torch = module.ProfilerActivity, importlib.import_module("torch")
    chosen = [kinds.CPU]
    if torch.cuda.is_available():
        chosen.append(kinds.CUDA)
    elif hasattr(torch, "xpu") and torch.xpu.is_available():
        chosen.append(kinds.XPU)
    return chosen


def _free_disk(folder: Path) -> int | None:
    """Return the bytes that this user can still write to the disk of a folder; None if the system does not report it."""
    if not hasattr(os, "statvfs"):
        return None
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def _free_memory() -> int | None:
    """Return the bytes of main memory available without swapping; None if the system does not report it."""
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def _gigabytes(size: float) -> str:
    return f"{max(0.0, size) / 1e9:.1f} GB"


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"[:300]
