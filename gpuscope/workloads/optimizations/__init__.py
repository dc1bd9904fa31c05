"""Optimizations: transformations of a run, each with a name, what it needs, and a paragraph on what it does and when it does not help.

One class an optimization, and one line in ``registry``. An entry imports torch only inside its methods.

- ``optimization``: what each of them is, and the steps of a run that it may change; what compressions have in common.
- ``registry``: all of them, by key; what a spec has chosen.
- ``used``: those of one run, as the loops call them.
- ``channels_last``: images with the channel as the innermost dimension.
- ``attention``: which kernels compute attention.
- ``graphs``: torch.compile in its modes, and CUDA graphs.
- ``switches``: cuDNN's search, the optimizer's kernels, inference without its mode.
- ``memory_saving``: activations computed again, offloading to main memory, a batch in parts.
- ``pruning``: single weights, two of four, whole units.
- ``quantization``: narrower weights and INT8 products by torch alone; ``torchao_weights``: by torchao.
- ``distill``: a smaller student learns from the trained model; ``student`` trains it.
- ``parallel_training``: what trainings over several ranks share; DDP and FSDP.
- ``pipeline_parallel``: layers spread over ranks; ``tensor_parallel``: weights of layers.
"""
