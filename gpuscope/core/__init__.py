"""The words of the domain: pure values, no input or output, nothing imported from gpuscope.

May import: the standard library.

- ``errors``: the tree under :class:`~gpuscope.core.errors.GpuscopeError`, each with its exit code.
- ``quantity``: a value with its unit, source, quality and uncertainty.
- ``metric``: something that can be measured: unit, behaviour, which direction is better. ``metric_registry`` finds one by its key and
  says which ones comparisons are made for; its entries are in ``device_metrics`` (series), ``run_metrics`` and ``energy_metrics`` (one
  number a run), ``slowdown`` (why a device runs below its clock, and the share of time of each reason).
- ``workload_keys``: the keys under which a workload reports values: phases of a step, ranks.
- ``runspec``: what to run; flags, forms, stored rows and "what differs" are made from its fields. ``field``: one of them, parsed and
  checked.
- ``steppers``: whose steps are told: a process that reports its own, or one whose steps were seen.
- ``capture_request``: which part of a run the profiler records.
- ``event``: the stream between the processes. ``event_json``: its form on the wire. ``event_batch``: events that are spooled and stored
  together.
- ``alert_rule``: what an alert watches, and beyond which limit it fires.
- ``device``: a device and what can be measured on it.
- ``energy_factors``: what the user assumes of a joule: its price, the carbon of the grid.
- ``run``: a stored run as the readers see it, and where an imported one came from.
- ``plan``: several runs that belong together, recorded one after another by one conductor.
- ``sweep_axes``: the values that the knobs of a sweep take, and the order of its cells.
- ``tolerance``: how far the answers of two forms of a model may be apart.
- ``cure_words``: every sentence that is advised against what held a run or a capture back.
- ``figures``: numbers as people read them: digits, thousands, prefixes, the unit of several, the unit of live readings.
"""
