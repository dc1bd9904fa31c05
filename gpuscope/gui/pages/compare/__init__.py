"""What the Compare page is made of. The page itself is ``pages/compare_page.py``; it puts these together and asks the history.

Without Qt:

- ``group_choice``: which runs stand for what, and against which of them: the user's choice.
- ``group_names``: names without the words that all of them share.
- ``metric_rows``: the rows of the table, headlines first, with their units, figures and reasons.
- ``common_ground``: in a word how comparable the groups are, by recorded facts.
- ``run_curves``: a run's readings from the start of its measured window, thinned to what a chart can show; ``group_curve``: those of
  several runs as their mean and range.
- ``setting_rows``: what differs between specs and environments, one row a setting.

With Qt:

- ``group_style``: colour, dash and marker of each group, and its swatch.
- ``group_chips`` (with ``group_menu``): the groups in the header.
- ``run_picker`` with ``run_picker_model``: the dialog that adds runs.
- ``sentence_card``: what the comparison says, and how comparable it is.
- ``comparison_table`` with ``comparison_table_model``, ``ratio_delegate``, ``metric_delegate``: metrics beside the baseline.
- ``overlay``: curves of all groups over one axis, with ``metric_chooser``.
- ``energy_panel``: the time-energy plane, or ``group_bars`` where there is no energy.
- ``differences_panel`` with ``setting_table_model``: what differs.
- ``comparison_export``: CSV, JSON and PDF, written off the event loop.
- ``card``: the frame that all of these stand in.
"""
