"""The navigation rail at the left: the pages, and the live run above the foot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QPushButton, QVBoxLayout

from gpuscope.gui import icons
from gpuscope.gui.first_frame import RAIL_WIDE, narrow_rail
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.header import ProgressLine
from gpuscope.gui.widgets.labels import ElidedLabel, label, set_tooltip
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, horizontal, vertical
from gpuscope.gui.widgets.menus import escaped, open_menu
from gpuscope.gui.widgets.run_drag import RunDropButton

if TYPE_CHECKING:
    from gpuscope.core.plan import Plan
    from gpuscope.gui.services.live_run import LiveRun

_COMPARES = "compare"
"""Name of the page whose entry accepts dropped runs."""


class _RailCard(QPushButton):
    """A card below the list of pages, with two lines of text that a narrow rail hides."""

    def __init__(self, look: str, title: ElidedLabel, detail: ElidedLabel) -> None:
        super().__init__()
        self.setProperty("look", look)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._title, self._detail = title, detail
        self._column = QVBoxLayout(self)

    def sizeHint(self) -> QSize:
        """Return the size of its layout, which a button ignores."""
        return self._column.sizeHint()

    def set_narrow(self, narrow: bool) -> None:
        """Hide the lines if there is no room for text."""
        for line in (self._title, self._detail):
            line.setVisible(not narrow)
        side = 6 if narrow else 10
        self._column.setContentsMargins(side, 8, side, 8)


class LiveCard(_RailCard):
    """The live run in two lines; a click opens it, or a menu with the runs of a queue, which no page lists.

    Signals:
        run_wanted: The live run is to be shown.
        stop_wanted: A queue is to be stopped; passed its id.
        removal_wanted: A waiting run is to be removed from a queue; passed the queue's id and the item's number.
        resume_wanted: A queue that lost its conductor is to go on; passed its id.
        deletion_wanted: Such a queue is to be deleted; passed its id.
    """

    run_wanted = Signal()
    stop_wanted = Signal(str)
    removal_wanted = Signal(str, int)
    resume_wanted = Signal(str)
    deletion_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            "live", ElidedLabel("", "strong", elides=Qt.TextElideMode.ElideMiddle, separator=" "), ElidedLabel("", "small", separator=" ")
        )
        self._dot = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._theme = theme
        self._plans = ElidedLabel("", "small", separator=" ")
        self._has_run = self._has_plans = self._is_narrow = False
        self._queue: Plan | None = None
        self._is_stranded = False
        self._progress = ProgressLine(theme, has_track=True)
        top = fill(horizontal(spacing=8), self._dot, (self._title, 1))
        self._column.setSpacing(5)
        fill(self._column, top, self._detail, self._progress, self._plans)
        self.clicked.connect(self._act)
        theme.changed.connect(self._paint_dot)
        self._paint_dot()
        self.set_narrow(False)
        self.hide()

    def show_live(self, runs: Sequence[LiveRun], plans: Sequence[Plan], stranded: Plan | None = None) -> None:
        """Show the newest live run and the plans, else the first plan, else a queue that lost its conductor; without any, hide the card."""
        from gpuscope.core.plan import PlanKind  # not needed for the first paint, nor is the next
        from gpuscope.gui.engine_texts import live_card_texts, plan_name, plans_sentence

        self._has_run = bool(runs)
        queue = next((plan for plan in plans if plan.kind is PlanKind.QUEUE), None)
        self._queue, self._is_stranded = queue or stranded, queue is None and stranded is not None
        sentence = plans_sentence(plans) or ("" if stranded is None else plans_sentence([stranded]))
        if runs:
            self.show_run(*live_card_texts(runs[0], len(runs), plans))
            self.show_plans(sentence)
        elif alone := plans or (() if stranded is None else (stranded,)):
            title = plan_name(alone[0])
            self._show_alone(title, plans_sentence(alone, title))
        else:
            self.hide()
        self._paint_dot()

    def show_run(self, title: str, detail: str, share: float | None) -> None:
        """Show a run's status."""
        self._show(title, detail, share, self.tr("Live run: {0}").format(f"{title}, {detail}"))

    def _show_alone(self, title: str, sentence: str) -> None:
        """Show a plan's status while no run is live."""
        self._show(title, sentence, None, f"{title}, {sentence}")
        self.show_plans("")

    def _show(self, title: str, detail: str, share: float | None, whole: str) -> None:
        self._title.set_text(title)
        self._detail.set_text(detail)
        self._progress.set_share(share)
        self.setAccessibleName(whole)
        set_tooltip(self, whole)
        self.show()

    def show_plans(self, sentence: str) -> None:
        """Show the status of plans below the run; "" for none."""
        self._has_plans = bool(sentence)
        self._plans.set_text(sentence)
        self._plans.setVisible(self._has_plans and not self._is_narrow)

    def set_narrow(self, narrow: bool) -> None:
        """Show only the dot and the line if there is no room for text."""
        self._is_narrow = narrow
        self._plans.setVisible(self._has_plans and not narrow)
        super().set_narrow(narrow)

    def _act(self) -> None:
        if self._queue is None:
            self.run_wanted.emit()
        else:
            self.open_menu(self._queue)

    def open_menu(self, queue: Plan) -> QMenu:
        """Open a menu that says what a queue waits for, lists its runs, each of which can be removed, and offers to stop it.

        A queue that lost its conductor can go on, or be deleted.
        """
        from gpuscope.gui.engine_texts import queue_entries, queue_sentence

        menu = QMenu(self)
        if self._has_run:
            menu.addAction(self.tr("Show the live run"), self.run_wanted.emit)
            menu.addSeparator()
        menu.addAction(escaped(queue_sentence(queue))).setEnabled(False)
        entries, more = queue_entries(queue)
        for number, text in entries:
            entry = menu.addMenu(escaped(text))
            entry.addAction(self.tr("Remove from the queue"), partial(self.removal_wanted.emit, queue.plan_id, number))
        if more:
            menu.addAction(more).setEnabled(False)
        menu.addSeparator()
        if self._is_stranded:
            menu.addAction(self.tr("Go on with the queue"), lambda: self.resume_wanted.emit(queue.plan_id))
            menu.addAction(self.tr("Delete the queue"), lambda: self.deletion_wanted.emit(queue.plan_id))
        else:
            self._add_stop(menu, queue)
        open_menu(menu, self.mapToGlobal(self.rect().topRight()))
        return menu

    def _add_stop(self, menu: QMenu, queue: Plan) -> None:
        from gpuscope.core.plan import ItemState

        begun = any(item.state is ItemState.RUNNING for item in queue.items)
        stop = self.tr("Stop the queue and its run") if begun else self.tr("Stop the queue")
        menu.addAction(stop, lambda: self.stop_wanted.emit(queue.plan_id))

    def _paint_dot(self) -> None:
        palette = self._theme.palette
        colour = palette.warn if self._is_stranded and not self._has_run else palette.good
        self._dot.setPixmap(icons.pixmap("dot", colour, grown(8), self.devicePixelRatioF()))


