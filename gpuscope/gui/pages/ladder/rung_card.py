"""Card of a rung: its change, its gain, or the reason for none."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel

from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.ladder import ladder_texts
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.header import ProgressLine
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.reports.ladder_view import FACTOR_NOTE, RungCard

_GAIN, _NOW, _NONE = "factor-good", "factor-now", "factor"
_ROW = 24
"""Height of the title's row in pixels, that of its button."""
_GREY = ("skipped", "failed", "waiting", "stopped")


class RungCardView(QFrame):
    """Shows one rung.

    Signals:
        again_wanted: The user wants the rung measured again; carries its key.
    """

    again_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.card: RungCard | None = None
        self._number = label("", "small")
        self._title = label("", "strong")
        self._factor = label("", _NONE)
        self._factor.setToolTip(composed_text(FACTOR_NOTE))
        self._again = Button(theme, "", "flat", "again", self.tr("Measure this rung again"), clicked=self._want_again)
        self._again.setFixedSize(26, _ROW)
        self._sentence = label("", "small", wraps=True)
        self._figures = label("", "rung-figures", wraps=True)
        self._note = label("", "small", wraps=True, is_selectable=True)
        self._cure = label("", "small", wraps=True, is_selectable=True)
        self._progress = ProgressLine(theme, has_track=True)
        top = horizontal(spacing=8)
        top.addStrut(_ROW)  # the row is as high without the button
        fill(top, self._number, (self._title, 1), self._factor, self._again)
        fill(vertical(self, (14, 8, 10, 10), spacing=3), top, self._sentence, self._figures, self._note, self._cure, self._progress)

    def show_card(self, card: RungCard, last_lines: tuple[str, ...] = (), *, number: int | None = None, can_repeat: bool = False) -> None:
        """Show the current state of a rung.

        Args:
            card: The rung.
            last_lines: Last output lines of a failed run.
            number: Number that identifies the rung in pictures without room for its name; None if it is in no picture.
            can_repeat: Whether the rung can be measured again now.
        """
        self.card = card
        step = card.step
        is_running = step.state == "running"
        show_or_hide(self._number, "" if number is None else str(number))
        title, sentence, cure = composed_text(step.title), composed_text(step.sentence), composed_text(step.cure or "")
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._factor.setText(ladder_texts.standing(card))
        set_look(self._title, "faint-title" if step.state in _GREY else "strong")
        set_look(self._factor, _GAIN if card.is_gain else _NOW if is_running else _NONE)
        note = ladder_texts.note(card, last_lines)
        show_or_hide(self._note, note)
        show_or_hide(self._cure, cure)
        figures = ladder_texts.rung_figures(card)
        if card.verdict:
            figures = ladder_texts.BETWEEN.join(text for text in (f"{card.interval_text} {card.verdict}".strip(), figures) if text)
        if not is_running:
            self._figures.setText(figures)
            self._progress.set_share(None)
        self._figures.setVisible(bool(figures) or is_running)
        self._progress.setVisible(is_running)
        self._again.setVisible(can_repeat)
        self.setAccessibleName(f"{title} {self._factor.text()}".strip())
        self.setAccessibleDescription(" ".join(text for text in (sentence, figures, note, cure) if text))

    def show_live(self, text: str, share: float | None) -> None:
        """Show the live figures and the progress of this rung's run."""
        self._figures.setText(text)
        self._progress.set_share(share)

    def texts(self) -> list[str]:
        """Return the visible texts."""
        labels: list[QLabel] = [self._title, self._factor, self._sentence, self._figures, self._note, self._cure]
        return [part.text() for part in labels if part.text() and not part.isHidden()]

    def _want_again(self) -> None:
        if self.card is not None:
            self.again_wanted.emit(self.card.step.key)
