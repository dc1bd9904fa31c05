"""Whether a window can open here: a display, and the system libraries that Qt takes its windows from."""

import ctypes
import os
import sys

from gpuscope.core.errors import UnavailableError

QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""What the wheel of Qt 6.10 takes from the system on any platform (found with ldd) → Debian's package."""

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
"""What it needs besides for X11."""


def has_screen() -> bool:
    """Returns whether there is something to show a window on; ``QT_QPA_PLATFORM=offscreen`` counts as such."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def refuse_without_screen() -> None:
    """Returns when a window can open here. Asked before Qt is loaded, which would abort without a word of ours.

    Raises:
        UnavailableError: There is no screen, or a library is missing; names the packages that hold them.
    """
    if not has_screen():
        raise UnavailableError(
            "there is no screen here to open a window on", "All else works: 'gpuscope --help' lists what the command line does."
        )
    missing = missing_libraries()
    if missing:
        raise UnavailableError(
            f"the window needs system libraries that are missing here: {', '.join(missing)}",
            f"On Debian or Ubuntu: sudo apt-get install {' '.join(sorted(missing.values()))}",
        )


def missing_libraries() -> dict[str, str]:
    """Returns Qt's system libraries that cannot be loaded, with Debian's packages; none where that cannot be told."""
    if sys.platform != "linux":
        return {}
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    x11 = platform == "xcb" or (not platform and not os.environ.get("WAYLAND_DISPLAY"))
    needed = QT_LIBRARIES | (XCB_LIBRARIES if x11 else {})
    return {name: package for name, package in needed.items() if not _loads(name)}


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)  # what Qt loads next anyway
    except OSError:
        return False
    return True
