"""Widgets used by more than one page, and the form of the Run page.

- ``header``, ``rail``, ``notice_bar``, ``empty_state``: the frame of every page.
- ``first_choices``: what pages offer while the store is empty.
- ``screen_window``: a window that covers the screen.
- ``question_dialog``: confirmation dialogs, and one that asks for a name.
- ``command_palette``: a search field for all commands.
- ``torch_dialog``: the choice of a Python for workloads if no PyTorch was found.
- ``fault_dialog``: an internal error of the window, to be copied.
- ``run_drag``: dragging runs to the comparison, and the drop targets.
- ``sensor_choice``: adding and removing a simulated or recorded device beside the hardware.
- ``undo_stack``: actions on a page that can be undone.
- ``plan_bar``: the progress of repeats being recorded; stopped ones are resumed there.
- ``file_dialog``: file dialogs. ``file_export``: a file chosen by the user, written off the event loop, and its folder in the file
  manager; ``chart_export``: a single chart as PNG, SVG, PDF or CSV. ``chart_menu``: the menu of a chart; ``chart_table``: its figures
  as a table.
- ``search_field``: a field to filter or search by.
- ``focus_wheel``: fields that leave the wheel to the page unless they have the focus.
- ``labels``, ``buttons``, ``state_badge``, ``figure_tile``, ``flow_layout``: small widgets. ``layouts``: rows and columns. ``menus``: opens
  a menu once. ``page_stack``: pages of which one is visible.
- ``press_guard``: ignores the second press of a double click on what starts a run.
- ``spec_form``: the form generated from RunSpec. ``spec_draft``: the typed values, without widgets, and the available options.
  ``spec_editors``, ``field_editor``, ``form_grid``, ``command_preview``: its parts; ``picker_editor`` with ``picker_list``: the field that
  selects several entries of a list, such as optimizations. ``script_drop``: a script dropped on the window. ``typed_number``: numbers
  with a decimal comma.
"""
