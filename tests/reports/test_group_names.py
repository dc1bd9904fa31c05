"""Group names without their common part."""

import pytest

from gpuscope.gui.widgets.file_export import file_name
from gpuscope.reports.group_names import short_names


@pytest.mark.parametrize(
    ("names", "shared", "short"),
    [
        (["mnist-mlp cpu fp32", "mnist-mlp cpu bf16"], "mnist-mlp cpu", ["fp32", "bf16"]),
        (["train.py, fp32", "train.py, bf16"], "train.py", ["fp32", "bf16"]),
        (["mlp fp32", "mlp fp32 1 thread"], "mlp", ["fp32", "fp32 1 thread"]),
        (["batch 8", "batch 16"], "", ["batch 8", "batch 16"]),
        (
            ["mlp: batch size 4, hidden units 8", "mlp: batch size 4, hidden units 16"],
            "mlp: batch size 4",
            ["hidden units 8", "hidden units 16"],
        ),
        (["one", "two"], "", ["one", "two"]),
        (["one", "one"], "", ["one", "one"]),
        (["mlp fp32"], "", ["mlp fp32"]),
        (["mlp", "mlp"], "", ["mlp", "mlp"]),
        (["训练 a", "训练 b"], "训练", ["a", "b"]),
        ([], "", []),
    ],
)
def test_what_all_names_begin_with_is_told_once(names: list[str], shared: str, short: list[str]) -> None:
    assert short_names(names) == (shared, short)


def test_figures_alone_are_enough_where_that_is_said() -> None:
    assert short_names(["python a.py 0.1", "python a.py 0.2"], with_letter=False) == ("python a.py", ["0.1", "0.2"])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["fp32", "bf16"], "compare fp32 bf16.pdf"),
        (["../../etc/passwd", "$(touch x)"], "compare etc passwd touch x.pdf"),
        (["CON", "a\0b\nc"], "compare a b c.pdf"),
        (["训练 🚀", "<b>"], "compare 训练 b.pdf"),
        (["🚀", ".."], "compare.pdf"),
        (["x" * 5000, "y"], f"compare {'x' * 60}.pdf"),
    ],
)
def test_a_file_name_is_one_on_every_file_system(names: list[str], expected: str) -> None:
    found = file_name(names, ".pdf")
    assert found == expected
    assert len(found.encode()) < 200
