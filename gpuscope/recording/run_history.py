"""The runs of a store with their true states, including those too new to be in it."""

import os
import socket
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.analysis.placement import gpus_of
from gpuscope.core.device import Device
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.event import ALERT, Event, Log
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_folder import derive_state, interrupted, read_header
from gpuscope.recording.spool import has_left_something, recover_left_data
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import LAST, StoreReader
from gpuscope.system import paths

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.profiles.roofline import Ceilings
    from gpuscope.storage.values import Series

_TAIL_BYTES = 16 * 1024
"""Enough for ten long lines; reading the whole file, up to 1 MiB, for each failed run would slow down lists."""
_PATIENCE_S = 0.5
"""How long a reader waits for another writer, to recover leftover data; otherwise the data remains for the next reader."""
_MEASURING = frozenset({"neighbour-products", "product-reduction", "scaled-sum", "matrix-vector"})
"""Workloads that also measure their device's ceilings (``workloads.kernels.vectors``)."""
_MEASURED = 10
"""Number of their newest runs to consider: a device does not become faster."""
_NOT_WHOLE = "not all of it is in the store yet: the next 'gpuscope run' adds the rest"


class RunHistory(StoreReader):
    """A store opened for reading, its URL, and the state of its runs from the run folders.

    Data that a killed recorder left in its run's folder is recovered into the store when its run is first read.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url

    def find(self, named: str) -> RunRecord:
        """Return the run with an id or prefix, with its true state; also a run too new to be in the store.

        Raises:
            UsageError: No run or more than one matches, or the name is empty.
        """
        if not named.strip():
            raise UsageError("a run is needed", "'gpuscope runs' lists them; 'last' is the newest.")
        try:
            stored = self.true_state(self.run(named))
        except UsageError:
            return self._unstored(named)
        if named != LAST:
            return stored
        return max([stored, *self.young({stored.run_id})], key=lambda record: record.started_at)

    def find_live(self, named: str) -> RunRecord:
        """Return the run with an id or prefix as :meth:`find` does, but the newest live run for "last".

        Raises:
            UsageError: No run is live, for "last"; or as :meth:`find`.
        """
        if named != LAST:
            return self.find(named)
        stored = self.runs()
        records = [self.true_state(record) for record in stored if record.state is RunState.RUNNING]
        records += self.young({record.run_id for record in stored})
        live = [record for record in records if record.state is RunState.RUNNING]
        if live:
            return max(live, key=lambda record: record.started_at)
        newest = self.find(LAST)
        raise UsageError(
            f"no run is live; the last, {newest.run_id} ({newest.name}), is {newest.state.value}", "'gpuscope runs' lists them."
        )

    def true_state(self, record: RunRecord) -> RunRecord:
        """Return the record with its true state; read the store again before declaring a run interrupted.

        A run may end between reading the store and checking its lock: its recorder writes the end, then releases the lock. It may also
        have ended without a store that could be written: then its recorder left the end in a folder.
        """
        derived = derive_state(record)
        if derived.state is record.state:
            return derived
        if derived.host == socket.gethostname() and has_left_something(Path(derived.folder)):
            self._recover(derived)
        try:
            derived = derive_state(self.run(record.run_id))
        except UsageError:  # it is not in the store
            if derived.state is RunState.INTERRUPTED and has_left_something(Path(derived.folder)):
                derived = interrupted(record, unstored=True)
        return derived if derived.state is not RunState.INTERRUPTED else self._ended_unstored(derived) or derived

    def _ended_unstored(self, record: RunRecord) -> RunRecord | None:
        """Return the run with the end that its recorder left in a folder because the store could not be written; None if it left none."""
        from gpuscope.recording import unstored  # imported here: hardly any run needs it

        for folder in (*([Path(record.folder)] if record.folder else []), *unstored.unstored_runs(self.url)):
            header = read_header(folder)
            if header is None or header[1] != self.url or header[0].run_id != record.run_id or header[0].state is RunState.RUNNING:
                continue
            left = header[0]
            reason = f"{left.reason}; {_NOT_WHOLE}" if left.reason else _NOT_WHOLE
            return replace(record, state=left.state, reason=reason, exit_code=left.exit_code, signal=left.signal, wall_s=left.wall_s)
        return None

    def _recover(self, record: RunRecord) -> None:
        """Recover data left by the run's recorder into the store, if possible.

        Several processes may do so at once: the store accepts each batch once. They do not take the lock of the run's folder, which would
        mark the run as live.
        """
        try:
            stored = self.run(record.run_id)
            if stored.state is RunState.RUNNING:
                with RunWriter(self.url, stored, patience_s=_PATIENCE_S) as writer:
                    recover_left_data(writer, self, replace(stored, folder=record.folder))
        except (GpuscopeError, OSError):
            return  # the store cannot be written, or does not contain the run: its current contents are used

    def _unstored(self, named: str) -> RunRecord:
        records = self.runs()
        stored = [record.run_id for record in records]
        matches = [record for record in self.young(stored) if named == LAST or record.run_id.startswith(named)]
        if not matches and (ids := [record.run_id for record in records if record.name == named]):
            raise UsageError(f"{named[:60]!r} is the name of a run, not its id", f"Give its id: {', '.join(ids[:5])}")
        if not matches or any(run_id.startswith(named) for run_id in stored):
            return self.true_state(self.run(named))  # it has been stored meanwhile, or there is none
        if len(matches) > 1 and named != LAST:
            raise UsageError(
                f"{named!r} matches {len(matches)} runs", f"Give more of the id: {', '.join(record.run_id for record in matches[:5])}."
            )
        return max(matches, key=lambda record: record.started_at)

    def young(self, stored: Collection[str]) -> Iterator[RunRecord]:
        """Yield the runs that are not in the store yet: a recorder opens it at the first step, or after five seconds."""
        folder = paths.runs_folder(self.url)
        for name in os.listdir(folder) if folder.is_dir() else ():
            if name not in stored:
                header = read_header(folder / name)
                if header is not None and header[1] == self.url and not self.is_deleted(name):
                    yield self.true_state(header[0])

    def find_all(self, named: Iterable[str]) -> list[RunRecord]:
        """Return the runs with the given ids or prefixes in that order, each once.

        Raises:
            UsageError: No run or more than one matches one of them.
        """
        records = {record.run_id: record for record in map(self.find, named)}
        return list(records.values())

    def refuse_unstored(self, records: Iterable[RunRecord]) -> None:
        """Refuse runs that :meth:`find` found in their folders only.

        Raises:
            UsageError: The store does not have one of them yet.
        """
        for record in records:
            try:
                self.run(record.run_id)
            except UsageError:
                is_live = record.state is RunState.RUNNING
                hint = "Try again in some seconds." if is_live else "The next run to start here adds it, for example: gpuscope run -- true"
                raise UsageError(f"run {record.run_id} is not in the store yet", hint) from None

    def device_series(self, run_id: str) -> "list[DeviceSeries]":
        """Return all readings of a run, in the order of its series list; none for a run too new to be in the store."""
        try:
            devices = [result.device for result in self.run(run_id).devices]
        except UsageError:
            return []
        return device_series(self, run_id, devices)

    def ceilings(self, record: RunRecord) -> "list[Ceilings]":
        """Return the ceilings of a run's devices measured by kernels on the same machine, newest first."""
        from gpuscope.profiles.roofline import Ceilings  # imports numpy, which most commands do not need

        if not record.folder:
            return []  # it came from another machine
        measuring = [run for run in self.runs() if run.spec.workload in _MEASURING and run.folder][:_MEASURED]
        measured = []
        for run in map(self.run, (run.run_id for run in measuring)):
            flops, bandwidth = (run.environment.get(key) for key in ("ceiling_flops", "ceiling_bandwidth"))
            gpus = [result.device.name for result in gpus_of(run) if result.device.simulated is None]
            is_known = run.spec.device == "cpu" or len(gpus) == 1
            if isinstance(flops, int | float) and isinstance(bandwidth, int | float) and flops > 0 < bandwidth and is_known:
                name = "" if run.spec.device == "cpu" else gpus[0]
                measured.append(Ceilings(name, run.spec.precision, float(flops), float(bandwidth), run.run_id))
        return measured

    def marks(self, record: RunRecord) -> list[tuple[float, str]]:
        """Return (seconds from the run's start, text) of each mark; none for a run too new to be in the store."""
        try:
            events = self.events(record.run_id, [Log.KIND])
        except UsageError:
            return []
        return marks_of(events, record.start_ns)


