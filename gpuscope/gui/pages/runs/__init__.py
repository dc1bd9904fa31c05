"""Parts of the Runs page.

The list:

- ``run_row``: a run as the list holds it; ``run_numbers``: what it is sorted by, read off the event loop.
- ``run_columns``: what each column shows; ``column_layout``: which are seen, how wide.
- ``run_filter``, ``run_order``: which runs are shown, in which order.
- ``run_table_model``, ``cell_painter``, ``name_delegate``, ``run_table``: the table.
- ``filter_bar`` with its ``state_chips``, ``store_bar``: the lines over and under it; ``run_list``: all of it together.

What is done with runs:

- ``run_actions``: which actions there are, and when; ``run_commands``: what they do.
- ``run_dialog``: what the dialogs share; ``text_dialog``, ``tags_dialog``, ``thin_out_dialog``, ``question``: one each.
- ``run_export``: asks where files shall go; ``run_files``: writes them, on the history's thread.
- ``run_import``: asks which files shall come in, and has them read; ``origin_words``: where an imported run came from.

An opened run:

- ``run_details``: its tabs; ``report_tabs``, ``report_card``, ``report_table_model``: the tables of its report on them.
"""
