"""One run: its result in words, then its numbers, devices, gaps and environment."""

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from signal import SIGINT, SIGTERM

from gpuscope.analysis.bottleneck import NOT_KNOWN, VERDICT_TEXTS, Bottleneck, bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.run_value import run_notes
from gpuscope.core import figures
from gpuscope.core.alert_rule import ALERT_PREFIX
from gpuscope.core.capture_request import PROFILED_MARK
from gpuscope.core.device import split_reason
from gpuscope.core.device_metrics import SHARES as DEVICE_SHARES
from gpuscope.core.figures import MISSING
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import OUTCOMES, RunGap, RunRecord, RunState, reason_beyond
from gpuscope.core.runspec import FIELDS
from gpuscope.core.workload_keys import IN_PHASE, REPORTED
from gpuscope.reports.energy_account import RUN_KEYS, assumption_rows, energy_account, energy_text, quality_word, spread_text
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.printable import elided_amid, printable
from gpuscope.reports.seen_steps import steps_sentence
from gpuscope.reports.setting_labels import fact_label, setting_label, setting_value
from gpuscope.system import language
from gpuscope.system.language import composed, duration_text, filled, joined_parts, joined_sentences, remarked, translated
from gpuscope.system.settings import DEFAULTS, JOULE, Settings

_DIVERGED = "The training has diverged, or its number format has too small a range: try a smaller --set learning_rate, or --precision fp32."
_LONG_VALUE = 100
"""Maximum columns of a value, so that a path or command line does not widen its table too much; ``--json`` has it in full."""
_LONG_NAME = 80
"""Maximum columns of a run's name, so that the heading fits one line of a usual terminal."""
_PHASES_SHOWN, _VALUES_SHOWN = 6, 6
"""Most phases and values named in the sentence; the tables contain all of them."""
_AS_WRITTEN = ("command", "working_folder", "script")
"""Facts that users wrote, which may contain words of ours."""
_WITHOUT_EFFECT = {"warmup_limit_s": 0.0, "ranks": 1, "nodes": 1}


def run_report(
    record: RunRecord,
    last_lines: Sequence[str] = (),
    latest: Sequence[tuple[str, str, float]] = (),
    marks: Sequence[tuple[float, str]] = (),
    settings: Settings = DEFAULTS,
) -> Report:
    """Return the report of one run.

    Args:
        record: The run, with its derived state.
        last_lines: Last lines of the workload's output.
        latest: (device, metric, value) of a live run's latest readings.
        marks: (seconds since the run's start, text) of each mark.
        settings: The unit of energy, and the user's price and carbon factors.
    """
    tables = (
        _metrics_table(record),
        _phases_table(record),
        _energy_table(record, settings),
        _devices_table(record, settings.energy_unit),
        _bottleneck_table(record),
        _latest_table(latest),
        _marks_table(marks),
        _gaps_table(record),
        spec_table(record),
        _environment_table(record),
        Table("Last lines of the output", (Column("", widest=None, foreign=True),), tuple((line,) for line in last_lines)),
    )
    lead = [*sentences(record, settings.energy_unit), *([] if record.state is RunState.RUNNING else [verdict_sentence(bottleneck(record))])]
    sentences_once = tuple(dict.fromkeys(map(composed, lead)))  # the verdict and a note may coincide: other programs
    return Report(remarked(elided_amid(printable(record.name), _LONG_NAME), record.run_id, "  "), sentences_once, tables)


def sentences(record: RunRecord, energy_unit: str = JOULE) -> list[str]:
    """Return the result of a run in words, one or two sentences per entry."""
    lines = [outcome(record)]
    if record.state is RunState.RUNNING:
        return lines
    lines += [
        line
        for line in (
            _speed(record.metrics, is_command=record.spec.is_command),
            composed(steps_sentence(record)),
            learning_sentence(record.metrics),
            _reported(record),
            _compression(record.metrics),
            energy_sentence(record, energy_unit),
        )
        if line
    ]
    return [*lines, *particulars(record)]


