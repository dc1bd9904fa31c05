"""What the comparison says in words, and how comparable the groups are."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.analysis.comparison import Comparison
from gpuscope.gui.pages.compare.common_ground import cautions, common_ground
from gpuscope.gui.pages.compare.comparability_words import comparability_words
from gpuscope.gui.pages.compare.pill import Pill
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label, plain_tooltip

_MOST, _MOST_REASONS = 3, 2
_LONGEST_NAME = 40
_RIGHT_SHARE, _RIGHT_LEAST, _RIGHT_MOST = 0.31, 260, 420


class SentenceCard(QFrame):
    """The sentence in large type, what else is to be said below it; at the right what the groups share."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self.setAccessibleName(self.tr("Summary"))
        self._sentence = label("", "sentence", wraps=True)
        self._more = label("", "muted", wraps=True)
        self._caution = label("", "warn", wraps=True)
        self._pill = Pill(theme)
        self._shared, self._reasons = label("", "small", wraps=True), label("", "warn", wraps=True)
        for text in (self._sentence, self._more, self._caution, self._shared, self._reasons):
            text.setMinimumWidth(1)  # a long word does not widen the page
        for text in (self._sentence, self._more):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for text in (self._shared, self._reasons):
            text.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._lay_out()

    def _lay_out(self) -> None:
        left, right, row = QVBoxLayout(), QVBoxLayout(), QHBoxLayout(self)
        left.setSpacing(4)
        for text in (self._sentence, self._more, self._caution):
            left.addWidget(text)
        left.addStretch(1)
        right.setSpacing(6)
        right.addWidget(self._pill, 0, Qt.AlignmentFlag.AlignRight)
        right.addWidget(self._reasons)
        right.addWidget(self._shared)
        right.addStretch(1)
        row.setContentsMargins(18, 14, 18, 14)
        row.setSpacing(24)
        row.addLayout(left, 1)
        row.addLayout(right)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share out the width."""
        super().resizeEvent(event)
        for text in (self._shared, self._reasons):
            text.setFixedWidth(min(_RIGHT_MOST, max(_RIGHT_LEAST, round(self.width() * _RIGHT_SHARE))))

    def show_comparison(self, comparison: Comparison) -> None:
        """Show what a comparison says."""
        names = [group.name for group in comparison.groups]
        *told, trust = (_with_short(names, sentence) for sentence in comparison.sentences)
        self._sentence.setText(told[0])
        self._more.setText(self._below([*told[1:]], trust))
        is_whole = len(told) <= _MOST and max(map(len, names)) <= _LONGEST_NAME
        for text in (self._sentence, self._more):
            text.setToolTip("" if is_whole else plain_tooltip(comparison.summary))
        found = cautions(comparison)
        self._caution.setText(" ".join(found))
        self._caution.setVisible(bool(found))
        badge = comparability_words(comparison.pairs)
        self._pill.show_words(badge.badge, badge.tone, "\n".join(badge.reasons))
        ground = common_ground(comparison)
        self._shared.setText("; ".join(part for part in (ground.word, ground.shared) if part))
        self._reasons.setText(" ".join(badge.reasons[:_MOST_REASONS]) + (self._rest(len(badge.reasons) - _MOST_REASONS)))
        self._reasons.setToolTip(plain_tooltip("\n".join(badge.reasons)))
        self._reasons.setVisible(bool(badge.reasons))

    def _rest(self, count: int) -> str:
        return " " + self.tr("{0} more in the tooltip.").format(count) if count > 0 else ""

    def _below(self, told: Sequence[str], trust: str) -> str:
        shown = list(told[: _MOST - 1])
        if len(told) > len(shown):
            shown.append(self.tr("{0} more groups are in the table.").format(len(told) - len(shown)))
        return " ".join([*shown, trust])


def _with_short(names: Sequence[str], sentence: str) -> str:
    """Return a sentence in which long names lack their middle."""
    half = _LONGEST_NAME // 2
    for name in sorted(names, key=len, reverse=True):
        if len(name) > _LONGEST_NAME:
            sentence = sentence.replace(name, f"{name[: half - 1].rstrip()}…{name[-half:].lstrip()}")
    return sentence
