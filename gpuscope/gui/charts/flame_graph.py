"""The flame graph of a capture, callers at the top: each call is as wide as the time it took."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap

from gpuscope.core.figures import counted, figure, percent
from gpuscope.gui.charts.drawn_area import DrawnArea
from gpuscope.gui.charts.flame_painter import HEAD, ROW, FlamePainter, FlameView, call_label, header_texts
from gpuscope.gui.charts.hover_card import HoverCard, draw_card
from gpuscope.gui.charts.tone_colours import legend_height
from gpuscope.gui.faults import contained
from gpuscope.gui.theme import Theme
from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.profiles.trace import MODULE_PREFIX, S_PER_NS, Flags

_AROUND = 2
"""Callers visible above the focused call."""
_BRANCH = 0.02
"""Share of the total time from which a call counts as a branch."""
_LEAST, _WANTED = QSize(280, 160), QSize(900, 420)
"""Sizes at which some calls are readable, and at which most graphs are fully visible."""


class FlameGraphView(DrawnArea):
    """Draws a flame graph; a click zooms to one call.

    Signals:
        focused: Another call fills the width: its node; -1 for the whole graph.
        selected: Another call is selected: its node; -1 for none. A table beside the graph selects the same call.

    Attributes:
        rows: Layout of the graph; None for none.
        focus_node: The call that fills the width; -1 for the whole graph.
        chosen: The selected call; -1 for none.
        highlighted: Mask of the calls that are not dimmed; None if no call is dimmed.
    """

    focused = Signal(int)
    selected = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _LEAST, _WANTED)
        self.rows: FlameRows | None = None
        self._empty = self.tr("No trace is open.")
        self.focus_node = self.chosen = self._hovered = -1
        self._pointer: QPointF | None = None
        self.highlighted: Flags | None = None
        self._painter = FlamePainter()
        self.verticalScrollBar().valueChanged.connect(self._renew)
        self.setAccessibleName(self.tr("Flame graph"))
        self._describe()

    @property
    def card(self) -> HoverCard | None:
        """The card of the call under the pointer, else of the selected call while the graph has focus."""
        node = self._hovered if self._pointer is not None else self.chosen if self.hasFocus() else -1
        return self._card(node) if node >= 0 and self.rows is not None else None

    def show_rows(self, rows: FlameRows | None, empty: str = "") -> None:
        """Show another graph in full.

        Args:
            rows: Layout of a capture's calls; None for none.
            empty: Sentence shown if there is nothing to draw; "" for the default.
        """
        self.rows = rows if rows is not None and rows.rows else None
        self._empty = empty or (self.tr("No trace is open.") if rows is None else self.tr("No calls of the host were recorded."))
        if rows is not None and len(rows.graph) and self.rows is None:
            self._empty = empty or self.tr("No call launched anything on a device.")
        self.focus_node = self.chosen = self._hovered = -1
        self.highlighted = None
        self._arrange()
        self.verticalScrollBar().setValue(ROW * max(0, self._first_branch() - _AROUND))
        self._describe()

    def search(self, text: str) -> tuple[int, float]:
        """Highlight the calls whose names contain a text.

        Returns:
            Number of these calls, and their share of the total time.
        """
        rows, text = self.rows, text.strip()
        self.highlight(rows.matching(text) if rows is not None and text else None)
        if rows is None or self.highlighted is None:
            return 0, 0.0
        return int(self.highlighted.sum()), rows.covered_ns(self.highlighted) / max(1, rows.total_ns)

    def highlight(self, nodes: Flags | None) -> None:
        """Dim all calls except these, and scroll to the outermost of these if none is in view; None dims no call."""
        self.highlighted = nodes
        if self.rows is not None and nodes is not None and nodes.any():
            depths, bar = self.rows.graph.depth[nodes] * ROW, self.verticalScrollBar()
            if not ((depths >= bar.value()) & (depths <= bar.value() + bar.pageStep() - ROW)).any():
                bar.setValue(int(depths.min()) - _AROUND * ROW)
        self._renew()

    def focus_on(self, node: int) -> None:
        """Zoom to a call, with its callers above it; -1 for the whole graph."""
        if self.rows is not None and node != self.focus_node:
            self.focus_node = node
            depth = int(self.rows.graph.depth[node]) if node >= 0 else 0
            self.verticalScrollBar().setValue(ROW * max(0, depth - _AROUND))
            self._renew()
            self.focused.emit(node)

    def select(self, node: int) -> None:
        """Select a call and bring it into view; -1 for none."""
        if self.rows is None or node == self.chosen:
            return
        self.chosen = node
        if node >= 0:
            self._bring(node)
        self._describe()
        self.selected.emit(node)
        self.viewport().update()

    def place_of(self, node: int) -> QRectF | None:
        """Return a call's rectangle in viewport pixels; None if it is left or right of the view or has no width."""
        assert self.rows is not None
        start, end = self._range()
        starts, widths = self.rows.layout
        scale = self.viewport().width() / (end - start)
        left, right = (int(starts[node]) - start) * scale, (int(starts[node] + widths[node]) - start) * scale
        if widths[node] <= 0 or right < 0 or left > self.viewport().width():
            return None
        top = HEAD + ROW * int(self.rows.graph.depth[node]) - self.verticalScrollBar().value()
        left = max(left, 0.0)
        return QRectF(left, top, max(1.0, min(right, float(self.viewport().width())) - left), ROW - 1)

    def _has_drawing(self) -> bool:
        return self.rows is not None

    @property
    def _legend(self) -> int:
        return legend_height(self.viewport().height())

    def _drawing(self) -> QPixmap:
        assert self.rows is not None
        return self._painter.frame(self._view(self.rows), self._theme.palette, self.devicePixelRatioF())

    def _view(self, rows: FlameRows) -> FlameView:
        start, end = self._range()
        header = header_texts(
            rows, self.focus_node, end - start, self.tr("All threads"), self.tr("{0} of the device"), self.tr("{0} of the host")
        )
        size = self.viewport().size()
        scroll, legend = self.verticalScrollBar().value(), self._legend
        return FlameView(rows, self.focus_node, start, end, scroll, size.width(), size.height(), self.highlighted, header, legend)

    def _draw_over(self, painter: QPainter, area: QRectF) -> None:
        hovered, chosen = (self.place_of(node) if node >= 0 else None for node in (self._hovered, self.chosen))
        painter.setClipRect(area.adjusted(0, HEAD, 0, -self._legend))
        self._draw_outlines(painter, hovered, chosen)
        painter.setClipping(False)
        if (card := self.card) is not None:
            at = self._pointer or (chosen.bottomLeft() if chosen is not None else area.topLeft())
            draw_card(painter, card, at, area, self._theme.palette)

    def _card(self, node: int) -> HoverCard:
        assert self.rows is not None
        graph, weights = self.rows.graph, self.rows.weight_ns
        parent = int(graph.parent[node])
        weight = int(weights[node])
        rows = [(self.tr("Host time"), figure(int(graph.host_ns[node]) * S_PER_NS, "s"))]
        if parent >= 0:
            rows.append((self.tr("without what it calls"), figure(int(graph.self_host_ns[node]) * S_PER_NS, "s")))
        if graph.device_ns.any():
            rows.append((self.tr("Device time launched"), figure(int(graph.device_ns[node]) * S_PER_NS, "s")))
        rows.append((self.tr("Share of all"), percent(weight / max(1, self.rows.total_ns))))
        if parent >= 0:
            rows.append((self.tr("Share of its caller"), percent(min(1.0, weight / max(1, int(weights[parent]))))))
            rows.append((self.tr("Calls"), counted(int(graph.calls[node]), self.tr("call"))))
        title = graph.label(node).removeprefix(MODULE_PREFIX) if parent >= 0 else call_label(graph, node)
        return HoverCard(title, tuple(rows))

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the card of the call under the pointer."""
        self._pointer = event.position()
        self._point()
        self.viewport().update()

    @contained
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the clicked call and zoom to it, or to its caller if it already fills the width; a click on the header shows all."""
        if event.button() != Qt.MouseButton.LeftButton or self.rows is None:
            return
        node = self._node_at(event.position())
        if node >= 0:
            self.select(node)
            self.focus_on(int(self.rows.graph.parent[node]) if node == self.focus_node else node)
        elif event.position().y() < HEAD:
            self.focus_on(-1)

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys select caller, callee and siblings; Return zooms in, Escape zooms out to the caller, Home shows all."""
        rows, key = self.rows, Qt.Key(event.key())
        if rows is None:
            event.ignore()
            return
        match key:
            case Qt.Key.Key_Escape if self.focus_node >= 0:
                self.focus_on(int(rows.graph.parent[self.focus_node]))
            case Qt.Key.Key_Home:
                self.focus_on(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.chosen >= 0:
                self.focus_on(self.chosen)
            case Qt.Key.Key_Up if self.chosen >= 0:
                self._select_any([int(rows.graph.parent[self.chosen])])
            case Qt.Key.Key_Down:
                self._select_any(rows.children(self.chosen).tolist())
            case Qt.Key.Key_Left | Qt.Key.Key_Right if self.chosen >= 0:
                beside = rows.children(int(rows.graph.parent[self.chosen])).tolist()
                place = beside.index(self.chosen) + (1 if key == Qt.Key.Key_Right else -1)
                self._select_any(beside[place : place + 1] if place >= 0 else [])
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def _point(self) -> None:
        self._hovered = -1 if self._pointer is None else self._node_at(self._pointer)

    def _let_go(self) -> None:
        self._pointer, self._hovered = None, -1

    def _range(self) -> tuple[int, int]:
        """Return start and end of the part of the layout that fills the width."""
        assert self.rows is not None
        starts, widths = self.rows.layout
        if self.focus_node < 0:
            return 0, max(1, self.rows.total_ns)
        return int(starts[self.focus_node]), int(starts[self.focus_node] + max(1, widths[self.focus_node]))

    def _first_branch(self) -> int:
        """Return the depth of the first row with several branches: deep stacks begin with callers that all calls share."""
        if self.rows is None:
            return 0
        least = _BRANCH * self.rows.total_ns
        shared = (depth for depth, row in enumerate(self.rows.rows) if (row.end_ns - row.start_ns >= least).sum() > 1)
        return next(shared, 0)

    def _node_at(self, at: QPointF) -> int:
        if self.rows is None or not HEAD <= at.y() < self.viewport().height() - self._legend:
            return -1
        depth = int((at.y() - HEAD + self.verticalScrollBar().value()) // ROW)
        if depth >= len(self.rows.rows):
            return -1
        start, end = self._range()
        scale, row = (end - start) / max(1, self.viewport().width()), self.rows.rows[depth]
        place = row.at(start + at.x() * scale, 2 * scale)
        return int(row.slice[place]) if place is not None else -1

    def _select_any(self, nodes: list[int]) -> None:
        if nodes and nodes[0] >= 0:
            self.select(nodes[0])

    def _bring(self, node: int) -> None:
        """Zoom out until a call lies within the focused part, and scroll to it."""
        assert self.rows is not None
        graph, focus = self.rows.graph, self.focus_node
        around = {node}
        while (node_above := int(graph.parent[node])) >= 0:
            around.add(node_above)
            node = node_above
        while focus >= 0 and focus not in around and self.chosen not in self._above(focus):
            focus = int(graph.parent[focus])
        self.focus_on(focus)
        bar, top = self.verticalScrollBar(), ROW * int(graph.depth[self.chosen])
        if not bar.value() <= top <= bar.value() + bar.pageStep() - ROW:
            bar.setValue(top - bar.pageStep() // 3)

    def _above(self, node: int) -> set[int]:
        assert self.rows is not None
        above = set()
        while (node := int(self.rows.graph.parent[node])) >= 0:
            above.add(node)
        return above

    def _describe(self) -> None:
        """Update the accessible description."""
        if self.rows is None:
            self.setAccessibleDescription(self._empty)
        elif self.chosen >= 0:
            self.setAccessibleDescription(self._card(self.chosen).spoken_text())
        else:
            keys = self.tr(
                "The arrow keys go to callers and callees, Return shows one in the whole width, Escape goes back, Home shows all."
            )
            self.setAccessibleDescription(keys)

    def _arrange(self) -> None:
        """Fit the scroll bar to the depth of the graph."""
        page, depth = max(1, self.viewport().height() - HEAD - self._legend), len(self.rows.rows) if self.rows is not None else 0
        self.verticalScrollBar().setRange(0, max(0, ROW * depth - page))
        self.verticalScrollBar().setPageStep(page)
        self.verticalScrollBar().setSingleStep(ROW)
        self._renew()
