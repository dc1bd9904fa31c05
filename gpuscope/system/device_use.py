"""Which runs and plans of this user compute on which device now, system-wide, whatever store they are kept in.

Each run and each plan has, for as long as it uses a device, a file in the device's folder below the user's runtime directory, and holds
its lock, which the kernel frees. A plan begins to use devices only when nobody else does (all of them at once, so that no two plans wait
for each other). A plain run of the command line always begins, says whom it meets there, and both are flagged, since either may have been
slowed; one that is started in the window waits as an item of a queue.

A run on a GPU uses the processor too, beside other GPU runs but not beside one that computes on the processor: its use of it is shared. A
user's command may use every device that it sees.
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
from gpuscope.system.locks import FileLock, lock_open_file
from gpuscope.system.paths import private_folder

VARIABLE = "GPUSCOPE_RUNTIME_DIR"
"""Names another folder for what concerns running processes; for tests, which must not wait for the runs of their user."""
_GPUS = Path("/proc/driver/nvidia/gpus")
_PATIENCE_S = 0.5
"""For the lock on all devices, which is held for a millisecond: a run starts without it rather than late."""
_MET = ".met"
_LONGEST_NAME = 80
"""Characters; other users' processes read the note, in one line."""


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """A device that is used.

    Attributes:
        device: "cpu", the UUID of a GPU, or a name of it that is the same for all processes of the machine.
        exclusive: Whether it shares the device with nobody that is to be measured.
    """

    device: str
    exclusive: bool = True


@dataclass(frozen=True, slots=True)
class Holder:
    """Who uses a device.

    Attributes:
        kind: "run" or "plan".
        key: Its id.
        name: Its name.
        plan_id: The plan that it is, or belongs to; "" for a plain run.
    """

    kind: str
    key: str
    name: str = ""
    plan_id: str = ""

    @property
    def words(self) -> str:
        """Return it as text: "run 1a2b3c4d5e6f (mnist-mlp cpu fp32)"."""
        return f"{self.kind} {self.key} ({self.name})" if self.name else f"{self.kind} {self.key}"


def runtime_folder() -> Path:
    """Return the user's folder for running processes, which does not depend on how a process was started; it need not be there."""
    if named := os.environ.get(VARIABLE):
        return Path(named).absolute()
    user = os.getuid() if hasattr(os, "getuid") else 0
    session = Path(f"/run/user/{user}")
    if sys.platform.startswith("linux") and os.access(session, os.W_OK):
        return session / "gpuscope"
    return Path("/tmp") / f"gpuscope-{user}"


