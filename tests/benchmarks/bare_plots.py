"""An empty pyqtgraph window with a given number of plots, for the benchmarks: prints when all have been painted, and exits."""

import sys
import time

import pyqtgraph as pg
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication


class Plots(pg.GraphicsLayoutWidget):  # type: ignore[misc]  # pyqtgraph has no types
    painted_ns = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted_ns:
            self.painted_ns = time.monotonic_ns()
            QTimer.singleShot(0, application.quit)


application = QApplication(sys.argv[:1])
window = Plots()
for _ in range(int(sys.argv[1])):
    window.addPlot()
    window.nextRow()
window.resize(1280, 800)
window.show()
application.exec()
print(window.painted_ns)
