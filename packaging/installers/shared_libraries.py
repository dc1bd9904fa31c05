"""What ELF files need: other libraries, and a glibc of at least some version."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_MAGIC = b"\x7fELF"
OF_GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|nsl|anl|mvec|thread_db|BrokenLocale))\.so\.\d+$")
"""Libraries that come with glibc itself; libnsl.so.1 too, libnsl.so.2 is one of its own."""


class MissingProgramError(Exception):
    """A program that the build needs is not installed; the text says which and how to get it."""


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
    """Yield the programs and shared libraries below a folder; links are left out."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with open(path, "rb") as file:
                if file.read(4) == _MAGIC:
                    yield path


@cache
def needed(path: Path) -> tuple[str, ...]:
    """Return the names of the libraries that a file asks the loader for (DT_NEEDED)."""
    output = _output([program("readelf", "binutils"), "-d", "-W", str(path)])
    return tuple(re.findall(r"\(NEEDED\)\s+Shared library: \[(.*)\]", output))


def versions_needed(paths: Iterable[Path], prefix: str) -> tuple[int, ...]:
    """Return the newest version of symbols with a prefix, "GLIBC_" or "GLIBCXX_", that the files ask for; () for none."""
    found: set[tuple[int, ...]] = set()
    for path in paths:
        output = _output([program("readelf", "binutils"), "-V", "-W", str(path)])
        needs = output.partition("Version needs section")[2]
        found |= {tuple(map(int, match.split("."))) for match in re.findall(rf"Name: {prefix}([\d.]+)", needs)}
    return max(found, default=())


def found_by_loader(path: Path) -> dict[str, Path]:
    """Return where the loader of this machine finds the libraries that a file needs, directly and through others."""
    output = _output([program("ldd", "libc-bin"), str(path)])
    return {name: Path(place) for name, place in re.findall(r"^\s*(\S+) => (/\S+)", output, re.MULTILINE)}


def set_search_path(path: Path, folder: Path) -> None:
    """Let a file look for libraries in a folder, told relative to the file, and nowhere else but in the system's folders."""
    up = Path(*[".."] * len(path.parent.relative_to(_common(path.parent, folder)).parts), folder.relative_to(_common(path.parent, folder)))
    place = "$ORIGIN" if str(up) == "." else f"$ORIGIN/{up}"
    subprocess.run([program("patchelf", "patchelf"), "--set-rpath", place, str(path)], check=True)


def _common(one: Path, other: Path) -> Path:
    return next(parent for parent in (one, *one.parents) if other.is_relative_to(parent))


def _output(command: list[str]) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True, errors="replace", env={"LC_ALL": "C"}).stdout
