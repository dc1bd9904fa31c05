"""Further offers of the Run page without a run: recording a running program, and adding a simulated or recorded device."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.sensor_choice import SensorChoice, SensorOffer


class StartOffers(QWidget):
    """Links below the empty state.

    Args:
        choice: Adds a simulated or recorded device.
        settings: Provides the chosen sensors.
        starter: Knows whether there is a GPU.

    Signals:
        attach_wanted: The user wants the list of processes.

    Attributes:
        attach: Link to the list of processes.
        sensors: Offer of a simulated or recorded device.
    """

    attach_wanted = Signal()

    def __init__(self, theme: Theme, choice: SensorChoice, settings: UserSettings, starter: RunStarter) -> None:
        super().__init__()
        self._settings, self._starter = settings, starter
        self.sensors = SensorOffer(theme, choice)
        column = vertical(self, (0, 6, 0, 0), spacing=8)
        self.attach = Button(theme, self.tr("Record a program that is running…"), "link", clicked=self.attach_wanted)
        fill(column, (self.attach, 0, Qt.AlignmentFlag.AlignHCenter), (self.sensors, 0, Qt.AlignmentFlag.AlignHCenter))
        settings.changed.connect(self._show)
        starter.capabilities_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        known = self._starter.capabilities
        has_none = known is not None and known.cuda == () and not any(gpus.names for gpus in known.others.values())
        is_offered = has_none and self._settings.has_read and not self._settings.known.sensors
        if not is_offered and self.sensors.isAncestorOf(QApplication.focusWidget() or self):
            self.attach.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt would give it to whatever is next, in the end to the list of pages
        self.sensors.setVisible(is_offered)
