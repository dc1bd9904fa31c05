"""Scripts for the window's benchmarks: what is done in a window, and what is measured there. See `window_script`."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.window_script import Script, Stage, Usage
from tests.gui.charts.stack_hands import values_at, view_range

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gpuscope.gui.data.shown_run import ShownRun
    from gpuscope.gui.pages.ladder_page import LadderPage
    from gpuscope.gui.pages.runs_page import RunsPage

_SETTLE_S = 3.0
_CHANGE_S = 1.0
"""Time by which a change of page, theme or language has been drawn completely."""
_MOUSE_HZ = 125.0
"""The event rate of an ordinary mouse."""
_LOOK_S = 0.25
"""Interval between checks of a text that changes twice a second; a check costs some microseconds, which the figure includes."""


def charts(stage: Stage, given: bool) -> Script:
    """Report when the charts of a run are painted: of a run given to the page, or of a live run that it finds."""
    making_ns = 0
    if given:
        yield lambda: stage.window.current_page == "run"
        begin_ns = time.monotonic_ns()
        data = _made_data()
        making_ns = time.monotonic_ns() - begin_ns
        stage.show_alone(data)
    yield lambda: stage.run_view() is not None
    view = stage.run_view()
    assert view is not None
    from tests.benchmarks.window_hand import PaintCounter

    counter = PaintCounter(plot_of(view), lambda: values_at(view.strips.stack, 0.0))
    yield lambda: counter.count
    painted_ns = time.monotonic_ns() - making_ns
    stage.tell(painted_ns=painted_ns, torch="torch" in sys.modules, **stage.drawn())


def _made_data() -> "ShownRun":
    """Make a minute of readings, for benchmarks that do not measure them."""
    from gpuscope.gui.data.shown_run import ShownRun
    from tests.benchmarks.fed_run import HZ, FedRun

    run = FedRun(3, time.monotonic_ns() - 60_000_000_000)
    data = ShownRun(run.record(Path("nowhere")))
    data.apply([run.hello(0), *(event for tick in range(60 * HZ) for event in run.events(tick))], run.start_ns)
    return data


def redraws(stage: Stage, rate: float, seconds: float, panned_s: float = 0.0) -> Script:
    """Show the live run, let it settle, and measure processor time and redraws while it scrolls or is panned for some seconds."""
    yield lambda: stage.run_view() is not None
    view = stage.run_view()
    assert view is not None
    view.set_rate(rate)
    yield lambda: view.data is not None and view.data.series_keys() and view.is_ready()
    yield _SETTLE_S
    from tests.benchmarks.window_hand import Hand, PaintCounter

    plot = plot_of(view)
    if panned_s:
        view.strips.stack.show_range(panned_s / 12, panned_s - panned_s / 12)
        Hand(plot, _MOUSE_HZ).start()
    yield _SETTLE_S
    counter = PaintCounter(plot)
    usage = Usage()
    yield seconds
    stage.tell(**usage.told(), redraws=counter.count, size=f"{stage.frame.width()}×{stage.frame.height()}", **stage.drawn())


def opened_profile(stage: Stage, path: str, part: str) -> Script:
    """Open a trace on the Profile page with one of its tabs in front; report the time until that tab is painted."""
    yield lambda: stage.window.current_page == "profile"
    from gpuscope.gui.charts.trace_timeline import TraceTimeline
    from gpuscope.gui.pages.profile_page import ProfilePage
    from tests.benchmarks.window_hand import PaintCounter

    page = stage.window.page("profile")
    assert isinstance(page, ProfilePage)
    yield page.is_ready
    yield _SETTLE_S
    usage = Usage()
    page.recall({"items": [path], "part": part})
    page.activated()
    yield lambda: page.body.shown is not None and page.is_ready()
    front = page.body.front
    assert front is not None
    timeline = front.findChild(TraceTimeline)
    counter = PaintCounter(front if timeline is None else timeline.viewport())
    (front if timeline is None else timeline.viewport()).update()
    yield lambda: counter.count
    stage.tell(part=page.body.part, **usage.told())


def ladder_page(stage: Stage, seconds: float) -> Script:
    """Start a ladder with a long lowest rung, measure processor time and updates of its card while that rung runs, and stop the ladder."""
    yield lambda: stage.window.current_page == "ladder"
    from gpuscope.core.runspec import RunSpec
    from gpuscope.gui.pages.ladder_page import LadderPage
    from gpuscope.gui.services.ladders import LadderRequest

    page = stage.window.page("ladder")
    assert isinstance(page, LadderPage)
    yield page.is_ready
    asked = RunSpec("cifar-cnn", task="inference", device="cpu", duration_s=seconds + 3 * _SETTLE_S)
    page.start(LadderRequest(asked))
    yield lambda: _running_texts(page)[1]
    yield _SETTLE_S
    rung, updates, known = _running_texts(page)[0], 0, ""
    usage = Usage()
    while usage.told()["wall_s"] < seconds:
        yield _LOOK_S
        text = _running_texts(page)[1]
        updates, known = updates + (text != known), text
    told = usage.told()
    if _running_texts(page)[0] != rung:
        raise RuntimeError(f"the rung {rung} was over before it was measured")
    stage.tell(**told, rung=rung, updates=updates, size=f"{stage.frame.width()}×{stage.frame.height()}")
    page.stop.click()
    yield lambda: page.state is not None and not page.state.is_live


def _running_texts(page: "LadderPage") -> list[str]:
    """Return the title of the running rung, and the figures on its card."""
    card = page.board.running_card()
    texts = [] if card is None else card.texts()
    return [texts[0], next((text for text in texts if "samples/s" in text), "")] if texts else ["", ""]


def stalls(stage: Stage, seconds: float, listed_s: float) -> Script:
    """Report how long the event loop blocks on the Runs page without a run, and with a live run there and on the Run page."""
    yield _runs_are_listed(stage)
    yield _SETTLE_S
    from tests.benchmarks.window_hand import Heart

    heart = Heart(stage.frame)
    yield seconds
    stage.tell(idle=heart.told())
    yield stage.live_run
    for page, lasting in (("runs", listed_s), ("run", seconds)):
        stage.window.show_page(page)
        yield _SETTLE_S
        heart = Heart(stage.frame)
        yield lasting
        stage.tell(**{page: heart.told()})
    stage.tell(**stage.drawn())


def blocks(stage: Stage) -> Script:
    """Report the longest blocks of the event loop: first display of each page, change of theme on each page, and change of language."""
    yield lambda: stage.window.current_page == "run"
    yield _SETTLE_S
    from gpuscope.gui.session import Session
    from gpuscope.gui.theme import Choice
    from tests.benchmarks.window_hand import Heart

    session = stage.find(Session)
    assert session is not None
    names = stage.window.entry_names
    told: dict[str, dict[str, float]] = {"first": {}, "theme": {}, "language": {}}
    for name in names[1:]:
        heart = Heart(stage.frame)
        yield _LOOK_S
        stage.window.show_page(name)
        yield _CHANGE_S
        told["first"][name] = heart.told()["block_ms"]
    for place, name in enumerate(names):
        stage.window.show_page(name)
        yield _CHANGE_S
        heart = Heart(stage.frame)
        yield _LOOK_S
        session._theme.choose((Choice.LIGHT, Choice.DARK)[place % 2])
        yield _CHANGE_S
        told["theme"][name] = heart.told()["block_ms"]
    for code, name in (("zh_CN", "run"), ("en", "run")):
        stage.window.show_page(name)
        yield _CHANGE_S
        heart = Heart(stage.frame)
        yield _LOOK_S
        session._change_language(code)
        yield _CHANGE_S
        told["language"][code] = heart.told()["block_ms"]
    stage.tell(**told)


def click(stage: Stage, spec: dict[str, object]) -> Script:
    """Fill in the form, press its button, report the time, and wait for the run's end."""
    yield lambda: stage.window.current_page == "run"
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from gpuscope.core.runspec import RunSpec
    from gpuscope.gui.widgets.command_preview import StartFoot

    page, foot = stage.window.page("run"), stage.find(StartFoot)
    assert foot is not None
    page.show_item(RunSpec.from_json(spec))
    yield lambda: page.is_ready() and foot.button.isEnabled()
    yield _SETTLE_S
    clicked_ns = time.monotonic_ns()
    QTest.mouseClick(foot.button, Qt.MouseButton.LeftButton)
    yield stage.live_run
    stage.tell(clicked_ns=clicked_ns, run_id=stage.live_run())
    yield lambda: stage.live_run() is None


