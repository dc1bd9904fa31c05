"""The popup list of a picker: options under headings, searchable, with an explanation of the current one."""

from collections.abc import Collection, Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, STRONG, Theme
from gpuscope.gui.widgets.field_editor import Option
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, fill, hairline, vertical

_WIDTH, _ROWS = grown(360), 12
"""Width in pixels, and visible rows before the list scrolls: names are not elided, and the list fits the smallest window."""
_MARGIN, _SPACING = 8, 6
"""Pixels around the parts and between them."""
_SEARCHED = 12
"""Number of options from which a search field is shown."""
_MOVING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_IS_REFUSED = Qt.ItemDataRole.UserRole + 1
"""Role of an item: whether its option cannot be picked here."""
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PickerList(QFrame):
    """A list to pick one or several options; it closes after a single choice.

    Signals:
        picked: An available option was clicked, or Enter or Space pressed on it: its value.

    Args:
        several: Whether more than one can be selected.
        name: Accessible name.
        parent: The window; not the picker, whose style would apply to the list.
    """

    picked = Signal(str)

    def __init__(self, theme: Theme, several: bool, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("look", "card")
        self._theme, self._several = theme, several
        self._options: dict[str, Option] = {}
        self._search = QLineEdit()
        self._list = QListWidget()
        self._why, self._help, self._foot = label("", "warn", wraps=True), label("", "small", wraps=True), QWidget()
        self._build(name)
        self._list.currentItemChanged.connect(self._explain)
        self._list.itemClicked.connect(self._pick)
        self._search.textChanged.connect(self._filter)
        theme.changed.connect(self._colour)

    def set_options(self, options: Sequence[Option], chosen: Collection[str]) -> None:
        """Replace the options, those of a group adjacent, and the selected values; the current option stays current."""
        current = self._value(self._list.currentItem())
        self._options = {option.value: option for option in options}
        self._list.clear()
        for group, members in groupby(options, key=lambda option: option.group):
            if group:
                self._add_heading(group)
            for option in members:
                self._add(option, chosen)
        self._colour()
        self._search.setVisible(len(options) >= _SEARCHED and not self._several)
        items = [item for item in self._items() if self._value(item)]
        wanted = [item for item in items if self._value(item) == current] or [item for item in items if self._value(item) in chosen]
        self._go_to(wanted or items)

    def _build(self, name: str) -> None:
        self._search.setPlaceholderText(self.tr("Find"))
        self._search.setAccessibleName(self.tr("Find"))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName(name)
        fill(vertical(self._foot, (_MARGIN, 4, _MARGIN, 4), spacing=_SPACING), self._why, self._help, STRETCH)
        fill(vertical(self, (_MARGIN, _MARGIN, _MARGIN, _MARGIN), spacing=6), self._search, self._list, hairline(), self._foot)
        for part in (self._search, self._list):
            part.installEventFilter(self)

    def _add_heading(self, group: str) -> None:
        item = QListWidgetItem(group)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(fonts.font(BODY_PX, STRONG))
        self._list.addItem(item)

    def _add(self, option: Option, chosen: Collection[str]) -> None:
        item = QListWidgetItem(option.label)
        item.setData(Qt.ItemDataRole.UserRole, option.value)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, f"{option.reason} {option.help}".strip())
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        if option.reason and option.value not in chosen:
            item.setData(_IS_REFUSED, True)
        elif self._several:
            item.setCheckState(Qt.CheckState.Checked if option.value in chosen else Qt.CheckState.Unchecked)
        self._list.addItem(item)

    def _colour(self) -> None:
        palette = self._theme.palette
        for item in self._items():
            if not self._value(item):
                item.setForeground(QColor(palette.muted))
            elif item.data(_IS_REFUSED):
                item.setForeground(QColor(palette.faint))

    def _items(self) -> list[QListWidgetItem]:
        return [self._list.item(row) for row in range(self._list.count())]

    @staticmethod
    def _value(item: QListWidgetItem | None) -> str:
        """Return the value of an item; "" for no item or a heading."""
        return (item and item.data(Qt.ItemDataRole.UserRole)) or ""

    def open_below(self, box: QWidget) -> None:
        """Show the list below its picker, or above it if there is no room."""
        self.ensurePolished()  # apply the style sheet, which determines the sizes
        row = max(1, self._list.sizeHintForRow(0))
        self._list.setFixedHeight(row * min(_ROWS, self._list.count()) + 4)
        self.setFixedWidth(max(_WIDTH, box.width()))
        self._keep_room()
        self.adjustSize()
        screen = box.screen().availableGeometry()
        below = box.mapToGlobal(QPoint(0, box.height() + 2))
        top = below.y() if below.y() + self.height() <= screen.bottom() else box.mapToGlobal(QPoint(0, -2 - self.height())).y()
        self.move(min(below.x(), screen.right() - self.width()), max(screen.top(), top))
        self.show()
        (self._list if self._search.isHidden() else self._search).setFocus(Qt.FocusReason.PopupFocusReason)

    def _keep_room(self) -> None:
        """Make the foot as high as the longest explanation, so that nothing jumps."""
        width = self.width() - 4 * _MARGIN
        heights = [0]
        for option in self._options.values():
            self._show_notes(option)
            heights.append(sum(note.heightForWidth(width) for note in (self._why, self._help) if note.text()))
        self._foot.setFixedHeight(max(heights) + 2 * _SPACING + 8)
        self._explain(self._list.currentItem())

    def _explain(self, item: QListWidgetItem | None) -> None:
        self._show_notes(self._options.get(self._value(item)))

    def _show_notes(self, option: Option | None) -> None:
        show_or_hide(self._why, option.reason if option else "")
        self._help.setText(option.help if option else "")

    def _filter(self, text: str) -> None:
        wanted = text.casefold()
        items = self._items()
        for item in items:
            option = self._options.get(self._value(item))
            item.setHidden(bool(wanted) if option is None else not _has(option, wanted))
        self._go_to([item for item in items if not item.isHidden() and self._value(item)])

    def _go_to(self, items: Sequence[QListWidgetItem]) -> None:
        if items:
            self._list.setCurrentItem(items[0])
        else:
            self._list.setCurrentRow(-1)

    def _pick(self, item: QListWidgetItem | None) -> None:
        option = self._options.get(self._value(item))
        if item is None or option is None:
            return
        if not self._several:
            if not option.reason:
                self.picked.emit(option.value)
                self.close()
        elif item.data(Qt.ItemDataRole.CheckStateRole) is not None:
            self.picked.emit(option.value)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter picks the current option, as does Space while the list has focus; arrow keys move in the list while typing."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() in _TAKING or (event.key() == Qt.Key.Key_Space and watched is self._list):
            self._pick(self._list.currentItem())
            return True
        if watched is self._search and event.key() in _MOVING:
            QApplication.sendEvent(self._list, event)
            return True
        return super().eventFilter(watched, event)


def _has(option: Option, wanted: str) -> bool:
    return any(wanted in text.casefold() for text in (option.value, option.label, option.group))
