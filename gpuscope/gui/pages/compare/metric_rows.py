"""The rows of the comparison's table: headline metrics first, then everything else, figures ready to be shown."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.core import figures
from gpuscope.core.figures import DisplayUnit, display_unit
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import SHARES, describe, metric, reduced_metrics
from gpuscope.core.quantity import Quality
from gpuscope.gui.run_view.reading_figures import spread
from gpuscope.system.settings import JOULE

_RUN_HEADLINES = (
    *(
        "throughput",
        "throughput_per_rank",
        "step_rate",
        "flops",
        "bandwidth",
        "latency_p50",
        "latency_p99",
        "wall_time",
        "energy_per_sample",
        "energy_per_step",
        "energy",
    ),
)
_DEVICE_HEADLINES = ("power_mean", "power_average_mean", "utilization_mean", "memory_used_peak")
_LAST_HEADLINES = ("memory_reserved_peak", "resident_memory_peak", "accuracy", "loss", "model_size_bytes", "max_relative_error")
_STAND_INS = {
    "step_rate": "throughput",
    "flops": "throughput",
    "bandwidth": "throughput",
    "wall_time": "throughput",
    "energy_per_step": "energy_per_sample",
    "energy": "energy_per_sample",
    "power_average_mean": "power_mean",
    "loss": "accuracy",
    "resident_memory_peak": "memory_reserved_peak",
}
"""Shown among the headlines only where the other one is missing."""
_MOST_DEVICES = 2
"""Devices of one kind whose metrics are headlines; those of more are found among all metrics."""
MISSING = "–"
_CIRCUMSTANCE = re.compile(r" \([^()]*\)$")
"""What is of one run alone in a reason: "(window of 32.2 s)"."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one group shows in a row.

    Attributes:
        group: Its name.
        value: The figure in the row's unit, or "–".
        spread: How far an energy may be off, as a share, ``± 7 %``; "" where that is not known.
        ratio: To the baseline; None when there is none, and for the baseline itself.
        ratio_text: The same as shown, or "–".
        interval: 95 % interval of the ratio; None when there is none.
        interval_text: The same as shown, "1.79–1.85"; "" when there is none.
        verdict: "better", "worse", "no-difference", "not-comparable"; "" for the baseline, and where a value is missing.
        evidence: Effect size, corrected probability and number of runs in words; "" below two repeats a side.
        reason: What is to be known of it, or why it is missing.
        is_missing: Whether there is no value.
        simulated: The label of devices that are not real; None for real ones.
    """

    group: str
    value: str
    spread: str
    ratio: float | None
    ratio_text: str
    interval: tuple[float, float] | None
    interval_text: str
    verdict: str
    evidence: str
    reason: str
    is_missing: bool
    simulated: str | None


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric of all groups.

    Attributes:
        key: As in the comparison ("gpu:0/power_mean").
        label: In words, sentence case.
        device: Key of its device; "" for a metric of the run.
        unit: In which the figures are shown.
        better: Which direction is an improvement.
        help: What the number is, and what it is not.
        cells: One a group, in the groups' order.
        is_headline: Whether it is seen at once.
        differs: Whether a group shows something else than the baseline.
    """

    key: str
    label: str
    device: str
    unit: str
    better: Better
    help: str
    cells: tuple[Cell, ...]
    is_headline: bool
    differs: bool

    @property
    def is_missing(self) -> bool:
        """Whether no group has a value."""
        return all(cell.is_missing for cell in self.cells)

    @property
    def is_simulated_whole(self) -> bool:
        """Whether all values come from devices that are not real."""
        return not self.is_missing and all(cell.simulated or cell.is_missing for cell in self.cells)


def metric_rows(comparison: Comparison, energy_unit: str = JOULE) -> list[MetricRow]:
    """Return the rows of a comparison, headlines first; of what no group has, only the energy is among the headlines.

    Args:
        comparison: The groups and their figures.
        energy_unit: "J" or "Wh".
    """
    headlines = _headlines(comparison)
    rest = [key for key in comparison.metrics if key not in headlines]
    return [
        *(_row(comparison, key, energy_unit, is_headline=True) for key in headlines),
        *(_row(comparison, key, energy_unit, is_headline=False) for key in rest),
    ]


def better_words(better: Better) -> str:
    """Return in words which direction is an improvement; "" where neither is."""
    words = {
        Better.HIGHER: QCoreApplication.translate("ComparePage", "higher is better"),
        Better.LOWER: QCoreApplication.translate("ComparePage", "lower is better"),
    }
    return words.get(better, "")


def _headlines(comparison: Comparison) -> list[str]:
    found = [key for key in _RUN_HEADLINES if _is_wanted(comparison, key)]
    if not any("energy" in key for key in found) and "energy_per_sample" in comparison.metrics:
        found.append("energy_per_sample")
    for name in _DEVICE_HEADLINES:
        keys = [f"{device}/{name}" for device in _main_devices(comparison)]
        found += [key for key in keys if _is_wanted(comparison, key)]
    return found + [key for key in _LAST_HEADLINES if _is_wanted(comparison, key)]


def _is_wanted(comparison: Comparison, key: str) -> bool:
    device, slash, name = key.rpartition("/")
    if device == "cpu" and name == "memory_used_peak":
        return False
    other = f"{device}{slash}{_STAND_INS[name]}" if name in _STAND_INS else None
    return _has_values(comparison, key) and not (other and _has_values(comparison, other))


