"""Charts: they draw series that they are handed, and know neither store nor sensor nor timer.

The stack of strips, live or kept:

- ``strip_stack``: the widget that pages use, and ``draw_pace``: when it draws; ``strip`` says what it draws.
- ``series``: one curve's values, thinned to extremes so that an hour costs no more than a minute.
- ``time_view``: which part of the shared axis is shown: following, panning, zooming.
- ``value_range``: the range of a strip's values, in round numbers that stand still; ``ticks``: round steps and how they are written.
- ``plot_view``: the pyqtgraph view with one ``strip_item`` a strip and the ``cursor_item`` over all; ``curve_painter`` draws one curve.
- ``strip_label`` (with ``legend_entry``), ``strip_values``, ``mark_lane``, ``time_axis``: what stands left, right, above and below.
- ``stack_gestures``: what mouse and keyboard do to view and cursor; ``cursor_card``: what the cursor's card says.
- ``line_style``: dashes, markers, and a curve's colour; ``containment``: no exception leaves a method that Qt calls.

Beside it:

- ``picture_view`` shows a picture of ``reports/pictures``, which says what is drawn and places it; ``painter_canvas`` paints it.
- ``strip_copy``: one strip on its own, drawn again or as a table.
- ``ratio_bar``: a ratio as a bar on a log scale around 1, for a cell of a table.
"""
