"""What repeats of a run allow to be said. A run is one observation; its samples are autocorrelated and never count as repeats (S19).

- ``estimate``: how two sets of repeats differ: ratio and difference with their intervals.
- ``verdict``: better, worse or not measurably different, with p-values corrected for many metrics in two families.
"""
