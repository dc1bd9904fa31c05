"""Parts of the window that more than one page uses, and the form of the Run page.

- ``header``, ``rail``, ``notice_bar``, ``empty_state``: what stands around every page.
- ``file_export``: a file that the user names, written off the event loop, and its folder in the file manager; ``chart_export``: a single
  chart as PNG, SVG or CSV.
- ``labels``, ``buttons``, ``state_badge``, ``figure_tile``: the small parts.
- ``spec_form``: the form made from RunSpec. ``spec_draft``: what is typed, without Qt. ``spec_editors``, ``field_editor``, ``form_grid``,
  ``command_preview``, ``start_foot``: its parts; ``spec_options``: what it offers;
  ``picker_editor`` with ``picker_list``: the field that chooses
  several of a list, such as optimizations.
"""
