"""Gives work of the window that waits for a turn of the event loop its turn."""

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.turns import turns


def finish_turns() -> None:
    """Run the event loop until no work waits for a turn of it."""
    while turns()._work:
        QCoreApplication.processEvents()
    QCoreApplication.processEvents()  # Qt shows what was added to a layout in the next turn
