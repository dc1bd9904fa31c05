"""Checks whether a window can open here: a display that answers, and the system libraries that Qt needs."""

import ctypes
import importlib.util
import os
import socket
import sys
from pathlib import Path

from gpuscope.core.errors import UnavailableError

QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""System libraries that the Qt 6.10 wheel needs on any platform plugin (found with ldd), with Debian's packages."""

XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""Additional libraries for X11."""

_WHAT_WORKS = "Everything else works: --help shows what the command line can do."


def has_screen() -> bool:
    """Return whether a display is configured; ``QT_QPA_PLATFORM=offscreen`` counts as a display."""
    return sys.platform != "linux" or bool(_platforms())


def refuse_without_screen() -> None:
    """Raise unless a window can open here. Call before loading Qt, which would abort without a useful message.

    Raises:
        UnavailableError: There is no screen, it does not answer, or a library is missing; the hint names the packages.
    """
    if sys.platform != "linux":
        return
    platforms = _platforms()
    if not platforms:
        raise UnavailableError("there is no screen here to open a window on", _WHAT_WORKS)
    supported = [platform for platform in platforms if _is_known(platform)]
    if not supported:
        raise UnavailableError(f"QT_QPA_PLATFORM names {platforms[0][:40]!r}, which Qt does not have here", "Unset it, or name another.")
    platform = next((name for name in supported if name != "wayland" or _wayland_answers()), "")
    missing = missing_libraries(platform == "xcb")
    if missing:
        raise UnavailableError(
            f"the window needs system libraries that are missing here: {', '.join(missing)}",
            f"On Debian or Ubuntu: sudo apt-get install {' '.join(sorted(missing.values()))}",
        )
    if not platform or (platform == "xcb" and not _x11_answers()):
        variable = "DISPLAY" if platform else "WAYLAND_DISPLAY"
        named = os.environ.get(variable, "")[:60]
        problem = f"the screen that {variable} names ({named}) does not answer" if named else f"{variable} names no screen"
        raise UnavailableError(problem, _WHAT_WORKS)


def missing_libraries(for_x11: bool) -> dict[str, str]:
    """Return the system libraries for Qt that cannot be loaded, with Debian's packages."""
    needed = QT_LIBRARIES | (XCB_LIBRARIES if for_x11 else {})
    return {name: package for name, package in needed.items() if not _loads(name)}


def _loads(name: str) -> bool:
    """Return whether a library loads, from the system or from Qt's package; Qt loads it next anyway."""
    beside = _qt_folder()
    for place in (name, *([str(beside / "lib" / name)] if beside is not None else [])):
        try:
            ctypes.CDLL(place)
        except OSError:
            continue
        return True
    return False


def _qt_folder() -> Path | None:
    spec = importlib.util.find_spec("PySide6")
    return Path(spec.origin).parent / "Qt" if spec and spec.origin else None


def _platforms() -> list[str]:
    """Return the platforms that Qt tries, in its order (qguiapplication.cpp, 6.10); "offscreen" counts as a screen."""
    named = [part.partition(":")[0].strip().lower() for part in os.environ.get("QT_QPA_PLATFORM", "").split(";")]
    if any(named):
        return [name for name in named if name]
    displays = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
    return [platform for platform, variable in displays.items() if os.environ.get(variable)]


def _is_known(platform: str) -> bool:
    """Return whether Qt has a plugin of that name; also True if its plugins may be elsewhere."""
    qt = _qt_folder()
    folder = None if qt is None else qt / "plugins" / "platforms"
    if folder is None or not folder.is_dir() or any(os.environ.get(f"QT_{name}") for name in ("PLUGIN_PATH", "QPA_PLATFORM_PLUGIN_PATH")):
        return True
    return (folder / f"libq{platform.partition('-')[0]}.so").exists()  # "wayland-egl" is one of the names of "wayland"


def _wayland_answers() -> bool:
    path = Path(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(path))
    except OSError:
        return False
    return True


def _x11_answers() -> bool:
    """Return whether the X11 display accepts a connection, made as Qt does: it may be remote, or require a cookie."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    has_failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not has_failed
