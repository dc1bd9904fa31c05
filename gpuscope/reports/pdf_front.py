"""The first page of the PDF report: the comparison as a sentence, a table and a picture."""

from collections.abc import Sequence
from dataclasses import replace

from gpuscope.analysis.entry import TOO_SHORT, Entry
from gpuscope.analysis.placement import gpus_of
from gpuscope.analysis.run_value import WALL_TIME
from gpuscope.analysis.statistics.verdict import BETTER, WORSE
from gpuscope.core import figures
from gpuscope.core.device import unreal_label
from gpuscope.core.figures import counted, duration, factor_text, listed, listed_names, significant, times
from gpuscope.core.run import OUTCOMES, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.comparison_view import IN_LANGUAGE, ComparisonView
from gpuscope.reports.headlines import most_asked
from gpuscope.reports.pdf_blocks import TEXT_WIDTH, Block
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_tables import Part, figures_tables, groups_table, legend, remark_notes
from gpuscope.reports.pictures.bar_layout import bar_drawing, bar_height, goes_on
from gpuscope.reports.pictures.chart_layout import chart_drawing
from gpuscope.reports.pictures.comparison_pictures import GOES_ON, INTERVALS, RUN_MARKS, Wording, bar_block, plane, plane_keys
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.reports.pictures.svg_canvas import PAPER, svg
from gpuscope.reports.printable import width
from gpuscope.reports.run_report import keep_as_written, reason_text
from gpuscope.system import language
from gpuscope.system.language import ENGLISH, composed, current, filled, joined_parts, joined_sentences, translated

_NAMED = 4
"""Number of groups from which a headline counts them instead of naming each."""
_SPEEDS = ("throughput", WALL_TIME)
"""Metrics that a headline over several groups may quote; the first available one is used."""
PAIR_SENTENCE = "{{0}} are {level}: {{1}}."
"""Sentence on two or more groups, by their level of comparability."""
_SPANS = {
    "throughput": ("{0} other groups have {1} the throughput of {2}", "{0} of {1} other groups have {2} the throughput of {3}"),
    "flops": ("{0} other groups have {1} the FLOP/s of {2}", "{0} of {1} other groups have {2} the FLOP/s of {3}"),
    WALL_TIME: ("{0} other groups took {1} the time of {2}", "{0} of {1} other groups took {2} the time of {3}"),
}
"""Sentences on all groups beside the baseline, and on those of them that have a ratio."""
_LONGEST = 100
"""Columns of a headline in two lines, from which it counts groups even if they are few."""
_ADVERBS = {BETTER: "faster", WORSE: "slower"}
_RATIOS = (
    ("throughput", "has", "the throughput"),
    ("flops", "has", "the FLOP/s"),
    (WALL_TIME, "took", "the time"),
)


def headline(view: ComparisonView) -> str:
    """Return the comparison in one sentence: the measurable differences, or else only the ratios."""
    names = view.sentence_names
    base = names[view.baseline]
    others = [place for place in range(len(names)) if place != view.baseline]
    if current() != ENGLISH:
        return _one_by_one(view, names, others)
    if len(others) == 1:
        entries = {key: row[others[0]] for key, row in view.comparison.metrics.items()}
        verdict = IN_LANGUAGE.pair_headline(names[others[0]], base, entries)
    else:
        verdict = _verdict(view, [(names[place], place) for place in others], base)
    return verdict or _ratios(view, [names[place] for place in others], others, base)


def _one_by_one(view: ComparisonView, names: Sequence[str], others: Sequence[int]) -> str:
    """Return one clause per group, since joining them under one verb depends on English grammar."""
    counted_groups = _span(view, others, names[view.baseline]) or composed(f"{len(others)} groups beside {names[view.baseline]}")
    if len(others) >= _NAMED:
        return counted_groups
    metrics, base = view.comparison.metrics, names[view.baseline]
    clauses = []
    for place in others:
        verdict = IN_LANGUAGE.pair_headline(names[place], base, {key: row[place] for key, row in metrics.items()})
        known = ((noun, ratio) for key, _, noun in _RATIOS if (row := metrics.get(key)) and (ratio := row[place].ratio) is not None)
        noun, ratio = next(known, ("", None))
        by_ratio = "" if ratio is None else translated("{0} has {1} {2} of {3}").format(names[place], times(ratio), translated(noun), base)
        clauses.append(verdict or by_ratio or composed(f"{names[place]} beside {base}"))
    named = joined_parts(clauses)
    return counted_groups if len(others) > 1 and width(named) > _LONGEST else named


