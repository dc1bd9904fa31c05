"""The words of the domain: pure values, no input or output, nothing imported from gpuscope.

May import: the standard library.

- ``errors``: the tree under :class:`~gpuscope.core.errors.GpuscopeError`, each with its exit code.
- ``quantity``: a value with its unit, source, quality and uncertainty.
- ``metric``: what is to be known of something that can be measured. ``metric_registry`` finds one by its key; its entries are in
  ``device_metrics`` (series), ``run_metrics`` and ``energy_metrics`` (one number a run). ``step_phase``: the phases of a step.
- ``runspec``: what to run; flags, forms, stored rows and "what differs" are made from its fields.
- ``event``: the stream between the processes.
- ``device``: a device and what can be measured on it.
- ``slowdown_metrics``: for which share of a run something slowed a device.
- ``throttle_reason``: why a device runs below the clock that was asked for.
- ``energy_factors``: what the user assumes of a joule: its price, the carbon of the grid.
- ``run``: a stored run as the readers see it.
- ``tolerance``: how far the answers of two forms of a model may be apart.
- ``figures``: numbers as people read them: digits, thousands, prefixes, the unit of several, the unit of live readings.
"""
