"""Installs torch for a gpuscope that came without it, into a user folder; size and location are reported beforehand.

The versions are pinned to those that gpuscope is tested with. The folder is created and removed atomically: pip installs beside it, the
last step of an installation and the first of a removal is a rename, and what an interrupted one left is removed by the next. One process
at a time does either: it holds the lock of the folder above.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.locks import FolderLock, is_locked
from gpuscope.system.torch_place import install_folder

CPU_HOST = "download.pytorch.org"
CPU_INDEX = f"https://{CPU_HOST}/whl/cpu"
_CPU_DOWNLOAD, _CPU_DISK = 202e6, 870e6
"""Bytes of torch 2.13's CPU build for Linux with its dependencies: downloads by ``ls``, folder by ``du -sb``."""
_SPACE_CPU, _SPACE_CUDA = 1.5e9, 12e9
"""Bytes that must be free: for the installation, the downloads, and a reserve."""
_INDEX, _CERTIFICATES = "PIP_INDEX_URL", "PIP_CERT"
"""Variables that pip reads, named in hints."""
_PIP_WITH_SHARES = (24, 1)
"""Version of pip that introduced ``--progress-bar=raw``, which prints the downloaded share of a file as lines."""
_FRESH, _TEMPORARY, _OLD = "new", "tmp", "old"
"""Suffixes of what lies beside the folder: torch being installed, pip's temporary files, and torch being removed."""
_PIP_SETTINGS = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_USER": "0",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_REQUIRE_HASHES": "0",
    "PIP_DRY_RUN": "0",
}
"""The user's settings of pip apply (indexes, proxy, certificates), except these, with which it would install nothing, or elsewhere."""


@dataclass(frozen=True, slots=True)
class TorchPlan:
    """A planned installation of torch.

    Attributes:
        requirement: Requirement for pip.
        sources: Sets of pip options to try in order; if the last fails, the installation fails.
        has_cuda: Whether it is the build for NVIDIA GPUs.
        folder: Target folder.
    """

    requirement: str
    sources: tuple[tuple[str, ...], ...]
    has_cuda: bool
    folder: Path

    @property
    def size_text(self) -> str:
        """Download size and size on disk, in words."""
        if self.has_cuda:
            return "several gigabytes to download, and about twice as much on disk"
        return f"about {figures.figure(_CPU_DOWNLOAD, 'B')} to download, {figures.figure(_CPU_DISK, 'B')} on disk"

    @property
    def build(self) -> str:
        """Version of torch and kind of build, in words."""
        version = self.requirement.partition("==")[2].partition("+")[0] or "2.11"
        return f"torch {version}, the build for NVIDIA GPUs" if self.has_cuda else f"torch {version}, the build without CUDA"


def torch_plan(with_cuda: bool | None = None) -> TorchPlan:
    """Return the installation plan for this machine.

    Args:
        with_cuda: Whether to install the build for NVIDIA GPUs; None to choose by this machine's hardware.
    """
    has_cuda = has_nvidia_gpu() if with_cuda is None else with_cuda
    pinned = re.search(r"^torch==(\S+)$", _constraints_text(), re.MULTILINE)
    torch = f"torch=={pinned[1]}" if pinned else "torch>=2.11"
    if has_cuda or sys.platform != "linux" or pinned is None:
        return TorchPlan(torch, ((),), has_cuda, install_folder())
    return TorchPlan(f"{torch}+cpu", ((), ("--extra-index-url", CPU_INDEX)), False, install_folder())


