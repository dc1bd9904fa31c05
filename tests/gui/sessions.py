"""Sessions in tests: driven by what is there, and ended if they do not end by themselves."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.session import Session

PATIENCE_MS = 100_000


@pytest.fixture(autouse=True)
def looks_as_before(qapp: QApplication, gpuscope_home: object) -> Iterator[None]:
    """The looks of an application outlive its session; other tests shall not see them."""
    font, palette = qapp.font(), qapp.palette()
    yield
    qapp.setStyleSheet("")
    qapp.setFont(font)
    qapp.setPalette(palette)


def as_soon_as(made: Session, is_so: Callable[[], object], do: Callable[[], object]) -> None:
    """Do something once, as soon as something holds, at the earliest when the session's event loop runs."""
    timer = QTimer(made, interval=20)

    def look() -> None:
        if is_so():
            timer.stop()
            do()

    timer.timeout.connect(look)
    timer.start()


def ended(made: Session, patience_ms: int = PATIENCE_MS) -> tuple[int, GpuscopeError | None]:
    """Let a session run to its end.

    A quit that comes after that would be one of the application, in which no event loop of a later test would run.
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
