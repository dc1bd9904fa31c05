"""Installs torch for a gpuscope that came without it, into a user folder; size and location are reported beforehand.

The versions are pinned to those that gpuscope is tested with. The folder is created atomically: pip installs beside it, and the last
step is a rename.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.torch_place import install_folder

CPU_INDEX = "https://download.pytorch.org/whl/cpu"
_CPU_DOWNLOAD, _CPU_DISK = 202e6, 870e6
"""Bytes of torch 2.13's CPU build for Linux with its dependencies: downloads by ``ls``, folder by ``du -sb``."""
_SPACE_CPU, _SPACE_CUDA = 1.5e9, 12e9
"""Bytes that must be free: for the installation, the downloads, and a reserve."""


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
    folder = paths.private_folder(plan.folder.parent)
    least = _SPACE_CUDA if plan.has_cuda else _SPACE_CPU
    if (free := shutil.disk_usage(folder).free) < least:
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
            UnavailableError: The installation failed or was cancelled; only pip's cache remains.
        """
        plan = self._plan
        refuse(plan)
        fresh, temporary = (plan.folder.with_name(f"{plan.folder.name}.{kind}") for kind in ("new", "tmp"))
        _remove(fresh, temporary)
        try:
            temporary.mkdir(mode=0o700)
            self._fetch(fresh, temporary)
            _remove(plan.folder)
            fresh.rename(plan.folder)
        except OSError as error:
            raise UnavailableError(f"torch cannot be installed into {plan.folder}: {error.strerror}", "Make it writable.") from error
        finally:
            _remove(fresh, temporary)

    def cancel(self) -> None:
        """Cancel the installation from another thread."""
        self._is_cancelled = True
        if self._pip is not None:
            self._pip.terminate()

    def _fetch(self, fresh: Path, temporary: Path) -> None:
        output = ""
        for number, source in enumerate(self._plan.sources):
            code, output = self._run_pip(_pip_command(self._plan, source, fresh), temporary)
            if self._is_cancelled:
                raise UnavailableError("nothing was installed", "")
            if code == 0:
                return
            if number == 0 and is_offline(output):
                break
        raise UnavailableError(*_trouble(output))

    def _run_pip(self, command: list[str], temporary: Path) -> tuple[int, str]:
        """Run pip with temporary files next to the target: the system's temporary folder may be small, or in memory."""
        quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
        lines = []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, **quiet, "TMPDIR": str(temporary)},
        ) as self._pip:
            try:
                for line in self._pip.stdout or ():
                    lines.append(line)
                    for status in _progress(line):
                        self._show(status)
            except BaseException:
                self._pip.terminate()
                raise
        return self._pip.returncode, "".join(lines)


def remove() -> bool:
    """Remove the installed torch; return whether there was one."""
    folder = install_folder()
    existed = folder.exists()
    _remove(folder)
    return existed


def _remove(*folders: Path) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _pip_command(plan: TorchPlan, source: tuple[str, ...], target: Path) -> list[str]:
    file = constraints_file()
    pins = [] if file is None else ["-c", str(file)]
    options = ["--no-input", "--progress-bar=off", "--retries=2", "--no-warn-script-location", "--target", str(target)]
    return [sys.executable, "-I", "-m", "pip", "install", *options, *pins, *source, plan.requirement]


def _progress(line: str) -> Iterator[str]:
    """Yield the progress in a line of pip's output, if any."""
    if match := re.match(r"\s*(?:Downloading|Using cached|Processing) *(?:\S*/)?([\w.+-]+?)-(\d[\w.+]*)\S*( \(\d[^)]*\))?", line):
        yield f"fetching {match[1]} {match[2]}{match[3] or ''}"
    elif line.startswith("Installing collected packages"):
        yield "unpacking"


def is_offline(output: str) -> bool:
    """Return whether pip's output reports that a package index could not be reached."""
    return bool(output.partition("connection broken by")[1])


def _trouble(output: str) -> tuple[str, str]:
    """Return the problem in pip's output in plain words, and what to do."""
    again = "Then repeat: gpuscope setup --install"
    if output.partition("No space left on device")[1]:
        return "the disk became full while torch was installed", f"Free some space. {again}"
    if is_offline(output):
        return (
            "torch cannot be downloaded: the package index does not answer",
            f"Connect to the network, or name a mirror in PIP_INDEX_URL. {again}",
        )
    errors = [line.strip() for line in output.splitlines() if line.startswith("ERROR:")]
    return f"pip could not install torch: {(errors or ['it gave no reason'])[-1]}", f"Fix that. {again}"
