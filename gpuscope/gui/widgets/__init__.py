"""Parts of the window that more than one page uses, and the form of the Run page.

- ``header``, ``rail``, ``notice_bar``, ``empty_state``: the frame of every page.
- ``first_choices``: what pages offer while the store is empty.
- ``question_dialog``: dialogs that ask before something is done, one of them for a name.
- ``command_palette``: a field that finds anything by words.
- ``torch_dialog``: what shall run workloads where no PyTorch was found.
- ``fault_dialog``: what went wrong in the window, to be copied.
- ``run_drag``: runs that are dragged to the comparison, and where they may be dropped.
- ``sensor_choice``: a simulated or recorded device beside the hardware, and the way back.
- ``undo_stack``: what was done on a page and can be undone.
- ``plan_bar``: the progress of repeats being recorded.
- ``file_export``: a file chosen by the user, written off the event loop, and its folder in the file manager; ``chart_export``: a single
  chart as PNG, SVG or CSV. ``chart_menu``: the menu of a chart; ``chart_table``: its figures as a table.
- ``labels``, ``buttons``, ``state_badge``, ``figure_tile``, ``flow_layout``: the small parts.
- ``spec_form``: the form made from RunSpec. ``spec_draft``: the typed values, without widgets, and the available options.
  ``spec_editors``, ``field_editor``, ``form_grid``, ``command_preview``: its parts; ``picker_editor`` with ``picker_list``: the field that
  chooses several entries of a list, such as optimizations. ``script_drop``: a script that is dropped on the window.
"""