def device_series(reader: StoreReader, run_id: str, devices: Iterable[Device]) -> "list[DeviceSeries]":
    """Return all readings of a run, in the order of its series list, with update periods from the devices' capabilities."""
    periods = {(device.key, key): capability.period_s for device in devices for key, capability in device.capabilities.items()}
    return [readings_of(series, periods.get((series.info.device, series.info.metric))) for series in reader.all_series(run_id)]


def readings_of(series: "Series", period_s: float | None) -> "DeviceSeries":
    """Return the readings of a stored series, whose sensor has a new value every ``period_s`` seconds; None if that is unknown."""
    from gpuscope.analysis.series import DeviceSeries  # imports numpy, which most commands do not need

    info = series.info
    quality = Quality(info.quality) if info.quality else Quality.ESTIMATED  # of unknown quality
    return DeviceSeries(info.device, info.metric, series.before_ns, series.after_ns, series.values, quality, info.source, period_s)


def marks_of(events: Iterable[Event], start_ns: int) -> list[tuple[float, str]]:
    """Return (seconds from the run's start, text) of the marks among a run's events, including alerts."""
    marked = [event for event in events if isinstance(event, Log) and event.level in ("mark", ALERT)]
    return [((event.t_ns - start_ns) / 1e9, event.text) for event in marked]


def last_lines(record: RunRecord, count: int = 10) -> list[str]:
    """Return the last lines of the workload's output; none if they are not on this machine."""
    if not record.folder:
        return []
    try:
        with (Path(record.folder) / "output.log").open("rb") as file:
            begin = max(0, file.seek(0, os.SEEK_END) - _TAIL_BYTES)
            file.seek(begin)
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    if begin:  # within a line, of which the rest is no line
        text = text.partition("\n")[2] or text
    return [line for line in text.splitlines() if line.strip()][-count:]
