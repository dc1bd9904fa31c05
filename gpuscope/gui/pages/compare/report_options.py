"""Options of a report: file format, paper size, sections."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QRadioButton, QWidget

from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, horizontal, vertical
from gpuscope.recording.comparison_file import HTML, PDF
from gpuscope.reports.report_layout import Paper, ReportLayout, Section


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """The chosen options. Stores excluded sections, so that sections added by later versions are included.

    Attributes:
        ending: ``.pdf`` or ``.html``.
        paper: Paper size of a PDF.
        left_out: Excluded sections.
    """

    ending: str = PDF
    paper: Paper = Paper.A4
    left_out: frozenset[Section] = frozenset()

    @property
    def layout(self) -> ReportLayout:
        """The report options of this choice."""
        return ReportLayout(frozenset(Section) - self.left_out, self.paper)

    def to_json(self) -> dict[str, Any]:
        """Return the choice for the window's saved state."""
        return {"ending": self.ending, "paper": self.paper.value, "left_out": sorted(self.left_out)}

    @classmethod
    def from_json(cls, document: object) -> Self:
        """Restore a saved choice; use defaults for invalid values."""
        kept: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
        ending, paper, left_out = kept.get("ending"), kept.get("paper"), kept.get("left_out")
        return cls(
            ending if ending in (PDF, HTML) else PDF,
            next((choice for choice in Paper if choice.value == paper), Paper.A4),
            frozenset(section for section in Section if section.value in left_out) if isinstance(left_out, list) else frozenset(),
        )


_WIDTH = grown(252)
"""Pixels of the longest section with ": nothing here"."""


class ReportOptions(QWidget):
    """Radio buttons and check boxes for the options.

    Signals:
        changed: The choice has changed.
    """

    changed = Signal()

    def __init__(self, theme: Theme, choice: ReportChoice) -> None:
        super().__init__()
        self.setFixedWidth(_WIDTH)
        self._left_out = choice.left_out
        self.kinds = {PDF: QRadioButton(self.tr("PDF")), HTML: QRadioButton(self.tr("HTML"))}
        self.papers = {Paper.A4: QRadioButton(self.tr("A4")), Paper.LETTER: QRadioButton(self.tr("Letter"))}
        self._section_titles = {
            Section.DEPLOYMENT: self.tr("Deployment"),
            Section.DIFFERENCES: self.tr("What differs"),
            Section.METRICS: self.tr("Every metric"),
            Section.ENERGY: self.tr("Energy, run by run"),
            Section.BOTTLENECKS: self.tr("What held each run back"),
            Section.CURVES: self.tr("Curves"),
            Section.METHODS: self.tr("Methods and sources"),
            Section.RUNS: self.tr("The runs, one by one"),
        }
        self.sections = {section: QCheckBox(title) for section, title in self._section_titles.items()}
        self._all, self._none = Button(theme, self.tr("All"), "link"), Button(theme, self.tr("None"), "link")
        self._about = label("", "small", wraps=True)
        self.kinds[choice.ending].setChecked(True)
        self.papers[choice.paper].setChecked(True)
        for section, box in self.sections.items():
            box.setChecked(section not in choice.left_out)
        self._name()
        self._lay_out()
        self._connect()
        self._show_kind()

    @property
    def choice(self) -> ReportChoice:
        """The current choice."""
        ending = next(ending for ending, button in self.kinds.items() if button.isChecked())
        paper = next(paper for paper, button in self.papers.items() if button.isChecked())
        return ReportChoice(ending, paper, frozenset(section for section, box in self.sections.items() if not box.isChecked()))

    def set_absent(self, absent: Collection[Section]) -> None:
        """Disable sections without data for these runs; their check marks are kept for other runs."""
        for section, box in self.sections.items():
            title = self._section_titles[section]
            box.setText(self.tr("{0}: nothing here").format(title) if section in absent else title)
            box.setEnabled(section not in absent)

    def _name(self) -> None:
        for button in self.kinds.values():
            button.setAccessibleName(self.tr("Save as {0}").format(button.text()))
        for button in self.papers.values():
            button.setAccessibleName(self.tr("Paper {0}").format(button.text()))
        self._all.setAccessibleName(self.tr("Choose all sections"))
        self._none.setAccessibleName(self.tr("Choose no section"))

    def _lay_out(self) -> None:
        column = vertical(self, (0, 0, 0, 0), spacing=6)
        fill(column, label(self.tr("File"), "heading"), self._row(list(self.kinds.values())), self._about, Gap(12))
        fill(column, label(self.tr("Paper"), "heading"), self._row(list(self.papers.values())), Gap(12))
        head = fill(horizontal(spacing=8), (label(self.tr("Sections"), "heading"), 1), self._all, self._none)
        fill(column, head, label(self.tr("The first page always has the verdict, the key table and their chart."), "small", wraps=True))
        fill(column, Gap(2), *self.sections.values(), STRETCH)

    def _row(self, buttons: Sequence[QRadioButton]) -> QHBoxLayout:
        group, row = QButtonGroup(self), QHBoxLayout()
        row.setSpacing(16)
        for button in buttons:
            group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        for radio in (*self.kinds.values(), *self.papers.values()):
            radio.clicked.connect(self._change)
        for box in self.sections.values():
            box.clicked.connect(self._change)
        self._all.clicked.connect(partial(self._check, True))
        self._none.clicked.connect(partial(self._check, False))

    def _check(self, on: bool, _clicked: bool = False) -> None:
        for box in self.sections.values():
            if box.isEnabled():
                box.setChecked(on)
        self._change()

    def _change(self) -> None:
        self._show_kind()
        self.changed.emit()

    def _show_kind(self) -> None:
        is_pdf = self.kinds[PDF].isChecked()
        for radio in self.papers.values():
            radio.setEnabled(is_pdf)
        pdf = self.tr("Pages for print; the text can be selected.")
        html = self.tr("One page for any browser, with zoomable charts; the preview shows the PDF.")
        self._about.setText(pdf if is_pdf else html)
