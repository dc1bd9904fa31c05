"""How many steps the records of a program make, while it is running."""

import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.probe.hooks.seen_ring import BACKWARD, BATCH, OPTIMIZER
from gpuscope.probe.hooks.step_capture import StepCount

HOOKS = Path(__file__).parents[3] / "gpuscope" / "probe" / "hooks"

KIND = 1 << 32
PASS, DRAW = BACKWARD * KIND, BATCH * KIND


def optimizer(serial: int) -> int:
    return OPTIMIZER * KIND + serial


def ends(*records: int) -> list[int]:
    """Return the number of steps after each record that ended a step."""
    count = StepCount()
    return [count.done for record in records if count.add(record)]


@pytest.mark.parametrize(
    ("records", "steps"),
    [
        ([optimizer(1)] * 5, 5),
        ([optimizer(1), optimizer(2)] * 5, 5),  # a GAN
        (([optimizer(1)] * 5 + [optimizer(2)]) * 4, 4),  # Wasserstein: five of the critic, one of the generator
        ([optimizer(1)] * 100 + [optimizer(1), optimizer(2)] * 10, 110),  # an optimizer that joins late begins at the other's step number
        ([PASS, *[optimizer(1)] * 5], 5),  # before the first optimizer's step its existence is unknown
        ([PASS] * 7, 7),
        ([DRAW] * 7, 7),
        ([DRAW] * 3 + [PASS] * 4, 4),
        ([PASS] * 3 + [optimizer(1)] * 2 + [PASS] * 9, 2),
    ],
)
def test_steps_are_counted_by_the_optimizer_with_the_fewest(records: list[int], steps: int) -> None:
    count = StepCount()
    for record in records:
        count.add(record)
    assert count.done == steps


def test_each_step_ends_once() -> None:
    assert ends(*[optimizer(1), optimizer(2)] * 4) == [1, 2, 3, 4]
    assert ends(PASS, PASS, optimizer(1), PASS, optimizer(1)) == [1, 2, 1, 2]


def test_an_optimizer_that_is_given_up_holds_nothing_up() -> None:
    count = StepCount()
    for record in [optimizer(1)] * 10 + [optimizer(2)] * 3000:
        count.add(record)
    assert count.done > 1500


def test_a_module_of_the_programs_own_is_not_run_for_its_name(tmp_path: Path) -> None:
    (tmp_path / "gpuscope.py").write_text("print('its own')")
    script = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(HOOKS.parent)!r}]\n"
        "from hooks.step_capture import StepCapture\n"
        f"StepCapture({str(tmp_path)!r}, print).after({OPTIMIZER << 32 | 1}, 1)\n"
    )
    variables = {"GPUSCOPE_PROFILE": "steps=5:10"}
    done = subprocess.run([sys.executable, "-c", script], env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
