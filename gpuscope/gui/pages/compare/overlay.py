"""Curves of all groups over a common axis, from the start of each run's measured window."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QScrollArea, QScrollBar

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.figures import DisplayUnit, display_unit
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.pages.compare.curve_controls import AxisSwitch, CurveShifts, MetricChooser, axis_texts
from gpuscope.gui.pages.compare.curves import CurveAxis, GroupCurve, group_curve
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.pages.compare.run_curves import CurveKind, RunCurves
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill
from gpuscope.system.language import unit_name
from gpuscope.system.settings import JOULE

_STRIP_HEIGHT, _AXIS_HEIGHT = grown(84), grown(26)
"""Pixels of a strip with three ticks, and of the axis."""
_LEGEND_LINE, _ABOVE_LEGEND, _MOST_LINES = grown(16), grown(40), 8
"""Pixels per group in the legend and of the title above it; maximum number of lines, the last shared by all further groups."""


class Overlay(Card):
    """The strips, the axis switch, and the choice of metrics."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.set_heading(self.tr("Over time"))
        self._groups: Sequence[tuple[str, Sequence[str]]] = ()
        self._runs: Mapping[str, RunCurves] = {}
        self._unread: Mapping[str, GpuscopeError] = {}
        self.axis, self._energy_unit = CurveAxis.TIME, JOULE
        self._hidden: set[tuple[str, str]] = set()
        self.chooser = MetricChooser(theme)
        self.chooser.chosen_changed.connect(self._draw)
        self.stack = StripStack(theme)
        self.stack.set_ground("panel")
        self.stack.set_smooth(True)
        self.stack.set_ended(True)
        self.stack.setAccessibleName(self.tr("Curves of all groups"))
        self.stack.curve_toggled.connect(self._remember_switch)
        self._switch = AxisSwitch(theme)
        self._switch.chosen.connect(self.set_axis)
        self._switch.show_axis(self.axis)
        self.shifts = CurveShifts(theme)
        self.shifts.shifted.connect(self._draw)
        self._notice = label("", "muted", wraps=True)
        self._notice.setContentsMargins(14, 4, 14, 12)
        self._notice.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = label("", "faint", wraps=True)
        self._note.setContentsMargins(14, 2, 14, 8)
        self._lay_out()
        for view in self.stack.findChildren(QGraphicsView):
            view.viewport().installEventFilter(self)

    def _lay_out(self) -> None:
        self.add_controls(self._switch, self.shifts, self.chooser)
        fill(self.column, (self.stack, 1), (self._notice, 1), self._note)
        self._notice.hide()

    def set_axis(self, axis: CurveAxis) -> None:
        """Change the axis."""
        self.axis = axis
        self._switch.show_axis(axis)
        self._draw()

    def set_energy_unit(self, unit: str) -> None:
        """Show energy in joules ("J") or watt hours ("Wh")."""
        if unit != self._energy_unit:
            self._energy_unit = unit
            self._draw()

    def show_runs(
        self, groups: Sequence[tuple[str, Sequence[str]]], runs: Mapping[str, RunCurves], unread: Mapping[str, GpuscopeError]
    ) -> None:
        """Draw groups, each (name, run ids), with the curves read so far and the errors of reading runs, both by run id."""
        self._groups, self._runs, self._unread = groups, runs, unread
        self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the wheel scroll the page if it is scrollable; Ctrl with the wheel always zooms."""
        if isinstance(event, QWheelEvent) and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            bar = self._page_bar()
            if bar is not None and bar.maximum() > 0:
                return QCoreApplication.sendEvent(bar, event)
        return super().eventFilter(watched, event)

    def _page_bar(self) -> QScrollBar | None:
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        return None if above is None else above.verticalScrollBar()

    def _draw(self) -> None:
        kinds = {key: kind for run in self._runs.values() if run.has(self.axis) for key, kind in run.kinds.items()}
        self.chooser.set_kinds(list(kinds.values()))
        chosen = self.chooser.chosen()
        drawn = {kind.key: self._curves_of(kind.key) for kind in chosen}
        ends = {self._groups[index][0]: float(curve.x[-1]) for curves in drawn.values() for index, curve in curves.items()}
        unit = self._axis_unit(ends.values())
        self.shifts.set_groups([name for name, _ in self._groups])
        self.shifts.set_axis(self.axis, unit, ends)
        title = axis_texts(self.axis).label.format(unit.name)
        self.stack.set_axis(self.axis.value, title, is_count=self.axis is not CurveAxis.ENERGY)
        self.stack.set_strips(())  # drop old data, since the same keys may belong to other runs
        self.stack.set_strips([self._strip(kind, drawn[kind.key]) for kind in chosen])
        for key, curves in drawn.items():
            for index, curve in curves.items():
                self._draw_curve(key, index, curve, unit.size)
        self.stack.set_cursor_note(unit.name if self.axis is CurveAxis.ENERGY else "")
        legend = _ABOVE_LEGEND + _LEGEND_LINE * min(_MOST_LINES, len(self._groups))
        self.stack.setMinimumHeight(max(_STRIP_HEIGHT, legend) * max(2, len(chosen)) + _AXIS_HEIGHT)
        shifts = [self.shifts.of(name) for name in ends]
        last = max((end + by for end, by in zip(ends.values(), shifts, strict=True)), default=1.0)
        self.stack.set_end(last / unit.size, min([0.0, *shifts]) / unit.size)
        self.stack.follow(None)
        self._update_notice(bool(chosen))

    def _draw_curve(self, key: str, index: int, curve: GroupCurve, size: float) -> None:
        x = (curve.x + self.shifts.of(self._groups[index][0])) / size
        self.stack.set_series(key, str(index), x, curve.mean)
        if curve.low is not None and curve.high is not None:
            self.stack.set_band(key, str(index), x, curve.low, curve.high)

    def _axis_unit(self, ends: Iterable[float]) -> DisplayUnit:
        """Return the display unit of the axis; for energy, prefixed joules or watt hours."""
        if self.axis is not CurveAxis.ENERGY:
            return DisplayUnit("s" if self.axis is CurveAxis.TIME else "", 1.0)
        return display_unit("J", ends, energy_unit=self._energy_unit)

    def _curves_of(self, key: str) -> dict[int, GroupCurve]:
        curves = {}
        for index, (_, run_ids) in enumerate(self._groups):
            runs = [self._runs[run_id].curve(key, self.axis) for run_id in run_ids if run_id in self._runs]
            curve = group_curve([curve for curve in runs if curve is not None])
            if curve is not None:
                curves[index] = curve
        return curves

    def _strip(self, kind: CurveKind, curves: Mapping[int, GroupCurve]) -> Strip:
        unit = display_unit(kind.unit, [_largest(curve) for curve in curves.values()], share=kind.is_share)
        drawn = tuple(self._curve(index, kind) for index in curves)
        return Strip(kind.key, kind.title, unit_name(unit.name), drawn, 1.0 / unit.size, kind.low, kind.high)

    def _curve(self, index: int, kind: CurveKind) -> Curve:
        style, visible = group_style(index), (kind.key, str(index)) not in self._hidden
        return Curve(str(index), self._groups[index][0], style.colour, style.dash, style.marker, visible, kind.is_logged)

    def _remember_switch(self, strip: str, curve: str, visible: bool) -> None:
        (self._hidden.discard if visible else self._hidden.add)((strip, curve))

    def _update_notice(self, has_curves: bool) -> None:
        several = any(len(run_ids) > 1 for _, run_ids in self._groups)
        self.set_heading(axis_texts(self.axis).heading)
        self.stack.setVisible(has_curves)
        self._notice.setVisible(not has_curves)
        self._notice.setText(self._why_empty())
        self._switch.set_known({axis for axis in CurveAxis for run in self._runs.values() if run.has(axis)})
        since = self.tr("From the start of each run's measured window; of a command, from its first step.")
        mean = [self.tr("Of several runs the mean; the band is their range.")] if several else []
        self._note.setText(" ".join([since, *mean, *self._notes()]))
        self._note.setVisible(has_curves)

    def _why_empty(self) -> str:
        missing = [run_id for _, run_ids in self._groups for run_id in run_ids if run_id not in self._runs]
        if any(run_id not in self._unread for run_id in missing):
            return self.tr("The readings are being read.")
        if missing:
            return self.tr("The readings cannot be read: {0}.").format(self._unread[missing[0]].message)
        return axis_texts(self.axis).lack

    def _notes(self) -> list[str]:
        shown = [self._runs[run_id] for _, run_ids in self._groups for run_id in run_ids if run_id in self._runs]
        unmeasured = sum(not run.has_window for run in shown)
        notes = []
        if unmeasured:
            text = self.tr("1 run has no measured window: its curves begin with the run.")
            notes.append(
                text
                if unmeasured == 1
                else self.tr("{0} runs have no measured window: their curves begin with the run.").format(unmeasured)
            )
        if unread := sum(run_id in self._unread for _, run_ids in self._groups for run_id in run_ids):
            text = self.tr("The readings of 1 run cannot be read; it is not shown.")
            notes.append(text if unread == 1 else self.tr("The readings of {0} runs cannot be read; they are not shown.").format(unread))
        if without := sum(not run.has(self.axis) for run in shown):
            notes.append(self.tr("{0} of {1} runs do not have this axis and are not shown.").format(without, len(shown)))
        moved = [name for name, _ in self._groups if self.shifts.of(name)]
        if moved:
            notes.append(self.tr("Shifted by hand: {0}.").format(", ".join(moved)))
        return notes


def _largest(curve: GroupCurve) -> float:
    finite = np.abs(curve.mean[np.isfinite(curve.mean)])
    return float(finite.max()) if finite.size else 0.0
