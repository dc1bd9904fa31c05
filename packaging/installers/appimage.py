"""The AppImage: the bundle and the desktop libraries that not every distribution has, in a squashfs after a runtime that mounts it.

The runtime is a program of the AppImage project and is not included here: its path is passed to the build. Without it, the folder that it
would mount (the AppDir) cannot be packed, and the build fails with an explanation.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from installers import bundle, desktop_files, licences
from installers.debian_package import outside
from installers.shared_libraries import OF_GLIBC, MissingProgramError, elf_files, found_by_loader, program, set_search_path

RUNTIME_SOURCES = (
    "runtime-x86_64 of https://github.com/AppImage/type2-runtime/releases, "
    "or what packaging/installers/build_runtime.sh builds from its source"
)
_OF_THE_SYSTEM = re.compile(
    r"^lib(GL|EGL|GLX|OpenGL|GLdispatch|GLESv2|drm|gbm|vulkan|X11|X11-xcb|xcb|fontconfig|freetype|stdc\+\+|gcc_s|z|expat|"
    r"wayland-(client|cursor|egl)|gtk-3|gdk-3|pango.*|cairo.*|gdk_pixbuf.*|atk.*|glib|gobject|gio|gthread|gmodule)-?[\d.]*\.so\.\d+"
)
"""Libraries that must be the system's: drivers and their interfaces, and what every desktop has (after AppImage's excludelist)."""
_MAGIC_AT, _MAGIC = 8, b"AI\x02"
_APP_RUN = """\
#!/bin/sh
# What the runtime starts when the AppImage is mounted. Commands run by gpuscope inherit the environment, and zsh takes the name
# under which it starts a program from ARGV0.
unset ARGV0 OWD
exec "$(dirname "$(readlink -f "$0")")/opt/gpuscope/bin/gpuscope" "$@"
"""


def build(bundled: Path, output: Path, root: Path, runtime: Path | None) -> Path:
    """Build the AppImage and return its path.

    Args:
        bundled: The bundle; it is not changed.
        output: Folder for the AppImage.
        root: Folder to create for the content that will be mounted (the AppDir).
        runtime: The program in front of the image.

    Raises:
        MissingProgramError: There is no runtime, or no program to create a squashfs.
    """
    mounter, squash = find_tools(runtime)
    make_app_dir(bundled, root)
    image = root.with_suffix(".squashfs")
    subprocess.run([squash, str(root), str(image), "-root-owned", "-noappend", "-comp", "zstd", "-quiet", "-no-progress"], check=True)
    package = output / f"gpuscope-{desktop_files.version()}-{_architecture()}.AppImage"
    with open(package, "wb") as file:
        file.write(mounter.read_bytes())
        with open(image, "rb") as source:
            shutil.copyfileobj(source, file)
    package.chmod(0o755)
    return package


def find_tools(runtime: Path | None) -> tuple[Path, str]:
    """Return the runtime, and the path of the program that creates a squashfs.

    Args:
        runtime: The program in front of the image.

    Raises:
        MissingProgramError: There is no runtime, or no program to create a squashfs.
    """
    if runtime is None or not is_runtime(runtime):
        what = "needs the runtime that mounts it" if runtime is None else f"cannot use {runtime}: it is no runtime of type 2"
        raise MissingProgramError(f"The AppImage {what}. Name one with --runtime FILE: {RUNTIME_SOURCES}.")
    return runtime, program("mksquashfs", "squashfs-tools")


def is_runtime(path: Path) -> bool:
    """Return whether a file is a type 2 AppImage runtime, by its magic bytes."""
    with open(path, "rb") as file:
        return file.read(_MAGIC_AT + len(_MAGIC))[_MAGIC_AT:] == _MAGIC


def make_app_dir(bundled: Path, root: Path) -> None:
    """Create the folder that will be mounted."""
    prefix = root / "opt" / "gpuscope"
    bundle.link_tree(bundled, prefix)
    (root / "usr").mkdir()
    shutil.move(prefix / "share", root / "usr" / "share")
    start = root / "AppRun"
    start.write_text(_APP_RUN, encoding="utf-8")
    start.chmod(0o755)
    share = root / "usr" / "share"
    shutil.copyfile(share / "applications" / "gpuscope.desktop", root / "gpuscope.desktop")
    shutil.copyfile(share / "icons" / "hicolor" / "256x256" / "apps" / "gpuscope.png", root / "gpuscope.png")
    (root / ".DirIcon").symlink_to("gpuscope.png")
    metadata = share / "metainfo" / desktop_files.METAINFO
    metadata.rename(metadata.with_name("gpuscope.appdata.xml"))  # the name that AppImage tools look for
    copy_libraries(prefix, share / "doc" / "gpuscope")


def copy_libraries(prefix: Path, document: Path) -> None:
    """Copy the libraries that Qt's X plugin needs and that a minimal desktop may lack beside Qt's own, and list their licences."""
    qt = next(prefix.glob("lib/python*/*-packages/PySide6/Qt"))
    plugin = qt / "plugins" / "platforms" / "libqxcb.so"
    wanted = found_by_loader(plugin)
    lines = []
    for name in sorted(outside(elf_files(qt), prefix)):
        wanted |= found_by_loader(wanted[name]) if name in wanted else {}
    for name, path in sorted(wanted.items()):
        if path.is_relative_to(prefix) or OF_GLIBC.match(name) or _OF_THE_SYSTEM.match(name):
            continue
        target = qt / "lib" / name
        shutil.copy2(path.resolve(), target)
        set_search_path(target, qt / "lib")
        lines.append(licences.library_line(name, document / "licences"))
    with open(document / "THIRD-PARTY.txt", "a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def _architecture() -> str:
    import platform

    return platform.machine()
