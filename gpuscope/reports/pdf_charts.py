"""The charts of a report: curves over each run's window with the groups overlaid, and the pictures of their steps."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil

from gpuscope.analysis.plot_data import ENERGY, TIME, step_distribution
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.device import unreal_label
from gpuscope.core.figures import DisplayUnit, display_unit
from gpuscope.core.metric_registry import describe, metric
from gpuscope.core.workload_keys import STEP_PHASES, phase_time_key, split_rank
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.group_names import GroupLook
from gpuscope.reports.headlines import of_device
from gpuscope.reports.pdf_blocks import TEXT_WIDTH, Block
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_tables import number_ranges
from gpuscope.reports.pictures import recorded_curves, step_pictures
from gpuscope.reports.pictures.bar_layout import bar_drawing, bar_height
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.comparison_pictures import Wording
from gpuscope.reports.pictures.picture import BarPicture, Chart, Picture, Piece
from gpuscope.reports.pictures.recorded_curves import Curve, Frame, curve_chart, frame, single_chart
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from gpuscope.system.language import filled, translated, with_unit

RUNS_OF_A_GROUP = 3
"""Most runs drawn per group: more would be indistinguishable."""
GROUPS_OF_A_CHART = 8
"""Number of groups that colour, dash and marker can distinguish; more are split over several charts with the same axes."""
_GPUS, _MOST_VALUES = 8, 4
"""Most GPUs, and most metrics reported by the workload, that are drawn."""
_FIRST = ("loss", "accuracy")
_PHASE_KEYS = tuple(map(phase_time_key, STEP_PHASES))
_HEIGHT = 106.0
"""Height of a chart in points: six charts and their titles fill a page."""
_STEPS_HEIGHT = 150.0
"""Height of a histogram or roofline in points: taller than a curve, since both axes are read."""
_LEFT = 40.0
"""Minimum room for tick labels left of the axis, in points, so that the left edges of all charts align."""
_SMALL_COLUMNS = 60
"""Number of points along the x axis of a small chart of one run."""
_POINTS = 3
"""Minimum number of readings for a curve."""
_LISTED = 6
"""Most names listed in one sentence."""
_GPU_METRICS = ("utilization", "power", "memory_used", "clock", "temperature")
_CPU_METRICS = ("utilization", "power", "memory_used")
_FROM_ZERO = frozenset({"utilization", "power", "memory_used", "resident_memory"})
_SHARES = frozenset({"utilization"})
_HOW_TO_READ = (
    "Each curve shows the measured window of a run, from its start; of a command, from its first step. It breaks where nothing was read."
    " Where readings are too dense for the page, the minimum and maximum are drawn; of steps, the median."
)
_STEP_TITLE, _TIME_TITLE = "measured step", "time in the measured window"
_MINUTES_FROM_S, _HOURS_FROM_S = 600.0, 3 * 3600.0
"""Durations in seconds from which an axis is in minutes and in hours, so that labels have at most three digits."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart to be drawn: its title, and a curve for each run that has one.

    Attributes:
        title: In words, without the unit.
        unit: SI unit of the values in ``curves``.
        curves: Each group with the curves of its runs.
        x_title: Title of the x axis.
        from_zero: Whether the y axis starts at zero.
        share: Whether values are shown as percentages.
    """

    title: str
    unit: str
    curves: Sequence[tuple[GroupLook, Sequence[Sequence[Piece]]]]
    x_title: str
    from_zero: bool = True
    share: bool = False


def charts(context: ReportContext) -> list[Block]:
    """Return the charts for which any run has readings, with a note on how to read them."""
    runs = [(look, _drawn_runs(context, place)) for place, look in enumerate(context.looks)]
    wanted = [*_steps(runs), *_logged_curves(context, runs), *_devices(context, runs)]
    seen = {look.number for drawn in wanted for look, curves in drawn.curves if curves}
    if not seen:
        nothing = blocks.note("Nothing within the runs' windows can be drawn.")
        return [blocks.heading("Curves"), nothing, *_step_pictures(context)]
    drawings = [block for drawn in wanted for block in _blocks(drawn, seen)]
    return [blocks.heading("Curves"), blocks.note(_introduction(context, seen), sticky=True), *drawings, *_step_pictures(context)]


def _step_pictures(context: ReportContext) -> list[Block]:
    """Return the pictures of the steps for which there is data: durations, phases, and the roofline."""
    wording = Wording([look.short for look in context.looks], energy_unit=context.energy_unit)
    groups = [(look.short, [run.run_id for run in group.runs]) for look, group in zip(context.looks, context.groups, strict=True)]
    drawn = groups[:GROUPS_OF_A_CHART]
    steps = {run_id: step_distribution(run.record, run.steps_ns, run.profiled) for run_id, run in context.recorded.items()}
    pictures: list[tuple[str, Picture | None, str]] = []
    if (times := step_pictures.histogram(drawn, steps)) is not None:
        cut = f" The first {GROUPS_OF_A_CHART} groups are drawn." if len(groups) > len(drawn) else ""
        pictures.append((step_pictures.HISTOGRAM_TITLE, times, step_pictures.step_note(drawn, steps) + cut))
    pictures += [
        (
            step_pictures.PHASE_TIME_TITLE,
            step_pictures.phase_bars(context.comparison, TIME, wording),
            step_pictures.phase_time_note(context.comparison),
        ),
        (step_pictures.PHASE_ENERGY_TITLE, step_pictures.phase_bars(context.comparison, ENERGY, wording), step_pictures.PHASE_ENERGY_NOTE),
        (step_pictures.ROOFLINE_TITLE, step_pictures.roofline(context.comparison, wording), step_pictures.ROOFLINE_NOTE),
    ]
    return [
        blocks.chart(title, _picture(picture), "; ".join(picture.sentences()), note)
        for title, picture, note in pictures
        if picture is not None
    ]


def _picture(picture: Picture) -> str:
    if isinstance(picture, BarPicture):
        return svg(bar_drawing(picture, TEXT_WIDTH, bar_height(picture, PAPER), PAPER))
    return svg(chart_drawing(picture, TEXT_WIDTH, _STEPS_HEIGHT, PAPER))


def _introduction(context: ReportContext, seen: Collection[int]) -> str:
    sentences = [_HOW_TO_READ]
    if unseen := [look.short for look in context.looks if look.number not in seen]:
        sentences.append(f"There is nothing to draw of {_some(unseen)}.")
    if any(len(group.runs) > RUNS_OF_A_GROUP for group in context.groups):
        sentences.append(f"Of a group with more than {RUNS_OF_A_GROUP} runs the first {RUNS_OF_A_GROUP} are drawn.")
    if len(context.groups) > GROUPS_OF_A_CHART:
        sentences.append(f"Charts of one metric have the same axes, at most {GROUPS_OF_A_CHART} groups in each.")
    return " ".join(sentences)


def _drawn_runs(context: ReportContext, place: int) -> list[RecordedRun]:
    recorded = (context.recorded.get(record.run_id) for record in context.groups[place].runs[:RUNS_OF_A_GROUP])
    return [run for run in recorded if run is not None]


_Runs = Sequence[tuple[GroupLook, Sequence[RecordedRun]]]


def _curves(runs: _Runs, of: Callable[[RecordedRun], Sequence[Piece]]) -> list[tuple[GroupLook, list[Sequence[Piece]]]]:
    """Return the curves of each group's runs, without those that have too few points."""
    members_curves = [(look, [of(run) for run in members]) for look, members in runs]
    return [(look, [pieces for pieces in curves if sum(piece.x.size for piece in pieces) >= _POINTS]) for look, curves in members_curves]


