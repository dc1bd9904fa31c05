"""The individual runs of a report, half a page each; and tables of their bottlenecks and energies."""

import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.run_document import run_hash
from gpuscope.core import figures
from gpuscope.core.device import MACHINE, RECORDER, WORKLOAD
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.figures import MISSING
from gpuscope.core.metric_registry import describe
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunRecord, RunState
from gpuscope.core.slowdown import SLOWDOWN_BITS
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.device_report import metric_name
from gpuscope.reports.energy_account import EnergyAccount, energy_account, energy_text, factors_text, quality_word, spread_text
from gpuscope.reports.group_names import GroupLook
from gpuscope.reports.headlines import more_figures, of_device, run_headlines
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.pdf_blocks import Block, Cell, Row
from gpuscope.reports.pdf_charts import run_chart
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.printable import elided_amid
from gpuscope.reports.run_report import (
    SENTENCE_ENDS,
    cure_sentence,
    energy_sentence,
    headed_verdict,
    merged_gaps,
    other_verdicts,
    outcome,
    particulars,
    shown_mark,
    spec_table,
    verdict_sentence,
)
from gpuscope.reports.setting_labels import fact_label, setting_value
from gpuscope.system.language import composed, filled, joined_sentences, labelled, listed_names, translated

_ENVIRONMENT = (
    "os", "cpu_threads_allowed", "memory_bytes", "gpuscope", "python", "torch", "cuda", "data_set",
)  # fmt: skip
_DRIVER = ("driver_version", "driver")
"""Keys of a device's driver, that of earlier versions last."""
_ROWS = 12
"""Most headline figures that fit half a page beside a chart: as many as a training on one GPU has."""
_NAME, _SENTENCE, _FACT = 64, 400, 420
"""Maximum columns of a name, a sentence, a fact."""
_COMMIT = 12
"""Digits shown of a commit hash; the settings of all runs contain the full hash."""
_LISTED = 4
"""Most gaps and marks listed; the others are counted."""
_KEY_WIDTH, _SIZE = 66, 7.6
"""Width of the longest fact name on one line, and a type size below that of the text, since each run has such a table; in points."""
_CHART_WIDTH, _CHART_HEIGHT, _LEAST_HEIGHT = 233.0, 132.0, 90.0
"""Width, full height and minimum height of the chart, in points."""


def runs_one_by_one(context: ReportContext) -> list[Block]:
    """Return everything that a reader needs to identify, assess and reproduce each run."""
    return [blocks.heading("The runs, one by one"), *(_run(context, look, record) for look, record in context.runs())]


def _run(context: ReportContext, look: GroupLook, record: RunRecord) -> Block:
    began = f"{record.started_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    when = filled("started {0} on {1}", began, record.host) if record.host else filled("started {0}", began)
    about = f"{filled('Group {0}, {1}', str(look.number), look.short)} · {when}"
    text = joined_sentences(
        [
            sentence if sentence.endswith(SENTENCE_ENDS) else f"{sentence}{translated('.')}"
            for sentence in (context.shown(sentence, _SENTENCE) for sentence in dict.fromkeys(_sentences(record)))
        ]
    )
    title = f"{elided_amid(context.shown(record.name), _NAME)} ({record.run_id})"
    head = [blocks.note(context.shown(about, 200), sticky=True), blocks.paragraph(text)]
    return blocks.run(title, [*head, *_figures_and_chart(context, look, record), _facts_table(context, record)])


def _sentences(record: RunRecord) -> Iterator[str]:
    yield outcome(record)
    if record.state is not RunState.RUNNING:
        yield verdict_sentence(bottleneck(record))
    yield from particulars(record)


def _figures_and_chart(context: ReportContext, look: GroupLook, record: RunRecord) -> list[Block]:
    recorded = context.recorded.get(record.run_id)
    headlines = [known for known in run_headlines(record, context.energy_unit) if not known.is_missing][:_ROWS]
    height = max(_LEAST_HEIGHT, _CHART_HEIGHT * min(1.0, len(headlines) / _ROWS))
    chart = [] if recorded is None else run_chart(context, look, recorded, _CHART_WIDTH, height)
    if not headlines:
        return [blocks.note("It has no recorded figures."), *chart]
    rows: list[Row] = [[context.shown(known.full_label, 60), f"{known.text} {known.spread}".rstrip(), known.quality] for known in headlines]
    if more := more_figures(record, headlines):
        rows.append(blocks.across(f"{more} more: gpuscope show {record.run_id} --all"))
    columns = [blocks.column("Metric", width="wide"), blocks.column("Value", right=True), blocks.column("quality")]
    table = blocks.table(columns, rows, size=_SIZE)
    return [blocks.beside([table, *chart])] if chart else [table]


