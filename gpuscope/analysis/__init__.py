"""What recorded numbers say: pure functions on arrays, without files, clocks or processes.

May import: ``system``, ``core``, numpy and the standard library.

- ``series``: readings of one metric of one device.
- ``reduction``: a series over a window becomes one number: means, peaks, differences of counters.
- ``energy``: what an energy counter's difference may be called, and how far to trust it.
- ``step_times``: rates and latencies from the ends of steps.
- ``placement``: which devices' energy a run's energy is.
- ``update_period``: how often a sensor really updates.
- ``run_data``: everything that was recorded of a run.
- ``device_summary``: the numbers of one device over the window.
- ``summary``: the numbers of a run and of its devices over its window.
- ``flat_document``: nested documents as flat ones.
- ``recorded_run``: a run with its curves, for whoever draws them.
- ``group_titles``: names of groups that nobody named.
- ``comparison``: runs side by side: values, ratios, and what differs.
"""
