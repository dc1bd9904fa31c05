"""A run's readings in memory, for live and saved runs: plain Python and numpy, no Qt. Written by a service's thread, read by the pages.

- ``shown_run``: a whole run, as read by the pages. The other modules are its parts.
- ``reading_table``: append-only columns, and the ends of steps.
- ``sensor_readings``: the readings of all sensor calls, by device and metric, and the rates of counters.
- ``rare_events``: log, marks, phases, gaps, and values that the workload logged.
"""
