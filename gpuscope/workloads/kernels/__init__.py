"""Single operations that a run measures: one file a kernel. May import: torch.

- ``kernel``: what each of them is.
- ``gemm``: the matrix product.
"""
