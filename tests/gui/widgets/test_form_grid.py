"""The rows of a form."""

from PySide6.QtWidgets import QApplication

from gpuscope.core.runspec import FIELDS
from gpuscope.gui.widgets.field_editor import LineEditor
from gpuscope.gui.widgets.form_grid import FormGrid


def test_an_editor_that_stays_keeps_the_keyboard(qtbot) -> None:  # type: ignore[no-untyped-def]
    grid = FormGrid()
    qtbot.addWidget(grid)
    one, two = (LineEditor(FIELDS[key]) for key in ("steps", "seed"))
    grid.arrange([(one, two)], [])
    grid.show()
    grid.activateWindow()
    qtbot.waitUntil(grid.isActiveWindow)
    one.control.setFocus()
    typed_in = QApplication.focusWidget()
    assert typed_in is not None
    grid.arrange([(one, two)], [])
    assert QApplication.focusWidget() is typed_in
    grid.arrange([(two,)], [])
    assert grid.editors == [two]
    assert one.isHidden()