def particulars(record: RunRecord) -> list[str]:
    """Return remarks on a run: devices that are not real, limits to the figures' reliability, its origin, note and tags."""
    lines = []
    simulated = [f"{result.device.key} ({result.device.simulated})" for result in record.devices if result.device.simulated]
    if simulated:
        lines.append(composed(f"Not real hardware: {', '.join(simulated)}."))
    lines += map(composed, run_notes(record))
    if record.origin is not None:
        lines.append(composed(f"{figures.capitalized(record.origin.description)}."))
    if record.note:
        lines.append(filled("Note: {0}", record.note))
    if record.tags:
        lines.append(filled("Tags: {0}", ", ".join(record.tags)))
    return lines


def keep_as_written(record: RunRecord) -> None:
    """Exclude a run's name, its command and its program's last message from translation, also where they contain words of the engine.

    For a process that shows one run or a few: all translated texts are translated anew.
    """
    written = (record.name, shlex.join(record.spec.command), language.message_of(record.reason or ""))
    language.keep_names(text for text in written if " " in text)


SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？")
"""Ends of sentences: a program's message may have one of its own."""


def outcome(record: RunRecord) -> str:
    """Return a run's state, how many steps it took in what time, and why it ended, if there is a reason."""
    reason = reason_beyond(record.state, record.reason).replace("\n", " ")
    is_on_request = bool(record.reason) and not reason
    text = translated(f"It {OUTCOMES[record.state]}{' on request' if is_on_request else ''}")
    if record.steps is not None and record.state is not RunState.RUNNING:
        text = filled("{0} after {1}", text, composed(figures.counted(record.steps, "step" if record.spec.is_command else "measured step")))
        text += filled(" ({0})", composed(figures.counted(record.samples, "sample"))) if record.samples else ""
    lasted_s = record.wall_s if record.spec.is_command else record.duration_s
    if lasted_s is not None:
        text += filled(" in {0}", duration_text(figures.duration(lasted_s)))
    text += "" if reason and record.spec.is_command else _beside_the_duration(record)
    exit_note = "" if is_on_request and _is_usual_after_a_stop(record) else _exit_text(record)
    text += "" if reason.startswith(exit_note.removeprefix("; ")) else composed(exit_note)
    if not reason:
        return f"{text}{translated('.')}"
    whole = f"{text}{translated(': ')}{reason_text(record)}"
    whole += "" if whole.endswith(SENTENCE_ENDS) else translated(".")
    if record.spec.is_command and record.duration_s is not None:
        covers = "Its readings cover {0}." if record.state is RunState.INTERRUPTED else "Its readings cover the last {0}."
        return joined_sentences([whole, filled(covers, duration_text(figures.duration(record.duration_s)))])
    return whole


def reason_text(record: RunRecord) -> str:
    """Return why a run ended, beyond its state; a program's message in it stays as it is."""
    reason = reason_beyond(record.state, record.reason).replace("\n", " ")
    if not record.exit_code or record.signal is not None:
        return composed(reason)
    code, _, cause = reason.partition(": ")
    parts = (composed(code), language.composed_around(cause, language.message_of(reason)))
    return translated(": ").join(filter(None, parts))


def _beside_the_duration(record: RunRecord) -> str:
    """Return the run's other duration: start to end for a built-in workload, the span of the readings for a command."""
    if record.spec.is_command:
        covered_s = record.duration_s
        return "" if covered_s is None else filled("; its readings cover the last {0}", duration_text(figures.duration(covered_s)))
    return "" if record.wall_s is None else filled("; {0} from its start to its end", duration_text(figures.duration(record.wall_s)))


def _is_usual_after_a_stop(record: RunRecord) -> bool:
    """Return whether the program ended by a signal that a stop sends, or by its own handling of it, which shells write as 128 + signal."""
    stops = (SIGINT, SIGTERM)
    return record.signal in stops or (record.signal is None and record.exit_code in [128 + number for number in stops])