def has_nvidia_gpu() -> bool:
    """Return whether an NVIDIA driver is present, including under WSL."""
    return any(Path(path).exists() for path in ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/usr/lib/wsl/lib/libcuda.so.1"))


def constraints_file() -> Path | None:
    """Return the file of pinned versions, from the installed package or a checkout; None if there is none."""
    places = (paths.resources_folder() / "constraints.txt", paths.package_root() / "packaging" / "constraints.txt")
    return next((place for place in places if place.is_file()), None)


def _constraints_text() -> str:
    file = constraints_file()
    return "" if file is None else file.read_text(encoding="utf-8")


def refuse(plan: TorchPlan) -> None:
    """Raise if the plan cannot be installed here.

    Raises:
        UnavailableError: pip is missing, there is too little space, or the folder cannot be created.
    """
    # Asked of the path alone: setuptools' own finder, before Python 3.12, undoes an imported distutils when it hears "pip".
    if PathFinder.find_spec("pip") is None:
        raise UnavailableError(
            f"{sys.executable} has no pip, which installs torch", "Install torch for it yourself, or name a Python that has it."
        )
    was_there = plan.folder.parent.exists()
    folder = paths.private_folder(plan.folder.parent)
    least = _SPACE_CUDA if plan.has_cuda else _SPACE_CPU
    free = shutil.disk_usage(folder).free
    if not was_there:
        _remove_empty(folder)
    if free < least:
        message = f"{folder} has {figures.figure(free, 'B')} free, and torch needs {figures.figure(least, 'B')} while it is installed"
        raise UnavailableError(message, "Free some space, or set GPUSCOPE_HOME to a folder on a larger disk.")


class TorchInstallation:
    """Installs torch; an existing installation is replaced once the new one is complete.

    Args:
        plan: What to install.
        show: Called with a description of the current step.
    """

    def __init__(self, plan: TorchPlan, show: Callable[[str], None]) -> None:
        self._plan, self._show = plan, show
        self._pip: subprocess.Popen[str] | None = None
        self._is_cancelled = False

    def run(self) -> None:
        """Install torch, blocking until it is done.

        Raises:
            UnavailableError: The installation failed or was cancelled, or another is in progress; only pip's cache remains.
        """
        plan = self._plan
        refuse(plan)
        with _sole_use(plan.folder) as lock:
            fresh, temporary, old = (_beside(plan.folder, suffix) for suffix in (_FRESH, _TEMPORARY, _OLD))
            try:
                temporary.mkdir(mode=0o700)
                self._fetch(fresh, temporary, lock)
                if plan.folder.exists():
                    plan.folder.rename(old)
                fresh.rename(plan.folder)
            except OSError as error:
                raise UnavailableError(f"torch cannot be installed into {plan.folder}: {error.strerror}", "Make it writable.") from error

    def cancel(self) -> None:
        """Cancel the installation from another thread."""
        self._is_cancelled = True
        if self._pip is not None:
            self._pip.terminate()

    def _fetch(self, fresh: Path, temporary: Path, lock: int) -> None:
        output = ""
        for source in self._plan.sources:
            code, output = self._run_pip(_pip_command(self._plan, source, fresh), temporary, lock)
            if self._is_cancelled:
                raise UnavailableError("nothing was installed", "")
            if code == 0 and (fresh / "torch").is_dir():
                return
            if code == 0:
                raise UnavailableError(f"pip ended well, but torch is not in {fresh}", "See pip's settings: pip config list.")
            if is_offline(output) or not _lacks_build(output):
                break
        raise UnavailableError(*_trouble(output, self._plan))

    def _run_pip(self, command: list[str], temporary: Path, lock: int) -> tuple[int, str]:
        """Run pip with temporary files next to the target: the system's temporary folder may be small, or in memory.

        Pip shares the lock: if this process is killed, pip may go on, and nothing else may then use the folders.
        """
        lines = []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, **_PIP_SETTINGS, "PYTHONUNBUFFERED": "1", "TMPDIR": str(temporary)},
            pass_fds=(lock,),
        ) as self._pip:
            try:
                if self._is_cancelled:  # while pip was being started
                    self._pip.terminate()
                status = shown = ""
                for line in self._pip.stdout or ():
                    if share := _share(line):
                        told = f"{status}, {share}"
                    else:
                        lines.append(line)
                        told = _status(line)
                        status = told or status
                    if told and told != shown:
                        shown = told
                        self._show(told)
            except BaseException:
                self._pip.terminate()
                raise
        return self._pip.returncode, "".join(lines)


def remove() -> bool:
    """Remove the installed torch, and what an interrupted installation left; return whether there was any.

    Raises:
        UnavailableError: It is being installed or removed at this moment, or its folder cannot be written.
    """
    folder = install_folder()
    existed = folder.exists() or bool(left_over())
    if existed or is_locked(folder.parent):
        with _sole_use(folder):
            try:
                if folder.exists():
                    folder.rename(_beside(folder, _OLD))
            except OSError as error:
                raise UnavailableError(f"{folder} cannot be removed: {error.strerror}", "Make it writable.") from error
    return existed


def left_over() -> list[Path]:
    """Return the folders that an interrupted installation or removal left; none while one is in progress."""
    folder = install_folder()
    found = [path for suffix in (_FRESH, _TEMPORARY, _OLD) if (path := _beside(folder, suffix)).exists()]
    return [] if is_locked(folder.parent) else found


@contextmanager
def _sole_use(folder: Path) -> Iterator[int]:
    """Hold the lock of the folder above, and remove what lies beside the folder before and after; yield the lock's descriptor.

    The folder above is made if need be, and removed if nothing is left in it.

    Raises:
        UnavailableError: Another process holds it.
    """
    lock = FolderLock(paths.private_folder(folder.parent))
    try:
        is_held = lock.acquire()
    except FileNotFoundError:  # another process has just removed it
        is_held = False
    if not is_held:
        raise UnavailableError("another gpuscope is installing or removing torch", "Wait for it to end, then try again.")
    try:
        _remove_beside(folder)
        try:
            yield lock.descriptor
        finally:
            _remove_beside(folder)
            _remove_empty(folder.parent)
    finally:
        lock.release()


