"""Opens and closes the mini view, and saves its position and selection."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.gui.mini.mini_view import MiniView
from gpuscope.gui.services.services import Services
from gpuscope.gui.services.user_settings import WindowMemory
from gpuscope.gui.theme import Theme

_SECTION = "mini"


class MiniControl(QObject):
    """Manages at most one mini view.

    Signals:
        window_wanted: The user asked for the main window.

    Args:
        services: The window's services.
        memory: Stores position and selection.
        dress: Called with each view before it is shown.
    """

    window_wanted = Signal()

    def __init__(
        self, theme: Theme, services: Services, memory: WindowMemory, dress: Callable[[QWidget], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._dress = dress
        self._theme, self._services, self._memory = theme, services, memory
        self.view: MiniView | None = None

    def toggle(self) -> None:
        """Open the view, or close it."""
        if self.view is not None:
            self.view.close()
            return
        services = self._services
        self.view = MiniView(self._theme, services.monitor, services.live_runs, services.settings, self._memory.section(_SECTION))
        self.view.window_wanted.connect(self.window_wanted)
        self.view.closed.connect(self._forget)
        self._dress(self.view)
        self.view.appear()

    def translate(self) -> None:
        """Recreate an open view in the current language."""
        if self.view is not None:
            self.view.close()
            self.toggle()

    def close(self) -> None:
        """Close the view if it is open."""
        if self.view is not None:
            self.view.close()

    def _forget(self) -> None:
        view, self.view = self.view, None
        if view is not None:
            self._memory.put(_SECTION, view.memory())
            self._memory.save()
            view.deleteLater()
