"""The card of the Settings page for the process that waits for the next run, and for notifications when runs end."""

from PySide6.QtWidgets import QCheckBox, QFrame

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.widgets.labels import ReservedLabel, label
from gpuscope.gui.widgets.layouts import fill, marked, titled


class StartSettings(QFrame):
    """Card for the standby process that speeds up starts, with its memory use, and for notifications when runs end."""

    def __init__(self, settings: UserSettings, ready: ReadyRecorder) -> None:
        super().__init__()
        self._settings, self._ready = settings, ready
        self._switch = QCheckBox(self.tr("Keep a process ready for the next run"))
        self._switch.clicked.connect(lambda on: settings.change({"start_at_once": None if on else False}, self._fail, self))
        self._tell = QCheckBox(self.tr("Notify on the desktop when a run ends while this window is not in front"))
        self._tell.clicked.connect(lambda on: settings.change({"tell_ends": None if on else False}, self._fail, self))
        self._memory = ReservedLabel(1, "small")
        column = fill(titled(self, self.tr("Start and end of a run")), marked(self._switch))
        text = self.tr(
            "It has imported PyTorch already, so the first step comes half a second after the click instead of three. It starts only while "
            "nothing runs, takes no processor time, and ends on battery power, when less than 4 GiB of memory are free, and with the "
            "window. A ladder prepares such processes for its runs."
        )
        fill(column, label(text, "small", wraps=True), self._memory, marked(self._tell))
        for source in (settings, ready):
            source.changed.connect(self._show)
        settings.changed.connect(ready.refresh)
        self._show()

    def _fail(self, error: GpuscopeError) -> None:
        self._show()
        set_look(self._memory, "bad")
        self._memory.set_text(error_text(error))

    def _show(self) -> None:
        set_look(self._memory, "small")
        self._switch.setChecked(self._settings.known.start_at_once)
        self._tell.setChecked(self._settings.known.tell_ends)
        size = self._ready.memory_bytes
        ready = self.tr("Ready now; it takes {0} of memory.")
        self._memory.set_text(self.tr("None is ready now.") if size is None else ready.format(figures.figure(size, "B")))