def _beside(folder: Path, suffix: str) -> Path:
    return folder.with_name(f"{folder.name}.{suffix}")


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _remove_beside(folder: Path) -> None:
    for suffix in (_FRESH, _TEMPORARY, _OLD):
        shutil.rmtree(_beside(folder, suffix), ignore_errors=True)


def _pip_command(plan: TorchPlan, source: tuple[str, ...], target: Path) -> list[str]:
    file = constraints_file()
    pins = [] if file is None else ["-c", str(file)]
    bar = "raw" if _pip_version() >= _PIP_WITH_SHARES else "off"
    # No prefix, and the root of the file system, whatever the user's settings of pip are: with an empty root, pip would make every path
    # relative to the working folder.
    elsewhere = ["--prefix=", f"--root={target.anchor}"]
    options = ["--no-input", f"--progress-bar={bar}", "--retries=2", "--no-warn-script-location", *elsewhere]
    return [sys.executable, "-I", "-m", "pip", "install", *options, "--target", str(target), *pins, *source, plan.requirement]


def _pip_version() -> tuple[int, ...]:
    from importlib import metadata  # lazy: takes 15 ms

    try:
        return tuple(int(part) for part in metadata.version("pip").split(".")[:2])
    except (metadata.PackageNotFoundError, ValueError):
        return ()


def _status(line: str) -> str:
    """Return what pip does according to a line of its output; "" if it does not say."""
    if match := re.match(r"\s*(?:Downloading|Using cached|Processing) *(?:\S*/)?([\w.+-]+?)-(\d[\w.+]*)\S*(?: \((\d[^)]*)\))?", line):
        size = f", {match[3]}" if match[3] else ""
        return f"fetching {match[1]} {match[2]}{size}"
    if is_offline(line):
        return "waiting for the package index"
    return "unpacking torch" if line.startswith("Installing collected packages") else ""


def _share(line: str) -> str:
    """Return how much of a file is downloaded according to a line of pip's output; "" if it does not say."""
    match = re.fullmatch(r"Progress (\d+) of ([1-9]\d*)\s*", line)
    return f"{100 * int(match[1]) // int(match[2])} %" if match else ""


def is_offline(output: str) -> bool:
    """Return whether pip's output reports that a package index could not be reached."""
    return bool(output.partition("connection broken by")[1])


def _lacks_build(output: str) -> bool:
    """Return whether pip's output reports that no index has the version; with constraints, pip calls it a conflict with the constraint."""
    return bool(output.partition("No matching distribution")[1]) or "ResolutionImpossible" in output


def _lacking(output: str, plan: TorchPlan) -> str:
    """Return which package no index has: the one that pip's output names, or the pin it cannot fulfil; torch if neither is another one."""
    found = re.search(r"No matching distribution found for (\S+)|requested \(constraint\) (\S+)", output)
    named = (found[1] or found[2]) if found is not None else "torch"
    return plan.requirement if re.match(r"torch(?![\w.-])", named) else named


def _trouble(output: str, plan: TorchPlan) -> tuple[str, str]:
    """Return the problem in pip's output in plain words, and what to do."""
    again = "Then repeat: gpuscope setup --install"
    if output.partition("No space left on device")[1] or output.partition("Disk quota exceeded")[1]:
        return "the disk became full while torch was installed", f"Free some space. {again}"
    if "CERTIFICATE_VERIFY_FAILED" in output:
        return (
            "torch cannot be downloaded: the certificate of the package index is not trusted",
            f"For a proxy with a certificate of its own, name that certificate's file in {_CERTIFICATES}. {again}",
        )
    if is_offline(output):
        if (CPU_HOST in output) and not plan.has_cuda:
            return (
                f"torch cannot be downloaded: {CPU_HOST} does not answer",
                "Connect to it, or install the larger build from the other index: gpuscope setup --install --cuda",
            )
        return (
            "torch cannot be downloaded: the package index does not answer",
            f"Connect to the network, or name a mirror in {_INDEX}. {again}",
        )
    if _lacks_build(output):
        return (
            f"torch cannot be downloaded: the package index has no {_lacking(output, plan)} for this machine",
            f"See that pip's settings (pip config list) name a full package index. {again}",
        )
    errors = [line.strip() for line in output.splitlines() if line.startswith("ERROR:")]
    return f"pip could not install torch: {(errors or ['it gave no reason'])[-1]}", f"Fix that. {again}"
