"""Feeds a stack of strips incrementally: only series that have grown are passed on."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.gui.charts.series import FEW
from gpuscope.gui.charts.strip import Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view import annotations
from gpuscope.gui.run_view.annotations import Throttling
from gpuscope.gui.run_view.curve_menu import CurveChoice
from gpuscope.gui.run_view.run_strips import drawn_keys
from gpuscope.gui.run_view.strip_template import CurveSource, RunAxis, StripTemplate

Place = tuple[str, str]
"""(strip, curve) by their keys."""


@dataclass(slots=True)
class _Seen:
    """State of a curve already processed: number of readings, stamp of the last, and largest magnitude (None before the first value)."""

    count: int = 0
    last: float = 0.0
    magnitude: float | None = None


class StripFeed:
    """Feeds one stack from one run at a time.

    Attributes:
        hidden: Whether a curve is hidden, by (strip, curve): the user's choice, kept between runs.
        chosen: Keys of the logged values to draw if there are many: the user's choice, kept between runs.
        strips: The shown strips.
    """

    def __init__(self, stack: StripStack, templates: Callable[[ShownRun, tuple[str, ...]], list[StripTemplate]]) -> None:
        self.hidden: dict[Place, bool] = {}
        self.chosen: tuple[str, ...] = ()
        self._stack = stack
        self._plan = templates
        self._axis = RunAxis.TIME
        self._forget()

    def _forget(self) -> None:
        self._subjects: tuple[object, ...] = ()
        self._templates: list[StripTemplate] = []
        self._sources: dict[Place, CurveSource] = {}
        self._seen: dict[Place, _Seen] = {}
        self._loads = 0
        self.strips: tuple[Strip, ...] = ()
        self._has_new_sizes = False
        self._throttling = Throttling()
        self._drawn_state: tuple[object, ...] = ()

    def begin(self, axis: RunAxis) -> None:
        """Reset, before another run or another axis."""
        self._axis = axis
        self._forget()
        self._stack.set_strips(())

    def remember(self, strip: str, curve: str, visible: bool) -> None:
        """Remember that the user toggled a curve in its legend."""
        self.hidden[strip, curve] = not visible

    def switch(self, strip: str, curve: str, visible: bool, data: ShownRun) -> None:
        """Show or hide a curve, and add its strip if missing."""
        self.hidden[strip, curve] = not visible
        self._show(self._planned(), data)
        self._stack.set_curve_visible(strip, curve, visible)

    def choices(self) -> list[CurveChoice]:
        """Return all curves with readings, drawn or not."""
        return [
            CurveChoice(strip.key, curve.key, strip.title, curve.label, not self.hidden.get((strip.key, curve.key), not curve.visible))
            for strip in self._templates
            for curve in (source.curve for source in strip.sources)
            if self._seen[strip.key, curve.key].magnitude is not None
        ]

    def refresh(self, data: ShownRun) -> None:
        """Pass new data to the stack."""
        subjects = (data.devices, data.series_keys(), data.logged_keys(), data.throughput_unit)
        if subjects != self._subjects:
            self._subjects = subjects
            self._templates = self._plan(data, self.chosen)
            self._sources = {(strip.key, source.curve.key): source for strip in self._templates for source in strip.sources}
            self._has_new_sizes = True
        grown = self._grown(data)
        if grown:
            self._show(self._planned() if self._has_new_sizes else self.strips, data, grown)
            self._has_new_sizes = False
        self._update_overlays(data)
        self._stack.set_end(data.end_s if self._axis is RunAxis.TIME else float(data.progress.steps - data.progress.warmup_steps))

    def _show(self, strips: tuple[Strip, ...], data: ShownRun, grown: Mapping[Place, tuple[Floats, Floats]] | None = None) -> None:
        """Update the stack's strips if they have changed, and its series: those that have grown, or all for new strips."""
        if strips != self.strips:
            self.strips = strips
            self._stack.set_strips(strips)
            grown = None
        shown = {(strip.key, curve.key) for strip in strips for curve in strip.curves}
        if grown is None:
            grown = {place: source.read(data) for place, source in self._sources.items() if place in shown}
        for place, series in grown.items():
            if place in shown:
                self._stack.set_series(*place, *self._placed(data, *series))

    def _grown(self, data: ShownRun) -> dict[Place, tuple[Floats, Floats]]:
        if data.loads != self._loads:
            self._loads = data.loads
            self._seen = {}
        grown = {}
        for place, source in self._sources.items():
            times, values = source.read(data)
            seen = self._seen.setdefault(place, _Seen())
            if times.size and (times.size, times[-1]) != (seen.count, seen.last):
                new = values[seen.count :] if times.size > seen.count else values
                seen.count, seen.last = times.size, float(times[-1])
                larger = _larger(seen.magnitude, new, is_logged=source.curve.is_logged)
                self._has_new_sizes |= larger != seen.magnitude
                seen.magnitude = larger
                grown[place] = (times, values)
        return grown

    def _planned(self) -> tuple[Strip, ...]:
        strips = []
        for template in self._templates:
            keys = {source.curve.key: (template.key, source.curve.key) for source in template.sources}
            sizes = {key: size for key, place in keys.items() if (size := self._seen[place].magnitude) is not None}
            strips.append(template.strip(sizes, {key: self.hidden[place] for key, place in keys.items() if place in self.hidden}))
        return tuple(strip if self._axis is RunAxis.TIME else _without_windows(strip) for strip in strips if strip is not None)

    def _placed(self, data: ShownRun, times: Floats, values: Floats) -> tuple[Floats, Floats]:
        if self._axis is RunAxis.TIME or not times.size:
            return times, values
        ends = data.step_ends()
        ends = ends[data.step_counts()[: ends.size] >= 0]
        first, last = times.searchsorted((ends[0], ends[-1])) if ends.size else (0, 0)
        return self._axis.places(data, times[first : last + 1]), values[first : last + 1]

    def _update_overlays(self, data: ShownRun) -> None:
        """Update gaps, throttling, limits and marks if any of them has changed."""
        slowed = self._throttling.update(data)
        lasting = data.end_s if any(gap.end_s is None for gap in data.gaps) else None
        sizes = tuple(data.logged(key)[0].size for key in drawn_keys(data.logged_keys(), self.chosen))
        state = (data.gaps, data.marks, data.phases, self.strips, lasting, data.ended, sizes)
        if state == self._drawn_state and not slowed:
            return
        self._drawn_state = state
        layout = self._layout()
        self._stack.set_shades(annotations.shades(data, self._throttling, layout, self._axis))
        self._stack.set_silent(self._silent(data))
        self._stack.set_limits(annotations.limits(data, layout))
        self._stack.set_marks(annotations.marks(data, self._axis, self.chosen))

    def _silent(self, data: ShownRun) -> frozenset[Place]:
        return frozenset(place for place, source in self._sources.items() if source.series is not None and data.is_in_gap(*source.series))

    def _layout(self) -> dict[str, frozenset[tuple[str, str]]]:
        shown = {}
        for strip in self.strips:
            series = [self._sources[strip.key, curve.key].series for curve in strip.curves if curve.visible]
            shown[strip.key] = frozenset(key for key in series if key is not None) if None not in series else frozenset()
        return shown


def _without_windows(strip: Strip) -> Strip:
    """Return a strip without sampling windows, for an axis other than time."""
    return replace(strip, curves=tuple(replace(curve, window=None) for curve in strip.curves))


def _larger(known: float | None, new: Floats, *, is_logged: bool) -> float | None:
    """Return the larger of a magnitude and the magnitudes of new values; logged NaN and infinity count as 0 if there is nothing else."""
    sizes: list[float]
    if new.size <= FEW:
        sizes = [abs(value) for value in new.tolist() if math.isfinite(value)]
    else:
        finite = np.abs(new[np.isfinite(new)])
        sizes = [float(finite.max())] if finite.size else []
    if not sizes:
        return 0.0 if known is None and is_logged and new.size else known
    return max(known or 0.0, *sizes)
