"""The function that runs a workload in its process, one per task. May import: torch.

- ``training``: training, for a number of steps, a duration, or to a target accuracy.
- ``optimizer_step``: a single training step, reporting of losses, and the restart of a training after its warm-up.
- ``inference``: forward passes of a trained model.
- ``generation``: text generation with a key-value cache, prefill and decode timed separately.
- ``drift``: deviation of results from FP64 and from the eager model.
- ``kernel``: a single operation.
"""