def _facts_table(context: ReportContext, record: RunRecord) -> Block:
    facts = (
        ("Settings", _settings(record)),
        ("Command line", _command(record)),
        ("Devices", "; ".join(_device(record, result) for result in record.devices if _is_listed(result))),
        ("Environment", _environment(record)),
        ("Energy", energy_sentence(record, context.energy_unit) or "– (no energy was reported)"),
        ("Slowed down", ", ".join(_slowed(record))),
        (
            "Gaps",
            _some([f"{result.device.key} {_gap(result.device.key, gap)}" for result in record.devices for gap in merged_gaps(result.gaps)]),
        ),
        ("Marks", _some([f"{figures.figure(at_s, 's')} {shown_mark(text)}" for at_s, text in _marks(context, record)])),
        ("SHA-256", run_hash(record)),
    )
    columns = [blocks.column("Fact", width=_KEY_WIDTH), blocks.column("Of this run", width="wide")]
    return blocks.table(columns, [[key, context.shown(fact, _FACT)] for key, fact in facts if fact], size=_SIZE)


def _settings(record: RunRecord) -> str:
    rows = spec_table(record).rows
    return " · ".join(f"{translated(str(label))} {composed(str(value))}" for label, value in (rows[1:] if record.spec.is_command else rows))


def _command(record: RunRecord) -> str:
    """Return the command line, without secrets that the recorder removed; "" for a run imported from another program."""
    if record.origin is not None and record.origin.is_foreign:
        return ""
    command = record.environment.get("command")
    spec = record.spec
    return str(command) if command else shlex.join(spec.command if spec.command else ["gpuscope", *spec.command_line()])


def _is_listed(result: DeviceResult) -> bool:
    """Return whether to list a device: the machine, or any device but the workload and recorder that has a measured metric."""
    is_own = result.device.key in (WORKLOAD, RECORDER)
    return not is_own and (result.device.key == MACHINE or not all(quantity.is_missing for quantity in result.metrics.values()))


def _device(record: RunRecord, result: DeviceResult) -> str:
    device = result.device
    named = (record.environment.get(f"{device.key}.{key}") or device.properties.get(key) for key in _DRIVER)
    driver = next(filter(None, named), None)
    label = f" [{device.simulated}]" if device.simulated else ""
    return f"{device.key} {device.name}{label}" + (f", driver {driver}" if driver else "")


def _environment(record: RunRecord) -> str:
    known = {key: setting_value(key, value) for key in _ENVIRONMENT if (value := record.environment.get(key)) is not None}
    if commit := record.environment.get("git_commit"):
        known["git_commit"] = str(commit)[:_COMMIT] + (" with changes" if record.environment.get("git_dirty") == "yes" else "")
    return " · ".join(f"{translated(fact_label(key))} {value}" for key, value in known.items())


def _slowed(record: RunRecord) -> Iterator[str]:
    for result in record.devices:
        for key in SLOWDOWN_BITS:
            if (quantity := result.metrics.get(key)) is not None and quantity.value:
                label = of_device(result.device.key, describe(key)[0])
                yield filled("{0} {1} of the time", label, figures.percent(quantity.value))


def _gap(device: str, gap: RunGap) -> str:
    end = translated("the end") if gap.end_s is None else figures.figure(gap.end_s, "s")
    metrics = filled(" ({0})", listed_names([label_on(device, metric_name(key)) for key in gap.metrics])) if gap.metrics else ""
    span = filled("{0} to {1}", figures.figure(gap.start_s, "s"), end)
    return f"{span}{metrics}{translated(': ')}{composed(gap.reason)}"


def _marks(context: ReportContext, record: RunRecord) -> Sequence[tuple[float, str]]:
    recorded = context.recorded.get(record.run_id)
    return recorded.marks if recorded else ()


