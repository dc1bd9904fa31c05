"""Charts: they draw the series they are given and depend on neither store, sensors nor timers.

The stack of strips, for live and saved runs:

- ``strip_stack``: the widget that pages use. ``draw_pace``: its redraw scheduling. ``strip``: its model.
- ``strip_data``: state of one strip, state shared by all strips, and the visible range of the shared axis.
- ``strip_picture``: a strip as a picture, for export. ``strip_rows``: the rows of widgets that make up strips.
- ``series``: one curve's values, decimated to extremes so that an hour costs no more than a minute, and their range in round numbers.
- ``plot_view``: the pyqtgraph view with one ``strip_item`` per strip, and its mouse and keyboard control. ``cursor_item``: the cursor
  and its card. ``curve_painter`` draws one curve.
- ``strip_texts``: a strip in one sentence, for screen readers.
- ``strip_label``: title, legend and range left of a strip. ``strip_margins``: values right of it, axis and marks of the stack.

The views of a capture. Each is a ``drawn_area``, which caches its drawing; those with a time axis are a ``timed_area``, which zooms and
pans:

- ``trace_timeline``: the timeline, with its mouse and keyboard control, based on ``trace_surface``, which draws it at a zoom level.
- ``trace_layout``: the positions of its lanes; ``trace_painter`` paints them, ``trace_overlay`` paints over them, ``trace_bands`` paints
  the phases above them. ``trace_card``: the text of its card. ``trace_table``: timeline and memory as tables.
- ``flame_graph``: the flame graph; ``flame_painter`` paints it. ``memory_timeline``: memory by owner; ``memory_painter`` paints it.
- ``time_axis``: ticks from hours to nanoseconds. ``tone_colours``: the colours of kinds of work, and their legend. ``hover_card``: a
  card at the pointer.

Other charts:

- ``drawing_view``: a widget with one drawing laid out by ``reports/pictures``; ``painter_canvas`` paints it, and defines the pens and
  markers of all curves. ``picture_view``: a picture of a comparison. ``sweep_picture_view``: a sweep, with clickable cells.
  ``waterfall_view``: a ladder; its type grows on a projector.
- ``time_bar``: what a time was spent on, as a stacked bar with figures.
- ``ratio_bar``: a ratio as a bar on a log scale around 1, for a table cell.
"""
