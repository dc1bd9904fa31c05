"""What was found, for people and for other programs: one report model, rendered as text and CSV.

May import: ``analysis``, ``system``, ``core``, numpy and the standard library.

- ``model``: columns, tables, reports: what every rendering starts from.
- ``printable``: foreign text that can do a terminal no harm, and its width there.
- ``text``: a report as tables for a terminal.
- ``csv_report``: a table, or the samples of a run, as CSV that a spreadsheet takes for data only.
- ``output_file``: a file that is there whole or not at all.
- ``run_report``: one run: its result in words, its tables.
- ``run_list``: many runs: a line each, or a row of all their numbers.
- ``comparison_report``: runs side by side.
- ``device_report``: what can be measured on this machine.
"""
