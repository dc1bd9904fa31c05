"""Distributed training: one process per rank, started by torchrun, on one machine or several.

How a model is spread over the ranks is an optimization (``optimizations.parallel_training``).

- ``launcher``: the workload's process; runs torchrun, and reports which rank failed and why. Imports torch only after its first message.
- ``rank``: the process of one rank.
- ``ranks``: the ranks' channel, their agreed stop request, and the loss and throughput of each and of all.
- ``training``: the training loop of a rank.
"""
