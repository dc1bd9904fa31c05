"""Draws one page into a file, for documentation, tests and visual review."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pixmap import png_of
from gpuscope.reports.output_file import write_file

_POLL_MS, _LONGEST_MS = 50, 30_000
"""Polling interval, short so that a picture is saved soon after its page is ready, and timeout, after which the page has failed."""
_SETTLED = 3
"""Consecutive polls at which a page must be ready, so that pending repaints are included."""


class Picture(QObject):
    """Waits until the visible page is ready, saves it, and calls back with an error or None.

    Args:
        window: Window with the page.
        file: Path of the picture.
        ready: Returns whether everything outside the page is ready.
        done: Called with an error or None.
    """

    def __init__(self, window: MainWindow, file: Path, ready: Callable[[], bool], done: Callable[[GpuscopeError | None], None]) -> None:
        super().__init__(window)
        self._window, self._file, self._other_ready, self._done = window, file, ready, done
        self._ready = 0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._poll)
        self._timer.start(_POLL_MS)

    def _poll(self) -> None:
        name = self._window.current_page
        self._ready = self._ready + 1 if name and self._other_ready() and self._window.page(name).is_ready() else 0
        is_late = self._clock.elapsed() > _LONGEST_MS
        if self._ready < _SETTLED and not is_late:
            return
        self._timer.stop()
        if self._ready < _SETTLED:
            self._done(UnavailableError(f"the page was not drawn within {_LONGEST_MS // 1000} s", "Try again on a machine that does less."))
            return
        try:
            write_file(self._file, [png_of(self._window.window().grab().toImage())])
        except GpuscopeError as error:
            self._done(error)
        else:
            self._done(None)
