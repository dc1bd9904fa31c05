"""The methods section of the PDF report: how the figures were obtained, and from which sensors, runs and programs."""

from collections.abc import Iterable, Sequence
from datetime import UTC
from importlib.metadata import version
from importlib.util import find_spec
from itertools import zip_longest
from platform import python_version

from gpuscope import __version__
from gpuscope.analysis.reduction import ENERGY_WINDOW_S
from gpuscope.analysis.run_document import flatten, run_hash
from gpuscope.analysis.series import DeviceSeries, interval_ns
from gpuscope.analysis.statistics.verdict import CLAIM_REPEATS, FAMILY_SHARES, PRIMARY, RATE
from gpuscope.core import figures
from gpuscope.core.device import device_of_fact
from gpuscope.core.figures import MISSING
from gpuscope.core.metric_registry import metric
from gpuscope.core.run import RunRecord
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.device_report import metric_name
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_names import GroupLook
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_tables import listed, number_ranges, shared_facts
from gpuscope.reports.run_report import merged_gaps
from gpuscope.reports.setting_labels import fact_label, setting_label, setting_value
from gpuscope.system.language import composed, duration_text, listed_names, translated

METHOD_TEXTS = {
    "Window": "Every figure is reduced over exactly one window per run: for a workload of gpuscope its measured steps, after the"
    " warm-up; for any other command the time from the first reading of every device to its exit.",
    "Reduction": "A mean weights each reading with the time until the next, for at most three of its usual intervals; anything longer"
    " is a gap and is left out. Energy and other counters are differences of the counter between the edges of the window. A percentile is"
    " the duration of an actual step. Throughput is samples divided by wall-clock time.",
    "Groups and ratios": "A run is one observation, since its readings depend on one another. The figure of a group is the mean over"
    " its runs, the geometric one where all are positive; a ratio is that figure divided by the baseline's, with Welch's 95 % interval on"
    " logarithms. Ratios of power and energy are left out"
    f" where a window is shorter than {ENERGY_WINDOW_S:g} s, which such sensors need.",
    "Verdicts": "A group is better or worse where the interval leaves out 1, the p-value, corrected (Benjamini and Hochberg), is at most"
    f" {RATE:g}, and the difference is greater than what the sensors alone may be off by (k = 2). Everything else is no measurable"
    " difference. P-values are corrected in two families over all groups: the main metrics (speed, energy, memory, accuracy) with"
    f" {figures.percent(FAMILY_SHARES[PRIMARY])} of the false discovery rate, and every other metric with the rest. A claim needs"
    f" {CLAIM_REPEATS} repeats per side; what fewer show is marked “so far”, and a single one gets no verdict. Repeats that heat or a fault"
    " slowed are counted and set aside.",
    "Quality": "Measured: a counter, sensor, clock or the workload gave it, or it is a difference, mean, percentile or integral of such"
    " readings. Derived: other arithmetic on them. Vendor-modelled: the maker's model gave it. Estimated, with ~ before the figure:"
    " gpuscope's own estimate. A dash is a figure that is missing; missing is never counted as zero.",
}
_SOFTWARE = (
    "gpuscope", "python", "torch", "cuda", "gpu:0.driver_version", "gpu:0.driver", "gpu:0.cuda_driver_version", "gpu:0.cuda_driver",
    "gpu:0.name", "gpu:0.power_limit", "gpu:0.power_limit_w", "cpu", "cpu_cores",
    "cpu_threads_allowed", "memory_bytes", "os", "kernel", "git_commit", "git_dirty", "data_set", "training_samples", "held_out_samples",
    "parameters", "steps_kind",
)  # fmt: skip
_COMPUTED_WITH = ("numpy", "scipy", "typst")
_PREFIXES = ("packages.", "variables.")
_FACT = 102
"""Width of the column of setting and fact names, in points."""
_VALUE, _SOURCE, _NAME, _GAPS = 110, 70, 1000, 60
"""Maximum characters of a setting's value and of a source, to keep rows low, and of a run's name, shown nearly in full here; most gaps
listed."""


