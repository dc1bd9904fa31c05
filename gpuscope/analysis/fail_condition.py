"""A fail condition on a comparison, for scripts: ``throughput < 0.97 baseline``, ``accuracy < 0.95``, ``latency_p99 worse``."""

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, WORSE, few_repeats
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import MISSING, DisplayUnit, beside_limit, significant, times

_OPERATORS: dict[str, Callable[[float, float], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_FORM = re.compile(
    r"(?P<key>[\w:./-]+)\s*(?:(?P<verdict>worse|better)|(?P<operator><=|>=|<|>)\s*(?P<number>[-+]?[\d.]+(?:[eE][-+]?\d+)?)(?P<share>\s*baseline)?)"
)


@dataclass(frozen=True, slots=True)
class FailCondition:
    """A condition under which a group fails.

    Attributes:
        text: The condition as given.
        key: Metric key; for a device "gpu:0/power_mean".
        verdict: The verdict that makes a group fail; None for a limit.
        operator: One of <, <=, > and >=, applied as "number operator limit".
        limit: Right-hand side of the comparison; a group whose number satisfies it fails.
        is_ratio: Whether the limit applies to the ratio to the baseline instead of the value in SI units.
    """

    text: str
    key: str
    verdict: str | None
    operator: str
    limit: float
    is_ratio: bool

    def failures(self, comparison: Comparison) -> list[str]:
        """Return a sentence for each group except the baseline that fails; a group without the value fails too.

        A ratio fails only if the difference is measurable, if there are no repeats to test it, or if a ratio of 1 fails too.

        Raises:
            UsageError: No run reports the metric.
        """
        if self.key not in comparison.metrics:
            raise UsageError(f"--fail-if {self.text!r}: no run reports {self.key!r}", "'gpuscope compare --json' lists the keys.")
        others = [entry for entry in comparison.metrics[self.key] if entry.group != comparison.baseline]
        return [sentence for entry in others if (sentence := self._judged(entry))]

    def _judged(self, entry: Entry) -> str:
        if self.verdict is not None:
            is_met = entry.verdict == self.verdict
            cannot = entry.verdict not in (BETTER, WORSE, NO_DIFFERENCE)
            return f"{entry.group}: {self.key} cannot be judged: {entry.reason}" if cannot else self._sentence(entry) if is_met else ""
        number = entry.ratio if self.is_ratio else entry.value
        if number is None or not math.isfinite(number):
            return f"{entry.group}: {self.key} cannot be judged: {entry.reason or 'it is not a finite number'}"
        holds = _OPERATORS[self.operator]
        # Without a measurable difference the ratio may be 1: a loss is then not proved, but a required gain is not reached either.
        is_noise = self.is_ratio and entry.verdict == NO_DIFFERENCE and not holds(1.0, self.limit)
        return self._sentence(entry) if holds(number, self.limit) and not is_noise else ""

    def _sentence(self, entry: Entry) -> str:
        ratio = "" if entry.ratio is None else f", {times(self._shown(entry.ratio) if self.is_ratio else entry.ratio)} the baseline"
        value = MISSING if entry.value is None else significant(entry.value, 4) if self.is_ratio else self._shown(entry.value, 4)
        unit = "" if entry.unit == "1" else f" {entry.unit}"
        few = f"; {few_repeats(entry.repeats)}" if self.verdict is not None and entry.is_provisional else ""
        return f"{entry.group}: {self.key} is {value}{unit}{ratio} ({self.text}){few}"

    def _shown(self, number: float, digits: int = 3) -> str:
        limit = math.nan if self.verdict else self.limit
        return beside_limit(number, limit, DisplayUnit("×", 1.0, digits)).figure(number)


def fail_condition(text: str) -> FailCondition:
    """Parse a condition.

    Raises:
        UsageError: The text is not a valid condition.
    """
    match = _FORM.fullmatch(text.strip())
    try:
        limit = 0.0 if match is None or match["number"] is None else float(match["number"])
    except ValueError:
        limit = math.nan
    if match is None or not math.isfinite(limit):
        example = "For example: --fail-if 'throughput < 0.97 baseline', 'accuracy < 0.9' or 'latency_p99 worse'"
        raise UsageError(f"--fail-if {text[:60]!r} is no condition", example)
    return FailCondition(text.strip(), match["key"], match["verdict"], match["operator"] or "<", limit, bool(match["share"]))
