"""Services of the desktop on its session bus: GNOME's setting for animations, and notifications on desktops without a tray.

Nothing here waits for a reply: a hanging service would block the window for Qt's timeout of 25 s.
"""

import json
import os
from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QStandardPaths
from PySide6.QtGui import QGuiApplication

SHOWN_MS = 10_000
"""How long a notification is shown, on desktops that respect the value."""
_PATIENCE_S = 5
"""Timeout for a notification that no service accepts."""


def has_session_bus() -> bool:
    """Return whether the desktop's session bus is running; a more thorough search could start one."""
    if QGuiApplication.platformName() == "offscreen":
        return False
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and (Path(runtime) / "bus").exists())


def ask_animations(answer: Callable[[bool], None], owner: QObject) -> None:
    """Ask the desktop's portal whether GNOME's animations are on; without a reply, nothing happens.

    Args:
        answer: Called later with the reply.
        owner: The request is cancelled when this object is deleted.
    """
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

    name, path = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
    question = QDBusMessage.createMethodCall(name, path, "org.freedesktop.portal.Settings", "Read")
    question.setArguments(["org.gnome.desktop.interface", "enable-animations"])
    watcher = QDBusPendingCallWatcher(QDBusConnection.sessionBus().asyncCall(question), owner)
    watcher.finished.connect(lambda finished: _pass_on(finished.reply().arguments(), answer))


def _pass_on(values: list[object], answer: Callable[[bool], None]) -> None:
    """Pass on a portal's reply if it is a boolean, which may be nested in variants; errors are ignored."""
    from PySide6.QtDBus import QDBusVariant

    value = values[0] if values else None
    while isinstance(value, QDBusVariant):
        value = value.variant()
    if isinstance(value, bool):
        answer(value)


def notify(title: str, text: str, *, is_bad: bool, failed: Callable[[], None] | None = None) -> None:
    """Show a notification through the desktop's own service.

    This uses GLib's ``gdbus``, which every GNOME has: QtDBus for Python cannot send the unsigned integer that the service requires.

    Args:
        title: First line.
        text: Further text.
        is_bad: Whether it is a warning.
        failed: Called, now or within seconds, if no service takes it; None for a notification that must outlive this process.
    """
    gdbus = QStandardPaths.findExecutable("gdbus")
    if not gdbus:
        if failed is not None:
            failed()
        return
    service = "org.freedesktop.Notifications"
    target = ["--dest", service, "--object-path", "/org/freedesktop/Notifications", "--method", f"{service}.Notify"]
    texts = [
        json.dumps(word, ensure_ascii=False) for word in ("dialog-warning" if is_bad else "gpuscope", title, escape(text, quote=False))
    ]
    call = QProcess(None if failed is None else QCoreApplication.instance())
    call.setProgram(gdbus)
    call.setArguments(
        [
            "call",
            "--session",
            "--timeout",
            str(_PATIENCE_S),
            *target,
            '"gpuscope"',
            "uint32 0",
            *texts,
            "@as []",
            "@a{sv} {}",
            str(SHOWN_MS),
        ]
    )
    call.setStandardOutputFile(QProcess.nullDevice())
    call.setStandardErrorFile(QProcess.nullDevice())
    if failed is None:
        call.startDetached()
        return
    call.finished.connect(lambda code, status: failed() if code or status is not QProcess.ExitStatus.NormalExit else None)
    call.finished.connect(call.deleteLater)
    call.start()
