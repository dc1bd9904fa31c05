"""The catalogue's entries, by family. Does not import torch.

- ``images``: networks that classify images.
- ``text``: networks that classify and generate text.
- ``kernels``: single operations.
- ``fields``: options that several workloads share.
"""
