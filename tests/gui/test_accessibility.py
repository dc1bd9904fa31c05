"""Everybody can use every page and dialog: each control has a name and a role, and is reached by the keyboard.

One window per language walks through all of them, since that is what costs.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from tests.gui.page_walk import Walk
from tests.gui.sessions import looks_as_before  # noqa: F401 - a fixture

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit,
)  # fmt: skip
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
MOST_TABS = 300
"""Presses after which the focus has been everywhere, or is caught."""


def shown_widgets(root: QWidget) -> Iterator[QWidget]:
    yield from (widget for widget in (root, *root.findChildren(QWidget)) if widget.isVisible())


def is_control(widget: QWidget) -> bool:
    """Whether it can be clicked or typed into; parts of a control that it owns itself are none."""
    is_part = isinstance(widget, QScrollBar | QHeaderView) or isinstance(widget.parentWidget(), QAbstractSpinBox | QHeaderView | QTabBar)
    return isinstance(widget, CONTROLS) and not is_part


def is_focusable(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def draws_itself(widget: QWidget) -> bool:
    return any("paintEvent" in vars(kind) for kind in type(widget).__mro__ if kind.__module__.startswith("gpuscope.gui"))


def title(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or (text() if callable(text) else "")
    parent = widget.parentWidget()
    return f"{type(widget).__name__} {words[:40]!r} in {type(parent).__name__}"


def unnamed(root: QWidget) -> Iterator[str]:
    """Yield what a screen reader could not tell of: no name, no role, or markup in its place."""
    for widget in shown_widgets(root):
        if widget.isWindow() or not (is_control(widget) or is_focusable(widget) or draws_itself(widget)):
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        assert told is not None
        if not told.text(NAME).strip():
            yield f"no name: {title(widget)}"
        if told.role() in (QAccessible.Role.Client, QAccessible.Role.NoRole):
            yield f"no role: {title(widget)}"
        if "<p" in told.text(NAME) + told.text(DESCRIPTION):
            yield f"markup: {title(widget)}"


def reached(root: QWidget) -> list[QWidget]:
    """Return what Tab reaches, in order."""
    seen: list[QWidget] = []
    root.activateWindow()
    root.setFocus()
    for _ in range(MOST_TABS):
        QTest.keyClick(root.windowHandle(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if focused is None:
            continue
        if seen and focused is seen[0]:
            break
        if focused not in seen:
            seen.append(focused)
    return seen


def unreached(root: QWidget) -> Iterator[str]:
    """Yield the controls that Tab does not reach, and where it is caught; of buttons that exclude each other arrows reach the others."""
    order = reached(root)
    groups = {button.group() for button in order if isinstance(button, QAbstractButton) and button.group() is not None}
    for widget in shown_widgets(root):
        if not is_control(widget) or not widget.isEnabled() or widget in order:
            continue
        in_group = isinstance(widget, QAbstractButton) and widget.group() in groups
        is_inside = isinstance(widget.parentWidget(), QLineEdit)  # the cross that empties a field: a key does so too
        if isinstance(widget, QRadioButton):
            in_group = any(isinstance(one, QRadioButton) and one.parentWidget() is widget.parentWidget() for one in order)
        if not in_group and not is_inside and not leans_on(widget, order):
            yield f"not reached by Tab: {title(widget)}"


def leans_on(widget: QWidget, order: list[QWidget]) -> bool:
    """Whether it belongs to a field or table that has the focus for it: the names beside a table's figures, the matches of a search."""
    parent = widget.parentWidget()
    return isinstance(widget, QAbstractItemView) and any(one.parentWidget() is parent for one in order)


def problems(kinds: list[Callable[[QWidget], Iterator[str]]], folder: Path, language: str, size: tuple[int, int]) -> list[str]:
    found: list[str] = []

    def visit(name: str, shown: QWidget) -> None:
        found.extend(f"{name}: {problem}" for kind in kinds for problem in kind(shown))

    Walk(folder, visit, size, language).go()
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_control_has_a_name_and_a_role_and_is_reached_by_the_keyboard(tmp_path: Path, gpuscope_home: Path, language: str) -> None:
    found = problems([unnamed, unreached], tmp_path, language, (1280, 800))
    assert not found, "\n".join(found)
