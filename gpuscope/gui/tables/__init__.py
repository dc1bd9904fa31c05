"""Tables: a page hands over columns and rows, this package shows them. It knows neither store nor services nor pages.

- ``column``: a ``Column``, which says what a cell shows of a row; the height of every row.
- ``decorations``: what a cell can show beside its text: dots, chips, progress, boxes of fixed width.
- ``row_table_model``: rows under one another, sorted. ``two_level_model``: rows below the sections that they belong to.
- ``cell_delegate``: draws every cell of every table, and edits the columns that can be edited.
- ``row_table``, ``two_level_tree``: the views of the two models.
- ``column_layout``: which columns are seen, and how wide, where the user may choose.
"""
