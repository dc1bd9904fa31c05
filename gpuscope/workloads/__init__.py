"""Workloads: the catalogue of what can be run, and the processes that run it.

May import: ``system``, ``core``, ``probe`` and the standard library, and torch. Importing a module marked "without torch" does not import
torch.

Layers, top first; the contract is in pyproject.toml:

- ``parallel``: distributed training, one process per rank.
- ``ready_child``: the same process, with its imports made before it is told what to run.
- ``child``: the process of a workload; ``pretrain``: the program that trains and stores a model.
- ``rungs``: the ladder of a device and a task, and how a rung is added to a spec. Without torch.
- ``listing``: all workloads, optimizations and engines, and which fit together. Without torch.
- ``loops``: training, inference, generation, kernels.
- ``catalog``: fills in a spec's defaults, and refuses what cannot run here. Without torch.
- ``engines``: runtimes for trained models; ``optimizations``: transformations of a run. Without torch until a hook is called.
- ``outcome``: a run's final quantities and facts.
- ``operation_count``: FLOP of a step, counted by torch where there is no formula.
- ``kernels``: single operations; ``models``: the networks.
- ``steps``: steps and their timing, which all loops share.
- ``workload_table``: all workloads by key; ``families``: their entries; ``workload``: the description of a workload. Without torch.
- ``data``: data sets and batches; the files are located without torch.
- ``arithmetic``: whether a device supports a number format in hardware. Without torch.
- ``costs``: FLOP and memory of a step by formula. Without torch.
- ``capabilities``: what torch and the driver can do on this machine, cached; run as a program, it refreshes the cache. Without torch.
- ``other_gpus``: torch builds, and Apple's and Intel's GPUs. Without torch.
- ``needs``: required packages and programs, and how to install them. Without torch.
- ``launch``: command lines of the processes above. Without torch.
"""
