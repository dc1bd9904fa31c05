"""Runs the real program with a thread beside it that answers a test's requests about its widgets.

Clicks and keys come only from the X server.

python -m tests.gui.served_window SOCKET [ARGUMENTS OF gpuscope …]

A request is a line of JSON, ``[name, arguments…]``: the name of a public method of :class:`Teller` or :class:`ClickCounter`.
"""

import json
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

if TYPE_CHECKING:
    from tests.gui.click_counter import ClickCounter


def words_of(widget: QWidget) -> str:
    """Return the text that a user reads on a widget."""
    match widget:
        case QLabel() | QAbstractButton() | QLineEdit():
            return widget.text().replace("&", "").strip()
        case QComboBox():
            return widget.currentText()
        case QPlainTextEdit():
            return widget.toPlainText()
    return ""


class Teller(QObject):
    """Lists the visible widgets and has the clicks counted; lives on the window's thread."""

    asked = Signal(list, object)

    def __init__(self) -> None:
        super().__init__()
        self._clicks: ClickCounter | None = None
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    @Slot(list, object)
    def _answer(self, request: list[Any], reply: Any) -> None:
        name, *arguments = request
        if name == "widgets":
            reply(self.widgets())
            return
        from tests.gui.click_counter import ClickCounter  # it imports modules that measure text, whose size the program sets first

        self._clicks = self._clicks or ClickCounter()
        reply(getattr(self._clicks, name)(*arguments))

    def widgets(self) -> list[dict[str, Any]]:
        """List the visible widgets."""
        found = []
        for widget in QApplication.allWidgets():
            seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget  # the viewport may cover all of the widget
            if not widget.isVisible() or seen.visibleRegion().isEmpty():
                continue
            corner = widget.mapToGlobal(widget.rect().topLeft())
            found.append(
                {
                    "class": type(widget).__name__,
                    "name": widget.accessibleName(),
                    "said": widget.accessibleDescription(),
                    "words": words_of(widget)[:4000],
                    "enabled": widget.isEnabled(),
                    "focus": widget.hasFocus(),
                    "modal": widget.isModal() and widget.isWindow(),
                    "rect": [corner.x(), corner.y(), widget.width(), widget.height()],
                }
            )
            if isinstance(widget, QTabBar):
                found += [_tab(widget, place) for place in range(widget.count())]
        return found


def _tab(bar: QTabBar, place: int) -> dict[str, Any]:
    """Return a tab in the form of a widget, which it is not."""
    area = bar.tabRect(place)
    corner = bar.mapToGlobal(area.topLeft())
    rect = [corner.x(), corner.y(), area.width(), area.height()]
    states = {"enabled": bar.isTabEnabled(place), "focus": bar.hasFocus() and place == bar.currentIndex(), "modal": False}
    return {"class": "Tab", "name": bar.tabText(place), "said": "", "words": bar.tabText(place), "rect": rect, **states}


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
            while line := stream.readline():
                answered = threading.Event()
                found: list[object] = []

                def reply(answer: object, found: list[object] = found, answered: threading.Event = answered) -> None:
                    found.append(answer)
                    answered.set()

                teller.asked.emit(json.loads(line), reply)
                answered.wait(10)
                stream.write(json.dumps(found[0] if found else []).encode() + b"\n")
                stream.flush()


if __name__ == "__main__":
    threading.Thread(target=serve, args=(sys.argv[1],), daemon=True).start()
    sys.argv[1:] = sys.argv[2:]
    from gpuscope.__main__ import main

    sys.exit(main())
