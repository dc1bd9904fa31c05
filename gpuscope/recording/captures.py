"""The profiles of a run: their files in its folder, and sentences that describe them."""

import contextlib
import gzip
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.core import figures
from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import STACKS, Capture, Event
from gpuscope.core.lack_of_memory import is_out_of_memory
from gpuscope.core.metric_registry import describe
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord
from gpuscope.probe.torch_profile import FILE_PREFIX
from gpuscope.system.files import owner_only

if TYPE_CHECKING:
    from gpuscope.analysis.recorded_run import Profiled
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.profiles.profile import Profile
    from gpuscope.profiles.trace import Trace
    from gpuscope.profiles.trace_with_curves import Curve

_NAME = re.compile(rf"{FILE_PREFIX}(\d+)-(\d+)\.json(?:\.gz)?")
_LEVEL = 6
"""Compresses a trace of 1.2 MB to 93 KB; level 1 yields a third more. The run is over, so the extra time does not matter."""
_PIECE = 1 << 20
"""Bytes copied at once, far above the cost of a call; a trace of gigabytes is never whole in memory."""

_NO_STEP = (
    "the program took no step that gpuscope could detect, but 'gpuscope capture last --stacks 10s' samples a live program's Python stacks"
)
_SHARED_ENERGY = "the run had {0}, of which this capture shows the work of {1}"


def profile_files(folder: Path) -> list[Path]:
    """Return the profiles in a run's folder, one per process and capture, in that order; compressed once the run has ended."""
    places: dict[Path, tuple[int, int]] = {}
    with contextlib.suppress(OSError):
        places = {path: place for path in folder.iterdir() if (place := _place(path)) is not None}
    return sorted(places, key=places.__getitem__)


def next_profile(folder: Path, pid: int) -> str:
    """Return a file name for the next profile of a process of a live run."""
    numbers = [place[1] for path in profile_files(folder) if (place := _place(path)) is not None and place[0] == pid]
    return f"{FILE_PREFIX}{pid}-{max(numbers, default=0) + 1}.json"


def newest_profiles(folder: Path) -> list[Path]:
    """Return the newest profile of each process of a run."""
    return list({(_place(path) or (0, 0))[0]: path for path in profile_files(folder)}.values())


def kept_profiles(runs_folder: Path) -> tuple[int, int]:
    """Return the number of profiles in the folders of runs, and their total size in bytes."""
    count = size = 0
    with contextlib.suppress(OSError):
        for folder in runs_folder.iterdir():
            for path in profile_files(folder):
                with contextlib.suppress(OSError):
                    size += path.stat().st_size
                    count += 1
    return count, size


def has_profile(record: RunRecord) -> bool:
    """Return whether a run that has ended has a profile; only the folders of profiled runs are searched."""
    from gpuscope.analysis.run_value import PROFILED  # imports numpy, which a recorder does not need

    return PROFILED in record.environment and bool(record.folder) and bool(profile_files(Path(record.folder)))


def _place(path: Path) -> tuple[int, int] | None:
    """Return the pid and the number of a profile; None for another file."""
    match = _NAME.fullmatch(path.name)
    return None if match is None else (int(match[1]), int(match[2]))


def run_curves(record: RunRecord, series: "Sequence[DeviceSeries]") -> "list[Curve]":
    """Return a run's readings on the wall clock, as used by traces; as accurate as the wall clock was when the run started."""
    from gpuscope.profiles.trace_with_curves import Curve  # imports numpy, which a recorder does not need

    start_ns = int(record.started_at.timestamp() * 1e9)
    curves = []
    for readings in series:
        label, unit, _ = describe(readings.metric)
        stamps_ns, values = readings.readings()
        if unit == "1":  # shares; a viewer of traces shows values as they are
            unit, values = "%", 100 * values
        curves.append(Curve(f"{readings.device} {label} [{unit}]", stamps_ns + start_ns, values))
    return curves


def write_for_perfetto(
    record: RunRecord, series: "Sequence[DeviceSeries]", source: Path, trace: "Trace", target: Path, *, replaces: bool = False
) -> dict[str, int]:
    """Write a trace with the readings of a run in it, and return the number of points of each curve.

    Args:
        record: The run.
        series: Its readings.
        source: The trace in JSON.
        trace: The same trace, as read.
        target: The file to write.
        replaces: Whether it replaces an existing file; otherwise it must be a new one.

    Raises:
        TraceFileError: The source is not a trace in JSON.
        UsageError: The run has no readings from the time of the trace.
        UnavailableError: The target cannot be written.
    """
    from gpuscope.profiles.trace_with_curves import write_with_curves

    try:
        return write_with_curves(source, trace, run_curves(record, series), target, replaces=replaces)
    except OSError as error:
        raise UnavailableError(f"{target} cannot be written: {error.strerror}", "Name another file, or free some space.") from None


