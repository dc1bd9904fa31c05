"""What was found, for people and for other programs: one report model, rendered as text and CSV; comparisons also as PDF and HTML.

May import: ``analysis``, ``profiles``, ``system``, ``core``, numpy and the standard library.

- ``model``: columns, tables, reports: what every rendering starts from.
- ``printable``: foreign text that can do a terminal no harm, and its width there.
- ``text``: a report as tables for a terminal.
- ``csv_report``: a table as CSV that a spreadsheet takes for data only. Samples of a run in constant memory.
- ``json_text``: documents as strict JSON.
- ``output_file``: a file that is there whole or not at all, or grows with one writer.
- ``run_report``: one run: its result in words, its tables. ``run_screen``: of these what fits the first screen of ``show``.
- ``setting_labels``: recorded settings and facts in words; no surface shows a key.
- ``seen_steps``: what was seen of a command's steps, in a sentence.
- ``headlines``: the metrics that are seen at once, and the headline figures of a run; PDF, window and terminal lay them out.
- ``energy_account``: what a run's energy was, and what follows from the user's own factors.
- ``run_list``: many runs: a line each, or a row of all their numbers.
- ``comparison_view``: a comparison as every surface shows it; window, PDF, HTML and terminal lay it out.
  ``comparison_rows``: its rows: figures, ratios, remarks, the glyphs and words of verdicts.
  ``comparison_settings``: what differs and what is shared.
  ``group_names``: names without the words that all of them share, cut between words; how groups are marked on paper.
- ``comparison_report``: runs side by side, for a terminal and as CSV. ``deployment_table``: the forms of one model, for terminal and PDF.
- ``ladder_view``: a ladder as every surface shows it: cards, factors, the sentence, and from which factor a quick look keeps a
  rung; ``ladder_report``: as a table for a terminal.
- ``sweep_view``: a sweep as every surface shows it: cells, knee, Pareto front, the sentence; ``sweep_file``: as a file.
- ``profile_view``: a profiler's trace as every surface shows it: sentences and tables; ``profile_text``: for a terminal and as CSV.
  ``profile_table``: columns with SI units and rows, of which all of these are made.
  ``profile_difference_view``: the difference of two, with the sentence that sums it up.
  ``captured_program``: what a stored run tells of the program whose profile is shown.
  ``memory_record_view``: PyTorch's records of memory.
- ``race_text``: a race in words and figures. ``film``: its frames as a file; ``gif``: frames as an animated GIF.
- ``device_report``: what can be measured on this machine. ``live_reading``: how a reading of now is written.

The PDF, set in type by ``resources/report.typ``:

- ``pdf_report``: from a comparison and its runs to the bytes of the file, or its pages as pictures.
- ``report_layout``: which sections a report has, on which paper.
- ``pdf_context``: what every part of it starts from. ``pdf_blocks``: the pieces that the template knows.
- ``pdf_front``, ``pdf_tables``, ``pdf_charts``, ``pdf_methods``, ``pdf_runs``: headline and first page; tables; curves;
  how the figures came to be; the runs one by one, with their energies and what held each of them back.
- ``pdf_ladder``: the first page of a ladder's report: waterfall, and a row a rung. ``pdf_sweep``: the report of a sweep.
- ``html_report``: the same as one HTML file, with ``resources/report.css`` and ``report.js``.
- ``pictures``: the package of charts: what they show, where it goes, and SVG; the window paints the same.
- ``glyph_coverage``: which characters the shipped fonts have; what they lack appears by name.
"""
