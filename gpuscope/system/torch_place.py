"""Where torch is: the interpreter that runs our workloads, and the folders of its packages. Nothing here imports torch.

A gpuscope that was installed as a package (.deb, AppImage) brings its own Python, without torch. Then torch is looked for in this order:
the interpreter that the user named (``GPUSCOPE_TORCH_PYTHON``, or ``gpuscope setup --python``); this Python itself; the folder into
which ``gpuscope setup`` installs it; the active virtual environment, the active conda environment, ``python3`` on the PATH. Each
interpreter that is looked at is started once (about 20 ms); with torch in this Python, as after ``pip install``, none is.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
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
"""In a workload that another interpreter runs: the folder of our own packages, of which it reads data and imports nothing."""
OLDEST_PYTHON, OLDEST_TORCH = (3, 11), (2, 11)
NAMING_CURE = "Name a Python that has torch, for example that of an environment: ~/env/bin/python"
_PATIENCE_S = 10.0
"""For an interpreter to start, on a cold disk or a slow network; beyond it counts as broken."""
_ASK = "import json, sys; print(json.dumps([sys.executable, list(sys.version_info[:3]), [p for p in sys.path if p]]))"


@dataclass(frozen=True, slots=True)
class TorchPlace:
    """An interpreter, and where its packages are.

    Attributes:
        python: Path of the interpreter that runs workloads.
        python_version: Its version, "3.12.4".
        folders: Where packages are looked for beside this process's own, or, for another interpreter, instead of them.
        words: Which it is, for people: "the active virtual environment".
        lack: Why the interpreter that the user named cannot be used, so that nothing else is taken instead; "" for nothing.
    """

    python: str
    python_version: str
    folders: tuple[str, ...]
    words: str
    lack: str = ""

    @property
    def is_other(self) -> bool:
        """Whether it is another interpreter than this one."""
        return self.python != sys.executable

    def find_module(self, name: str) -> ModuleSpec | None:
        """Find a top-level module without importing anything; None where it is not installed."""
        if not self.is_other and (spec := _found(name)) is not None:
            return spec
        return PathFinder.find_spec(name.partition(".")[0], list(self.folders)) if self.folders else None

    def package_version(self, name: str) -> str | None:
        """Return the version of an installed package by its metadata; None where it is not installed."""
        from importlib import metadata  # 15 ms that a start of a run has no use for

        if not self.is_other:
            try:
                return metadata.version(name)
            except (metadata.PackageNotFoundError, OSError, ValueError, KeyError):
                pass
        found = next(iter(metadata.distributions(name=name, path=list(self.folders))), None) if self.folders else None
        return None if found is None else str(found.version)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that was looked at.

    Attributes:
        words: Which it is.
        python: Path of the interpreter, or what was named instead of one; of what gpuscope installed the folder.
        place: The place, if it is usable.
        reason: Why it is not; "" if it is.
        is_named: Whether the user named it, and so means no other.
    """

    words: str
    python: str
    place: TorchPlace | None
    reason: str = ""
    is_named: bool = False


def torch_place() -> TorchPlace:
    """Return the place whose torch runs our workloads; it is looked for anew when another was named or installed."""
    return _looked_for(_stamp())


def _stamp() -> tuple[int, ...]:
    """Return what changes when a Python is named, or torch is installed or removed: by this process or another."""
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
def _looked_for(stamp: tuple[int, ...]) -> TorchPlace:
    """Return the place whose torch runs our workloads; this interpreter where there is none, or the one that was named is of no use."""
    if PACKAGES_VARIABLE in os.environ or not stamp:  # this is that other interpreter; or there is no folder of the user's
        return own_place()
    PathFinder.invalidate_caches()  # which keeps that a folder was not there
    for candidate in candidates():
        if candidate.place is not None:
            return candidate.place
        if candidate.is_named:
            return replace(own_place(), lack=f"{candidate.python}, {candidate.words}, {candidate.reason}")
    return own_place()


def candidates() -> Iterator[Candidate]:
    """Yield each place in the order in which they are preferred, with what keeps it from being used."""
    for words, named in ((f"named by {VARIABLE}", os.environ.get(VARIABLE)), ("named in the settings", read_settings().torch_python)):
        if named:
            yield replace(other(words, named), is_named=True)
    own = own_place()
    yield _judged(own)
    if own.find_module("torch") is None:
        yield _judged(installed_place())
        yield from _of_the_user()


def _of_the_user() -> Iterator[Candidate]:
    seen = {sys.executable}
    for words, python in (
        ("the active virtual environment", _in_prefix("VIRTUAL_ENV")),
        ("the active conda environment", _in_prefix("CONDA_PREFIX")),
        ("python3 on the PATH", shutil.which("python3")),
        ("python on the PATH", shutil.which("python")),
    ):
        if python is not None and python not in seen:
            seen.add(python)
            yield other(words, python)


def _in_prefix(variable: str) -> str | None:
    prefix = os.environ.get(variable)
    python = Path(prefix, "Scripts/python.exe" if sys.platform == "win32" else "bin/python") if prefix else None
    return str(python) if python is not None and paths.is_file(python) else None


def own_place() -> TorchPlace:
    """Return this interpreter."""
    return TorchPlace(sys.executable, _own_version(), (), "gpuscope's own Python")


def installed_place() -> TorchPlace:
    """Return this interpreter with the folder into which torch is installed on request."""
    return TorchPlace(sys.executable, _own_version(), (str(install_folder()),), "installed by gpuscope")


def own_packages() -> str:
    """Return the folder of the packages that came with this gpuscope: that of scikit-learn, whose data are read; "" without it."""
    spec = _found("sklearn")
    return str(Path(spec.origin).parent.parent) if spec is not None and spec.origin else ""


def install_folder() -> Path:
    """Return the folder into which torch is installed for this Python, whether it is there or not.

    Packages hold compiled code for one version of Python, so each version has a folder of its own.
    """
    return paths.home() / "torch" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def _own_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _found(name: str) -> ModuleSpec | None:
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None


def _judged(place: TorchPlace) -> Candidate:
    reason = _lack(place)
    return Candidate(place.words, place.folders[0] if place.folders else place.python, None if reason else place, reason)


def _lack(place: TorchPlace) -> str:
    """Return why a place cannot run workloads; "" if it can."""
    if place.find_module("torch") is None:
        return "has no torch"
    if not place.is_other:  # what installed gpuscope, or gpuscope itself, chose it
        return ""
    version = place.package_version("torch")
    if version is not None and _release(version) < OLDEST_TORCH:
        return f"has torch {version}, and {'.'.join(map(str, OLDEST_TORCH))} or newer is needed"
    return ""


def other(words: str, python: str) -> Candidate:
    """Ask another interpreter where its packages are."""
    path = str(Path(python).expanduser())
    try:
        done = subprocess.run(
            [path, "-c", _ASK], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
        executable, version, folders = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired):
        return Candidate(words, path, None, "cannot be started")
    except (ValueError, TypeError):
        return Candidate(words, path, None, "is no Python that works")
    text = ".".join(map(str, version))
    if tuple(version[:2]) < OLDEST_PYTHON:
        return Candidate(words, path, None, f"is Python {text}, and {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed")
    place = TorchPlace(str(executable), text, tuple(map(str, folders)), words)
    reason = _lack(place)
    return Candidate(words, path, None if reason else place, reason)


def _release(version: str) -> tuple[int, ...]:
    parts = version.split("+")[0].split(".")[:2]
    return tuple(int(part) if part.isdigit() else 0 for part in parts)
