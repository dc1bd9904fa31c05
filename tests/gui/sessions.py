"""Drives sessions in tests by waiting for conditions, and stops sessions that do not end by themselves."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.session import Session

PATIENCE_MS = 100_000


@pytest.fixture(autouse=True)
def looks_as_before(qapp: QApplication, gpuscope_home: object) -> Iterator[None]:
    """Restore the application's style, font and palette, which outlive a session, so that other tests do not see them."""
    font, palette = qapp.font(), qapp.palette()
    yield
    qapp.setStyleSheet("")
    qapp.setFont(font)
    qapp.setPalette(palette)


def as_soon_as(made: Session, is_so: Callable[[], object], do: Callable[[], object]) -> None:
    """Do something once, as soon as a condition holds; the session's event loop must be running."""
    timer = QTimer(made, interval=20)

    def look() -> None:
        if is_so():
            timer.stop()
            do()

    timer.timeout.connect(look)
    timer.start()


def ended(made: Session, patience_ms: int = PATIENCE_MS) -> tuple[int, GpuscopeError | None]:
    """Run a session until it ends.

    The timeout is stopped afterwards: a later quit would reach the application itself and break the event loops of later tests.
    """
    patience = QTimer(made, interval=patience_ms, singleShot=True)
    patience.timeout.connect(QApplication.quit)
    patience.start()
    try:
        found = made.run()
        assert patience.isActive(), "it did not end by itself"
    finally:
        patience.stop()
    return found
