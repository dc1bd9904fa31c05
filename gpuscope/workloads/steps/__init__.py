"""Steps, taken in blocks and timed; all loops are built from these. May import: torch, ``probe``, ``core``, and the table of workloads.

- ``setting``: the arguments of every loop; number formats and autocast.
- ``stop_request``: a stop request by signal, honoured between blocks of steps. Without torch.
- ``clock``: the end of each step, on the host and on a GPU.
- ``phases``: durations of data, forward, backward and optimizer, sampled.
- ``warm_up``: whether a run is steady. Without torch.
- ``capture``: runs chosen steps under the profiler.
- ``peak_memory``: peaks of memory in the measured steps.
- ``measured``: warm-up, measured window, blocks of steps.
"""