def _verdict(view: ComparisonView, others: Sequence[tuple[str, int]], base: str) -> str:
    """Return how several groups compare in speed; "" if one of them has no verdict on it."""
    for key in _SPEEDS:
        row = view.comparison.metrics.get(key, ())
        speeds = [(name, row[place].verdict, _factor(row[place])) for name, place in others if row and row[place].interval]
        if speeds and len(speeds) == len(others):
            named = _named(speeds, base) if len(speeds) < _NAMED else _counted(speeds, base)
            few = [name for name, place in others if row[place].is_provisional]
            if few and any(row[place].is_claim for _, place in others):
                return f"{named}; {listed_names(few)} only so far"
            return IN_LANGUAGE.so_far(named, [row[place] for _, place in others if row[place].verdict in _ADVERBS])
    return ""


def _factor(entry: Entry) -> float:
    """Return the factor by which a group is faster or slower, at least 1."""
    return max(entry.ratio, 1 / entry.ratio) if entry.ratio else 1.0


_Speeds = Sequence[tuple[str, str, float]]
"""Name, verdict and factor of each group."""


def _named(speeds: _Speeds, base: str) -> str:
    differ = [(name, factor, _ADVERBS[verdict]) for name, verdict, factor in speeds if verdict in _ADVERBS]
    same = [name for name, verdict, _ in speeds if verdict not in _ADVERBS]
    parts = []
    for place, (name, factor, adverb) in enumerate(differ):
        last = place + 1 == len(differ) or differ[place + 1][2] != adverb
        parts.append(f"{name}{'' if place else ' is'} {times(factor_text(factor))}{f' {adverb}' if last else ''}")
    if not same:
        return f"{listed(parts)} than {base}"
    alike = f"{listed_names(same)} {'is' if len(same) == 1 else 'are'} not measurably faster or slower"
    return f"{listed(parts)} than {base}; {alike}" if parts else f"{alike} than {base}"


def _counted(speeds: _Speeds, base: str) -> str:
    parts = []
    for verdict, adverb in _ADVERBS.items():
        factors = sorted(factor for _, outcome, factor in speeds if outcome == verdict)
        if factors:
            low, high = factor_text(factors[0]), factor_text(factors[-1])
            count = str(len(factors)) if len(factors) == len(speeds) else f"{len(factors)} of {len(speeds)}"
            verb = "is" if len(factors) == 1 else "are"
            parts.append(f"{count} other groups {verb} {low if low == high else f'{low} to {high}'}\u00a0× {adverb}")
    return f"{listed(parts)} than {base}" if parts else f"None of the {len(speeds)} other groups is measurably faster or slower than {base}"


def _ratios(view: ComparisonView, names: Sequence[str], others: Sequence[int], base: str) -> str:
    for key, verb, noun in _RATIOS:
        row = view.comparison.metrics.get(key)
        ratios = [row[place].ratio for place in others] if row else []
        known = [ratio for ratio in ratios if ratio is not None]
        if known and len(known) == len(ratios) and len(names) < _NAMED:
            verbs = [f" {verb}", *([""] * len(known))]
            phrases = [f"{name}{said} {times(ratio)}" for name, said, ratio in zip(names, verbs, known, strict=False)]
            return f"{listed(phrases)} {noun} of {base}"
        if known:
            break
    return _span(view, others, base) or (f"{names[0]} beside {base}" if len(names) == 1 else f"{len(names)} groups beside {base}")


def _span(view: ComparisonView, others: Sequence[int], base: str) -> str:
    """Return the range of the ratios of the first metric that has any, in the current language; "" if there is none."""
    for key, (of_all, of_some) in _SPANS.items():
        row = view.comparison.metrics.get(key)
        if row and (known := [ratio for place in others if (ratio := row[place].ratio) is not None]):
            least, greatest = significant(min(known)), times(max(known))
            span = greatest if greatest.startswith(f"{least}\u00a0") else f"{least}{' to ' if current() == ENGLISH else '–'}{greatest}"
            counts = (str(len(known)), str(len(others)))
            text = filled(of_all, counts[1], span, base) if len(known) == len(others) else filled(of_some, *counts, span, base)
            return IN_LANGUAGE.so_far(text, [row[place] for place in others if row[place].verdict in _ADVERBS])
    return ""