def _exit_text(record: RunRecord) -> str:
    if record.signal is not None:
        return f"; signal {record.signal}"
    return f"; exit code {record.exit_code}" if record.exit_code else ""


def _speed(metrics: Mapping[str, Quantity], *, is_command: bool) -> str:
    step_rate, throughput = _value(metrics, "step_rate"), _value(metrics, "throughput")
    parts = [] if step_rate is None or (throughput is not None and not is_command) else [_figure(step_rate, "steps/s")]
    parts += [] if throughput is None else [_figure(throughput, "samples/s")]
    if (value := _value(metrics, "flops")) is not None:
        share = _value(metrics, "mfu")
        parts.append(_figure(value, "FLOP/s") + ("" if share is None else filled(" (MFU {0})", figures.percent(share))))
    if (value := _value(metrics, "latency_p50")) is not None:
        parts.append(filled("median step {0}", _figure(value, "s")))
    if (value := _value(metrics, "latency_p95")) is not None:
        parts.append(filled("p95 {0}", _figure(value, "s")))
    return _ended(parts)


def _figure(value: float, unit: str) -> str:
    return composed(figures.figure(value, unit))


def _ended(parts: Sequence[str]) -> str:
    """Return the parts joined to a sentence with a full stop; "" for none."""
    return f"{translated(', ').join(parts)}{translated('.')}" if parts else ""


def learning_sentence(metrics: Mapping[str, Quantity]) -> str:
    """Return a trained model's accuracy and loss on held-out data; "" if it was not tested."""
    accuracy, loss = _value(metrics, "accuracy"), _value(metrics, "loss")
    parts = [] if accuracy is None else [filled("accuracy {0}", figures.percent(accuracy))]
    parts += [] if loss is None else [filled("loss {0}", figures.figure(loss, "1"))]
    sentence = f"{translated('On held-out data: ')}{_ended(parts)}" if parts else ""
    return f"{sentence} {translated(_DIVERGED)}" if loss is not None and not math.isfinite(loss) else sentence


def _reported(record: RunRecord) -> str:
    """Return what a user's program reported: the time in its phases, the longest first, and its last values."""
    phases = [(key.removeprefix(IN_PHASE), known.value) for key, known in record.metrics.items() if key.startswith(IN_PHASE)]
    values = [(key.removeprefix(REPORTED), known.value) for key, known in record.metrics.items() if key.startswith(REPORTED)]
    whole_s = record.took_s
    shares = [f"{name} {figures.percent(min(1.0, (seconds or 0.0) / whole_s))}" for name, seconds in phases[:_PHASES_SHOWN] if whole_s]
    last = [f"{name} {figures.figure(value, '1')}" for name, value in values[:_VALUES_SHOWN] if value is not None]
    sentences = [
        *([filled("Its phases: {0} of the run.", translated(", ").join(shares))] if shares else []),
        *([filled("Last reported: {0}.", translated(", ").join(last))] if last else []),
    ]
    return joined_sentences(sentences)


def _compression(metrics: Mapping[str, Quantity]) -> str:
    size, size_before = _value(metrics, "model_size_bytes"), _value(metrics, "model_size_bytes_before")
    if size is None or size_before is None:
        return ""
    text = filled("Compressed from {0} to {1}", figures.figure(size_before, "B"), figures.figure(size, "B"))
    if (before := _value(metrics, "accuracy_before")) is not None:
        text += filled("; accuracy before {0}", figures.percent(before))
    if (alone := _value(metrics, "accuracy_undistilled")) is not None:
        text += filled(", of the student without a teacher {0}", figures.percent(alone))
    return f"{text}{translated('.')}"


