"""The requirements of ELF files: other libraries, and a minimum version of glibc."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_MAGIC = b"\x7fELF"
OF_GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|nsl|anl|mvec|thread_db|BrokenLocale))\.so\.\d+$")
"""Libraries that are part of glibc itself, including libnsl.so.1; libnsl.so.2, which matches too, is a separate library."""


class MissingProgramError(Exception):
    """A program that the build needs is not installed; the message names it and says how to get it."""


def program(name: str, package: str) -> str:
    """Return the path of a program.

    Raises:
        MissingProgramError: It is not installed.
    """
    path = shutil.which(name)
    if path is None:
        raise MissingProgramError(f"{name} is not installed. On Debian and Ubuntu: sudo apt-get install {package}")
    return path


def elf_files(folder: Path) -> Iterator[Path]:
    """Yield the programs and shared libraries below a folder, without symbolic links."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with open(path, "rb") as file:
                if file.read(4) == _MAGIC:
                    yield path


@cache
def needed(path: Path) -> tuple[str, ...]:
    """Return the names of the libraries that a file requests from the loader (DT_NEEDED)."""
    output = _output([program("readelf", "binutils"), "-d", "-W", str(path)])
    return tuple(re.findall(r"\(NEEDED\)\s+Shared library: \[(.*)\]", output))


def versions_needed(paths: Iterable[Path], prefix: str) -> tuple[int, ...]:
    """Return the newest symbol version with a prefix ("GLIBC_", "GLIBCXX_") that the files require; () for none."""
    found: set[tuple[int, ...]] = set()
    for path in paths:
        output = _output([program("readelf", "binutils"), "-V", "-W", str(path)])
        needs = output.partition("Version needs section")[2]
        found |= {tuple(map(int, match.split("."))) for match in re.findall(rf"Name: {prefix}([\d.]+)", needs)}
    return max(found, default=())


def found_by_loader(path: Path) -> dict[str, Path]:
    """Return the paths at which this machine's loader finds the libraries that a file needs, directly and indirectly, by name."""
    output = _output([program("ldd", "libc-bin"), str(path)])
    return {name: Path(place) for name, place in re.findall(r"^\s*(\S+) => (/\S+)", output, re.MULTILINE)}


def set_search_path(path: Path, folder: Path) -> None:
    """Make a file search for libraries in a folder, given relative to the file, and otherwise only in the system's folders."""
    up = Path(*[".."] * len(path.parent.relative_to(_common(path.parent, folder)).parts), folder.relative_to(_common(path.parent, folder)))
    place = "$ORIGIN" if str(up) == "." else f"$ORIGIN/{up}"
    subprocess.run([program("patchelf", "patchelf"), "--set-rpath", place, str(path)], check=True)


def _common(one: Path, other: Path) -> Path:
    return next(parent for parent in (one, *one.parents) if other.is_relative_to(parent))


def _output(command: list[str]) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True, errors="replace", env={"LC_ALL": "C"}).stdout
