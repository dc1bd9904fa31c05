"""Pictures of the charts in typical use, for visual review: ``python -m tests.gui.charts.pictures FOLDER [NAME…]``."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.painter_canvas import colour_of
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.ratio_bar import RatioScale, draw_ratio_bar
from gpuscope.gui.charts.strip import Curve, Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.pictures.picture import Axis, Chart, Dash, Label, Point, group_style
from gpuscope.reports.pictures.scale import scale_around
from tests.gui.charts.stack_hands import put_cursor

SIZES = {"small": (856, 588), "large": (1496, 880)}
"""The space left to the charts in windows of 1280×800 and 1920×1080."""
RANDOM = np.random.default_rng(4)


def one(key: str, title: str, unit: str, colour: str, factor: float = 1.0) -> Strip:
    """Return a strip with one curve."""
    return Strip(key, title, unit, (Curve("a", title, colour),), factor)


STRIPS = (
    Strip("throughput", "Throughput", "k samples/s", (Curve("a", "Throughput", "throughput"),), factor=1e-3),
    Strip("loss", "Loss", "", (Curve("a", "Loss", "loss", is_logged=True),)),
    Strip("utilization", "Utilization", "%", (Curve("a", "Utilization", "compute"),), factor=100, low=0, high=1),
    Strip("power", "Power", "W", (Curve("a", "Power", "power"),)),
    Strip("clock", "Clock", "MHz", (Curve("a", "Clock", "clock"),), factor=1e-6, low=0.0),
    Strip("memory", "Memory", "GiB", (Curve("a", "Memory", "memory"),), factor=2.0**-30, low=0.0),
    Strip("temperature", "Temperature", "°C", (Curve("a", "Temperature", "temperature"),), low=20, high=90),
    Strip("host", "CPU", "% of 16 cores", (Curve("a", "CPU", "host"),), factor=100, low=0, high=1),
)


def series(end: float = 67.0) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return series like those of a CNN run: ten seconds of startup, then about a minute of training."""
    t = np.arange(0, end, 0.1)
    on, waits = t > 10.5, (t > 37.5) & (t < 39.5)
    noise = RANDOM.normal(0, 1, t.size)
    return {
        "throughput": (t[on], np.where(waits, 17_100, 42_800 + 250 * noise)[on]),
        "loss": (t[on][::4], (0.6 + 1.8 * np.exp(-(t - 10) / 14) + 0.01 * noise)[on][::4]),
        "utilization": (t, np.clip(np.where(on, np.where(waits, 0.36, 0.965 + 0.012 * noise), 0.02), 0, 1)),
        "power": (t, np.where(on, np.where(waits, 304, 512 + 3 * noise), 110)),
        "clock": (t, np.where(on, np.where((t > 50) & (t < 55), 1.6e9, 1.755e9), 3.4e8)),
        "memory": (t, 2.0**30 * np.clip(1.2 + 8.4 * (t - 10.5) / 2.4, 1.2, 9.6)),
        "temperature": (t, 36 + 26 * (1 - np.exp(-np.maximum(0, t - 10) / 18)) + 0.1 * noise),
        "host": (t, np.where(waits, 0.55, 0.24 + 0.015 * noise)),
    }


def fill(stack: StripStack, window: float | None = 60.0) -> None:
    """Give a stack its strips from STRIPS, with their series."""
    for key, (x, y) in series().items():
        stack.set_series(key, "a", x, y)
    stack.set_end(67.0)
    stack.follow(window)


def live(stack: StripStack) -> None:
    """Eight strips, with the cursor on them."""
    stack.set_strips(STRIPS)
    fill(stack)
    stack.set_shades(
        [
            Shade(26.4, 27.9, "gap 1.2 s", frozenset({"utilization", "power", "clock", "memory", "temperature"})),
            Shade(50, 55, "power cap", frozenset({"clock"}), "throttle"),
        ]
    )
    stack.set_limits([Limit("power", 700, "limit 700 W")])
    stack.set_cursor_note(lambda x: f"step {int(x * 46):,}")
    put_cursor(stack, 38.2)


