"""The parts of the Health page.

- ``health_state``: whether a metric gives readings now; the cost of the sensors, their helper, gaps and the store's size as figures.
- ``metric_tree``: the metrics of each device with source, period, sampled share and uncertainty.
- ``lack_list``: what cannot be measured, why, and the cure to copy.
"""
