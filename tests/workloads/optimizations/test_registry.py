"""The list of optimizations: names in a fixed order, refusals with messages, and the description of each."""

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS, canonical, chosen, refusal
from gpuscope.workloads.workload_table import WORKLOADS


def test_names_are_kept_once_and_in_the_order_in_which_they_are_applied() -> None:
    assert canonical(" compile, channels-last,compile ") == "channels-last,compile"
    assert canonical("") is None
    assert [one.key for one in chosen(resolve(RunSpec("cifar-cnn", optimize="compile,channels-last")))] == ["channels-last", "compile"]


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="warp-drive"):
        canonical("warp-drive")


@pytest.mark.parametrize(
    ("workload", "optimize", "words"),
    [
        ("gemm", "compile", "no meaning for gemm: it is for training and inference\nLeave it out."),
        ("cifar-cnn", "prune-50", "for cifar-cnn (training): it is for inference\nLeave it out, or add --task inference."),
        ("gpt", "cuda-graphs", "for gpt (training): it is for training and inference of images\nLeave it out."),
        ("mnist-mlp", "channels-last", "no channels"),
        ("mnist-mlp", "cuda-graphs,grad-accumulation-4", "cannot be combined"),
    ],
)
def test_what_does_not_fit_says_why(workload: str, optimize: str, words: str) -> None:
    spec = resolve(RunSpec(workload, optimize=optimize))
    assert words in str(refusal(WORKLOADS[workload], spec))


@pytest.mark.parametrize("key", OPTIMIZATIONS)
def test_each_says_what_it_does_and_when_it_does_not_help(key: str) -> None:
    one = OPTIMIZATIONS[key]()
    assert one.key == key
    assert len(one.help) > 80
    assert "not help" in one.help


def test_ranks_do_not_warm_up_until_they_are_steady() -> None:
    spec = resolve(RunSpec("mnist-mlp", optimize="ddp", ranks=2, warmup_limit_s=60))
    assert "does not warm up until it is steady" in str(refusal(WORKLOADS["mnist-mlp"], spec))
