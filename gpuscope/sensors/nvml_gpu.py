"""One NVIDIA GPU: its properties, and which NVML call provides which metric on this GPU and driver, found by trying."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuscope.core.device import NOT_TRIED, UNTRIED, Capability, Device, DeviceKind
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.sensors.nvml_library import GPU_IS_LOST, MILLI, NOT_SUPPORTED, PERMANENT, UNKNOWN, UNSUITED, ask, trouble
from gpuscope.sensors.nvml_processes import NvmlProcesses
from gpuscope.sensors.nvml_reads import NvmlActivity
from gpuscope.sensors.nvml_ways import FIELDS, PROCESSES, UTILIZATION, Code, Seen, Value, Way, WayGroup, ways
from gpuscope.sensors.update_periods import SENSORS, NvmlPeriods
from gpuscope.system.device_notes import DISAGREEMENT, DeviceNotes

PASCAL, VOLTA, TURING, AMPERE, ADA, HOPPER = 4, 5, 6, 7, 8, 9
"""Architecture numbers of nvmlDeviceGetArchitecture."""
AVERAGE_S = 1.0
"""Window of the driver's average power (nvml.h)."""
_VIRTUALIZATION = {1: "passed through", 2: "vGPU", 3: "host of vGPUs", 4: "host of vSGA"}
_GEFORCE = re.compile(r"\b(GeForce|TITAN)\b", re.IGNORECASE)
_DATA_CENTRE = re.compile(r"\b(Tesla|G?[HB][123]00\w*|[AVPKM]100\w*|H20|A(2|10G?|16|30X?|40)|L(2|4|20|40S?)|[PT]4|P40|T4G)\b")
Facts = dict[str, str | int | float | None]


def facts(api: Any, handle: Any, root: Path) -> Facts:
    """Return the properties of a GPU that do not change during a run; None for values that its driver does not report."""
    memory, _ = ask(api.nvmlDeviceGetMemoryInfo, handle)
    pci, _ = ask(api.nvmlDeviceGetPciInfo, handle)
    limit, _ = ask(api.nvmlDeviceGetEnforcedPowerLimit, handle)
    capability, _ = ask(api.nvmlDeviceGetCudaComputeCapability, handle)
    driver, _ = ask(api.nvmlSystemGetDriverVersion)
    cuda, _ = ask(api.nvmlSystemGetCudaDriverVersion)
    mig, _ = ask(api.nvmlDeviceGetMigMode, handle)
    virtual, _ = ask(api.nvmlDeviceGetVirtualizationMode, handle)
    bus = getattr(pci, "busId", None)
    entries: Facts = {
        "driver_version": driver,
        "cuda_driver_version": None if cuda is None else f"{cuda // 1000}.{cuda % 1000 // 10}",
        "memory_total": None if memory is None else memory.total,
        "pci_address": bus.decode("ascii", "replace") if isinstance(bus, bytes) else bus,
        "power_limit": None if limit is None else limit * MILLI,
        "compute_capability": None if capability is None else f"{capability[0]}.{capability[1]}",
        "mig": None if mig is None else bool(mig[0]),
    }
    if virtual in _VIRTUALIZATION:
        entries["virtualization"] = _VIRTUALIZATION[virtual]
    if is_wsl(root):
        entries["wsl"] = True
    return entries


def is_wsl(root: Path) -> bool:
    """Whether this is Windows Subsystem for Linux, where the driver offers less."""
    return (root / "dev/dxg").exists()


def reports_averages(architecture: int | None, compute_capability: object) -> bool:
    """Whether nvmlDeviceGetPowerUsage reports a 1 s average on this GPU (Ampere except GA100, and newer: nvml.h)."""
    return architecture is not None and architecture >= AMPERE and compute_capability != "8.0"


def sampled_share(architecture: int | None, compute_capability: object) -> float | None:
    """Return the share of time that the instantaneous power sensor samples (raw data of arXiv 2312.02741); None if unknown."""
    if architecture == HOPPER or compute_capability == "8.0":
        return 0.25
    return {PASCAL: 0.5, VOLTA: 0.5, TURING: 1.0, AMPERE: 1.0, ADA: 1.0}.get(architecture or 0)


def uncertainty(name: str) -> float:
    """Return the relative uncertainty of the power and energy sensors' gain (k = 2; measurement.md, S16)."""
    if _GEFORCE.search(name):
        return 0.08
    return 0.07 if _DATA_CENTRE.search(name) else 0.10


def whole_device_note(facts: Facts) -> str | None:
    """Return what a power or energy reading covers if that is more than this machine's share; else None (measurement.md, S12)."""
    if facts.get("mig"):
        return "of the whole GPU, all its MIG partitions together"
    if facts.get("virtualization") == _VIRTUALIZATION[2]:
        return "of the whole physical GPU, which other machines may use too"
    return None


