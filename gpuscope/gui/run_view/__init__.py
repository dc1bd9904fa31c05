"""The view of a run's readings: figures, strips, log. The Run page uses it for live runs, the Runs page for saved ones.

- ``run_view``: the widget; its one timer pulls changes from a ``ShownRun``.
- ``strip_view``: strips with their bar, also on the Machine page.
- ``figure_row``: the figures on top, in a row or a grid. ``run_figures``: for live runs, ``kept_figures``: for runs that have
  ended; ``reading_figures``: sensor readings with their uncertainty and origin.
- ``energy_panel``: a run's energy in one line, with details on demand (``energy_rows``), and by phase of a step.
- ``bottleneck_card``: what held a run back. ``next_steps``: buttons for what to do next with it.
- ``view_bar``: time window, pause, axis, and what this machine cannot measure; ``curve_menu``: all curves, and the choice of
  logged values to draw if there are many.
- ``run_strips``: the strips of a run, including its logged values; ``device_strips``: those of its devices.
- ``strip_template``: a strip before its unit is known, the curve of each series, and the axis in seconds or steps.
- ``strip_feed``: passes new readings to the strips.
- ``annotations``: gaps, marks and limits over the strips, and throttling with its reasons.
- ``log_view``: the log of the run and its recorder, and the workload's output.
"""
