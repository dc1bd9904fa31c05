"""The style sheet of the window, generated from a theme's palette.

Rules select widgets by the dynamic property ``look`` ("panel", "muted", "title" …) or by the class of the control, so that no widget
sets a colour. One line per rule.
"""

from typing import NamedTuple

from PySide6.QtCore import QChildEvent, QEvent, QObject, QTemporaryDir
from PySide6.QtWidgets import QApplication, QWidget

from gpuscope.gui import fonts, icons
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import HEADLINE_PX, HUGE_PX, LARGE_PX, MEDIUM, RADIUS, SMALL_PX, STRONG, Palette, Theme


def set_look(widget: QWidget, look: str) -> None:
    """Change a widget's look and repaint it."""
    set_property(widget, "look", look)


def set_wrong(widget: QWidget, is_wrong: bool) -> None:
    """Mark an input with an invalid value, or remove the mark."""
    set_property(widget, "wrong", is_wrong)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet selects by, and repaint the widget."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Arrows(NamedTuple):
    """Image files of the arrows of combo boxes, headers, and tabs that have no room for all."""

    down: str
    up: str
    left: str
    right: str


class CheckMarks(NamedTuple):
    """Image files of the marks of a checked and of a partially checked box, and of a chosen radio button."""

    on: str
    partly: str
    dot: str


class ControlPictures:
    """Images that a style sheet can only reference as files: arrows and check marks, one set per theme."""

    def __init__(self) -> None:
        self._folder = QTemporaryDir()
        self._made: set[str] = set()

    def path(self, name: str, colour: str, size: int) -> str:
        """Return the file of an icon in a colour and of a size in pixels, created at first use, with a double-size variant beside it."""
        base = f"{self._folder.path()}/{name}-{colour[1:]}-{size}"
        if base not in self._made:
            self._made.add(base)
            icons.pixmap(name, colour, size, 1).save(f"{base}.png")
            icons.pixmap(name, colour, size, 2).save(f"{base}@2x.png")
        return f"{base}.png"


