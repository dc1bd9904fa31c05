"""Buttons in the styles of the style sheet, with icons in the theme's colours."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QMenu, QPushButton, QWidget

from gpuscope.gui import icons
from gpuscope.gui.fonts import shortened
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Palette, Theme
from gpuscope.gui.widgets.menus import escaped

ICON, _SPACE = 16, 2
"""Logical pixels: an icon's size, and the space added between it and centred text, beside which Qt leaves half as much as beside others."""
LINK_INSET = 3
"""Pixels from the left edge of a link to its text: border and padding in the style sheet."""
_AT_LEFT = ("link", "nav")
"""Looks whose text is aligned left."""
_COPIED_MS = 1500
"""How long a button says "Copied": long enough to be read."""
_LONGEST_NAME = 60
"""Maximum length of a name in a menu, in characters."""


class PlainButton(QPushButton):
    """A push button that is as high in Chinese as in English."""

    def sizeHint(self) -> QSize:
        """Return Qt's size, as high as for a line of the font itself, as fields are: one of Chinese is higher, and needs no more."""
        size, line = super().sizeHint(), self.fontMetrics()
        icon = 0 if self.icon().isNull() else self.iconSize().height()
        return size - QSize(0, max(icon, line.size(0, self.text()).height()) - max(icon, line.height()))


class Button(PlainButton):
    """A push button.

    Args:
        text: Text; may be "" if there is an icon, which then requires ``name``.
        look: "" (plain), "main", "destructive", "flat", "link", "chip" or "nav".
        icon: Name of an icon, or "".
        name: Accessible name and tooltip of a button without text.
        is_checkable: Whether a click switches it on or off.
        clicked: Called, or emitted, by a click.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        look: str = "",
        icon: str = "",
        name: str = "",
        *,
        is_checkable: bool = False,
        clicked: Callable[..., object] | SignalInstance | None = None,
    ) -> None:
        super().__init__(text)
        self._theme = theme
        self._icon = icon
        self.setProperty("look", look)
        self.setIconSize(QSize(grown(ICON), grown(ICON)))
        self.setAutoDefault(False)
        self.setCheckable(is_checkable)
        if name:
            self.setAccessibleName(name)
            self.setToolTip(name)
        if clicked is not None:
            self.clicked.connect(clicked)
        if icon:
            self._paint_icon()
            theme.changed.connect(self._paint_icon)
            self.toggled.connect(self._paint_icon)

    def set_icon(self, icon: str) -> None:
        """Replace the icon."""
        self._icon = icon
        self._paint_icon()

    def setText(self, text: str) -> None:
        """Set the text."""
        had_text = bool(self.text())
        super().setText(text)
        if self._icon and had_text != bool(text):
            self._paint_icon()

    def setLayoutDirection(self, direction: Qt.LayoutDirection) -> None:
        """Set the side of the icon, and keep the space between it and the text."""
        super().setLayoutDirection(direction)  # not in changeEvent, which a change of theme calls eight times for each button
        if self._icon:
            self._paint_icon()

    def _paint_icon(self) -> None:
        palette = self._theme.palette
        space = _SPACE if self.text() and self.property("look") not in _AT_LEFT else 0
        is_first = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        left, right = (0, space) if is_first else (space, 0)
        self.setIconSize(QSize(grown(ICON + space), grown(ICON)))
        self.setIcon(icons.icon(self._icon, self._colour(palette), palette.faint, left, right))

    def _colour(self, palette: Palette) -> str:
        look = self.property("look")
        if self.isCheckable() and self.isChecked():
            return palette.accent
        colours = {"main": palette.on_accent, "destructive": palette.bad, "link": palette.accent}
        return palette.muted if look in ("nav", "chip") else colours.get(look, palette.text)


class CopyButton(Button):
    """A button that copies a text to the clipboard, and says so for a moment."""

    def __init__(self, theme: Theme, content: Callable[[], str], text: str = "", look: str = "") -> None:
        self._offer = text or QCoreApplication.translate("Buttons", "Copy")
        super().__init__(theme, self._offer, look, "copy")
        self._content = content
        self._back = QTimer(self, interval=_COPIED_MS, singleShot=True)
        self._back.timeout.connect(self._offer_again)
        self.clicked.connect(self._copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._content())
        self.setMinimumSize(self.size())  # the longer word takes the icon's room, so that nothing moves
        self.setIcon(QIcon())
        self.setText(QCoreApplication.translate("Buttons", "Copied"))
        self._back.start()

    def _offer_again(self) -> None:
        self.setMinimumSize(0, 0)
        self.setText(self._offer)
        self.set_icon("copy")


class MenuButton(Button):
    """A button that opens a menu below it, with an arrow after its text; arguments as for :class:`Button`."""

    def __init__(self, theme: Theme, text: str, look: str = "") -> None:
        super().__init__(theme, text, look, "down")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # puts the arrow after the text, and mirrors the padding

    def new_menu(self) -> QMenu:
        """Return an empty menu, which is deleted once it is closed."""
        menu = QMenu(self)
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # undo the button's direction
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def popup(self, menu: QMenu) -> None:
        """Open a menu below the button."""
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))


def menu_text(name: str) -> str:
    """Return a name for a menu or a button: shortened, with ampersands escaped."""
    return escaped(shortened(name, _LONGEST_NAME))


class ChoiceGroup(QButtonGroup):
    """A group of checkable buttons, one of which is chosen; screen readers announce radio buttons instead of check boxes.

    Tab reaches the chosen one, also if the program chose it: Qt then leaves Tab with the one that had the focus last.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.buttonToggled.connect(self._reach)

    def addButton(self, button: QAbstractButton, id: int = -1) -> None:
        """Add a button, with an id if it is not negative."""
        super().addButton(button, id)
        button.setAutoExclusive(True)
        self._reach(self.checkedButton())

    def _reach(self, chosen: QAbstractButton | None, on: bool = True) -> None:
        if on and chosen is not None:
            for button in self.buttons():
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if button is chosen else Qt.FocusPolicy.ClickFocus)


def keeps_its_place(widget: QWidget) -> None:
    """Reserve a widget's space while it is hidden, so that nothing moves when it appears or disappears."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
