"""The window over which a command is measured: from the first readings to its exit."""

from collections.abc import Collection

from gpuscope.core.event import Sample
from gpuscope.recording.sensor_supervisor import SensorSupervisor

_AT_LATEST_NS = 3_000_000_000


class CommandWindow:
    """Opens when every device has given a reading or is known to be missing, three seconds after the start at the latest.

    Args:
        silent: Devices that give none in this run.
    """

    def __init__(self, silent: Collection[str] = ()) -> None:
        self._silent = frozenset(silent)
        self._seen: set[str] = set()
        self._all_began_ns = 0
        self._open_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has opened; no reading changes it from then on."""
        return self._open_ns is not None

    def look(self, sample: Sample, started_ns: int | None, sensors: SensorSupervisor) -> None:
        """Take a reading into account.

        Args:
            sample: As it came.
            started_ns: Monotonic stamp of the command's start; None before it.
            sensors: Tell which devices there are.
        """
        if self._open_ns is not None or started_ns is None or sample.before_ns < started_ns:
            return
        if sample.call not in self._seen:  # readings that are told together come one call after the other, not in the order of time
            self._all_began_ns = max(self._all_began_ns, sample.after_ns)
        self._seen.update((sample.call, *(device for device, _ in sensors.calls.get(sample.call, ()))))
        devices = {device for series in sensors.calls.values() for device, _ in series} - self._silent
        # A device may be told of by two back ends; its energy begins with the first reading of the counter.
        counters = {call for call, series in sensors.calls.items() if any(metric == "energy" for _, metric in series)}
        expected = devices | counters
        if sensors.ready and expected <= self._seen:
            self._open_ns = self._all_began_ns
        elif sample.after_ns - started_ns > _AT_LATEST_NS:
            self._open_ns = sample.after_ns

    def until(self, end_ns: int) -> tuple[int, int] | None:
        """Return the window in monotonic nanoseconds when the command ended then; None when it never opened."""
        return (self._open_ns, end_ns) if self._open_ns is not None and end_ns > self._open_ns else None
