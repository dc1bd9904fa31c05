"""Derives a run's numbers from its stored data, at its end or after a crash.

Imported on the journal's thread only, since it imports SQLAlchemy and numpy.
"""

import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gpuscope.analysis.energy import CHECKED_FROM_S
from gpuscope.analysis.idle_baseline import IdleBaseline, read_baselines
from gpuscope.analysis.long_steps import long_steps_text
from gpuscope.analysis.placement import Placement, place, reported_uuids, visible_devices
from gpuscope.analysis.processor_share import others_share
from gpuscope.analysis.profiled import Cuts
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reported_numbers import counting_pids, last_values, phase_numbers, reported_samples, stepping_text
from gpuscope.analysis.run_value import LONG_STEPS, PROFILED, SHARED_DEVICE, STEPPING
from gpuscope.analysis.summary import summarize
from gpuscope.analysis.uncertainty import disagreement
from gpuscope.core.device import Device, gpu_facts
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import SEEN_PHASES, Event, Gap, Hello, Log, Phase, Result
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunRecord
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.core.steppers import leading
from gpuscope.core.workload_keys import STEP_PHASES, phase_time_key
from gpuscope.recording import run_folder
from gpuscope.recording.captures import captures, compress, profiled_parts, sentences
from gpuscope.recording.idle_power import kept_baselines
from gpuscope.recording.run_history import device_series
from gpuscope.recording.run_request import RunRequest
from gpuscope.recording.seen_steps import PEAKS
from gpuscope.recording.steps_ring import LOST_STEPS
from gpuscope.storage import repair
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system.device_notes import DISAGREEMENT, DeviceNotes, device_id
from gpuscope.system.environment import capture, machine

Notice = Callable[[str], None]


def open_writer(store_url: str, record: RunRecord, notice: Notice) -> RunWriter:
    """Open the store for a run that has just begun; a damaged gpuscope store is set aside first and its runs are salvaged.

    Raises:
        UnavailableError: The store cannot be written.
    """
    try:
        writer = RunWriter(store_url, record)
    except CorruptStoreError as error:
        replace_damaged_store(store_url, error, notice)
        writer = RunWriter(store_url, record)
    for note in writer.notes:
        notice(note)
    return writer


def environment(request: RunRequest) -> dict[str, Any]:
    """Return the run's environment, as far as known without its devices; for an attached process, the environment of that process."""
    spec, attached = request.spec, request.attached
    if attached is None:
        return dict(capture(Path(request.folder) if request.folder else _working_folder(), spec, {**os.environ, **request.variables}))
    if attached.process is None:
        return dict(machine())
    return {**capture(Path(attached.process.folder), spec, attached.process.variables), **attached.facts}