def where_and_why(reason: str) -> tuple[str, str]:
    """Return the device that a reason begins with, for the end of a clause (" on cpu", "" for none), and the rest of it, translated.

    What is missing stands before both, so its sentence has one colon: ``Energy on cpu is not known: no counter``.
    """
    device, why = split_reason(reason)
    return (filled(" on {0}", device) if device else ""), composed(why)


def energy_sentence(record: RunRecord, unit: str) -> str:
    """Return a run's energy with its uncertainty and source, or why it is missing; "" when the run has no such metric."""
    energy = record.metrics.get("energy")
    if energy is None:
        return ""
    if energy.value is None:
        return filled("Energy{0} is not known: {1}.", *where_and_why(energy.reason or ""))
    spread = f" {band}" if (band := spread_text(energy, unit)) else ""
    each = record.metrics.get("energy_per_sample")
    sample = "" if each is None or each.is_missing else filled(", {0} a sample", energy_text(each, unit))
    if sample and record.spec.is_command:  # its energy is that of the whole command
        sample += translated(" in its timed steps")
    worth = f"{translated(quality_word(energy))}{translated(', ')}{composed(energy.source)}"
    sentence = filled("Energy {0} ({1}).", f"{energy_text(energy, unit)}{spread}{sample}", worth)
    stop = translated(".")
    return joined_parts([sentence.removesuffix(stop), f"{composed(energy.reason)}{stop}"]) if energy.reason else sentence


def _value(metrics: Mapping[str, Quantity], key: str) -> float | None:
    quantity = metrics.get(key)
    return None if quantity is None else quantity.value


_METRIC = Column("metric", widest=40, wraps=True)
_QUANTITY_COLUMNS = (
    Column("value", numeric=True),
    Column("", widest=20),
    Column("quality"),
    Column("source, or why it is missing", widest=None, wraps=True),
)


def _quantity_rows(quantities: Mapping[str, Quantity], energy_unit: str = JOULE, device: str = "") -> list[tuple[Cell, ...]]:
    """Return rows of (metric, value, ±, quality, source); metrics missing for the same reason share a row at the end."""
    rows: list[tuple[Cell, ...]] = []
    lacking: dict[str, list[str]] = {}
    for key, quantity in quantities.items():
        label = label_on(device, describe(f"{device}/{key}" if device else key)[0])
        if quantity.quality is Quality.MISSING:
            lacking.setdefault(quantity.reason or "", []).append(label)
        else:
            rows.append(_quantity_row(label, key, quantity, energy_unit))
    return rows + [("; ".join(labels), MISSING, "", "missing", reason) for reason, labels in lacking.items()]


def _quantity_row(label: str, key: str, quantity: Quantity, energy_unit: str) -> tuple[Cell, ...]:
    source = f"{quantity.source}; {quantity.reason}" if quantity.reason else quantity.source
    return label, figure_text(key, quantity, energy_unit), spread_text(quantity, energy_unit), quality_word(quantity), source


def figure_text(key: str, quantity: Quantity, energy_unit: str) -> str:
    """Return a figure with its unit, for a table; "–" if it is missing."""
    return energy_text(quantity, energy_unit) if quantity.unit == "J" else figures.shown(quantity, share=key in SHARES)


def _metrics_table(record: RunRecord) -> Table:
    metrics = {key: quantity for key, quantity in record.metrics.items() if key not in RUN_KEYS and not key.startswith(IN_PHASE)}
    return Table("Run", (_METRIC, *_QUANTITY_COLUMNS), tuple(_quantity_rows(metrics)))


def _phases_table(record: RunRecord) -> Table:
    """Return the time in the phases that a user's program defined, the longest first."""
    rows: list[tuple[Cell, ...]] = [
        (key.removeprefix(IN_PHASE), figures.shown(quantity), quantity.source)
        for key, quantity in record.metrics.items()
        if key.startswith(IN_PHASE)
    ]
    columns = (
        Column("phase", widest=40, wraps=True),
        Column("time in it", numeric=True),
        Column("share, and its source", widest=None, wraps=True),
    )
    return Table("Phases of the program", columns, tuple(rows))


