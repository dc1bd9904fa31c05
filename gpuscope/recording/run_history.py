"""The runs of a store with their true states, those included that are too young to be in it."""

import os
import platform
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.event import ALERT, Event, Log
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_folder import derive_state, read_header
from gpuscope.recording.spool import has_left_something, take_in_what_was_left
from gpuscope.storage.store import RunWriter, StoreReader
from gpuscope.system import paths

if TYPE_CHECKING:
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.profiles.ceilings import Ceilings

_TAIL_BYTES = 16 * 1024
"""Room for ten long lines; reading the whole file, 1 MiB at most, for each failed run would slow lists."""
_PATIENCE_S = 0.5
"""How long somebody who wants to read waits for another writer, to bring in what was left; it stays for the next."""
_MEASURING = frozenset({"neighbour-products", "product-reduction", "scaled-sum", "matrix-vector"})
"""Workloads that measure their device's ceilings beside their own figures (``workloads.kernels.vectors``)."""
_MEASURED = 10
"""Of their runs, the newest: a device does not become faster."""
LAST = "last"
"""Names the newest run."""


class RunHistory(StoreReader):
    """A store opened for reading, its URL, and the state of its runs from the run folders.

    What a recorder that was killed left in its run's folder is brought into the store when its run is first looked at.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url

    def find(self, named: str) -> RunRecord:
        """Return the run of that id or prefix, its state derived; also one that is too young to be in the store.

        Raises:
            UsageError: There is none, or more than one, or none was named.
        """
        if not named.strip():
            raise UsageError("a run must be named", "'gpuscope runs' lists them; 'last' is the newest.")
        try:
            stored = self.true_state(self.run(named))
        except UsageError:
            return self._unstored(named)
        if named != LAST:
            return stored
        return max([stored, *self.young({stored.run_id})], key=lambda record: record.started_at)

    def true_state(self, record: RunRecord) -> RunRecord:
        """Return the record with its state derived; looks into the store once more before it calls a run interrupted.

        A run may end between the look into the store and that at its lock: its recorder writes the end, then frees the lock.
        """
        derived = derive_state(record)
        if derived.state is record.state:
            return derived
        if derived.host == platform.node() and has_left_something(Path(derived.folder)):
            self._take_in(derived)
        try:
            return derive_state(self.run(record.run_id))
        except UsageError:
            return derived

    def _take_in(self, record: RunRecord) -> None:
        """Bring what the run's recorder left into the store, where that can be.

        Several may do so at once: the store takes each batch once. The lock of the run's folder is not theirs; it says "running".
        """
        try:
            stored = self.run(record.run_id)
            if stored.state is RunState.RUNNING:
                with RunWriter(self.url, stored, patience_s=_PATIENCE_S) as writer:
                    take_in_what_was_left(writer, self, replace(stored, folder=record.folder))
        except (GpuscopeError, OSError):
            return  # the store cannot be written now, or knows nothing of the run: what it has is what is read

    def _unstored(self, named: str) -> RunRecord:
        stored = [record.run_id for record in self.runs()]
        matches = [record for record in self.young(stored) if named == LAST or record.run_id.startswith(named)]
        if not matches or any(run_id.startswith(named) for run_id in stored):
            return self.true_state(self.run(named))  # it has come into the store meanwhile, or there is none
        if len(matches) > 1 and named != LAST:
            raise UsageError(
                f"{named!r} begins {len(matches)} runs", f"Say more of it: {', '.join(record.run_id for record in matches[:5])}."
            )
        return max(matches, key=lambda record: record.started_at)

    def young(self, stored: Collection[str]) -> Iterator[RunRecord]:
        """Yield the runs that are not in the store: a recorder opens it at the first step, or after five seconds."""
        folder = paths.runs_folder(self.url)
        for name in os.listdir(folder) if folder.is_dir() else ():
            if name not in stored:
                header = read_header(folder / name)
                if header is not None and header[1] == self.url and not self.is_deleted(name):
                    yield self.true_state(header[0])

    def find_all(self, named: Iterable[str]) -> list[RunRecord]:
        """Return the runs of those ids or prefixes in that order, each once.

        Raises:
            UsageError: For one there is none, or more than one.
        """
        records = {record.run_id: record for record in map(self.find, named)}
        return list(records.values())

    def device_series(self, run_id: str) -> "list[DeviceSeries]":
        """Return all readings of a run, in the order of its series list."""
        return device_series(self, run_id, [result.device for result in self.run(run_id).devices])

    def ceilings(self, record: RunRecord) -> "list[Ceilings]":
        """Return what kernels that ran on the machine of a run have measured of its devices, the newest first."""
        from gpuscope.profiles.ceilings import Ceilings  # numpy, which most verbs do without

        if not record.folder:
            return []  # it came from another machine
        measuring = [run for run in self.runs() if run.spec.workload in _MEASURING and run.folder][:_MEASURED]
        found = []
        for run in map(self.run, (run.run_id for run in measuring)):
            flops, bandwidth = (run.environment.get(key) for key in ("ceiling_flops", "ceiling_bandwidth"))
            gpus = [
                result.device.name for result in run.devices if result.device.kind is DeviceKind.GPU and result.device.simulated is None
            ]
            is_known = run.spec.device == "cpu" or len(gpus) == 1
            if isinstance(flops, int | float) and isinstance(bandwidth, int | float) and flops > 0 < bandwidth and is_known:
                name = "" if run.spec.device == "cpu" else gpus[0]
                found.append(Ceilings(name, run.spec.precision, float(flops), float(bandwidth), run.run_id))
        return found

    def marks(self, record: RunRecord) -> list[tuple[float, str]]:
        """Return (seconds from the run's start, text) of each mark; none of a run that is too young to be in the store."""
        try:
            events = self.events(record.run_id, [Log.KIND])
        except UsageError:
            return []
        return marks_of(events, record.start_ns)


def device_series(reader: StoreReader, run_id: str, devices: Iterable[Device]) -> "list[DeviceSeries]":
    """Return all readings of a run on devices, whose capabilities say how often each was read, in the order of its series list."""
    from gpuscope.analysis.series import DeviceSeries  # numpy, which most verbs do without

    periods = {(device.key, key): capability.period_s for device in devices for key, capability in device.capabilities.items()}
    readings = []
    for series in reader.all_series(run_id):
        info = series.info
        quality = Quality(info.quality) if info.quality else Quality.ESTIMATED  # nobody vouched for it
        period_s = periods.get((info.device, info.metric))
        readings.append(
            DeviceSeries(info.device, info.metric, series.before_ns, series.after_ns, series.values, quality, info.source, period_s)
        )
    return readings


def marks_of(events: Iterable[Event], start_ns: int) -> list[tuple[float, str]]:
    """Return (seconds from the run's start, text) of the marks among a run's events, alerts that fired included."""
    marked = [event for event in events if isinstance(event, Log) and event.level in ("mark", ALERT)]
    return [((event.t_ns - start_ns) / 1e9, event.text) for event in marked]


def last_lines(record: RunRecord, count: int = 10) -> list[str]:
    """Return the last lines of the workload's output; none when they are not on this machine."""
    if not record.folder:
        return []
    try:
        with (Path(record.folder) / "output.log").open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if line.strip()][-count:]
