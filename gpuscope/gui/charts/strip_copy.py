"""One strip of a stack on its own: drawn again, or as a table."""

import numpy as np

from gpuscope.gui.charts.strip_data import StripData
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.theme import Theme
from gpuscope.reports.pictures.picture import ChartTable

_Line = tuple[str, float, float, float | None, float | None]


def strip_alone(stack: StripStack, strip: str, theme: Theme) -> StripStack:
    """Return another stack with one strip and what belongs to it, of the same part of the axis; smooth, since it is drawn once.

    Args:
        stack: Has the strip.
        strip: Its key.
        theme: Gives the colours.
    """
    data, around = stack.data_of(strip), stack.around
    assert data is not None
    made = StripStack(theme)
    made.set_axis(around.axis, stack.axis_label, is_count=around.is_count)
    made.set_ground("panel")
    made.set_smooth(True)
    made.set_strips([data.strip])
    for curve in data.strip.curves:
        series = data.series[curve.key]
        made.set_series(strip, curve.key, series.x, series.y)
        made.set_curve_visible(strip, curve.key, data.visible[curve.key])
    for key, band in data.bands.items():
        made.set_band(strip, key, band.x, band.low, band.high)
    made.set_shades(around.shades)
    made.set_limits(around.limits)
    made.set_marks(around.marks)
    made.set_end(around.view.last, around.view.first)
    made.show_range(*stack.view_range)
    return made


def strip_table(stack: StripStack, strip: str) -> ChartTable:
    """Return the curves of a strip that are switched on: places, values in the unit that is shown, and what they range over."""
    data = stack.data_of(strip)
    assert data is not None
    lines = [line for curve in data.shown_curves() for line in _lines(data, curve.key, curve.label)]
    unit = f" [{data.strip.unit}]" if data.strip.unit else ""
    axis = "t_s" if stack.around.axis == "time" else stack.axis_label
    headers = ("curve", axis, f"{data.strip.title}{unit}", f"lowest{unit}", f"highest{unit}")
    has_band = any(line[3] is not None for line in lines)
    return ChartTable(headers if has_band else headers[:3], lines if has_band else [line[:3] for line in lines])


def _lines(data: StripData, key: str, label: str) -> list[_Line]:
    series, band, factor = data.series[key], data.bands.get(key), data.strip.factor
    places, values = np.asarray(series.x).tolist(), (np.asarray(series.y) * factor).tolist()
    ends: list[tuple[float | None, float | None]] = [(None, None)] * len(values)
    if band is not None:
        ends = list(zip((band.low * factor).tolist(), (band.high * factor).tolist(), strict=True))
    return [(label, x, y, *both) for x, y, both in zip(places, values, ends, strict=True)]
