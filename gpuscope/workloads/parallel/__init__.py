"""One training over several processes: how its ranks are started, agree, and tell the recorder what they do.

torchrun starts the ranks, on one machine or, by its rendezvous, on several. How a model is spread over them is an optimization each
(``optimizations.parallel_training``).

- ``launcher``: the process of the workload; runs torchrun, and says which rank failed and why. Imports torch after its first word.
- ``rank``: the process of one rank.
- ``ranks``: what they share: the run's channel, a wish to stop on which all agree, loss and throughput of each and of all.
- ``training``: the training loop of a rank.
"""