def _steps(runs: _Runs) -> Iterable[Drawn]:
    samples = all(run.record.samples for _, members in runs for run in members if run.record.steps)
    label, unit = ("Throughput", "samples/s") if samples else ("Step rate", "steps/s")
    yield Drawn(translated(label), unit, _curves(runs, recorded_curves.rate), _TIME_TITLE)
    yield Drawn(translated("Step time"), "s", _curves(runs, recorded_curves.step_times), _STEP_TITLE)


def _logged_curves(context: ReportContext, runs: _Runs) -> Iterable[Drawn]:
    """Yield the curves of the first values that were reported often enough for one, loss and accuracy before others, then the phases'."""
    keys = list(dict.fromkeys(key for _, members in runs for run in members for key in run.reported))
    values = sorted((key for key in keys if split_rank(key)[0] not in _PHASE_KEYS), key=_place)
    found = ((key, _reported(runs, key)) for key in values)
    for key, curves in islice(((key, curves) for key, curves in found if any(own for _, own in curves)), _MOST_VALUES):
        label = context.shown(translated(describe(key)[0]), 40)
        is_of_ours = all(not run.record.spec.is_command for _, members in runs for run in members if key in run.reported)
        of_batches = filled("{0}, of the training batches, as the workload reported it", label)
        title = of_batches if key == "loss" and is_of_ours else filled("{0}, as the workload reported it", label)
        yield Drawn(title, describe(key)[1] or "1", curves, _STEP_TITLE, from_zero=False)
    for key in (key for key in _PHASE_KEYS if key in keys):
        yield Drawn(translated(describe(key)[0]), describe(key)[1], _reported(runs, key), _STEP_TITLE)


def _place(key: str) -> tuple[int, bool]:
    """Return the place of a reported value: loss and accuracy before others, values of single ranks last."""
    return (_FIRST.index(key) if key in _FIRST else len(_FIRST)), split_rank(key)[1] is not None


def _reported(runs: _Runs, key: str) -> list[tuple[GroupLook, list[Sequence[Piece]]]]:
    return _curves(runs, lambda run: recorded_curves.logged(run, key))


def _devices(context: ReportContext, runs: _Runs) -> Iterable[Drawn]:
    known = dict.fromkeys(result.device.key for _, record in context.runs() for result in record.devices)
    gpus = [device for device in known if ":" in device][:_GPUS]
    wanted = [(device, key) for device in gpus for key in _GPU_METRICS]
    wanted += [("cpu", key) for key in _CPU_METRICS] + [("workload", "resident_memory")]
    for device, key in wanted:
        yield _device(context, runs, device, key)


