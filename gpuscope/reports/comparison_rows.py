"""The rows of a comparison as they are shown: formatted figures, ratios and intervals, verdict marks, remarks."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpuscope.analysis.entry import TOO_SHORT, Entry
from gpuscope.analysis.processor_share import OTHERS_TEXT
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NO_DIFFERENCE_TEXT, NOT_COMPARABLE, WORSE
from gpuscope.core import figures
from gpuscope.core.device import unreal_label
from gpuscope.core.figures import MISSING, DisplayUnit
from gpuscope.core.metric import Better
from gpuscope.reports.headlines import listed_labels, of_device
from gpuscope.system.language import composed, filled, translated

DIFFERS = "differs"
"""The verdict for a measurable difference where neither direction is an improvement."""
_CIRCUMSTANCE = re.compile(r" \([^()]*\)$")
"""The part of a reason that is specific to one run, "(window of 32.2 s)"; without it, several runs share the same reason."""


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """How a verdict is shown: by a glyph and a word, so that it never depends on colour alone.

    Attributes:
        glyph: One character, covered by every shipped font; in brackets if the verdict is no claim.
        token: Its colour in the window's palette.
        label: Short, for a table.
        description: In full, for tooltips and screen readers.
    """

    glyph: str
    token: str
    label: str
    description: str


MARKS = {
    BETTER: VerdictMark("✓", "good", "better", "better"),
    WORSE: VerdictMark("✗", "bad", "worse", "worse"),
    NO_DIFFERENCE: VerdictMark("≈", "muted", "no difference", NO_DIFFERENCE_TEXT),
    DIFFERS: VerdictMark("≠", "muted", "differs", "differs measurably; no direction is better"),
    NOT_COMPARABLE: VerdictMark("○", "faint", "no verdict", "no verdict"),
}
"""How each verdict is shown, on every surface."""
SO_FAR = {
    BETTER: VerdictMark("(✓)", "muted", "better so far", "better so far"),
    WORSE: VerdictMark("(✗)", "muted", "worse so far", "worse so far"),
    DIFFERS: VerdictMark("(≠)", "muted", "differs so far", "differs so far; no direction is better"),
}
"""The same for verdicts from fewer repeats than a claim needs."""
BETTER_TEXTS = {Better.HIGHER: "higher is better", Better.LOWER: "lower is better", Better.NEITHER: ""}


def legend(rows: Iterable["MetricRow"]) -> str:
    """Return the meaning of the glyphs that some rows have, in one line; "" if they have none."""
    shown = {cell.mark for row in rows for cell in row.cells}
    return "   ".join(f"{mark.glyph} {translated(mark.label)}" for mark in (*MARKS.values(), *SO_FAR.values()) if mark in shown)


@dataclass(frozen=True, slots=True)
class Cell:
    """One group's cell in a row.

    Attributes:
        group: Its name.
        value: The figure in the row's unit, or "–".
        spread: Relative uncertainty of an energy, ``± 7 %``; "" if it is not known.
        ratio: To the baseline; None when there is none, and for the baseline itself.
        ratio_text: The ratio as shown, or "–"; for metrics judged in points the difference, "+0.1".
        is_in_points: Whether the difference stands in place of the ratio, in points.
        interval: 95 % interval of the ratio; None when there is none.
        interval_text: The interval as shown, "1.79–1.85", or for metrics judged in points "−0.2 to +0.4 points"; "" when there is none.
        verdict: A key of :data:`MARKS`; "" for the baseline, where a value is missing, and where no side has repeats.
        is_provisional: Whether the verdict rests on fewer repeats than a claim needs.
        evidence: Number of runs, corrected p value and effect size as text; "" with fewer than two repeats per side.
        reason: The reason for the verdict, or why the value is missing.
        remarks: Limitations of the value itself, one clause each; or why it is missing.
        is_missing: Whether there is no value.
        simulated: The label of devices that are not real; None for real ones.
    """

    group: str
    value: str
    spread: str
    ratio: float | None
    ratio_text: str
    is_in_points: bool
    interval: tuple[float, float] | None
    interval_text: str
    verdict: str
    is_provisional: bool
    evidence: str
    reason: str
    remarks: tuple[str, ...]
    is_missing: bool
    simulated: str | None

    @property
    def mark(self) -> VerdictMark | None:
        """How its verdict is shown; None if there is none."""
        return SO_FAR[self.verdict] if self.is_provisional else MARKS.get(self.verdict)

    @property
    def marked_label(self) -> str:
        """Glyph and word of its verdict, ``✓ better``; "" if there is none."""
        return f"{self.mark.glyph}\u00a0{translated(self.mark.label)}" if self.mark else ""

    @property
    def times(self) -> str:
        """The ratio alone, ``1.31 ×``, or the difference in points, ``+0.1``; "–" when there is neither."""
        return self.ratio_text if self.is_in_points or self.ratio is None else figures.times(self.ratio_text)

    @property
    def ratio_with_interval(self) -> str:
        """The ratio with its interval where it has one, ``1.31 × (1.30–1.32)``; "–" when there is none."""
        return f"{self.times} ({self.interval_text})" if self.interval_text else self.times

    @property
    def is_claim(self) -> bool:
        """Whether it is measurably better or worse than the baseline, from enough repeats."""
        return self.verdict in (BETTER, WORSE) and not self.is_provisional


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric across all groups.

    Attributes:
        key: Its key in the comparison ("gpu:0/power_mean").
        label: In words, in sentence case, without the device.
        device: Key of its device; "" for a metric of the run.
        display: The unit of all its figures, shared with the rows that it is read against.
        better: Which direction is an improvement.
        help: What the number means, and what it does not.
        cells: One per group, in the groups' order.
        is_headline: Whether it is among the metrics shown first.
        differs: Whether a group's figure differs from the baseline's.
        quality: The quality of its figures, or their different qualities; "simulated" when none comes from real hardware.
    """

    key: str
    label: str
    device: str
    display: DisplayUnit
    better: Better
    help: str
    cells: tuple[Cell, ...]
    is_headline: bool
    differs: bool
    quality: str

    @property
    def unit(self) -> str:
        """The name of its unit, with the prefix."""
        return self.display.name

    @property
    def full_label(self) -> str:
        """The label with its device: ``gpu:0 power, mean``."""
        return of_device(self.device, self.label)

    @property
    def is_missing(self) -> bool:
        """Whether no group has a value."""
        return all(cell.is_missing for cell in self.cells)

    @property
    def is_simulated_whole(self) -> bool:
        """Whether all values come from devices that are not real."""
        return not self.is_missing and all(cell.simulated or cell.is_missing for cell in self.cells)


