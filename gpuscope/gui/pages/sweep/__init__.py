"""The parts of the Sweep page.

- ``sweep_setup``: what to sweep: workload, task, device, one or two axes, budget, with a forecast; earlier sweeps.
- ``sweep_board``: a sweep: sentence, picture, Pareto front. ``sweep_export``: what is saved of it.
"""
