"""A ladder of optimizations as every surface shows it: cards, factors, the summary sentence; window, terminal and PDF lay it out.

Each factor is the throughput ratio from the comparison of the same runs; nothing is computed a second time.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gpuscope.analysis.bottleneck import COMPUTE, COPY, INPUT, LAUNCH, MEMORY, OVERHEAD, bottleneck
from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.comparison_sentences import FEW_REPEATS
from gpuscope.analysis.group import Group
from gpuscope.analysis.processor_share import most_others_share
from gpuscope.analysis.statistics.verdict import BETTER, CLAIM_REPEATS, WORSE
from gpuscope.core import figures
from gpuscope.core.run import RunRecord
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.model import Column, Report, Table
from gpuscope.system.language import unit_name
from gpuscope.system.settings import JOULE

HELPED = 1.03
"""Ratio from which a quick look keeps a rung. It spares later rungs changes that cost more than they gain; it proves nothing."""
QUICK_LABEL = "Quick look: one short run per rung, no verdict."
_WORTH = "Quick look, no verdict: factors may be off by about {0}."
_WORTHLESS = "Quick look, no verdict: the machine's speed varied so much that factors are unreliable."
_WORTHLESS_FROM = 1.0
"""Relative error of the factors from which quoting it in digits would suggest a precision that it lacks."""
_DISTURBED_FROM = 0.1
"""CPU share of other programs from which they change the factors of short runs by more than rungs gain."""
_DISTURBED = "Other programs used up to {0} of the processor: measure again when it is free."
_ALL_DISTURBED = "Other programs used up to {0} of the processor, so no factor is reliable: measure again when it is free."
_SLOWER_BASE = "The base, measured again at the end, was {0} slower"
_FASTER_BASE = "The base, measured again at the end, was {0} faster"
_SAME_BASE = "The base, measured again at the end, was as fast, to within {0}"
_STEADY = _SAME_BASE.partition("{")[0]
_NO_TIME = "The base was not measured again at the end, since no time was left"
_UNMEASURED = "No rung of the ladder of {0} could be measured here"
_NONE_FASTER = "No optimization made {0} faster here"
_NONE_MEASURABLY_FASTER = "No optimization made {0} measurably faster here"
_FASTER_BY = "{0} became {1}\u00a0× faster, thanks to {2}"
_MOSTLY_FASTER_BY = "{0} became {1}\u00a0× faster, mostly thanks to {2}"
_PARTLY_FASTER_BY = "{0} became {1}\u00a0× faster, partly thanks to {2}"
_FASTER_BY_NONE = "{0} became {1}\u00a0× faster, but no rung's factor is reliable enough to name the cause"
_WITHIN_ERROR = "{0} became {1}\u00a0× faster, which is within the error of a quick look"
_IN_DOUBT = "{0} was measured {1}\u00a0× faster, but the machine's speed varied too much to tell"
FACTOR_NOTE = "Factors are relative to the last rung above that helped, the total to the first."
"""Note below factors: a rung is added to the best one above it, so its speed may be above the base and its factor below 1."""
_THROUGHPUT = "throughput"
_COSTS = ("energy_per_sample", "memory_allocated_peak", "resident_memory_peak", "accuracy", "loss", "max_relative_error")
"""Metrics that a rung may cost or save apart from time; a card shows those that both runs have."""
_STAND_INS = {"resident_memory_peak": "memory_allocated_peak", "loss": "accuracy", "max_relative_error": "accuracy"}
"""Costs that are shown only if the run lacks the metric they stand in for, by key."""
_SHARES = {
    "optimizer": ("The optimizer takes {0} of a step, so there is little to save", ("optimizer",)),
    "wait for data": ("Waiting for data and copying it takes {0} of a step, so there is little to save", ("data", "copy")),
}
"""By relief: the sentence for when the step phases that a rung shortens are short already, and the names of those phases."""
_SMALL_SHARE = 0.15
"""Share of a step below which shortening a phase is lost in the scatter of short runs: halving it saves 7 %."""
_HELD = {
    INPUT: ("waiting for its data", "wait for data"),
    COPY: ("copies between main memory and the device", "wait for data"),
    LAUNCH: ("waiting for the next kernel to start", "overhead of single operations"),
    OVERHEAD: ("calling operations that are too small to take long themselves", "overhead of single operations"),
    MEMORY: ("moving numbers through memory", "memory traffic"),
    COMPUTE: ("arithmetic", "arithmetic"),
}
"""By bottleneck verdict of the run below: what a step spends its time on, and the relief that shortens it."""
_TAKEN = 0.2
"""CPU share of other programs from which they may have changed a single run's factor by as much as a rung gains."""
_UNRELIABLE = "Unreliable: other programs used up to {0} of the processor"
_UNRELIABLE_AND = f"{_UNRELIABLE}; {{1}}"
_ELSEWHERE = "Most of a step is spent on {0}, which this does not shorten"
_MOSTLY = "Most of a step is spent on {0}; {1}"
_SCATTERED = "Its repeats scatter too much to tell: from {0} to {1} × as fast; more repeats, or an idle processor, would narrow this"
_OPEN = 1.1
"""Upper end of an interval around 1 from which the repeats do not rule out a useful gain."""
_UNKNOWN = "its throughput is not known"
_MOST = 0.5
"""Share of the total gain, in logarithms of factors, from which a rung "brought most of it"."""
_MARKS = {"skipped": "not here", "failed": "failed", "stopped": "stopped", "waiting": "", "running": "…"}
"""What a table has in place of a factor, by the state of the rung."""
_WIDEST = 100
"""Maximum width of a paragraph in columns: longer lines are hard to follow."""
_BASES = (_SLOWER_BASE, _FASTER_BASE, _SAME_BASE, _NO_TIME)
_GAINS = (_FASTER_BY, _MOSTLY_FASTER_BY, _PARTLY_FASTER_BY, _FASTER_BY_NONE, _WITHIN_ERROR, _IN_DOUBT)
_ENDS = (_UNMEASURED, _NONE_FASTER, _NONE_MEASURABLY_FASTER, *_GAINS)
_SENTENCES = (QUICK_LABEL, _WORTH, _WORTHLESS, _DISTURBED, _ALL_DISTURBED, *_BASES, *_ENDS, FACTOR_NOTE)
_REASONS = (
    *(sentence for sentence, _ in _SHARES.values()),
    _SCATTERED,
    _UNRELIABLE,
    _UNRELIABLE_AND,
    _ELSEWHERE,
    _MOSTLY,
    _UNKNOWN,
)
TEXTS = (*(text.removesuffix(".") for text in _SENTENCES), *_REASONS, *(activity for activity, _ in _HELD.values()))
"""All sentences, and the reasons why rungs do not help, for translators."""


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A rung in its current state.

    Attributes:
        key: Key of the rung; "base" for the lowest step.
        title: In a few words.
        sentence: What it does.
        caveat: A clause on where it helps little.
        reliefs: The parts of a step's time that it shortens.
        state: "waiting", "running", "done", "failed", "skipped" or "stopped".
        below: The runs that it was measured against; empty for the lowest step.
        is_kept: Whether the rungs above were added to it.
        reason: Why it was skipped or failed; "" otherwise.
        cure: One line on how to make it available; "" for none.
    """

    key: str
    title: str
    sentence: str
    caveat: str = ""
    reliefs: tuple[str, ...] = ()
    state: str = "waiting"
    runs: tuple[RunRecord, ...] = ()
    below: tuple[RunRecord, ...] = ()
    is_kept: bool = False
    reason: str = ""
    cure: str = ""


@dataclass(frozen=True, slots=True)
class BaseDrift:
    """The lowest step measured again at the end of a quick ladder, or the lack of time to do so.

    Attributes:
        run_id: Id of that run; None if there is none.
        ratio: Its throughput relative to the first measurement; below 1, the machine has slowed down. None if it was not measured again.
    """

    run_id: str | None = None
    ratio: float | None = None

    @property
    def sentence(self) -> str:
        """How far the machine has drifted, or why that is not known, in a sentence."""
        if self.ratio is None:
            return f"{_NO_TIME}."
        change = abs(self.ratio - 1)
        if change < HELPED - 1:
            return f"{_SAME_BASE.format(figures.percent(HELPED - 1))}."
        return f"{(_SLOWER_BASE if self.ratio < 1 else _FASTER_BASE).format(figures.percent(change))}."

    def to_json(self) -> dict[str, Any]:
        """Return the entry of ``gpuscope ladder --json``."""
        return {"run": self.run_id, "ratio": self.ratio, **({"reason": _NO_TIME} if self.ratio is None else {})}


@dataclass(frozen=True, slots=True)
class RungCard:
    """A rung as it is shown.

    Attributes:
        step: The rung and its state.
        factor: Throughput relative to the runs below it; None while unknown, and for the lowest step.
        figure: The factor as a number in text, ``1.31``; "" for none.
        interval_text: 95 % interval, ``1.30–1.32``; "" without repeats.
        verdict: "✓ better" as the comparison shows it; "" without repeats.
        speed: Throughput with its unit; "" for none.
        costs: Energy, memory and accuracy, as (label, figure) pairs.
        note: Why it did not help, was skipped or failed, or that its factor is unreliable on a busy machine; "" otherwise.
        interval: The same interval; None without repeats.
        verdict_key: The same verdict as a key of ``analysis.statistics.verdict``; "" without repeats.
        is_gain: Whether it was kept and its factor exceeds the error: better by its verdict or, in a quick look, beyond the error of the
            factors with no other programs in the way.
        is_loss: Whether it was not kept and is slower by more than the error, judged in the same way.
    """

    step: LadderStep
    factor: float | None = None
    figure: str = ""
    interval_text: str = ""
    verdict: str = ""
    speed: str = ""
    costs: tuple[tuple[str, str], ...] = ()
    note: str = ""
    is_gain: bool = False
    is_loss: bool = False
    interval: tuple[float, float] | None = None
    verdict_key: str = ""

    @property
    def ratio_text(self) -> str:
        """The factor as text, for a column or a bar with a heading: ``1.31 ×``; "" for none."""
        return figures.times(self.figure) if self.figure else ""

    @property
    def factor_text(self) -> str:
        """The factor as text that stands alone: ``1.31 × faster``, ``0.97 ×``; "" for none."""
        is_faster = self.factor is not None and self.factor > 1 and self.figure.rstrip("0") != "1."  # as it is shown
        return f"{self.figure}\u00a0× faster" if is_faster else self.ratio_text

    @property
    def explanation(self) -> str:
        """What it does if it helped, else why it did not help, followed by the line on how to make it available."""
        step = self.step
        sentence = step.sentence if step.is_kept or not self.note else ""
        return " ".join(part for part in (sentence, f"{self.note.rstrip('.')}." if self.note else "", step.cure) if part)

    @property
    def speed_text(self) -> str:
        """The throughput with its unit in the display language; "" for none."""
        value, space, unit = self.speed.rpartition(figures.NO_BREAK_SPACE)
        return f"{value}{space}{unit_name(unit)}"

    def to_json(self) -> dict[str, Any]:
        """Return the entry of ``gpuscope ladder --json``; the keys are stable across releases."""
        step = self.step
        return {
            "name": step.title,
            "adds": step.key,
            "state": step.state,
            "kept": step.is_kept,
            "runs": [run.run_id for run in step.runs],
            "against": [run.run_id for run in step.below],
            "metrics": {key: quantity.to_json() for run in step.runs[-1:] for key, quantity in run.metrics.items()},
            "factor": self.factor,
            "interval": None if self.interval is None else list(self.interval),
            "verdict": self.verdict_key or None,
            "reason": self.note or None,
            "cure": step.cure or None,
        }


@dataclass(frozen=True)
class LadderView:
    """A ladder as it is shown.

    Attributes:
        subject: What was made faster: "cifar-cnn inference".
        steps: The lowest step first.
        is_thorough: Whether rungs have repeats and verdicts.
        energy_unit: "J" or "Wh".
        base_drift: The lowest step measured again at the end, or the lack of time to do so; None if neither applies.
        spread: Estimated relative error of a quick look's factors; None before two runs, and for a thorough ladder.
    """

    subject: str
    steps: Sequence[LadderStep]
    is_thorough: bool = False
    energy_unit: str = JOULE
    base_drift: BaseDrift | None = None
    spread: float | None = None

    @cached_property
    def cards(self) -> tuple[RungCard, ...]:
        """One card per step."""
        return tuple(self._card(step) for step in self.steps)

    @property
    def cost_labels(self) -> list[str]:
        """The labels of the costs that any card has."""
        return list(dict.fromkeys(label for card in self.cards for label, _ in card.costs))

    @property
    def label(self) -> str:
        """How reliable the figures are."""
        return " ".join(self.labels)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """How reliable the figures are, one sentence per entry."""
        taken = most_others_share(run for step in self.steps for run in step.runs)
        template = _ALL_DISTURBED if self._are_all_disturbed else _DISTURBED
        disturbed = template.format(figures.percent(taken)) if taken >= _DISTURBED_FROM else ""
        drift = "" if self.base_drift is None else self.base_drift.sentence
        if not self._is_worth_quoting and drift.startswith(_STEADY):  # two runs that agree by chance, beside others that do not
            drift = ""
        worth = QUICK_LABEL if self.spread is None else _WORTHLESS
        if self.spread is not None and self._is_worth_quoting:
            worth = _WORTH.format(f"{figures.setting(max(1, round(100 * self.spread)))} %")
        if self.is_thorough:
            repeats = min((min(len(step.runs), len(step.below)) for step in self.steps if step.state == "done" and step.below), default=0)
            worth = FEW_REPEATS.format(repeats, CLAIM_REPEATS) if 1 < repeats < CLAIM_REPEATS else ""
        return tuple(part for part in (worth, disturbed, drift) if part)

    @cached_property
    def total(self) -> float | None:
        """Factor of the whole ladder: the product of the kept rungs' factors; None until one has been measured."""
        known = [card.factor for card in self.cards if card.factor is not None]
        return math.prod((factor for _, factor in self._kept), start=1.0) if known else None

    @property
    def total_text(self) -> str:
        """The total as text, ``4.12 ×``; "" until a factor has been measured."""
        return "" if self.total is None else f"{figures.significant(self.total)}\u00a0×"

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to measure."""
        return self.steps[0].state == "failed" or all(step.state not in ("waiting", "running") for step in self.steps)

    @cached_property
    def sentence(self) -> str:
        """What the ladder found, in one sentence."""
        if self.total is None:
            return f"{_UNMEASURED.format(self.subject)}." if self.is_done else ""
        if not self._kept:
            return f"{(_NONE_MEASURABLY_FASTER if self.is_thorough else _NONE_FASTER).format(self.subject)}."
        template, names = self._credit(self.total)
        return f"{template.format(self.subject, figures.significant(self.total), names)}."

    def _credit(self, total: float) -> tuple[str, str]:
        """Return the template of the sentence, and the names of the rungs it credits: only those whose factor exceeds the error."""
        kept = self._kept
        gains = sorted(((math.log(factor), _amid(card.step.title)) for card, factor in kept if card.is_gain), reverse=True)
        if not gains:
            if self._is_beyond_error(total):
                return _FASTER_BY_NONE, ""
            return (_WITHIN_ERROR if self._is_worth_quoting else _IN_DOUBT), ""
        if len(kept) == 1:
            return _FASTER_BY, gains[0][1]
        most = _MOST * sum(math.log(factor) for _, factor in kept)
        named = gains[: 1 if gains[0][0] >= most else 2]
        template = _MOSTLY_FASTER_BY if sum(gain for gain, _ in named) >= most else _PARTLY_FASTER_BY
        return template, " and ".join(name for _, name in named)

    def _is_beyond_error(self, factor: float) -> bool:
        """Return whether a factor is greater than the error of the factors allows by chance; True if that error is not known."""
        return self.spread is None or (self._is_worth_quoting and factor > 1 + self.spread)

    @property
    def _is_worth_quoting(self) -> bool:
        """Whether the error of the factors, if known, is small enough for them to be meaningful."""
        return self.spread is None or self.spread < _WORTHLESS_FROM

    @cached_property
    def _are_all_disturbed(self) -> bool:
        """Whether other programs made each of a quick ladder's factors unreliable: the labels then say it once, instead of each rung."""
        judged = [step for step in self.steps if step.state == "done" and step.runs and step.below]
        return not self.is_thorough and len(judged) > 1 and all(_taken(step) >= _TAKEN for step in judged)

    @property
    def _kept(self) -> list[tuple[RungCard, float]]:
        """The cards of the rungs that were kept, each with its factor."""
        return [(card, card.factor) for card in self.cards if card.step.is_kept and card.factor is not None]

    def _card(self, step: LadderStep) -> RungCard:
        if step.state in ("skipped", "failed", "stopped"):
            return RungCard(step, note=step.reason)
        if not step.runs:
            return RungCard(step)
        if not step.below:
            own = step.runs[-1].metrics.get(_THROUGHPUT)
            speed = "" if own is None or own.value is None else figures.shown(own)
            return RungCard(step, speed=speed, costs=_costs(self._view(step.runs, step.runs)))
        view = self._view(step.below, step.runs)
        row = view.by_key.get(_THROUGHPUT)
        cell = None if row is None else row.cells[1]
        if cell is None or cell.ratio is None or row is None:
            return RungCard(step, note=cell.reason if cell is not None else _UNKNOWN)
        unreliable = _taken(step) >= _TAKEN and not cell.verdict
        is_slower = cell.verdict == WORSE if cell.verdict else not unreliable and self._is_beyond_error(1 / cell.ratio)
        return RungCard(
            step,
            cell.ratio,
            cell.ratio_text,
            cell.interval_text,
            cell.marked_label,
            f"{cell.value}\u00a0{row.unit}",
            _costs(view),
            (self._worth(step, _UNRELIABLE) if unreliable else "")
            if step.is_kept
            else self._why_nothing(step, cell.verdict, cell.interval, unreliable=unreliable),
            step.is_kept and not unreliable and self._is_beyond_error(cell.ratio),
            not step.is_kept and is_slower,
            cell.interval,
            cell.verdict,
        )

    def _view(self, below: Sequence[RunRecord], runs: Sequence[RunRecord]) -> ComparisonView:
        return ComparisonView(compare([Group("below", tuple(below)), Group("this", tuple(runs))]), self.energy_unit)

    def _worth(self, step: LadderStep, template: str) -> str:
        """Return a note that other programs kept the CPU busy, so the factor says little; "" if the labels say so of all factors."""
        return "" if self._are_all_disturbed else f"{template.format(figures.percent(_taken(step)), step.caveat)}."

    def _why_nothing(self, step: LadderStep, verdict: str, interval: tuple[float, float] | None, *, unreliable: bool) -> str:
        """Return why a rung did not help, judged by the bottleneck of the run below it."""
        if verdict == BETTER:
            return ""
        below = step.below[-1]
        caveat = f"{figures.capitalized(step.caveat)}." if step.caveat else ""
        if unreliable:
            return self._worth(step, _UNRELIABLE_AND if step.caveat else _UNRELIABLE) or caveat
        if not verdict and not self._is_worth_quoting:
            return caveat  # the labels say of all factors that they are unreliable
        if interval is not None and interval[0] < 1 and interval[1] >= _OPEN:
            return f"{_SCATTERED.format(*map(figures.significant, interval))}."
        phases = BottleneckSignals(below).phases
        for relief, (sentence, names) in _SHARES.items():
            share = sum(phases.get(name, 0.0) for name in names)
            if step.reliefs[:1] == (relief,) and phases and share < _SMALL_SHARE:
                return f"{sentence.format(figures.percent(share))}."
        activity, relief = _HELD.get(bottleneck(below).verdict, ("", ""))
        if not activity:
            return caveat
        if relief not in step.reliefs:
            return f"{_ELSEWHERE.format(activity)}."
        return f"{_MOSTLY.format(activity, step.caveat)}." if step.caveat else ""

    def report(self) -> Report:
        """Return the ladder for a terminal: the summary sentence, one row per rung with its gain, and one paragraph per rung.

        Costs and explanations are in separate tables, so that every line fits 80 columns.
        """
        labels, rung = self.cost_labels, Column("rung", widest=None)
        judged = (Column("95 % interval", numeric=True), Column("verdict")) if self.is_thorough else ()
        columns = (rung, Column("factor", numeric=True), *judged, Column("throughput", numeric=True))
        rows = tuple((*self._factor_cells(card), card.speed_text) for card in self.cards)
        total = () if self.total is None else (f"Total: {self.total_text}", FACTOR_NOTE)
        costs = (rung, *(Column(label, numeric=True) for label in labels))
        costing = tuple((card.step.title, *(dict(card.costs).get(label, "") for label in labels)) for card in self.cards if card.costs)
        explained = (rung, Column("what it does, or why it gained nothing", widest=_WIDEST, wraps=True))
        paragraphs = tuple((card.step.title, card.explanation) for card in self.cards)
        tables = (Table("", columns, rows, total), Table("", costs, costing), Table("", explained, paragraphs))
        return Report("", tuple(text for text in (self.sentence, self.label) if text), tables)

    def _factor_cells(self, card: RungCard) -> tuple[str, ...]:
        factor = card.ratio_text or _MARKS.get(card.step.state, "")
        return (card.step.title, factor, *((card.interval_text, card.verdict) if self.is_thorough else ()))

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope ladder --json`` prints."""
        return {
            "subject": self.subject,
            "thorough": self.is_thorough,
            "sentence": self.sentence,
            "total": self.total,
            "label": self.label or None,
            "spread": self.spread,
            "base_again": None if self.base_drift is None else self.base_drift.to_json(),
            "rungs": [card.to_json() for card in self.cards],
        }


def _taken(step: LadderStep) -> float:
    """Return the greatest CPU share of other programs during the runs that a rung's factor compares."""
    return most_others_share((*step.below, *step.runs))


def _amid(title: str) -> str:
    """Return a title for use within a sentence: "all threads"; proper names and abbreviations keep their capitals."""
    return figures.uncapitalized(title) if title[1:].islower() else title


def _costs(view: ComparisonView) -> tuple[tuple[str, str], ...]:
    rows: Mapping[str, Any] = view.by_key
    known = [key for key in _COSTS if key in rows and not rows[key].cells[1].is_missing]
    shown = [key for key in known if _STAND_INS.get(key) not in known]
    return tuple((rows[key].label, f"{rows[key].cells[1].value}\u00a0{rows[key].unit}".strip()) for key in shown)
