"""Single operations that a run measures. May import: torch.

- ``kernel``: what each of them is, and how far its result is from the reference.
- ``gemm``: the matrix product.
- ``copies``: copies within a device's memory, and between host and GPU.
- ``correlation``: correlations and convolutions of images and signals, by several methods.
- ``vectors``: operations whose work is moving numbers; ``vector_operations`` says what each computes.
- ``implementations``: the same operations in other languages.
- ``opencl``: operations in OpenCL C.
- ``ceiling``: what a device can do at most, measured beside the run.
"""
