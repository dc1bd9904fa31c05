"""A step has the same number throughout the window: measured steps count from 1, warm-up steps separately."""

import pytest

from gpuscope.gui.pages.run.run_words import steps_done
from gpuscope.gui.run_view.strip_template import step_name
from tests.gui.run_view import made_runs


@pytest.mark.parametrize(
    ("number", "warmup_steps", "words"),
    [(120, 10, "step 120"), (1, 10, "step 1"), (0, 10, "warm-up step 10"), (-9, 10, "warm-up step 1"), (0, 0, "step 0"), (7, 0, "step 7")],
)
def test_a_step_in_words(number: int, warmup_steps: int, words: str) -> None:
    assert step_name(number, warmup_steps) == words


def test_header_cursor_axis_and_logged_values_count_alike() -> None:
    data = made_runs.cpu_run(10.0)
    made_runs.told_values(data, {"gain": 1.0}, 10.0, data.progress.steps)
    (done, _) = steps_done(data) or (0, 0)
    assert data.progress.warmup_steps > 0
    assert done == data.progress.steps - data.progress.warmup_steps
    assert done == data.step_at(99.0) == data.step_counts()[-1] == data.logged("gain")[1][-1]
