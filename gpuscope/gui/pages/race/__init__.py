"""The parts of the Race page.

- ``race_choice``: which runs race, and under which names; read from the store as a picture.
- ``race_clock``: the time of a race that is played, paused, sped up.
- ``race_view``: the picture at a time. ``race_controls``: the bar below it. ``race_stage``: both, on the page and in full screen.
- ``race_frames``: the frames of a film, drawn. ``race_export``: the Export button; a film is drawn beside the window's work.
  ``race_film``: a film for the command line, without a window.
"""