def marked(stack: StripStack) -> None:
    """Marks, a gap in all strips, an open gap, a sleep, a limit inside the range."""
    stack.set_strips(STRIPS)
    fill(stack, None)
    stack.set_shades([Shade(20, 22, "gap 2.0 s"), Shade(45, 52, "slept 1 h 51 m", tone="sleep"), Shade(64, None, "no answer", tone="gap")])
    stack.set_marks(
        [Mark(12, "warm-up done"), Mark(13, "lost in the other's label"), Mark(58, "learning rate halved by the schedule of the user")]
    )
    stack.set_limits([Limit("power", 400, "cap 400 W"), Limit("temperature", 83, "slows down at 83 °C")])


def broken(stack: StripStack) -> None:
    """NaN, infinity, absurd values, one point, nothing."""
    t = np.arange(0, 60, 0.1)
    names = ("nan", "hole", "inf", "absurd", "huge", "one", "empty", "flat")
    titles = ("Loss", "With holes", "Infinite", "One spike of 1e18", "All of 1e300", "One point", "SM activity", "Flat")
    stack.set_strips(
        [
            Strip(
                key,
                title,
                "",
                (Curve("a", title, "loss", is_logged=True),),
                subtitle="no access to performance counters" if key == "empty" else "",
            )
            for key, title in zip(names, titles, strict=True)
        ]
    )
    wave = 2 + np.sin(t / 3)
    stack.set_series("nan", "a", t, np.where(t < 12.4, wave, np.nan))
    stack.set_series("hole", "a", t, np.where((t % 10 < 2) | (np.arange(t.size) % 97 == 0), np.nan, wave))
    stack.set_series("inf", "a", t, np.where(t > 50, np.inf, np.where(t % 20 < 0.2, -np.inf, wave)))
    stack.set_series("absurd", "a", t, np.where(np.arange(t.size) == 300, 1e18, wave))
    stack.set_series("huge", "a", t, wave * 1e300)
    stack.set_series("one", "a", np.array([31.0]), np.array([0.7]))
    stack.set_series("flat", "a", t, np.full(t.size, 1234.5))
    stack.set_marks([Mark(12.4, "NaN")])
    stack.set_end(60.0)
    put_cursor(stack, 52.0)


def devices(stack: StripStack) -> None:
    """Several devices in a strip, one of them hidden, and one strip with more devices than fit."""
    dashes = list(Dash)
    curves = tuple(Curve(str(index), f"gpu:{index}", "power", dashes[index % 6]) for index in range(8))
    memory = tuple(Curve(str(index), f"gpu:{index}", "memory", dashes[index]) for index in range(3))
    host = (Curve("0", "machine", "host"), Curve("1", "process tree of the run", "host", Dash.DASHED))
    stack.set_strips(
        [
            Strip("power", "Power", "W", curves),
            Strip("memory", "Memory", "GiB", memory, factor=2.0**-30, low=0.0),
            Strip("host", "CPU", "% of 16 cores", host, factor=100, low=0, high=1),
            Strip("long", "A title that nobody wanted to be so long", "fortnights per furlong and more", (Curve("0", "x", "clock"),)),
        ]
    )
    t = np.arange(0, 120, 0.1)
    for index in range(8):
        stack.set_series("power", str(index), t, 300 + 40 * index + 5 * RANDOM.normal(0, 1, t.size))
    for index in range(3):
        stack.set_series("memory", str(index), t, 2.0**30 * (10 + 3 * index + 0.5 * np.sin(t / 4 + index)))
    for index in range(2):
        stack.set_series("host", str(index), t, 0.5 - 0.3 * index + 0.02 * RANDOM.normal(0, 1, t.size))
    stack.set_series("long", "0", t, np.cumsum(RANDOM.normal(0, 1e6, t.size)))
    stack.set_end(120.0)
    stack.set_curve_visible("memory", "1", False)
    put_cursor(stack, 110.0)


def single(stack: StripStack) -> None:
    """One strip."""
    stack.set_strips(STRIPS[3:4])
    fill(stack)


def many(stack: StripStack) -> None:
    """Twenty strips, more than fit."""
    stack.set_strips([one(str(index), f"Metric {index}", "ms", "throughput") for index in range(20)])
    t = np.arange(0, 60, 0.1)
    for index in range(20):
        stack.set_series(str(index), "a", t, RANDOM.normal(index, 0.3 * index + 0.1, t.size))
    stack.set_end(60.0)


def hour(stack: StripStack) -> None:
    """A whole hour of data."""
    stack.set_strips(STRIPS)
    for key, (x, y) in series(3600.0).items():
        stack.set_series(key, "a", x, y)
    stack.set_end(3600.0)
    stack.follow(None)


