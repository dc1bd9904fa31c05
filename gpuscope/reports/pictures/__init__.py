"""Charts, defined once: their content, their layout on a sheet, and SVG output; the window paints the same drawings with Qt.

- ``picture``: the content of a chart: axes, marks, names, bars, and its values as a table. ``scale``: ranges, round ticks and tick
  labels, also for strips.
- ``colours``: the colours of both themes by role, from which the window's palette is made too.
- ``comparison_pictures``: a comparison as the plane of time and energy, and as bars. ``recorded_curves``: curves of recorded runs.
- ``race_picture``: a race at any instant: lanes, bars, figures.
- ``waterfall``: the factors of a ladder.
- ``profile_pictures``: the roofline of a profile's operators.
- ``step_pictures``: step times, phases of a step and the roofline of runs.
- ``heat_map``: one cell per pair of values. ``sweep_picture``: a sweep as a heat map, a curve with its knee, or bars.
- ``chart_layout``, ``bar_layout``: lay out a picture on a sheet; the result is a ``drawing``: positioned lines, boxes and text.
- ``svg_canvas``: a drawing as SVG. ``gui/charts/painter_canvas`` is the other canvas.
"""