_HEIGHT = 190.0
"""Height of the picture in points, which tables and notes leave on the first page."""
_FEW = 2
"""Minimum number of bars: a single bar has nothing to be compared with."""
_REASONS = 600
"""Maximum characters of a sentence on why groups are not fully comparable."""
_SENTENCE_GROUPS = 4
"""Up to this many groups, each but the baseline has a sentence; with more, only the last sentence, on trustworthiness, is shown."""


def lead(context: ReportContext) -> str:
    """Return the sentences under the headline: what was run and where, what the comparison shows, and how far it can be trusted."""
    sentences = [context.shown(sentence) for sentence in context.view.sentences]
    shown = sentences if len(context.groups) <= _SENTENCE_GROUPS else sentences[-1:]
    return figures.unbroken(joined_sentences([what_was_run(context), *map(composed, shown)]))


def what_was_run(context: ReportContext) -> str:
    """Return workload, task, length and device, as far as all runs share them."""
    return context.shown(run_description([record for _, record in context.runs()]), 220)


def run_description(records: Sequence[RunRecord]) -> str:
    """Return a sentence on what runs have in common: workload, task, length, device."""
    workloads = dict.fromkeys(_workload(record) for record in records)
    lengths = {_length(record.spec) for record in records}
    text = next(iter(workloads)) if len(workloads) == 1 else composed(f"{len(workloads)} different workloads")
    if len(workloads) == len(lengths) == 1:
        text += lengths.pop()
    where = {_gpu_name(record) if _on_gpu(record) else str(record.environment.get("cpu") or "") for record in records}
    if len(where) == 1 and "" not in where:
        text = translated("{0} on {1}").format(text, where.pop())
    return f"{text}{translated('.')}"


def _length(spec: RunSpec) -> str:
    """Return the requested length of a run as a clause to follow the workload; "" for a command, which ends by itself."""
    if spec.is_command:
        return ""
    if spec.duration_s is not None:
        return composed(f", measured for {duration(spec.duration_s)}")
    return "" if spec.steps is None else f"{translated(', ')}{composed(counted(spec.steps, 'step'))}"


def _on_gpu(record: RunRecord) -> bool:
    return not record.spec.is_command and record.spec.device != "cpu"


def _gpu_name(record: RunRecord) -> str:
    """Return the name of the GPUs that a run was placed on, of all recorded ones if that is unknown; "" if their names differ."""
    names = {result.device.name for result in gpus_of(record)}
    return names.pop() if len(names) == 1 else ""


def _workload(record: RunRecord) -> str:
    spec = record.spec
    if spec.is_attached and not spec.command:
        return translated("The machine, with no process")
    if spec.is_command:
        return composed(f"Command {spec.command[0].rpartition('/')[2]}")
    return translated(", ").join((spec.workload, translated(spec.task or "")))


def notices(context: ReportContext) -> list[Block]:
    """Return prominent warnings: unfinished runs, limited comparability, and readings that are not from real hardware."""
    warnings = []
    for look, record in context.runs():
        if record.state is not RunState.FINISHED:
            keep_as_written(record)
            state = filled("Run {0} of {1} {2}", record.run_id, look.short, composed(OUTCOMES[record.state]))
            why = context.shown(reason_text(record), 200).rstrip(".")
            warnings.append(blocks.notice(f"{translated(': ').join(filter(None, (state, why)))}{translated('.')}"))
    warnings += [blocks.notice(sentence) for sentence in _comparability(context)]
    labels: dict[str, dict[str, None]] = {}
    for _, record in context.runs():
        for device, label in context.simulated(record).items():
            labels.setdefault(label, {})[device] = None
    for label, devices in labels.items():
        warnings.append(
            blocks.notice(context.shown(filled("Not real hardware: {0}.", f"{language.listed(list(devices))} ({composed(label)})"), 200))
        )
    return warnings


