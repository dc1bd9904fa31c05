"""Group names without their common part."""

import pytest

from gpuscope.gui.widgets.file_export import file_name
from gpuscope.reports.group_names import elided_names, short_names
from gpuscope.reports.printable import width


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
        (["this machine, 22:10:05", "this machine, 22:11:40"], "", ["this machine, 22:10:05", "this machine, 22:11:40"]),
        (
            ["ladder: One thread, small cnn, 22:10:05", "ladder: One thread, small cnn, 22:11:40"],
            "ladder: One thread",
            ["small cnn, 22:10:05", "small cnn, 22:11:40"],
        ),
        (
            ["python train.py --epochs 30 --lr 0.1, 22:10:05", "python train.py --epochs 30 --lr 0.1, 22:11:40"],
            "python train.py --epochs 30",
            ["--lr 0.1, 22:10:05", "--lr 0.1, 22:11:40"],
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


LADDER = [
    "ladder: Larger batch, cifar-cnn inference", "ab: precision fp32", "ladder: torch.compile, cifar-cnn inference",
    "ladder: INT8, cifar-cnn inference",
]  # fmt: skip


@pytest.mark.parametrize(
    ("widest", "shown"),
    [
        (60, LADDER),
        (30, ["ladder: Larger batch …", "ab: precision fp32", "ladder: torch.compile …", "ladder: INT8 … inference"]),
        (17, ["… Larger batch …", "ab: … fp32", "… torch.compile …", "ladder: INT8 …"]),
    ],
)
def test_shortened_names_keep_the_words_that_differ(widest: int, shown: list[str]) -> None:
    assert elided_names(LADDER, widest) == shown


def test_shortened_names_differ_even_if_their_words_do_not_fit() -> None:
    names = [f"{'x' * 40}-{end}-{'y' * 40}" for end in "abc"]
    shown = elided_names(names, 17)
    assert len(set(shown)) == 3
    assert max(map(width, shown)) <= 17
    assert elided_names(["a b", "a b"], 17) == ["a b", "a b"]  # the same name twice stays so
    assert elided_names(["批大小 一百二十八 的组", "批大小 二百五十六 的组"], 17) == ["… 一百二十八 的组", "… 二百五十六 的组"]


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