def _working_folder() -> Path:
    """Return the working folder, even if the command has removed it."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path(os.readlink("/proc/self/cwd").removesuffix(" (deleted)"))


def replace_damaged_store(store_url: str, error: GpuscopeError, notice: Notice) -> None:
    """Set a damaged gpuscope store aside and salvage its readable data into a fresh one, which an open writer then uses.

    Raises:
        UnavailableError: The store cannot be set aside, or the fresh one cannot be written.
    """
    aside = repair.set_aside(store_url)
    notice(f"{error.message}; it was set aside as {aside}")
    notice(repair.salvage(store_url, aside).summary)


def finish(writer: RunWriter, store_url: str, record: RunRecord, window: tuple[int, int] | None, facts: Mapping[str, Any]) -> RunRecord:
    """Derive the results of a run that ended, and store them.

    Args:
        writer: The run's writer; everything recorded has been written.
        store_url: The same store, for reading.
        record: The run with its state and end.
        window: A command's measurement window in monotonic nanoseconds; None for a built-in workload, whose own events mark it.
        facts: The recorder's facts that are not in the events.

    Returns:
        The record as stored.
    """
    with StoreReader(store_url) as reader:
        whole = derived(reader, record, window, facts)
    keep_results(writer, whole)
    run_folder.forget_header(Path(record.folder))
    compress(Path(record.folder))
    return whole


def keep_results(writer: RunWriter, record: RunRecord) -> None:
    """Store a run with its numbers, and note for its devices whether their energy sources agreed."""
    writer.finish(record)
    note_sources(DeviceNotes(), record.devices, record.duration_s)


def derived(reader: StoreReader, record: RunRecord, window: tuple[int, int] | None, facts: Mapping[str, Any]) -> RunRecord:
    """Return the record with everything derived from its stored readings, steps and events."""
    stored = reader.run(record.run_id)
    events = reader.events(record.run_id)
    reported = last_result(events)
    devices = tuple(result.device for result in stored.devices)
    stepping = stepping_hello(events)
    data = _data(reader, record, events, devices, stepping, window, facts, reported, stored.environment)
    summary = summarize(data)
    metrics = dict(summary.metrics)
    if "resident_memory_peak" not in metrics and facts.get("max_rss_bytes"):
        metrics["resident_memory_peak"] = Quantity(
            float(facts["max_rss_bytes"]), "B", Quality.MEASURED, "getrusage, of the largest process"
        )
    if record.spec.is_command:
        metrics |= torch_memory(events, stepping) | phase_numbers(events, record.wall_s) | last_values(events)
        facts = {**facts, "stepping": stepping_text(events, stepping)}
    whole = replace(
        record,
        name=stored.name,
        environment={
            **_whole_environment(stored.environment, devices, reported, facts),
            **_profile_fact(record, events, data, stepping),
        },
        metrics=metrics,
        devices=summary.devices,
        duration_s=summary.duration_s,
        window_start_s=summary.window_start_s,
        steps=summary.steps,
        warmup_steps=summary.warmup_steps,
        samples=summary.samples,
        steps_kind=stepping.info.get("steps_kind") if stepping is not None and summary.steps is not None else None,
    )
    return replace(whole, environment={**whole.environment, **_long_steps_fact(whole, data)})


def _data(
    reader: StoreReader,
    record: RunRecord,
    events: Sequence[Event],
    devices: tuple[Device, ...],
    stepping: Hello | None,
    window: tuple[int, int] | None,
    facts: Mapping[str, Any],
    reported: Result | None,
    surroundings: Mapping[str, Any],
) -> SummaryInput:
    hello = {} if stepping is None else stepping.info
    is_workload = not record.spec.is_command
    warmup = int(hello.get("warmup_steps") or 0) if is_workload else 0
    begin, end, warmup, counted = _phases(events, record.start_ns, warmup)
    steps_ns = reader.steps(record.run_id, stepper(stepping))
    lost_steps = sum(int(event.values.get(LOST_STEPS, 0)) for event in events if isinstance(event, Log))
    if begin is None and is_workload and record.spec.warmup_limit_s:
        warmup = max(warmup, int(steps_ns.size) + lost_steps)  # it ended during a warm-up of unknown length
    phase_times, is_of_all = _phase_times(events)
    window_of_command = None if window is None else (window[0] - record.start_ns, window[1] - record.start_ns)
    asked_ns = facts.get("asked_ns")
    return SummaryInput(
        devices=devices,
        placement=placement_of(record.spec, devices, reported, surroundings),
        window=((begin, end) if begin is not None else None) if is_workload else window_of_command,
        series=tuple(device_series(reader, record.run_id, devices)),
        gaps=_gaps(events, record.start_ns),
        steps_ns=steps_ns,
        warmup_steps=warmup,
        # A run with --duration has no planned number of steps: all steps that it took count.
        planned_steps=(hello.get("steps", record.spec.steps) or 0) if is_workload else None,
        counted_steps=counted if is_workload else None,
        samples_per_step=hello.get("samples_per_step"),
        reported_samples=None if is_workload else reported_samples(events, counting_pids(events, stepping)),
        micro_batches=_micro_batches(record.spec),
        phase_times=phase_times,
        has_phase_means=is_of_all,
        timed_every=None if reported is None or record.spec.device == "cpu" else reported.facts.get("steps_timed_every"),
        tested_every=record.spec.tested_every,
        lost_steps=lost_steps,
        flops_per_step=_operations_per_step(record.spec) if is_workload else None,
        asked_ns=None if asked_ns is None else asked_ns - record.start_ns,
        result={} if reported is None else {key: Quantity.from_json(value) for key, value in reported.values.items()},
        no_steps_reason=hello.get("ring_reason") or (None if steps_ns.size or lost_steps else facts.get("steps_unseen")),
        samples_per_epoch=None if reported is None or record.spec.task != "training" else reported.facts.get("training_samples"),
        baselines=_baselines(devices),
        profiled=tuple(profiled_parts(events, record.start_ns, None if stepping is None else stepping.pid)),
    )


def _profile_fact(record: RunRecord, events: Sequence[Event], data: SummaryInput, stepping: Hello | None) -> dict[str, str]:
    """Return a description of what was profiled; {} if nothing was requested."""
    taken = max(0, int(data.steps_ns.size) + data.lost_steps - data.warmup_steps)
    texts = sentences(record.spec.capture, captures(events), taken, None if stepping is None else stepping.pid)
    return {PROFILED: texts} if texts else {}


def _long_steps_fact(record: RunRecord, data: SummaryInput) -> dict[str, str]:
    """Return a description of a command's steps that took far longer than the others; {} if none did, or it is not known."""
    if not record.spec.is_command or data.lost_steps:
        return {}
    text = long_steps_text(Cuts.of(data.profiled).left(data.steps_ns), others_share(record))
    return {LONG_STEPS: text} if text else {}


