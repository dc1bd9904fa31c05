"""The parts of the Ladder page.

- ``ladder_setup``: what to climb: workload, task, device, quick or thorough.
- ``ladder_board``: a ladder: cards and pictures. ``rung_card``: one rung; ``ladder_texts``: how it stands, in words.
- ``ladder_screen``: the same on a projector.
"""
