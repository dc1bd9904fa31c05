"""File dialogs, in the look of the desktop."""

from pathlib import Path

from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget


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
    dialog.setFileMode(mode)
    dialog.setDirectory(folder if folder and Path(folder).is_dir() else QDir.homePath())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
