"""Runs the real program, and beside it a thread that tells a test where its widgets are. Clicks and keys come from the X server alone.

python -m tests.gui.served_window SOCKET [ARGUMENTS OF gpuscope …]
"""

import json
import socket
import sys
import threading
import time
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget


def words_of(widget: QWidget) -> str:
    """What a person reads on a widget."""
    match widget:
        case QLabel() | QAbstractButton() | QLineEdit():
            return widget.text().replace("&", "").strip()
        case QComboBox():
            return widget.currentText()
        case QPlainTextEdit():
            return widget.toPlainText()
    return ""


class Teller(QObject):
    """Lives on the window's thread and lists what is visible."""

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _answer(self, reply: Any) -> None:
        found = []
        for widget in QApplication.allWidgets():
            if not widget.isVisible() or widget.visibleRegion().isEmpty():
                continue
            corner = widget.mapToGlobal(widget.rect().topLeft())
            found.append(
                {
                    "class": type(widget).__name__,
                    "name": widget.accessibleName(),
                    "words": words_of(widget)[:4000],
                    "enabled": widget.isEnabled(),
                    "focus": widget.hasFocus(),
                    "modal": widget.isModal() and widget.isWindow(),
                    "rect": [corner.x(), corner.y(), widget.width(), widget.height()],
                }
            )
        reply(found)


def serve(path: str) -> None:
    while not isinstance(QApplication.instance(), QApplication):
        time.sleep(0.01)
    application = QApplication.instance()
    assert application is not None
    teller = Teller()
    teller.moveToThread(application.thread())
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    while True:
        connection, _ = server.accept()
        with connection, connection.makefile("rwb") as stream:
            while stream.readline():
                answered = threading.Event()
                found: list[object] = []

                def reply(widgets: list[object], found: list[object] = found, answered: threading.Event = answered) -> None:
                    found.extend(widgets)
                    answered.set()

                teller.asked.emit(reply)
                answered.wait(10)
                stream.write(json.dumps(found).encode() + b"\n")
                stream.flush()


if __name__ == "__main__":
    threading.Thread(target=serve, args=(sys.argv[1],), daemon=True).start()
    sys.argv[1:] = sys.argv[2:]
    from gpuscope.__main__ import main

    sys.exit(main())
