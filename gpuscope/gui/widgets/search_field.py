"""A field to filter or search by, with a magnifying glass and a clear button."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QProxyStyle, QStyle, QStyleOption, QToolButton, QWidget

from gpuscope.gui import icons
from gpuscope.gui.text_size import grown, text_scale
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import ICON

_AFTER_GLASS = 7
"""Pixels less between a field's glass and its text than Qt leaves, so that they belong together and more of the text fits."""


class SearchField(QLineEdit):
    """A search field."""

    def __init__(self, theme: Theme, placeholder: str, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        if text_scale() > 1:
            style = _LargeIcons()
            style.setParent(self)
            self.setStyle(style)
        self.setClearButtonEnabled(True)
        self._name_new_button(QCoreApplication.translate("SearchField", "Clear"))
        self.addAction(_Glass(theme, self), QLineEdit.ActionPosition.LeadingPosition)
        self.setTextMargins(-_AFTER_GLASS, 0, 0, 0)
        self._name_new_button(QCoreApplication.translate("SearchField", "Search"))

    def _name_new_button(self, name: str) -> None:
        """Set the accessible name of the newest button in the field, which Qt leaves unnamed."""
        for button in self.findChildren(QToolButton):
            if not button.accessibleName():
                button.setAccessibleName(name)


class _LargeIcons(QProxyStyle):
    """The style of a field with large text: its icons grow with it, which a style sheet cannot specify."""

    def pixelMetric(self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None) -> int:
        """Return a length of the style, in logical pixels."""
        if metric is QStyle.PixelMetric.PM_LineEditIconSize:
            return grown(ICON)
        return super().pixelMetric(metric, option, widget)


class _Glass(QAction):
    """A magnifying glass in the theme's colours."""

    def __init__(self, theme: Theme, field: QLineEdit) -> None:
        super().__init__(field)
        self._theme = theme
        self._paint()
        theme.changed.connect(self._paint)  # a method, and no lambda, which would outlive this action

    def _paint(self) -> None:
        self.setIcon(icons.icon("search", self._theme.palette.muted))
