"""Statistics of repeated runs. A run is one observation; its samples are autocorrelated and never count as repeats (S19).

- ``estimate``: ratio and difference of two sets of repeats, with their intervals.
- ``trend``: the trend over time within two sets of repeats.
- ``verdict``: better, worse or not measurably different, with p-values corrected for many metrics in two families.
"""
