"""A live run in the few words of its card."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from gpuscope.core.event import Phase
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.live_words import card_words
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS

if TYPE_CHECKING:
    from gpuscope.gui.services.live_run import LiveRun


def live(spec: RunSpec, *phases: str) -> "LiveRun":
    events = [Phase(name, START_NS + SECOND) for name in phases]
    data = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), *events, *made_runs.host_events(67.3, 0.5)], spec)
    return cast("LiveRun", SimpleNamespace(data=data, record=data.record))


@pytest.mark.parametrize(("phases", "word"), [((), "running"), (("epoch 2",), "epoch 2")])
def test_a_command_runs_so_long_already(phases: tuple[str, ...], word: str) -> None:
    _, words, share = card_words(live(RunSpec(COMMAND, command=("train",)), *phases), 1)
    assert (words, share) == (f"{word} · 1:07", None)


def test_a_workload_of_ours_starts_until_it_says_otherwise() -> None:
    assert card_words(live(RunSpec("mnist-mlp")), 3)[1] == "starting · and 2 more"


def test_a_share_is_told_in_whole_percent_and_the_rest_as_on_a_clock() -> None:
    run = live(RunSpec("mnist-mlp", steps=20_000))
    progress = SimpleNamespace(share=31 / 20_000, left_s=2_848.0)
    shown = SimpleNamespace(data=SimpleNamespace(progress=progress), record=run.record)
    assert card_words(cast("LiveRun", shown), 1)[1] == "0 % · 47:28 left"
