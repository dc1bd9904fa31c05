"""Locates torch: the interpreter that runs workloads, and the folders of its packages. Nothing here imports torch.

A gpuscope installed as a package (.deb, AppImage) brings its own Python, without torch. Torch is then searched for in this order: the
interpreter named by the user (``GPUSCOPE_TORCH_PYTHON``, or ``gpuscope setup --python``); this Python itself; the folder into which
``gpuscope setup`` installs it; the active virtual environment, the active conda environment, ``python3`` and ``python`` on the PATH. Each
candidate interpreter is started once (about 20 ms); if this Python has torch, as after ``pip install``, none is started.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path

from gpuscope.core.errors import UnavailableError
from gpuscope.system import paths
from gpuscope.system.settings import read_settings, settings_file

VARIABLE = "GPUSCOPE_TORCH_PYTHON"
PACKAGES_VARIABLE = "GPUSCOPE_PACKAGES"
"""Variable for a workload run by another interpreter: the folder of gpuscope's packages, for reading data, not for imports."""
OLDEST_PYTHON, OLDEST_TORCH = (3, 11), (2, 11)
"""Minimum versions, as in pyproject.toml."""
NAMING_HINT = "Name a Python that has torch, for example that of an environment: ~/env/bin/python"
_PATIENCE_S = 10.0
"""Time limit for starting an interpreter, even from a cold disk or slow network; a slower one counts as broken."""
_ASK = "import json, sys; print(json.dumps([sys.executable, list(sys.version_info[:3]), [p for p in sys.path if p]]))"


