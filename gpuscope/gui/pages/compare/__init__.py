"""What the Compare page is made of. The page itself is ``pages/compare_page.py``; it puts these together.

What is compared:

- ``compared_groups``: keeps the choice, asks the history, drops answers that came too late; ``run_lookup`` is what it asks.
- ``group_choice``: which runs stand for what, and against which of them: the user's choice.
- ``group_style``: colour, dash and marker of each group, and its swatch.

The header:

- ``group_chips`` (with ``group_menu``): the groups.
- ``run_picker`` (with ``run_picker_model``): the dialog that adds runs.
- ``kept_menu``: keeps comparisons under a name and opens them again.
- ``comparison_export``: button and menu; ``comparison_file`` writes files, and draws a report's pages, off the event loop.
- ``report_dialog``: a report before it is saved, a ``report_choice`` made by ``report_options``; ``report_rendering`` has its pages drawn
  and ``report_sheets`` shows them.

The cards, which ``compare_body`` arranges:

- ``card``: the frame and heading that most of them have.
- ``sentence_card``: what the comparison says; with a ``pill``, in a word how comparable the groups are and what they
  share.
- ``metrics_card``: the table of metrics and what is to be known beside it. Its rows come from ``reports.comparison_view``;
  ``comparison_table`` with ``comparison_columns``, ``group_header`` and ``verdict_mark`` shows them.
- ``pictures_card``: one of the ``pictures`` at a time: time and energy, figures as bars, step times (of what ``step_reading`` reads),
  roofline, phases.
- ``overlay`` (with ``axis_switch``, ``metric_chooser`` and ``curve_shifts``): curves over one axis, a ``curve_axis``: time, steps,
  samples or energy. ``run_curves`` has a run's, from the start of its measured window; ``group_curve`` thins them, averages them over
  bins, and makes the mean and range of several runs.
- ``differences_panel``: what differs, with the rows of ``reports.comparison_settings``.
"""
