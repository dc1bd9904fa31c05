"""What cannot be measured here, beyond the table of metrics: remedies with a copy button, why there is no GPU, long reasons."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gpuscope.core.device import NO_GPU, Device
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.health.health_state import device_title, is_listed_above
from gpuscope.gui.pages.health.metric_tree import label as metric_label
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, CopyButton
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, framed, horizontal, vertical
from gpuscope.reports.device_report import MissingMetrics, lacks
from gpuscope.reports.printable import printable
from gpuscope.system.language import listed_names

_TALLEST, _LARGEST_SHARE = 190, 0.3
"""Maximum height in pixels, or as a share of the page if that is more; keeps the table below usable."""
_COMMAND = re.compile(r"\b[Rr]un '([^']+)'")


class LackList(QScrollArea):
    """One or two lines per reason, hidden if nothing is missing; as high as its content up to a limit, then scrolls."""

    spoken_role = "Grouping"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lacks: Sequence[MissingMetrics] = ()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("look", "list")
        self.setAccessibleName(self.tr("What cannot be measured here"))
        self.hide()

    def show_devices(self, devices: Sequence[Device]) -> None:
        """Show what these devices cannot measure: what can be remedied, then why there is no GPU, and reasons too long for the table."""
        listed = (lack for lack in lacks(devices) if NO_GPU in lack.devices or is_listed_above(lack.reason, lack.cure))
        lacking = sorted(listed, key=lambda lack: lack.cure is None)
        if lacking == list(self._lacks):
            return
        self._lacks = lacking
        inside = QWidget()
        column = vertical(inside, (0, 0, 0, 0), spacing=8)
        for lack in lacking:
            if lack.cure is not None:
                column.addWidget(self._curable(lack, lack.cure))
        if lacking and lacking[-1].cure is None:
            column.addWidget(_incurable([lack for lack in lacking if lack.cure is None]))
        self.setWidget(inside)
        self.setVisible(bool(lacking))
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the lines that another width takes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def fit(self) -> None:
        """Fit the height to the rows, within its limit."""
        inside = self.widget()
        if inside is not None:
            page = self.parentWidget()
            tallest = max(_TALLEST, round(_LARGEST_SHARE * page.height()) if page is not None else 0)
            needed = inside.heightForWidth(max(1, self.viewport().width()))
            around = self.height() - self.viewport().height()
            self.setFixedHeight(min(tallest, max(needed, inside.minimumSizeHint().height()) + around))

    def _curable(self, lack: MissingMetrics, cure: str) -> QFrame:
        row = framed("notice-warn")
        line = horizontal(row, (14, 9, 10, 9), spacing=12)
        texts = fill(vertical(spacing=3), _text(lack_sentence(lack), ""), _text(printable(cure), "small"))
        fill(line, (texts, 1), (self._copy_button(cure), 0, Qt.AlignmentFlag.AlignVCenter))
        return row

    def _copy_button(self, cure: str) -> Button:
        command = _COMMAND.search(cure)
        copied, title = (command[1], self.tr("Copy the command")) if command else (cure, "")
        button = CopyButton(self._theme, lambda: copied, title)
        button.setAccessibleName(self.tr("Copy the cure: {0}").format(cure))
        return button


def _incurable(lacking: Sequence[MissingMetrics]) -> QFrame:
    card = framed("card")
    column = vertical(card, (14, 9, 14, 9), spacing=5)
    for lack in lacking:
        column.addWidget(_text(lack_sentence(lack), "muted"))
    return card


def lack_sentence(lack: MissingMetrics) -> str:
    """Return the missing metrics and the reason in one sentence."""
    devices, metrics = (
        listed_names([*map(device_title, lack.devices)]),
        listed_names([metric_label(key, lack.devices[0]) for key in lack.metrics]),
    )
    sentence = QCoreApplication.translate("LackList", "{0}: {1} cannot be measured. Why: {2}")
    if lack.devices == (NO_GPU,):  # this entry stands for all GPUs and all of their metrics
        devices, metrics = QCoreApplication.translate("LackList", "GPUs"), QCoreApplication.translate("LackList", "nothing can be measured")
        sentence = QCoreApplication.translate("LackList", "{0}: {1}. Why: {2}")
    return printable(sentence.format(devices, metrics, composed_text(lack.reason)))


def _text(text: str, look: str) -> QWidget:
    line = label(text, look, wraps=True)
    line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
    return line
