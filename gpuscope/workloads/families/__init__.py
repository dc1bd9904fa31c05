"""The entries of the catalogue, a module a family. None of them imports torch.

- ``images``: networks that classify images.
- ``kernels``: single operations.
- ``fields``: options that several of them have.
"""
