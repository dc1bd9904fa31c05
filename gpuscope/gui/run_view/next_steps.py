"""Buttons for the next steps after a run: compare it with the previous one, try a change, repeat it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import composed_text, engine_text, error_text
from gpuscope.gui.services.history import History
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.plan_bar import asked_precision

if TYPE_CHECKING:
    from gpuscope.analysis.bottleneck_cures import Cure

LOOKED_AT = 1_000
"""Number of newest runs searched for the previous one; reading more would rarely find a match."""
GROUPS = "groups"
PRECISION = 0.02
"""Target half width of the mean's interval: a comparison asks for half of it, as its ratios are to resolve small differences."""


@dataclass(frozen=True, slots=True)
class TriedChange:
    """A variant of a run, to be started and then compared with it.

    Attributes:
        base_id: Id of the original run.
        spec: Spec of the variant.
        title: The change in a word or two.
    """

    base_id: str
    spec: RunSpec
    title: str


@dataclass(frozen=True, slots=True)
class WantedAgain:
    """A run to start again, unchanged."""

    record: RunRecord


@dataclass(frozen=True, slots=True)
class WantedForm:
    """A run to load into the form, to be changed before it is started."""

    record: RunRecord


@dataclass(frozen=True, slots=True)
class WantedRepeats:
    """A run to repeat until its throughput is known to :data:`PRECISION`."""

    record: RunRecord


@dataclass(frozen=True, slots=True)
class WantedVariants:
    """A spec to run variants of."""

    spec: RunSpec


def compared(before: RunRecord, record: RunRecord) -> object:
    """Return the Compare page's item for two runs, the earlier one as baseline; runs of the same spec form separate groups."""
    if before.spec.identity() != record.spec.identity():
        return [before.run_id, record.run_id]
    from gpuscope.analysis.group import titles_by_start

    names = titles_by_start([before, record], engine_text(", "))
    return GROUPS, {name: [run.run_id] for name, run in zip(names, (before, record), strict=True)}


def try_button(theme: Theme, cure: Cure, record: RunRecord, starter: RunStarter | None, wanted: Callable[[TriedChange], None]) -> Button:
    """Return a button that tries a cure; it is disabled, with the reason in its tooltip, if this machine or version cannot run it.

    Args:
        theme: Theme of the button.
        cure: The change to try.
        record: The original run.
        starter: Knows what can be run here; None leaves the check to the caller.
        wanted: Called with the variant to start.
    """
    title = engine_text(cure.title)
    button = Button(theme, QCoreApplication.translate("NextSteps", "Try: {0}").format(title), clicked=lambda: wanted(change))
    tip = f"{engine_text(cure.sentence)}\n{cure.arguments}"
    set_tooltip(button, tip)
    try:
        spec = record.spec.with_values(cure.values)
    except UsageError as error:
        _refuse(button, error_text(error))
        return button
    change = TriedChange(record.run_id, spec, title)
    if starter is not None:
        starter.check(spec, lambda refusal: None if refusal is None else _refuse(button, error_text(refusal[1])), button)
    return button


def _refuse(button: Button, reason: str) -> None:
    button.setEnabled(False)
    set_tooltip(button, reason)


