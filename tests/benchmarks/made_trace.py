"""Writes a trace of any size in Kineto's format: ``python -m tests.benchmarks.made_trace 1000 trace.json``.

Steps of a transformer: Python frames, operators with shapes, launches, kernels of eight names, arrows, memory events. Names, members and
layout are those of traces recorded on GPUs; times and ids keep counting.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

_BASE_NS = 1751410836000000000
_OPERATORS = (
    ("aten::linear", "[[16, 512, 1024], [4096, 1024], [4096]]", '["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"]'),
    (
        "aten::addmm",
        "[[4096], [8192, 1024], [1024, 4096], [], []]",
        '["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar"]',
    ),
    (
        "aten::native_layer_norm",
        "[[16, 512, 1024], [], [1024], [1024], []]",
        '["c10::BFloat16", "ScalarList", "c10::BFloat16", "", "Scalar"]',
    ),
    ("aten::_scaled_dot_product_flash_attention", "[[16, 16, 512, 64], [16, 16, 512, 64], [16, 16, 512, 64]]", '["c10::BFloat16", "", ""]'),
    ("aten::gelu", "[[16, 512, 4096], []]", '["c10::BFloat16", ""]'),
    ("aten::add", "[[16, 512, 1024], [16, 512, 1024], []]", '["c10::BFloat16", "c10::BFloat16", "Scalar"]'),
    ("aten::mul", "[[16, 512, 1024], []]", '["c10::BFloat16", "Scalar"]'),
    ("aten::copy_", "[[16, 512, 1024], [16, 512, 1024], []]", '["float", "c10::BFloat16", "Scalar"]'),
)
_KERNELS = (
    "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, c10::BFloat16 const*, float*)",
    "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false, false>>(pytorch_flash::Params)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>>(int, at::native::CUDAFunctor_add)",
)
_STEP_US = 5000.0
_CALLS_A_STEP = 400
_CALL = """  {{
    "ph": "X", "cat": "python_function", "name": "torch/nn/modules/module.py(1773): _call_impl", "pid": 19392, "tid": 19392,
    "ts": {python:.3f}, "dur": 12.000,
    "args": {{
      "Python parent id": {parent}, "Python id": {id}, "Ev Idx": {id}
    }}
  }},
  {{
    "ph": "X", "cat": "cpu_op", "name": "{operator}", "pid": 19392, "tid": 19392,
    "ts": {start:.3f}, "dur": 9.250,
    "args": {{
      "External id": {id},"Record function id": 0, "Concrete Inputs": ["", "", "", "1", "1"], "Input type": {types}, "Input Strides": [[1], [1024, 1], [1, 1024], [], []], "Input Dims": {shapes}, "Ev Idx": {id}
    }}
  }},
  {{
    "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 19392, "tid": 19392,
    "ts": {launch:.3f}, "dur": 3.100,
    "args": {{
      "External id": {id}, "cbid": 211, "correlation": {id}
    }}
  }},
  {{
    "ph": "s", "id": {id}, "pid": 19392, "tid": 19392, "ts": {launch:.3f},
    "cat": "ac2g", "name": "ac2g"
  }},
  {{
    "ph": "X", "cat": "kernel", "name": "{kernel}", "pid": 0, "tid": 7,
    "ts": {work:.3f}, "dur": {duration:.3f},
    "args": {{
      "External id": {id}, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": {id}, "registers per thread": 40, "shared memory": 0, "blocks per SM": 3.87, "warps per SM": 15.5, "grid": [512, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %": 48
    }}
  }},
  {{
    "ph": "f", "id": {id}, "pid": 0, "tid": 7, "ts": {work:.3f},
    "cat": "ac2g", "name": "ac2g", "bp": "e"
  }},
  {{
    "ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 19392, "tid": 19392, "ts": {launch:.3f},
    "args": {{
      "Total Reserved": 2629828608, "Total Allocated": {allocated}, "Bytes": {bytes}, "Addr": {address}, "Device Id": 0, "Device Type": 1, "Ev Idx": {id}
    }}
  }},
"""  # noqa: E501
_STEP = """  {{
    "ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{number}", "pid": 19392, "tid": 19392,
    "ts": {start:.3f}, "dur": {duration:.3f},
    "args": {{
      "External id": 0,"Record function id": 0, "Ev Idx": 0
    }}
  }},
"""
_HEAD = f"""
{{
  "schemaVersion": 1,
  "deviceProperties": [
    {{
      "id": 0, "name": "NVIDIA H100 80GB HBM3", "totalGlobalMem": 85018279936,
      "computeMajor": 9, "computeMinor": 0, "warpSize": 32, "numSms": 132
    }}
  ],
  "displayTimeUnit": "ms",
  "baseTimeNanoseconds": {_BASE_NS},
  "traceEvents": [
"""
_END = """  {
    "ph": "X", "cat": "Trace", "ts": 1000.000, "dur": 1.000, "pid": "Spans", "tid": "PyTorch Profiler", "name": "PyTorch Profiler (0)", "args": {"Op count": 0}
  }
  ],
  "traceName": "trace.json"
}
"""  # noqa: E501


def trace_pieces(size: int) -> Iterator[str]:
    """Yield a trace of about the given number of bytes, one step per piece."""
    yield _HEAD
    written, number = len(_HEAD), 0
    while written < size:
        piece = _step(number)
        written += len(piece)
        number += 1
        yield piece
    yield _END


def _step(number: int) -> str:
    start = 1419247332596.0 + number * _STEP_US
    calls = [_STEP.format(number=number, start=start, duration=_STEP_US - 1)]
    for place in range(_CALLS_A_STEP):
        name, shapes, types = _OPERATORS[place % len(_OPERATORS)]
        call = start + 1 + place * (_STEP_US - 10) / _CALLS_A_STEP
        calls.append(
            _CALL.format(
                python=call,
                start=call + 1,
                launch=call + 4,
                work=call + 15,
                duration=4 + place % 7,
                id=number * _CALLS_A_STEP + place + 1,
                parent=number * _CALLS_A_STEP,
                operator=name,
                shapes=shapes,
                types=types,
                kernel=_KERNELS[place % len(_KERNELS)],
                allocated=1003059712 + (place % 50) * 1048576,
                bytes=1048576 if place % 2 else -1048576,
                address=137877174353920 + place,
            )
        )
    return "".join(calls)


def write_trace(path: Path, size: int) -> None:
    """Write a trace of about the given number of bytes."""
    with path.open("w") as file:
        file.writelines(trace_pieces(size))


if __name__ == "__main__":
    write_trace(Path(sys.argv[2]), int(sys.argv[1]) * 1_000_000)