def _some(items: Sequence[str]) -> str:
    return "; ".join([*items[:_LISTED], *([f"and {len(items) - _LISTED} more"] if len(items) > _LISTED else [])])


def bottlenecks(context: ReportContext) -> list[Block]:
    """Return a table with the evidence of each run below its verdict, which stands once for the runs of a group that share it."""
    members: dict[tuple[str, str, str], list[Row]] = {}
    for look, record in context.runs():
        verdict = bottleneck(record)
        title = f"{look.number} · {look.label} · {context.shown(headed_verdict(verdict), _SENTENCE)}"
        others = joined_sentences(other_verdicts(verdict))
        also = labelled(translated("Also"), context.shown(others, _SENTENCE)) if others else ""
        cure = labelled(translated("To try"), context.shown(cure_sentence(verdict.cures[0]), _SENTENCE)) if verdict.cures else ""
        grounds = context.shown("; ".join(evidence.text for evidence in verdict.evidence) or MISSING, _SENTENCE)
        members.setdefault((title, also, cure), []).append([record.run_id, grounds])
    rows: list[Row] = []
    for (title, also, cure), runs in members.items():
        rows += [blocks.across(title, strong=True), *runs, *(blocks.across(note) for note in (also, cure) if note)]
    columns = [blocks.column("Run"), blocks.column("Evidence", width="wide")]
    legend = "Each rule is shown with its figure; the documentation lists them with their sources. A missing signal decides nothing."
    return [blocks.heading("What held each run back"), blocks.table(columns, rows, size=7.8), blocks.note(legend)]


_SOURCE, _NOTE = 120, 160
"""Maximum characters: both share one cell of a few lines."""


def energies(context: ReportContext, factors: EnergyFactors) -> list[Block]:
    """Return the table of the runs' energies; [] if no run has any."""
    accounts = [(look, record.run_id, energy_account(record)) for look, record in context.runs()]
    if not any(account.is_known for _, _, account in accounts):
        return []
    has_factors = any(account.assumed(factors) for _, _, account in accounts)
    columns = [blocks.column("Run"), blocks.column("Energy", right=True), blocks.column("±", right=True), blocks.column("quality")]
    columns += [blocks.column("Source and remarks", width="wide")]
    columns += [blocks.column("assumed", right=True)] if has_factors else []
    rows = [row for look, run_id, account in accounts for row in _rows(context, look, run_id, account, factors if has_factors else None)]
    legend = "Uncertainties are half widths of 95 % bands (k = 2). Net energy is above the idle baseline that its source names."
    notes = [blocks.note(legend)]
    if has_factors:
        notes.append(
            blocks.note(context.shown(filled("Price and CO₂ equivalent are not measured: {0}.", factors_text(factors, filled)), 200))
        )
    return [blocks.heading("Energy, run by run"), blocks.table(columns, rows, size=7.8), *notes]


def _rows(context: ReportContext, look: GroupLook, run_id: str, account: EnergyAccount, factors: EnergyFactors | None) -> Iterator[Row]:
    if account.total is None:
        return
    shown = () if factors is None else (f"{part.shown} CO₂" if part.key == "carbon" else part.shown for part in account.assumed(factors))
    assumed = [] if factors is None else [", ".join(shown) or MISSING]
    name: Cell = {"text": run_id, "sub": f"{look.number} · {look.label}"}
    yield [name, *_cells(context, account.total), *assumed]
    parts = list(account.sources) if account.disagrees else []
    below = [(part.label, part.quantity) for part in (*parts, *account.others)]
    below += [("net, above idle", account.net)] if account.net is not None else []
    for label, quantity in below:
        yield blocks.part([{"text": context.shown(label, 40), "tone": "muted"}, *_cells(context, quantity), *([""] * len(assumed))])


def _cells(context: ReportContext, quantity: Quantity) -> list[Cell]:
    source, reason = context.shown(quantity.source, _SOURCE), context.shown(quantity.reason or "", _NOTE)
    origin: Cell = {"text": source, "sub": reason} if source and reason else source or reason
    unit = context.energy_unit
    return [energy_text(quantity, unit), spread_text(quantity, unit), quality_word(quantity), origin]
