"""Charts: they draw series that they are handed, and know neither store nor sensor nor timer.

The stack of strips, live or kept:

- ``strip_stack``: the widget that pages use. ``draw_pace``: when it draws. ``strip``: what it draws.
- ``strip_data``: what one strip shows now, and what all strips share. ``strip_rows``: the rows of widgets that strips are made of.
- ``series``: one curve's values, thinned to extremes so that an hour costs no more than a minute.
- ``time_view``: which part of the shared axis is shown: following, panning, zooming.
- ``value_range``: the range of a strip's values, in round numbers that stand still; ``ticks``: round steps and how they are written.
- ``plot_view``: the pyqtgraph view with one ``strip_item`` a strip, and the ``cursor_item`` with its card over all. ``curve_painter``
  draws one curve.
- ``strip_label``, ``strip_values``, ``time_axis``: what stands left of a strip, right of it, and above and below all of them.
- ``stack_gestures``: what mouse and keyboard do to view and cursor.
- ``line_style``: pens, markers, and a curve's colour. ``text_line``: one line of text in a box.
- ``containment``: no exception leaves a method that Qt calls.

Beside it:

- ``picture_view`` shows a picture of ``reports/pictures``, which says what is drawn and places it; ``painter_canvas`` paints it.
- ``ratio_bar``: a ratio as a bar on a log scale around 1, for a cell of a table.
"""
