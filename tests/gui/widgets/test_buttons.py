"""Buttons with icons and marks."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QRadioButton, QSlider, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.layouts import marked


@pytest.fixture(scope="module")
def pictures() -> ControlPictures:
    return ControlPictures()


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot, theme: Theme, pictures: ControlPictures) -> Iterator[QWidget]:
    before = qapp.font()
    fonts.load_text_fonts()
    qapp.setFont(fonts.font())  # as a session does: what earlier tests have left may be a font without letters
    made = QWidget()
    made.setStyleSheet(stylesheet(theme.palette, pictures))
    qtbot.addWidget(made)
    yield made
    qapp.setFont(before)


def drawn_columns(widget: QWidget, row: int | None = None) -> list[int]:
    """Return the columns between the left and the right edge that are not all ground; only in one row, if given."""
    image = widget.grab().toImage()
    rows = range(5, image.height() - 5) if row is None else (row,)
    ground = image.pixelColor(image.width() // 2, 4)
    return [x for x in range(5, image.width() - 5) if any(image.pixelColor(x, y) != ground for y in rows)]


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("look", ["", "main", "destructive", "flat", "chip"])
def test_between_icon_and_text_is_as_much_room_as_in_a_link(page: QWidget, theme: Theme, look: str, direction: Qt.LayoutDirection) -> None:
    def space(look: str, side: Qt.LayoutDirection) -> int:
        button = Button(theme, "HHHH", look, "folder")
        button.setParent(page)
        button.setLayoutDirection(side)
        button.resize(button.sizeHint())
        columns = drawn_columns(button)
        gaps = [after - before - 1 for before, after in pairwise(columns)]
        return max(gaps)

    link = space("link", Qt.LayoutDirection.LeftToRight)
    assert link >= 4
    assert abs(space(look, direction) - link) <= 1


def test_an_icon_without_text_is_centred_before_and_after_a_text(page: QWidget, theme: Theme) -> None:
    button = Button(theme, "", "", "folder", "Open")
    button.setParent(page)
    button.resize(40, 30)
    alone = drawn_columns(button)
    assert abs(alone[0] + alone[-1] - 39) <= 1
    button.setText("H")
    assert drawn_columns(button) != alone
    button.setText("")
    assert drawn_columns(button) == alone


def test_a_chosen_radio_button_has_a_dot_and_a_checked_box_a_tick(page: QWidget, theme: Theme) -> None:
    def marks(box: QCheckBox | QRadioButton) -> list[list[bool]]:
        """Return which pixels of the middle of the mark have the colour on accent, by row."""
        box.setParent(page)
        box.setChecked(True)
        box.resize(box.sizeHint())
        image, middle = box.grab().toImage(), box.height() // 2
        wanted = QColor(theme.palette.on_accent)
        return [
            [abs(image.pixelColor(x, y).lightness() - wanted.lightness()) < 60 for x in range(5, 17)] for y in range(middle - 6, middle + 6)
        ]

    dot, tick = marks(QRadioButton("a")), marks(QCheckBox("a"))
    assert dot == dot[::-1] == [row[::-1] for row in dot]
    assert any(map(any, dot))
    assert tick != tick[::-1]


def test_marks_stand_below_the_texts_above_them(page: QWidget) -> None:
    column = QVBoxLayout(page)
    text, box = QLabel("Above"), QCheckBox("A choice")
    column.addWidget(text)
    column.addLayout(marked(box))
    page.show()
    page.grab()
    image = box.grab().toImage()
    ground = image.pixelColor(0, 0)
    first = next(x for x in range(image.width()) if image.pixelColor(x, box.height() // 2) != ground)
    assert box.x() + first == text.x()
    assert box.width() == box.sizeHint().width()


def test_the_knob_of_a_slider_is_drawn_whole(page: QWidget, theme: Theme) -> None:
    slider = QSlider(Qt.Orientation.Horizontal, page)
    slider.setValue(50)
    slider.resize(200, slider.sizeHint().height())
    image = slider.grab().toImage()

    def width(y: int) -> int:
        return sum(image.pixelColor(x, y) != image.pixelColor(0, 0) for x in range(80, 120))

    knob = [y for y in range(image.height()) if width(y)]
    assert len(knob) == 16
    assert width(knob[0]) == width(knob[-1])
    assert width(knob[0]) < width(knob[3])


def test_tab_reaches_the_chosen_button_of_a_group_also_if_the_program_chose_it(qapp: QApplication) -> None:
    group, buttons = ChoiceGroup(), [QRadioButton(str(number)) for number in range(3)]
    buttons[1].setChecked(True)
    for button in buttons:
        group.addButton(button)

    def reached() -> list[str]:
        return [button.text() for button in buttons if button.focusPolicy() & Qt.FocusPolicy.TabFocus]

    assert reached() == ["1"]
    buttons[2].setChecked(True)
    assert reached() == ["2"]


@pytest.mark.parametrize(("text", "name"), [("Run again", "More actions"), ("再次运行", "更多操作")])
def test_a_button_without_text_is_as_high_as_one_with_it_in_any_language(page: QWidget, theme: Theme, text: str, name: str) -> None:
    buttons = [Button(theme, text, icon="again"), Button(theme, "", icon="more", name=name)]
    for button in buttons:
        button.setParent(page)
        button.ensurePolished()
    assert len({button.sizeHint().height() for button in buttons}) == 1


@pytest.mark.parametrize("icon", ["", "again"])
@pytest.mark.parametrize("look", ["", "main", "destructive", "flat", "chip", "link"])
def test_a_button_has_one_height_in_both_languages(page: QWidget, theme: Theme, look: str, icon: str) -> None:
    buttons = [Button(theme, text, look, icon) for text in ("Run again", "再次运行")]
    field = QLineEdit()
    for widget in (*buttons, field):
        widget.setParent(page)
        widget.ensurePolished()
    heights = [button.sizeHint().height() for button in buttons]
    assert heights[0] == heights[1]
    assert look not in ("", "main", "destructive") or heights[0] == field.sizeHint().height()
