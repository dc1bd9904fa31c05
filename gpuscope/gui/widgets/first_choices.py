"""Content of a page while the store has no runs: three large choices, each with what will happen and how long it takes."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from gpuscope.gui import icons
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import Gap, centred, fill, horizontal, vertical

LADDER, WORKLOAD, COMMAND = "ladder", "workload", "command"
START = "start"
"""Item that makes the Ladder page start this machine's quick ladder."""
CHOOSE = "choose"
"""First part of an item that prepares the Run page's form for a choice: ``(CHOOSE, COMMAND)``."""
PROCESSES = "processes"
"""Item that makes the Machine page list the processes, so that one can be recorded."""
_WHOLE_WIDTH = Qt.AlignmentFlag(0)
_WIDTH = grown(560)
"""Width of the column in pixels: lines of comfortable length that fit the smallest window."""


class _Choice(QPushButton):
    def __init__(self, theme: Theme, icon: str, title: str, text: str) -> None:
        super().__init__()
        self.setProperty("look", "choice")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)  # its lines wrap, unlike a usual button's
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self._theme, self._icon = theme, icon
        self._sign = QLabel()
        texts = fill(vertical(spacing=4), label(title, "title", wraps=True), label(text, "muted", wraps=True))
        self._row = fill(horizontal(self, (18, 14, 18, 14), spacing=16), (self._sign, 0, Qt.AlignmentFlag.AlignTop), (texts, 1))
        theme.changed.connect(self._paint_sign)
        self._paint_sign()

    def _paint_sign(self) -> None:
        self._sign.setPixmap(icons.pixmap(self._icon, self._theme.palette.accent, grown(22), self.devicePixelRatioF()))

    def sizeHint(self) -> QSize:
        """Return the size of the content, which a button ignores by default."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size below which a word would be cut; a button takes its preferred size for its least."""
        return self._row.minimumSize()

    def hasHeightForWidth(self) -> bool:
        """Return True: its lines wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of its lines at a width."""
        return self._row.heightForWidth(width)


class FirstChoices(QWidget):
    """The three choices.

    Signals:
        chosen: :data:`LADDER`, :data:`WORKLOAD` or :data:`COMMAND`.

    Args:
        hint: A small paragraph below them; "" for none.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, hint: str = "") -> None:
        super().__init__()
        choices = (
            (
                LADDER,
                "ladder",
                self.tr("See what optimizations gain here (2 minutes)"),
                self.tr(
                    "Starts at once: a small image model runs as it is, then with one optimization after another. You see what each "
                    "gains, and can save a report."
                ),
            ),
            (
                WORKLOAD,
                "start",
                self.tr("Run one workload"),
                self.tr("Choose a model and a device, then press Start. Its curves appear as it runs; it takes about ten seconds."),
            ),
            (
                COMMAND,
                "note",
                self.tr("Record a command of mine"),
                self.tr("Type the command that starts your program. It is recorded, unchanged, for as long as it runs."),
            ),
        )
        self._inner = inner = vertical(spacing=12)
        self.buttons: dict[str, QPushButton] = {}
        for key, icon, title, text in choices:
            button = self.buttons[key] = _Choice(theme, icon, title, text)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            inner.addWidget(button)
        if hint:
            texts = label(hint, "small", wraps=True)
            texts.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            fill(inner, Gap(6), texts)
        middle = QWidget(maximumWidth=_WIDTH)
        middle.setLayout(inner)
        inner.setContentsMargins(0, 0, 0, 0)
        self._column = fill(vertical(self, (20, 16, 20, 16)), 2, centred(middle), 3)

    def add_below(self, widget: QWidget, side: Qt.AlignmentFlag = _WHOLE_WIDTH) -> None:
        """Add a widget below the choices, by default as wide as these."""
        self._inner.addWidget(widget, 0, side)


def page_of(choice: str) -> tuple[str, object]:
    """Return the page that a choice leads to from other pages, and the item to show there."""
    return ("ladder", START) if choice == LADDER else ("run", (CHOOSE, choice))