class Dress(QObject):
    """Applies the current theme's style sheet to the parts of the window (the rail, each page, windows over them) when they are shown.

    The application itself has no style sheet: with one, Qt 6.10 sends a style change to all descendants of a widget whenever it is
    reparented, which takes most of the time to create a page; and changing it polishes each widget once per level of nesting.

    Args:
        application: Receives font and palette.
    """

    def __init__(self, application: QApplication, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application, self._theme = application, theme
        self._pictures = ControlPictures()
        application.setFont(fonts.font())
        self.change()

    def change(self) -> None:
        """Use the theme's current colours from now on."""
        self._application.setPalette(self._theme.qt_palette())
        self._sheet = stylesheet(self._theme.palette, self._pictures)

    def put_on(self, part: QWidget) -> None:
        """Apply the style sheet to a part that is, or is about to become, visible."""
        if not self.is_on(part):
            part.setStyleSheet(self._sheet)

    def is_on(self, part: QWidget) -> bool:
        """Return whether a part has the current style sheet."""
        return part.styleSheet() == self._sheet

    def watch(self, holder: QWidget) -> None:
        """Apply the style sheet to every dialog and list opened over a widget that has none itself."""
        holder.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        """Apply the style sheet to a window as soon as it is polished, which happens before it is shown."""
        if event.type() is QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            if isinstance(child, QWidget) and child.isWindow():
                self.put_on(child)
        return False


def sheet_over(widget: QWidget) -> str:
    """Return the style sheet that a widget inherits, for a window to which Qt gives no parent; "" for none."""
    part: QWidget | None = widget
    while part is not None and not part.styleSheet():
        part = part.parentWidget()
    return "" if part is None else part.styleSheet()


def _pt(pixels: float) -> str:
    return f"{pixels * 0.75:.4g}pt"


def stylesheet(colours: Palette, pictures: ControlPictures) -> str:
    """Return the style sheet of a theme."""
    large, small = grown(12), grown(8)
    arrows = Arrows(*(pictures.path(name, colours.muted, large) for name in ("down", "up", "back", "open")))
    marks = CheckMarks(
        pictures.path("check", colours.on_accent, large),
        pictures.path("dash", colours.accent, large),
        pictures.path("dot", colours.on_accent, small),
    )
    return "\n".join(
        (
            _frames(colours),
            _labels(colours),
            _buttons(colours, arrows),
            _fields(colours, arrows, marks),
            _tables(colours),
            _tabs(colours, arrows),
            _scrolling(colours),
            _menus(colours),
        )
    )


def _frames(c: Palette) -> str:
    return f"""\
QWidget {{ color: {c.text}; }}
QWidget[look="page"] {{ background: {c.bg}; }}
QWidget[look="panel"], QFrame[look="panel"] {{ background: {c.panel}; }}
QFrame[look="card"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
QFrame[look="raised"] {{ background: {c.raised}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
QFrame[look="line"] {{ background: {c.line}; border: none; }}
QFrame[look="rail"] {{ background: {c.panel}; border: none; border-right: 1px solid {c.line}; }}
QFrame[look="header"] {{ background: {c.bg}; border: none; border-bottom: 1px solid {c.line}; }}
QFrame[look="side"] {{ background: {c.panel}; border: none; border-right: 1px solid {c.line}; }}
QFrame[look="below"] {{ background: {c.panel}; border: none; border-top: 1px solid {c.line}; }}
QFrame[look="notice"] {{ background: {c.accent_ground}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
QFrame[look="notice-bad"] {{ background: {c.bad_ground}; border: 1px solid {c.bad}; border-radius: {RADIUS}px; }}
QFrame[look="notice-warn"] {{ background: {c.warn_ground}; border: 1px solid {c.warn}; border-radius: {RADIUS}px; }}"""


def _labels(c: Palette) -> str:
    return f"""\
QLabel {{ background: transparent; }}
QLabel[look="muted"] {{ color: {c.muted}; }}
QLabel[look="small"] {{ color: {c.muted}; font-size: {_pt(SMALL_PX)}; }}
QLabel[look="faint"] {{ color: {c.faint}; font-size: {_pt(SMALL_PX)}; }}
QLabel[look="bad"] {{ color: {c.bad}; font-size: {_pt(SMALL_PX)}; }}
QLabel[look="good"] {{ color: {c.good}; font-size: {_pt(SMALL_PX)}; }}
QLabel[look="warn"] {{ color: {c.warn}; font-size: {_pt(SMALL_PX)}; }}
QLabel[look="strong"] {{ font-weight: {STRONG}; }}
QLabel[look="heading"] {{ font-weight: {STRONG}; }}
QLabel[look="heading-bad"] {{ color: {c.bad}; font-weight: {STRONG}; }}
QLabel[look="sentence"] {{ font-size: {_pt(LARGE_PX)}; font-weight: {MEDIUM}; }}
QLabel[look="title"] {{ font-size: {_pt(LARGE_PX)}; font-weight: {STRONG}; }}
QLabel[look="plan-sentence"] {{ font-size: {_pt(HEADLINE_PX)}; font-weight: {STRONG}; }}
QLabel[look="factor"] {{ color: {c.muted}; font-weight: {MEDIUM}; }}
QLabel[look="factor-good"] {{ color: {c.good}; font-size: {_pt(LARGE_PX)}; font-weight: {STRONG}; }}
QLabel[look="factor-now"] {{ color: {c.accent}; font-weight: {MEDIUM}; }}
QLabel[look="rung-figures"] {{ font-size: {_pt(SMALL_PX)}; font-weight: {MEDIUM}; }}
QLabel[look="faint-title"] {{ color: {c.muted}; font-weight: {MEDIUM}; }}
QLabel[look="figure"] {{ font-size: {_pt(HUGE_PX)}; font-weight: {STRONG}; }}"""


def _buttons(c: Palette, arrows: Arrows) -> str:
    return f"""\
QPushButton {{ background: {c.raised}; border: 1px solid {c.line}; border-radius: {RADIUS}px; padding: 6px 12px; font-weight: {MEDIUM}; }}
QPushButton:hover {{ border-color: {c.faint}; }}
QPushButton:pressed {{ background: {c.line}; }}
QPushButton[keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 5px 11px; }}
QPushButton:disabled {{ color: {c.faint}; background: transparent; }}
QPushButton[look="main"] {{ background: {c.accent}; border-color: {c.accent}; color: {c.on_accent}; }}
QPushButton[look="main"]:hover {{ border-color: {c.text}; }}
QPushButton[look="main"][keyboard="true"]:focus {{ border: 2px solid {c.text}; }}
QPushButton[look="main"]:disabled {{ background: transparent; border-color: {c.line}; color: {c.faint}; }}
QPushButton[look="destructive"] {{ background: transparent; border-color: {c.bad}; color: {c.bad}; }}
QPushButton[look="destructive"]:hover {{ background: {c.bad_ground}; }}
QPushButton[look="destructive"][keyboard="true"]:focus {{ border: 2px solid {c.bad}; background: {c.bad_ground}; }}
QPushButton[look="destructive"]:disabled {{ border-color: {c.line}; color: {c.faint}; }}
QPushButton[look="flat"] {{ background: transparent; border-color: transparent; padding: 4px 8px; }}
QPushButton[look="flat"]:hover {{ background: {c.raised}; }}
QPushButton[look="flat"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 3px 7px; }}
QPushButton[look="flat"][edge="right"] {{ padding-right: 0; text-align: right; }}
QPushButton[look="flat"][edge="right"][keyboard="true"]:focus {{ padding-right: 0; padding-left: 6px; }}
QPushButton[look="flat"]:checked {{ background: {c.accent_ground}; color: {c.accent}; }}
QPushButton[look="link"] {{ background: transparent; border: 1px solid transparent; padding: 0 2px; color: {c.accent}; text-align: left; }}
QPushButton[look="link"][keyboard="true"]:focus {{ border: 1px solid {c.accent}; border-radius: 3px; padding: 0 2px; }}
QPushButton[look="link"]:disabled {{ background: transparent; color: {c.faint}; }}
QPushButton[look="chip"] {{ border-radius: 12px; padding: 3px 10px; background: transparent; color: {c.muted}; font-weight: 400; }}
QPushButton[look="chip"]:checked {{ background: {c.accent_ground}; border-color: {c.accent}; color: {c.accent}; }}
QPushButton[look="chip"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 2px 9px; }}
QPushButton[look="nav"] {{ background: transparent; border: 2px solid transparent; color: {c.muted}; padding: 5px 8px; text-align: left; }}
QPushButton[look="nav"]:hover {{ background: {c.raised}; }}
QPushButton[look="nav"]:checked {{ background: {c.accent_ground}; color: {c.accent}; }}
QPushButton[look="nav"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 5px 8px; }}
QPushButton[look="nav"][drop="true"] {{ border: 2px dashed {c.accent}; background: {c.accent_ground}; color: {c.accent}; }}
QPushButton[look="live"] {{ background: {c.raised}; border: 1px solid {c.line}; border-radius: {RADIUS}px; padding: 0; }}
QPushButton[look="live"]:hover {{ border-color: {c.faint}; }}
QPushButton[look="live"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 0; }}
QPushButton[look="unreal"] {{ background: {c.warn_ground}; border: 1px solid {c.warn}; border-radius: {RADIUS}px; padding: 0; }}
QPushButton[look="unreal"]:hover {{ border-color: {c.text}; }}
QPushButton[look="unreal"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 0; }}
QPushButton[look="choice"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px; padding: 0; }}
QPushButton[look="choice"]:hover {{ border-color: {c.accent}; background: {c.raised}; }}
QPushButton[look="choice"][keyboard="true"]:focus {{ border: 2px solid {c.accent}; padding: 0; }}
QPushButton[look="chip"]:disabled, QPushButton[look="nav"]:disabled, QPushButton[look="choice"]:disabled {{ color: {c.faint}; }}
QPushButton[look="flat"]:disabled {{ background: transparent; color: {c.faint}; }}
QPushButton::menu-indicator {{ image: url({arrows.down}); subcontrol-position: right center; subcontrol-origin: padding; right: 6px; }}"""


def _fields(c: Palette, arrows: Arrows, marks: CheckMarks) -> str:
    return f"""\
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit {{
  background: {c.bg}; border: 1px solid {c.edge}; border-radius: 6px; padding: 5px 8px;
  selection-background-color: {c.accent}; selection-color: {c.on_accent}; placeholder-text-color: {c.faint}; }}
QSpinBox, QDoubleSpinBox {{ padding: 4px 8px 3px; }}
QLineEdit:hover, QComboBox:hover, QSpinBox:hover, QDoubleSpinBox:hover {{ border-color: {c.faint}; }}
QLineEdit:focus, QComboBox[keyboard="true"]:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
  border: 2px solid {c.accent}; padding: 4px 7px; }}
QSpinBox:focus, QDoubleSpinBox:focus {{ padding: 3px 7px 2px; }}
QLineEdit:disabled, QComboBox:disabled, QPlainTextEdit:disabled {{ color: {c.faint}; background: {c.raised}; border-color: {c.raised}; }}
QLineEdit[wrong="true"], QComboBox[wrong="true"], QPlainTextEdit[wrong="true"] {{ border-color: {c.bad}; }}
QPlainTextEdit[look="code"], QPlainTextEdit[look="log"] {{ color: {c.muted}; font-size: {_pt(SMALL_PX)}; }}
QPlainTextEdit[look="command"] {{ font-size: {_pt(SMALL_PX)}; }}
QTextEdit[look="card"], QListView[look="card"] {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: {RADIUS}px;
  padding: 0; }}
QTextEdit[look="card"]:focus {{ border: 1px solid {c.line}; padding: 0; }}
QTextEdit[look="card"][keyboard="true"]:focus {{ border: 1px solid {c.accent}; }}
QPlainTextEdit[look="log"] {{ background: {c.panel}; border: 1px solid transparent; border-radius: 0; }}
QPlainTextEdit[look="log"]:focus {{ border: 1px solid transparent; padding: 5px 8px; }}
QPlainTextEdit[look="log"][keyboard="true"]:focus {{ border: 1px solid {c.accent}; padding: 5px 8px; }}
QComboBox {{ padding-right: 2px; combobox-popup: 0; }}
QComboBox[keyboard="true"]:focus {{ padding-right: 1px; }}
QComboBox::drop-down {{ border: none; width: {grown(22)}px; }}
QComboBox::down-arrow {{ image: url({arrows.down}); width: {grown(12)}px; height: {grown(12)}px; }}
QComboBox QAbstractItemView {{ background: {c.panel}; border: 1px solid {c.line}; selection-background-color: {c.accent_ground};
  selection-color: {c.text}; outline: none; padding: 4px; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{ border: none; width: {grown(18)}px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({arrows.up}); width: {grown(10)}px; height: {grown(10)}px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url({arrows.down}); width: {grown(10)}px; height: {grown(10)}px; }}
QCheckBox, QRadioButton {{ spacing: 8px; background: transparent; padding: 2px; border: 1px solid transparent; border-radius: 4px; }}
QCheckBox[keyboard="true"]:focus, QRadioButton[keyboard="true"]:focus {{ border: 1px solid {c.accent}; }}
QCheckBox::indicator, QRadioButton::indicator, QTreeView::indicator, QListView::indicator {{
  width: {grown(14)}px; height: {grown(14)}px; border: 1px solid {c.faint};
  border-radius: 4px; background: {c.bg}; }}
QRadioButton::indicator {{ border-radius: {grown(14) // 2 + 1}px; }}
QCheckBox::indicator:checked, QRadioButton::indicator:checked, QTreeView::indicator:checked, QListView::indicator:checked {{
  background: {c.accent}; border-color: {c.accent}; image: url({marks.on}); }}
QRadioButton::indicator:checked {{ image: url({marks.dot}); }}
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate {{
  background: {c.accent_ground}; border-color: {c.accent}; image: url({marks.partly}); }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {c.faint}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ background: {c.panel}; border-color: {c.line}; }}
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled, QTreeView::indicator:checked:disabled {{
  border-color: {c.faint}; background: {c.faint}; image: url({marks.on}); }}
QRadioButton::indicator:checked:disabled {{ image: url({marks.dot}); }}"""


def _tables(c: Palette) -> str:
    return f"""\
QTableView, QTreeView, QListView {{ background: {c.panel}; border: none; gridline-color: {c.line}; alternate-background-color: {c.panel};
  selection-background-color: {c.accent_ground}; selection-color: {c.text}; outline: none; }}
QTableView[keyboard="true"]:focus, QTreeView[keyboard="true"]:focus, QListView[keyboard="true"]:focus {{ border: 1px solid {c.accent}; }}
QScrollArea[look="list"], QTableView[look="list"] {{ border: 1px solid transparent; border-radius: 8px; }}
QScrollArea[look="list"][keyboard="true"]:focus {{ border: 1px solid {c.accent}; }}
QTableView[look="rows"][keyboard="true"]:focus, QTreeView[look="rows"][keyboard="true"]:focus {{ border: none; }}
QTableView::item, QTreeView::item, QListView::item {{ padding: 4px 8px; border: none; }}
QTableView::item:selected, QListView::item:selected {{ background: {c.accent_ground}; color: {c.text}; }}
QTreeView::item:selected {{ background: {c.accent_ground}; }}
QHeaderView {{ background: {c.panel}; }}
QHeaderView::section {{ background: {c.panel}; color: {c.muted}; border: none; border-bottom: 1px solid {c.line}; padding: 6px 8px;
  font-size: {_pt(SMALL_PX)}; font-weight: {MEDIUM}; }}
QHeaderView::section:hover {{ color: {c.text}; }}
QHeaderView::down-arrow, QHeaderView::up-arrow {{ image: none; width: 0; height: 0; }}
QTableCornerButton::section {{ background: {c.panel}; border: none; }}"""


def _tabs(c: Palette, arrows: Arrows) -> str:
    return f"""\
QTabBar {{ background: transparent; }}
QTabBar::tab {{ background: transparent; color: {c.muted}; padding: 7px 2px 5px; margin-right: 18px; border: none;
  border-bottom: 2px solid transparent; font-weight: {MEDIUM}; }}
QTabBar::tab:selected {{ color: {c.text}; border-bottom: 2px solid {c.accent}; }}
QTabBar[look="parts"]::tab {{ color: {c.text}; }}
QTabBar[look="parts"]::tab:selected {{ color: {c.accent}; }}
QTabBar[look="parts"]::tab:disabled {{ color: {c.faint}; font-weight: 400; }}
QTabBar::scroller {{ width: {grown(24)}px; }}
QTabBar QToolButton {{ background: {c.bg}; border: none; }}
QTabBar QToolButton::left-arrow {{ image: url({arrows.left}); width: {grown(12)}px; height: {grown(12)}px; }}
QTabBar QToolButton::right-arrow {{ image: url({arrows.right}); width: {grown(12)}px; height: {grown(12)}px; }}
QTabBar[keyboard="true"]::tab:focus {{ color: {c.accent}; }}
QTabWidget::pane {{ border: none; }}"""


def _scrolling(c: Palette) -> str:
    return f"""\
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {c.edge}; border-radius: 3px; min-height: 28px; min-width: 28px; margin: 2px; }}
QScrollBar::handle:hover {{ background: {c.faint}; }}
QFrame[look="raised"] QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSlider:horizontal {{ min-height: 18px; }}
QSlider::groove:horizontal {{ background: {c.line}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {c.accent}; height: 4px; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {c.accent}; width: 16px; height: 16px; margin: -6px 0; border-radius: 8px; }}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {c.text}; }}
QSplitter::handle {{ background: {c.line}; }}
QSplitter::handle:hover {{ background: {c.accent}; }}
QSplitter[look="cards"]::handle {{ background: transparent; margin: 0 4px; }}
QSplitter[look="cards"]::handle:hover {{ background: {c.accent}; }}"""


def _menus(c: Palette) -> str:
    return f"""\
QMenu {{ icon-size: {grown(16)}px; background: {c.panel}; border: 1px solid {c.line}; border-radius: 6px; padding: 4px; }}
QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {c.accent_ground}; color: {c.text}; }}
QMenu::item:disabled {{ color: {c.faint}; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; padding: 5px 8px; }}
QDialog, QMessageBox {{ background: {c.panel}; }}"""
