"""Opens a folder in the desktop's file manager; where there is none, says so with the path."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from gpuscope.gui.widgets.notice_bar import NoticeBar


def open_folder(folder: Path, notice: NoticeBar) -> None:
    """Open a folder, or tell in the notice where it is and offer to copy that."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return
    words = QCoreApplication.translate("FolderOpening", "No file manager could be started. The folder is {0}").format(folder)
    copy = QCoreApplication.translate("FolderOpening", "Copy the path")
    notice.show_text(words, "warn", copy, lambda: QGuiApplication.clipboard().setText(str(folder)))
