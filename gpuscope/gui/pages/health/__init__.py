"""The Health page's parts.

- ``metric_state``: whether a metric gives readings now, in a word; ``health_figures``: what the sensors cost and how their helper fares.
- ``metric_tree``: device by device, each metric with its source, period, sampled share and uncertainty.
- ``lack_list``: what cannot be measured, why, and the cure to copy.
"""
