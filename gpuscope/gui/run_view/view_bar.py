"""The bar over the strips: time window, pause, axis, and what cannot be measured here."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, NO_GPU, Capability, Device, DeviceKind
from gpuscope.core.metric_registry import metric
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.run_view.curve_menu import CurveMenu
from gpuscope.gui.run_view.strip_template import RunAxis
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup, MenuButton, keeps_its_place
from gpuscope.gui.widgets.labels import ReservedLabel, plain_tooltip, set_tooltip
from gpuscope.gui.widgets.layouts import Gap, fill, horizontal
from gpuscope.reports.live_reading import label_on
from gpuscope.sensors.declaration import GPU_METRICS
from gpuscope.system.language import joined_items, joined_sentences, labelled

HEIGHT = grown(36)
"""Height in pixels: one row of buttons."""
WINDOWS: tuple[float | None, ...] = (10.0, 60.0, 300.0, None)
"""Selectable windows in seconds; None for the whole run."""


@dataclass(frozen=True, slots=True)
class MissingNote:
    """The note on missing metrics.

    Attributes:
        text: One line; "" when nothing is missing.
        short: The line without its reason, for where there is no room for that.
        cure: What would help; "" if nothing would.
        details: Everything missing, one line each.
    """

    text: str = ""
    cure: str = ""
    details: str = ""
    short: str = ""


@dataclass(slots=True)
class _Line:
    """A lack shared by several devices; only lacks of what every GPU should measure come first: many GPUs have no fan."""

    sentence: str
    short: str
    cure: str
    names: list[str]
    is_first: bool

    def text(self, sentence: str) -> str:
        return labelled(joined_items(self.names), sentence) if self.names else sentence


def missing_note(devices: Sequence[Device]) -> MissingNote:
    """Return the note on missing metrics, with equal ones merged: GPUs first, the CPU's only in the details."""
    lines: dict[tuple[str, str], _Line] = {}
    for device in sorted(devices, key=lambda entry: (entry.kind is not DeviceKind.GPU, entry.simulated is None)):
        name = QCoreApplication.translate("MissingNote", "CPU") if device.key == MACHINE else "" if device.key == NO_GPU else device.key
        for text, short, cure, is_expected in _lacks(device):
            line = lines.setdefault((text, cure), _Line(text, short, cure, [], False))
            line.names += [name] if name else []
            line.is_first |= is_expected and device.kind is DeviceKind.GPU
    first = next((line for line in lines.values() if line.is_first), None)
    details = "\n".join(
        joined_sentences([f"{line.text(line.sentence)}{engine_text('.')}", *filter(None, [line.cure])]) for line in lines.values()
    )
    if first is None:
        return MissingNote(details=details)
    return MissingNote(first.text(first.sentence), first.cure, details, first.text(first.short))


def _lacks(device: Device) -> list[tuple[str, str, str, bool]]:
    """Return each lack's text, with and without its reason, its cure, and whether every GPU is expected to measure the missing metrics."""
    lacks: list[tuple[str, str, str, bool]] = []
    if device.simulated is not None:
        not_real = QCoreApplication.translate("MissingNote", "no real hardware")
        lacks.append((f"{composed_text(device.simulated)}{engine_text(', ')}{not_real}", not_real, "", True))
    lacking: dict[Capability, list[str]] = {}
    expected: set[Capability] = set()
    for key, capability in device.capabilities.items():
        if not capability.available:
            alike = Capability(False, "", None, capability.reason, capability.cure)
            lacking.setdefault(alike, []).append(_label(device.key, key))
            expected |= {alike} if key in GPU_METRICS else set()
    for capability, labels in lacking.items():
        reason = composed_text(capability.reason or "") or QCoreApplication.translate("MissingNote", "not available here")
        if device.key == NO_GPU:
            named = QCoreApplication.translate("MissingNote", "No GPU: {0}").format(reason)
            text = figures.capitalized(reason) if "GPU" in reason else named
            short = QCoreApplication.translate("MissingNote", "No GPU")
        else:
            text = QCoreApplication.translate("MissingNote", "no {0} ({1})").format(joined_items(labels), reason)
            short = QCoreApplication.translate("MissingNote", "no {0}").format(joined_items(labels))
        lacks.append((text, short, composed_text(capability.cure or ""), capability in expected))
    return lacks


def _label(device: str, key: str) -> str:
    known = metric(key)
    label = label_on(device, known.label) if known is not None else key
    return figures.within_sentence(label)


