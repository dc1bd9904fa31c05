"""The mini view: selected figures with sparklines in a small window that stays on top.

- ``mini_view``: the window, its menu and its position.
- ``mini_control``: opens and closes it.
- ``mini_rows``: draws the figures.
- ``mini_figures``: the available figures, and the current values of the selected ones, from the readings that the other pages show.
"""