def _energy_table(record: RunRecord, settings: Settings) -> Table:
    """Return the run's energies, with each source below the chosen energy if they disagree, then price and carbon by the user's factors."""
    account, unit = energy_account(record), settings.energy_unit
    whole = {key: record.metrics[key] for key in RUN_KEYS if key in record.metrics}
    rows: list[tuple[Cell, ...]] = []
    if account.disagrees:
        rows += _quantity_rows({"energy": whole.pop("energy")}, unit)
        rows += [_quantity_row(part.label, part.key, part.quantity, unit) for part in account.sources if not part.quantity.is_missing]
    rows += _quantity_rows(whole, unit)
    rows += [_quantity_row(part.label, part.key, part.quantity, unit) for part in account.others]
    rows += assumption_rows(account, settings)
    return Table("Energy", (_METRIC, *_QUANTITY_COLUMNS), tuple(rows))


def _devices_table(record: RunRecord, energy_unit: str) -> Table:
    rows = tuple(
        (result.device.key, *row) for result in record.devices for row in _quantity_rows(result.metrics, energy_unit, result.device.key)
    )
    names = tuple(f"{result.device.key}: {result.device.name}{_label(result.device.simulated)}" for result in record.devices)
    return Table("Devices", (Column("device"), _METRIC, *_QUANTITY_COLUMNS), rows, names)


def _bottleneck_table(record: RunRecord) -> Table:
    """Return the bottleneck verdict, its evidence and what to try; no rows for a live run."""
    verdict = bottleneck(record)
    rows: list[tuple[Cell, ...]] = [("Verdict", headed_verdict(verdict)), *(("Also", other) for other in other_verdicts(verdict))]
    rows += [("Evidence" if verdict.verdict != NOT_KNOWN else "Known", evidence.text) for evidence in verdict.evidence]
    rows += [("To try", cure_sentence(cure)) for cure in verdict.cures]
    columns = (Column(""), Column("what", widest=None, wraps=True))
    return Table("What held it back", columns, () if record.state is RunState.RUNNING else tuple(rows))


def cure_sentence(cure: Cure) -> str:
    """Return what to try, with the command-line arguments for it."""
    sentence = composed(cure.sentence)
    return f"{sentence.rstrip('.。')}{translated(': ')}{cure.arguments}" if cure.values else sentence


def verdict_sentence(verdict: Bottleneck, *, several: bool = False) -> str:
    """Return the bottleneck of a run, or of several that have the same, or all reasons why it is not known."""
    if verdict.verdict != NOT_KNOWN or not verdict.reasons:
        return filled(VERDICT_TEXTS[verdict.verdict], composed(verdict.detail))
    if several:
        return filled("What held them back is not known: {0}.", _reasons(verdict))
    return filled("What held it back is not known: {0}.", _reasons(verdict))


def other_verdicts(verdict: Bottleneck) -> list[str]:
    """Return the sentences of the other rules that hold for a run."""
    return [filled(VERDICT_TEXTS[key], composed(detail)) for key, detail in zip(verdict.also, verdict.also_details, strict=True)]


def headed_verdict(verdict: Bottleneck) -> str:
    """Return :func:`verdict_sentence` for use below the heading "What held it back", which it does not repeat."""
    if verdict.verdict != NOT_KNOWN or not verdict.reasons:
        return verdict_sentence(verdict)
    return filled("Not known: {0}.", _reasons(verdict))


def _reasons(verdict: Bottleneck) -> str:
    return joined_parts([composed(reason.format(verdict.detail)) for reason in verdict.reasons])


def _label(simulated: str | None) -> str:
    return f" [{simulated}]" if simulated else ""


