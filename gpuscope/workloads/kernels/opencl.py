"""Matrix product, convolution and products of neighbours in OpenCL C, through pyopencl."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from gpuscope.core.errors import UnavailableError, first_line, pip_install
from gpuscope.core.quantity import Quantity
from gpuscope.workloads.kernels.reference import relative_error
from gpuscope.workloads.kernels.vectors import NEIGHBOURS
from gpuscope.workloads.steps.setting import Setting

SOURCE = """
__kernel void gemm(__global const T *left, __global const T *right, __global T *out, int n, int width) {
    int row = get_global_id(1), column = get_global_id(0);
    T total = 0;
    for (int k = 0; k < n; ++k) total += left[row * (long)n + k] * right[k * (long)n + column];
    out[row * (long)n + column] = total;
}

__kernel void convolution(__global const T *x, __global const T *f, __global T *out, int n, int width) {
    int row = get_global_id(1), column = get_global_id(0);
    T total = 0;
    for (int m = 0; m < width; ++m)
        for (int k = 0; k < width; ++k) total += f[m * width + k] * x[(row + m) * (long)n + column + k];
    out[row * (long)(n - width + 1) + column] = total;
}

__kernel void neighbours(__global const T *x, __global const T *unused, __global T *out, int n, int width) {
    long i = get_global_id(0);
    out[i] = x[i] * x[i + 1] + x[i + 2] * x[i + 3];
}
"""
_TYPES = {torch.float64: "double", torch.float32: "float"}
_NVIDIA = 0x10DE
"""PCI's number of the vendor."""
_DOUBLE = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"


class OpenClKernel:
    """One kernel of the program, on random numbers.

    Args:
        name: Name of the kernel function.
        shapes: Shapes of its two inputs.
        out: Shape of its result, one element per work item.
        reference: The same operation in torch.
        width: Rows of the filter; 0 without one.

    Raises:
        UnavailableError: There is no OpenCL device of the run's kind, or it rejects the program.
    """

    def __init__(
        self,
        setting: Setting,
        name: str,
        shapes: Sequence[tuple[int, ...]],
        out: tuple[int, ...],
        reference: Callable[..., torch.Tensor],
        width: int = 0,
    ) -> None:
        import pyopencl

        self._cl, self._setting, self._reference = pyopencl, setting, reference
        dtype = setting.precision.computed
        generator = torch.Generator().manual_seed(setting.spec.seed)
        self._inputs = [torch.rand(shape, generator=generator, dtype=torch.float64).to(dtype) for shape in shapes]
        self._result = torch.zeros(out, dtype=dtype)
        self._device = opencl_device(pyopencl, setting.spec.device)
        context = pyopencl.Context([self._device])
        self._queue = pyopencl.CommandQueue(context)
        self._kernel = getattr(_built(pyopencl, context, _TYPES[dtype]), name)
        self._target = pyopencl.Buffer(context, pyopencl.mem_flags.WRITE_ONLY, self._result.nbytes)
        self._arguments = (*self._buffers(context), self._target, *_integers(len(self._inputs[0]), width))

    def _buffers(self, context: Any) -> list[Any]:
        flags = self._cl.mem_flags.READ_ONLY | self._cl.mem_flags.COPY_HOST_PTR
        return [self._cl.Buffer(context, flags, hostbuf=tensor.numpy()) for tensor in self._inputs]

    def step(self) -> None:
        """Launch the kernel as many times as the batch size, and wait, because torch's clock does not cover this queue."""
        for _ in range(self._setting.batch_size):
            self._kernel(self._queue, tuple(reversed(self._result.shape)), None, *self._arguments)
        self._queue.finish()

    def check(self) -> Mapping[str, Quantity]:
        """Compare the whole last result with torch in FP64."""
        self._cl.enqueue_copy(self._queue, self._result.numpy(), self._target)
        self._queue.finish()
        true = self._reference(*(tensor.double() for tensor in self._inputs))
        return {"max_relative_error": relative_error(self._result, true, "the same numbers in FP64 by torch")}

    def facts(self) -> Mapping[str, Any]:
        """Return OpenCL's name of the device, and the minimum bytes that a step moves."""
        moved = sum(tensor.nbytes for tensor in (*self._inputs, self._result)) * self._setting.batch_size
        return {"opencl_device": self._device.name, "opencl_version": self._device.version, "bytes_per_step": moved}


def opencl_device(cl: Any, device: str) -> Any:
    """Return the OpenCL device for "cpu", or for "cuda:N" the N-th of NVIDIA in platform order: others are not what the run's sensors read.

    Raises:
        UnavailableError: There is no such device.
    """
    kind, _, index = device.partition(":")
    wanted = cl.device_type.CPU if kind == "cpu" else cl.device_type.GPU
    try:
        found = [candidate for platform in cl.get_platforms() for candidate in platform.get_devices() if candidate.type & wanted]
        devices = [candidate for candidate in found if kind == "cpu" or candidate.vendor_id == _NVIDIA]
    except cl.Error:  # raised if no OpenCL driver is installed
        devices = []
    if len(devices) > int(index or 0):
        return devices[int(index or 0)]
    raise UnavailableError(
        f"OpenCL has no device for {device}: found {len(devices)} of its kind",
        f"For CPUs: {pip_install('pyopencl[pocl]')}; for GPUs: the OpenCL driver of their vendor.",
    )


def gemm(setting: Setting) -> OpenClKernel:
    """Return the kernel for the product of square matrices."""
    size = int(setting.spec.options["size"])
    return OpenClKernel(setting, "gemm", [(size, size), (size, size)], (size, size), torch.mm)


def convolution(setting: Setting) -> OpenClKernel:
    """Return the kernel for the valid-mode correlation of one image."""
    size, width = int(setting.spec.options["size"]), int(setting.spec.options["filter"])
    places = size - width + 1

    def reference(image: torch.Tensor, taps: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.conv2d(image[None, None], taps[None, None])[0, 0]

    return OpenClKernel(setting, "convolution", [(size, size), (width, width)], (places, places), reference, width)


def neighbours(setting: Setting) -> OpenClKernel:
    """Return the kernel for out[i] = x[i] · x[i+1] + x[i+2] · x[i+3]."""
    size = int(setting.spec.options["size"])
    return OpenClKernel(setting, "neighbours", [(size,), (1,)], (size - 3,), lambda x, _unused: NEIGHBOURS.formula(x))


def _built(cl: Any, context: Any, number: str) -> Any:
    text = f"{_DOUBLE if number == 'double' else ''}typedef {number} T;\n{SOURCE}"
    try:
        return cl.Program(context, text).build()
    except cl.Error as error:
        raise UnavailableError(
            f"the OpenCL driver refuses the program: {first_line(error)}", "Use --precision fp32, or another --device."
        ) from error


def _integers(*values: int) -> list[Any]:
    import numpy as np

    return [np.int32(value) for value in values]
