"""The window's pages, each in its own file; a large page keeps its parts in a package of the same name.

- ``page``: base class: header, notices, work only while visible, saved state.
- ``run_page``, ``run``: choose, start, watch and stop a run.
- ``plan``: base of the pages that show a plan: form, board, start, stop, resume, save.
- ``ladder_page``, ``ladder``: optimizations added one after another, with a measurement of each rung.
- ``sweep_page``, ``sweep``: a run for each combination of values of one or two knobs.
- ``runs_page``, ``runs``: every recorded run.
- ``compare_page``, ``compare``: groups of runs side by side.
- ``race_page``, ``race``: runs replayed on a common clock; opened from Compare and Runs.
- ``profile_page``, ``profile``: profiler recordings: device time, operators, kernels, steps, memory.
- ``machine_page``, ``machine``: live readings of every device, without a run.
- ``health_page``, ``health``: availability and accuracy of each metric, and the cost of reading it.
- ``help_page``: the guide.
- ``settings_page``, ``settings``: theme, folders, keyboard shortcuts, energy unit, energy price and carbon intensity, alerts.
"""
