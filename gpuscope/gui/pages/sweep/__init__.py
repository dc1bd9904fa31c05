"""The parts of the Sweep page.

- ``sweep_setup``: the form: workload, task, device, one or two axes, budget.
- ``sweep_board``: a sweep's picture and Pareto front. ``sweep_export``: the files it can be saved as.
"""
