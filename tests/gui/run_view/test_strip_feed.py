"""What is passed to a stack, and when."""

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.event import Gap, Log, Sample
from gpuscope.gui.charts.strip_margins import StripValues
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.run_strips import strip_templates
from gpuscope.gui.run_view.strip_feed import StripFeed
from gpuscope.gui.run_view.strip_template import RunAxis
from gpuscope.gui.theme import Theme
from tests.gui.charts.stack_hands import values_at, view_range
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS


class WatchedStack(StripStack):
    """A stack that counts the strips and series passed to it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.given: list[tuple[str, str]] = []
        self.planned = 0

    def set_series(self, strip: str, curve: str, x: Floats, y: Floats) -> None:
        self.given.append((strip, curve))
        super().set_series(strip, curve, x, y)

    def set_strips(self, strips: object) -> None:
        self.planned += 1
        super().set_strips(strips)  # type: ignore[arg-type]


@pytest.fixture
def stack(qtbot: QtBot, theme: Theme) -> WatchedStack:
    made = WatchedStack(theme)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def feed(stack: WatchedStack) -> StripFeed:
    return StripFeed(stack, strip_templates)


def machine_sample(at_s: float, memory: float = 2.0**30) -> Sample:
    stamp = START_NS + int(at_s * SECOND)
    return Sample("host.machine", stamp, stamp, (0.5, memory, 0.0, 1e6 * at_s, 1e6 * at_s, 1e3 * at_s, 1e3 * at_s))


def started() -> ShownRun:
    return made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), machine_sample(1.0), machine_sample(1.1)])


def test_only_what_has_grown_is_given_again(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.cpu_run(10.0)
    feed.refresh(data)
    stack.given.clear()
    data.apply([Log(START_NS + 10 * SECOND, "values", values={"loss": 0.5}, step=400)], START_NS)
    feed.refresh(data)
    assert stack.given == [("logged/loss", "loss")]


def test_nothing_is_given_when_nothing_is_new(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.cpu_run(10.0)
    feed.refresh(data)
    stack.given.clear()
    feed.refresh(data)
    assert stack.given == []


def test_the_stack_draws_what_the_run_has(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.cpu_run(10.0)
    feed.refresh(data)
    times, values = data.series("cpu", "utilization")
    found = {(strip, curve): value for strip, curve, value in values_at(stack, float(times[50]))}
    assert found["cpu", "cpu/utilization"] == values[50]


def test_a_strip_comes_with_its_first_reading(feed: StripFeed) -> None:
    data = started()
    feed.refresh(data)
    assert "logged/loss" not in [strip.key for strip in feed.strips]
    made_runs.told_values(data, {"loss": 2.0}, 2.0, 1)
    feed.refresh(data)
    assert "logged/loss" in [strip.key for strip in feed.strips]


def test_a_unit_grows_with_the_values_and_every_curve_is_given_again(feed: StripFeed, stack: WatchedStack) -> None:
    data = started()
    small = made_runs.run_data([made_runs.hello([made_runs.cpu_device()]), machine_sample(1.0, 2.0**28)])
    feed.refresh(small)
    assert next(strip for strip in feed.strips if strip.key == "memory").unit == "MiB"
    small.apply([machine_sample(2.0, 2.0**32)], START_NS)
    feed.refresh(small)
    assert next(strip for strip in feed.strips if strip.key == "memory").unit == "GiB"
    assert data.version  # a different run is unaffected


def test_strips_are_planned_once_while_nothing_but_values_comes(feed: StripFeed, stack: WatchedStack) -> None:
    data = started()
    feed.refresh(data)
    before = stack.planned
    for index in range(12, 30):
        data.apply([machine_sample(index / 10)], START_NS)
        feed.refresh(data)
    assert stack.planned == before


def test_a_curve_of_the_menu_is_brought_with_its_values(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.cpu_run(10.0)
    feed.refresh(data)
    assert ("cpu", "recorder/cpu_time") in [(choice.strip, choice.curve) for choice in feed.choices() if not choice.visible]
    feed.switch("cpu", "recorder/cpu_time", True, data)
    shown = [curve for _, curve, value in values_at(stack, 5.0) if value is not None]
    assert "recorder/cpu_time" in shown
    assert ("cpu", "recorder/cpu_time") in [(choice.strip, choice.curve) for choice in feed.choices() if choice.visible]


def test_a_switched_off_curve_stays_off_in_the_next_run(feed: StripFeed) -> None:
    feed.refresh(made_runs.gpu_run(5.0, gpus=2))
    feed.remember("power", "gpu:1/power", False)
    feed.begin(RunAxis.TIME)
    feed.refresh(made_runs.gpu_run(5.0, gpus=2))
    power = next(strip for strip in feed.strips if strip.key == "power")
    assert [curve.visible for curve in power.curves] == [True, False]


def test_on_steps_the_readings_lie_where_the_step_was(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.cpu_run(10.0)
    feed.begin(RunAxis.STEPS)
    feed.refresh(data)
    stack.follow(None)
    times, values = data.series("cpu", "utilization")
    index = int(times.searchsorted(7.0))
    found = {(strip, curve): value for strip, curve, value in values_at(stack, float(data.step_at(float(times[index]))))}
    assert found["cpu", "cpu/utilization"] == pytest.approx(values[index], abs=0.12)
    assert view_range(stack)[1] == pytest.approx(data.progress.steps - data.progress.warmup_steps, rel=0.01)


def test_a_run_without_anything_is_no_trouble(feed: StripFeed) -> None:
    feed.refresh(ShownRun())
    assert feed.strips == ()


def test_what_comes_from_the_store_into_the_middle_counts_for_the_unit(feed: StripFeed, stack: WatchedStack) -> None:
    hello, small = made_runs.hello([made_runs.cpu_device()]), 2.0**28
    before, later = [machine_sample(1.0, small)], [machine_sample(place / 10, small) for place in range(20, 60)]
    data = made_runs.run_data([hello, *before, *later])
    feed.refresh(data)
    assert next(strip for strip in feed.strips if strip.key == "memory").unit == "MiB"
    made_runs.heal(data, [hello, *before, *(machine_sample(place / 10, 2.0**32) for place in range(11, 20)), *later])
    feed.refresh(data)
    assert next(strip for strip in feed.strips if strip.key == "memory").unit == "GiB"


def test_a_curve_that_was_read_anew_is_given_again_whatever_it_has_grown(feed: StripFeed, stack: WatchedStack) -> None:
    hello = made_runs.hello([made_runs.cpu_device()])
    data = made_runs.run_data([hello, machine_sample(1.0), machine_sample(1.1)])
    feed.refresh(data)
    made_runs.heal(data, [hello, machine_sample(0.9), machine_sample(1.1)])
    stack.given.clear()
    feed.refresh(data)
    assert ("memory", "cpu/memory_used") in stack.given


def test_a_lost_device_has_no_present_value_beside_those_of_the_others(feed: StripFeed, stack: WatchedStack) -> None:
    data = made_runs.machine(gpus=2, seconds=5.0)
    feed.refresh(data)
    powers = next(one for one in stack.findChildren(StripValues) if one.spoken_value().startswith("Power"))
    powers.refresh()
    before = powers.spoken_value()
    data.apply([Gap("gpu:1", ("power",), START_NS + 4 * SECOND, None, "the GPU is lost")], START_NS)
    feed.refresh(data)
    powers.refresh()
    assert "gpu:1 – W" in powers.spoken_value()
    assert powers.spoken_value().split(",")[0] == before.split(",")[0]
    data.apply([Gap("gpu:1", ("power",), START_NS + 4 * SECOND, START_NS + 5 * SECOND, "the GPU is lost")], START_NS)
    feed.refresh(data)
    powers.refresh()
    assert powers.spoken_value() == before
