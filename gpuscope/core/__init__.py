"""The domain model: pure values, without input or output, importing nothing else from gpuscope.

May import: the standard library.

- ``errors``: the exception classes under :class:`~gpuscope.core.errors.GpuscopeError`, each with its exit code.
- ``quantity``: a value with its unit, source, quality and uncertainty.
- ``metric``: a measurable quantity: unit, behaviour, which direction is better. ``metric_registry`` looks metrics up by key and lists
  the primary ones for comparisons; its entries are in ``device_metrics`` (series), ``run_metrics`` and ``energy_metrics`` (one number
  per run), ``slowdown`` (reasons for a reduced clock, and the share of time of each).
- ``workload_keys``: the keys under which a workload reports values: phases of a step, ranks.
- ``runspec``: what to run; flags, forms, stored rows and comparisons of settings are generated from its fields. ``field``: a single
  field: parsing and validation.
- ``steppers``: sources of steps: a process that reports its own, or a process whose steps were observed.
- ``lack_of_memory``: whether a run ended for lack of memory.
- ``capture_request``: a request for the profiler to record a part of a run.
- ``event``: the events exchanged between processes. ``event_json``: their wire format. ``event_batch``: batches of events for spool
  and store.
- ``alert_rule``: the quantity an alert watches, and its limit.
- ``device``: a device and the metrics that can be measured on it.
- ``energy_factors``: the user's assumptions about energy: its price, the carbon intensity of the grid.
- ``run``: a stored run as readers see it, and the origin of an imported run.
- ``plan``: a set of related runs, recorded one after another by one conductor.
- ``sweep_axes``: the values of a sweep's settings, and the order of its cells.
- ``tolerance``: the accepted difference between the outputs of two forms of a model.
- ``cure_texts``: all sentences of advice for the bottlenecks of runs and captures.
- ``natural_order``: the order of names in lists.
- ``figures``: number formatting: digits, thousands, prefixes, common units, units of live readings.
"""
