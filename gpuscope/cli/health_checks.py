"""The checks of ``gpuscope doctor``. Each reports its finding and, if that is not good, what to do."""

import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from gpuscope.analysis.uncertainty import SOURCES_DISAGREE, disagreement
from gpuscope.cli.machine_watch import MachineWatch, without_run
from gpuscope.core import figures
from gpuscope.core.device import UNTRIED, Capability, Device
from gpuscope.core.errors import GpuscopeError, pip_install
from gpuscope.core.run import RunState
from gpuscope.recording.captures import kept_profiles
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.recording.idle_power import kept_baselines
from gpuscope.recording.run_folder import derive_state, left_behind
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.reports.device_report import lacks, metric_name, uncertainty_text
from gpuscope.storage import repair
from gpuscope.storage.sqlite_file import UPGRADE_CURE
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths, settings, torch_install
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.system.environment import package_version
from gpuscope.system.language import composed, filled, joined_parts, translated
from gpuscope.system.paths import is_folder, is_there
from gpuscope.system.torch_place import OLDEST_TORCH, dotted, own_place, release, torch_place

SELF_TEST_S = 3.0
"""Seconds over which the cost of reading the sensors is averaged."""
_COST_LIMIT = 0.02
"""Maximum share of a core, S4 of measurement.md."""
_BURST_S = 3.0
"""Seconds allowed to find the update periods of one GPU."""
_SHARED = {
    "mig": "MIG is on: power and energy are of the whole GPU, all its partitions together; utilization does not exist",
    "wsl": "Linux in Windows (WSL): the driver offers less here",
}
_SPACE_TROUBLE, _SPACE_WARNING = 100 * 2**20, 2**30
"""Free bytes on a folder's disk below which the check reports trouble, or a warning."""
_FOLDER_CURE = "Set GPUSCOPE_HOME to a folder that can be written."

_DISAGREEMENT_CURE = "Its runs show both figures, and are not compared by energy; a meter at the wall shows which is right."


class Status(StrEnum):
    """The outcome of a check."""

    GOOD = "good"
    NOTE = "note"
    """Neither good nor bad, with nothing to do: a limit or a property of the machine."""
    WARNING = "warning"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Check:
    """The finding of one check.

    Attributes:
        name: The subject of the check.
        status: The outcome.
        message: The finding.
        cure: What to do; None if nothing needs to be done.
    """

    name: str
    status: Status
    message: str
    cure: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"name": self.name, "status": self.status.value, "message": self.message, "cure": self.cure}


def all_checks(url: str) -> Iterator[Check]:
    """Yield every check as it completes; the last takes about three seconds, plus three per GPU with unknown update periods."""
    yield from check_settings()
    yield from check_store(url)
    yield from check_folders(url)
    yield from check_versions()
    with MachineWatch(SensorSupervisor()) as watch:
        cost = check_cost(watch, SELF_TEST_S)
        yield from check_sensors(watch.devices)
        yield check_helper(watch.health)
        yield cost


def check_settings() -> Iterator[Check]:
    """Yield the problems of the settings file."""
    for problem in settings.read_settings().problems:
        yield Check("settings", Status.WARNING, problem, "Correct or delete the file.")


def check_store(url: str) -> Iterator[Check]:
    """Yield whether the store opens and is intact, and the states of its runs; changes nothing."""
    try:
        problems = repair.check(url)
    except GpuscopeError as error:
        yield Check("store", Status.TROUBLE, error.message, error.hint)
        return
    if problems:
        yield Check(
            "store",
            Status.TROUBLE,
            f"damaged: {'; '.join(problems[:3])}",
            "gpuscope doctor --repair sets it aside and salvages what is readable.",
        )
        return
    try:
        with StoreReader(url) as reader:
            records = [derive_state(record) for record in reader.runs()]
            size, is_later = reader.size(), reader.is_later
    except GpuscopeError as error:
        yield Check("store", Status.TROUBLE, error.message, error.hint)
        return
    if not size.file_bytes and (trouble := _folder_trouble(paths.runs_folder(url).parent)):
        yield Check("store", Status.TROUBLE, f"{url}: does not exist yet, and cannot be created: {trouble}", _FOLDER_CURE)
        return
    counts = {state: sum(record.state is state for record in records) for state in RunState}
    stands = (
        f"intact, {figures.counted(len(records), 'run')}, {figures.figure(size.file_bytes, 'B')}"
        if size.file_bytes
        else "does not exist yet; the first run creates it"
    )
    yield Check("store", Status.GOOD, f"{url}: {stands}")
    if is_later:
        yield Check("store", Status.WARNING, "a later gpuscope made it: this one reads it, but stores no runs in it", UPGRADE_CURE)
    yield Check("runs", Status.GOOD, f"{counts[RunState.RUNNING]} live, {counts[RunState.INTERRUPTED]} interrupted")
    left = sum(record.run_id not in {stored.run_id for stored in records} for record in left_behind(url))
    if left:
        yield Check(
            "runs",
            Status.WARNING,
            f"{figures.counted(left, 'run')} ended before the store was open",
            UPGRADE_CURE if is_later else "The next 'gpuscope run' recovers them.",
        )


