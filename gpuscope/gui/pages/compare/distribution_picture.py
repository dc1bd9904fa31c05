"""How long steps took, group by group, as lines: cumulative, or as a histogram."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison_pictures import StepDistribution, pooled
from gpuscope.core.figures import display_unit, figure
from gpuscope.gui.charts.line_chart import ChartLine, LinePicture

_BINS = 48
_MOST_SHARE = 0.999
"""Of the steps that are drawn: the few longest would squeeze all others."""

Groups = Sequence[tuple[str, Sequence[str]]]
Distributions = Mapping[str, StepDistribution | None]


def group_distributions(groups: Groups, runs: Distributions) -> dict[int, StepDistribution]:
    """Return the step times of each group that has any, by its place.

    Args:
        groups: (name, ids of its runs) each.
        runs: By id, as far as they are read.
    """
    found = {}
    for index, (_, run_ids) in enumerate(groups):
        known = [one for run_id in run_ids if (one := runs.get(run_id)) is not None]
        if known:
            found[index] = pooled(known)
    return found


def cumulative(groups: Groups, runs: Distributions) -> LinePicture | None:
    """Return which share of the steps took no longer; None where no group has step times."""
    found = group_distributions(groups, runs)
    if not found:
        return None
    reach = _reach(found)
    unit = display_unit("s", [reach])
    lines = []
    for index, one in found.items():
        shares = np.linspace(0.0, 100.0, one.durations_s.size)
        seen = one.durations_s <= reach
        lines.append(ChartLine(groups[index][0], index, one.durations_s[seen] / unit.size, shares[seen], marked=one.durations_s.size // 2))
    x_title = QCoreApplication.translate("Pictures", "step time, {0}").format(unit.name)
    return LinePicture(x_title, QCoreApplication.translate("Pictures", "% of steps took no longer"), lines)


def histogram(groups: Groups, runs: Distributions) -> LinePicture | None:
    """Return the share of the steps by their duration; None where no group has step times."""
    found = group_distributions(groups, runs)
    if not found:
        return None
    least, reach = min(float(one.durations_s[0]) for one in found.values()), _reach(found)
    unit = display_unit("s", [reach])
    edges = np.linspace(least, reach if reach > least else least * 1.01 + 1e-9, _BINS + 1)
    lines = []
    for index, one in found.items():
        counts = np.histogram(one.durations_s, edges)[0] * 100.0 / one.durations_s.size
        outline = np.concatenate([[0.0], np.repeat(counts, 2), [0.0]])
        lines.append(ChartLine(groups[index][0], index, np.repeat(edges, 2) / unit.size, outline, marked=int(outline.argmax())))
    x_title = QCoreApplication.translate("Pictures", "step time, {0}").format(unit.name)
    return LinePicture(x_title, QCoreApplication.translate("Pictures", "% of steps"), lines, legend_below=False)


def longest_words(groups: Groups, runs: Distributions) -> str:
    """Return what lies beyond the picture: of how many steps it is, and how long the longest one took."""
    found = group_distributions(groups, runs)
    steps = sum(one.steps for one in found.values())
    longest = max(float(one.durations_s[-1]) for one in found.values())
    words = QCoreApplication.translate(
        "Pictures", "{0} steps by the host's clock; the one in a thousand that is longer is cut. Longest: {1}."
    )
    return words.format(figure(float(steps), "1"), figure(longest, "s"))


def _reach(found: Mapping[int, StepDistribution]) -> float:
    return max(float(np.quantile(one.durations_s, _MOST_SHARE, method="lower")) for one in found.values())
