"""What repeats of a run allow to be said: intervals, verdicts over many metrics, and what a number of repeats will show.

A run is one observation; the samples within it are never counted as repeats, for they follow one another (measurement.md, S19).
"""
