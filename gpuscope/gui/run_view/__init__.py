"""The view of a run's readings: figures, strips, log. The Run page shows a live run in it, the Runs page a kept one.

- ``run_view``: the widget; its one timer pulls what has changed out of a ``RunData``.
- ``strip_view``: strips with their bar, which the Machine page has too.
- ``figure_row``: the figures on top. ``run_figures`` says which, live, ``kept_figures`` which, of a run that has ended;
  ``reading_figures``: those of sensors; ``trust_words``: how far they can be trusted.
- ``energy_panel``: a run's energy in a line, all of it on demand (``energy_rows``, ``phase_bars``, ``phase_words``);
  ``live_account``: what is known of it so far.
- ``bottleneck_card``, ``bottleneck_words``: what held a run back.
- ``view_bar``: how much is shown, pause, the axis, and what is missing here; ``curve_menu``: all curves that there are;
  ``value_choice``: which of many logged values are drawn.
- ``strip_plan``: which strips a run gets; ``device_strips`` those of its devices (``gpu_strips``: of GPUs; ``series_inventory``: the
  curve of each series), ``told_strips`` those of what it tells itself;
  ``strip_template``: a strip before its unit and its curves are known.
- ``strip_feed``: hands the strips what has grown; ``run_axis`` makes steps of times, ``step_words`` names them.
- ``annotations``: gaps, throttling, marks and limits over the strips; ``throttling``: when a GPU was slowed, and why.
- ``missing_note``: what this machine lacks, in one line, with its cure.
- ``log_view``: what the run and its recorder said, and the workload's output.
"""
