"""The parts of the Race page.

- ``race_choice``: the lanes of a race; reads them from the store as a picture.
- ``race_clock``: the clock of a race: play, pause, speed.
- ``race_view``: the picture at a time. ``race_controls``: the bar below it. ``race_stage``: both, on the page or full screen.
- ``race_frames``: renders the frames of a film; a film for the command line, without a window. ``race_export``: the Export button;
  renders films in the background.
"""
