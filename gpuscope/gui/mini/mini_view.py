"""The mini view: a small window on top of all others, with the readings of the machine or of the live run."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.mini.mini_figures import MOST, first_choice, mini_rows, offered, unreal
from gpuscope.gui.mini.mini_rows import WIDTH, MiniRows
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.gui.widgets.menus import escaped, open_menu

_EVERY_MS = 1000
"""Update interval: once per second is enough for a window that is only glanced at."""
_DRAG_STARTS_AT = 4
"""Pixels that distinguish a drag from a click."""
_MARGIN = 24
"""Initial distance from the corner of the screen in pixels."""


class MiniView(QWidget):
    """Shows the current values of the selected figures; uses the feed while it is shown, and samples nothing itself.

    Signals:
        window_wanted: The view was clicked: the user wants the main window.
        closed: The view was closed.

    Args:
        feed: Readings of the live run, else of the machine.
        live_runs: Source of the live run's name.
        settings: Source of the unit of energy.
        memory: State that :meth:`memory` returned last time.
    """

    window_wanted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, feed: MonitorFeed, live_runs: LiveRuns, settings: UserSettings, memory: Mapping[str, object]) -> None:
        flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self._theme, self._feed, self._live_runs, self._settings = theme, feed, live_runs, settings
        self._chosen = _texts(memory.get("figures"))
        self._place = _point(memory.get("place"))
        self._pressed: QPoint | None = None
        self._is_dragging = self._is_reading = False
        self.setWindowTitle(self.tr("gpuscope, mini view"))
        self.setAccessibleName(self.tr("Mini view"))
        self.setToolTip(self.tr("Click for the window; drag to move it; Esc closes it"))
        self._title, self._unreal = ElidedLabel("", "small"), ElidedLabel("", "warn")
        self.rows = MiniRows(theme)
        self._lay_out()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.refresh)
        theme.changed.connect(self.update)

    def _lay_out(self) -> None:
        choose = Button(self._theme, "", "flat", "more", self.tr("Choose the figures"))
        choose.clicked.connect(lambda: open_menu(self.figures_menu(), choose))
        close = Button(self._theme, "", "flat", "close", self.tr("Close the mini view"), clicked=self.close)
        top = fill(horizontal(margins=(12, 4, 4, 0), spacing=4), (self._title, 1), self._unreal, choose, close)
        fill(vertical(self, (0, 0, 0, 2), spacing=0), top, self.rows)
        self.setFixedWidth(WIDTH)

    def memory(self) -> dict[str, object]:
        """Return position and selection, as JSON values."""
        place = self.pos() if self._is_reading else self._place
        return {"figures": self._chosen, "place": None if place is None else [place.x(), place.y()]}

    def appear(self) -> None:
        """Show the view at its last position, on top of everything, and start reading."""
        if not self._is_reading:
            self._is_reading = True
            self._feed.start()
            self._timer.start()
            self.refresh()
            self.move(self._place if self._place is not None and _is_on_a_screen(self._place) else self._corner())
            self._keep_on_screen()
        self.show()
        self.raise_()

    def refresh(self) -> None:
        """Show the current readings."""
        data = self._feed.data
        runs = self._live_runs.runs
        self._title.set_text(record_name(runs[0].record) if runs else self.tr("This machine"))
        self._unreal.set_text(unreal(data))
        self._unreal.setVisible(bool(unreal(data)))
        count = len(self.rows.rows)
        self.rows.show_rows(mini_rows(data, self._shown_keys(), self._settings.known.energy_unit))
        if len(self.rows.rows) != count or not self.isVisible():
            self.adjustSize()
            if self.isVisible() and len(self.rows.rows) > count:
                self._keep_on_screen()

    def _shown_keys(self) -> Sequence[str]:
        data = self._feed.data
        there = {key for key, _ in offered(data)}
        chosen = [key for key in self._chosen if key in there]
        return chosen or first_choice(data)

    def figures_menu(self) -> QMenu:
        """Return the menu for selecting figures."""
        menu = QMenu(self)
        shown = set(self._shown_keys())
        for key, text in offered(self._feed.data):
            action = menu.addAction(escaped(text))
            action.setCheckable(True)
            action.setChecked(key in shown)
            action.setEnabled(key in shown or len(shown) < MOST)
            action.toggled.connect(lambda is_on, key=key: self._choose(key, is_on=is_on))
        if menu.isEmpty():
            menu.addAction(self.tr("Waiting for the first reading")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.tr("Show the window"), self.window_wanted.emit)
        menu.addAction(self.tr("Close"), self.close)
        return menu

    def _choose(self, key: str, *, is_on: bool) -> None:
        others = [known for known in self._shown_keys() if known != key]
        self._chosen = [*others, key] if is_on else others
        self.refresh()

    def _corner(self) -> QPoint:
        area = QGuiApplication.primaryScreen().availableGeometry()
        return QPoint(area.right() - self.width() - _MARGIN, area.bottom() - self.height() - _MARGIN)

    def _keep_on_screen(self) -> None:
        """Move the view back onto the screen if it has grown beyond an edge, or did so before it was closed."""
        screen = QGuiApplication.screenAt(self.geometry().topLeft()) or self.screen()
        area, place = screen.availableGeometry(), self.pos()
        left, top = max(area.left(), area.right() + 1 - self.width()), max(area.top(), area.bottom() + 1 - self.height())
        self.move(min(max(place.x(), area.left()), left), min(max(place.y(), area.top()), top))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag; open the menu on a right click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._is_dragging = event.globalPosition().toPoint() - self.pos(), False
        elif event.button() == Qt.MouseButton.RightButton:
            open_menu(self.figures_menu(), event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the view; on Wayland, where programs must not move windows, let the desktop do it."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        wanted = event.globalPosition().toPoint() - self._pressed
        if not self._is_dragging and (wanted - self.pos()).manhattanLength() < _DRAG_STARTS_AT:
            return
        handle = self.windowHandle()
        if not self._is_dragging and QGuiApplication.platformName().startswith("wayland") and handle is not None:
            handle.startSystemMove()
        self._is_dragging = True
        self.move(wanted)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the main window on a click."""
        was_click = self._pressed is not None and not self._is_dragging and event.button() == Qt.MouseButton.LeftButton
        self._pressed = None
        if was_click:
            self.window_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the view; Enter asks for the main window; the menu key opens the menu."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.window_wanted.emit()
        elif event.key() == Qt.Key.Key_Menu:
            open_menu(self.figures_menu(), self.mapToGlobal(QPoint(0, self.height())))
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop reading."""
        if self._is_reading:
            self._place = self.pos()
            self._is_reading = False
            self._timer.stop()
            self._feed.stop()
            self.closed.emit()
        super().closeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the background and a frame."""
        painter, palette = QPainter(self), self._theme.palette
        painter.fillRect(self.rect(), QColor(palette.panel))
        painter.setPen(QColor(palette.line))
        painter.drawRect(QRect(0, 0, self.width() - 1, self.height() - 1))


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)][:MOST] if isinstance(value, list) else []


def _point(value: object) -> QPoint | None:
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int and abs(part) < 1 << 15 for part in value):
        return QPoint(value[0], value[1])
    return None


def _is_on_a_screen(place: QPoint) -> bool:
    """Return whether the view's header would be reachable: a screen may be gone."""
    head = QRect(place, place + QPoint(WIDTH, 24))
    return any(screen.availableGeometry().intersects(head) for screen in QGuiApplication.screens())
