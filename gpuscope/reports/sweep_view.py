"""A sweep as every surface shows it: cells with figures, knee, Pareto front, summary sentence; window and terminal lay it out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gpuscope.analysis.processor_share import most_others_share
from gpuscope.analysis.sweep_figures import front_indices, is_flat, knee_index
from gpuscope.core import figures
from gpuscope.core.figures import MISSING, DisplayUnit, capitalized, display_unit, uncapitalized
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import describe
from gpuscope.core.run import RunRecord
from gpuscope.core.sweep_axes import Place, SweepAxis
from gpuscope.reports.model import Column, Report, Table
from gpuscope.system.language import composed, joined_items, labelled, translated, with_unit
from gpuscope.system.settings import JOULE

LATENCY, ENERGY = "latency_p50", "energy_per_sample"
THROUGHPUT = "throughput"
_MEMORY = ("memory_allocated_peak", "resident_memory_peak")
"""Memory metrics in order of preference; the first one that any cell has is shown, as torch counts tensors on GPUs only."""
SHORT = {
    THROUGHPUT: "Throughput",
    "flops": "FLOP/s",
    "bandwidth": "Bandwidth",
    LATENCY: "Step time",
    ENERGY: "Energy",
    _MEMORY[0]: "Memory",
    _MEMORY[1]: "Memory",
}
"""Short labels of the measures, for buttons."""
QUICK_LABEL = "Quick look: one short run per cell, no verdict."
_DISTURBED_FROM = 0.1
"""CPU share of other programs from which short runs vary by more than neighbouring cells differ."""
_FRONT = "Pareto front of {0}: {1} that no other beats in all of them."
_FRONT_WITHOUT_ENERGY = "Pareto front of {0}: {1} that no other beats in all of them; energy was not measured."
_DISTURBED = "Other programs used up to {0} of the processor meanwhile, so figures may be off: measure again when it is free."
_FRACTIONS = ((1 / 2, "half"), (1 / 3, "a third"), (1 / 4, "a quarter"), (1 / 5, "a fifth"), (1 / 10, "a tenth"), (1 / 20, "a twentieth"))
_NEAR = 0.1
"""Relative distance within which a ratio is described by a fraction; short runs do not resolve less."""
_BUDGET_SPENT = "The budget is spent: {0} of {1} cells were measured."
OUT_OF_MEMORY, BUDGET = "out of memory", "budget"
"""Kinds of cells without a run: there was not enough memory, or the time budget was spent."""
_NOTHING = "No cell of the sweep of {0} could be measured here"
_KNEE = "{0} is the knee: {1} % of the best {2}"
_KNEE_AT = "{0} is the knee: {1} % of the best {2} at {3}"
_BEST_KNEE = "{0} is the knee and the fastest: {1}"
_ALIKE = "No cell stands out: their {0} differs by {1}, which chance alone may cause"
_ONLY = "Only {0} could be measured: {1}"
_FASTEST = "{0} is fastest: {1}"
_FASTEST_OF = "{0} is fastest: {1}, {2}\u00a0× as fast as the slowest cell"
_MEMORY_FROM = "out of memory from {0} on"
_CELL_WITHOUT_MEMORY, _CELLS_WITHOUT_MEMORY = "1 cell out of memory", "{0} cells out of memory"
_STATE_LABELS = {"waiting": "", "running": "…", "stopped": "stopped", "failed": "failed", "skipped": "not here", "done": "no figure"}


@dataclass(frozen=True, slots=True)
class SweepCell:
    """One cell.

    Attributes:
        place: The index of its value on each axis.
        state: "waiting", "running", "done", "failed", "skipped" or "stopped".
        run: Its run if it was measured.
        run_id: Id of its run, even if it is live or has failed; None without one.
        reason: Why it failed or was skipped; "" otherwise.
        kind: Why a cell has no run, in a word: :data:`OUT_OF_MEMORY`, :data:`BUDGET`, "emulated"; "" if ``state`` is enough.
    """

    place: Place
    state: str = "waiting"
    run: RunRecord | None = None
    run_id: str | None = None
    reason: str = ""
    kind: str = ""

    @property
    def label(self) -> str:
        """The word shown in place of its figure; "" for a waiting cell."""
        return self.kind or _STATE_LABELS.get(self.state, self.state)

    @property
    def is_out_of_memory(self) -> bool:
        """Whether it needs more memory than is available."""
        return self.kind == OUT_OF_MEMORY


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric to show for all cells, in one unit.

    Attributes:
        key: Key of the metric.
        label: In words.
        short: Short label, for a button.
        unit: Unit of the figures of all cells.
        more_is_better: Whether larger is better.
    """

    key: str
    label: str
    short: str
    unit: DisplayUnit
    more_is_better: bool


