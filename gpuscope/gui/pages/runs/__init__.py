"""The parts of the Runs page.

The list:

- ``run_row``: a row of the list, and the filter; the sort columns' numbers are read off the event loop.
- ``run_columns``: the columns of the list.
- ``run_table``: the table and its model.
- ``filter_bar``: the bar above the list. ``run_list``: filter, table and the size of the store, or why the list is empty.

Actions on runs:

- ``run_actions``: the actions and their conditions; ``run_commands`` executes them, with what undoes each.
- ``run_dialogs``: the dialogs for note and tags, and the confirmations of irreversible actions; ``thin_out_dialog``: chooses old
  runs to delete.
- ``run_files``: export and import.

An opened run:

- ``run_details``: its tabs; ``report_tabs``: the tables of its report on the tabs.
"""