class NextSteps(QWidget):
    """The buttons of one run; those that make no sense for it are hidden, unusable ones disabled with the reason.

    Signals:
        wanted: The user wants a step: the name of the page that takes it, and the page's item (see :meth:`Page.show_item`).

    Args:
        history: Source of the previous run.
        starter: Knows what can be run here; None leaves the check to the caller.
    """

    wanted = Signal(str, object)

    def __init__(self, theme: Theme, history: History, starter: RunStarter | None = None) -> None:
        super().__init__()
        self._theme, self._history, self._starter = theme, history, starter
        self._record: RunRecord | None = None
        self._before: RunRecord | None = None
        self._restart = Button(
            theme, self.tr("Run with the Python that has torch"), "", "start", clicked=lambda: self._want("run", _restarted)
        )
        self._restart.hide()
        self._compare = Button(theme, self.tr("Compare with the run before"), "", "compare", clicked=self._want_comparison)
        self._tries: list[Button] = []
        self._repeat = Button(
            theme, self.tr("Repeat until throughput is known to {0}").format(asked_precision(2.0 * PRECISION)), "", "again"
        )
        self._repeat.clicked.connect(lambda: self._want("run", WantedRepeats))
        self._row = FlowLayout(self)
        self._row.addWidget(self._restart)
        self._row.addWidget(self._compare)
        self._row.addWidget(self._repeat)
        self._vary = Button(theme, self.tr("Vary…"), clicked=lambda: self._want("run", lambda record: WantedVariants(record.spec)))
        self._row.addWidget(self._vary)
        self._profile = Button(
            theme, self.tr("Show the profile"), "", "profile", clicked=lambda: self._want("profile", lambda record: record.run_id)
        )
        self._row.addWidget(self._profile)

    def add_in_front(self, *buttons: Button) -> None:
        """Add buttons in front of the widget's own; to be called before it shows a run."""
        own = [self._restart, self._compare, self._repeat, self._vary, self._profile]
        for button in own:
            self._row.removeWidget(button)
        for button in (*buttons, *own):
            self._row.addWidget(button)

    def show_record(self, record: RunRecord | None) -> None:
        """Update the buttons for an ended run; hide them for None."""
        self._record, self._before = record, None
        for button in self._tries:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._tries = []
        for button in (self._compare, self._vary, self._profile):
            button.setVisible(record is not None)
        self._repeat.setVisible(record is not None and _has_throughput(record))
        restarted = () if record is None else _with_torch(record)
        self._restart.setVisible(bool(restarted))
        set_tooltip(self._restart, shlex.join(restarted))
        if record is None:
            return
        from gpuscope.analysis import next_steps  # no run has ended while the first charts are drawn
        from gpuscope.recording.captures import has_profile

        self._profile.setVisible(has_profile(record))
        self._tries = [
            try_button(self._theme, cure, record, self._starter, partial(self.wanted.emit, "run")) for cure in next_steps.tries(record)
        ]
        for button in self._tries:
            self._row.addWidget(button)
            button.show()
        obstacle = obstacle_text(record)
        tip = obstacle or self.tr("Repeats the run until its throughput is known that precisely; at most 50 times")
        self._repeat.setEnabled(not obstacle)
        set_tooltip(self._repeat, tip)
        self._vary.setVisible(not record.spec.is_command)
        self._vary.setEnabled(not obstacle)
        tip = obstacle or self.tr("Run variants of it in turns, and show what differs measurably")
        set_tooltip(self._vary, tip)
        self._offer_comparison(self.tr("The list of runs is being read."))
        self._history.ask(
            lambda store: next_steps.run_before(record, store.runs(limit=LOOKED_AT)), partial(self._apply, record), None, self
        )

    def _apply(self, record: RunRecord, before: RunRecord | None) -> None:
        if record is self._record:
            from gpuscope.analysis import next_steps

            self._before = before
            self._offer_comparison("" if before is not None else engine_text(next_steps.none_before(record)))

    def _offer_comparison(self, reason: str) -> None:
        self._compare.setEnabled(not reason)
        text = reason if self._before is None else self.tr("With {0}").format(self._before.name)
        set_tooltip(self._compare, text)

    def _want(self, page: str, item_of: Callable[[RunRecord], object]) -> None:
        if self._record is not None:
            self.wanted.emit(page, item_of(self._record))

    def _want_comparison(self) -> None:
        if (before := self._before) is not None:
            self._want("compare", partial(compared, before))


def _restarted(record: RunRecord) -> WantedAgain:
    return WantedAgain(replace(record, spec=replace(record.spec, command=_with_torch(record))))


def _with_torch(record: RunRecord) -> tuple[str, ...]:
    """Return the command of a failed run with the Python that has torch, if its own has none; empty if that is not why it failed."""
    from gpuscope.analysis import next_steps
    from gpuscope.recording.missing_torch import command_with_torch

    return () if next_steps.repeat_obstacle(record) else command_with_torch(record)


def _has_throughput(record: RunRecord) -> bool:
    """Return whether repeats could make a run's throughput more precise: it is finished and has one."""
    throughput = record.metrics.get("throughput")
    return record.state is RunState.FINISHED and throughput is not None and throughput.value is not None


def obstacle_text(record: RunRecord) -> str:
    """Return why a run cannot be repeated here, in the window's language; "" if it can."""
    from gpuscope.analysis import next_steps

    return composed_text(next_steps.repeat_obstacle(record))
