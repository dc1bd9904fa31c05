"""Runs that warm up until they are steady: which steps are measured, and what is reported about them."""

import pytest

from gpuscope.core.event import Log, Phase
from gpuscope.recording import results
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import gpuscope, store_url


def test_the_measured_steps_begin_where_the_warm_up_ended() -> None:
    limits = ("--steps", "40", "--warmup-steps", "3", "--warmup-limit", "0.5")
    done = gpuscope("run", "gemm", "--set", "size=64", "--threads", "1", *limits, "--json")
    assert done.code == 0, done.err
    run = done.document
    assert (run["steps"], run["environment"]["steady"]) == (40, "no")  # half a second is too short for three blocks
    assert run["warmup_steps"] > 3
    assert run["metrics"]["step_rate"]["value"] * run["duration_s"] == pytest.approx(40)
    with StoreReader(store_url()) as reader:
        assert len(reader.steps(run["run_id"])) == run["warmup_steps"] + 40
        warnings = [event.text for event in reader.events(run["run_id"], ["log"]) if isinstance(event, Log) and event.level == "warning"]
    assert any(text.startswith("not steady after 0.5 s of warm-up: ") for text in warnings)


def test_how_long_the_warm_up_was_is_what_the_workload_told_last() -> None:
    warm_up, opened, closed = Phase("warmup", 1_000, 0), Phase("measured", 5_000, 84), Phase("evaluate", 9_000, 94)
    assert results._phases([warm_up], 1_000, 20) == (None, None, 20, None)
    assert results._phases([warm_up, opened], 1_000, 20) == (4_000, None, 84, None)
    assert results._phases([warm_up, opened, closed], 1_000, 20) == (4_000, 8_000, 84, 10)
