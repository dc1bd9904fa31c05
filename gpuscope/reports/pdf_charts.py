"""The curves of the PDF report: what was recorded over each run's window, the groups over each other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.metric import describe, metric
from gpuscope.reports import chart_curve
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.chart_curve import Piece
from gpuscope.reports.display_unit import DisplayUnit, display_unit
from gpuscope.reports.group_look import GroupLook
from gpuscope.reports.pdf_blocks import Block
from gpuscope.reports.pdf_context import ReportContext, of_device
from gpuscope.reports.svg_chart import Curve, Frame, curve_chart, frame

RUNS_OF_A_GROUP = 3
"""Runs of a group that are drawn: more could not be told apart."""
GROUPS_OF_A_CHART = 6
"""Groups that are told apart by colour, dash and marker; more are spread over several charts with the same axes."""
_GPUS, _TOLD = 8, 4
_POINTS = 3
_GPU_METRICS = ("utilization", "power", "memory_used", "clock", "temperature")
_CPU_METRICS = ("utilization", "power", "memory_used")
_FROM_ZERO = frozenset({"utilization", "power", "memory_used", "resident_memory"})
_SHARES = frozenset({"utilization"})
_HOW_TO_READ = (
    "Each curve shows the measured window of a run, from its begin. Where it breaks off nothing was read. Of more readings than the"
    " paper can part, the least and the greatest are drawn; of more steps, the median."
)
_STEP_TITLE, _TIME_TITLE = "measured step", "time in the measured window"
_MINUTES_FROM_S, _HOURS_FROM_S = 600.0, 3 * 3600.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart to be: its title, and a curve for each run that has one.

    Attributes:
        title: In words, without the unit.
        unit: Of the values in ``curves``, SI.
        curves: By group, those of its runs.
        x_title: What the axis below shows.
        from_zero: Whether figures are read as amounts.
        share: Whether they are read as percentages.
        note: What is to be known beside it.
    """

    title: str
    unit: str
    curves: Sequence[tuple[GroupLook, Sequence[Sequence[Piece]]]]
    x_title: str
    from_zero: bool = True
    share: bool = False
    note: str = ""


def charts(context: ReportContext) -> list[Block]:
    """Returns the charts that any run has readings for, with a word on how to read them."""
    runs = [(look, _drawn_runs(context, place)) for place, look in enumerate(context.looks)]
    wanted = [*_steps(runs), *_told(context, runs), *_devices(context, runs)]
    found = [block for drawn in wanted for block in _blocks(drawn)]
    if not found:
        return [blocks.heading("Curves"), blocks.note("Nothing was recorded within the runs' windows that could be drawn.")]
    return [blocks.heading("Curves"), blocks.note(_introduction(context), sticky=True), *found]


def _introduction(context: ReportContext) -> str:
    words = [_HOW_TO_READ]
    if any(len(group.runs) > RUNS_OF_A_GROUP for group in context.groups):
        words.append(f"Of a group with more than {RUNS_OF_A_GROUP} runs the first {RUNS_OF_A_GROUP} are drawn.")
    if len(context.groups) > GROUPS_OF_A_CHART:
        words.append(f"Charts with the same title have the same axes, {GROUPS_OF_A_CHART} groups in each.")
    return " ".join(words)


def _drawn_runs(context: ReportContext, place: int) -> list[RecordedRun]:
    found = (context.recorded.get(record.run_id) for record in context.groups[place].runs[:RUNS_OF_A_GROUP])
    return [run for run in found if run is not None]


_Runs = Sequence[tuple[GroupLook, Sequence[RecordedRun]]]


def _curves(runs: _Runs, of: Callable[[RecordedRun], Sequence[Piece]]) -> list[tuple[GroupLook, list[Sequence[Piece]]]]:
    """Returns the curves that have enough points to be one."""
    found = [(look, [of(run) for run in members]) for look, members in runs]
    return [(look, [pieces for pieces in curves if sum(piece.x.size for piece in pieces) >= _POINTS]) for look, curves in found]


def _steps(runs: _Runs) -> Iterable[Drawn]:
    samples = all(run.record.samples for _, members in runs for run in members if run.record.steps)
    label, unit = ("Throughput", "samples/s") if samples else ("Step rate", "steps/s")
    yield Drawn(label, unit, _curves(runs, chart_curve.rate), _TIME_TITLE)
    yield Drawn("Step time", "s", _curves(runs, chart_curve.step_times), _STEP_TITLE)