class SensorCard(_RailCard):
    """Warns on every page that simulated or recorded devices are read; a click opens a menu to switch back."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("unreal", ElidedLabel("", "strong", separator=" "), ElidedLabel(self.tr("Not this machine"), "warn"))
        self._theme = theme
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        below = fill(horizontal(spacing=6), self._sign, (self._detail, 1))
        self._column.setSpacing(3)
        fill(self._column, self._title, below)
        theme.changed.connect(self._paint_sign)
        self._paint_sign()
        self.set_narrow(False)
        self.hide()

    def show_names(self, names: Sequence[str]) -> None:
        """Show the names of these devices; hide the card without any."""
        text = ", ".join(names)
        self._title.set_text(text)
        self.setAccessibleName(f"{text}. {self._detail.whole_text}")
        set_tooltip(self, self.accessibleName())
        self.setVisible(bool(names))

    def _paint_sign(self) -> None:
        self._sign.setPixmap(icons.pixmap("warning", self._theme.palette.warn, grown(16), self.devicePixelRatioF()))


class Rail(QFrame):
    """The list of pages.

    Attributes:
        chosen: A page was chosen, by its name.
        live_wanted: The live run's card was clicked.
        sensors_wanted: The card of the additional sensors was clicked.
        runs_dropped: Runs were dropped on a page's entry: its name, and their ids.
    """

    chosen = Signal(str)
    live_wanted = Signal()
    sensors_wanted = Signal()
    runs_dropped = Signal(str, list)

    def __init__(self, theme: Theme, entries: Sequence[tuple[str, str, str]], foot: Sequence[tuple[str, str, str]]) -> None:
        """Set (name, title, icon) of each page, those of the foot separately."""
        super().__init__()
        self.setProperty("look", "rail")
        self._buttons: dict[str, Button] = {}
        self._titles = {name: title for name, title, _ in (*entries, *foot)}
        self._group = ChoiceGroup(self)
        self._logo = QLabel()
        self._logo.setAccessibleName("gpuscope")
        self._logo.setPixmap(icons.pixmap("gpuscope", "", grown(16) + 8, self.devicePixelRatioF()))
        self._name = label("gpuscope", "title")
        self.live = LiveCard(theme)
        self.live.run_wanted.connect(self.live_wanted)
        self.sensors = SensorCard(theme)
        self.sensors.clicked.connect(self.sensors_wanted)
        top = fill(horizontal(margins=(6, 12, 0, 14), spacing=9), self._logo, (self._name, 1))
        column = fill(vertical(self, (10, 4, 10, 12), spacing=2), top)
        for entry in entries:
            column.addWidget(self._button(theme, *entry))
        fill(column, STRETCH, self.live, Gap(8))
        column.addWidget(self.sensors)  # below the live run's card, which appears and disappears by itself
        column.addSpacing(8)
        for entry in foot:
            column.addWidget(self._button(theme, *entry))
        self.set_narrow(False)

    def _button(self, theme: Theme, name: str, title: str, icon: str) -> Button:
        button = RunDropButton(theme, f"  {title}", "nav", icon) if name == _COMPARES else Button(theme, f"  {title}", "nav", icon)
        if isinstance(button, RunDropButton):
            button.runs_dropped.connect(lambda run_ids: self.runs_dropped.emit(name, run_ids))
            button.rested_upon.connect(lambda: self.chosen.emit(name))
        button.setAccessibleName(title)
        button.setCheckable(True)
        button.clicked.connect(lambda: self.chosen.emit(name))
        self._group.addButton(button)
        self._buttons[name] = button
        return button

    def show_chosen(self, name: str) -> None:
        """Mark the visible page."""
        self._buttons[name].setChecked(True)

    def focus_chosen(self) -> None:
        """Move the keyboard focus to the entry of the visible page."""
        chosen = self._group.checkedButton() or next(iter(self._buttons.values()))
        chosen.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def is_left_behind(self) -> bool:
        """Return whether the keyboard focus is on another part of the rail than the entry of the visible page."""
        focused = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused) and focused is not self._group.checkedButton()

    def set_narrow(self, narrow: bool) -> None:
        """Show only icons, or icons and titles."""
        self.setFixedWidth(narrow_rail() if narrow else grown(RAIL_WIDE))
        self._name.setVisible(not narrow)
        self.live.set_narrow(narrow)
        self.sensors.set_narrow(narrow)
        for name, button in self._buttons.items():
            button.setText("" if narrow else f"  {self._titles[name]}")
            button.setToolTip(self._titles[name] if narrow else "")
