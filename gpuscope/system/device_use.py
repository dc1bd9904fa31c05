"""Registry of the devices in use by this user's runs and plans, system-wide and independent of the store.

While a run or plan uses a device, it holds a lock on a file in the device's folder below the user's runtime directory; the kernel releases
the lock when the process ends. A plan starts only when all its devices are free, and takes them all at once, so that plans cannot deadlock.
A plain run from the command line always starts and reports whom it meets; both runs are flagged, since either may have been slowed. A run
started in the window waits as an item of a queue.

A run on a GPU also uses the CPU. This use is shared: it does not conflict with other GPU runs, but it does with a run on the CPU. A user's
command may use every visible device.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import RunSpec
from gpuscope.system.files import listing
from gpuscope.system.locks import FileLock, lock_open_file
from gpuscope.system.paths import private_folder

VARIABLE = "GPUSCOPE_RUNTIME_DIR"
"""Environment variable that overrides the runtime folder; for tests, which must not wait for their user's runs."""
_GPUS = Path("/proc/driver/nvidia/gpus")
_PATIENCE_S = 0.5
"""Timeout for the lock on all devices, which is held for a millisecond: a run starts without it rather than late."""
_MET = ".met"
_LONGEST_NAME = 80
"""Maximum characters of a holder's name; other processes show it in one line."""


OF_ANOTHER_STORE = "another store"
"""Remark on a run that is kept in another store than the reader's."""


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """Use of a device.

    Attributes:
        device: "cpu", the UUID of a GPU, or another name for it that is the same in all processes on the machine.
        exclusive: Whether it conflicts with every other use; a shared use conflicts only with exclusive ones.
    """

    device: str
    exclusive: bool = True


@dataclass(frozen=True, slots=True)
class Holder:
    """A run or plan that uses a device.

    Attributes:
        kind: "run" or "plan".
        key: Id of the run or plan.
        name: Name of the run or plan.
        plan_id: Id of the plan that it is or belongs to; "" for a plain run.
        runs_folder: Folder of its store's runs, by which stores are told apart; "" if unknown.
    """

    kind: str
    key: str
    name: str = ""
    plan_id: str = ""
    runs_folder: str = ""

    def description(self, seen_from: str) -> str:
        """Return the holder as text: "run 1a2b3c4d5e6f (mnist-mlp cpu fp32)".

        Args:
            seen_from: The reader's own folder of runs; a holder of another store is called so, since no list of the reader has it.
        """
        is_foreign = bool(self.runs_folder and seen_from) and self.runs_folder != seen_from
        remark = ", ".join(part for part in (self.name, OF_ANOTHER_STORE if is_foreign else "") if part)
        return f"{self.kind} {self.key} ({remark})" if remark else f"{self.kind} {self.key}"

    @property
    def wait_reason(self) -> str:
        """What a plan waits for: "waits for run mnist-mlp cpu fp32"; whole sentences, so that they can be translated."""
        name = self.name or self.key
        return f"waits for plan {name}" if self.kind == "plan" else f"waits for run {name}"


def runtime_folder() -> Path:
    """Return the user's runtime folder, which does not depend on how a process was started; it may not exist."""
    if named := os.environ.get(VARIABLE):
        return Path(named).absolute()
    user = os.getuid() if hasattr(os, "getuid") else 0
    session = Path(f"/run/user/{user}")
    if sys.platform.startswith("linux") and os.access(session, os.W_OK):
        return session / "gpuscope"
    return Path("/tmp") / f"gpuscope-{user}"


