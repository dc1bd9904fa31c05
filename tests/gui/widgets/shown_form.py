"""Finds the form's parts the way a user does."""

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.workloads.capabilities import Capabilities

CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)


def ready(qtbot: QtBot, form: SpecForm) -> None:
    qtbot.waitUntil(form.is_ready)


def start_button(form: SpecForm) -> QPushButton:
    return next(one for one in form.findChildren(QPushButton) if one.text() in ("Start", "Starting …"))


def trouble(form: SpecForm, key: str) -> str:
    label = form.editor(key).trouble
    return label.text() if not label.isHidden() else ""
