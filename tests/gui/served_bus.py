"""Stands in for a desktop on a session bus of its own: ``dbus-run-session -- python -m tests.gui.served_bus``.

Queries the animation setting, shows a notification, and prints each request to the services with its reply, one line of JSON each.
"""

import json
import sys
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject

from gpuscope.gui.session_bus import ask_animations, notify

PATIENCE_MS = 20_000


def tell(*words: object) -> None:
    print(json.dumps(words), flush=True)


class Desktop(QDBusVirtualObject):
    """The portal of a desktop with animations off, and its notification service."""

    def introspect(self, path: str) -> str:
        return ""

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:
        if message.member() not in ("Read", "Notify"):
            return False
        arguments: list[Any] = [word for word in message.arguments() if isinstance(word, str | int | list)]
        tell(message.member(), message.signature(), arguments)
        if message.member() == "Read":
            connection.send(message.createReply(QDBusVariant(QDBusVariant(False))))
        else:
            connection.send(message.createReply("shown"))
            QTimer.singleShot(0, QCoreApplication.quit)
        return True


def main() -> int:
    application = QCoreApplication(sys.argv)
    bus, desktop, owner = QDBusConnection.sessionBus(), Desktop(), QObject()
    for path, name in (("/org/freedesktop/portal/desktop", "portal.Desktop"), ("/org/freedesktop/Notifications", "Notifications")):
        bus.registerVirtualObject(path, desktop)
        bus.registerService(f"org.freedesktop.{name}")

    def answered(is_on: bool) -> None:
        tell("animations", is_on)
        notify('it\'s "mine" 🚀', "failed: <b> & all", is_bad=True)

    ask_animations(answered, owner)
    QTimer.singleShot(PATIENCE_MS, application, lambda: application.exit(1))
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
