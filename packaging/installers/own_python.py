"""A relocatable copy of the Python that runs the build, with the libraries that its modules need.

Python finds its standard library by searching upward from its program for ``lib/python3.N/os.py``; programs and libraries find each other
by relative paths. Only glibc is the system's: the package requires at least the version that :func:`versions_needed` returns.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from installers.shared_libraries import OF_GLIBC, elf_files, found_by_loader, set_search_path

NAME = f"python{sys.version_info.major}.{sys.version_info.minor}"
_LEFT_OUT = (
    "test", "tests", "idlelib", "turtledemo", "tkinter", "lib2to3", "ensurepip", "pydoc_data", "site-packages", "dist-packages",
    "__pycache__", f"config-{sys.version_info.major}.{sys.version_info.minor}*", "_tkinter*.so", "_test*.so", "_xx*.so", "xx*.so",
    "_ctypes_test*.so", "nis*.so", "*.a", "EXTERNALLY-MANAGED",
)  # fmt: skip
"""Omitted parts of the standard library: tests, what needs Tk, Sun's NIS with its four libraries, and files of the build machine."""


class CopiedPython:
    """A copy of this Python under a folder.

    Args:
        prefix: The folder; it gets ``bin`` and ``lib``.

    Attributes:
        program: The interpreter.
        library: The standard library.
        packages: Folder in which the interpreter looks for packages.
    """

    def __init__(self, prefix: Path) -> None:
        self.prefix = prefix
        self.program = prefix / "bin" / "python3"
        self.library = prefix / "lib" / NAME

    def copy(self) -> None:
        """Create the copy."""
        source = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
        self.program.parent.mkdir(parents=True)
        shutil.copy2(source, self.program)
        shutil.copytree(sysconfig.get_path("stdlib"), self.library, symlinks=False, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        self._copy_headers()
        self._forget_user_folders()
        self._copy_libraries(source)

    @property
    def packages(self) -> Path:
        """Folder in which the interpreter looks for packages; Debian's Python calls it dist-packages."""
        code = "import site, sys; print(next(p for p in site.getsitepackages([sys.prefix]) if '/local/' not in p))"
        return Path(self.run("-c", code).strip())

    def run(self, *arguments: str) -> str:
        """Run the copy and return its standard output."""
        command = [str(self.program), "-I", *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def _copy_headers(self) -> None:
        """Copy Python.h and the other headers: torch.compile builds C++ against them."""
        headers = Path(sysconfig.get_path("platinclude", vars={"platbase": sys.base_prefix, "base": sys.base_prefix}))
        if headers.is_dir():
            shutil.copytree(headers, self.prefix / "include" / NAME)

    def _forget_user_folders(self) -> None:
        """Exclude packages that the user installed for the system's Python of the same version: they may have other versions."""
        site = self.library / "site.py"
        text, line = site.read_text(encoding="utf-8"), "\nENABLE_USER_SITE = "
        if text.count(f"{line}None\n") != 1:
            raise RuntimeError(f"{site} has another form than expected")
        site.write_text(text.replace(f"{line}None\n", f"{line}False\n"), encoding="utf-8")

    def _copy_libraries(self, source: Path) -> None:
        """Copy the system libraries that the interpreter and its modules need, except glibc, and let all of them find each other."""
        folder = self.prefix / "lib"
        wanted = found_by_loader(source)
        for module in Path(sysconfig.get_path("stdlib"), "lib-dynload").glob("*.so"):
            if (self.library / "lib-dynload" / module.name).is_file():
                wanted |= found_by_loader(module)
        for name, path in wanted.items():
            if not OF_GLIBC.match(name):
                shutil.copy2(path.resolve(), folder / name)
                (folder / name).chmod(0o755)
        for file in [self.program, *elf_files(folder)]:
            set_search_path(file, folder)
            # 17 MB of libpython are for debuggers; without strip, the package is larger but works.
            subprocess.run(["strip", "--strip-unneeded", str(file)], check=False, capture_output=True)
