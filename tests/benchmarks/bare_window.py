"""An empty PySide6 window, for the benchmarks: prints from its event loop when it was painted, and exits."""

import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget


class Window(QWidget):
    painted_ns = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.painted_ns:
            self.painted_ns = time.monotonic_ns()
            QTimer.singleShot(0, application.quit)


application = QApplication(sys.argv)
window = Window()
window.resize(1280, 800)
window.show()
application.exec()
print(window.painted_ns)
