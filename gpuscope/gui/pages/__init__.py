"""The pages of the window: one file per page; the parts of a large page are in a package of the same name.

- ``page``: their base: header, notices, work only while visible, saved state.
- ``run_page``, ``run``: choose, start, watch, stop.
- ``plan``: the frame of the pages that show a plan: form, board, start, stop, resume, save.
- ``ladder_page``, ``ladder``: one optimization added to another, each measured as the ladder is climbed.
- ``sweep_page``, ``sweep``: ranges of one or two knobs, a run for each combination.
- ``runs_page``, ``runs``: everything that was recorded.
- ``compare_page``, ``compare``: groups of runs side by side.
- ``race_page``, ``race``: runs replayed on one clock; reached from Compare and Runs.
- ``profile_page``, ``profile``: what a profiler recorded: device time, operators, kernels, steps, memory.
- ``machine_page``, ``machine``: live readings of every device, without a run.
- ``health_page``, ``health``: availability and accuracy of each metric; the cost of reading them.
- ``help_page``: the guide.
- ``settings_page``, ``settings``: the theme, where things are kept, the keys; unit, price and carbon of energy; alerts.
"""
