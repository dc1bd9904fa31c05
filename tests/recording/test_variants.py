"""Variants that are compared, and the order of their runs."""

from itertools import islice

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.variants import interleaved, varied

BASE = RunSpec("mnist-mlp", steps=100)


def test_the_first_value_is_the_baseline_and_the_rest_is_shared() -> None:
    fp32, bf16 = varied(BASE, ["precision=fp32,bf16"])
    assert (fp32.name, bf16.name) == ("precision fp32", "precision bf16")
    assert fp32.spec == BASE
    assert bf16.spec == BASE.with_values({"precision": "bf16"})


def test_several_keys_cross() -> None:
    found = varied(BASE, ["batch-size=32,64", "hidden=10,20"])
    assert [(one.spec.batch_size, one.spec.options["hidden"]) for one in found] == [(32, "10"), (32, "20"), (64, "10"), (64, "20")]
    assert len({one.name for one in found}) == 4


def test_optimizations_are_joined_with_plus_and_none_is_none() -> None:
    none, both = varied(BASE, ["optimize=none,channels-last+compile"])
    assert none.spec.optimize is None
    assert both.spec.optimize == "channels-last,compile"


@pytest.mark.parametrize(
    "texts", [["precision"], ["=a,b"], ["precision=fp32"], ["precision=fp32,fp32"], ["precision=fp32,fp8"], ["steps=1,2", "steps=3,4"], []]
)
def test_what_does_not_vary_is_refused(texts: list[str]) -> None:
    with pytest.raises(UsageError):
        varied(BASE, texts)


def test_too_many_are_refused() -> None:
    values = ",".join(map(str, range(1, 6)))
    with pytest.raises(UsageError, match="25 variants"):
        varied(BASE, [f"batch-size={values}", f"threads={values}"])


def test_rounds_go_forth_and_back() -> None:
    a, b, c = varied(BASE, ["batch-size=1,2,3"])
    assert list(islice(interleaved([a, b, c]), 3)) == [(a, b, c), (c, b, a), (a, b, c)]


def test_each_repeat_has_a_seed_of_its_own() -> None:
    a, _ = varied(BASE.with_values({"seed": 7}), ["batch-size=1,2"])
    assert [a.repeat(number).spec.seed for number in range(3)] == [7, 8, 9]
    assert a.repeat(2).spec.identity() == a.spec.identity()