def profile_energy(record: RunRecord, series: "Sequence[DeviceSeries]", profile: "Profile") -> Quantity:
    """Return the energy of a run's devices during the work in its profile, in joules; missing, with a reason, if unknown.

    It is unknown if the run had more GPUs than the profile shows the work of, as a rank's profile does.
    """
    from gpuscope.analysis.capture_energy import energy_within
    from gpuscope.analysis.placement import recorded_placement

    had, shown = len(recorded_placement(record).devices), len(profile.trace.working_devices)
    if had > max(1, shown):
        return Quantity.missing("J", _SHARED_ENERGY.format(figures.counted(had, "GPU"), shown))
    start_ns = int(record.started_at.timestamp() * 1e9)
    begin_ns, end_ns = (place + profile.trace.origin_ns - start_ns for place in profile.work_ns)
    return energy_within(record, series, (begin_ns, end_ns))


def memory_end(record: RunRecord) -> str:
    """Return the reason of a run that ran out of memory; "" for any other run."""
    return record.reason if record.reason and is_out_of_memory(record.reason) else ""


def compress(folder: Path) -> None:
    """Compress the profiles of a run that has ended, and remove unfinished files. Profiles that cannot be written stay uncompressed."""
    for path in [*folder.glob(f"{FILE_PREFIX}*.tmp")]:
        with contextlib.suppress(OSError):
            path.unlink()
    for path in folder.glob(f"{FILE_PREFIX}*.json"):
        target = path.with_name(f"{path.name}.gz")
        temporary = path.with_name(f"{target.name}.tmp")
        try:
            _compress(path, temporary)
            temporary.replace(target)
            path.unlink()
        except OSError:
            with contextlib.suppress(OSError):  # a read-only file system refuses this too
                temporary.unlink(missing_ok=True)


def _compress(path: Path, target: Path) -> None:
    with (
        path.open("rb") as whole,
        open(target, "wb", opener=owner_only) as file,
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=file) as packed,
    ):
        shutil.copyfileobj(whole, packed, _PIECE)


def captures(events: Sequence[Event]) -> list[Capture]:
    """Return the captures of a run, each in its last reported state."""
    return list({(event.pid, event.begin_ns): event for event in events if isinstance(event, Capture)}.values())


def profiled_parts(events: Sequence[Event], start_ns: int, stepping_pid: int | None = None) -> "list[Profiled]":
    """Return the intervals in which a profiler ran; of several processes only the stepping one counts steps."""
    from gpuscope.analysis.recorded_run import Profiled  # imports numpy, which a recorder does not need

    return [
        Profiled(
            event.begin_ns - start_ns,
            None if event.end_ns is None else event.end_ns - start_ns,
            event.taken if event.pid == stepping_pid else 0,
        )
        for event in captures(events)
    ]


def sentences(request: CaptureRequest | None, captured: Sequence[Capture], taken: int | None, pid: int | None) -> str:
    """Describe what was profiled in a run that has ended, and the cost; "" if nothing was requested.

    How much longer recording made the steps is found in the profile itself, which tells it (``profiles.recording_cost``).

    Args:
        request: The capture requested at the start.
        captured: The run's captures.
        taken: Number of steps taken, counted as in the request; None if none were seen.
        pid: The process whose steps are counted.
    """
    own = [capture for capture in captured if capture.pid == pid] or list(captured)
    lines = [_sentence(capture) for capture in own]
    others = sum(capture.state == "written" for capture in captured) - sum(capture.state == "written" for capture in own)
    if others:
        lines.append(f"{figures.counted(others, 'profile')} of other processes as well")
    if not captured and request is not None:
        lines.append(f"nothing was profiled: {_missed(request, taken)}")
    return "; ".join(lines)


def _missed(request: CaptureRequest, taken: int | None) -> str:
    if not taken:
        return _NO_STEP
    if request.unit == "steps" and taken > request.begin:
        return "gpuscope could not be loaded in the program, where another module may have its name"
    subject = f"{request.description} were" if request.unit == "steps" else f"the time from {request.description} was"
    return f"{subject} never reached, the run ended after {figures.counted(taken, 'step')}"


def _sentence(capture: Capture) -> str:
    if capture.state == "failed":
        return f"nothing was profiled: {capture.text}"
    if STACKS in capture.seconds:
        sampled = figures.figure(capture.seconds[STACKS], "s")
        return f"Python stacks were sampled for {sampled}; none of it is in throughput, step times and energy"
    if capture.state != "written":
        return "the program ended while it was profiled, and left no profile"
    own_s = capture.seconds.get("start", 0.0) + capture.seconds.get("write", 0.0)
    cost = f"starting and writing took {figures.figure(own_s, 's')}"
    note = f" ({capture.text})" if capture.text else ""
    steps = f"the profiler recorded {figures.counted(capture.steps, 'step')} from {figures.setting(capture.first)} on{note}"
    return f"{steps}; {cost}; none of it is in throughput, step times and energy"
