"""Tests of the verdicts of the comparison of tools around a loop, on made-up figures."""

import random
from collections.abc import Mapping

from tests.benchmarks.bench_tools import Block, ratio_rows
from tests.benchmarks.row import Row
from tests.benchmarks.step_tools import BARE, GPUSCOPE, TOOLS, Tool

BY_NAME = {tool.name: tool for tool in TOOLS}
TRACEML, SPY = BY_NAME["TraceML"], BY_NAME["py-spy"]


def rounds(factors: Mapping[Tool, float]) -> list[dict[Tool, Block]]:
    """Return rounds on a machine that drifts by half, with a small deviation in each block; processor time follows wall-clock time."""
    chance, taken = random.Random(1), []
    for number in range(40):
        drift = 1 + number / 80
        seconds = {tool: 0.005 * drift * factor * chance.gauss(1, 0.01) for tool, factor in factors.items()}
        taken.append({tool: Block(100 * one, 100, one, 110 * one, 110) for tool, one in seconds.items()})
    return taken


def first(found: list[Row], tool: str) -> Row:
    return next(row for row in found if f"under {tool}" in row.name)


def test_less_than_every_other_that_reports_steps_is_met() -> None:
    found = ratio_rows(rounds({BARE: 1.0, GPUSCOPE: 1.01, TRACEML: 1.2, SPY: 1.001}))
    assert first(found, "gpuscope").met is True
    assert abs((first(found, "TraceML").value or 0) - 1.2) < 0.01
    assert first(found, "py-spy").met is None


def test_more_than_one_of_them_is_missed() -> None:
    assert first(ratio_rows(rounds({BARE: 1.0, GPUSCOPE: 1.2, TRACEML: 1.05})), "gpuscope").met is False


def test_what_cannot_be_told_apart_is_no_verdict() -> None:
    assert first(ratio_rows(rounds({BARE: 1.0, GPUSCOPE: 1.05, TRACEML: 1.05})), "gpuscope").met is None


def test_a_block_without_a_step_costs_its_round_only_what_it_is_part_of() -> None:
    taken = rounds({BARE: 1.0, GPUSCOPE: 1.01, TRACEML: 1.2})
    taken[0][TRACEML] = Block(0.0, 0, 0.0, 0.1, 0)
    assert len(ratio_rows(taken)) == 6
