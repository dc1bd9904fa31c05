"""The board of a sweep: summary sentence, picture and Pareto front; clicking a cell opens its run."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from gpuscope.core.figures import uncapitalized
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.sweep_picture_view import SweepPictureView
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.pages.plan.plan_board import GAP, PictureCard, PlanBoard, caption_text, lack_text, sentence_text
from gpuscope.gui.services.sweeps import SweepState
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import LINK_INSET, Button, ChoiceGroup
from gpuscope.gui.widgets.chart_menu import ChartMenu
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import STRETCH, clear, fill, framed, horizontal, vertical
from gpuscope.reports.pictures.heat_map import HeatMap
from gpuscope.reports.pictures.sweep_picture import fits_curves, row_curves, sweep_picture
from gpuscope.reports.sweep_view import SweepCell, SweepView
from gpuscope.system.language import joined_parts

_SIDE_WIDTH = grown(232)
_FRONT = 10
"""Maximum number of listed front cells, which fit beside a picture in a small window; also limits the cells to compare."""


class SweepBoard(PlanBoard):
    """Shows a sweep.

    Signals:
        run_wanted: The user wants to open the run of a cell; carries the run's id.
        rest_wanted: The user wants to measure the cells that the budget left out.
    """

    run_wanted = Signal(str)
    rest_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._state: SweepState | None = None
        self._key = ""
        self.rest = Button(theme, self.tr("Measure the rest"), "", "start", clicked=self.rest_wanted)
        self.measures: dict[str, Button] = {}
        self._group = ChoiceGroup(self)
        self._chips = fill(horizontal(spacing=6), STRETCH)
        self.picture = SweepPictureView(theme)
        self.pointed = ElidedLabel("", "small")
        self.curves = PictureView(theme)
        self._curves_card = PictureCard(self.curves)
        self._picture_card = PictureCard(self.picture)
        self._front = QGridLayout()
        self._front_note = label("", "small", wraps=True)
        self._side = self._make_side()
        self._arrange()
        self.picture.chosen.connect(self._choose)
        self.picture.pointed.connect(self._point)
        menu = ChartMenu(theme, self)
        self._chips.addWidget(menu.button_of_picture(self.picture))
        self._curves_card.add_controls(menu.button_of_picture(self.curves))

    def _make_side(self) -> QFrame:
        side = framed("card")
        side.setFixedWidth(_SIDE_WIDTH)
        column = fill(vertical(side, (14, 10, 14, 10), spacing=6), label(self.tr("Pareto front"), "heading"), self._front_note)
        self._front.setVerticalSpacing(1)
        fill(column, self._front, STRETCH)
        return side

    def _arrange(self) -> None:
        self._picture_card.column.insertLayout(0, self._chips)
        self._picture_card.column.addWidget(self.pointed)
        self._pictures = fill(vertical(spacing=GAP), (self._picture_card, 3), (self._curves_card, 2))
        body = fill(horizontal(spacing=GAP), (self._pictures, 1), self._side)
        self.lay_out([self.rest], body)

    # Display

    def show_state(self, state: SweepState) -> None:
        """Show the current state of a sweep."""
        self._state = state
        self.follow(state.plan, is_live=state.is_live)
        view = state.view
        self.sentence.setText(self._sentence(state))
        self.caption.setText(caption_text(state.plan, [state.view.label]))
        self.rest.setVisible(state.has_rest)
        self.compare.setEnabled(len(view.measured) > 1)
        self.save.setEnabled(bool(view.measured))
        self._show_measures(view)
        self._show_front(view)
        self._show_picture()
        self._point(None)

    def _sentence(self, state: SweepState) -> str:
        if state.view.finding:
            clauses = [composed_text(clause) for clause in (state.view.finding, state.view.memory_end) if clause]
            return sentence_text(f"{joined_parts(clauses)}{engine_text('.')}", is_done=state.view.is_done)
        if state.is_live:
            return self.tr("How does {0} change with {1}?").format(
                composed_text(state.view.subject), self.tr(" and ").join(uncapitalized(engine_text(axis.label)) for axis in state.view.axes)
            )
        return lack_text(state.view.subject, is_measured=bool(state.view.measured))

    def _show_measures(self, view: SweepView) -> None:
        keys = [measure.key for measure in view.measures]
        if keys != list(self.measures):
            for button in self.measures.values():
                self._group.removeButton(button)
                button.deleteLater()
            self.measures = {}
            for place, measure in enumerate(view.measures):
                button = Button(self.theme, engine_text(measure.short), "chip", is_checkable=True)
                button.setToolTip(engine_text(measure.label))
                button.clicked.connect(lambda _=False, key=measure.key: self.show_measure(key))
                self._group.addButton(button)
                self._chips.insertWidget(place, button)
                self.measures[measure.key] = button
        key = self._key if self._key in self.measures else keys[0]
        self.measures[key].setChecked(True)

    def show_measure(self, key: str) -> None:
        """Show another measure in the picture."""
        self._key = key
        self.measures[key].setChecked(True)
        self._show_picture()

    def _show_picture(self) -> None:
        if self._state is None:
            return
        view = self._state.view
        key = self._key if self._key in self.measures else ""
        picture = sweep_picture(view, key)
        self.picture.show_picture(view, picture, engine_text(view.measure(key or view.speed).label))
        curves = row_curves(view, key) if isinstance(picture, HeatMap) else None
        awaits = fits_curves(view) and self._state.is_live and curves is None
        self._curves_card.setVisible(curves is not None or awaits)
        self._curves_card.show_note(self.tr("The same as curves, from the first measured cells on.") if awaits else "")
        self._curves_card.heading.setText(engine_text(view.measure(key or view.speed).label))
        self._curves_card.heading.show()
        if curves is not None:
            self.curves.show_picture(curves, engine_text(view.measure(key or view.speed).label))
        is_low = not self._curves_card.isHidden() and isinstance(picture, HeatMap) and len(picture.rows) <= _FEW_ROWS
        policy = QSizePolicy.Policy.Maximum if is_low else QSizePolicy.Policy.Expanding
        self._picture_card.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
        self._pictures.setStretch(0, 0 if is_low else 3)

    def _show_front(self, view: SweepView) -> None:
        clear(self._front)
        note = self.tr("Of {0}; energy was not measured.") if view.front_lacks_energy else self.tr("Of {0}.")
        terms = composed_text(view.front_terms)
        self._front_note.setText(note.format(terms) if terms else self.tr("It follows from the first measured cells."))
        for row, cell in enumerate(view.front[:_FRONT]):
            link = Button(self.theme, view.title(cell.place), "link", clicked=lambda _=False, cell=cell: self._choose(cell))
            link.setToolTip(view.cell_sentence(cell))
            self._front.addWidget(link, 2 * row, 0, Qt.AlignmentFlag.AlignLeft)
            self._front.addWidget(
                _figures("  ·  ".join(composed_text(view.alone(cell, key)) for key in view.front_keys[:2])), 2 * row + 1, 0
            )
        if len(view.front) > _FRONT:
            more = self.tr("and {0} more, in the report").format(len(view.front) - _FRONT)
            self._front.addWidget(label(more, "small"), 2 * _FRONT, 0)

    def compared(self) -> dict[str, list[str]]:
        """Return the ids of the runs to compare, by cell name: all if there are few, otherwise those of the front."""
        if self._state is None:
            return {}
        view = self._state.view
        cells = view.measured if len(view.measured) <= _FRONT else (view.front or view.measured)[:_FRONT]
        ordered = sorted(cells, key=lambda cell: cell.place)
        return {view.name(cell.place): [cell.run_id] for cell in ordered if cell.run_id is not None}

    # User input

    def _choose(self, cell: SweepCell) -> None:
        if cell.run_id is not None:
            self.run_wanted.emit(cell.run_id)

    def _point(self, cell: SweepCell | None) -> None:
        if cell is None or self._state is None:
            is_curve = self._state is not None and len(self._state.view.axes) == 1
            text = self.tr("A click on a point opens its run.") if is_curve else self.tr("A click on a cell opens its run.")
            self.pointed.set_text(text)
        else:
            self.pointed.set_text(self._state.view.cell_sentence(cell))


_FEW_ROWS = 4
"""Maximum rows of a heat map that gets only the height it needs and leaves the rest to the curves."""


def _figures(text: str) -> QWidget:
    line = label(text, "small")
    line.setContentsMargins(LINK_INSET, 0, 0, 6)
    return line