def check_folders(url: str) -> Iterator[Check]:
    """Yield whether the folders are writable and the disk has space, and the size of the kept profiles."""
    for name, folder in (("home", paths.home()), ("runs", paths.runs_folder(url))):
        if trouble := _folder_trouble(folder):
            yield Check(f"folder of {name}", Status.TROUBLE, trouble, _FOLDER_CURE)
            continue
        free = shutil.disk_usage(_nearest(folder)).free
        status = Status.TROUBLE if free < _SPACE_TROUBLE else Status.WARNING if free < _SPACE_WARNING else Status.GOOD
        cure = None if status is Status.GOOD else "Free some disk space; a run takes about 3 MB an hour."
        yield Check(f"folder of {name}", status, f"{folder}: {figures.figure(free, 'B')} free", cure)
    profiles, size = kept_profiles(paths.runs_folder(url))
    if profiles:
        detail = f"{figures.figure(size, 'B')} in {figures.counted(profiles, 'profile')}; deleted with their runs"
        yield Check("profiles", Status.GOOD, detail)


def _nearest(folder: Path) -> Path:
    """Return a folder, or its nearest ancestor that exists."""
    return next(path for path in (folder, *folder.parents) if is_there(path))


def _folder_trouble(folder: Path) -> str:
    """Return why a folder is not writable, or cannot be created if it is missing; "" if there is no problem. Creates nothing."""
    existing_path = _nearest(folder)
    if not is_folder(existing_path) or not os.access(existing_path, os.W_OK | os.X_OK):
        return f"{folder} cannot be written"
    if shutil.disk_usage(existing_path).total == 0:  # /proc and /sys: permissions let root write, but nothing can be created
        return f"{folder} cannot be made: {existing_path} keeps no files"
    return ""


def check_versions() -> Iterator[Check]:
    """Yield the versions of Python and torch, from metadata without importing torch."""
    yield Check("Python", Status.GOOD, f"{sys.version.split()[0]}, {Path(sys.executable)}")
    torch, place = package_version("torch"), torch_place()
    where = "" if place == own_place() else f", {place.description}: {place.python if place.is_other else place.folders[0]}"
    if place.problem:
        yield Check("torch", Status.WARNING, place.problem, "Name another Python: gpuscope setup --python PATH")
    elif torch is None:
        yield Check("torch", Status.WARNING, "not installed: only commands can be run", "Find or install it: gpuscope setup")
    elif release(torch) < OLDEST_TORCH:
        cure = f"Upgrade it: {pip_install('--upgrade', 'torch', python=place.python)}"
        yield Check("torch", Status.WARNING, f"{torch} is older than {dotted(OLDEST_TORCH)}", cure)
    else:
        yield Check("torch", Status.GOOD, f"{torch}{where}")
    if left := torch_install.left_over():
        cure = "gpuscope setup --install repeats it, gpuscope setup --remove deletes it and the torch that --install installed."
        yield Check("torch", Status.WARNING, f"an interrupted installation is left in {left[0].parent}", cure)


def check_sensors(devices: Sequence[Device]) -> Iterator[Check]:
    """Yield for each device what can be measured, and what cannot, with the cure if there is one."""
    for device in without_run(devices):
        title = f"sensors of {device.key}"
        available = [key for key, capability in device.capabilities.items() if capability.available]
        name = f"{device.key}{translated(': ')}{translated(device.name)}"
        if device.simulated:
            yield Check(title, Status.WARNING, f"{name} is not real hardware: {device.simulated}")
        driver = device.properties.get("driver_version")
        versions = f", driver {driver}" if driver else ""
        status = Status.GOOD if available else Status.NOTE
        yield Check(
            title,
            status,
            filled("{0}: {1} of {2} can be measured", f"{name}{versions}", *map(str, (len(available), len(device.capabilities)))),
        )
        for lack in lacks([device]):
            status = Status.WARNING if lack.cure else Status.NOTE
            names = joined_parts([translated(metric_name(key)) for key in lack.metrics])
            yield Check(title, status, filled("not measured: {0} ({1})", names, composed(lack.reason)), lack.cure)
        yield from (Check(title, Status.GOOD, note) for note in _period_notes(device))
        if apart := _disagreement(device):
            yield Check(title, Status.WARNING, f"energy: {apart}", _DISAGREEMENT_CURE)
        yield from (Check(title, Status.NOTE, note) for note in _device_notes(device))


