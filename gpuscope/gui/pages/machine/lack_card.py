"""Why no GPU is read here, and what would change it: one quiet card."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.core.device import Device
from gpuscope.gui.widgets.labels import label

_NAME_WIDTH = 176


class LackCard(QFrame):
    """Says what the device that stands for the GPUs has as its reason.

    Args:
        device: That one.
        parent: The widget that it belongs to.
    """

    def __init__(self, device: Device, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.device = device
        found = next(iter(device.capabilities.values()), None)
        reason, cure = (found.reason or "", found.cure or "") if found is not None else ("", "")
        name = label(self.tr("No GPU"), "heading")
        name.setFixedWidth(_NAME_WIDTH - 20)
        words = QVBoxLayout()
        words.setSpacing(2)
        for text, look in ((f"{reason[:1].upper()}{reason[1:]}", "muted"), (cure, "small")):
            if text:
                words.addWidget(label(text, look, wraps=True))
        below = QFrame()
        below.setProperty("look", "line")
        below.setFixedHeight(1)
        row = QHBoxLayout()
        row.setContentsMargins(20, 12, 20, 12)
        row.setSpacing(16)
        row.addWidget(name)
        row.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(below)
        self.setAccessibleName(" ".join((name.text(), reason, cure)))
