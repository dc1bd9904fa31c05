"""Charts, drawn once: what a chart shows, where it goes on a sheet, and SVG; the window paints the same drawings with Qt.

- ``picture``: what a chart shows: axes, marks, names, bars, and its figures as a table. ``scale``: ranges and round ticks.
- ``colours``: the colours of both themes by role, from which the window's palette is made too.
- ``comparison_pictures``: a comparison as the plane of time and energy, and as bars. ``recorded_curves``: curves of recorded runs.
- ``chart_layout``, ``bar_layout``: place a picture on a sheet, which gives a ``drawing``: lines, boxes and words at places.
- ``svg_canvas``: a drawing as SVG. ``gui/charts/painter_canvas`` is the other canvas.
"""
