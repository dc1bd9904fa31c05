"""The advice rules, by subject; ``resources/guide/verdicts.md`` lists thresholds and sources.

A rule takes the evidence and yields findings, if any. It relies only on measurements, and reports as cost the measured time of what it
names, less an estimate of the time that recording took there (``recording_cost``).
``profiles.gaps`` assigns each part of the device's gaps to a single cause, so that no two rules claim it.

- ``evidence``: the input of all rules. ``finding``: the result of a rule.
- ``waits``: waiting for the next batch, synchronizations, copies, pauses of the host, collectives.
- ``launches``: a host slower than the device, kernels shorter than their launch, optimizers of many small calls.
- ``arithmetic``: unused matrix units, layouts, chains of elementwise work, conversions.
- ``repeated_work``: the start of the program; compilation and allocation during steps.
- ``host_work``: the dominant operator of a capture without device work.
"""
