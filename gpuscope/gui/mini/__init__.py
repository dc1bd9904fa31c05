"""The mini view: chosen figures with sparklines in a small window that stays on top.

- ``mini_view``: the window, its menu and its place.
- ``mini_control``: opens and closes it.
- ``mini_rows``: draws the figures.
- ``mini_figures``: what can be chosen, and the chosen figures of now, from the readings that the other pages show.
"""
