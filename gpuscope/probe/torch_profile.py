"""Records steps of this process with torch's profiler and writes them as a trace: ``profile-<pid>-<number>.json`` in the run's folder.

Nothing here raises into the program: a profiler that fails is told to the recorder, and the program goes on without it.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuscope.probe.phase_ranges import PhaseRanges

if TYPE_CHECKING:
    from gpuscope.probe.channel import Channel

FILE_PREFIX = "profile-"
_KEPT_FREE_BYTES = 1 << 30
"""What a capture leaves free of the disk, and of the main memory: where either runs out, more than a profile is lost."""
_MEMORY_FACTOR = 10
"""Main memory that the profiler takes by the size of its file (measured with torch 2.13: 5 to 10, half of it when it stops)."""
_LEAST_FACTOR = 2
"""The same while it records, at least: from that a file of unknown size is bounded."""
_LEAST_STEP_BYTES = 16_000
"""A step's part of the file, at least: three weights and one operation, forward and back, make 18 kB (torch 2.13)."""
_LOOK_NS = 100_000_000
"""Between two looks at what is free: some 30 µs each."""
_clock = time.perf_counter_ns


class TorchProfile:
    """The captures of one process, one after another: a trial of one step where there is time for it, the steps, the file.

    Args:
        channel: To the recorder of a run.
        extras: What is recorded beside operators and their shapes: "memory", "stacks".

    Attributes:
        extras: As given; may be changed between captures.
        is_on: Whether it is recording steps that are kept.
        bytes_per_step: Size of the file by its steps, as a trial or a capture has shown; None before.
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
        self._look_ns = 0
        self.extras = frozenset(extras)
        self.is_on = False
        self.bytes_per_step: float | None = None

    def begin_trial(self) -> None:
        """Start the profiler for one step, which warms it up and shows what a step weighs."""
        self._start()
        self._enter("ProfilerStep#trial")

    def end_trial(self) -> None:
        """End the step and throw what was recorded away."""
        self._leave()
        if self._profiler is None:
            return
        path = self._folder / f"{FILE_PREFIX}{os.getpid()}-trial.tmp"
        with contextlib.suppress(OSError):
            if self._stop(path) is None:
                self.bytes_per_step = float(path.stat().st_size)
            path.unlink(missing_ok=True)

    def begin(self, first: int, steps: int = 0, *, trial_steps: int = 0, begin_ns: int = 0) -> None:
        """Start to record.

        Args:
            first: How many steps lie before the first one.
            steps: How many are planned; 0 where a time is.
            trial_steps: Steps just before, which were taken for a trial.
            begin_ns: Stamp before these; 0 for now.
        """
        self._begin_ns, self._first, self._trial_steps = begin_ns or _clock(), first, trial_steps
        self._steps = self._most = 0
        self._free_at_begin, self._look_ns = _free_memory(), _clock() + _LOOK_NS
        self._tell("capturing", steps=steps)
        trouble = self._lacks_room() or self._start()
        if trouble is not None:
            self._tell("failed", text=trouble)
            return
        self.is_on = True

    def begin_step(self) -> None:
        """Name what follows by the number of its step."""
        self._enter(f"ProfilerStep#{self._first + self._steps}")

    def end_step(self) -> None:
        """End the step."""
        self._leave()
        self._steps += 1

    def phase_ranges(self) -> PhaseRanges:
        """Return what makes ranges of the program's own phases while it records."""
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
    def room(self) -> int:
        """How many further steps have room, as far as the weight of a step is known."""
        return self._most - self._steps if self._most else sys.maxsize

    @property
    def is_full(self) -> bool:
        """Whether another step could fill the disk or the memory."""
        if self.room <= 0:
            return True
        if _clock() < self._look_ns:
            return False
        self._look_ns = _clock() + _LOOK_NS
        with contextlib.suppress(OSError):
            free, disk = _free_memory(), _free_disk(self._folder)
            if free is not None and self._free_at_begin is not None:
                taken = max(0, self._free_at_begin - free)
                return free < _KEPT_FREE_BYTES + taken or (disk is not None and disk < _KEPT_FREE_BYTES + taken / _LEAST_FACTOR)
        return False

    def end(self, text: str = "") -> None:
        """Stop recording, and write the file.

        Args:
            text: What it lacks.
        """
        if not self.is_on:
            return
        self.is_on = False
        self._leave()
        self._number += 1
        over_ns = _clock()
        while (self._folder / (name := f"{FILE_PREFIX}{os.getpid()}-{self._number}.json")).exists():
            self._number += 1  # stacks that were sampled from outside
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

    def _lacks_room(self) -> str | None:
        """Return why not even one step can be recorded; else note how many will not fill the disk or the memory.

        That a profile is large was asked before the run (``recording.capture_size``): here it only ends in time. Of a program that had no
        trial the weight of a step is not known: what it takes is seen by :attr:`is_full`.
        """
        size_of_step = self.bytes_per_step or _LEAST_STEP_BYTES
        with contextlib.suppress(OSError):  # the folder is no longer there
            free = {"of the disk": (_free_disk(self._folder), 1), "of main memory": (_free_memory(), _MEMORY_FACTOR)}
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
        """Start the profiler; return why that failed, None where it did not."""
        if "torch" not in sys.modules:
            return "the program does not use PyTorch, whose profiler this is"
        level = os.environ.get("KINETO_LOG_LEVEL")
        os.environ["KINETO_LOG_LEVEL"] = "99"  # read at the first start: else it writes into the program's output
        try:
            module = importlib.import_module("torch.profiler")
            if _is_profiling():
                return "the program was using the profiler itself"
            self._record_function = module.record_function
            self._profiler = module.profile(
                activities=_activities(module),
                record_shapes=True,
                profile_memory="memory" in self.extras,
                with_stack="stacks" in self.extras,
            )
            self._profiler.start()
            self._steps_ns = 0
        except Exception as error:  # noqa: BLE001 - whatever it is, the program must not feel it
            self._profiler = None
            return f"the profiler cannot be started: {_first_line(error)}"
        finally:
            if level is None:
                del os.environ["KINETO_LOG_LEVEL"]
            else:
                os.environ["KINETO_LOG_LEVEL"] = level
        return None

    def _stop(self, path: Path) -> str | None:
        """Stop the profiler and write what it has; return why that failed."""
        profiler, self._profiler = self._profiler, None
        try:
            clocks = {"monotonic_ns": _clock(), "unix_ns": time.time_ns(), "run": os.environ.get("GPUSCOPE_RUN", "")}
            profiler.add_metadata_json("gpuscope", json.dumps(clocks))
            profiler.stop()
            profiler.export_chrome_trace(str(path))
        except Exception as error:  # noqa: BLE001 - whatever it is, the program must not feel it
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
    """Return whether a profiler of the program runs: a second one would take its events away."""
    own = getattr(importlib.import_module("torch.autograd"), "_profiler_enabled", None)
    return bool(own is not None and own()) or bool(
        getattr(importlib.import_module("torch.autograd.profiler"), "_is_profiler_enabled", False)
    )


def _activities(module: Any) -> list[Any]:
    """Return the CPU, and the GPU where this process computes on one that the profiler knows."""
    kinds, torch = module.ProfilerActivity, importlib.import_module("torch")
    chosen = [kinds.CPU]
    if torch.cuda.is_available():
        chosen.append(kinds.CUDA)
    elif hasattr(torch, "xpu") and torch.xpu.is_available():
        chosen.append(kinds.XPU)
    return chosen


def _free_disk(folder: Path) -> int | None:
    """Return what this user may still write to the disk of a folder, in bytes; None where the system does not tell."""
    if not hasattr(os, "statvfs"):
        return None
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def _free_memory() -> int | None:
    """Return the main memory that can be taken without swapping, in bytes; None where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def _gigabytes(size: float) -> str:
    return f"{max(0.0, size) / 1e9:.1f} GB"


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"[:300]
