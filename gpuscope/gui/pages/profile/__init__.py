"""Parts of the Profile page.

- ``profile_columns``: the columns of a table of a profile, from its layout in ``reports/profile_view``.
- ``profile_table``: one table: filter, export, selection.
- ``part_pane``: what a tab shows: one table, or one of several.
- ``timeline_pane``: the drawn timeline under its search. ``flame_pane``: the flame graph. ``memory_pane``: memory over time by owner.
- ``advice_pane``: what to try, a card a finding.
- ``profile_parts``: the parts of a profile, each a tab: what it shows, and why a profile has none.
- ``profile_body``: a profile: sentence, device time, tabs.
"""
