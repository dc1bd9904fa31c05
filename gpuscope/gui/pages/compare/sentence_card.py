"""What the comparison says in words, and how comparable the groups are."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gpuscope.analysis.comparability import Level
from gpuscope.analysis.comparison import Comparison
from gpuscope.gui.pages.compare.pill import Pill
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label, plain_tooltip
from gpuscope.reports.comparison_settings import cautions
from gpuscope.reports.comparison_view import comparison_view

_MOST, _MOST_REASONS = 3, 2
_TONES = {Level.COMPARABLE: "good", Level.CAUTION: "warn", Level.NOT_COMPARABLE: "bad"}
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
        view = comparison_view(comparison)
        *of_groups, trust = view.sentences
        self._sentence.setText(of_groups[0])
        self._more.setText(self._below([*of_groups[1:]], trust))
        is_whole = len(of_groups) <= _MOST and view.sentences == comparison.sentences
        for text in (self._sentence, self._more):
            text.setToolTip("" if is_whole else plain_tooltip(comparison.summary))
        found = cautions(comparison)
        self._caution.setText(" ".join(found))
        self._caution.setVisible(bool(found))
        badge = view.comparability
        self._pill.show_words(badge.badge, _TONES[badge.level], "\n".join(badge.reasons))
        self._shared.setText("; ".join(part for part in (view.ground.word, view.ground.shared) if part))
        self._reasons.setText(" ".join(badge.reasons[:_MOST_REASONS]) + (self._rest(len(badge.reasons) - _MOST_REASONS)))
        self._reasons.setToolTip(plain_tooltip("\n".join(badge.reasons)))
        self._reasons.setVisible(bool(badge.reasons))

    def _rest(self, count: int) -> str:
        return " " + self.tr("{0} more in the tooltip.").format(count) if count > 0 else ""

    def _below(self, sentences: Sequence[str], trust: str) -> str:
        shown = list(sentences[: _MOST - 1])
        if len(sentences) > len(shown):
            shown.append(self.tr("{0} more groups are in the table.").format(len(sentences) - len(shown)))
        return " ".join([*shown, trust])
