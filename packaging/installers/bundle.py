"""The folder that every package contains: Python, Qt, gpuscope and its dependencies, without torch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from installers import desktop_files, licences
from installers.own_python import CopiedPython
from installers.shared_libraries import MissingProgramError, elf_files, needed, program

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtDBus", "QtNetwork", "QtOpenGL", "QtOpenGLWidgets", "QtTest")
"""Qt modules that gpuscope imports, and those that pyqtgraph looks for when it is imported."""
QT_PLUGINS = (
    "iconengines", "imageformats", "platforminputcontexts", "platforms", "platformthemes", "wayland-decoration-client",
    "wayland-graphics-integration-client", "wayland-shell-integration", "xcbglintegrations",
)  # fmt: skip
_UNUSED_PLATFORMS = ("libqeglfs.so", "libqlinuxfb.so", "libqminimalegl.so", "libqvkkhrdisplay.so", "libqvnc.so")
_UNUSED_FOLDERS = ("tests", "joblib/test", "pyqtgraph/examples")
LAUNCHER = """\
#!/bin/sh
# Starts gpuscope with the Python that came with it.
here=$(dirname "$(readlink -f "$0")")
exec "$here/python3" -P -m gpuscope "$@"
"""


def make_bundle(prefix: Path, say: Callable[[str], None]) -> None:
    """Fill an empty folder with everything that gpuscope needs except glibc, the desktop's libraries, and torch.

    Args:
        prefix: The folder; it gets ``bin/gpuscope``, ``bin/python3``, ``lib``, ``app`` and ``share``.
        say: Called with progress messages.

    Raises:
        MissingProgramError: This Python lacks a package that the build needs, or a program is not installed.
    """
    refuse_python()
    python = CopiedPython(prefix)
    say("Copying Python")
    python.copy()
    say("Installing what gpuscope needs")
    packages = python.packages
    install(packages)
    prune_qt(packages / "PySide6")
    say("Installing gpuscope")
    place_app(prefix / "app")
    up = "/".join([".."] * len(packages.relative_to(prefix).parts))
    (packages / "gpuscope-app.pth").write_text(f"{up}/app\n", encoding="utf-8")
    launcher = prefix / "bin" / "gpuscope"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)
    say("Drawing icons, writing licences")
    desktop_files.write(prefix / "share", python)
    licences.write(prefix / "share" / "doc" / "gpuscope", prefix, packages)
    say("Compiling")
    # Unchecked: users cannot write to the package's folder, so a changed time stamp would cost a compilation at each start.
    python.run("-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash", str(python.library), str(prefix / "app"))


def refuse_python() -> None:
    """Raise if the Python that runs the build cannot make a bundle, which it would otherwise find out after minutes.

    Raises:
        MissingProgramError: It lacks a package.
    """
    program("patchelf", "patchelf")
    program("readelf", "binutils")
    for name in ("pip", "hatchling", "PySide6"):
        if find_spec(name) is None:
            message = f"{sys.executable} has no {name}, which the build needs. Build with the environment that main.py makes"
            raise MissingProgramError(f"{message}: .venv/bin/python packaging/build_installers.py")


def requirements() -> list[str]:
    """Return the bundle's requirements: those in pyproject.toml except torch, and pip, which installs torch."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*(name for name in project["dependencies"] if not name.startswith("torch")), "pip>=24"]


def install(packages: Path) -> None:
    """Install the requirements in the pinned versions into a folder, without their tests and examples."""
    options = ["--no-input", "-qq", "--no-compile", "--only-binary", ":all:", "-c", str(CONSTRAINTS), "--target", str(packages)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *requirements()], check=True)
    shutil.rmtree(packages / "bin", ignore_errors=True)
    for unused in [path for name in _UNUSED_FOLDERS for path in packages.rglob(name) if path.parent.joinpath("__init__.py").exists()]:
        shutil.rmtree(unused)


def place_app(app: Path) -> None:
    """Build the wheel and unpack it into its own folder, so that another interpreter can import gpuscope without the bundle's packages."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True, capture_output=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            wheel.extractall(app)


def prune_qt(pyside: Path) -> None:
    """Remove parts that the window does not use: QML, designers, headers, and Qt libraries and plugins that nothing else needs."""
    for path in pyside.iterdir():
        module = path.name.split(".")[0]
        keeps = path.name in ("Qt", "__init__.py", "_config.py", "_git_pyside_version.py", "support") or module in (
            "libpyside6",
            *QT_MODULES,
        )
        if not keeps or path.suffix == ".pyi":
            _remove(path)
    qt = pyside / "Qt"
    for path in qt.iterdir():
        if path.name not in ("lib", "plugins", "translations"):
            _remove(path)
    for path in (qt / "plugins").iterdir():
        if path.name not in QT_PLUGINS:
            _remove(path)
    for name in _UNUSED_PLATFORMS:
        (qt / "plugins" / "platforms" / name).unlink(missing_ok=True)
    for path in (qt / "translations").iterdir():
        if not path.name.startswith("qtbase_"):
            _remove(path)
    for path in elf_files(qt / "plugins"):  # plugins of add-ons that are not installed
        if any(name.startswith("libQt6") and not (qt / "lib" / name).exists() for name in needed(path)):
            _remove(path)
    _remove_unneeded_libraries(pyside)


def _remove_unneeded_libraries(pyside: Path) -> None:
    folder = pyside / "Qt" / "lib"
    kept: set[str] = set()
    open_ends = [path for path in elf_files(pyside) if path.parent != folder]
    while open_ends:
        names = {name for name in needed(open_ends.pop()) if name not in kept and (folder / name).exists()}
        kept |= names
        open_ends += [folder / name for name in sorted(names)]
    for path in folder.iterdir():
        if path.name not in kept:
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def link_tree(source: Path, target: Path) -> None:
    """Create a second tree with hard links to the same files, without copying their content."""
    shutil.copytree(source, target, symlinks=True, copy_function=os.link)


def size_bytes(folder: Path) -> int:
    """Return the total size of the files below a folder, in bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
