"""The pages with a GPU that is lost or does not answer, read by the real monitor and helper from a stand-in NVML."""

import re
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.figures import MISSING
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.device_card import DeviceCard
from gpuscope.gui.pages.machine_page import MachinePage
from gpuscope.gui.run_view.run_figures import run_figures
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.services.running_processes import RunningProcesses
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.figure_tile import Figure
from tests.cli.stored_runs import url
from tests.gui.run_view import made_runs
from tests.standin.fixtures import PlacedStandin, standin  # noqa: F401 - a fixture
from tests.standin.standin import Rule

PATIENCE_MS = 20_000
LOST = "the GPU is lost: it no longer answers on the bus"


@pytest.fixture
def live_runs(qtbot: QtBot) -> Iterator[LiveRuns]:
    made = LiveRuns(url())
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, standin: PlacedStandin, live_runs: LiveRuns) -> Iterator[MachinePage]:  # noqa: F811
    feed = MonitorFeed(live_runs)
    made = MachinePage(Theme(Choice.DARK), feed, UserSettings(), RunningProcesses())
    qtbot.addWidget(made)
    made.resize(1104, 800)
    made.show()
    qtbot.waitUntil(lambda: all(has_readings(made, key) for key in ("gpu:0", "gpu:1")), timeout=PATIENCE_MS)
    yield made
    made.hide()
    feed.close()


def has_readings(page: MachinePage, key: str) -> bool:
    found = [one for one in page.findChildren(DeviceCard) if one.device.key == key]
    return bool(found) and MISSING not in [figure.value for figure in found[0].figures.figures]


def card(page: MachinePage, key: str) -> DeviceCard:
    return next(one for one in page.findChildren(DeviceCard) if one.device.key == key)


def as_run(page: MachinePage) -> ShownRun:
    """Return the readings as those of a command that runs on both GPUs."""
    data = page._feed.data
    data.settle(made_runs.record(RunSpec(COMMAND, command=("train",))))
    return data


def figures_of_run(page: MachinePage) -> dict[str, Figure]:
    return {figure.label: figure for figure in run_figures(as_run(page))}


def test_a_lost_gpu_s_card_is_red_with_words_and_the_other_goes_on(page: MachinePage, standin: PlacedStandin, qtbot: QtBot) -> None:  # noqa: F811
    assert card(page, "gpu:0").trouble == ""
    standin.show(standin.machine.with_gpu(0, lost_from=1))
    qtbot.waitUntil(lambda: LOST in card(page, "gpu:0").trouble, timeout=PATIENCE_MS)
    assert re.search(r"since [0-9:]+$", card(page, "gpu:0").trouble)
    assert {(figure.value, figure.trust) for figure in card(page, "gpu:0").figures.figures} == {(MISSING, "")}  # the name gives the reason
    assert all(LOST in figure.more for figure in card(page, "gpu:0").figures.figures)
    assert LOST in card(page, "gpu:0").accessibleName()
    assert card(page, "gpu:1").trouble == ""
    assert card(page, "gpu:1").figures.figures[2].value != MISSING
    power = figures_of_run(page)["Power"]
    assert (power.value, power.trust, power.is_bad) == (MISSING, f"gpu:0: {LOST}", True)


def test_how_long_a_gpu_has_not_answered_is_counted(page: MachinePage, standin: PlacedStandin, qtbot: QtBot) -> None:  # noqa: F811
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "hang", 0, 0)))
    qtbot.waitUntil(lambda: "not answering for" in card(page, "gpu:0").trouble, timeout=PATIENCE_MS)
    assert re.fullmatch(r"not answering for \d+ s", card(page, "gpu:0").trouble)
    first = card(page, "gpu:0").trouble
    qtbot.waitUntil(lambda: card(page, "gpu:0").trouble not in ("", first), timeout=PATIENCE_MS)
    power = figures_of_run(page)["Power"]
    assert re.fullmatch(r"gpu:0: not answering for \d+ s", power.trust)
    assert "not answering since" in power.more
