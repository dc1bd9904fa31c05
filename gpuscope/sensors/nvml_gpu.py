"""One NVIDIA GPU: which NVML call gives which metric on this GPU and driver, found out by trying."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuscope.core.device import NOT_TRIED, UNTRIED, Capability, Device, DeviceKind
from gpuscope.sensors import nvml_traits
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.sensors.nvml_activity import NvmlActivity
from gpuscope.sensors.nvml_library import GPU_IS_LOST, NOT_SUPPORTED, PERMANENT, UNKNOWN, UNSUITED, ask, trouble
from gpuscope.sensors.nvml_periods import SENSORS, NvmlPeriods
from gpuscope.sensors.nvml_processes import NvmlProcesses
from gpuscope.sensors.nvml_ways import FIELDS, PROCESSES, UTILIZATION, Code, Seen, Value, Way, WayGroup, ways
from gpuscope.system.device_notes import DISAGREEMENT, DeviceNotes


@dataclass(frozen=True, slots=True)
class Setup:
    """What all GPUs of a back end have in common.

    Attributes:
        root: Where /proc and /dev lie.
        notes: What is kept of devices from run to run.
        period_ns: Interval of the fast readings.
        in_detail: Whether somebody looks, so that what is dear or shared may be read.
        simulated: The label of all devices when another NVML than the driver's is loaded.
        clock: Monotonic nanoseconds.
    """

    root: Path
    notes: DeviceNotes
    period_ns: int
    in_detail: bool
    simulated: str | None
    clock: Callable[[], int]


class NvmlGpu:
    """One GPU behind its handle.

    Attributes:
        key: "gpu:N", N in NVML's order.
        lost: Why it does not answer; None while it does.
        periods: Update periods of its power and energy sensors; None until it was opened.
        processes: Reads the list of its processes.
    """

    def __init__(self, api: Any, index: int, setup: Setup) -> None:
        self.key = f"gpu:{index}"
        self.lost: str | None = None
        self.periods: NvmlPeriods | None = None
        self.processes = NvmlProcesses(api, setup.root)
        self._activity = NvmlActivity(api, setup.clock) if setup.in_detail else None
        self._api = api
        self._index = index
        self._setup = setup
        self._handle: Any = None
        self._facts: nvml_traits.Facts = {}
        self._name, self._uuid = "NVIDIA GPU", None
        self._architecture: int | None = None
        self._groups: dict[str, WayGroup] = {}
        self._sensors: WayGroup | None = None
        self._off: dict[str, Capability] = {}
        self._disagreement: str | None = None

    def open(self) -> int | None:
        """Get the handle, the facts and what can be measured; also after a loss. Returns the code when there is no handle."""
        handle, code = ask(self._api.nvmlDeviceGetHandleByIndex, self._index)
        uuid, uuid_code = ask(self._api.nvmlDeviceGetUUID, handle) if code is None else (None, code)
        if uuid_code in (GPU_IS_LOST, UNKNOWN):
            code = uuid_code
        if code is not None:
            self.lost = trouble(code).reason
            return code
        if self.periods is not None and uuid != self._uuid:
            self.lost = "another GPU has taken its place"
            return UNKNOWN
        self._handle, self._uuid, self.lost = handle, uuid, None
        if self.periods is None:
            self._look()
            self._choose()
            known_as = f"{self._uuid}@{self._facts['driver_version']}"
            self._disagreement = self._setup.notes.get(known_as).get(DISAGREEMENT)
            self.periods = NvmlPeriods(
                self._setup.notes,
                known_as,
                [metric for metric in SENSORS if metric in self.metrics],
                self._setup.period_ns,
            )
        return None

    def close(self) -> None:
        """Keep what was learnt, and give back what the library had given."""
        if self.periods is not None:
            self.periods.keep()
        self.let_go()

    def let_go(self) -> None:
        """Give back what the library had given: it is about to be shut down, or the GPU is lost."""
        if self._activity is not None:
            self._activity.close()

    def _look(self) -> None:
        name, _ = ask(self._api.nvmlDeviceGetName, self._handle)
        self._name = name or self._name
        self._architecture, _ = ask(self._api.nvmlDeviceGetArchitecture, self._handle)
        self._facts = nvml_traits.facts(self._api, self._handle, self._setup.root)

    def _choose(self) -> None:
        """Try the ways of each metric in order; one that fails for now is kept, one that fails for good gives way to the next."""
        chosen: dict[str, Way] = {}
        averages = nvml_traits.tells_averages(self._architecture, self._facts["compute_capability"])
        for way in ways(self._api, averages, self.processes, self._activity):
            if any(metric in chosen for metric in way.metrics):
                continue
            _, codes = WayGroup(self._api, [way]).read(self._handle)
            unsuited = next((code for code in codes.values() if code in UNSUITED), None)
            if unsuited is not None:
                self._switch_off(way, unsuited)
                continue
            for metric in way.metrics:
                chosen[metric] = way
                self._off.pop(metric, None)
        members: dict[str, list[Way]] = {}
        for way in dict.fromkeys(chosen.values()):
            members.setdefault(way.group, []).append(way)
        for group, found_ways in members.items():
            self._group(group, found_ways)

    def _group(self, group: str, members: Sequence[Way]) -> None:
        self._groups[group] = WayGroup(self._api, members)
        if group == FIELDS:
            self._sensors = WayGroup(self._api, [way for way in members if way.metrics[0] in SENSORS])

    def _switch_off(self, way: Way, code: Code) -> None:
        found = trouble(code if isinstance(code, int) else UNKNOWN)
        reason, cure = found.reason, found.cure
        if self._facts.get("mig") and way.group == UTILIZATION and code == NOT_SUPPORTED:
            reason, cure = "MIG is on: NVML tells no utilization of a partitioned GPU", None
        elif self._facts.get("wsl") and code == NOT_SUPPORTED:
            reason = "the driver does not offer it under WSL"
        for metric in way.metrics:
            self._off.setdefault(metric, Capability(False, way.source, None, reason, cure))

    def look(self, group: str) -> tuple[WayGroup, Seen]:
        """Read a group now, to be worked out later."""
        members = self._groups[group]
        return members, members.look(self._handle)

    def has(self, group: str, members: WayGroup) -> bool:
        """Whether a group is still what it was: none of its metrics was switched off."""
        return self._groups[group] is members

    def read_sensors(self) -> dict[str, Value]:
        """Read what has an update period to find, and nothing else; None where it failed."""
        if self._sensors is None:
            return {}
        values, _ = self._sensors.read(self._handle)
        return dict(zip(self._sensors.metrics, values, strict=True))

    def drop_permanent(self, group: str, codes: Mapping[str, Code]) -> bool:
        """Switch off for good what failed with a code that says so; return whether there was any."""
        position, kept, members = 0, [], self._groups[group].ways
        for way in members:
            here = [codes.get(str(index)) for index in range(position, position + len(way.metrics))]
            position += len(way.metrics)
            permanent = next((code for code in here if code in PERMANENT), None)
            if permanent is None:
                kept.append(way)
            else:
                self._switch_off(way, permanent)
        if len(kept) < len(members):
            self._group(group, kept)
            return True
        return False

    def series(self, group: str) -> tuple[tuple[str, str], ...]:
        """Return (device, metric) of what a group gives."""
        found = self._groups.get(group)
        return () if found is None else tuple((self.key, metric) for metric in found.metrics)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Return all metrics that it gives."""
        return tuple(metric for group in self._groups.values() for metric in group.metrics)

    def device(self) -> Device:
        """Return the device with what can be measured on it."""
        able = {metric: self._capability(metric, way) for group in self._groups.values() for way in group.ways for metric in way.metrics}
        if self.periods is None:
            lost = Capability(False, "NVML", None, self.lost, None)
            able = dict.fromkeys(GPU_METRICS, lost)
        facts = dict(self._facts) if self._setup.simulated else {**self._facts, UNTRIED: NOT_TRIED}
        return Device(self.key, DeviceKind.GPU, self._name, self._uuid, facts, able | self._off, self._setup.simulated)

    def _capability(self, metric: str, way: Way) -> Capability:
        if metric not in SENSORS or self.periods is None:
            return Capability(True, way.source, note=self.processes.caveat if way.group == PROCESSES else None)
        share, disagreement = None, self._disagreement if metric == "energy" else None
        if metric != "energy":
            share = 1.0 if way.averages else nvml_traits.sampled_share(self._architecture, self._facts["compute_capability"])
        return Capability(
            True,
            way.source,
            self.periods.period_s(metric),
            sampled_share=share,
            uncertainty=nvml_traits.uncertainty(self._name),
            note="; ".join(filter(None, (disagreement, nvml_traits.whole_device_note(self._facts), self.periods.reason(metric)))) or None,
            window_s=nvml_traits.AVERAGE_S if way.averages else None,
        )

    def quality(self) -> dict[str, tuple[str, str]]:
        """Return (quality, source) by "device/metric"."""
        return {
            f"{self.key}/{metric}": ("measured", way.source)
            for group in self._groups.values()
            for way in group.ways
            for metric in way.metrics
        }
