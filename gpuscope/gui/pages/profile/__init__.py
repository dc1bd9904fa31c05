"""Parts of the Profile page.

- ``profile_columns``: the columns of a table of a profile, from its layout in ``reports/profile_view``.
- ``profile_table``: one table: filter, export, selection.
- ``part_pane``: what a tab shows: one table, or one of several.
- ``timeline_pane``: the drawn timeline under its search.
- ``drawn_panes``: the flame graph, and memory over time.
- ``profile_parts``: the parts of a profile, each a tab: what it shows, and why a profile has none.
- ``profile_body``: a profile: sentence, device time, tabs.
"""
