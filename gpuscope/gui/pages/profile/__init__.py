"""Parts of the Profile page.

- ``profile_columns``: the columns of a profile table, from its layout in ``reports/profile_view``.
- ``profile_rows``: the rows of a table: sorted, filtered, selected. ``searched_pane``: a tab with a search field.
- ``profile_table``: a table with its filter. ``part_pane``: the content of a tab: one table, or a choice of several.
- ``timeline_pane``: the timeline. ``flame_pane``: the flame graph beside its calls by name.
  ``memory_pane``: memory over time by owner, with its tables, or of a memory recording alone.
- ``roofline_pane``: operators below the ceilings of their device, with their table.
- ``advice_pane``: what to try, one card per finding.
- ``profile_parts``: the parts of a profile, each a tab: its content, and the reason if a profile lacks it.
- ``profile_body``: a profile: sentence, device time, tabs.
"""
