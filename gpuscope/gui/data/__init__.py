"""A run's readings in memory, live or kept: plain Python and numpy, no Qt. Written by a service's thread, read by the pages.

- ``shown_run``: all of a run; what the pages look at. The others are its parts.
- ``reading_table``: columns that grow, and never change below what they hold.
- ``sensor_readings``: the readings of all sensor calls, by device and metric, and how fast counters grow.
- ``step_ends``: ends of steps, rates and durations.
- ``rare_events``: log, marks, phases, gaps, and values that the workload told.
"""