def methods(context: ReportContext) -> list[Block]:
    """Return everything that a reader needs to assess the figures or reproduce them."""
    return [
        blocks.heading("Methods and sources"),
        *(blocks.paragraph(text, title) for title, text in METHOD_TEXTS.items()),
        *_sensors(context),
        *software([record for _, record in context.runs()], context.coverage),
        *_runs(context),
        *_gaps(context),
    ]


def _sensors(context: ReportContext) -> list[Block]:
    """Return the sensors that were read, with sensors that share source and sampling in one row."""
    rows: dict[tuple[str, ...], dict[str, None]] = {}
    for (device, key, source, quality), members in _by_sensor(context).items():
        known = metric(key)
        numbers = sorted({number for number, _ in members})
        groups = "all" if len(numbers) == len(context.groups) else number_ranges(numbers)
        readings = figures.figure(sum(series.values.size for _, series in members), "1")
        every = _interval([series for _, series in members])
        row = (device, context.shown(source, _SOURCE), quality, every, _period(context, device, key), readings, groups)
        rows.setdefault(row, {})[translated(known.label) if known else context.shown(key, 40)] = None
    if not rows:
        return []
    columns = [blocks.column("Device"), blocks.column("Sensors", width="wide"), blocks.column("Source", width="wide")]
    columns += [blocks.column("quality"), blocks.column("read every", right=True), blocks.column("new every", right=True)]
    columns += [blocks.column("readings", right=True), blocks.column("groups", right=True)]
    cells = [[device, listed(labels), *rest] for (device, *rest), labels in rows.items()]
    legend = (
        "Readings are counted per sensor over all runs of its groups. New every: the measured update period of the sensor; a dash where"
        " it is not known."
    )
    return [blocks.heading("Sensors", 3), blocks.table(columns, cells, size=7.8), blocks.note(legend)]


def _by_sensor(context: ReportContext) -> dict[tuple[str, str, str, str], list[tuple[int, DeviceSeries]]]:
    """Return (group number, readings) pairs by device, metric, source and quality."""
    by_sensor: dict[tuple[str, str, str, str], list[tuple[int, DeviceSeries]]] = {}
    for look, record in context.runs():
        recorded = context.recorded.get(record.run_id)
        for series in recorded.series if recorded else ():
            by_sensor.setdefault((series.device, series.metric, series.source, series.quality.value), []).append((look.number, series))
    return by_sensor


def _interval(series: Iterable[DeviceSeries]) -> str:
    """Return the typical interval between readings."""
    return _span([interval / 1e9 for entry in series if (interval := interval_ns(entry.stamps_ns)) is not None])


def _period(context: ReportContext, device: str, key: str) -> str:
    """Return the measured update period of the sensor, over all runs."""
    devices = [result.device for _, record in context.runs() for result in record.devices if result.device.key == device]
    known = [entry.capabilities[key].period_s for entry in devices if key in entry.capabilities]
    return _span([period for period in known if period])


def _span(seconds: Sequence[float]) -> str:
    if not seconds:
        return MISSING
    least, greatest = figures.figure(min(seconds), "s"), figures.figure(max(seconds), "s")
    return least if least == greatest or max(seconds) < 1.1 * min(seconds) else f"{least} to {greatest}"


def software(records: Sequence[RunRecord], coverage: GlyphCoverage) -> list[Block]:
    """Return the settings, software and machine of runs as a table, each value once."""
    facts = shared_facts([{"workload": record.spec.workload, **flatten(record.spec.to_json())} for record in records])
    environment = shared_facts([{**flatten(record.environment), "steps_kind": record.steps_kind} for record in records])
    keys = [key for key in _SOFTWARE if key in environment]
    keys += [key for key in environment if (key.startswith(_PREFIXES) or device_of_fact(key)) and key not in keys]
    entries: list[list[Cell]] = [[setting_label(key), _values(coverage, key, facts[key])] for key in facts]
    entries += [[fact_label(key), _values(coverage, key, environment[key])] for key in keys]
    rows = [[*left, *other] for left, other in zip_longest(entries[::2], entries[1::2], fillvalue=["", ""])]
    columns = [blocks.column("Setting or fact", width=_FACT), blocks.column("Value; several where they differ", width="wide")] * 2
    return [blocks.heading("Settings, software and machine", 3), blocks.table(columns, rows, size=7.8), blocks.note(_made_with())]


