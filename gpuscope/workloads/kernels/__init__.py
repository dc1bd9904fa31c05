"""Single operations, measured as workloads. May import: torch.

- ``reference``: the error against an FP64 reference, and the device's measured peak rates.
- ``gemm``: matrix products.
- ``copies``: copies within a device's memory, and between host and GPU.
- ``correlation``: correlation and convolution by several methods.
- ``vectors``: memory-bound operations on vectors, in torch.
- ``vectors_cpp``, ``vectors_cuda``, ``vectors_triton``: the same operations in other languages, imported when a run names them.
- ``opencl``: kernels in OpenCL C.
"""