def _comparability(context: ReportContext) -> list[str]:
    """Return which groups are comparable to the baseline only with caution or not at all, and why; shared reasons appear once."""
    view = context.view
    pairs = [replace(pair, reasons=view.unsaid(pair.reasons) or pair.reasons) for pair in context.comparison.pairs if pair.reasons]
    shorts = dict(zip(view.names, view.sentence_names, strict=True))
    base = view.sentence_names[view.baseline]
    groups_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for pair in pairs:
        groups_of.setdefault((pair.level.value, tuple(map(view.shortened, pair.reasons))), []).append(shorts[pair.group])
    reasons_of = [[view.shortened(reason) for reason in pair.reasons] for pair in pairs]
    shared = [reason for reason in reasons_of[0] if all(reason in reasons for reasons in reasons_of)] if len(groups_of) > 1 else []
    why = joined_parts(list(map(composed, shared)))
    sentences = [filled("Compare with {0} only with caution: {1}.", base, why)] if shared else []
    for (level, reasons), groups in groups_of.items():
        own = [reason for reason in reasons if reason not in shared]
        both, why = language.listed_names([*groups, base]), joined_parts(list(map(composed, own)))
        sentences += [filled(PAIR_SENTENCE.format(level=level), both, why)] if own else []
    return [context.shown(sentence, _REASONS) for sentence in sentences]


def result(context: ReportContext) -> list[Block]:
    """Return the table of results and its notes."""
    keys = [row.key for row in context.view.headlines]
    if context.side_by_side:
        tables = figures_tables(context, [Part("", keys)], full_labels=True)
    else:
        keys = most_asked(context.metrics)
        tables = [groups_table(context, keys)]
    return [blocks.heading("Result"), *tables, *legend(context), *remark_notes(context, keys)]


def picture(context: ReportContext) -> list[Block]:
    """Return the chart of the first page: time against energy if both are known, else the figures as bars."""
    wording = Wording([look.short for look in context.looks], numbered=True, energy_unit=context.energy_unit)
    chart = plane(context.comparison, wording)
    return _bars(context, wording) if chart is None else _plane(context, chart)


def _plane(context: ReportContext, chart: Chart) -> list[Block]:
    keys = plane_keys(context.comparison) or ()
    alt = "Time and energy, one point per run. " + "; ".join(chart.sentences())
    notes = [chart.note]
    labels = dict.fromkeys(entry.simulated for key in keys for entry in context.metrics[key] if entry.simulated)
    if labels:
        listed_labels = language.listed([translated(word) for word in dict.fromkeys(map(unreal_label, labels))])
        notes.append(filled("Energies are {0}, not of real hardware.", listed_labels))
    if any(TOO_SHORT in entry.reason for key in keys for entry in context.metrics[key]):
        notes.append("Windows are too short for a ratio of the energies.")
    return [
        blocks.chart(
            "Time and energy",
            svg(chart_drawing(chart, TEXT_WIDTH, _HEIGHT, PAPER)),
            alt,
            joined_sentences([composed(note) for note in notes]),
            2,
        )
    ]


def _bars(context: ReportContext, wording: Wording) -> list[Block]:
    keys = [
        key
        for key in (row.key for row in context.view.headlines)
        if key in context.comparison.metrics and sum(entry.ratio is not None for entry in context.metrics[key]) >= _FEW
    ]
    if not keys:
        return [blocks.note("The groups have no figure with a ratio, so there is nothing to draw here.")]
    shown = tuple(bar_block(context.comparison, key, context.full_label(key), wording) for key in keys)
    whole = BarPicture(shown)
    fitting = sum(bar_height(whole, PAPER, count) <= _HEIGHT for count in range(1, len(shown) + 1))
    shown = shown[: max(1, fitting)]
    notes = [RUN_MARKS] if any(len(bar.runs) > 1 for block in shown for bar in block.bars) else []
    notes += [INTERVALS] if any(bar.interval for block in shown for bar in block.bars) else []
    picture = BarPicture(shown)
    notes += [GOES_ON] if goes_on(picture) else []
    drawing = bar_drawing(picture, TEXT_WIDTH, bar_height(picture, PAPER), PAPER)
    return [blocks.chart("Figures", svg(drawing), "; ".join(picture.sentences()), " ".join(notes), 2)]
