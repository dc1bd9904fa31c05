"""The Export button of the Race page. Frames are rendered between the window's events and written on the history's thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.core import figures
from gpuscope.core.errors import CancelledError, GpuscopeError
from gpuscope.gui.pages.race.race_frames import RaceFrames
from gpuscope.gui.pixmap import png_of
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import MenuButton
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.reports.film import GIF, PNG, frame_times, write_film
from gpuscope.reports.gif import Frame
from gpuscope.reports.output_file import write_file
from gpuscope.reports.pictures.race_picture import RacePicture
from gpuscope.system.ffmpeg import MP4, WEBM, refuse_without_ffmpeg

if TYPE_CHECKING:
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory

_SIZE = (1280, 720)
_AHEAD = 4
"""Capacity of the queue for the writer, in frames: 11 MB."""
_FULL_MS = 5
_PATIENCE_S = 10.0
"""Seconds without a frame after which the writer gives up, because the window is closing."""


class FrameFeed(QObject):
    """Renders frames on the window's thread, one per event, and passes them to a writer thread.

    Args:
        frames: Renders the frames.
        times_s: Race time of each frame, in seconds.

    Signals:
        progressed: Fraction of frames rendered, 0 to 1.

    Attributes:
        samples: Frames that together contain all colours.
    """

    progressed = Signal(float)

    def __init__(self, frames: RaceFrames, times_s: Sequence[float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._frames, self._times_s = frames, times_s
        self._drawn = 0
        self._queue: queue.Queue[Frame | None] = queue.Queue(_AHEAD)
        self._cancelled = threading.Event()
        self.samples = frames.samples()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._draw)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.cancel)

    def start(self) -> None:
        """Start rendering."""
        self._timer.start(0)

    def cancel(self) -> None:
        """Stop rendering; the writer gives up."""
        self._timer.stop()
        self._cancelled.set()

    def frames(self) -> Iterator[Frame]:
        """Yield the frames; runs on the writer's thread.

        Raises:
            CancelledError: Rendering was cancelled, or no frame has arrived for too long.
        """
        while True:
            waited_s = 0.0
            while True:
                try:
                    frame = self._queue.get(timeout=0.1)
                    break
                except queue.Empty:
                    waited_s += 0.1
                    if self._cancelled.is_set() or waited_s > _PATIENCE_S:
                        raise CancelledError("the film was not drawn to its end") from None
            if frame is None:
                return
            yield frame

    def _draw(self) -> None:
        if self._queue.full():
            self._timer.setInterval(_FULL_MS)
            return
        self._timer.setInterval(0)
        if self._drawn < len(self._times_s):
            self._queue.put(self._frames.frame(self._times_s[self._drawn]))
            self._drawn += 1
            self.progressed.emit(self._drawn / len(self._times_s))
        else:
            self._queue.put(None)
            self._timer.stop()


class RaceExport(FileExport):
    """Export button with its menu, and the files it writes.

    Attributes:
        button: The button, placed by the page.
        speed: Speed of films.
        time_s: Race time of the still picture, in seconds.
    """

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._theme = theme
        self._picture: RacePicture | None = None
        self._feed: FrameFeed | None = None
        self.speed, self.time_s = 1.0, 0.0
        self.button = MenuButton(theme, self.tr("Export"))
        self.menu = QMenu(page)
        for label, ending in (
            (self.tr("GIF…"), GIF),
            (self.tr("MP4 video…"), MP4),
            (self.tr("WebM video…"), WEBM),
            (self.tr("PNG of this frame…"), PNG),
        ):
            self.menu.addAction(label).triggered.connect(partial(self.ask, ending))
        self.button.clicked.connect(lambda: self.button.popup(self.menu))
        self.show_race(None)

    def show_race(self, picture: RacePicture | None) -> None:
        """Set the race to export, or None to disable the button."""
        self._picture = picture
        self.button.setEnabled(picture is not None)

    def ask(self, ending: str, _checked: bool = False) -> None:
        """Ask for a path and write a film or a still picture; show the error if this machine cannot write videos."""
        if self._picture is None:
            return
        try:
            if ending in (MP4, WEBM):
                refuse_without_ffmpeg()
            if ending != PNG:
                frame_times(self._picture.race.length_s, self.speed, ending)
        except GpuscopeError as error:
            self._notice.show_error(error)
            return
        self.ask_where(self.file(ending), file_name(self._picture.text.names, ending, "race"))

    def file(self, ending: str) -> ExportedFile:
        """Return the current race as a file with that suffix."""
        kinds = {
            GIF: self.tr("Animated GIF (*.gif)"),
            MP4: self.tr("MP4 video (*.mp4)"),
            WEBM: self.tr("WebM video (*.webm)"),
            PNG: self.tr("PNG picture (*.png)"),
        }
        return ExportedFile(self.tr("Export the race"), kinds[ending], ending, self._unwritten)

    def write(self, file: ExportedFile, path: Path) -> None:
        """Render on this thread, and write on the history's."""
        assert self._picture is not None
        if self.is_drawing:
            self.stop()
        speed = self.speed
        palette = self._theme.palette
        frames = RaceFrames(self._picture, _SIZE, palette, speed)
        if file.ending == PNG:
            image = frames.image(self.time_s)
            super().write(replace(file, write=lambda path, _: write_file(path, [png_of(image)])), path)
            return
        feed = self._feed = FrameFeed(frames, frame_times(self._picture.race.length_s, speed, file.ending), self)
        super().write(replace(file, write=lambda path, _: write_film(path, feed.frames(), feed.samples)), path)
        feed.progressed.connect(
            lambda share: self.status_changed.emit(self.tr("Drawing {0} … {1}").format(path.name[:60], figures.percent(share)))
        )
        feed.start()

    def stop(self) -> None:
        """Cancel rendering."""
        if self._feed is not None:
            self._feed.cancel()
            self._feed.deleteLater()
            self._feed = None

    @property
    def is_drawing(self) -> bool:
        """Whether a film is being rendered."""
        return self._feed is not None

    def _written(self, path: Path) -> None:
        self.stop()
        super()._written(path)

    def _failed(self, file: ExportedFile, path: Path, error: GpuscopeError) -> None:
        self.stop()
        if isinstance(error, CancelledError):
            self.status_changed.emit("")
        else:
            super()._failed(file, path, error)

    def _unwritten(self, path: Path, _store: RunHistory) -> None:
        """Stands in for the writer of a film or a frame, which :meth:`write` makes once the path is known."""
