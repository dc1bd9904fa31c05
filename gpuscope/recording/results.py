"""Derives a run's numbers from what was stored, at its end or after a crash, and takes left-behind runs in.

Imported on the journal's thread only: it brings SQLAlchemy and numpy.
"""

import contextlib
import platform
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuscope.analysis.idle_baseline import IdleBaseline, read_baselines
from gpuscope.analysis.placement import place, told_uuids, visible_devices
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.summary import summarize
from gpuscope.core import figures
from gpuscope.core.device import Device
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Result
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunGap, RunRecord, RunState
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.core.workload_keys import STEP_PHASES, told_time_key
from gpuscope.recording import run_folder, unstored
from gpuscope.recording.guarded_process import MARKER
from gpuscope.recording.run_request import Attached
from gpuscope.recording.source_notes import note_sources
from gpuscope.recording.spool import discard_spool, take_in_what_was_left, take_spool_in
from gpuscope.recording.steps_ring import LOST_STEPS
from gpuscope.storage import repair
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.store import RunWriter, StoreReader
from gpuscope.system import paths, processes
from gpuscope.system.device_notes import DeviceNotes, device_id
from gpuscope.system.environment import capture, machine
from gpuscope.system.locks import FolderLock

Notice = Callable[[str], None]
_GPU_FACTS = ("driver_version", "cuda_driver_version", "power_limit")


def open_writer(store_url: str, record: RunRecord, notice: Notice) -> RunWriter:
    """Open the store for a run that has just begun; a damaged store of ours is set aside first and its runs are salvaged.

    Raises:
        UnavailableError: It cannot be written now.
    """
    try:
        writer = RunWriter(store_url, record)
    except CorruptStoreError as error:
        replace_damaged_store(store_url, error, notice)
        writer = RunWriter(store_url, record)
    for note in writer.notes:
        notice(note)
    return writer


def environment(spec: RunSpec, attached: Attached | None = None) -> dict[str, Any]:
    """Return where the run is made, as far as it can be told without its devices; of what was running already, where that runs."""
    if attached is None:
        return dict(capture(Path.cwd(), spec))
    if attached.process is None:
        return dict(machine())
    return {**capture(Path(attached.process.folder), spec, attached.process.variables), **attached.facts}


def replace_damaged_store(store_url: str, error: GpuscopeError, notice: Notice) -> None:
    """Set a damaged store of ours aside and bring what can be read of it into a fresh one; a writer that is open goes on with that.

    Raises:
        UnavailableError: It cannot be set aside, or the fresh one cannot be written.
    """
    aside = repair.set_aside(store_url)
    notice(f"{error.message}; it was set aside as {aside}")
    salvaged = repair.salvage(store_url, aside)
    notice(f"salvaged: {figures.counted(len(salvaged.whole), 'run')} whole, {len(salvaged.damaged)} in part, {salvaged.lost} lost")


def finish(
    writer: RunWriter, store_url: str, record: RunRecord, window: tuple[int, int] | None, facts: Mapping[str, Any], notice: Notice
) -> RunRecord:
    """Derive the results of a run that ended, store them, and then take in runs that were left behind.

    Args:
        writer: Holds everything that was recorded.
        store_url: The same store, for reading.
        record: The run with its state and end.
        window: A command's window in monotonic nanoseconds; None for a workload of ours, whose own events tell it.
        facts: What the recorder knows and the events do not tell.
        notice: Told of each run that was taken in.

    Returns:
        The record as it is stored now.
    """
    with StoreReader(store_url) as reader:
        whole = derived(reader, record, window, facts)
    writer.finish(whole)
    note_sources(DeviceNotes(), whole.devices, whole.duration_s)
    run_folder.forget_header(Path(record.folder))
    take_in(store_url, notice)
    return whole


