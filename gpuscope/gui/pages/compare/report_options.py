"""The choices of the report dialog: the kind of file, its paper, its sections."""

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from gpuscope.gui.pages.compare.report_choice import ReportChoice
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.recording.comparison_file import HTML, PDF
from gpuscope.reports.report_layout import Paper, Section

_WIDTH = 252


class ReportOptions(QWidget):
    """Radio buttons and check boxes.

    Signals:
        changed: Something else is chosen.

    Args:
        theme: For the buttons.
        choice: What is chosen at first.
    """

    changed = Signal()

    def __init__(self, theme: Theme, choice: ReportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self._left_out = choice.left_out
        self.kinds = {PDF: QRadioButton(self.tr("PDF")), HTML: QRadioButton(self.tr("HTML"))}
        self.papers = {Paper.A4: QRadioButton(self.tr("A4")), Paper.LETTER: QRadioButton(self.tr("Letter"))}
        self._words = {
            Section.DEPLOYMENT: self.tr("Deployment"),
            Section.DIFFERENCES: self.tr("What differs"),
            Section.METRICS: self.tr("Every metric"),
            Section.ENERGY: self.tr("Energy, run by run"),
            Section.BOTTLENECKS: self.tr("What held each run back"),
            Section.CURVES: self.tr("Curves"),
            Section.METHODS: self.tr("Methods and sources"),
            Section.RUNS: self.tr("The runs, one by one"),
        }
        self.sections = {section: QCheckBox(words) for section, words in self._words.items()}
        self._all, self._none = Button(theme, self.tr("All"), "link"), Button(theme, self.tr("None"), "link")
        self._about = label("", "small", wraps=True)
        self.kinds[choice.ending].setChecked(True)
        self.papers[choice.paper].setChecked(True)
        for section, box in self.sections.items():
            box.setChecked(section not in choice.left_out)
        self._name()
        self._lay_out()
        self._connect()
        self._tell_kind()

    @property
    def choice(self) -> ReportChoice:
        """What is chosen now."""
        ending = next(ending for ending, button in self.kinds.items() if button.isChecked())
        paper = next(paper for paper, button in self.papers.items() if button.isChecked())
        return ReportChoice(ending, paper, frozenset(section for section, box in self.sections.items() if not box.isChecked()))

    def set_absent(self, absent: Collection[Section]) -> None:
        """Say which sections these runs have nothing for; what was chosen of them stays chosen for others."""
        for section, box in self.sections.items():
            words = self._words[section]
            box.setText(self.tr("{0}: nothing here").format(words) if section in absent else words)
            box.setEnabled(section not in absent)

    def _name(self) -> None:
        for button in self.kinds.values():
            button.setAccessibleName(self.tr("Save as {0}").format(button.text()))
        for button in self.papers.values():
            button.setAccessibleName(self.tr("Paper {0}").format(button.text()))
        self._all.setAccessibleName(self.tr("Choose all sections"))
        self._none.setAccessibleName(self.tr("Choose no section"))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(self.tr("File"), "heading"))
        column.addLayout(self._row(list(self.kinds.values())))
        column.addWidget(self._about)
        column.addSpacing(12)
        column.addWidget(label(self.tr("Paper"), "heading"))
        column.addLayout(self._row(list(self.papers.values())))
        column.addSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(self.tr("Sections"), "heading"), 1)
        head.addWidget(self._all)
        head.addWidget(self._none)
        column.addLayout(head)
        column.addWidget(label(self.tr("The first page has the verdict, the key table and their chart in any case."), "small", wraps=True))
        column.addSpacing(2)
        for box in self.sections.values():
            column.addWidget(box)
        column.addStretch(1)

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
        self._tell_kind()
        self.changed.emit()

    def _tell_kind(self) -> None:
        is_pdf = self.kinds[PDF].isChecked()
        for radio in self.papers.values():
            radio.setEnabled(is_pdf)
        pdf = self.tr("Pages to print and to hand on; the text can be selected.")
        html = self.tr("One page for any browser, its charts to zoom; the preview shows a PDF.")
        self._about.setText(pdf if is_pdf else html)
