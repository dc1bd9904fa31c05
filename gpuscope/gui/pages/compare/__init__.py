"""The parts of the Compare page, which ``pages/compare_page.py`` combines.

The compared runs:

- ``compared_groups``: holds the user's choice, queries the history, discards outdated answers.
- ``group_choice``: the assignment of runs to groups, and the baseline.
- ``group_style``: colour, dash and marker of each group, and its swatch.

The header:

- ``group_chips``: the groups, each with its menu.
- ``run_picker`` (with ``run_picker_model``): the dialog for adding runs.
- ``repeats``: the button that repeats groups until their ratios are known to the target precision, and its progress.
- ``kept_menu``: saves and opens named comparisons.
- ``comparison_export``: Export button and menu; ``comparison_file`` writes files and renders report pages off the event loop.
- ``report_dialog``: report preview; ``report_options`` selects the content, ``report_sheets`` shows the pages.

The cards, which ``compare_body`` arranges:

- ``card``: frame and heading of most cards, and a pill.
- ``sentence_card``: the summary, the comparability of the groups, and what they share.
- ``metrics_card``: the table of metrics with its remarks. Its rows come from ``reports.comparison_view``; ``comparison_table``
  displays them through ``comparison_columns``.
- ``pictures_card``: one of the ``pictures`` at a time: time and energy, figures as bars, step times, roofline, phases.
- ``overlay`` (with ``curve_controls``): curves over time, steps, samples or energy. ``run_curves`` reads the curves of a run from
  the start of its measured window; ``curves`` decimates them, maps them to another axis, and computes a group's mean and range.
- ``why_card``: what limited each group, and what to try next.
- ``differences_panel``: differences between the groups, with the rows of ``reports.comparison_settings``.
"""