def derived(reader: StoreReader, record: RunRecord, window: tuple[int, int] | None, facts: Mapping[str, Any]) -> RunRecord:
    """Return the record with everything that follows from its stored readings, steps and events."""
    stored = reader.run(record.run_id)
    events = reader.events(record.run_id)
    reported = _last_result(events)
    devices = tuple(result.device for result in stored.devices)
    data = _data(reader, record, events, devices, window, facts, reported, stored.environment)
    summary = summarize(data)
    metrics = dict(summary.metrics)
    if "resident_memory_peak" not in metrics and facts.get("max_rss_bytes"):
        metrics["resident_memory_peak"] = Quantity(
            float(facts["max_rss_bytes"]), "B", Quality.MEASURED, "getrusage, ru_maxrss of the largest process"
        )
    stepping = _stepping(events)
    return replace(
        record,
        name=stored.name,
        environment=_whole_environment(stored.environment, devices, reported, facts),
        metrics=metrics,
        devices=summary.devices,
        duration_s=summary.duration_s,
        window_start_s=summary.window_start_s,
        steps=summary.steps,
        warmup_steps=summary.warmup_steps,
        samples=summary.samples,
        steps_kind=stepping.info.get("steps_kind") if stepping is not None and summary.steps is not None else None,
    )


def _data(
    reader: StoreReader,
    record: RunRecord,
    events: Sequence[Event],
    devices: tuple[Device, ...],
    window: tuple[int, int] | None,
    facts: Mapping[str, Any],
    reported: Result | None,
    surroundings: Mapping[str, Any],
) -> SummaryInput:
    stepping = _stepping(events)
    hello = {} if stepping is None else stepping.info
    ours = not record.spec.is_command
    warmup = int(hello.get("warmup_steps") or 0) if ours else 0
    begin, end, warmup, counted = _phases(events, record.start_ns, warmup)
    steps_ns = reader.steps(record.run_id, stepping.pid if stepping is not None and "rank" in hello else None)
    lost_steps = sum(int(event.values.get(LOST_STEPS, 0)) for event in events if isinstance(event, Log))
    if begin is None and ours and record.spec.warmup_limit_s:
        warmup = max(warmup, int(steps_ns.size) + lost_steps)  # it ended in a warm-up of which nobody knows how long it would have been
    given = None if window is None else (window[0] - record.start_ns, window[1] - record.start_ns)
    asked_ns = facts.get("asked_ns")
    return SummaryInput(
        devices=devices,
        placement=place(
            record.spec,
            devices,
            uuids=() if reported is None else told_uuids(reported.facts),
            visible=visible_devices(lambda name: surroundings.get(f"variables.{name}")),
        ),
        window=((begin, end) if begin is not None else None) if ours else given,
        series=_series(reader, record.run_id, devices),
        gaps=_gaps(events, record.start_ns),
        steps_ns=steps_ns,
        warmup_steps=warmup,
        # Of a run that measures for so long no number is planned, and what it took is all of it.
        planned_steps=(hello.get("steps", record.spec.steps) or 0) if ours else None,
        counted_steps=counted if ours else None,
        samples_per_step=hello.get("samples_per_step"),
        phase_times=_phase_times(events),
        timed_every=None if reported is None or record.spec.device == "cpu" else reported.facts.get("steps_timed_every"),
        lost_steps=lost_steps,
        flops_per_step=_operations_per_step(record.spec) if ours else None,
        asked_ns=None if asked_ns is None else asked_ns - record.start_ns,
        result={} if reported is None else {key: Quantity.from_json(value) for key, value in reported.values.items()},
        no_steps_reason=hello.get("ring_reason"),
        samples_per_epoch=hello.get("samples_per_epoch") or _training_samples(record.spec, reported),
        baselines=_baselines(devices),
    )


def _operations_per_step(spec: RunSpec) -> float | None:
    from gpuscope.workloads.workload_table import operations_per_step  # which a command's end needn't wait for

    return operations_per_step(ResolvedSpec.of(spec))


def _training_samples(spec: RunSpec, result: Result | None) -> int | None:
    """Return how many samples a workload of ours trained on, which is an epoch."""
    return None if result is None or spec.task != "training" else result.facts.get("training_samples")


def _baselines(devices: Sequence[Device]) -> dict[str, dict[str, IdleBaseline]]:
    """Return the idle power of the devices, where it was recorded."""
    notes = DeviceNotes()
    kept = {device.key: read_baselines(notes.get(device_id(device)).get("baseline")) for device in devices}
    return {key: baselines for key, baselines in kept.items() if baselines}