_ACCUMULATION = re.compile(r"grad-accumulation-(\d+)")


def _micro_batches(spec: RunSpec) -> int:
    """Return the forward and backward passes per step of a built-in workload, by the names of its optimizations."""
    return math.prod(int(match[1]) for change in spec.changes if (match := _ACCUMULATION.fullmatch(change)))


def _operations_per_step(spec: RunSpec) -> float | None:
    from gpuscope.workloads.workload_table import operations_per_step  # imported here: not needed for a command

    return operations_per_step(ResolvedSpec.of(spec))


def _baselines(devices: Sequence[Device]) -> dict[str, dict[str, IdleBaseline]]:
    """Return the recorded idle power of the devices, by key; devices without any are omitted."""
    notes = DeviceNotes()
    kept = {device.key: read_baselines(kept_baselines(notes, device)) for device in devices}
    return {key: baselines for key, baselines in kept.items() if baselines}


def _phase_times(events: Sequence[Event]) -> tuple[dict[int, dict[str, float]], bool]:
    """Return the durations of phases, by step and phase, and whether each is the mean over all steps since the previous entry.

    Durations of single steps reported by the workload take precedence over means observed by the hooks.
    """
    reported: dict[int, dict[str, float]] = {}
    seen: dict[int, dict[str, float]] = {}
    for event in events:
        if isinstance(event, Log) and event.step is not None:
            times = {phase: event.values[key] for phase in STEP_PHASES if (key := phase_time_key(phase)) in event.values}
            if times:
                (seen if event.level == SEEN_PHASES else reported)[event.step] = times
    return reported or seen, bool(seen and not reported)


def stepping_hello(events: Sequence[Event]) -> Hello | None:
    """Return the hello of the process that takes steps; of several the first, and of ranks the lowest.

    A program may log before its first step, and the process that starts ranks takes none. For processes that report no steps, it is the
    latest hello with their observed steps.
    """
    hellos = [event for event in events if isinstance(event, Hello) and event.role == "workload"]
    seen = {hello.info["seen"]: hello for hello in hellos if isinstance(hello.info.get("seen"), int)}
    if seen and not any(hello.info.get("ring") for hello in hellos):
        return seen[leading(seen)]
    hellos = [hello for hello in hellos if "seen" not in hello.info]
    return min(
        hellos, key=lambda hello: (not hello.info.get("ring"), not hello.info.get("ring_reason"), hello.info.get("rank", 0)), default=None
    )


def torch_memory(events: Sequence[Event], stepping: Hello | None) -> dict[str, Quantity]:
    """Return the peaks of torch's memory in the process whose steps count; {} if it has none on a device."""
    hellos = (event for event in events if isinstance(event, Hello) and stepping is not None and event.pid == stepping.pid)
    peaks = next((hello.info[PEAKS] for hello in hellos if PEAKS in hello.info), None)
    if peaks is None:
        return {}
    source = "torch's allocator, on all devices of the process whose steps count, from its start"
    return {f"memory_{key}_peak": Quantity(float(value), "B", Quality.MEASURED, source) for key, value in zip(_PEAKS, peaks, strict=True)}


