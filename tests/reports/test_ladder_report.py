"""A ladder on a terminal: at any terminal width, no line is cut and no part of a rung is lost."""

from dataclasses import replace

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.ladder_view import LadderStep, LadderView
from gpuscope.reports.printable import width
from gpuscope.reports.text import render
from gpuscope.workloads.rungs import RUNGS
from tests.analysis.records import run_record


def run(run_id: str, throughput: float) -> RunRecord:
    metrics = {
        "throughput": Quantity(throughput, "samples/s", Quality.DERIVED, "steps by the clock"),
        "resident_memory_peak": Quantity(123.4 * 2**20, "B", Quality.MEASURED, "VmHWM"),
        "accuracy": Quantity(0.955, "1", Quality.MEASURED, "held-out samples"),
    }
    return run_record(run_id, RunSpec("cifar-cnn", task="inference"), metrics, duration_s=3.0)


def view(*, thorough: bool) -> LadderView:
    repeats = 5 if thorough else 1
    below = tuple(run(f"{number:012x}", 10_030.0 + number) for number in range(repeats))
    base = LadderStep("base", "One thread", "Where it begins.", state="done", runs=below, is_kept=True)
    steps = [base]
    for number, rung in enumerate(RUNGS.values(), start=1):
        runs = tuple(run(f"{100 * number + repeat:012x}", 9_000.0 + 700 * number + repeat) for repeat in range(repeats))
        reliefs = tuple(relief.value for relief in rung.reliefs)
        steps.append(LadderStep(rung.key, rung.title, rung.sentence, rung.caveat, reliefs, "done", runs, below, is_kept=number > 3))
    steps[-1] = replace(
        steps[-1], state="failed", runs=(), reason="the recorder ended with signal 9, which the system sends when memory is out"
    )
    steps[-2] = replace(
        steps[-2],
        state="skipped",
        runs=(),
        reason="TensorRT is not installed",
        cure="Install it: /home/someone/gpuscope/.venv/bin/python -m pip install tensorrt",
    )
    return LadderView("cifar-cnn inference", steps, is_thorough=thorough)


@pytest.mark.parametrize("columns", [80, 100, 160, None])
@pytest.mark.parametrize("thorough", [False, True])
def test_every_line_fits_the_terminal_and_none_is_cut(columns: int | None, thorough: bool) -> None:
    shown = view(thorough=thorough)
    text = render(shown.report(), columns)
    assert "…" not in text
    if columns is not None:
        assert max(width(line) for line in text.splitlines()) <= columns
    flat = " ".join(text.split())
    for card in shown.cards:
        assert card.factor_text.removesuffix(" faster") in text
        assert card.interval_text in text
        for word in f"{card.note or card.step.sentence} {card.step.cure}".split():
            assert word in flat


def test_below_the_factors_it_says_what_they_are_relative_to() -> None:
    assert "\nFactors are relative to the last rung above that helped, the total to the first.\n" in render(
        view(thorough=False).report(), 80
    )
