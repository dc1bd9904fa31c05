"""File dialogs, in the look of the desktop."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QDir, QFileInfo, Qt
from PySide6.QtGui import QAbstractFileIconProvider, QGuiApplication, QIcon
from PySide6.QtWidgets import QFileDialog, QFileIconProvider, QWidget


class _NamesOnly(QFileIconProvider):
    """Icons and types of files by their names alone.

    Qt's own reads a file for them. When it closes the store, the operating system drops all locks of this process on it (fcntl(2)).
    """

    def icon(self, of: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        """Return the icon of a file or of a kind of files."""
        if not isinstance(of, QFileInfo):
            return super().icon(of)
        kind = QAbstractFileIconProvider.IconType.Folder if of.isDir() else QAbstractFileIconProvider.IconType.File
        return super().icon(kind)

    def type(self, info: QFileInfo) -> str:
        """Return the type of a file as listed."""
        return super().type(info) if info.isDir() else info.suffix().upper()


_names_only = cache(_NamesOnly)
"""Returns the provider of all dialogs, which do not own it."""


def file_dialog(
    parent: QWidget, title: str, mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFile, folder: str = ""
) -> QFileDialog:
    """Return a file dialog that is deleted once it is closed; the caller opens it.

    Args:
        parent: Its parent.
        title: Its title.
        mode: What can be chosen.
        folder: The folder to begin in; the user's home if it is "" or no longer there.
    """
    dialog = QFileDialog(parent, title)
    if QGuiApplication.platformName() == "offscreen":
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setIconProvider(_names_only())
    dialog.setFileMode(mode)
    dialog.setDirectory(folder if folder and Path(folder).is_dir() else QDir.homePath())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
