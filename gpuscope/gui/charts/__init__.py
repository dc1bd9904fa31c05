"""Charts: they draw the series they are given, independent of store, sensors and timers.

The stack of strips, live or kept:

- ``strip_stack``: the widget that pages use. ``draw_pace``: its redraw scheduling. ``strip``: its model.
- ``strip_data``: state of one strip, state shared by all strips, and the visible range of the shared axis.
- ``strip_picture``: a strip as a picture, for a file. ``strip_rows``: the rows of widgets that strips are made of.
- ``series``: one curve's values, decimated to extremes so that an hour costs no more than a minute, and their range in round numbers.
- ``plot_view``: the pyqtgraph view with one ``strip_item`` a strip, and its mouse and keyboard control. ``cursor_item``: the cursor
  and its card. ``curve_painter`` draws one curve.
- ``strip_words``: a strip in one sentence, for screen readers.
- ``strip_label``: title, legend and range left of a strip. ``strip_margins``: values at its right, axis and marks of the stack.

The views of a capture, each a ``drawn_area``, which keeps its drawing; those with a clock a ``timed_area``, which zooms and pans:

- ``trace_timeline``: the timeline, with its mouse and keyboard control, upon ``trace_surface``, which draws it at a zoom.
- ``trace_layout``: where its lanes stand; ``trace_painter`` paints them, ``trace_overlay`` what is over them, ``trace_bands`` phases
  above them. ``trace_card``: what its card says. ``trace_table``: timeline and memory as tables.
- ``flame_graph``: the flame graph; ``flame_painter`` paints it. ``memory_timeline``: memory by owner; ``memory_painter`` paints it.
- ``time_axis``: ticks from hours to nanoseconds. ``tone_colours``: the colours of kinds of work. ``hover_card``: a card at the pointer.

Beside them:

- ``drawing_view``: a widget with one drawing of ``reports/pictures``, which says what is drawn and places it; ``painter_canvas`` paints
  it, and has the pens and markers of all curves. ``picture_view``: a picture of a comparison. ``sweep_picture_view``: that of a sweep, of
  which a cell can be clicked. ``waterfall_view``: that of a ladder; its type grows on a projector.
- ``time_bar``: what a time was spent on, as a bar of stacked parts with its figures.
- ``ratio_bar``: a ratio as a bar on a log scale around 1, for a cell of a table.
"""