def _told(context: ReportContext, runs: _Runs) -> Iterable[Drawn]:
    keys = dict.fromkeys(key for _, members in runs for run in members for key in run.told)
    for key in list(keys)[:_TOLD]:
        curves = _curves(runs, lambda run, key=key: chart_curve.told(run.told[key]) if key in run.told else [])  # type: ignore[misc]
        words = "of the training batches, as the workload told it" if key == "loss" else "as the workload told it"
        title = f"{context.shown(describe(key)[0], 40)}, {words}"
        yield Drawn(title, describe(key)[1] or "1", curves, "step, warm-up included", from_zero=False)


def _devices(context: ReportContext, runs: _Runs) -> Iterable[Drawn]:
    known = dict.fromkeys(result.device.key for _, record in context.runs() for result in record.devices)
    gpus = [device for device in known if device.startswith("gpu:")][:_GPUS]
    wanted = [(device, key) for device in gpus for key in _GPU_METRICS]
    wanted += [("cpu", key) for key in _CPU_METRICS] + [("workload", "resident_memory")]
    for device, key in wanted:
        curves = _curves(runs, lambda run, device=device, key=key: _readings(run, device, key))  # type: ignore[misc]
        found = metric(key)
        label = found.label if found else key
        title = context.shown(of_device(device, label), 60)
        yield Drawn(title, found.unit if found else "1", curves, _TIME_TITLE, key in _FROM_ZERO, key in _SHARES)


def _readings(run: RecordedRun, device: str, key: str) -> Sequence[Piece]:
    series = run.find(device, key)
    return [] if series is None else chart_curve.readings(series, chart_curve.window_s(run))


def _blocks(drawn: Drawn) -> list[Block]:
    """Returns a chart as blocks: none when there is no curve, several when there are many groups."""
    if not any(curves for _, curves in drawn.curves):
        return []
    ends = [float(edge) for _, curves in drawn.curves for pieces in curves for piece in pieces for edge in (piece.y.min(), piece.y.max())]
    unit = display_unit(drawn.unit, ends, share=drawn.share)
    time_factor, time_unit = _time_unit(drawn)
    shown = [
        Curve(look, [Piece(piece.x / time_factor, piece.y / unit.factor) for piece in pieces])
        for look, curves in drawn.curves
        for pieces in curves
    ]
    x_title = f"{drawn.x_title}, {time_unit}" if time_unit else drawn.x_title
    within = frame(shown, x_title, from_zero=drawn.from_zero, high=100.0 if drawn.share else None)
    return [_block(drawn, unit, within, shown, numbers) for numbers in _parts(drawn)]


def _parts(drawn: Drawn) -> list[list[int]]:
    """Returns the numbers of the groups that share a chart."""
    present = [look.number for look, curves in drawn.curves if curves]
    return [present[begin : begin + GROUPS_OF_A_CHART] for begin in range(0, len(present), GROUPS_OF_A_CHART)]


def _block(drawn: Drawn, unit: DisplayUnit, within: Frame, curves: Sequence[Curve], numbers: Sequence[int]) -> Block:
    mine = [curve for curve in curves if curve.look.number in numbers]
    title = unit.after(drawn.title)
    names = ", ".join(dict.fromkeys(curve.look.name for curve in mine))
    absent = [look.short for look, found in drawn.curves if not found]
    note = f"Not recorded: {', '.join(absent[:8])}{' …' if len(absent) > 8 else ''}." if absent else ""
    return blocks.chart(title, curve_chart(mine, within), f"{title} over {within.x_title}: {names}", note)


def _time_unit(drawn: Drawn) -> tuple[float, str]:
    """Returns by what seconds are divided, and the unit then; (1, "") where the axis shows no time."""
    if drawn.x_title != _TIME_TITLE:
        return 1.0, ""
    end = max(float(piece.x[-1]) for _, curves in drawn.curves for pieces in curves for piece in pieces)
    if end >= _HOURS_FROM_S:
        return 3600.0, "h"
    return (60.0, "min") if end >= _MINUTES_FROM_S else (1.0, "s")
