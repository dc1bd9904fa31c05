"""What can be run: the catalogue, and the process that runs it.

May import: ``system``, ``core``, ``probe`` and the standard library; torch in ``child`` and everything below it only.
Whoever imports a module of the first group does not import torch.

Without torch:

- ``catalog``: the workloads, their options and defaults; fills in a spec, and refuses what cannot run here.
- ``listing``: all that can be run, with the optimizations and engines that fit it.
- ``capabilities``: what this machine's torch and driver can do, from a cache; run as a program it refreshes the cache.
- ``arithmetic``: whether a device computes in a number format itself, emulates it, or is slow at it by design.
- ``torch_package``: version and build of the torch that is installed.
- ``other_gpus``: GPUs of Apple and Intel, as torch sees them.
- ``costs``: operations and memory of a step by formula.
- ``text_costs``: the same of the models for text.
- ``pretrain``: trains a model and keeps it; run as a program.
- ``launch``: the command lines of the processes below.

With torch:

- ``child``: the process of a workload; ``child_end``: how it ends, in words.
- ``parallel``: the processes of a training that is spread over several.
- ``precision``: number formats, autocast, gradient scaling.
- ``outcome``: what a workload tells of itself at its end.
- ``models``: the networks and the kernel.
- ``data``: data sets and batches.
- ``loops``: training, inference, kernel; one measured loop below them.
"""
