"""Workloads: the catalogue of built-in workloads, and the processes that run them.

May import: ``system``, ``core``, ``probe``, the standard library and torch. Importing a module marked "without torch" does not import
torch.

Layers, top first; the contract is in pyproject.toml:

- ``parallel``: distributed training, one process per rank.
- ``ready_child``: like ``child``, but imports its modules before it receives the spec.
- ``child``: the process of a workload; ``pretrain``: the program that trains and stores a model.
- ``rungs``: the ladder of optimizations for a device and a task, and how a rung is added to a spec. Without torch.
- ``listing``: all workloads, optimizations and engines, and which fit together. Without torch.
- ``loops``: training, inference, generation, kernels.
- ``catalog``: fills in a spec's defaults, and rejects specs that cannot run here. Without torch.
- ``engines``: runtimes for trained models; ``optimizations``: transformations of a run. Without torch until a hook is called.
- ``outcome``: a run's final quantities and facts.
- ``operation_count``: FLOP per step, counted by torch where there is no formula.
- ``kernels``: single operations; ``models``: the networks.
- ``steps``: steps and their timing, which all loops share.
- ``workload_table``: all workloads by key; ``families``: their entries; ``workload``: the description of a workload. Without torch.
- ``data``: data sets and batches; the files are located without torch.
- ``number_formats``: whether a device supports a number format in hardware. Without torch.
- ``costs``: FLOP and memory per step by formula. Without torch.
- ``capabilities``: what torch and the driver support on this machine, cached; run as a program, it refreshes the cache. Without torch.
- ``other_gpus``: torch builds, and Apple's and Intel's GPUs. Without torch.
- ``needs``: required packages and programs, and how to install them. Without torch.
- ``launch``: command lines of the processes above. Without torch.
"""
