"""The parts of the Compare page. The page itself is ``pages/compare_page.py``; it combines these.

The compared runs:

- ``compared_groups``: holds the user's choice, queries the history, drops outdated answers.
- ``group_choice``: assignment of runs to groups, and the baseline.
- ``group_style``: colour, dash and marker of each group, and its swatch.

The header:

- ``group_chips``: the groups, each with its menu.
- ``run_picker`` (with ``run_picker_model``): the dialog to add runs.
- ``repeats``: the button that repeats the groups until their ratios are known well, and how far that is.
- ``kept_menu``: saves and opens named comparisons.
- ``comparison_export``: button and menu; ``comparison_file`` writes files and renders report pages off the event loop.
- ``report_dialog``: report preview; ``report_options`` selects the content, ``report_sheets`` shows the pages.

The cards, which ``compare_body`` arranges:

- ``card``: frame and heading of most cards, and a pill.
- ``sentence_card``: the summary, comparability of the groups, and what they share.
- ``metrics_card``: the table of metrics with its remarks. Its rows come from ``reports.comparison_view``; ``comparison_table`` shows
  them by ``comparison_columns``.
- ``pictures_card``: one of the ``pictures`` at a time: time and energy, figures as bars, step times, roofline, phases.
- ``overlay`` (with ``curve_controls``): curves over one axis: time, steps, samples or energy. ``run_curves`` has those of a run, from
  the start of its measured window; ``curves`` thins them, moves them to another axis, and makes a group's mean and range.
- ``why_card``: what held each group back, and what to try next.
- ``differences_panel``: what differs, with the rows of ``reports.comparison_settings``.
"""
