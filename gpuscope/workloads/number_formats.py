"""Whether a device supports a number format in hardware, emulates it, or is slow at it by design. Does not import torch.

Sources:

- FP64 on GPUs: CUDA Programming Guide 13.4, table 30, "Ratio of FP32 to FP64 Throughput", from compute capability 7.5 on; for earlier
  ones, CUDA C++ Programming Guide 9 to 12, "Throughput of Native Arithmetic Instructions".
- FP16 on GPUs: the latter, row "16-bit floating-point add, multiply, multiply-add". TF32, BF16: "Feature Support per Compute Capability".
- CPUs: oneDNN developer guide, "Data Types", section "Hardware Limitations", Intel 64/AMD64. torch uses oneDNN for BF16 and FP16 products
  on the CPU. The rules for Arm are derived from the flags' meaning (Linux, Documentation/arch/arm64/elf_hwcaps.rst), and unverified.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gpuscope.workloads.capabilities import Capabilities

NATIVE, EMULATED, SLOW = "native", "emulated", "slow by design"
KEY, REASON_KEY = "arithmetic", "arithmetic_reason"
"""Keys of a run's environment."""
Capability = tuple[int, int]
"""Major and minor number of a GPU's compute capability."""

_AMPERE: Capability = (8, 0)
"""First compute capability with TF32 and BF16 in hardware."""
_PASCAL, _JETSON_X1 = (6, 0), (5, 3)
"""Compute capabilities with FP16 arithmetic: 6.0 and higher, and 5.3."""
_FP32_PER_FP64: Mapping[Capability, int] = MappingProxyType(
    {
        **dict.fromkeys(((5, 0), (5, 2), (5, 3), (6, 1), (6, 2), (7, 5)), 32),
        **dict.fromkeys(((8, 6), (8, 7), (8, 9), (10, 3), (11, 0), (12, 0), (12, 1)), 64),
    }
)
"""FP32 results per FP64 result, where FP64 is slow by design."""
_FAST_FP64 = frozenset({(6, 0), (7, 0), (7, 2), (8, 0), (9, 0), (10, 0), (10, 7)})
"""Compute capabilities with FP64 at half the FP32 rate; 10.7 at a quarter."""
_FP32_PER_FP16: Mapping[Capability, int] = MappingProxyType({(6, 1): 64})
"""FP32 results per FP16 result, where FP16 is slow by design: 128 per clock against 2."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How a device computes in a number format.

    Attributes:
        kind: :data:`NATIVE`, :data:`EMULATED` or :data:`SLOW`.
        reason: Why it is slower than usual for the format; "" if it is not.
        expectation: The consequence for the run; "" if there is none.
    """

    kind: str
    reason: str = ""
    expectation: str = ""

    @property
    def warning(self) -> str:
        """One sentence to show before a start, without a full stop; "" if there is nothing to warn about."""
        return f"{self.reason}: {self.expectation}" if self.expectation else self.reason

    def to_json(self) -> dict[str, str]:
        """Return the entries for a run's environment and for ``gpuscope workloads --json``."""
        return {KEY: self.kind, REASON_KEY: self.reason}


_FULL_SPEED = Arithmetic(NATIVE)


def arithmetic(device: str, precision: str, capabilities: Capabilities) -> Arithmetic | None:
    """Return how a spec's device on this machine computes in a number format; None if unknown."""
    kind, _, index = device.partition(":")
    if kind == "cpu":
        return cpu_arithmetic(precision, capabilities.cpu_flags)
    gpu = capabilities.cuda_device(int(index)) if kind == "cuda" else None
    return None if gpu is None else cuda_arithmetic(precision, gpu.compute_capability, gpu.name)


def warning(device: str, precision: str, capabilities: Capabilities) -> str:
    """Return :attr:`Arithmetic.warning` for a device and a number format; "" if nothing is known."""
    answer = arithmetic(device, precision, capabilities)
    return "" if answer is None else answer.warning


def cpu_arithmetic(precision: str, flags: Sequence[str]) -> Arithmetic | None:
    """Return how a processor with these flags of /proc/cpuinfo computes in a number format; None if the flags are unknown.

    FP32 and FP64 are native everywhere. Without hardware support oneDNN converts BF16 and FP16 to FP32 and back; according to its guide,
    BF16 is then 3 to 4 times slower than FP32. AVX512-FP16 accumulates in FP16, so oneDNN converts to FP32 to avoid overflow; FP16 is
    native only with AMX-FP16.
    """
    if precision in ("fp64", "fp32"):
        return _FULL_SPEED
    is_arm = "asimd" in flags
    if precision not in ("bf16", "fp16") or not (is_arm or "sse2" in flags):
        return None
    name, expectation = precision.upper(), "expect it to be several times slower than fp32"
    if is_arm:
        native, lacking = {"bf16": ("bf16",), "fp16": ("fphp", "asimdhp")}[precision], f"no {name} instructions"
    elif precision == "bf16":
        native, lacking = ("avx512_bf16", "amx_bf16"), "no AVX512-BF16, no AMX"
    elif "avx512_fp16" in flags:
        native, lacking = ("amx_fp16",), "AVX512-FP16 accumulates in FP16, so oneDNN converts to FP32, and there is no AMX-FP16"
        expectation = "expect it to be no faster than fp32"
    else:
        native, lacking = ("amx_fp16",), "no AVX512-FP16, no AMX-FP16"
    if not set(native).isdisjoint(flags):
        return _FULL_SPEED
    return Arithmetic(EMULATED, f"{name} is emulated on this processor ({lacking})", expectation)


def saturates_int8(flags: Sequence[str]) -> bool:
    """Return whether products of 8-bit integers overflow, by the flags of /proc/cpuinfo: x86 without VNNI adds two of them in 16 bits.

    Source: ONNX Runtime, "Quantize ONNX Models", section on when and why to use ``reduce_range``.
    """
    return "avx2" in flags and {"avx_vnni", "avx512_vnni"}.isdisjoint(flags)


def cuda_arithmetic(precision: str, capability: Capability, name: str) -> Arithmetic | None:
    """Return how an NVIDIA GPU computes in a number format; None for FP64 at compute capabilities that are not in the tables."""
    version = f"compute capability {capability[0]}.{capability[1]}"
    if precision == "fp64":
        return _slow("FP64", _FP32_PER_FP64.get(capability), name, version) or (_FULL_SPEED if capability in _FAST_FP64 else None)
    if precision == "tf32" and capability < _AMPERE:
        return Arithmetic(NATIVE, f"TF32 is ignored on {name} ({version}, and it needs 8.0)", "products are computed in FP32")
    if precision == "bf16" and capability < _AMPERE:
        return Arithmetic(EMULATED, f"BF16 is emulated on {name} ({version}, and it needs 8.0)", "expect it to be slower than fp32")
    if precision == "fp16":
        if capability < _PASCAL and capability != _JETSON_X1:
            return Arithmetic(
                EMULATED, f"FP16 is emulated on {name} ({version} computes it in FP32)", "expect it to save memory, and no time"
            )
        return _slow("FP16", _FP32_PER_FP16.get(capability), name, version) or _FULL_SPEED
    return _FULL_SPEED


def _slow(format_name: str, fp32_per_result: int | None, name: str, version: str) -> Arithmetic | None:
    if fp32_per_result is None:
        return None
    return Arithmetic(
        SLOW, f"{format_name} is slow by design on {name} ({version}: 1/{fp32_per_result} of FP32's rate)", "use fp32 where it suffices"
    )