def _has_values(comparison: Comparison, key: str) -> bool:
    return any(entry.value is not None for entry in comparison.metrics.get(key, ()))


def _main_devices(comparison: Comparison) -> list[str]:
    """Return the GPUs when there are few, else the processor where there is none."""
    devices = dict.fromkeys(key.rpartition("/")[0] for key in comparison.metrics)
    gpus = sorted(device for device in devices if ":" in device)
    return gpus if 0 < len(gpus) <= _MOST_DEVICES else [] if gpus else ["cpu"]


def _row(comparison: Comparison, key: str, energy_unit: str, *, is_headline: bool) -> MetricRow:
    device, _, name = key.rpartition("/")
    entries = comparison.metrics[key]
    label, unit, better = describe(name)
    shown = display_unit(entries[0].unit or unit, [entry.value for entry in entries], share=name in SHARES, energy_unit=energy_unit)
    cells = tuple(_cell(entry, shown, comparison.baseline) for entry in entries)
    base = next(cell for cell in cells if cell.group == comparison.baseline)
    differs = any(cell.value != base.value for cell in cells)
    return MetricRow(key, label, device, shown.name, better, _help(name), cells, is_headline, differs)


def _cell(entry: Entry, unit: DisplayUnit, baseline: str) -> Cell:
    value = MISSING if entry.value is None else unit.figure(entry.value)
    if entry.quality is Quality.ESTIMATED:
        value = f"~{value}"
    is_other, is_missing = entry.group != baseline, entry.value is None
    ratio = entry.ratio if is_other and entry.ratio is not None and math.isfinite(entry.ratio) else None
    interval = entry.interval if ratio is not None else None
    return Cell(
        group=entry.group,
        value=value,
        spread=_spread(entry),
        ratio=ratio,
        ratio_text=MISSING if ratio is None else figures.significant(ratio),
        interval=interval,
        interval_text="" if interval is None else figures.interval_words(interval),
        verdict=entry.verdict if is_other and not is_missing else "",
        evidence=_evidence(entry),
        reason=entry.note if is_missing else entry.reason,
        is_missing=is_missing,
        simulated=entry.simulated,
    )


def _evidence(entry: Entry) -> str:
    if entry.corrected_p is None:
        return ""
    words = QCoreApplication.translate("ComparePage", "n = {0}, corrected p {1}").format(entry.n, _probability(entry.corrected_p))
    if entry.effect_size is None or not math.isfinite(entry.effect_size):
        return words
    effect = figures.significant(entry.effect_size, 2)
    return QCoreApplication.translate("ComparePage", "{0}, effect size (Hedges' g) {1}").format(words, effect)


def _probability(value: float) -> str:
    return f"= {figures.significant(value, 2)}" if value >= 1e-4 else "< 0.0001"


def _spread(entry: Entry) -> str:
    """Return how far an energy may be off; what else is uncertain is told by the intervals of the ratios."""
    if entry.unit != "J" or not entry.value or not entry.value_uncertainty:
        return ""
    return spread(abs(entry.value_uncertainty / entry.value))


def _help(name: str) -> str:
    known = metric(name)
    if known is not None:
        return known.help
    return next((one.help for key, one, _ in reduced_metrics() if key == name), "")


def notes(rows: Sequence[MetricRow]) -> list[str]:
    """Return what is to be known beside the rows that are shown: why figures are missing, and what is not real; the same words once."""
    return [*_missing_notes(rows), *_ratio_notes(rows), *_simulated_notes(rows)]


def _missing_notes(rows: Sequence[MetricRow]) -> Iterator[str]:
    said: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        missing = [(cell.group, _CIRCUMSTANCE.sub("", cell.reason)) for cell in row.cells if cell.is_missing and cell.reason]
        for reason in dict.fromkeys(why for _, why in missing):
            groups = tuple(group for group, why in missing if why == reason)
            said.setdefault((reason, () if len(groups) == len(row.cells) else groups), []).append(_named(row))
    for (reason, groups), labels in said.items():
        where = QCoreApplication.translate("ComparePage", " of {0}").format(_listed(groups)) if groups else ""
        yield f"{_listed(labels)}{where}: {reason}."


def _ratio_notes(rows: Sequence[MetricRow]) -> Iterator[str]:
    said: dict[str, list[str]] = {}
    for row in rows:
        for cell in row.cells:
            why = cell.reason.split("; ")[0]
            if not cell.is_missing and cell.ratio is None and why.startswith("too short"):
                said.setdefault(why, []).append(_named(row))
    for why, labels in said.items():
        yield QCoreApplication.translate("ComparePage", "No ratio of {0}: {1}.").format(_listed(labels), why)


def _simulated_notes(rows: Sequence[MetricRow]) -> Iterator[str]:
    labels = dict.fromkeys(cell.simulated for row in rows for cell in row.cells if cell.simulated)
    for label in labels:
        yield QCoreApplication.translate("ComparePage", "Marked figures are not of real hardware: {0}.").format(label)


def _named(row: MetricRow) -> str:
    return f"{row.label} ({row.device})" if row.device else row.label


def _listed(words: Sequence[str]) -> str:
    different = list(dict.fromkeys(words))
    if len(different) > 4:
        rest = QCoreApplication.translate("ComparePage", "{0} more").format(len(different) - 3)
        different = [*different[:3], rest]
    if len(different) < 2:
        return "".join(different)
    return QCoreApplication.translate("ComparePage", "{0} and {1}").format(", ".join(different[:-1]), different[-1])
