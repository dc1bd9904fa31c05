"""Requests to the desktop's services, on a test bus."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui import session_bus


@pytest.mark.skipif(not shutil.which("dbus-run-session") or not shutil.which("gdbus"), reason="apt-get install dbus libglib2.0-bin")
def test_the_portal_says_whether_animations_are_on_and_a_notification_arrives_as_plain_text() -> None:
    command = ["dbus-run-session", "--", sys.executable, "-m", "tests.gui.served_bus"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    asked, answer, shown = map(json.loads, done.stdout.splitlines())
    assert asked == ["Read", "ss", ["org.gnome.desktop.interface", "enable-animations"]]
    assert answer == ["animations", False]
    assert shown[:2] == ["Notify", "susssasa{sv}i"]
    assert shown[2] == ["gpuscope", 0, "dialog-warning", 'it\'s "mine" 🚀', "failed: &lt;b&gt; &amp; all", [], session_bus.SHOWN_MS]


def test_without_a_bus_nothing_is_asked_and_nothing_happens(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.session_bus.QGuiApplication.platformName", lambda: "xcb")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not session_bus.has_session_bus()
    (tmp_path / "bus").touch()
    assert session_bus.has_session_bus()
    (tmp_path / "bus").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    session_bus.notify("a run", "finished", is_bad=False)  # without gdbus as well
    answers: list[bool] = []
    session_bus._pass_on([], answers.append)
    session_bus._pass_on(["no such interface"], answers.append)
    assert answers == []


@pytest.mark.parametrize("service", ["answers", "fails", "is no program"])
def test_whether_a_notification_found_a_service_is_told_to_who_asks(
    service: str, qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gdbus, called, failures = tmp_path / "gdbus", tmp_path / "called", list[str]()
    if service != "is no program":
        gdbus.write_text(f"#!/bin/sh\n: > {called}\nexit {int(service == 'fails')}\n")
        gdbus.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    session_bus.notify("a run", "a test", is_bad=True, failed=lambda: failures.append("no service"))
    if service == "answers":
        qtbot.waitUntil(called.exists)
    qtbot.waitUntil(lambda: not qapp.findChildren(QProcess))
    assert failures == ["no service"] * (service != "answers")
