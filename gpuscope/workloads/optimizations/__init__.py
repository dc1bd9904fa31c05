"""Optimizations: named transformations of a run. An optimization imports torch only inside its methods.

- ``optimization``: the base class: a description, and the hooks that the loops call.
- ``registry``: all optimizations by key, and those that a spec selects.
- ``used``: the optimizations of one run, applied by the loops as one.
- ``switches``: single torch settings: channels last, attention kernels, cuDNN autotuning, optimizer kernels, inference mode.
- ``graphs``: torch.compile in its modes, and CUDA graphs.
- ``memory_saving``: activation checkpointing, offloading to main memory, gradient accumulation.
- ``pruning``: unstructured, 2:4 and structured pruning.
- ``quantization``: narrow weights and INT8 products, by torch and by torchao.
- ``distill``: knowledge distillation.
- ``parallel_training``: the base class of distributed training; DDP and FSDP.
- ``model_parallel``: pipeline and tensor parallelism.
"""