class NoteLabel(ReservedLabel):
    """Two lines with details in their tooltip.

    Attributes:
        details: Text of the tooltip.
        short: Shown in place of a text that has no room.
    """

    details = short = ""

    def __init__(self) -> None:
        super().__init__(2, "faint")
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _cut(self, text: str) -> str:
        return self.short if self.short and self.has_room(self.short) else super()._cut(text)

    def event(self, event: QEvent) -> bool:
        """Show the details instead of the elided line."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.details:
            QToolTip.showText(event.globalPos(), plain_tooltip(self.details), self)
            return True
        return super().event(event)


class ViewBar(QFrame):
    """Emits the user's requests, which the view carries out.

    Args:
        whole: Label for all data.

    Attributes:
        window_chosen: The user chose a window: newest seconds to follow, or None for the whole run.
        pause_wanted: The user asked to pause (True) or resume the curves.
        axis_chosen: The user chose an axis, a :class:`RunAxis`.
        values_wanted: The user asked to choose among many logged values.
        curves: The menu of all curves, filled by the view before it opens.
    """

    window_chosen = Signal(object)
    pause_wanted = Signal(bool)
    axis_chosen = Signal(object)
    values_wanted = Signal()

    def __init__(self, theme: Theme, whole: str) -> None:
        super().__init__()
        self._theme = theme
        self._cure = ""
        self.setFixedHeight(HEIGHT)
        self.setProperty("look", "header")
        self._windows = ChoiceGroup(self)
        self._axes = ChoiceGroup(self)
        self._row = horizontal(self, (10, 0, 12, 0), spacing=2)
        names = (self.tr("10 s"), self.tr("60 s"), self.tr("5 min"), whole)
        for index, name in enumerate(names):
            self._row.addWidget(self._choice(self._windows, index, name))
        self._pause = Button(theme, self.tr("Pause"), "flat", "pause", clicked=self._press_pause)
        set_tooltip(self._pause, self.tr("Freeze the curves, or follow the newest readings (Space)"))
        self.curves = CurveMenu(self)
        curves = MenuButton(theme, self.tr("Curves"), "flat")
        curves.clicked.connect(lambda: self.curves.popup(curves.mapToGlobal(curves.rect().bottomLeft())))
        fill(self._row, Gap(4), curves)
        self._row.addWidget(self._pause)  # after the buttons that stay when a run ends
        self._values = Button(theme, "", "flat", clicked=self.values_wanted)
        set_tooltip(self._values, self.tr("Choose which of the logged values are drawn"))
        self._values.hide()
        self._row.addWidget(self._values)
        self._note = NoteLabel()
        self._copy = Button(theme, "", "flat", "copy", self.tr("Copy what to do about it"))
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._cure))
        self._copy.hide()
        fill(self._row, Gap(4), (self._note, 1))
        for index, axis in enumerate(RunAxis):
            button = self._choice(self._axes, index, self.tr("Time") if axis is RunAxis.TIME else self.tr("Steps"))
            self._row.addWidget(button)
        keeps_its_place(self._copy)
        self._row.addWidget(self._copy)  # right of the axes: when they appear, only the note gives way
        self._windows.idClicked.connect(lambda index: self.window_chosen.emit(WINDOWS[index]))
        self._axes.idClicked.connect(lambda index: self.axis_chosen.emit(list(RunAxis)[index]))
        self._is_paused = False
        self.show_axis(RunAxis.TIME, offered=False)

    def _choice(self, group: ChoiceGroup, index: int, name: str) -> Button:
        button = Button(self._theme, name, "flat", is_checkable=True)
        group.addButton(button, index)
        return button

    def add_actions(self, *widgets: QWidget) -> None:
        """Add actions at the right end."""
        fill(self._row, *widgets)

    def show_window(self, window: float | None) -> None:
        """Mark the followed window."""
        self._windows.button(WINDOWS.index(window)).setChecked(True)

    def show_paused(self, paused: bool) -> None:
        """Show whether the curves are paused."""
        self._is_paused = paused
        self._pause.setText(self.tr("Follow") if paused else self.tr("Pause"))
        self._pause.set_icon("follow" if paused else "pause")

    def show_live(self, live: bool) -> None:
        """Show the controls of a live run; an ended one is shown in full."""
        self._pause.setVisible(live)

    def show_values(self, drawn: int, count: int) -> None:
        """Show how many of the logged values are drawn, and offer a choice if there are more."""
        text = self.tr("{0} of {1} logged values…").format(figures.figure(drawn, "1"), figures.figure(count, "1"))
        self._values.setText(text)
        self._values.setVisible(drawn < count)

    def show_axis(self, axis: RunAxis, *, offered: bool) -> None:
        """Mark the axis; hide the choice unless it is offered."""
        self._axes.button(list(RunAxis).index(axis)).setChecked(True)
        for button in self._axes.buttons():
            button.setVisible(offered)

    def show_missing(self, note: MissingNote) -> None:
        """Show the note on missing metrics, and a button to copy the cure."""
        self._cure = note.cure
        self._note.short = note.short
        self._note.set_text(note.text)
        self._note.details = note.details
        self._copy.setVisible(bool(note.cure))
        set_tooltip(self._copy, self.tr("Copy: {0}").format(note.cure))

    def _press_pause(self) -> None:
        self.pause_wanted.emit(not self._is_paused)
