"""The view of a run's readings: figures, strips, log. The Run page shows a live run in it, the Runs page a kept one.

- ``run_view``: the widget; its one timer pulls what has changed out of a ``ShownRun``.
- ``strip_view``: strips with their bar, which the Machine page has too.
- ``figure_row``: the figures on top. ``run_figures`` says which, live, ``kept_figures`` which, of a run that has ended;
  ``reading_figures``: those of sensors, and how far a figure can be trusted.
- ``energy_panel``: a run's energy in a line, by phase of a step, and all of it on demand (``energy_rows``).
- ``bottleneck_card``: what held a run back, in words.
- ``view_bar``: how much is shown, pause, the axis, and what this machine lacks; ``curve_menu``: all curves that there are, and which of
  many logged values are drawn.
- ``strip_plan``: which strips a run gets; ``device_strips`` those of its devices (``series_inventory``: the curve of each series),
  ``told_strips`` those of what it tells itself; ``strip_template``: a strip before its unit and its curves are known.
- ``strip_feed``: hands the strips what has grown; ``run_axis`` makes steps of times, and names them.
- ``annotations``: gaps, marks and limits over the strips, and when a GPU was slowed, and why.
- ``log_view``: what the run and its recorder said, and the workload's output.
"""
