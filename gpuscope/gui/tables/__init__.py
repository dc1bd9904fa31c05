"""Tables: a page supplies columns and rows, this package shows them. It is independent of store, services and pages.

- ``column``: ``Column``, which defines the content of cells; the height of every row.
- ``decorations``: parts of a cell besides its text: dots, chips, progress, boxes of fixed width.
- ``row_table_model``: a sorted list of rows. ``two_level_model``: rows below sections.
- ``cell_delegate``: draws the cells of all tables, and edits editable columns.
- ``row_table``, ``two_level_tree``: the views of the two models.
- ``column_layout``: visible columns and their widths, in tables where the user may choose them.
"""
