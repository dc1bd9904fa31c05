"""The summary of a comparison, and the comparability of its groups."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from gpuscope.analysis.comparability import Level
from gpuscope.analysis.comparison import sentences_with_names
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.compare.card import Pill
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import label, set_tooltip, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, horizontal, vertical
from gpuscope.reports.comparison_settings import cautions
from gpuscope.reports.comparison_view import IN_LANGUAGE, ComparisonView
from gpuscope.system.language import joined_parts, joined_sentences

_MOST, _MOST_REASONS = 3, 2
"""Maximum number of sentences and of reasons shown; the tooltips have all of them."""
_TONES = {Level.COMPARABLE: "good", Level.CAUTION: "warn", Level.NOT_COMPARABLE: "bad"}
_RIGHT_SHARE, _RIGHT_LEAST, _RIGHT_MOST = 0.31, grown(260), grown(420)
"""Right column's share of the width, aligned with the panel below, and its pixel bounds, which fit a reason in two to four lines."""
_RIGHT_SHARE_MOST = 0.35
"""Share that the right column may take to have each of its parts in one line."""
_SIDE, _BETWEEN = 18, 24
"""Pixels at either side of the card, and between its columns."""


class SentenceCard(QFrame):
    """The main sentence in large type with further ones below it; on the right, comparability and what the groups share."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.setAccessibleName(self.tr("Summary"))
        self._sentence = label("", "sentence", wraps=True)
        self._few = label("", "warn", wraps=True)
        self._more = label("", "muted", wraps=True)
        self._caution = label("", "warn", wraps=True)
        self._pill = Pill(theme)
        self._shared, self._reasons = label("", "small", wraps=True), label("", "warn", wraps=True)
        for text in (self._sentence, self._few, self._more, self._caution, self._shared, self._reasons):
            text.setMinimumWidth(1)  # keeps long words from widening the page
        for text in (self._sentence, self._few, self._more):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for text in (self._shared, self._reasons):
            text.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._ground: list[str] = []
        self._room = 0
        self._lay_out()

    def _lay_out(self) -> None:
        left, right, row = vertical(spacing=4), vertical(spacing=6), horizontal(self, (_SIDE, 14, _SIDE, 14), spacing=_BETWEEN)
        fill(left, self._sentence, self._few, self._more, self._caution, STRETCH, Gap(4))
        self._actions = FlowLayout()
        left.addLayout(self._actions)
        fill(right, (self._pill, 0, Qt.AlignmentFlag.AlignRight), self._reasons, self._shared, STRETCH)
        fill(row, (left, 1), right)

    def add_actions(self, *widgets: QWidget) -> None:
        """Add controls for these groups below the sentences."""
        for widget in widgets:
            self._actions.addWidget(widget)

    def set_room(self, width: int) -> None:
        """Distribute a width: the right column has its share, as far as the controls on the left leave it.

        What the groups share has a line of its own below what differs if both then have one each, instead of breaking within.
        """
        self._room = width
        left = max((one.minimumSizeHint().width() for one in self.findChildren(QPushButton)), default=0)
        wanted = min(_RIGHT_MOST, max(_RIGHT_LEAST, round(width * _RIGHT_SHARE)))
        self._shared.ensurePolished()
        advance, whole = self._shared.fontMetrics().horizontalAdvance, joined_parts(self._ground)
        longest = max(map(advance, self._ground), default=0) + 2  # in less, a label breaks the line
        if longest <= min(_RIGHT_MOST, round(width * _RIGHT_SHARE_MOST)):
            wanted = max(wanted, longest)
        column = max(1, min(wanted, width - left - 2 * (_SIDE + 1) - _BETWEEN))
        for text in (self._shared, self._reasons):
            text.setFixedWidth(column)
        self._shared.setText("\n".join(self._ground) if advance(whole) > column >= longest else whole)

    def show_comparison(self, view: ComparisonView) -> None:
        """Show the summary of a comparison."""
        *of_groups, trust = view.sentences
        self._sentence.setText(of_groups[0])
        show_or_hide(self._few, view.qualification)
        show_or_hide(self._more, self._below([*of_groups[1:]], trust.removeprefix(view.qualification).strip()))
        whole = sentences_with_names(view.comparison, str, IN_LANGUAGE)
        is_whole = len(of_groups) <= _MOST and view.sentences == whole
        for text in (self._sentence, self._more):
            set_tooltip(text, "" if is_whole else joined_sentences(whole))
        sentences = [composed_text(sentence) for sentence in cautions(view.comparison)]
        show_or_hide(self._caution, joined_sentences(sentences))
        badge = view.comparability
        reasons = [composed_text(reason) for reason in badge.reasons]
        self._pill.show_text(composed_text(badge.badge), _TONES[badge.level], "\n".join(reasons))
        self._ground = [composed_text(part) for part in (view.ground.summary, view.ground.shared) if part]
        self.set_room(self._room)
        reasons = [reason for reason in reasons if reason[1:] not in of_groups[0]]  # said on the left, whatever its first letter
        left_out = len(reasons) - _MOST_REASONS
        rest = [self.tr("{0} more in the tooltip.").format(left_out)] if left_out > 0 else []
        self._reasons.setText(joined_sentences([*reasons[:_MOST_REASONS], *rest]))
        set_tooltip(self._reasons, "\n".join(reasons))
        self._reasons.setVisible(bool(reasons))

    def _below(self, sentences: Sequence[str], trust: str) -> str:
        shown = list(sentences[: _MOST - 1])
        if (left := len(sentences) - len(shown)) > 0:
            several = self.tr("{0} more groups are in the table.").format(left)
            shown.append(self.tr("1 more group is in the table.") if left == 1 else several)
        return joined_sentences([*shown, *filter(None, [trust])])
