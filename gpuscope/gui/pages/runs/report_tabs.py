"""The tables of a run's report, laid out on the tabs of an opened run: the same that ``gpuscope show`` prints."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.analysis.bottleneck import Bottleneck
from gpuscope.gui.pages.runs.report_card import ReportCard
from gpuscope.gui.run_view.bottleneck_card import BottleneckCard
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.model import Report, Table

_DEVICE, _METRIC, _VALUE, _SPREAD, _NO_SPREAD, _QUALITY, _SECONDS = 90, 220, 150, 110, 20, 120, 100
_KNOB, _KEY = 120, 200
"""Widths of columns, so that the tables of one tab line up."""
_SPREAD_IN_RUN = 2
"""Where the uncertainty stands among a run's numbers."""


def figures_tab(theme: Theme, report: Report, found: Bottleneck) -> QWidget:
    """Return the result in words, what held the run back, then all numbers with their worth."""
    numbers, energies, devices, *_ = report.tables
    has_spread = any(row[_SPREAD_IN_RUN] for row in (*numbers.rows, *energies.rows)) or any(row[_SPREAD_IN_RUN + 1] for row in devices.rows)
    spread = _SPREAD if has_spread else _NO_SPREAD
    widths = (_DEVICE + _METRIC, _VALUE, spread, _QUALITY)
    run = ReportCard(theme, QCoreApplication.translate("RunDetails", "The run"), numbers, widths)
    energy = [ReportCard(theme, QCoreApplication.translate("RunDetails", "Its energy"), energies, widths)] if energies.rows else []
    each = ReportCard(theme, QCoreApplication.translate("RunDetails", "Its devices"), devices, (_DEVICE, _METRIC, _VALUE, spread, _QUALITY))
    lead = [sentence for sentence in report.lead if sentence != found.sentence]
    return _scrolled([_sentences(lead), BottleneckCard(found), run, *energy, each])


def settings_tab(theme: Theme, report: Report) -> QWidget:
    """Return what was run, and where."""
    *_, spec, environment, _ = report.tables
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(14)
    row.addWidget(ReportCard(theme, QCoreApplication.translate("RunDetails", "What was run"), spec, (_KNOB,)), 2, Qt.AlignmentFlag.AlignTop)
    row.addWidget(
        ReportCard(theme, QCoreApplication.translate("RunDetails", "Where it was run"), environment, (_KEY,)), 3, Qt.AlignmentFlag.AlignTop
    )
    return _scrolled([both])


def gaps_tab(theme: Theme, report: Report) -> QWidget:
    """Return when readings are missing, and the marks that were set."""
    *_, marks, gaps, _, _, _ = report.tables
    missed, nothing = (
        _or(gaps, QCoreApplication.translate("RunDetails", "Every reading was taken.")),
        QCoreApplication.translate("RunDetails", "No mark was set. Marks are set while a run is live."),
    )
    return _scrolled(
        [
            ReportCard(
                theme, QCoreApplication.translate("RunDetails", "Gaps in the readings"), missed, (_DEVICE, _SECONDS, _SECONDS, _METRIC)
            ),
            ReportCard(theme, QCoreApplication.translate("RunDetails", "Marks"), _or(marks, nothing), (_SECONDS,)),
        ]
    )


def _or(table: Table, nothing: str) -> Table:
    return table if table.rows else Table(table.title, table.columns, (), (nothing,))


def _sentences(lead: Sequence[str]) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(5)
    for place, sentence in enumerate(lead):
        words = label(sentence, "strong" if place == 0 else "", wraps=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(words)
    return made


def _scrolled(parts: Sequence[QWidget]) -> QScrollArea:
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(20, 16, 20, 20)
    column.setSpacing(14)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setWidget(inside)
    scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return scroll
