"""One tolerance for each number format, as stated in the README."""

import math
from pathlib import Path

import pytest

from gpuscope.core.tolerance import TOLERANCES, agreement_text
from gpuscope.workloads.workload import PRECISIONS


def test_every_number_format_has_one() -> None:
    assert TOLERANCES.keys() == set(PRECISIONS)


@pytest.mark.parametrize(
    ("error", "side"), [(0.0, "within"), (1e-5, "within"), (1.1e-5, "beyond"), (math.nan, "beyond"), (math.inf, "beyond")]
)
def test_the_side_is_told(error: float, side: str) -> None:
    assert agreement_text(error, "fp32") == f"{side} the tolerance of 0.00001 in fp32"


def test_the_readme_states_them() -> None:
    (row,) = (
        line for line in Path(__file__).parents[2].joinpath("README.md").read_text().splitlines() if "| largest relative error |" in line
    )
    said = "0.00001 in FP32, 0.003 in TF32 and FP16, 0.02 in BF16, 10⁻¹² in FP64"
    assert said in row
    assert TOLERANCES == {"fp32": 1e-5, "tf32": 3e-3, "fp16": 3e-3, "bf16": 2e-2, "fp64": 1e-12}
