"""Results for people and for other programs: one report model, rendered as text and CSV; comparisons also as PDF and HTML.

May import: ``analysis``, ``profiles``, ``system``, ``core``, numpy and the standard library.

- ``model``: columns, tables and reports, the input of every rendering.
- ``printable``: foreign text made safe for a terminal, and its width there.
- ``text``: a report as tables for a terminal.
- ``csv_report``: tables as CSV that a spreadsheet never evaluates as formulas; the samples of a run in constant memory.
- ``json_text``: documents as strict JSON.
- ``output_file``: a file written atomically, or appended to by a single writer.
- ``run_report``: one run: its result in words, and its tables. ``run_screen``: the part that fits the first screen of ``show``.
  ``run_json``: its JSON document.
- ``setting_labels``: recorded settings and facts in words; no surface shows a raw key.
- ``seen_steps``: a sentence on how a command's steps were detected.
- ``headlines``: the metrics shown first, and the headline figures of a run; PDF, window and terminal lay them out.
- ``energy_account``: the energy of a run, and the price and carbon that follow from the user's own factors.
- ``run_list``: many runs, with one line each, or one row of all their numbers.
- ``comparison_view``: a comparison as every surface shows it; window, PDF, HTML and terminal lay it out.
  ``comparison_rows``: its rows: figures, ratios, remarks, the glyphs and words of verdicts.
  ``comparison_settings``: the settings that differ and those that are shared.
  ``group_names``: group names without the words they all share, shortened between words; the style of each group on paper.
- ``comparison_report``: runs side by side, for a terminal and as CSV. ``deployment_table``: the forms of one model, for terminal and PDF.
- ``ladder_view``: a ladder as every surface shows it: cards, factors, the summary sentence, and the factor from which a quick look
  keeps a rung.
- ``sweep_view``: a sweep as every surface shows it: cells, knee, Pareto front, the summary sentence; ``sweep_file``: a sweep as a file.
- ``profile_view``: a profiler's trace as every surface shows it: its tables; ``profile_sentences``: what is said about it.
  ``profile_text``: both for a terminal and as CSV.
  ``profile_table``: the tables they share: columns with SI units, and rows.
  ``profile_difference_view``: the difference between two profiles, with a summary sentence.
  ``captured_program``: what a stored run records about the program whose profile is shown.
  ``memory_record_view``: PyTorch's records of memory.
- ``race_text``: a race in words and figures. ``film``: its frames as a file; ``gif``: frames as an animated GIF.
- ``device_report``: what can be measured on this machine. ``live_reading``: how a live reading is formatted.

The PDF, typeset by ``resources/report.typ``:

- ``pdf_report``: from a comparison and its runs to the bytes of the file, or its pages as pictures.
- ``report_layout``: the sections of a report, and its paper size.
- ``pdf_context``: the input shared by all parts of the report. ``pdf_blocks``: the block types that the template supports.
- ``pdf_front``, ``pdf_tables``, ``pdf_charts``, ``pdf_methods``, ``pdf_runs``: headline and first page; tables; curves;
  how the figures were obtained; the individual runs, with their energies and bottlenecks.
- ``pdf_ladder``: the first page of a ladder's report: a waterfall chart, and one row per rung. ``pdf_sweep``: the report of a sweep.
- ``html_report``: the same report as one HTML file, with ``resources/report.css`` and ``report.js``.
- ``pictures``: the package of charts: their content, layout and SVG; the window paints the same charts.
- ``glyph_coverage``: the characters that the shipped fonts cover; the others appear by name.
"""
