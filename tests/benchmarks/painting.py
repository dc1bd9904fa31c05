"""What it costs to paint a widget: processor time and repaints, while its application runs."""

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget


class _Paints(QObject):
    """Counts the repaints of a widget."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def cost_of_painting(app: QApplication, widget: QWidget, window_s: float) -> dict[str, float]:
    """Run an application, and end it; return the share of a core that the process used, and the widget's repaints per second."""
    paints = _Paints()
    widget.installEventFilter(paints)
    marks: list[tuple[float, float, int]] = []
    for moment in (1.5, 1.5 + window_s):
        QTimer.singleShot(round(moment * 1000), lambda: marks.append((time.monotonic(), time.process_time(), paints.count)))
    QTimer.singleShot(round((2 + window_s) * 1000), app.quit)
    app.exec()
    (t0, cpu0, paints0), (t1, cpu1, paints1) = marks
    return {"cpu": (cpu1 - cpu0) / (t1 - t0), "rate": (paints1 - paints0) / (t1 - t0)}
