"""Data that a race reads from stored runs: steps, energy and places as stored, damage and absence in words."""

import platform

import numpy as np
import pytest

from gpuscope.analysis.race import Goal, race
from gpuscope.core.errors import UnavailableError
from gpuscope.recording.race_runs import race_lanes
from gpuscope.recording.run_history import RunHistory
from gpuscope.system import paths
from tests.gui import shown_runs


def test_stored_runs_race_as_they_were_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated card with a known energy counter: 513 W from the fourth second on."""
    groups = shown_runs.fill(platform.node())
    with RunHistory(paths.default_store_url()) as history:
        records = history.find_all([ids[0] for ids in groups.values()])
        lanes = race_lanes(history, records)
        steps = [history.steps(record.run_id) for record in records]
        shown = race(lanes)
        for t_s in np.linspace(0.0, shown.length_s, 400):
            for record, ends, state in zip(records, steps, shown.states(t_s), strict=True):
                start_ns = round((record.window_start_s or 0.0) * 1e9)
                measured = ends[record.warmup_steps :] - start_ns
                assert state.samples == min(int(np.count_nonzero(measured / 1e9 <= t_s)) * 256, shown.line)
        for lane, record, state in zip(lanes, records, shown.states(10.0), strict=True):
            assert lane.energy is not None
            assert lane.energy.joules[-1] == pytest.approx(record.metrics["energy"].value)
            assert state.energy_j == pytest.approx(5130.0)
            assert lane.simulated == shown_runs.DRAWN
        assert [lane.name for lane in lanes] == ["CNN, FP32", "CNN, TF32", "CNN, BF16"]
        repeats = history.find_all(groups["FP32"])
        starts = [f"{record.started_at.astimezone():%H:%M:%S}" for record in repeats]
        assert [lane.name for lane in race_lanes(history, repeats)] == [f"CNN, FP32, {start}" for start in starts]

        command, other = history.find("f0"), history.find("c0")
        assert race(race_lanes(history, [command, other])).goal is Goal.OWN

        def damaged(*_: object) -> None:
            raise UnavailableError("the readings are damaged")

        monkeypatch.setattr(RunHistory, "steps", damaged)
        (broken,) = race_lanes(history, [other], ["broken"])
        assert (broken.name, broken.no_samples, broken.no_energy) == ("broken", "the readings are damaged", "the readings are damaged")
