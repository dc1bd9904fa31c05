"""The window's keyboard shortcuts: one list for the Settings page and for the card that "?" opens."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from gpuscope.gui.accessibility import ReadingArea
from gpuscope.gui.fonts import ascent
from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, grid, vertical


def key_rows() -> tuple[tuple[str, str], ...]:
    """Return each key, or group of related keys, with its effect."""
    return (
        ("Ctrl+K", QCoreApplication.translate("Keys", "find a page, a run, a workload, a setting, an action, a word of the guide")),
        ("F1", QCoreApplication.translate("Keys", "the guide")),
        ("Ctrl+M", QCoreApplication.translate("Keys", "the mini view: a small window on top of all others")),
        ("?", QCoreApplication.translate("Keys", "these keys")),
        ("Ctrl+1  Ctrl+2 …", QCoreApplication.translate("Keys", "the pages, from the top")),
        ("F6", QCoreApplication.translate("Keys", "from the page to the list of pages, and back to where you were")),
        ("Alt+←", QCoreApplication.translate("Keys", "back to what was shown before, on the page or on another")),
        ("Esc", QCoreApplication.translate("Keys", "leave the guide, an opened run, a race, the list of processes, full screen, a filter")),
        ("Ctrl+Enter", QCoreApplication.translate("Keys", "start the run, the ladder or the sweep of the form")),
        ("Shift+F5", QCoreApplication.translate("Keys", "stop the live run that is shown")),
        (QCoreApplication.translate("Keys", "Space"), QCoreApplication.translate("Keys", "pause the charts, or follow again")),
        ("← →   + −   Home End", QCoreApplication.translate("Keys", "on the charts: move the cursor, zoom, the beginning and the end")),
        (
            "Ctrl+C   T",
            QCoreApplication.translate("Keys", "on a chart: its picture on the clipboard, its figures; its menu (Shift+F10) has files"),
        ),
        (
            QCoreApplication.translate("Keys", "Space") + "   F11",
            QCoreApplication.translate("Keys", "in a race: play or pause, full screen"),
        ),
        ("F11", QCoreApplication.translate("Keys", "on a ladder: full screen")),
        ("Ctrl+O   Ctrl+F   Ctrl+E", QCoreApplication.translate("Keys", "on a profile: open another, filter, save the table")),
        (
            "W S   A D   F   /",
            QCoreApplication.translate("Keys", "on a profile's timeline: zoom, move, show the selected slice, search"),
        ),
        (
            "M   Shift+M",
            QCoreApplication.translate("Keys", "there: measure the selected slice, up to another one; Shift and a drag measure any range"),
        ),
        ("F3   Shift+F3", QCoreApplication.translate("Keys", "on a profile's timeline: the next match of the search, the one before")),
        ("Ctrl+F   F2   Del", QCoreApplication.translate("Keys", "on the list of runs: filter, rename, delete")),
        ("Enter   Ctrl+R   Ctrl+Shift+R", QCoreApplication.translate("Keys", "on the list of runs: open, run again, open in the form")),
        ("Ctrl+P   Ctrl+T   Ctrl+N", QCoreApplication.translate("Keys", "on the list of runs: show the profile, tags, note")),
        ("Ctrl+Shift+K   Ctrl+C", QCoreApplication.translate("Keys", "on the list of runs: race the selected ones, copy the id")),
        ("Ctrl+E   Ctrl+Shift+E", QCoreApplication.translate("Keys", "on the list of runs: export the numbers, the samples")),
        ("Ctrl+B   Ctrl+I", QCoreApplication.translate("Keys", "on the list of runs: export as a bundle, import")),
        (
            "Ctrl+Shift+C   Ctrl+Shift+A",
            QCoreApplication.translate("Keys", "on the list of runs: compare the selected ones, add them to the comparison"),
        ),
        ("Ctrl+Z", QCoreApplication.translate("Keys", "undo the last change of the page: a deletion, a name, tags, a note, groups")),
        ("Ctrl+Q", QCoreApplication.translate("Keys", "close the window; runs may go on")),
    )


def key_grid() -> QGridLayout:
    """Return the keys and their effects in two columns."""
    rows = grid(18, 6, 1)
    for number, (keys, effect) in enumerate(key_rows()):
        name, meaning = label(keys, "muted"), label(effect, wraps=True)
        for text in (name, meaning):  # beside an effect of two lines, the keys stand at the first
            text.setAlignment(Qt.AlignmentFlag.AlignTop)
        lower = ascent(meaning.font(), effect) - ascent(name.font(), keys)
        (name if lower > 0 else meaning).setContentsMargins(0, round(abs(lower)), 0, 0)  # onto one baseline
        rows.addWidget(name, number, 0)
        rows.addWidget(meaning, number, 1)
    return rows


class KeyMap(QDialog):
    """A card with all keys; Escape or another "?" closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys"))
        self.setMinimumWidth(_WIDTH)
        column = fill(vertical(self, (22, 18, 22, 18), spacing=14), label(self.tr("Keys"), "title"))
        inside = QWidget()
        inside.setLayout(key_grid())
        column.addWidget(ReadingArea(self.tr("Keys"), inside), 1)
        self.ensurePolished()  # apply the style sheet, which determines the sizes
        whole = max(inside.sizeHint().height(), inside.heightForWidth(_WIDTH - _BESIDE)) + _AROUND
        self.resize(_WIDTH, whole if parent is None else min(whole, parent.window().height()))
        QShortcut(QKeySequence("?"), self, self.accept)


_WIDTH = grown(560)
"""Width in pixels: the longest keys and a line of 60 characters."""
_BESIDE, _AROUND = 60, grown(96)
"""Pixels beside the keys, including a scroll bar, and above and below them, including the title."""
