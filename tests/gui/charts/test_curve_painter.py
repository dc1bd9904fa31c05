"""The curve of a sensor that samples only part of the time."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gpuscope.gui.charts.curve_painter import CurvePainter, Frame
from gpuscope.gui.charts.series import Floats, Span
from gpuscope.gui.charts.strip import Curve, SensorWindow

WIDTH, HEIGHT = 400, 40


def full_columns(seconds: float, values: Floats, window: SensorWindow | None) -> NDArray[np.int64]:
    """Return the pixel columns in which a curve with readings every 0.1 s is drawn in full colour."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    frame = Frame(QRectF(0, 0, WIDTH, HEIGHT), 0.0, seconds, Span(0.0, 200.0, 50.0), 1.0, 1.0)
    curve = Curve("power", "Power", "power", window=window)
    CurvePainter().draw(painter, curve, QPen(QColor("white"), 1), (np.linspace(0.0, (len(values) - 1) / 10, len(values)), values), frame)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, WIDTH, 4)
    return np.flatnonzero(pixels[:, :, 0].max(axis=0) > 200)


def test_where_there_is_room_only_what_was_looked_at_is_drawn_in_full() -> None:
    columns = full_columns(1.0, np.full(11, 100.0), SensorWindow(0.1, 0.025))
    # 400 pixels a second; a reading is 50 ms old on average, and the sensor sampled for 25 ms before that.
    assert set(range(11, 19)) <= set((columns % 40).tolist()) <= set(range(9, 22))
    assert np.unique(columns // 40).size == 10


def test_a_reading_that_is_missing_has_no_line() -> None:
    values = np.full(11, 100.0)
    values[5] = np.nan
    columns = full_columns(1.0, values, SensorWindow(0.1, 0.025))
    assert not any(170 <= column < 180 for column in columns)


def test_from_further_away_it_is_a_curve_as_any_other() -> None:
    values = np.full(1000, 100.0)
    assert full_columns(100.0, values, SensorWindow(0.1, 0.025)).size >= WIDTH - 1
    assert full_columns(1.0, values[:11], None).size >= WIDTH - 1