def unreal(entries: Iterable[Entry | Cell]) -> str:
    """Return "simulated" or "recorded" if all known figures come from such devices; "" if at least one comes from real hardware."""
    labels = [entry.simulated for entry in entries if (entry.value not in (None, MISSING))]
    return " / ".join(dict.fromkeys(unreal_label(label) for label in labels if label)) if all(labels) else ""


def remarks(rows: Sequence[MetricRow]) -> list[str]:
    """Return the limitations of some rows' figures, one sentence each: why figures are missing or have no ratio, which are simulated.

    Each remark appears once, with the labels of all the rows it applies to, and with the groups unless it applies to all of them.
    """
    labels_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        by_remark: dict[str, list[str]] = {}
        for cell in row.cells:
            for remark in cell.remarks:
                text = _CIRCUMSTANCE.sub("", remark) if cell.is_missing else remark
                if text and not text.startswith(OF_GROUPS):
                    by_remark.setdefault(text, []).append(cell.group)
        for text, named in by_remark.items():
            concerned = len(row.cells) - (1 if text.startswith(TOO_SHORT) else 0)  # the baseline has no ratio
            labels_of.setdefault((text, () if len(named) >= concerned else tuple(named)), []).append(row.full_label)
    ordered = sorted(labels_of.items(), key=lambda item: item[0][0].startswith(TOO_SHORT))
    sentences = []
    for (text, groups), labels in ordered:
        subject = filled("No ratio of {0}", listed_labels(labels)) if text.startswith(TOO_SHORT) else listed_labels(labels)
        where = filled(" of {0}", listed_labels(groups)) if groups else ""
        sentences.append(f"{subject}{where}{translated(': ')}{composed(text)}{translated('.')}")
    unreal_labels = dict.fromkeys(cell.simulated for row in rows for cell in row.cells if cell.simulated)
    return [*sentences, *(filled("Marked figures are not of real hardware: {0}.", label) for label in unreal_labels)]


OF_GROUPS = OTHERS_TEXT.partition("{")[0]
"""Prefix of remarks about a whole group: the last sentence of the comparison gives them."""
