"""Steps and phases of PyTorch programs that know nothing of gpuscope. Standard library only, Python 3.9 and later; never raises.

Loaded in the program under a name of its own, by its path: its environment need not have gpuscope, and a gpuscope that it imports itself
has its own channel and comes first.

- ``entry``: a folder in front of the program's PYTHONPATH, whose ``sitecustomize`` waits for torch to be imported.
- ``torch_hooks``: what is wrapped in torch: the loader's next batch, the backward pass, the end of an optimizer's step.
- ``step_watch``: makes steps and their phases out of these calls.
- ``step_capture``: has the steps that are seen profiled, by what a program that calls ``gpuscope.step()`` uses too.
- ``seen_ring``: one record a step, in a file that the recorder reads.
"""
