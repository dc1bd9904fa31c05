"""Asks how to run workloads if no PyTorch was found: with another Python, or with a PyTorch installed now."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.services.torch_setup import TorchSetup, TorchState
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.question_dialog import QuestionDialog
from gpuscope.system.language import labelled

_TICK_MS = 1_000
"""Interval at which the elapsed time is updated: unpacking reports nothing for a minute."""


_WIDTH = 560
"""Width in pixels: most interpreter paths fit on one line."""


class TorchDialog(QuestionDialog):
    """Shows where PyTorch was searched for, and what would be installed, its size and its folder; installs it on request."""

    def __init__(self, theme: Theme, torch: TorchSetup, parent: QWidget | None = None) -> None:
        super().__init__(theme, self.tr("Workloads need PyTorch"), self.tr("Install"), parent=parent)
        self._torch = torch
        self._state: TorchState | None = None
        self._seconds, self._doing = 0, ""
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self._tick)
        self.looked = label(self.tr("Looking for it …"), "muted", wraps=True)
        self.offer = label("", wraps=True)
        self.other = Button(theme, self.tr("Use another Python…"), "link", clicked=self._ask_python)
        for part in (self.looked, self.offer, self.other):
            self.body.addWidget(part)
        self.body.addStretch(1)
        self.setMinimumWidth(_WIDTH)
        self.do.setEnabled(False)
        self.agreed.connect(self._install)
        self.rejected.connect(torch.cancel)
        torch.progressed.connect(self._progressed)
        torch.find(self._show, self)

    def _show(self, state: TorchState) -> None:
        self._state = state
        if state.version is not None:
            self.looked.setText(self.tr("PyTorch {0} is used, of {1}.").format(state.version, state.place.python))
            self.do.hide()
            return
        lines = [labelled(composed_text(entry.description), f"{entry.python} {composed_text(entry.reason)}") for entry in state.looked_at]
        self.looked.setText("\n".join([self.tr("None was found. Commands of yours are recorded without it."), "", *lines]))
        build, size = composed_text(state.plan.build), composed_text(state.plan.size_text)
        self.offer.setText(self.tr("{0}: {1}, into {2}").format(build, size, state.plan.folder))
        self.do.setEnabled(True)
        QTimer.singleShot(0, self, self._fit)  # once the lines are wrapped

    def _fit(self) -> None:
        """Fit the height to the texts at this width; adjustSize would wrap them at a narrower one."""
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
            self.resize(_WIDTH, layout.totalHeightForWidth(_WIDTH))

    def _install(self) -> None:
        if self._state is None:
            return
        self.do.setEnabled(False)
        self.other.setEnabled(False)
        self._seconds, self._doing = 0, self.tr("begins")
        self._ticks.start()
        self._tick()
        self._torch.install(self._state.plan, self.accept, self._failed, self)

    def _progressed(self, status: str) -> None:
        self._doing = composed_text(status)

    def _tick(self) -> None:
        self.do.setText(self.tr("Installing … {0} s").format(self._seconds))
        self.offer.setText(with_capital(self._doing))
        self._seconds += 1

    def _failed(self, error: GpuscopeError) -> None:
        self._ticks.stop()
        self.do.setText(self.tr("Install"))
        self.other.setEnabled(True)
        self.show_trouble(error)

    def _ask_python(self) -> None:
        dialog = file_dialog(self, self.tr("A Python that has PyTorch"))
        dialog.fileSelected.connect(self.use_python)
        dialog.open()

    def use_python(self, path: str) -> None:
        """Select the Python that runs workloads."""
        self._torch.name(Path(path), self.accept, self._failed, self)