def history(stage: Stage, count: int, after_s: float) -> Script:
    """Report the time from a request for the Runs page until its first rows are painted, and until all are."""
    yield lambda: stage.window.current_page == "run"
    yield after_s
    from tests.benchmarks.window_hand import PaintCounter

    begin = time.monotonic()
    stage.window.show_page("runs")
    page = stage.runs_page()
    table = page.list.table.viewport()
    first, whole = (PaintCounter(table, partial(_are_listed, page, least)) for least in (1, count))
    yield lambda: first.count
    first_s = time.monotonic() - begin
    yield lambda: whole.count
    stage.tell(first_s=first_s, whole_s=time.monotonic() - begin)


def kept_run(stage: Stage, run_id: str, times: int) -> Script:
    """Report the time to open and draw a stored run, the first time and again."""
    yield _runs_are_listed(stage)
    yield _SETTLE_S
    from tests.benchmarks.window_hand import PaintCounter

    page = stage.runs_page()
    view = page.details.run_view
    opened = []
    for _ in range(times):
        counter = PaintCounter(plot_of(view), lambda: values_at(view.strips.stack, 0.0))
        begin = time.monotonic()
        page.show_item(run_id)
        yield partial(getattr, counter, "count")
        opened.append(time.monotonic() - begin)
        shown = stage.drawn()
        yield 1.0
        page.show_list()
        yield 1.0
    stage.tell(opened_s=opened, **shown)