def shown_name(axes: Sequence[SweepAxis], place: Place) -> str:
    """Return the name of a cell in the reader's language: "batch size 64, BF16"."""
    values = [(axis, axis.texts()[index], axis.value_label(index)) for axis, index in zip(axes, place, strict=True)]
    return joined_items([text if text == name else f"{uncapitalized(translated(axis.label))} {text}" for axis, text, name in values])


@dataclass(frozen=True)
class SweepView:
    """A sweep as it is shown.

    Attributes:
        subject: What was run: "mnist-mlp training".
        axes: One or two.
        cells: In the order of measurement.
        speed: The metric of speed: throughput, or for kernels FLOP/s or bandwidth.
        energy_unit: "J" or "Wh".
        budget_s: Wall time allowed for the runs, in seconds; None for no limit.
    """

    subject: str
    axes: tuple[SweepAxis, ...]
    cells: Sequence[SweepCell]
    speed: str = THROUGHPUT
    energy_unit: str = JOULE
    budget_s: float | None = None

    @cached_property
    def in_order(self) -> list[SweepCell]:
        """The cells in the order of their values."""
        return sorted(self.cells, key=lambda cell: cell.place)

    @cached_property
    def by_place(self) -> dict[Place, SweepCell]:
        """The cells by place."""
        return {cell.place: cell for cell in self.cells}

    @cached_property
    def measured(self) -> list[SweepCell]:
        """The cells whose speed is known."""
        return [cell for cell in self.cells if self.value(cell, self.speed) is not None]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to measure."""
        return all(cell.state in ("done", "failed", "skipped") and cell.kind != BUDGET for cell in self.cells)

    # Figures

    def value(self, cell: SweepCell, key: str) -> float | None:
        """Return a metric of a cell, in SI units; None if it was not measured."""
        quantity = None if cell.run is None else cell.run.metrics.get(key)
        return None if quantity is None else quantity.finite

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that can be shown: speed, and latency, energy and memory if any cell has them."""
        memory = next((key for key in _MEMORY if self._values(key)), _MEMORY[-1])
        keys = [self.speed, *(key for key in (LATENCY, ENERGY, memory) if self._values(key))]
        return tuple(self._measure(key) for key in keys)

    def measure(self, key: str) -> Measure:
        """Return a measure by its key; the speed if no cell has that measure."""
        return next((measure for measure in self.measures if measure.key == key), self.measures[0])

    def _values(self, key: str) -> list[float]:
        return [value for cell in self.cells if (value := self.value(cell, key)) is not None]

    def _measure(self, key: str) -> Measure:
        label, unit, better = describe(key)
        shown = display_unit(unit, self._values(key), energy_unit=self.energy_unit)
        return Measure(key, label, SHORT.get(key, label), shown, better is not Better.LOWER)

    def figure(self, cell: SweepCell, measure: Measure) -> str:
        """Return a cell's figure in the measure's unit, without the unit's name; a word if it has no figure."""
        value = self.value(cell, measure.key)
        return measure.unit.figure(value) if value is not None else cell.label

    def alone(self, cell: SweepCell, key: str) -> str:
        """Return a cell's figure in a unit that suits it alone: in the common unit, microseconds among seconds would read 0.000443 s."""
        value = self.value(cell, key)
        return cell.label if value is None else display_unit(describe(key)[1], [value], energy_unit=self.energy_unit).with_name(value)

    def name(self, place: Place) -> str:
        """Return the name of a cell: "batch size 64, BF16"."""
        return ", ".join(axis.value_label(index) for axis, index in zip(self.axes, place, strict=True))

    def capitalized_name(self, cell: SweepCell) -> str:
        """Return the name of a cell for the start of a sentence."""
        return capitalized(self.name(cell.place))

    def best(self, key: str = "") -> SweepCell | None:
        """Return the best cell by a measure, by default the fastest; None if none has been measured."""
        measure = self.measure(key or self.speed)
        known = [cell for cell in self.cells if self.value(cell, measure.key) is not None]
        sign = 1 if measure.more_is_better else -1
        return max(known, key=lambda cell: sign * (self.value(cell, measure.key) or 0.0), default=None)

    def outstanding(self, key: str) -> SweepCell | None:
        """Return the best cell by a measure; None if that may be chance, as all that depends on time varies, or no choice."""
        values = self._values(key)
        return None if len(values) < 2 or (key not in _MEMORY and is_flat(values)) else self.best(key)

    def title(self, place: Place) -> str:
        """Return the name of a cell in the reader's language, as a title: "Batch size 64, BF16"."""
        return capitalized(shown_name(self.axes, place))

    def cell_sentence(self, cell: SweepCell) -> str:
        """Return all figures of a cell in one sentence, or why it has none, in the reader's language."""
        values = [(measure, self.value(cell, measure.key)) for measure in self.measures]
        known = [f"{uncapitalized(translated(m.label))} {composed(m.unit.with_name(value))}" for m, value in values if value is not None]
        return labelled(self.title(cell.place), joined_items(known) if known else composed(cell.reason or cell.label or cell.state))

    # Findings

    @cached_property
    def knee(self) -> SweepCell | None:
        """The cell beyond which larger values gain little, on a single numeric axis; None for two axes, or if there is no knee."""
        axis = self.axes[0]
        if len(self.axes) != 1 or not axis.is_numeric:
            return None
        row = sorted(self.measured, key=lambda cell: cell.place)
        x = [float(axis.values[cell.place[0]] or 0.0) for cell in row]
        place = knee_index(x, [self.value(cell, self.speed) or 0.0 for cell in row], is_log=axis.has_log_scale)
        return None if place is None else row[place]

    @cached_property
    def front_keys(self) -> tuple[str, ...]:
        """The measures of the Pareto front: speed, latency and energy, as far as every measured cell has them."""
        keys = (self.speed, LATENCY, ENERGY)
        return tuple(key for key in keys if self.measured and all(self.value(cell, key) is not None for cell in self.measured))

    @cached_property
    def front(self) -> list[SweepCell]:
        """The cells that no other cell dominates in these measures, fastest first; empty if all that sets the cells apart may be chance."""
        if len(self.measured) > 1 and all(is_flat(self._values(key)) for key in self.front_keys):
            return []
        points = [[self.value(cell, key) or 0.0 for key in self.front_keys] for cell in self.measured]
        better = [self.measure(key).more_is_better for key in self.front_keys]
        places = front_indices(points, more_is_better=better) if len(self.front_keys) > 1 else []
        cells = [self.measured[place] for place in places]
        return sorted(cells, key=lambda cell: -(self.value(cell, self.speed) or 0.0))

    @property
    def front_terms(self) -> str:
        """The measures of the front in words; "" if there is no front."""
        if not self.front:
            return ""
        labels = [self.measure(key).label.lower() for key in self.front_keys]
        return figures.listed(["step time" if label.startswith("step time") else label for label in labels])

    @property
    def front_lacks_energy(self) -> bool:
        """Whether energy was not measured; otherwise it is one of the measures of the front."""
        return ENERGY not in self.front_keys

    @property
    def front_note(self) -> str:
        """The front in a sentence; "" if there is none."""
        if not self.front:
            return ""
        cells = figures.counted(len(self.front), "cell")
        return (_FRONT_WITHOUT_ENERGY if self.front_lacks_energy else _FRONT).format(self.front_terms, cells)

    @cached_property
    def label(self) -> str:
        """How reliable the figures are."""
        taken = most_others_share(cell.run for cell in self.cells if cell.run is not None)
        disturbed = _DISTURBED.format(figures.percent(taken)) if taken >= _DISTURBED_FROM else ""
        counts = map(figures.grouped, (len(self.measured), len(self.cells)))
        left = any(cell.kind == BUDGET for cell in self.cells) and _BUDGET_SPENT.format(*counts)
        return " ".join(part for part in (QUICK_LABEL, left, disturbed) if part)

    @property
    def sentence(self) -> str:
        """The findings of the sweep in one sentence; "" while there are none."""
        clauses = [clause for clause in (self.finding, self.memory_end) if clause]
        return f"{'; '.join(clauses)}." if self.finding else ""

    @cached_property
    def finding(self) -> str:
        """The sentence without its full stop and the clause on memory, for composing it in another language."""
        best = self.best()
        if best is None:
            return _NOTHING.format(self.subject) if self.is_done else ""
        if len(self.measured) == 1:  # the fastest of one is no finding
            return _ONLY.format(self.name(best.place), self._speed(best)) if self.is_done else ""
        if self.knee is not None and self.knee is not best:
            return self._knee_against(self.knee, best)
        if self.knee is not None:
            return _BEST_KNEE.format(self.capitalized_name(best), self._speed(best))
        values = [self.value(cell, self.speed) or 0.0 for cell in self.measured]
        slowest, ratio = min(values), max(values) / (min(values) or 1.0)
        if slowest <= 0:  # a cell stood still
            return _FASTEST.format(self.capitalized_name(best), self._speed(best))
        if is_flat(values):
            return _ALIKE.format(self._speed_label, figures.percent(1 - 1 / ratio))
        factor = figures.times(ratio).removesuffix(f"{figures.NO_BREAK_SPACE}×")
        return _FASTEST_OF.format(self.capitalized_name(best), self._speed(best), factor)

    @property
    def memory_end(self) -> str:
        """A clause on which cells run out of memory; "" if none does."""
        lacking = sorted(cell.place[0] for cell in self.cells if cell.is_out_of_memory)
        if not lacking:
            return ""
        if len(self.axes) == 1 and self.axes[0].is_numeric:
            return _MEMORY_FROM.format(self.axes[0].texts()[lacking[0]])
        return _CELL_WITHOUT_MEMORY if len(lacking) == 1 else _CELLS_WITHOUT_MEMORY.format(figures.figure(len(lacking), "1"))

    @property
    def _speed_label(self) -> str:
        label = self.measure(self.speed).label
        return label.lower() if self.speed == THROUGHPUT else label

    def _speed(self, cell: SweepCell) -> str:
        measure = self.measure(self.speed)
        return measure.unit.with_name(self.value(cell, self.speed) or 0.0)

    def _knee_against(self, knee: SweepCell, best: SweepCell) -> str:
        """Return the knee compared with the fastest cell: "95 % of the best throughput at a quarter of the latency"."""
        whole = (self.value(knee, self.speed) or 0.0) / (self.value(best, self.speed) or 1.0)
        share = min(99, round(100 * whole)) if whole < 1 else 100
        own, other = (self.value(cell, LATENCY) for cell in (knee, best))
        if not own or not other:
            return _KNEE.format(self.capitalized_name(knee), share, self._speed_label)
        return _KNEE_AT.format(self.capitalized_name(knee), share, self._speed_label, _of_latency(own / other))

    # Documents

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope sweep --json`` prints."""
        front = {cell.place for cell in self.front}
        return {
            "subject": self.subject,
            "sentence": self.sentence,
            "label": self.label or None,
            "axes": [axis.to_json() for axis in self.axes],
            "budget_s": self.budget_s,
            "cells": [self._cell_json(cell, is_front=cell.place in front) for cell in self.cells],
            "knee": None if self.knee is None else self._values_json(self.knee),
            "front": [self._values_json(cell) for cell in self.front],
            "front_of": list(self.front_keys) if self.front else [],
            "measures": [self._measure_json(measure) for measure in self.measures],
        }

    def _measure_json(self, measure: Measure) -> dict[str, Any]:
        return {
            "key": measure.key,
            "label": measure.label,
            "unit": describe(measure.key)[1],
            "better": "higher" if measure.more_is_better else "lower",
        }

    def _values_json(self, cell: SweepCell) -> dict[str, Any]:
        return {axis.key: axis.values[index] for axis, index in zip(self.axes, cell.place, strict=True)}

    def _cell_json(self, cell: SweepCell, *, is_front: bool) -> dict[str, Any]:
        return {
            "values": self._values_json(cell),
            "state": cell.state,
            "word": self._word(cell) or None,
            "reason": cell.reason or None,
            "out_of_memory": cell.is_out_of_memory,
            "run": cell.run_id,
            "front": is_front,
            "figures": {measure.key: self.value(cell, measure.key) for measure in self.measures},
        }

    def _word(self, cell: SweepCell) -> str:
        return cell.label if self.value(cell, self.speed) is None else ""

    def table(self) -> Table:
        """Return the cells as a table, in the order of their values."""
        units = [with_unit(translated(measure.label), measure.unit.name) for measure in self.measures]
        columns = (
            *(Column(axis.label, numeric=axis.is_numeric) for axis in self.axes),
            *(Column(unit, numeric=True) for unit in units),
            Column("", widest=60),
        )
        return Table("", columns, tuple(self._rows()))

    def _rows(self) -> Iterator[tuple[str, ...]]:
        front = {cell.place for cell in self.front}
        for cell in self.in_order:
            values = [axis.texts()[index] for axis, index in zip(self.axes, cell.place, strict=True)]
            known = [self.value(cell, measure.key) for measure in self.measures]
            shown = [MISSING if value is None else measure.unit.figure(value) for value, measure in zip(known, self.measures, strict=True)]
            marks = [translated("knee") if cell is self.knee else "", translated("front") if cell.place in front else ""]
            remark = translated(", ").join(filter(None, marks)) if cell.run is not None else _remark(cell)
            yield (*values, *shown, remark)

    def csv_table(self) -> Table:
        """Return the cells with their values in SI units, for other programs."""
        columns = [Column(axis.key) for axis in self.axes]
        columns += [Column(f"{measure.key} [{describe(measure.key)[1]}]", numeric=True) for measure in self.measures]
        columns += [Column(name) for name in ("state", "word", "reason", "run", "front")]
        front = {cell.place for cell in self.front}
        rows = []
        for cell in self.in_order:
            values = [axis.values[index] for axis, index in zip(self.axes, cell.place, strict=True)]
            known = [self.value(cell, measure.key) for measure in self.measures]
            about = (cell.state, self._word(cell), cell.reason, cell.run_id or "", "yes" if cell.place in front else "")
            rows.append((*values, *known, *about))
        return Table("", tuple(columns), tuple(rows))

    def report(self) -> Report:
        """Return the sweep as a report: the summary sentence, its reliability, the front, and the cells."""
        lead = (self.sentence, self.label, self.front_note)
        return Report("", tuple(text for text in lead if text), (self.table(),))


def _remark(cell: SweepCell) -> str:
    if not cell.label or not cell.reason or cell.label in cell.reason:
        return cell.reason or cell.label
    return f"{cell.label}: {cell.reason}"


def _of_latency(ratio: float) -> str:
    """Return a ratio of two latencies in words: "a quarter of the latency", "37 % of the latency", "1.20 × the latency"."""
    if abs(ratio - 1) <= _NEAR / 2:
        return "the same latency"
    near = next((text for fraction, text in _FRACTIONS if abs(ratio / fraction - 1) <= _NEAR), "")
    if not near and ratio > 1:
        return f"{figures.times(ratio)} the latency"
    percent = f"{round(100 * ratio)} %" if ratio >= 0.01 else f"{figures.significant(100 * ratio, 1)} %"
    return f"{near or percent} of the latency"


def texts() -> tuple[str, ...]:
    """Return the texts that the window shows of a sweep, for translators."""
    sentences = (_NOTHING, _KNEE, _KNEE_AT, _BEST_KNEE, _ALIKE, _ONLY, _FASTEST, _FASTEST_OF)
    clauses = (_MEMORY_FROM, _CELL_WITHOUT_MEMORY, _CELLS_WITHOUT_MEMORY)
    return (*sentences, *clauses, QUICK_LABEL, _DISTURBED, *SHORT.values(), OUT_OF_MEMORY, *_STATE_LABELS.values())
