"""Location of all state: under ``GPUSCOPE_HOME``, else in the platform's user-data directory."""

import os
import sys
from functools import cache
from itertools import takewhile
from pathlib import Path

from gpuscope.core.errors import UnavailableError


def is_there(path: Path) -> bool:
    """Return whether a path exists; False if it is not accessible."""
    try:
        return path.exists()
    except PermissionError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False if it is not accessible."""
    try:
        return path.is_dir()
    except PermissionError:
        return False


def is_file(path: Path) -> bool:
    """Return whether a path is a regular file; False if it is not accessible."""
    try:
        return path.is_file()
    except PermissionError:
        return False


def home() -> Path:
    """Return the folder of all state, which may not exist."""
    named = os.environ.get("GPUSCOPE_HOME")
    if named:
        return Path(named).expanduser().absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "gpuscope" if base else _user_home() / "AppData" / "Local" / "gpuscope"
    if sys.platform == "darwin":
        return _user_home() / "Library" / "Application Support" / "gpuscope"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base and Path(base).is_absolute() else _user_home() / ".local" / "share") / "gpuscope"


def _user_home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise UnavailableError("there is no home folder for the runs", "Set GPUSCOPE_HOME to a folder that can be written.") from None


def private_folder(folder: Path) -> Path:
    """Create a folder and its missing parents with access for the user only (0700), and return it.

    Raises:
        UnavailableError: The folder cannot be created, or the path is not a folder.
    """
    try:
        missing = [folder, *takewhile(lambda above: not above.exists(), folder.parents)]
        for ancestor in reversed(missing):  # parents=True would create the parents with the umask's mode
            ancestor.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise UnavailableError(
            f"{folder} cannot be made: {error.strerror}", "Set GPUSCOPE_HOME to a folder that can be written, or free its disk."
        ) from None
    return folder


def refuse_impossible_folder(folder: Path) -> None:
    """Do nothing if a folder exists or could be made; make nothing that stays.

    Permissions alone do not tell: root may write everywhere, but cannot make a folder in /proc or on a read-only file system.

    Raises:
        UnavailableError: It cannot be made.
    """
    if is_there(folder):
        return
    nearest = next(above for above in folder.parents if is_there(above))
    import tempfile  # lazy: only where there is no store yet

    try:
        Path(tempfile.mkdtemp(prefix=".gpuscope-", dir=nearest)).rmdir()
    except OSError as error:
        raise UnavailableError(
            f"the folder {folder} is not there and cannot be made: {error.strerror}", "Set GPUSCOPE_HOME to a folder that can be written."
        ) from None


def default_store_url() -> str:
    """Return the URL of the store if neither ``--store`` nor the settings name one."""
    return f"sqlite:///{home() / 'gpuscope.sqlite'}"


def runs_folder(store_url: str) -> Path:
    """Return the folder that holds one folder per run of a store (locks, sockets, rings, output).

    For an SQLite store it is ``runs`` in the folder of the file, so that every reader of the store finds it; else under home.
    """
    prefix = "sqlite:///"
    return (Path(store_url[len(prefix) :]).parent if store_url.startswith(prefix) else home()) / "runs"


def cache_folder() -> Path:
    """Return the folder for data that can be recreated."""
    return home() / "cache"


@cache  # resolved once: a change of theme draws ninety icons
def resources_folder() -> Path:
    """Return the folder of fonts, templates and icons: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def package_root() -> Path:
    """Return the folder that holds the ``gpuscope`` package, for child interpreters started with ``-I``."""
    return Path(__file__).resolve().parent.parent.parent
