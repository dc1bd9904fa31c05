"""The parts of the Runs page.

The list:

- ``run_row``: a run as the list holds it, and the filter; the numbers that it is sorted by are read off the event loop.
- ``run_columns``: what each column shows of a run.
- ``run_table``: the table and its model.
- ``filter_bar``: the line over the list. ``run_list``: filter, table and the size of the store, or why the list is empty.

Actions on runs:

- ``run_actions``: which actions there are, and when; ``run_commands``: what they do.
- ``run_dialogs``: the dialogs for note and tags, and the questions before what cannot be undone; ``thin_out_dialog``: which old
  runs are deleted.
- ``run_files``: export and import.

An opened run:

- ``run_details``: its tabs; ``report_tabs``: the tables of its report on them.
"""