def uses_of(spec: RunSpec, environ: Mapping[str, str] | None = None, gpus: Path = _GPUS) -> tuple[DeviceUse, ...]:
    """Return the devices that a run uses; none for a recording of an already running process.

    Args:
        spec: What is run.
        environ: Environment variables of the run; None for this process's own.
        gpus: The NVIDIA driver's folder of GPUs.
    """
    if spec.is_attached:
        return ()
    environ = os.environ if environ is None else environ
    if spec.is_command:
        return (DeviceUse("cpu"), *(DeviceUse(gpu) for gpu in _visible(environ, gpus)))
    names = dict.fromkeys(spec.rank_devices)
    if names.keys() == {"cpu"}:
        return (DeviceUse("cpu"),)
    return (DeviceUse("cpu", exclusive=False), *(DeviceUse(_gpu_name(name, environ, gpus)) for name in names))


def disturb(uses: Sequence[DeviceUse], others: Sequence[DeviceUse]) -> bool:
    """Return whether two concurrent users of devices would slow each other."""
    return any(use.device == other.device and (use.exclusive or other.exclusive) for use in uses for other in others)


def users_of(spec: RunSpec) -> tuple[Holder, ...]:
    """Return the current users of the devices that a run would use."""
    return DevicePresence(Holder("", "")).others(uses_of(spec))


def beside(others: Sequence[Holder], runs_folder: Path) -> str:
    """Return the sentence for a run, of the store with this folder of runs, that begins although others use its devices."""
    names = figures.listed([holder.description(str(runs_folder)) for holder in listed_holders(others)])
    return f"also runs on this device: {names}; both will measure slower, 'run --after' would wait"


def listed_holders(holders: Sequence[Holder]) -> tuple[Holder, ...]:
    """Return the holders without the runs of a listed plan, since they change as the plan proceeds."""
    plans = {holder.key for holder in holders if holder.kind == "plan"}
    return tuple(holder for holder in holders if holder.kind == "plan" or holder.plan_id not in plans)


def _gpu_name(name: str, environ: Mapping[str, str], gpus: Path) -> str:
    kind, _, index = name.partition(":")
    visible = _visible(environ, gpus) if kind == "cuda" else []
    return visible[int(index)] if index.isdecimal() and int(index) < len(visible) else name.replace(":", "-")


def _visible(environ: Mapping[str, str], gpus: Path) -> list[str]:
    """Return the UUIDs of the visible GPUs, in bus order or as given by CUDA_VISIBLE_DEVICES."""
    uuids = [uuid for folder in listing(gpus) if (uuid := _uuid(folder))]
    named = environ.get("CUDA_VISIBLE_DEVICES")
    if named is None:
        return uuids
    parts = [part.strip() for part in named.split(",") if part.strip()]
    return [_resolved(part, uuids) for part in parts]


def _resolved(part: str, uuids: Sequence[str]) -> str:
    if part.isdecimal():
        return uuids[int(part)] if int(part) < len(uuids) else f"cuda-{part}"
    return next((uuid for uuid in uuids if uuid.startswith(part)), part.replace("/", "-"))


