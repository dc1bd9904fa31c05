"""The parts of the Sweep page.

- ``sweep_setup``: what to sweep: workload, task, device, one or two axes, budget.
- ``sweep_board``: a sweep: picture, Pareto front. ``sweep_export``: what is saved of it.
"""
