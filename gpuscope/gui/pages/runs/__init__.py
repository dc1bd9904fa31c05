"""Parts of the Runs page.

The list:

- ``run_row``: a run as the list holds it, and the filter; the numbers that it is sorted by are read off the event loop.
- ``run_columns``: what each column shows of it.
- ``run_table_model``, ``run_table``: the table.
- ``filter_bar``, ``store_bar``: the lines over and under it; ``run_list``: all of it together.

What is done with runs:

- ``run_actions``: which actions there are, and when; ``run_commands``: what they do.
- ``run_dialogs``: the dialogs for name, note and tags, and the questions before what goes far; ``thin_out_dialog``: another.
- ``run_export``: asks where files shall go, and writes them on the history's thread.
- ``run_import``: asks which files shall come in, and has them read.

An opened run:

- ``run_details``: its tabs; ``report_tabs``: the tables of its report on them.
"""
