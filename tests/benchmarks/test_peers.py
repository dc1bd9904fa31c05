"""Tests of the verdicts of the comparison with other tools, on made-up figures."""

import random

from tests.benchmarks.bench_peers import COST, LOSS, READING, Window, cost_rows, loss_rows
from tests.benchmarks.peers import AT_DEFAULTS, GPUSCOPE, PEERS, Peer
from tests.benchmarks.row import Row

ONE, OTHER = PEERS[:2]


def windows(share: float, readings: int) -> list[Window]:
    return [Window(share * 5 * jitter, 50, 50 * readings, 5.0) for jitter in (0.97, 1.0, 1.03, 1.01, 0.99, 1.0)]


def rounds(losses: dict[Peer | None, float]) -> list[dict[Peer | None, float]]:
    """Return rounds on a machine that drifts, with a small deviation in each block."""
    chance = random.Random(1)
    return [{peer: 1000 * (1 + one / 50) * (1 - loss) * chance.gauss(1, 0.005) for peer, loss in losses.items()} for one in range(60)]


def row(rows: list[Row], what: str, peer: Peer) -> Row:
    return next(one for one in rows if one.name == f"{what}, {peer.name}")


def test_less_than_every_other_is_met_more_than_one_is_missed() -> None:
    found = cost_rows({GPUSCOPE: windows(0.02, 6), ONE: windows(0.01, 1), OTHER: windows(0.05, 6)})
    assert row(found, COST, GPUSCOPE).met is False
    assert row(found, READING, GPUSCOPE).met is True
    assert "2.00 times as much" in row(found, COST, ONE).detail
    assert round(row(found, COST, GPUSCOPE).value or 0) == 250


def test_a_tool_that_reads_no_gpu_has_no_cost_of_a_sample() -> None:
    found = cost_rows({GPUSCOPE: windows(0.02, 6), ONE: [Window(0.1, 0, 0, 5.0)] * 6})
    assert [one.name for one in found] == [f"{COST}, gpuscope", f"{READING}, gpuscope"]
    assert found[0].met is None


def test_the_slow_down_is_found_under_a_drift_ten_times_as_large() -> None:
    found = loss_rows(rounds({None: 0.0, GPUSCOPE: 0.01, ONE: 0.03, OTHER: 0.06}))
    assert row(found, LOSS, GPUSCOPE).met is True
    assert "gpuscope takes less" in row(found, LOSS, ONE).detail
    assert abs((row(found, LOSS, OTHER).value or 0) - 6) < 0.5


def test_what_cannot_be_told_apart_is_no_verdict() -> None:
    found = loss_rows(rounds({None: 0.0, GPUSCOPE: 0.01, ONE: 0.01, OTHER: 0.06}))
    assert row(found, LOSS, GPUSCOPE).met is None
    assert f"no measurable difference from {ONE.name}" in row(found, LOSS, GPUSCOPE).detail


def test_gpuscope_at_other_rates_is_shown_and_is_no_rival() -> None:
    found = cost_rows({GPUSCOPE: windows(0.02, 6), AT_DEFAULTS: windows(0.01, 6), ONE: windows(0.05, 1)})
    assert row(found, COST, GPUSCOPE).met is True
    assert "times as much" not in row(found, COST, AT_DEFAULTS).detail
    found = loss_rows(rounds({None: 0.0, GPUSCOPE: 0.02, AT_DEFAULTS: 0.01, ONE: 0.06}))
    assert row(found, LOSS, GPUSCOPE).met is True
    assert row(found, LOSS, AT_DEFAULTS).value is not None
