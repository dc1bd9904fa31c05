"""Comparison of groups of runs: the same result for the window, the command line and the reports."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.analysis.comparability import Comparability, Difference, comparability, differences
from gpuscope.analysis.comparison_sentences import ComparisonSentences
from gpuscope.analysis.entry import Entry, entries
from gpuscope.analysis.group import Group
from gpuscope.analysis.run_document import run_hash
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import listed_names

SCHEMA = "gpuscope.comparison/1"
"""Name and version of a comparison's JSON document."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of groups of runs.

    Attributes:
        baseline: Name of the group that the ratios refer to.
        groups: The groups, in the order given.
        metrics: Entries by metric key ("gpu:0/power_mean" for a device); one entry per group, in the groups' order.
        differs: Differences between specs and environments.
        summary: The result in words.
        sentences: The sentences of the summary: one per group except the baseline, then a note on reliability.
        pairs: Comparability of each group except the baseline with it, in the groups' order.
    """

    baseline: str
    groups: tuple[Group, ...]
    metrics: Mapping[str, tuple[Entry, ...]]
    differs: tuple[Difference, ...]
    summary: str
    sentences: tuple[str, ...] = ()
    pairs: tuple[Comparability, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope compare --json`` prints; its schema is ``resources/comparison.schema.json``."""
        return {
            "schema": SCHEMA,
            "baseline": self.baseline,
            "groups": [_group_document(group) for group in self.groups],
            "metrics": {key: [entry.to_json() for entry in entries] for key, entries in self.metrics.items()},
            "comparability": [pair.to_json() for pair in self.pairs],
            "differs": [difference.to_json() for difference in self.differs],
            "summary": self.summary,
        }


def _group_document(group: Group) -> dict[str, Any]:
    runs = [run.run_id for run in group.runs]
    return {"name": group.name, "runs": runs, "n": len(runs), "sha256": {run.run_id: run_hash(run) for run in group.runs}}


_ONE_BY_ONE = 4
"""Most runs for which the command that compares them one by one is written out, in two lines of a terminal."""


def compare(groups: Sequence[Group], baseline: str | None = None) -> Comparison:
    """Compare groups with a baseline.

    Args:
        groups: At least two groups with distinct names.
        baseline: Name of the group that ratios refer to; the first group by default.

    Raises:
        UsageError: There are fewer than two groups, two share a name, or none has the baseline's name.
    """
    if len(groups) < 2:
        runs = sum(len(group.runs) for group in groups)
        if runs <= 1:
            raise UsageError("one run cannot be compared", "Give at least two: gpuscope compare RUN RUN")
        if len({run.spec.seed for run in groups[0].runs}) > 1:
            both = "both runs have the same settings except for the seed, so they form one group"
            problem = both if runs == 2 else f"all {runs} runs have the same settings except for the seed, so they form one group"
        else:
            both = "both runs have the same settings, so they form one group"
            problem = both if runs == 2 else f"all {runs} runs have the same settings, so they form one group"
        if runs > _ONE_BY_ONE:
            raise UsageError(problem, "Add runs with other settings, or form groups with --group NAME=RUN,RUN.")
        sides = " ".join(f"--group {name}={run.run_id}" for name, run in zip("abcd", groups[0].runs, strict=False))
        raise UsageError(problem, f"Add runs with other settings, or compare them one by one: gpuscope compare {sides}")
    names = [group.name for group in groups]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two groups are named {twice!r}", "Give each group its own name.")
    reference = next((group for group in groups if group.name == (baseline or names[0])), None)
    if reference is None:
        raise UsageError(f"there is no group {baseline!r} to use as the baseline", f"The groups are {listed_names(names)}.")
    metrics = entries(groups, reference)
    summary = ComparisonSentences().of(groups, reference, metrics)
    pairs = tuple(comparability(group, reference) for group in groups if group is not reference)
    return Comparison(reference.name, tuple(groups), metrics, differences(groups), " ".join(summary), summary, pairs)


def sentences_with_names(comparison: Comparison, shown: Callable[[str], str], phrases: ComparisonSentences) -> tuple[str, ...]:
    """Return a comparison's sentences in the language of ``phrases``, with ``shown`` applied to the groups' names."""
    groups = [replace(group, name=shown(group.name)) for group in comparison.groups]
    reference = next(shown_group for shown_group, whole in zip(groups, comparison.groups, strict=True) if whole.name == comparison.baseline)
    return phrases.of(groups, reference, comparison.metrics)
