"""The table of processes: order, unknown values, persistent selection."""

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from gpuscope.core.figures import MISSING
from gpuscope.gui.pages.machine.process_table import Process, process_model
from gpuscope.gui.tables.row_table_model import RowTableModel

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def process(pid: int, device: str = "gpu:0", **row: str | float | int | None) -> Process:
    return Process(device, {"pid": pid, "name": None, "user": None, "memory_bytes": None, "cpu": None, "kind": None, **row})


@pytest.fixture
def model() -> RowTableModel[Process]:
    made = process_model()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.show_rows(
        [
            process(1, memory_bytes=2**30, name="b", cpu=1.5),
            process(2),
            process(3, memory_bytes=2**31, name="A", user="ann"),
            process(4, "gpu:10", memory_bytes=2**30, name="c", kind="compute"),
        ]
    )
    return made


def pids(model: RowTableModel[Process]) -> list[object]:
    return [one.row["pid"] for one in model.shown]


def test_the_most_memory_comes_first_and_what_is_unknown_last(model: RowTableModel[Process]) -> None:
    assert pids(model) == [3, 1, 4, 2]


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        (0, UP, [3, 1, 4, 2]),
        (0, DOWN, [4, 1, 3, 2]),
        (1, DOWN, [4, 3, 2, 1]),
        (4, UP, [1, 4, 3, 2]),
        (5, DOWN, [1, 3, 4, 2]),
        (3, DOWN, [4, 3, 1, 2]),
    ],
)
def test_it_sorts_by_each_column_and_the_unknown_stays_last(
    model: RowTableModel[Process], column: int, order: Qt.SortOrder, expected: list[int]
) -> None:
    model.sort(column, order)
    assert pids(model)[: len(expected)] == expected


def test_a_chosen_process_stays_chosen_wherever_it_goes(model: RowTableModel[Process]) -> None:
    chosen, gone = QPersistentModelIndex(model.index(0, 1)), QPersistentModelIndex(model.index(1, 1))
    model.show_rows([process(9, memory_bytes=2**40), process(3, memory_bytes=5)])
    assert chosen.row() == 1
    assert not gone.isValid()


def test_words_say_what_is_known(model: RowTableModel[Process]) -> None:
    def words(row: int) -> list[str]:
        return [model.index(row, column).data() for column in range(model.columnCount())]

    assert words(0) == ["A", "3", "ann", "gpu:0", "2.00 GiB", MISSING, MISSING]
    assert words(1)[5] == "150 %"
    assert words(3) == [MISSING, "2", MISSING, "gpu:0", MISSING, MISSING, MISSING]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "PID"
    assert model.index(0, 4).data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


def test_names_do_nothing(model: RowTableModel[Process]) -> None:
    model.show_rows([process(1, name="<b>\x1b[2J\n\u202e" + "x" * 5_000)])
    shown = model.index(0, 0).data()
    assert "\x1b" not in shown
    assert "\n" not in shown
    assert len(shown) <= 200
    assert "<b>" not in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_figures_that_change_reset_nothing(model: RowTableModel[Process]) -> None:
    told: list[str] = []
    model.dataChanged.connect(lambda *_: told.append("data"))
    model.layoutChanged.connect(lambda *_: told.append("layout"))
    model.show_rows([process(3, memory_bytes=2**31, name="A", user="ann"), process(1, memory_bytes=2**30, name="b", cpu=1.6),
                          process(4, "gpu:10", memory_bytes=2**30, name="c", kind="compute"), process(2)])  # fmt: skip
    assert told == ["data"]
    model.show_rows(model.shown)
    assert told == ["data"]