@dataclass(frozen=True, slots=True)
class Setup:
    """Settings shared by all GPUs of a back end.

    Attributes:
        root: The folder that contains /proc and /dev.
        notes: Notes on devices that are stored between runs.
        period_ns: Interval of the fast readings.
        in_detail: Whether to read metrics that are expensive, or shared with other tools.
        simulated: The label of all devices if an NVML other than the driver's is loaded.
        clock: Monotonic nanoseconds.
    """

    root: Path
    notes: DeviceNotes
    period_ns: int
    in_detail: bool
    simulated: str | None
    clock: Callable[[], int]


class NvmlGpu:
    """One NVIDIA GPU.

    Attributes:
        key: "gpu:N", N in NVML's order.
        lost: Why it does not answer; None while it does.
        periods: Update periods of its power and energy sensors; None until it has been opened.
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
        self._facts: Facts = {}
        self._name, self._uuid = "NVIDIA GPU", None
        self._architecture: int | None = None
        self._groups: dict[str, WayGroup] = {}
        self._sensors: WayGroup | None = None
        self._off: dict[str, Capability] = {}
        self._disagreement: str | None = None

    def open(self) -> int | None:
        """Get the handle, the properties and the metrics, initially or after a loss; return the NVML code if that fails."""
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
            self._inspect()
            self._choose()
            known_as = f"{self._uuid}@{self._facts['driver_version']}"
            self._disagreement = self._setup.notes.get(known_as).get(DISAGREEMENT)
            self.periods = NvmlPeriods(
                self._setup.notes, known_as, [metric for metric in SENSORS if metric in self.metrics], self._setup.period_ns
            )
        return None

    def close(self) -> None:
        """Store the measured update periods, and release the library's resources."""
        if self.periods is not None:
            self.periods.keep()
        self.let_go()

    def let_go(self) -> None:
        """Release the library's resources, because it is about to be shut down or the GPU is lost."""
        if self._activity is not None:
            self._activity.close()

    def _inspect(self) -> None:
        name, _ = ask(self._api.nvmlDeviceGetName, self._handle)
        self._name = name or self._name
        self._architecture, _ = ask(self._api.nvmlDeviceGetArchitecture, self._handle)
        self._facts = facts(self._api, self._handle, self._setup.root)

    def _choose(self) -> None:
        """Try the ways of each metric in order. A way that fails temporarily is kept; one that fails permanently is skipped."""
        chosen: dict[str, Way] = {}
        averages = reports_averages(self._architecture, self._facts["compute_capability"])
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
        problem = trouble(code if isinstance(code, int) else UNKNOWN)
        reason, cure = problem.reason, problem.cure
        if self._facts.get("mig") and way.group == UTILIZATION and code == NOT_SUPPORTED:
            reason, cure = "MIG is on: NVML reports no utilization of a partitioned GPU", None
        elif self._facts.get("wsl") and code == NOT_SUPPORTED:
            reason = "the driver does not offer it under WSL"
        for metric in way.metrics:
            self._off.setdefault(metric, Capability(False, way.source, None, reason, cure))

    def fetch(self, group: str) -> tuple[WayGroup, Seen]:
        """Read a group now, to be converted later."""
        members = self._groups[group]
        return members, members.fetch(self._handle)

    def has(self, group: str, members: WayGroup) -> bool:
        """Whether a group is unchanged: none of its metrics has been switched off."""
        return self._groups[group] is members

    def read_sensors(self) -> dict[str, Value]:
        """Read only the metrics whose update periods are measured; None where a reading failed."""
        if self._sensors is None:
            return {}
        values, _ = self._sensors.read(self._handle)
        return dict(zip(self._sensors.metrics, values, strict=True))

    def drop_permanent(self, group: str, codes: Mapping[str, Code]) -> bool:
        """Switch off the ways that failed with a permanent code; return whether there were any."""
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
        """Return the (device, metric) of each value of a group."""
        members = self._groups.get(group)
        return () if members is None else tuple((self.key, metric) for metric in members.metrics)

    @property
    def metrics(self) -> tuple[str, ...]:
        """All metrics that can be read."""
        return tuple(metric for group in self._groups.values() for metric in group.metrics)

    def device(self) -> Device:
        """Return the device with its capabilities."""
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
            share = 1.0 if way.averages else sampled_share(self._architecture, self._facts["compute_capability"])
        return Capability(
            True,
            way.source,
            self.periods.period_s(metric),
            sampled_share=share,
            uncertainty=uncertainty(self._name),
            note="; ".join(filter(None, (disagreement, whole_device_note(self._facts), self.periods.reason(metric)))) or None,
            window_s=AVERAGE_S if way.averages else None,
        )

    def quality(self) -> dict[str, tuple[str, str]]:
        """Return (quality, source) by "device/metric"."""
        return {
            f"{self.key}/{metric}": ("measured", way.source)
            for group in self._groups.values()
            for way in group.ways
            for metric in way.metrics
        }