def overlay(stack: StripStack) -> None:
    """Three groups by step, with bands, as the Compare page shows them."""
    names = ("FP32", "TF32", "BF16")
    curves = tuple(
        Curve(name, name, f"group:{index}", group_style(index).dash, group_style(index).marker) for index, name in enumerate(names)
    )
    stack.set_strips([Strip("power", "Power", "W", curves)])
    stack.set_ground("panel")
    stack.set_smooth(True)
    stack.set_axis("samples", "samples seen")
    x = np.linspace(0, 1_250_000, 400)
    for index, level in enumerate((460, 490, 522)):
        y = np.where(x < 25_000, 130 + (level - 130) * x / 25_000, level) + RANDOM.normal(0, 4, x.size)
        stack.set_series("power", names[index], x, y)
        stack.set_band("power", names[index], x, y - 9, y + 9)
    stack.set_end(1_250_000)
    stack.follow(None)


def nothing(stack: StripStack) -> None:
    """Strips waiting for their first value."""
    stack.set_strips(STRIPS)
    stack.follow(60.0)


SCENES: dict[str, Callable[[StripStack], None]] = {
    scene.__name__: scene for scene in (live, marked, broken, devices, single, many, hour, overlay, nothing)
}


class RatioBars(QWidget):
    """Ratio bars stacked as in a table's cells."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self._theme.palette
        painter.fillRect(self.rect(), QColor(palette.panel))
        ratios = (1.82, 0.55, 1.01, 0.59, 1.08, 1.0, None, 250.0, 0.004)
        intervals = ((1.79, 1.85), (0.54, 0.56), (0.97, 1.06), None, (1.07, 1.09), (0.999, 1.001), None, None, (0.002, 0.008))
        scale = RatioScale.of(ratios[:-2])
        for index, (ratio, interval) in enumerate(zip(ratios, intervals, strict=True)):
            draw_ratio_bar(painter, QRectF(10, 31 * index, 130, 31), ratio, interval, scale, colour_of("group:2", palette), palette)


def plane(theme: Theme) -> PictureView:
    """Return three groups of five runs, and two groups close to each other."""
    view = PictureView(theme)
    groups = (
        ("FP32", 23_500, 20.2),
        ("TF32", 30_800, 16.0),
        ("BF16", 43_000, 11.9),
        ("BF16, compiled", 42_000, 12.4),
        ("FP16", 43_400, 11.6),
    )
    points = [
        Point(name, group_style(index), x * (1 + RANDOM.normal(0, 0.004)), y * (1 + RANDOM.normal(0, 0.006)))
        for index, (name, x, y) in enumerate(groups)
        for _ in range(5)
    ]
    labels = [Label(group_style(index), x, y, name) for index, (name, x, y) in enumerate(groups)]
    x = Axis(scale_around([point.x for point in points]), "Throughput", "samples/s", "→ better")
    y = Axis(scale_around([point.y for point in points]), "Energy per sample", "mJ", "↓ better")
    view.show_picture(Chart(x, y, (*points, *labels), is_plane=True), "Time and energy")
    return view


def draw(widget: QWidget, size: tuple[int, int], file: Path) -> None:
    """Show a widget at a given size, and save a picture of it."""
    widget.resize(*size)
    widget.show()
    for _ in range(3):
        QApplication.processEvents()
    widget.grab().save(str(file))
    widget.close()


def main(folder: Path, names: list[str]) -> None:
    """Write the pictures."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    fonts.load_text_fonts()
    app.setFont(fonts.font())
    folder.mkdir(parents=True, exist_ok=True)
    for choice in (Choice.DARK, Choice.LIGHT):
        theme, pictures = Theme(choice), ControlPictures()
        app.setStyleSheet(stylesheet(theme.palette, pictures))
        for name, scene in SCENES.items():
            for size, pixels in SIZES.items():
                if names and name not in names:
                    continue
                stack = StripStack(theme)
                scene(stack)
                draw(stack, pixels, folder / f"{name}-{choice.value}-{size}.png")
        if not names or "others" in names:
            draw(plane(theme), (334, 286), folder / f"plane-{choice.value}.png")
            draw(RatioBars(theme), (150, 280), folder / f"ratio-{choice.value}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
