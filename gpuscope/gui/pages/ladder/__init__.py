"""The parts of the Ladder page.

- ``ladder_setup``: the form: workload, task, device, quick or thorough.
- ``ladder_board``: a ladder's cards and pictures. ``rung_card``: a single rung; ``ladder_texts``: status texts.
- ``ladder_screen``: the ladder full screen, for a projector.
"""