def uses_of(spec: RunSpec, environ: Mapping[str, str] | None = None, gpus: Path = _GPUS) -> tuple[DeviceUse, ...]:
    """Return the devices that a run uses; none for a recording of what was running already.

    Args:
        spec: What is run.
        environ: The variables with which it runs; None for our own.
        gpus: The NVIDIA driver's list of its GPUs.
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
    """Return whether two that run at a time would slow each other."""
    return any(use.device == other.device and (use.exclusive or other.exclusive) for use in uses for other in others)


def users_of(spec: RunSpec) -> tuple[Holder, ...]:
    """Return who uses devices now that a run would use."""
    return DevicePresence(Holder("", "")).others(uses_of(spec))


def names_of(holders: Sequence[Holder]) -> str:
    """Return who uses a device; the runs of a plan that is named are left out, since they change while it goes on."""
    plans = {holder.key for holder in holders if holder.kind == "plan"}
    return figures.listed([holder.words for holder in holders if holder.kind == "plan" or holder.plan_id not in plans])


def _gpu_name(name: str, environ: Mapping[str, str], gpus: Path) -> str:
    kind, _, index = name.partition(":")
    visible = _visible(environ, gpus) if kind == "cuda" else []
    return visible[int(index)] if index.isdecimal() and int(index) < len(visible) else name.replace(":", "-")


def _visible(environ: Mapping[str, str], gpus: Path) -> list[str]:
    """Return the UUIDs of the GPUs that a process sees, in the order of their buses, or as its variable names them."""
    uuids = [uuid for folder in _sorted_folders(gpus) if (uuid := _uuid(folder))]
    named = environ.get("CUDA_VISIBLE_DEVICES")
    if named is None:
        return uuids
    parts = [part.strip() for part in named.split(",") if part.strip()]
    return [_resolved(part, uuids) for part in parts]


def _resolved(part: str, uuids: Sequence[str]) -> str:
    if part.isdecimal():
        return uuids[int(part)] if int(part) < len(uuids) else f"cuda-{part}"
    return next((uuid for uuid in uuids if uuid.startswith(part)), part.replace("/", "-"))


def _sorted_folders(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _uuid(folder: Path) -> str:
    with contextlib.suppress(OSError):
        for line in (folder / "information").read_text(encoding="ascii", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "GPU UUID":
                return value.strip()
    return ""


class DevicePresence:
    """One run's or one plan's use of devices; freed by :meth:`leave`, or by the kernel when its process ends.

    Where the runtime directory cannot be written nothing is known of others, and nobody waits.

    Args:
        holder: Who it is.
        folder: Below which the devices' folders lie; None for the user's.
    """

    def __init__(self, holder: Holder, folder: Path | None = None) -> None:
        self._holder = holder
        self._folder = (folder or runtime_folder()) / "devices"
        self._files: dict[str, tuple[Path, int]] = {}
        self._met: dict[str, None] = {}

    def join(self, uses: Sequence[DeviceUse]) -> None:
        """Begin to use devices, whoever uses them already; return those that do."""
        with contextlib.suppress(GpuscopeError, OSError), self._all_devices():
            for use in uses:
                for path, document in self._others(use):
                    self._met.setdefault(_holder(document).words)
                    with contextlib.suppress(OSError), path.with_suffix(_MET).open("a", encoding="utf-8") as file:
                        file.write(self._holder.words + "\n")
                self._enter(use)

    def try_join(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        """Begin to use devices, all of them, unless somebody else uses one; return who does, nobody when they are ours now."""
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
        """Return who else uses one of these devices now."""
        with contextlib.suppress(GpuscopeError, OSError), self._all_devices():
            return self._holders(uses)
        return ()

    def met(self) -> tuple[str, ...]:
        """Return, in words, who else used these devices at any time since :meth:`join`."""
        for path, _ in self._files.values():
            with contextlib.suppress(OSError):
                self._met.update(dict.fromkeys(path.with_suffix(_MET).read_text(encoding="utf-8", errors="replace").splitlines()))
        return tuple(self._met)

    def leave(self) -> None:
        """Use them no longer."""
        for path, descriptor in self._files.values():
            for file in (path.with_suffix(_MET), path):
                with contextlib.suppress(OSError):
                    file.unlink(missing_ok=True)
            os.close(descriptor)
        self._files = {}

    @contextlib.contextmanager
    def _all_devices(self) -> Iterator[None]:
        """Hold the lock on all devices, or go on without it when somebody was stopped who holds it."""
        if hasattr(os, "getuid") and private_folder(self._folder.parent).stat().st_uid != os.getuid():
            raise PermissionError(f"{self._folder.parent} is somebody else's")
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
        lock_open_file(descriptor)
        document = {
            "kind": self._holder.kind,
            "key": self._holder.key,
            "name": self._holder.name[:_LONGEST_NAME],
            "plan_id": self._holder.plan_id,
            "exclusive": use.exclusive,
        }
        os.write(descriptor, json.dumps(document).encode())
        self._files[use.device] = (path, descriptor)

    def _holders(self, uses: Sequence[DeviceUse]) -> tuple[Holder, ...]:
        return tuple(dict.fromkeys(_holder(document) for use in uses for _, document in self._others(use)))

    def _others(self, use: DeviceUse) -> Iterator[tuple[Path, Mapping[str, Any]]]:
        """Yield the files of those that disturb this use, or are disturbed by it; files of the dead are removed."""
        for path in _sorted_folders(self._folder / use.device):
            if path.suffix == _MET:
                continue
            document = _live_document(path)
            if document is None:
                for file in (path.with_suffix(_MET), path):
                    with contextlib.suppress(OSError):
                        file.unlink(missing_ok=True)
            elif not self._is_ours(document) and (use.exclusive or document.get("exclusive", True)):
                yield path, document

    def _is_ours(self, document: Mapping[str, Any]) -> bool:
        if document.get("key") == self._holder.key:
            return True
        return bool(self._holder.plan_id) and document.get("plan_id") == self._holder.plan_id


def _holder(document: Mapping[str, Any]) -> Holder:
    return Holder(*(str(document.get(key, "")) for key in ("kind", "key", "name", "plan_id")))


def _live_document(path: Path) -> Mapping[str, Any] | None:
    """Return what a file says of who holds it; None when nobody does."""
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
