"""All services of a window together."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.plan import ItemState, PlanItem, PlanKind
from gpuscope.gui.services.services import Services
from gpuscope.recording.plan_folder import PlanFolder
from gpuscope.storage.plans import PlanWriter
from tests.cli.stored_runs import FakeRecorder, live_recorder, record, store_run, url

ONE, TWO, THREE = "111111111111", "222222222222", "333333333333"


@contextmanager
def silent(fake: FakeRecorder) -> Iterator[None]:
    """Make a recorder hang, as if stopped by a signal."""
    goes_on = threading.Event()

    def hang() -> None:
        goes_on.wait(20)

    fake.do(hang)
    try:
        yield
    finally:
        goes_on.set()


@pytest.fixture
def services(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.setattr("gpuscope.gui.services.live_run._ANSWER_S", 0.6)
    made = Services(url())
    yield made
    made.close()


def test_every_run_is_asked_to_stop_whoever_of_them_is_silent(services: Services, qtbot: QtBot) -> None:
    told: list[str] = []
    with (
        live_recorder(record(ONE)) as healthy,
        live_recorder(record(TWO, minutes=1)) as hung,
        live_recorder(record(THREE, minutes=2)) as too,
    ):
        for one in (ONE, TWO, THREE):
            services.live_runs.adopt(record(one, minutes=int(one[0]) - 1))
        qtbot.waitUntil(lambda: all(is_attached(fake) for fake in (healthy, hung, too)))
        assert [live.run_id for live in services.live_runs.runs] == [THREE, TWO, ONE]
        with silent(hung), silent(too):
            begin = time.monotonic()
            services.stop_all(lambda: told.append("asked"))
            qtbot.waitUntil(lambda: {"op": "stop"} in healthy.requests, timeout=500)
            qtbot.waitUntil(lambda: bool(told))
            services.close()
            assert time.monotonic() - begin < 1.2
    assert told == ["asked"]


def test_without_a_live_run_it_is_told_as_soon_as_the_asker_has_come_back(services: Services, qtbot: QtBot) -> None:
    told: list[str] = []
    services.stop_all(lambda: told.append("asked"))
    assert told == []
    qtbot.waitUntil(lambda: told == ["asked"], timeout=500)


def test_a_run_that_has_ended_is_in_the_history_whatever_page_is_shown(services: Services, qtbot: QtBot) -> None:
    store_run(ONE)
    services.history.refresh()
    qtbot.waitUntil(lambda: [run.run_id for run in services.history.runs] == [ONE])
    with live_recorder(record(TWO, minutes=1)) as fake:
        services.live_runs.adopt(record(TWO, minutes=1))
        qtbot.waitUntil(lambda: is_attached(fake))
        store_run(TWO, minutes=1)
    qtbot.waitUntil(lambda: not services.live_runs.runs)
    qtbot.waitUntil(lambda: [run.run_id for run in services.history.runs] == [TWO, ONE])


def test_a_plan_is_stopped_with_its_run_or_it_would_begin_the_next(services: Services, qtbot: QtBot) -> None:
    plan_id = PlanWriter(url()).create(PlanKind.QUEUE, "a queue", {}, [])
    folder = PlanFolder(url(), plan_id)
    services.plans.start()
    qtbot.waitUntil(lambda: len(services.plans.live) == 1)
    services.stop_all(lambda: None)
    assert folder.take_stop_request()
    folder.close()


def test_the_run_of_a_plan_is_stopped_by_its_conductor_alone_and_a_plan_asked_already_is_not_asked_again(
    services: Services, qtbot: QtBot
) -> None:
    """A second request would give a program less time to end, and would end a wait for the store."""
    item = PlanItem(0, "one", record(ONE).spec, state=ItemState.RUNNING, run_id=ONE)
    plan_id = PlanWriter(url()).create(PlanKind.QUEUE, "a queue", {}, [item])
    folder = PlanFolder(url(), plan_id)
    told: list[str] = []
    with live_recorder(record(ONE)) as fake:
        services.plans.start()
        services.live_runs.adopt(record(ONE))
        qtbot.waitUntil(lambda: is_attached(fake) and len(services.plans.live) == 1)
        services.plans.stop(plan_id)
        assert folder.take_stop_request()
        services.stop_all(lambda: told.append("asked"))
        qtbot.waitUntil(lambda: told == ["asked"])
        assert {"op": "stop"} not in fake.requests
    assert not folder.take_stop_request()
    folder.close()


def is_attached(fake: FakeRecorder) -> bool:
    return any(one.attached for one in list(fake.broadcast._subscribers.values()))