def _uuid(folder: Path) -> str:
    with contextlib.suppress(OSError):
        for line in (folder / "information").read_text(encoding="ascii", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "GPU UUID":
                return value.strip()
    return ""


class DevicePresence:
    """A run's or plan's registration as a user of devices; released by :meth:`leave`, or by the kernel when its process ends.

    If the runtime directory is not writable, other users are unknown and nobody waits.

    Args:
        holder: The run or plan.
        folder: Parent of the "devices" folder; None for the user's runtime folder.
    """

    def __init__(self, holder: Holder, folder: Path | None = None) -> None:
        self._holder = holder
        self._folder = (folder or runtime_folder()) / "devices"
        self._files: dict[str, tuple[Path, int]] = {}
        self._met: dict[str, None] = {}

    def join(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        """Register for devices even if they are in use, and record the meeting on both sides; return the other current users."""
        met: dict[Holder, None] = {}
        with contextlib.suppress(GpuscopeError, OSError), self._all_devices():
            for use in uses:
                for path, document in self._others(use):
                    met.setdefault(_holder(document))
                    with contextlib.suppress(OSError), path.with_suffix(_MET).open("a", encoding="utf-8") as file:
                        file.write(self._holder.description(str(document.get("runs_folder", ""))) + "\n")
                self._enter(use)
        self._met.update(dict.fromkeys(holder.description(self._holder.runs_folder) for holder in met))
        return tuple(met)

    def try_join(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        """Register for all devices unless any is in use; return the conflicting holders, or () on success."""
        try:
            with self._all_devices():
                others = self._holders(uses)
                if not others:
                    for use in uses:
                        self._enter(use)
                return others
        except (GpuscopeError, OSError):
            return ()

    def others(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        """Return the other current users of these devices."""
        with contextlib.suppress(GpuscopeError, OSError), self._all_devices():
            return self._holders(uses)
        return ()

    def met(self) -> tuple[str, ...]:
        """Return, as text, everyone else who used these devices at any time since :meth:`join`."""
        for path, _ in self._files.values():
            with contextlib.suppress(OSError):
                self._met.update(dict.fromkeys(path.with_suffix(_MET).read_text(encoding="utf-8", errors="replace").splitlines()))
        return tuple(self._met)

    def leave(self) -> None:
        """End the use of all devices."""
        for path, descriptor in self._files.values():
            _remove(path)
            os.close(descriptor)
        self._files = {}

    @contextlib.contextmanager
    def _all_devices(self) -> Iterator[None]:
        """Hold the lock on all devices, or proceed without it after a timeout, for example if its holder is suspended."""
        if hasattr(os, "getuid") and private_folder(self._folder.parent).stat().st_uid != os.getuid():
            raise PermissionError(f"{self._folder.parent} belongs to another user")
        lock = FileLock(private_folder(self._folder) / "lock", timeout_s=_PATIENCE_S, what="the list of devices in use")
        try:
            with contextlib.suppress(GpuscopeError):
                lock.acquire()
            yield
        finally:
            lock.release()

    def _enter(self, use: DeviceUse) -> None:
        if use.device in self._files:
            return
        path = private_folder(self._folder / use.device) / f"{self._holder.kind}-{self._holder.key}-{os.getpid()}"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_TRUNC, 0o600)
        self._files[use.device] = (path, descriptor)  # before it is written: :meth:`leave` closes it if the disk is full
        lock_open_file(descriptor)
        document = {
            "kind": self._holder.kind,
            "key": self._holder.key,
            "name": self._holder.name[:_LONGEST_NAME],
            "plan_id": self._holder.plan_id,
            "runs_folder": self._holder.runs_folder,
            "exclusive": use.exclusive,
        }
        os.write(descriptor, json.dumps(document).encode())

    def _holders(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        return tuple(dict.fromkeys(_holder(document) for use in uses for _, document in self._others(use)))

    def _others(self, use: DeviceUse) -> Iterator[tuple[Path, Mapping[str, Any]]]:
        """Yield the files of conflicting uses; files of ended processes are removed."""
        for path in listing(self._folder / use.device):
            if path.suffix == _MET:
                continue
            document = _live_document(path)
            if document is None:
                _remove(path)
            elif not self._is_ours(document) and (use.exclusive or document.get("exclusive", True)):
                yield path, document

    def _is_ours(self, document: Mapping[str, Any]) -> bool:
        if document.get("key") == self._holder.key:
            return True
        return bool(self._holder.plan_id) and document.get("plan_id") == self._holder.plan_id


def _remove(path: Path) -> None:
    """Remove the file of a use, and the list of those that it met."""
    for file in (path.with_suffix(_MET), path):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def _holder(document: Mapping[str, Any]) -> Holder:
    return Holder(*(str(document.get(key, "")) for key in ("kind", "key", "name", "plan_id", "runs_folder")))


def _live_document(path: Path) -> Mapping[str, Any] | None:
    """Return the contents of a holder's file; None if nobody holds its lock."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if lock_open_file(descriptor):
            return None
        document = json.loads(os.read(descriptor, 65536) or b"{}")
        return document if isinstance(document, dict) else {}
    except (OSError, ValueError):
        return {}
    finally:
        os.close(descriptor)
