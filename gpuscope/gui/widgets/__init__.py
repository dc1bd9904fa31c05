"""Parts of the window that more than one page uses, and the form of the Run page.

- ``header``, ``rail``, ``notice_bar``, ``empty_state``: what stands around every page.
- ``folder_opening``: a folder in the file manager, or its path where there is none.
- ``file_export``: a file that the user names, written off the event loop; ``chart_export``: a single chart as PNG, SVG or CSV;
  ``file_name``: a name that every file system takes.
- ``labels``, ``buttons``, ``state_badge``, ``figure_tile``: the small parts.
- ``spec_form``: the form made from RunSpec. ``spec_draft``: what is typed, without Qt. ``spec_editors``, ``field_editor``, ``form_grid``,
  ``command_editor``, ``command_preview``, ``start_foot``: its parts.
"""
