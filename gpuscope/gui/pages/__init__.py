"""The pages of the window: one page, one file; the parts of a large one lie in a package of its name.

- ``page``: what they share: header, notices, work only while seen, memory.
- ``run_page``, ``run``: choose, start, watch, stop.
- ``runs_page``, ``runs``: everything that was recorded.
- ``compare_page``, ``compare``: groups of runs side by side.
- ``machine_page``, ``machine``: every device live, without a run.
- ``health_page``, ``health``: whether the numbers can be trusted, metric by metric; what reading them costs.
- ``settings_page``: the theme, where things are kept, the keys; unit, price and carbon of energy.
"""