def _phase_times(events: Sequence[Event]) -> dict[int, dict[str, float]]:
    """Return how long the phases of a step took, by step and phase, as the workload told it."""
    times_by_step: dict[int, dict[str, float]] = {}
    for event in events:
        if isinstance(event, Log) and event.step is not None:
            times = {phase: event.values[key] for phase in STEP_PHASES if (key := told_time_key(phase)) in event.values}
            if times:
                times_by_step[event.step] = times
    return times_by_step


def _stepping(events: Sequence[Event]) -> Hello | None:
    """Return what the process that takes steps said of itself; of several the first, and of ranks the lowest.

    A program may log before its first step, and the process that starts ranks takes none.
    """
    hellos = [event for event in events if isinstance(event, Hello) and event.role == "workload"]
    return min(
        hellos, key=lambda hello: (not hello.info.get("ring"), not hello.info.get("ring_reason"), hello.info.get("rank", 0)), default=None
    )


def _last_result(events: Sequence[Event]) -> Result | None:
    return next((event for event in reversed(events) if isinstance(event, Result)), None)


def _phases(events: Sequence[Event], start_ns: int, planned: int) -> tuple[int | None, int | None, int, int | None]:
    """Return (start, end) of the measured steps from the run's start, how many were taken before them, and how many in between.

    ``planned`` steps are those before them as long as the workload has not told of others.
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


def _series(reader: StoreReader, run_id: str, devices: Sequence[Device]) -> tuple[DeviceSeries, ...]:
    periods = {(device.key, key): capability.period_s for device in devices for key, capability in device.capabilities.items()}
    series = []
    for info in reader.series_list(run_id):
        readings = reader.series(run_id, info.device, info.metric)
        quality = Quality(info.quality) if info.quality else Quality.ESTIMATED  # nobody vouched for it
        period_s = periods.get((info.device, info.metric))
        series.append(
            DeviceSeries(info.device, info.metric, readings.before_ns, readings.after_ns, readings.values, quality, info.source, period_s)
        )
    return tuple(series)


def _gaps(events: Sequence[Event], start_ns: int) -> tuple[RunGap, ...]:
    """Return the gaps; one that is told when it opens and again when it ends is one, and none when it ends where it began."""
    gaps: dict[tuple[str, tuple[str, ...], int], RunGap] = {}
    for event in events:
        if isinstance(event, Gap):
            end_s = None if event.end_ns is None else (event.end_ns - start_ns) / 1e9
            gaps[event.device, event.metrics, event.start_ns] = RunGap(
                (event.start_ns - start_ns) / 1e9, end_s, event.device, event.metrics, event.reason
            )
    return tuple(gap for gap in gaps.values() if gap.end_s != gap.start_s)


def _whole_environment(
    captured: Mapping[str, Any], devices: Sequence[Device], result: Result | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    known = [(device, key) for device in devices for key in _GPU_FACTS if device.properties.get(key) is not None]
    gpus = {f"{device.key}.{key}": device.properties[key] for device, key in known}
    names = {f"{device.key}.name": device.name for device in devices if device.key.startswith("gpu:")}
    own = {f"recorder.{key}": facts[key] for key in ("output_bytes", "helper_cpu_time_s", "power_hz") if key in facts}
    return {**captured, **names, **gpus, **({} if result is None else result.facts), **own, **facts.get("idle", {})}


def take_in(store_url: str, notice: Notice) -> None:
    """Bring runs into the store that it lacks, or lacks the end of, with the numbers that their readings give.

    First those that were kept elsewhere because the store could not be written, then those whose recorder was killed.
    """
    for folder in unstored.unstored_runs(store_url):
        try:
            record = take_in_unstored(store_url, folder)
            notice(f"recovered run {record.name} ({record.run_id}) from {folder}")
        except Exception as error:  # noqa: BLE001 - as below
            notice(f"{folder} could not be taken in: {error}")
    for header in run_folder.left_behind(store_url):
        lock = FolderLock(Path(header.folder))
        try:
            if not lock.acquire(timeout_s=0.0):
                continue  # its recorder lives after all, or another start takes it in
            record = _recovered(store_url, header)
            notice(f"recovered run {record.name} ({record.run_id}): {record.reason}")
        except Exception as error:  # noqa: BLE001 - one run that cannot be understood must not cost the one that has just ended
            notice(f"run {header.run_id} could not be taken in: {error}")
        finally:
            lock.release()


def _recovered(store_url: str, header: RunRecord) -> RunRecord:
    if header.host == platform.node() and header.boot_id == processes.boot_id():
        processes.end_orphans(MARKER, header.run_id)  # only what outlived its recorder and both guards
    stored = _stored(store_url, header.run_id)
    if stored is not None and stored.state is not RunState.RUNNING:
        run_folder.forget_header(Path(header.folder))
        return stored
    with RunWriter(store_url, stored or header) as writer:
        with StoreReader(store_url) as reader:
            take_in_what_was_left(writer, reader, replace(stored or header, folder=header.folder))  # the header is older than the start
        whole = _derived_anew(store_url, writer, header)
    run_folder.forget_header(Path(header.folder))
    return whole


def take_in_unstored(store_url: str, folder: Path) -> RunRecord:
    """Bring a run that was kept elsewhere into a store, and remove what was kept.

    Args:
        store_url: The store, which may hold the run's beginning already.
        folder: As ``unstored.keep`` made it.

    Returns:
        The run as it is stored now.

    Raises:
        UnavailableError: The folder cannot be read, another process takes it in, or the store cannot be written.
    """
    kept = run_folder.read_header(folder)
    lock = FolderLock(folder)
    if kept is None or not lock.acquire(timeout_s=0.0):
        raise UnavailableError(f"{folder} holds no run, or another process takes it in", "Look at it again in a moment.")
    try:
        stored = _stored(store_url, kept[0].run_id)
        own = paths.runs_folder(store_url) / kept[0].run_id
        header = replace(kept[0], folder=str(own))
        if stored is None or stored.state in (RunState.RUNNING, RunState.INTERRUPTED):
            with RunWriter(store_url, stored or header) as writer:
                take_spool_in(writer, folder)
                stored = _derived_anew(store_url, writer, header)
        run_folder.forget_header(own)
        discard_spool(own)
        with contextlib.suppress(OSError, UnavailableError):  # its output is a small thing beside its readings
            shutil.copyfile(folder / unstored.OUTPUT_NAME, paths.private_folder(own) / unstored.OUTPUT_NAME)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        lock.release()
    return stored


def _derived_anew(store_url: str, writer: RunWriter, header: RunRecord) -> RunRecord:
    """Derive the numbers of a run from what the store holds of it now, and store them."""
    with StoreReader(store_url) as reader:
        present = reader.run(header.run_id)
        ended = run_folder.interrupted(present) if header.state is RunState.RUNNING else _ended(header, present, reader)
        window = None
        if header.spec.is_command and ended.heartbeat_at is not None:
            window = _recorded_span(reader, ended)
        whole = derived(reader, ended, window, {})
    writer.finish(whole)
    note_sources(DeviceNotes(), whole.devices, whole.duration_s)
    return whole


def _ended(header: RunRecord, stored: RunRecord, reader: StoreReader) -> RunRecord:
    """Return the record of a run that ended while the store could not be written; its reason says which samples are lost."""
    if reader.events(header.run_id, [End.KIND]):
        return replace(header, heartbeat_at=stored.heartbeat_at)
    last = stored.heartbeat_at
    which = "its samples" if last is None else f"its samples after {last.astimezone():%H:%M:%S}"
    lost = f"{which} were lost: the store could not be written"
    return replace(header, reason=f"{header.reason}; {lost}" if header.reason else lost)


def _stored(store_url: str, run_id: str) -> RunRecord | None:
    from gpuscope.core.errors import UsageError

    with StoreReader(store_url) as reader:
        try:
            return reader.run(run_id)
        except UsageError:
            return None


def _recorded_span(reader: StoreReader, record: RunRecord) -> tuple[int, int] | None:
    """Return a command's window after a crash, in monotonic nanoseconds: from the first to the last stored reading."""
    stamps = [reader.series(record.run_id, info.device, info.metric).after_ns for info in reader.series_list(record.run_id)]
    filled = [series for series in stamps if series.size]
    if not filled:
        return None
    begin, end = min(int(series[0]) for series in filled), max(int(series[-1]) for series in filled)
    return (begin + record.start_ns, end + record.start_ns) if end > begin else None