def _device(context: ReportContext, runs: _Runs, device: str, key: str) -> Drawn:
    curves = _curves(runs, lambda run: _readings(run, device, key))
    known = metric(key)
    label = known.label if known else key
    labels = [context.simulated(run.record).get(device) for _, members in runs for run in members]
    unreal = " / ".join(dict.fromkeys(translated(unreal_label(label)) for label in labels if label))
    title = context.shown(of_device(device, label), 60) + (filled(" ({0})", unreal) if unreal else "")
    return Drawn(title, known.unit if known else "1", curves, _TIME_TITLE, key in _FROM_ZERO, key in _SHARES)


def run_chart(context: ReportContext, look: GroupLook, run: RecordedRun, width: float, height: float) -> list[Block]:
    """Return a small chart of one run, sized in points: its throughput, else a device's power or utilization; [] if it has none."""
    runs = [(look, [run])]
    gpus = [result.device.key for result in run.record.devices if ":" in result.device.key]
    devices = [(device, key) for key in ("power", "utilization") for device in (*gpus, "cpu")]
    wanted = [next(iter(_steps(runs))), *(_device(context, runs, device, key) for device, key in devices)]
    drawn = next((chart for chart in wanted if chart.curves[0][1]), None)
    if drawn is None:
        return []
    unit, within, (curve,) = _framed(drawn)
    title = with_unit(drawn.title, unit.name)
    thin = Curve(look.short, look.style, recorded_curves.coarser(curve.pieces, _SMALL_COLUMNS))
    return [blocks.chart(title, _drawn(single_chart(thin, within), width, height), f"{title} over {within.x_title}", level=4)]


def _readings(run: RecordedRun, device: str, key: str) -> Sequence[Piece]:
    series = run.find(device, key)
    return [] if series is None else recorded_curves.readings(series, recorded_curves.window_s(run))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")


def _blocks(drawn: Drawn, seen: Collection[int]) -> list[Block]:
    """Return a chart as blocks: none when there is no curve, several when there are many groups.

    Args:
        drawn: The chart.
        seen: Numbers of the groups that have a curve in any chart; those that this chart lacks are named in its note.
    """
    if not any(curves for _, curves in drawn.curves):
        return []
    unit, within, shown = _framed(drawn)
    absent = [look.short for look, curves in drawn.curves if not curves and look.number in seen]
    note = f"Not recorded of {_some(absent)}." if absent else ""
    return [_block(drawn, unit, within, shown, numbers, note) for numbers in _parts(drawn)]


def _framed(drawn: Drawn) -> tuple[DisplayUnit, Frame, list[Curve]]:
    """Return the unit of a chart's values, its axes, and its curves scaled to their units."""
    ends = [float(edge) for _, curves in drawn.curves for pieces in curves for piece in pieces for edge in (piece.y.min(), piece.y.max())]
    unit = display_unit(drawn.unit, ends, share=drawn.share)
    time_factor, time_unit = _time_unit(drawn)
    shown = [
        Curve(look.short, look.style, [Piece(piece.x / time_factor, piece.y / unit.size) for piece in pieces])
        for look, curves in drawn.curves
        for pieces in curves
    ]
    x_title = f"{drawn.x_title}, {time_unit}" if time_unit else drawn.x_title
    return unit, frame(shown, x_title, from_zero=drawn.from_zero, high=100.0 if drawn.share else None), shown


def _parts(drawn: Drawn) -> list[list[int]]:
    """Return the numbers of the groups in each chart."""
    present = [look.number for look, curves in drawn.curves if curves]
    size = ceil(len(present) / ceil(len(present) / GROUPS_OF_A_CHART))
    return [present[begin : begin + size] for begin in range(0, len(present), size)]


def _block(drawn: Drawn, unit: DisplayUnit, within: Frame, curves: Sequence[Curve], numbers: Sequence[int], note: str) -> Block:
    looks = [look for look, _ in drawn.curves if look.number in numbers]
    mine = [curve for curve in curves if curve.style in [look.style for look in looks]]
    title = with_unit(drawn.title, unit.name) + (f" · groups {number_ranges(numbers)}" if len(drawn.curves) > GROUPS_OF_A_CHART else "")
    names = ", ".join(look.name for look in looks)
    return blocks.chart(title, _drawn(curve_chart(mine, within)), f"{title} over {within.x_title}: {names}", note)


def _time_unit(drawn: Drawn) -> tuple[float, str]:
    """Return the divisor for seconds and the resulting unit; (1, "") if the axis does not show time."""
    if drawn.x_title != _TIME_TITLE:
        return 1.0, ""
    end = max(float(piece.x[-1]) for _, curves in drawn.curves for pieces in curves for piece in pieces)
    if end >= _HOURS_FROM_S:
        return 3600.0, "h"
    return (60.0, "min") if end >= _MINUTES_FROM_S else (1.0, "s")


def _drawn(chart: Chart, width: float = TEXT_WIDTH, height: float = _HEIGHT) -> str:
    return svg(chart_drawing(chart, width, height, PAPER, least_left=_LEFT))