def stepper(hello: Hello | None) -> int | None:
    """Return the stored owner of the steps that count, from the hello of their process; None for the first process that stepped."""
    if hello is None:
        return None
    seen = hello.info.get("seen")
    return int(seen) if seen is not None else hello.pid if "rank" in hello.info else None


def placement_of(spec: RunSpec, devices: Sequence[Device], reported: Result | None, surroundings: Mapping[str, Any]) -> Placement:
    """Return the devices that a run was placed on, by what its workload reported and the environment recorded of it."""
    uuids = () if reported is None else reported_uuids(reported.facts)
    return place(spec, devices, uuids, visible_devices(lambda name: surroundings.get(f"variables.{name}")))


def last_result(events: Sequence[Event]) -> Result | None:
    """Return the last result that a workload reported; None if it reported none."""
    return next((event for event in reversed(events) if isinstance(event, Result)), None)


def _phases(events: Sequence[Event], start_ns: int, planned: int) -> tuple[int | None, int | None, int, int | None]:
    """Return start and end of the measured steps from the run's start, the number of steps before them, and the number of measured steps.

    The number of steps before them is ``planned`` unless the workload has reported another.
    """
    phases = {event.name: event for event in events if isinstance(event, Phase)}
    opened, closed = phases.get("measured"), phases.get("evaluate")
    if opened is None:
        return None, None, planned, None
    warmup = planned if opened.step is None else opened.step
    if closed is None:
        return opened.t_ns - start_ns, None, warmup, None
    counted = None if closed.step is None else max(0, closed.step - warmup)
    return opened.t_ns - start_ns, closed.t_ns - start_ns, warmup, counted


def _gaps(events: Sequence[Event], start_ns: int) -> tuple[RunGap, ...]:
    """Return the gaps, merging the reports of a gap's begin and end, without gaps of zero length."""
    gaps: dict[tuple[str, tuple[str, ...], int], RunGap] = {}
    for event in events:
        if isinstance(event, Gap):
            end_s = None if event.end_ns is None else (event.end_ns - start_ns) / 1e9
            gaps[event.device, event.metrics, event.start_ns] = RunGap(
                (event.start_ns - start_ns) / 1e9, end_s, event.device, event.metrics, event.reason
            )
    return tuple(gap for gap in gaps.values() if gap.end_s != gap.start_s)


_PEAKS = ("allocated", "reserved")
_STORED_FACTS = ("output_bytes", "helper_cpu_time_s", "power_hz", "python_with_torch")
"""Facts of the recorder that are stored in the environment as they are."""


def _whole_environment(
    captured: Mapping[str, Any], devices: Sequence[Device], result: Result | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    own = {f"recorder.{key}": facts[key] for key in _STORED_FACTS if key in facts}
    if others := facts.get("shared_with"):
        own[SHARED_DEVICE] = ", ".join(others)
    if stepping := facts.get("stepping"):
        own[STEPPING] = stepping
    return {**captured, **gpu_facts(devices), **({} if result is None else result.facts), **own, **facts.get("idle", {})}


_SOURCES = ("energy_counter", "energy_instant")


def note_sources(notes: DeviceNotes, results: Sequence[DeviceResult], window_s: float | None) -> None:
    """Note whether the energy sources of a run's devices disagreed; a run in which they agree removes an older note.

    Args:
        notes: Where to save the notes.
        results: The run's devices with their energies.
        window_s: Duration of the measurement; a short window allows no conclusion.
    """
    for result in results:
        quantities = [result.metrics.get(key) for key in _SOURCES]
        if window_s is None or window_s < CHECKED_FROM_S or any(quantity is None or quantity.is_missing for quantity in quantities):
            continue
        text = disagreement(result.metrics["energy"].reason)
        if text or notes.get(device_id(result.device)).get(DISAGREEMENT):
            note = f"{text} (in a run on {datetime.now(UTC).date().isoformat()})" if text else None
            notes.update(device_id(result.device), {DISAGREEMENT: note})
