"""The parts of the Health page.

- ``health_state``: whether a metric currently gives readings; figures on the cost of reading, the sensor helper, gaps and the store.
- ``metric_tree``: the metrics of each device with source, period, sampled share and uncertainty.
- ``lack_list``: the metrics that cannot be measured, with the reason and a remedy to copy.
"""