def _made_with() -> str:
    """Return the versions of the software that made the report, which may differ from those that recorded the runs."""
    packages = ", ".join(f"{name} {version(name)}" for name in _COMPUTED_WITH if find_spec(name))
    return f"This report was made by gpuscope {__version__} with Python {python_version()}, {packages}."


def _values(coverage: GlyphCoverage, key: str, values: Iterable[object]) -> str:
    return coverage.showable(" | ".join(_value(key, value) for value in values), _VALUE)


def _value(key: str, value: object) -> str:
    return MISSING if value is None else composed(setting_value(key, value))


def _runs(context: ReportContext) -> list[Block]:
    columns = [blocks.column("Run, start (UTC)"), blocks.column("Name, host", width="wide"), blocks.column("Group", width=100)]
    columns += [blocks.column("state"), blocks.column("duration", right=True), blocks.column("steps", right=True)]
    rows = [_run(context, look, record) for look, record in context.runs()]
    return [blocks.heading("Runs", 3, label="runs"), blocks.table(columns, rows, size=7.8), *_hashes(context)]


def _hashes(context: ReportContext) -> list[Block]:
    columns = [blocks.column("Run"), blocks.column("SHA-256", width="wide")]
    rows = [[record.run_id, run_hash(record)] for _, record in context.runs()]
    legend = (
        "Of the run's document, which is that of 'gpuscope show RUN --json' less origin, marks, bottleneck, notes, gaps of damaged"
        " readings and what the user's factors give: keys sorted, ASCII, without blanks. An edited tag or note changes it."
    )
    return [blocks.heading("Hashes of the runs", 3), blocks.table(columns, rows, size=7.8), blocks.note(legend)]


def _run(context: ReportContext, look: GroupLook, record: RunRecord) -> list[Cell]:
    return [
        {"text": record.run_id, "sub": f"{record.started_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"},
        {
            **blocks.name(context.shown(record.name, _NAME)),
            "sub": context.shown(record.host if record.origin is None else record.origin.description, 90),
        },
        blocks.name(f"{look.number} · {look.label}"),
        record.state.value,
        MISSING if record.took_s is None else duration_text(figures.duration(record.took_s)),
        MISSING if record.steps is None else figures.setting(record.steps),
    ]


def _gaps(context: ReportContext) -> list[Block]:
    gaps = [
        (record.run_id, result.device.key, gap)
        for _, record in context.runs()
        for result in record.devices
        for gap in merged_gaps(result.gaps)
    ]
    if not gaps:
        return [blocks.note("Gaps in the readings: none.")]
    columns = [blocks.column("Run"), blocks.column("Device"), blocks.column("from", right=True), blocks.column("to", right=True)]
    columns += [blocks.column("metrics"), blocks.column("reason", width="wide")]
    rows: list[list[Cell]] = []
    for run_id, device, gap in gaps[:_GAPS]:
        end = "lasts" if gap.end_s is None else f"{figures.significant(gap.end_s, 4)} s"
        begin = f"{figures.significant(gap.start_s, 4)} s"
        metrics = listed_names([label_on(device, metric_name(key)) for key in gap.metrics])
        rows.append([run_id, device, begin, end, context.shown(metrics or "all", 40), context.shown(gap.reason, 90)])
    rest = [blocks.note(f"{len(gaps) - _GAPS} more gaps are left out here; 'gpuscope show RUN' lists them.")] if len(gaps) > _GAPS else []
    legend = "Seconds from the start of the run. A gap of all devices stands once for each."
    return [blocks.heading("Gaps in the readings", 3), blocks.table(columns, rows, size=7.8), blocks.note(legend), *rest]
