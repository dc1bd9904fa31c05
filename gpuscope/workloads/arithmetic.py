"""Whether a device computes in a number format itself, emulates it, or is slow at it by design. Does not import torch."""

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
"""The first with TF32 and BF16 in hardware (CUDA C++ Programming Guide, table "Feature Support per Compute Capability")."""
_PASCAL, _JETSON_X1 = (6, 0), (5, 3)
# FP32 results for each FP64 result of a multiprocessor and clock: CUDA C++ Programming Guide, "Throughput of Native Arithmetic
# Instructions", rows "32-bit" and "64-bit floating-point add, multiply, multiply-add". What is not listed computes FP64 at half the
# rate of FP32 (6.0, 7.0, 8.0, 9.0, 10.0) or is not known.
_FP32_PER_FP64: Mapping[Capability, int] = MappingProxyType(
    {
        **dict.fromkeys(((5, 0), (5, 2), (5, 3), (6, 1), (6, 2), (7, 5)), 32),
        **dict.fromkeys(((8, 6), (8, 7), (8, 9), (10, 3), (11, 0), (12, 0), (12, 1)), 64),
    }
)
_HALF_RATE = frozenset({(6, 0), (7, 0), (7, 2), (8, 0), (9, 0), (10, 0)})
_FP32_PER_FP16: Mapping[Capability, int] = MappingProxyType({(6, 1): 64})
"""As above, row "16-bit floating-point add, multiply, multiply-add": 2 results a clock against 128."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How a device computes in a number format.

    Attributes:
        kind: :data:`NATIVE`, :data:`EMULATED` or :data:`SLOW`.
        reason: Why it is not what the format promises, in words; "" where it is.
        expectation: What that means for the run; "" for nothing.
    """

    kind: str
    reason: str = ""
    expectation: str = ""

    @property
    def warning(self) -> str:
        """One sentence, without its full stop, to show before a start; "" when there is nothing to warn of."""
        return f"{self.reason}: {self.expectation}" if self.expectation else self.reason

    def to_json(self) -> dict[str, str]:
        """Return what a run's environment and ``gpuscope workloads --json`` hold."""
        return {KEY: self.kind, REASON_KEY: self.reason}


_AS_PROMISED = Arithmetic(NATIVE)


def arithmetic(device: str, precision: str, capabilities: Capabilities) -> Arithmetic | None:
    """Return how a device of this machine computes in a number format; None where that is not known.

    Args:
        device: As a spec names it: "cpu", "cuda:0".
        precision: A spec's.
        capabilities: What is known of this machine.
    """
    kind, _, index = device.partition(":")
    if kind == "cpu":
        return cpu_arithmetic(precision, capabilities.cpu_flags)
    there = capabilities.cuda_device(int(index)) if kind == "cuda" else None
    return None if there is None else cuda_arithmetic(precision, there.compute_capability, there.name)


def warning(device: str, precision: str, capabilities: Capabilities) -> str:
    """Return :attr:`Arithmetic.warning` of a device and a number format; "" where nothing is known."""
    answer = arithmetic(device, precision, capabilities)
    return "" if answer is None else answer.warning


def cpu_arithmetic(precision: str, flags: Sequence[str]) -> Arithmetic | None:
    """Return how a processor computes in a number format.

    FP32 and FP64 are native everywhere. For BF16 and FP16 torch's kernels (oneDNN) convert to FP32 and back where the processor lacks
    the instructions.

    Args:
        precision: A spec's.
        flags: Of the processor, as /proc/cpuinfo names them; empty where they are not known.
    """
    if precision in ("fp64", "fp32"):
        return _AS_PROMISED
    arm = "asimd" in flags
    known = arm or "sse2" in flags
    if precision not in ("bf16", "fp16") or not known:
        return None
    if arm:
        instructions = {"bf16": ("bf16",), "fp16": ("fphp", "asimdhp")}[precision]
        lacking = f"no {precision.upper()} instructions"
    else:
        instructions = {"bf16": ("avx512_bf16", "amx_bf16"), "fp16": ("avx512_fp16", "amx_fp16")}[precision]
        lacking = f"no AVX512-{precision.upper()}, no AMX{'-FP16' if precision == 'fp16' else ''}"
    if not set(instructions).isdisjoint(flags):
        return _AS_PROMISED
    return Arithmetic(
        EMULATED, f"{precision.upper()} is emulated on this processor ({lacking})", "expect it to be several times slower than fp32"
    )


def cuda_arithmetic(precision: str, capability: Capability, name: str) -> Arithmetic | None:
    """Return how an NVIDIA GPU computes in a number format, by its compute capability; None for capabilities not in the tables.

    Args:
        precision: A spec's.
        capability: Compute capability.
        name: Of the GPU.
    """
    version = f"compute capability {capability[0]}.{capability[1]}"
    if precision == "fp64":
        return _rate("FP64", _FP32_PER_FP64.get(capability), name, version) or (_AS_PROMISED if capability in _HALF_RATE else None)
    if precision == "tf32" and capability < _AMPERE:
        return Arithmetic(NATIVE, f"TF32 is ignored on {name} ({version}, and it needs 8.0)", "products are computed in FP32")
    if precision == "bf16" and capability < _AMPERE:
        return Arithmetic(EMULATED, f"BF16 is emulated on {name} ({version}, and it needs 8.0)", "expect it to be slower than fp32")
    if precision == "fp16":
        if capability < _PASCAL and capability != _JETSON_X1:
            return Arithmetic(
                EMULATED, f"FP16 is emulated on {name} ({version} computes it in FP32)", "expect it to save memory, and no time"
            )
        return _rate("FP16", _FP32_PER_FP16.get(capability), name, version) or _AS_PROMISED
    return _AS_PROMISED


def _rate(format_name: str, fp32_per_result: int | None, name: str, version: str) -> Arithmetic | None:
    if fp32_per_result is None:
        return None
    return Arithmetic(
        SLOW, f"{format_name} is slow by design on {name} ({version}: 1/{fp32_per_result} of FP32's rate)", "use fp32 where it suffices"
    )
