"""What limited each group, and what to try next, as buttons."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpuscope.analysis.bottleneck import NOT_KNOWN, Bottleneck, bottleneck
from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.group import Group
from gpuscope.analysis.next_steps import tries
from gpuscope.core.figures import within_sentence
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.pages.compare.card import Card
from gpuscope.gui.run_view.bottleneck_card import evidence_text
from gpuscope.gui.run_view.next_steps import obstacle_text, try_button
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import clear, fill, vertical
from gpuscope.reports.run_report import cure_sentence, verdict_sentence
from gpuscope.system.language import joined_parts, joined_sentences, listed_names, translated

_MARGIN = 14
"""Pixels from the edge to the text, as on the other cards."""
_MOST_GROUPS, _MOST_EVIDENCE = 4, 2
"""Maximum number of groups explained, and of figures quoted for each; the Runs page has all of them."""


def representative(group: Group) -> RunRecord | None:
    """Return the newest finished run of a group; None if no run finished."""
    finished = [run for run in group.runs if run.state is RunState.FINISHED]
    return max(finished, key=lambda run: run.started_at, default=None)


def reason_texts(found: Iterable[tuple[str, Bottleneck]]) -> list[str]:
    """Return lines on what limited the groups, with the supporting figures; groups with the same text share a line."""
    same: dict[str, list[tuple[str, Bottleneck]]] = {}
    for name, one in found:
        same.setdefault(_reason_text(one), []).append((name, one))
    return [f"{listed_names([name for name, _ in those])} · {_reason_text(those[0][1], several=len(those) > 1)}" for those in same.values()]


def _reason_text(one: Bottleneck, *, several: bool = False) -> str:
    first, *others = [evidence_text(item) for item in one.evidence_beside[:_MOST_EVIDENCE]] or [""]
    evidence = joined_parts([first, *map(within_sentence, others)])
    sentences = [verdict_sentence(one, several=several)]
    return joined_sentences([*sentences, f"{evidence}{translated('.')}"] if evidence and one.verdict != NOT_KNOWN else sentences)


class WhyCard(Card):
    """A line for each group, and the changes worth trying on the fastest of them.

    Signals:
        try_wanted: The user wants to try a change; carries a ``TriedChange``.

    Args:
        starter: Knows what this machine can run; None leaves that check to the Run page.
    """

    try_wanted = Signal(object)

    def __init__(self, theme: Theme, starter: RunStarter | None = None) -> None:
        super().__init__()
        self.set_heading(self.tr("Why, and what next"))
        self._theme, self._starter = theme, starter
        self._reasons = vertical(spacing=6)
        self._next = label("", "muted", wraps=True)
        self._buttons = QWidget()
        self._row = FlowLayout(self._buttons)
        inside = fill(vertical(margins=(_MARGIN, 2, _MARGIN, 14), spacing=8), self._reasons, self._next, self._buttons)
        self.column.addLayout(inside)

    def show_comparison(self, comparison: Comparison) -> None:
        """Show the explanation of a comparison."""
        clear(self._row)
        clear(self._reasons)
        runs = [(group, run) for group in comparison.groups if (run := representative(group)) is not None]
        shown = [(group.name, bottleneck(run)) for group, run in runs[:_MOST_GROUPS]]
        self.setVisible(bool(shown))
        for text in reason_texts(shown):
            line = label(text, wraps=True)
            line.setMinimumWidth(1)  # keeps long words from widening the page
            self._reasons.addWidget(line)
        best = max((run for _, run in runs), key=_speed, default=None)
        if best is not None:
            self._offer(best, next(group.name for group, run in runs if run is best), [run for _, run in runs])

    def _offer(self, best: RunRecord, name: str, compared: Sequence[RunRecord]) -> None:
        specs = {run.spec.identity() for run in compared}
        cures = [cure for cure in tries(best) if best.spec.with_values(cure.values).identity() not in specs]
        obstacle = obstacle_text(best)
        advice = next(map(cure_sentence, bottleneck(best).cures), "")
        if cures:
            text = self.tr("To try next, besides {0}:").format(name)
        elif obstacle:
            text = self.tr("There is nothing to try from here. {0}").format(obstacle)
        else:
            text = advice
        show_or_hide(self._next, text)
        for cure in cures:
            button = try_button(self._theme, cure, best, self._starter, self.try_wanted.emit)
            self._row.addWidget(button)
            button.show()
        self._buttons.setVisible(bool(cures))


def _speed(record: RunRecord) -> float:
    throughput = record.metrics.get("throughput")
    return (throughput.value or 0.0) if throughput is not None else 1.0 / record.wall_s if record.wall_s else 0.0