@dataclass(frozen=True, slots=True)
class TorchPlace:
    """An interpreter and the location of its packages.

    Attributes:
        python: Path of the interpreter that runs workloads.
        python_version: Its version, "3.12.4".
        folders: Package folders, in addition to this process's own or, for another interpreter, instead of them.
        description: Description for people: "the active virtual environment".
        problem: Why the interpreter named by the user cannot be used, in which case no other is used either; "" if there is no problem.
    """

    python: str
    python_version: str
    folders: tuple[str, ...]
    description: str
    problem: str = ""

    @property
    def is_other(self) -> bool:
        """Whether it is a different interpreter from this one."""
        return self.python != sys.executable

    def find_module(self, name: str) -> ModuleSpec | None:
        """Find a top-level module without importing anything; None if it is not installed."""
        if not self.is_other and (spec := _module_spec(name)) is not None:
            return spec
        return PathFinder.find_spec(name.partition(".")[0], list(self.folders)) if self.folders else None

    def package_version(self, name: str) -> str | None:
        """Return the version of a package from its metadata; None if it is not installed."""
        from importlib import metadata  # lazy: takes 15 ms, and starting a run does not need it

        if not self.is_other:
            try:
                return metadata.version(name)
            except (metadata.PackageNotFoundError, OSError, ValueError, KeyError):
                pass
        package = next(iter(metadata.distributions(name=name, path=list(self.folders))), None) if self.folders else None
        return None if package is None else str(package.version)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate place for torch.

    Attributes:
        description: Description for people.
        python: Path of the interpreter as found or named; for torch installed by gpuscope, its folder.
        place: The place, or None if it is not usable.
        reason: Why it is not usable; "" if it is.
        is_named: Whether the user named it, which excludes all others.
    """

    description: str
    python: str
    place: TorchPlace | None
    reason: str = ""
    is_named: bool = False


def torch_place() -> TorchPlace:
    """Return the place whose torch runs workloads; the search is repeated if another was named or installed."""
    return _search(_stamp())


def _stamp() -> tuple[int, ...]:
    """Return a stamp that changes when a Python is named, or torch is installed or removed, by any process."""
    try:
        return tuple(_changed_ns(path) for path in (settings_file(), install_folder()))
    except UnavailableError:
        return ()


def _changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _search(stamp: tuple[int, ...]) -> TorchPlace:
    """Search for the place whose torch runs workloads; this interpreter if there is none, or if the named one is unusable."""
    if PACKAGES_VARIABLE in os.environ or not stamp:  # this is the other interpreter, or there is no user folder
        return own_place()
    for folder in [folder for folder, finder in sys.path_importer_cache.items() if finder is None]:
        del sys.path_importer_cache[folder]  # it did not exist; PathFinder.invalidate_caches imports importlib.metadata
    for candidate in candidates():
        if candidate.place is not None:
            return candidate.place
        if candidate.is_named:
            return replace(own_place(), problem=f"{candidate.python}, {candidate.description}, {candidate.reason}")
    return own_place()


def candidates() -> Iterator[Candidate]:
    """Yield the candidates in order of preference, each with the reason why it is not usable, if any."""
    for description, named in ((f"named by {VARIABLE}", os.environ.get(VARIABLE)), ("named in the settings", read_settings().torch_python)):
        if named:
            yield replace(other(description, named), is_named=True)
    own = own_place()
    yield _judged(own)
    if own.find_module("torch") is None:
        yield _judged(installed_place())
        yield from _of_the_user()


def _of_the_user() -> Iterator[Candidate]:
    seen = {sys.executable}
    for description, python in (
        ("the active virtual environment", _in_prefix("VIRTUAL_ENV")),
        ("the active conda environment", _in_prefix("CONDA_PREFIX")),
        ("python3 on the PATH", shutil.which("python3")),
        ("python on the PATH", shutil.which("python")),
    ):
        if python is not None and python not in seen:
            seen.add(python)
            yield other(description, python)


def _in_prefix(variable: str) -> str | None:
    prefix = os.environ.get(variable)
    python = Path(prefix, "Scripts/python.exe" if sys.platform == "win32" else "bin/python") if prefix else None
    return str(python) if python is not None and paths.is_file(python) else None


def own_place() -> TorchPlace:
    """Return this interpreter as a place."""
    return TorchPlace(sys.executable, _own_version(), (), "gpuscope's own Python")


def installed_place() -> TorchPlace:
    """Return this interpreter with the folder into which gpuscope installs torch."""
    return TorchPlace(sys.executable, _own_version(), (str(install_folder()),), "installed by gpuscope")


def has_headers(python: str) -> bool:
    """Return whether the C headers of an interpreter are installed; False if it cannot be started."""
    folder = _include_folder(python)
    return bool(folder) and paths.is_file(Path(folder, "Python.h"))


@lru_cache(maxsize=4)
def _include_folder(python: str) -> str:
    """Return the folder in which an interpreter's C headers would be; "" if it cannot be started."""
    if python == sys.executable:
        import sysconfig  # lazy: only torch.compile needs it

        return sysconfig.get_path("include")
    ask = [str(Path(python).expanduser()), "-c", "import sysconfig; print(sysconfig.get_path('include'))"]
    try:
        done = subprocess.run(ask, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def own_packages() -> str:
    """Return the folder of gpuscope's own packages, found by scikit-learn, whose data sets are read; "" without it."""
    spec = _module_spec("sklearn")
    return str(Path(spec.origin).parent.parent) if spec is not None and spec.origin else ""


def install_folder() -> Path:
    """Return the folder into which torch is installed for this Python, which may not exist.

    Packages contain compiled code for one version of Python, so each version has its own folder.
    """
    return paths.home() / "torch" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def _own_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _module_spec(name: str) -> ModuleSpec | None:
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None


def _judged(place: TorchPlace) -> Candidate:
    reason = _problem(place)
    return Candidate(place.description, place.folders[0] if place.folders else place.python, None if reason else place, reason)


def _problem(place: TorchPlace) -> str:
    """Return why a place cannot run workloads; "" if it can."""
    if place.find_module("torch") is None:
        return "has no torch"
    if not place.is_other:  # its version was chosen by gpuscope or its installer
        return ""
    version = place.package_version("torch")
    if version is not None and release(version) < OLDEST_TORCH:
        return f"has torch {version}, and {dotted(OLDEST_TORCH)} or newer is needed"
    return ""


def other(description: str, python: str) -> Candidate:
    """Start another interpreter to determine its version and package folders, and return it as a candidate."""
    path = str(Path(python).expanduser())
    try:
        done = subprocess.run(
            [path, "-c", _ASK], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
        executable, version, folders = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired):
        return Candidate(description, path, None, "cannot be started")
    except (ValueError, TypeError):
        return Candidate(description, path, None, "is not a working Python")
    text = dotted(version)
    if tuple(version[:2]) < OLDEST_PYTHON:
        return Candidate(description, path, None, f"is Python {text}, and {dotted(OLDEST_PYTHON)} or newer is needed")
    if executable == sys.executable:  # its packages are ours already
        place = replace(own_place(), description=description)
    else:
        place = TorchPlace(str(executable), text, tuple(map(str, folders)), description)
    reason = _problem(place)
    return Candidate(description, path, None if reason else place, reason)


def release(version: str) -> tuple[int, ...]:
    """Return a version's major and minor number, to compare versions: (2, 11) for "2.11.0+cu130"."""
    parts = version.split("+")[0].split(".")[:2]
    return tuple(int(part) if part.isdigit() else 0 for part in parts)


def dotted(version: Iterable[int]) -> str:
    """Return a version as it is written: "2.11"."""
    return ".".join(map(str, version))
