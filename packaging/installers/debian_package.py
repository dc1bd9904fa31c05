"""The Debian package: the bundle under ``/opt/gpuscope``, the desktop integration under ``/usr``.

Menus, file types and icons are updated by the triggers of Debian's own packages. Its one maintainer script removes the bytecode that
Python wrote beside the installed files.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from installers import bundle, desktop_files, licences
from installers.shared_libraries import OF_GLIBC, elf_files, needed, program, versions_needed

_OPTIONAL = ("platformthemes/libqgtk3.so", "wayland", "Wayland", "libQt6WlShell", "libqgif", "libqtiff")
"""Parts of Qt that Qt skips if their libraries are missing."""
_GCC_OF_LIBSTDCXX: dict[tuple[int, ...], str] = {
    (3, 4, 29): "11",
    (3, 4, 30): "12",
    (3, 4, 31): "13.1",
    (3, 4, 32): "13.2",
    (3, 4, 33): "14",
}
"""Version of libstdc++6 that introduced each symbol version (GCC's manual, ABI policy and guidelines)."""
AFTER_REMOVAL = """\
#!/bin/sh
# Removes the bytecode that other versions of Python wrote beside gpuscope's hooks when root recorded a command of theirs.
set -e
if [ "$1" = remove ] && [ -d /opt/gpuscope ]; then
    find /opt/gpuscope -depth -type d -name __pycache__ -exec rm -rf {} +
    find /opt/gpuscope -depth -type d -empty -delete
fi
"""
_DESCRIPTION = """\
record what deep-learning workloads cost in time and in joules
 gpuscope runs a deep-learning workload, or any command, in a process of its
 own and records the machine while it runs: utilization, power, energy,
 memory, clocks and temperature of GPUs and CPUs. Runs are kept, compared with
 intervals and verdicts, and reported as PDF, HTML, CSV and JSON.
 .
 This package brings its own Python and Qt. PyTorch is not in it: gpuscope
 uses the one in your environment, or installs one for your user when you ask
 for it, and says size and place before."""


def build(bundled: Path, output: Path, root: Path) -> Path:
    """Build the package and return its path.

    Args:
        bundled: The bundle; it is not changed.
        output: Folder for the package.
        root: Folder to create for the files to install.
    """
    dpkg = program("dpkg-deb", "dpkg")
    prefix = root / "opt" / "gpuscope"
    bundle.link_tree(bundled, prefix)
    _place_in_system(root, prefix)
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(control_fields(root, prefix), encoding="utf-8")
    script = control / "postrm"
    script.write_text(AFTER_REMOVAL, encoding="utf-8")
    script.chmod(0o755)
    (control / "md5sums").write_text(_digests(root), encoding="utf-8")
    _normalize_modes(root)
    package = output / f"gpuscope_{desktop_files.version()}_{architecture()}.deb"
    subprocess.run([dpkg, "--root-owner-group", "-Zzstd", "-z9", "--build", str(root), str(package)], check=True, stdout=subprocess.DEVNULL)
    return package


def architecture() -> str:
    """Return Debian's name of this machine's architecture, such as "amd64"."""
    return subprocess.run([program("dpkg", "dpkg"), "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def _place_in_system(root: Path, prefix: Path) -> None:
    """Create the files outside the bundle that belong in the system's folders."""
    share = root / "usr" / "share"
    share.mkdir(parents=True)
    for name in ("applications", "icons", "mime", "metainfo", "man"):
        shutil.move(prefix / "share" / name, share / name)
    document = share / "doc" / "gpuscope"
    shutil.move(prefix / "share" / "doc" / "gpuscope", document)
    (prefix / "share" / "doc").rmdir()
    (prefix / "share").rmdir()
    (document / "LICENSE").rename(document / "copyright")
    changes = (bundle.ROOT / "CHANGELOG.md").read_bytes()
    (document / "changelog.gz").write_bytes(gzip.compress(changes, mtime=0))
    command = root / "usr" / "bin" / "gpuscope"
    command.parent.mkdir()
    command.symlink_to("/opt/gpuscope/bin/gpuscope")


def control_fields(root: Path, prefix: Path) -> str:
    """Return the content of the control file of a package.

    Args:
        root: Folder with the files to install.
        prefix: Folder of the bundle in it.
    """
    files = list(elf_files(prefix))
    optional = [path for path in files if any(part in str(path.relative_to(prefix)) for part in _OPTIONAL)]
    depends = dependencies([path for path in files if path not in optional], prefix)
    of_optional = {package for name in outside(optional, prefix) if (package := licences.owner(name).split(":")[0])}
    recommends = sorted({*(of_optional - {entry.split(" ")[0] for entry in depends}), "shared-mime-info"})
    fields = {
        "Package": "gpuscope",
        "Version": desktop_files.version(),
        "Section": "science",
        "Priority": "optional",
        "Architecture": architecture(),
        "Maintainer": maintainer(),
        "Installed-Size": str(-(-bundle.size_bytes(root) // 1024)),
        "Depends": ", ".join(depends),
        "Recommends": ", ".join(recommends),
        "Suggests": "g++, ffmpeg",
        "Description": _DESCRIPTION,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def maintainer() -> str:
    """Return who answers for the package: the builder as named to Debian's tools (debchange(1)), else a reserved address."""
    name, address = os.environ.get("DEBFULLNAME", "The gpuscope developers"), os.environ.get("DEBEMAIL", "nobody@gpuscope.invalid")
    return f"{name} <{address}>"


def dependencies(files: Iterable[Path], prefix: Path) -> list[str]:
    """Return the packages, with version bounds, of the libraries that files below a folder need and do not find there."""
    files = list(files)
    glibc = ".".join(map(str, versions_needed(files, "GLIBC_")))
    cxx = versions_needed(files, "GLIBCXX_")
    versions = {"libc6": glibc, "libstdc++6": _GCC_OF_LIBSTDCXX.get(cxx, "")}
    names = owners(outside(files, prefix))
    return [f"{name} (>= {versions[name]})" if versions.get(name) else name for name in sorted({*names, "libc6"})]


def outside(files: Iterable[Path], prefix: Path) -> set[str]:
    """Return the names of the libraries that files below a folder need and do not find there.

    Python's own files find all libraries copied beside them; files of packages only find those among the packages.
    """
    inside = {path.name: path for path in prefix.rglob("*.so*")}
    of_packages = {name for name, path in inside.items() if is_of_package(path)}
    return {
        name
        for path in files
        for name in needed(path)
        if name not in (of_packages if is_of_package(path) else inside) and not OF_GLIBC.match(name)
    }


def is_of_package(path: Path) -> bool:
    """Return whether a file is among a Python's packages."""
    return any(folder in path.parts for folder in ("site-packages", "dist-packages"))


def owners(libraries: Iterable[str]) -> set[str]:
    """Return the packages that contain these libraries; their names are the same on Debian and Ubuntu.

    Raises:
        RuntimeError: No package installed on the build machine contains one of them, so no dependency can be declared.
    """
    found = {name: licences.owner(name).split(":")[0] for name in libraries}
    lacking = sorted(name for name, package in found.items() if not package)
    if lacking:
        raise RuntimeError(
            f"No installed package of this machine holds {', '.join(lacking)}. Install the libraries of Qt (README, step 0)."
        )
    return set(found.values())


def _digests(root: Path) -> str:
    from hashlib import md5

    paths = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.parts)
    return "".join(f"{md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n" for path in paths)


def _normalize_modes(root: Path) -> None:
    """Set modes that do not depend on the builder's umask, and the same date for all files."""
    moment = datetime.now(UTC).timestamp()
    for path in root.rglob("*"):
        if path.is_symlink():
            continue
        executable = path.is_dir() or bool(path.stat().st_mode & 0o100)
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (moment, moment))
    root.chmod(0o755)
