"""Charts, drawn once: what a chart shows, where it goes on a sheet, and SVG; the window paints the same drawings with Qt.

- ``picture``: what a chart shows: axes, marks, names, bars, and its figures as a table. ``scale``: ranges, round ticks and their
  figures, of strips too.
- ``colours``: the colours of both themes by role, from which the window's palette is made too.
- ``comparison_pictures``: a comparison as the plane of time and energy, and as bars. ``recorded_curves``: curves of recorded runs.
- ``race_picture``: a race of runs at any time of it: lanes, bars, figures.
- ``waterfall``: a ladder, factor by factor.
- ``profile_pictures``: the roofline of a profile's operators.
- ``step_pictures``: step times, phases of a step and the roofline of runs.
- ``heat_map``: a cell for each pair of values. ``sweep_picture``: a sweep as a heat map, a curve with its knee, or bars.
- ``chart_layout``, ``bar_layout``: place a picture on a sheet, which gives a ``drawing``: lines, boxes and words at places.
- ``svg_canvas``: a drawing as SVG. ``gui/charts/painter_canvas`` is the other canvas.
"""
