"""Estimates the size of a run's profile, and whether the user must confirm it: a trace can be larger than the disk."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from gpuscope.core import figures
from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.event import Capture
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.torch_profile import LEAST_STEP_BYTES, MEMORY_FACTOR
from gpuscope.recording.captures import captures

if TYPE_CHECKING:
    from gpuscope.storage.store import StoreReader

LARGE_BYTES = 1e9
"""Larger traces require confirmation: opening such a trace takes up to 20 s, and recording it up to 10 GB of main memory."""
_STEP_BYTES = 10e6
"""Size of a step of a large model: inference of Qwen 1.5 0.5B on an H100 takes 8.6 MB, a training step with NCCL on eight GPUs 3.3 MB."""
_HEAVIEST_STEP_BYTES = 50e6
"""Size of a step with stacks and memory: if a request stays below ``LARGE_BYTES`` at this size, no earlier run needs to be looked up."""
_LEAST_BYTES_PER_SECOND, _BYTES_PER_SECOND = 1e6, 50e6
"""The upper value is for a program that launches an operator of some 400 bytes every 8 µs; one with large operators writes a fiftieth."""
_LOOKED_AT = 200
"""Number of newest runs searched for one of the same program."""


@dataclass(frozen=True, slots=True)
class CaptureWeight:
    """Size of an earlier capture of a program.

    Attributes:
        bytes_per_step: Size of its uncompressed file per step.
        bytes_per_second: Size per second of recorded time; 0 if unknown.
    """

    bytes_per_step: float
    bytes_per_second: float

    @classmethod
    def of(cls, captures: Iterable[Capture]) -> Self | None:
        """Return the size of the capture with the most bytes per step; None if none was written."""
        weights = [
            cls(
                capture.size_bytes / capture.steps,
                capture.size_bytes / seconds if (seconds := capture.seconds.get("steps", 0.0)) > 0 else 0.0,
            )
            for capture in captures
            if capture.state == "written" and capture.steps > 0
        ]
        return max(weights, key=lambda weight: weight.bytes_per_step, default=None)


def large_capture(spec: RunSpec, store_url: str, runs_folder: Path) -> str:
    """Return the question to ask before profiling a run according to its spec; "" if none is needed.

    Args:
        spec: The run's spec.
        store_url: The store to search for earlier captures of the same program.
        runs_folder: A folder on the disk that will hold the profile.
    """
    request = spec.capture
    if request is None or _most_bytes(request) <= LARGE_BYTES:
        return ""
    return large_request(request, known_weight(spec, store_url), runs_folder)


def large_request(request: CaptureRequest, weight: CaptureWeight | None, runs_folder: Path) -> str:
    """Return the question for a request to a run with earlier captures of this size; see :func:`capture_question`."""
    from gpuscope.workloads.capabilities import free_memory_bytes

    return capture_question(request, weight, _free_disk_bytes(runs_folder), free_memory_bytes())


def _most_bytes(request: CaptureRequest) -> float:
    return (request.end - request.begin) * (_HEAVIEST_STEP_BYTES if request.unit == "steps" else _BYTES_PER_SECOND)


def capture_question(request: CaptureRequest, weight: CaptureWeight | None, free_disk: float | None, free_memory: float | None) -> str:
    """Return a sentence on the expected size for the confirmation; "" for a profile of a normal size.

    Args:
        request: The capture requested.
        weight: Size of an earlier capture; None if there was none.
        free_disk: Free disk space in bytes; None if unknown.
        free_memory: Memory available without swapping, in bytes; None if unknown.
    """
    length, in_steps = request.end - request.begin, request.unit == "steps"
    recorded_rate = 0.0 if weight is None else weight.bytes_per_step if in_steps else weight.bytes_per_second
    most = length * (recorded_rate or (_STEP_BYTES if in_steps else _BYTES_PER_SECOND))
    has_room = free_disk is None or most < free_disk
    if recorded_rate and free_memory is not None:
        has_room &= most * MEMORY_FACTOR < free_memory
    if most <= LARGE_BYTES and has_room:
        return ""
    least = most if recorded_rate else length * (LEAST_STEP_BYTES if in_steps else _LEAST_BYTES_PER_SECOND)
    extent = figures.counted(int(length), "step") if in_steps else figures.duration(length)
    sentence = _size_sentence(extent, least, most)
    if free_disk is None or free_memory is None:
        return sentence
    return f"{sentence}; {figures.figure(free_disk, 'B')} and {figures.figure(free_memory, 'B')} are free"


def _size_sentence(extent: str, least: float, most: float) -> str:
    disk, memory = figures.figure(most, "B"), figures.figure(most * MEMORY_FACTOR, "B")
    if least == most:
        return f"profiling {extent} will take about {disk} of disk, and up to {memory} of main memory meanwhile"
    return f"profiling {extent} may take {figures.figure(least, 'B')} to {disk} of disk, and up to {memory} of main memory meanwhile"


def known_weight(spec: RunSpec, store_url: str) -> CaptureWeight | None:
    """Return the size of the captures of the newest profiled run of the same program; None if there is none, or no store."""
    from gpuscope.core.errors import GpuscopeError
    from gpuscope.storage.store import StoreReader  # imports SQLAlchemy: only for a request that may be large

    with contextlib.suppress(GpuscopeError, OSError), StoreReader(store_url) as reader:
        return _newest(spec, reader)
    return None


def _newest(spec: RunSpec, reader: "StoreReader") -> CaptureWeight | None:
    alike = [record for record in reader.runs(limit=_LOOKED_AT) if _is_same_program(record.spec, spec)]
    weights = (CaptureWeight.of(captures(reader.events(record.run_id, [Capture.KIND]))) for record in alike)
    return next((weight for weight in weights if weight is not None), None)


def _is_same_program(spec_of_run: RunSpec, other: RunSpec) -> bool:
    """Return whether two runs are of the same program with the same extras; other arguments hardly change the size of a step."""
    extras = [None if spec.capture is None else spec.capture.extras for spec in (spec_of_run, other)]
    return (spec_of_run.workload, spec_of_run.command[:2]) == (other.workload, other.command[:2]) and extras[0] == extras[1]


def _free_disk_bytes(folder: Path) -> float | None:
    """Return the free space on the disk of a folder, which need not exist yet, in bytes; None if unknown."""
    for path in (folder, *folder.parents):
        with contextlib.suppress(OSError, AttributeError):
            disk = os.statvfs(path)
            return float(disk.f_bavail * disk.f_frsize)
    return None
