"""What is at a path; where a folder on the way may not be entered, nothing is.

``Path.exists`` and the like raise there before Python 3.14, and a file that cannot be seen is the user's trouble, no bug of ours.
"""

from pathlib import Path


def is_there(path: Path) -> bool:
    """Return whether there is anything at a path."""
    try:
        return path.exists()
    except PermissionError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether there is a folder at a path."""
    try:
        return path.is_dir()
    except PermissionError:
        return False


def is_file(path: Path) -> bool:
    """Return whether there is an ordinary file at a path."""
    try:
        return path.is_file()
    except PermissionError:
        return False