def compared(stage: Stage, run_ids: list[str], moved_s: float = 0.0) -> Script:
    """Report the time to show a comparison: without its curves, with the first, with all, with a further metric.

    Also reports how long the event loop blocked meanwhile, and the frame rate while the curves are moved.
    """
    yield _SETTLE_S
    from gpuscope.gui.pages.compare_page import ComparePage
    from tests.benchmarks.window_hand import Hand, Heart, PaintCounter, Wheel

    page = stage.window.page("compare")
    assert isinstance(page, ComparePage)
    stack, table = page.body.overlay.stack, page.body.metrics.table.groups.viewport()
    seen = PaintCounter(table, lambda: page.groups.view is not None)
    heart, begin = Heart(page), time.monotonic()
    page.show_item(run_ids)
    yield partial(getattr, seen, "count")
    first_s = time.monotonic() - begin
    yield lambda: page.groups.curves and stack.isVisible()
    curves_s = time.monotonic() - begin
    yield page.is_ready
    stage.tell(first_s=first_s, curves_s=curves_s, whole_s=time.monotonic() - begin, curves=len(values_at(stack, 1.0)))
    unseen = next(kind.key for kind in page.body.overlay.chooser.kinds if kind.key not in page.groups.curves[run_ids[0]].by_time)
    begin = time.monotonic()
    page.body.overlay.chooser.choose(unseen, True)
    yield page.is_ready
    stage.tell(further_s=time.monotonic() - begin, stalled_ms=heart.told()["longest_ms"])
    if not moved_s:
        return
    page.body.ensureWidgetVisible(page.body.overlay)
    plot = plot_of(page.body.overlay)
    start, end = view_range(stack)
    stack.show_range(start + (end - start) * 0.4, start + (end - start) * 0.6)
    yield _SETTLE_S
    for what, hand in (("panned", Hand(plot, _MOUSE_HZ)), ("zoomed", Wheel(plot, _MOUSE_HZ))):
        hand.start()
        counter = PaintCounter(plot)
        yield moved_s
        stage.tell(**{what: counter.count / moved_s})
        hand.stop()
    stage.tell(size=f"{stage.frame.width()}×{stage.frame.height()}")


def growth(stage: Stage, settle_s: float, seconds: float, times: int) -> Script:
    """Report repeatedly the resident memory of a window with a live run and the bytes of the data that it shows."""
    yield stage.run_view
    view = stage.run_view()
    assert view is not None
    yield settle_s
    for number in range(times + 1):
        data = view.data
        assert data is not None
        stage.tell(resident=_resident_bytes(), shown=shown_bytes(data), recorded_s=data.end_s, **stage.drawn())
        if number < times:
            yield seconds / times


def plot_of(view: "QWidget") -> "QWidget":
    """Return the widget that a view's charts are painted on."""
    from gpuscope.gui.charts.plot_view import PlotView

    found = view.findChild(PlotView)
    assert found is not None
    return found.viewport()


def _are_listed(page: "RunsPage", least: int) -> bool:
    return len(page.model.rows) >= least


def _runs_are_listed(stage: Stage) -> Callable[[], object]:
    """Return the condition that the Runs page, on which the window opened, has loaded everything."""
    return lambda: stage.window.current_page == "runs" and stage.runs_page().is_ready()


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def shown_bytes(data: "ShownRun") -> int:
    """Return the size of readings, steps, throughput and logged values as 8-byte numbers; shared timestamps count once.

    Makes no array as long as the run: the window does not make such arrays, and they would appear as growth.
    """
    series = [part for key in data.series_keys() for part in data.series(*key)]
    readings = sum({part.__array_interface__["data"][0]: part.nbytes for part in series}.values())
    told = sum(3 * data.logged(key)[0].nbytes for key in data.logged_keys())
    return readings + 2 * data.step_ends().nbytes + 2 * data.throughput()[0].nbytes + told
