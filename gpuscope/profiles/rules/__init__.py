"""The rules by which a capture is advised on, by subject; ``resources/guide/verdicts.md`` lists thresholds and sources.

A rule takes the evidence and yields what it has to say, or nothing: it asks for no more than was measured, and names as cost the
measured time of what it names. What two rules could both claim, the gaps of the device, `gaps` gives to one of them.

- ``evidence``: what all rules look at. ``finding``: what a rule says.
- ``waits``: the next batch, synchronizations, copies, pauses of the host, collectives.
- ``launches``: a host slower than the device, kernels shorter than their launch, optimizers of many small calls.
- ``arithmetic``: FP32 beside matrix units, layouts, chains of elementwise work, conversions.
- ``repeated_work``: the start of the program; compiling and taking memory while steps run.
- ``host_work``: the operator that dominates a capture without a device.
"""
