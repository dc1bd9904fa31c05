"""What can be run: the catalogue, and the process that runs it.

May import: ``system``, ``core``, ``probe`` and the standard library; torch only in modules that are not marked "without torch".
Importing a module "without torch" does not import torch.

Layers, the highest first; the contract is in pyproject.toml:

- ``parallel``: the processes of a training that is spread over several.
- ``child``: the process of a workload, and how it ends, in words; ``pretrain``: trains a model and keeps it. Programs.
- ``listing``: all that can be run, with the optimizations and engines that fit it. Without torch.
- ``loops``: training, inference, generation, kernel.
- ``catalog``: fills in a spec, and refuses what cannot run here. Without torch.
- ``engines``: what runs a trained model; ``optimizations``: what transforms a run. Without torch until a hook is called.
- ``outcome``: the quantities and facts of a run at its end.
- ``operation_count``: FLOP of a step where no formula gives them.
- ``kernels``: single operations; ``models``: the networks.
- ``steps``: what every loop is made of.
- ``precision``: number formats, autocast, gradient scaling.
- ``data``: data sets and batches. The files are found without torch.

Below them, without torch:

- ``workload_table``: the workloads by key; ``families``: their entries; ``workload``: what an entry consists of.
- ``costs``: operations and memory of a step by formula.
- ``arithmetic``: whether a device computes in a number format itself, emulates it, or is slow at it by design.
- ``capabilities``: what this machine's torch and driver can do, from a cache; run as a program it refreshes the cache.
- ``other_gpus``: builds of torch; GPUs of Apple and Intel, as torch sees them.
- ``needs``: what is needed beside torch, and the line that installs it.
- ``launch``: the command lines of the processes above.
"""
