"""What the tests read on the Compare page, and the runs it shows."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from gpuscope.gui.pages.compare_page import ComparePage
from gpuscope.gui.widgets.labels import ElidedLabel
from tests.gui.pages.compare.compared_runs import BF16, FP32, run
from tests.gui.pages.compare.hand_history import HandHistory

RUNS = [
    run("aa1", name="mlp fp32"),
    run("aa2", FP32, 110.0, name="mlp fp32"),
    run("bb1", BF16, 210.0, name="mlp bf16"),
    run("cc1", FP32.with_values({"threads": 1}), 50.0, name="mlp fp32 1 thread"),
]


def show(page: ComparePage, history: HandHistory, *run_ids: str) -> None:
    page.show_item(list(run_ids))
    history.answer()


def chips(page: ComparePage) -> list[str]:
    return [chip.accessibleName() for chip in chip_buttons(page)]


def chip_buttons(page: ComparePage) -> list[QPushButton]:
    return sorted((chip for chip in page.chips.findChildren(QPushButton) if chip.isVisible()), key=lambda chip: chip.x())


def words(page: QWidget) -> str:
    """Return all text on the page."""
    shown = [one for one in page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(one.whole_text if isinstance(one, ElidedLabel) else one.text() for one in shown)


def menu_of(page: ComparePage, chip: int) -> QMenu:
    QTest.mouseClick(chip_buttons(page)[chip], Qt.MouseButton.LeftButton)
    return next(menu for menu in page.chips.findChildren(QMenu) if menu.isVisible())