def _period_notes(device: Device) -> list[str]:
    """Return the measured update periods of the sensors, and for the others the note on why there is none."""
    notes = []
    for key, capability in device.capabilities.items():
        if not capability.available:
            continue
        name, remarks = translated(metric_name(key)), _sampling(capability)
        if capability.period_s is not None:
            notes.append(filled("{0} updates every {1}", name, figures.figure(capability.period_s, "s")) + remarks)
        elif note := _without_disagreement(capability.note or ""):
            notes.append(f"{name}{translated(': ')}{composed(note)}{remarks}")
    return notes


def _sampling(capability: Capability) -> str:
    """Return the share of time that readings cover and their uncertainty, as clauses; "" if neither is known."""
    share, band = capability.sampled_share, uncertainty_text(capability)
    clauses = [] if share is None else [filled(", {0} % of the time sampled", figures.significant(100 * share, 2))]
    return "".join([*clauses, *([] if band is None else [filled(", within {0}", band)])])


def _disagreement(device: Device) -> str:
    """Return the device's note that two sources of its energy disagreed in a run; "" for none."""
    energy = device.capabilities.get("energy")
    return "" if energy is None else disagreement(energy.note)


def _without_disagreement(note: str) -> str:
    return "; ".join(part for part in note.split("; ") if not part.startswith(SOURCES_DISAGREE))


def _device_notes(device: Device) -> list[str]:
    """Return notes on a device: limits due to sharing, that its model is untested, and its recorded idle power."""
    properties = device.properties
    notes = [note for key, note in _SHARED.items() if properties.get(key) is True]
    if properties.get("virtualization"):
        notes.append(f"virtual machine: {properties['virtualization']}")
    if properties.get(UNTRIED):
        notes.append(str(properties[UNTRIED]))
    for name, baseline in kept_baselines(DeviceNotes(), device).items():
        if isinstance(baseline, dict) and isinstance(baseline.get("power_w"), int | float):
            notes.append(f"idle power ({name}): {figures.figure(baseline['power_w'], 'W')}, recorded at {baseline.get('recorded_at')}")
    return notes


def check_helper(health: HelperHealth) -> Check:
    """Return how reliably the sensor helper worked during the checks."""
    counts = f"{health.restarts} restarts, {health.crashes} crashes, {health.hangs} hangs, {health.garbage} lines not understood"
    if health.off is not None:
        cure = "Run 'nvidia-smi': when it crashes or hangs too, reinstall the driver or restart the machine."
        return Check("sensor helper", Status.WARNING, f"{counts}; GPU sensors are {health.off}", cure)
    is_bad = bool(health.crashes or health.hangs or health.garbage)
    return Check("sensor helper", Status.WARNING if is_bad else Status.GOOD, counts)


def check_cost(watch: MachineWatch, seconds: float) -> Check:
    """Run the sensors for a few seconds and return the cost of reading them, as a share of one core.

    The start of the helper and the burst of readings that finds the update periods are excluded.
    """
    start_s = time.monotonic()
    while not (watch.settled and watch.helper_cpu_s > 0) and time.monotonic() < (
        end_s := start_s + seconds + _BURST_S * sum(device.awaits_periods for device in watch.devices)
    ):
        watch.events(end_s)
    begin_s, helper_s, own_s = time.monotonic(), watch.helper_cpu_s, time.process_time()
    end_s = begin_s + seconds
    while time.monotonic() < end_s:
        watch.events(end_s)
    share = (watch.helper_cpu_s - helper_s + time.process_time() - own_s) / (time.monotonic() - begin_s)
    message = f"recorder and helper take {figures.percent(share)} of a core at the default rates"
    if share <= _COST_LIMIT:
        return Check("own cost", Status.GOOD, message)
    above = f"{message}, above the aim of {figures.percent(_COST_LIMIT)}"
    return Check("own cost", Status.WARNING, above, "Try again when nothing else runs.")