def _latest_table(latest: Sequence[tuple[str, str, float]]) -> Table:
    rows = tuple(
        (
            device,
            label_on(device, describe(key)[0]),
            figures.percent(value) if key in DEVICE_SHARES else figures.figure(value, describe(key)[1]),
        )
        for device, key, value in latest
    )
    return Table("Last readings", (Column("device"), Column("metric"), Column("value", numeric=True)), rows)


def _marks_table(marks: Sequence[tuple[float, str]]) -> Table:
    return Table(
        "Marks",
        (Column("time, s", numeric=True), Column("text", widest=None, wraps=True, foreign=True)),
        tuple((at_s, shown_mark(text)) for at_s, text in marks),
    )


def shown_mark(text: str) -> str:
    """Return the text of a mark: a user's mark unchanged, those of the recorder (alerts, profiles) in the current language."""
    if text == PROFILED_MARK:
        return translated(text)
    if not text.startswith(ALERT_PREFIX):
        return text
    return translated("Alert: ") + composed(text.removeprefix(ALERT_PREFIX))


def merged_gaps(gaps: Sequence[RunGap]) -> list[RunGap]:
    """Merge the gaps of a device's sensor calls that have the same times and the same reason."""
    merged: dict[tuple[float, float | None, str], RunGap] = {}
    for gap in gaps:
        known = merged.setdefault((gap.start_s, gap.end_s, gap.reason), gap)
        # a gap without metrics concerns all of them
        metrics = tuple(dict.fromkeys((*known.metrics, *gap.metrics))) if known.metrics and gap.metrics else ()
        merged[gap.start_s, gap.end_s, gap.reason] = replace(known, metrics=metrics)
    return list(merged.values())


def _gaps_table(record: RunRecord) -> Table:
    rows = tuple(
        (
            result.device.key,
            gap.start_s,
            gap.end_s,
            "; ".join(label_on(result.device.key, describe(key)[0]) for key in gap.metrics) or "all",
            gap.reason,
        )
        for result in record.devices
        for gap in merged_gaps(result.gaps)
    )
    columns = (
        Column("device"),
        Column("from, s", numeric=True),
        Column("to, s", numeric=True),
        Column("metrics", widest=40, wraps=True),
        Column("reason", widest=None, wraps=True),
    )
    return Table("Gaps in the readings", columns, rows)


def spec_table(record: RunRecord) -> Table:
    """Return what was run, with one (label, value) row per setting; settings without effect are omitted."""
    if record.spec.is_command:
        key, nothing = ("attached to", "the machine, with no process") if record.spec.is_attached else ("command", "")
        key = "recorded" if record.origin is not None and record.origin.is_foreign else key
        rows = (
            (key, shlex.join(record.spec.command) or translated(nothing)),
            *((setting_label(key), _plain(value)) for key, value in record.spec.options.items()),
        )
        return Table("What was run", (Column("setting"), Column("value", widest=None, foreign=True)), rows)
    values: list[tuple[Cell, ...]] = [("Workload", record.spec.workload)]
    own = {field: value for key, field in FIELDS.items() if (value := getattr(record.spec, key)) not in (None, _WITHOUT_EFFECT.get(key))}
    values += [(field.label, f"{_plain(value)} s" if field.unit == "s" else _plain(value)) for field, value in own.items()]
    values += [(setting_label(key), _plain(value)) for key, value in record.spec.options.items()]
    return Table("What was run", (Column("setting"), Column("value")), tuple(values))


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else figures.setting(value)


def _environment_table(record: RunRecord) -> Table:
    started = record.started_at.astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
    rows: list[tuple[Cell, ...]] = [(fact_label("host"), record.host), (fact_label("started"), started)]
    for key, value in record.environment.items():
        if value not in (None, ""):
            shown = setting_value(key, value)
            rows.append((fact_label(key), shown if key in _AS_WRITTEN else composed(shown)))
    return Table("Environment", (Column("fact"), Column("value", widest=_LONG_VALUE, wraps=True, foreign=True)), tuple(rows))
