"""Parts of the Profile page.

- ``profile_columns``: the columns of a table of a profile, from its layout in ``reports/profile_view``.
- ``profile_rows``: the rows of a table: sorted, filtered, selected. ``searched_pane``: a tab with its search.
- ``profile_table``: one table under its filter. ``part_pane``: what a tab shows: one table, or one of several.
- ``timeline_pane``: the drawn timeline. ``flame_pane``: the flame graph beside its calls by name.
  ``memory_chart``: memory over time by owner; ``memory_pane``: above its tables; ``memory_body``: of a record of memory alone.
- ``roofline_pane``: operators below the ceilings of their device, above their table.
- ``advice_pane``: what to try, a card a finding.
- ``profile_parts``: the parts of a profile, each a tab: what it shows, and why a profile has none.
- ``profile_body``: a profile: sentence, device time, tabs.
"""
