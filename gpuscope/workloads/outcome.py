"""A workload's final report: quantities by metric key, and facts for the environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch

from gpuscope.core.errors import first_line
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run_metrics import TOKENS_PER_S, with_tests
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.capabilities import cpu_flags
from gpuscope.workloads.kernels import reference
from gpuscope.workloads.number_formats import Arithmetic, cpu_arithmetic, cuda_arithmetic
from gpuscope.workloads.steps import peak_memory
from gpuscope.workloads.steps.measured import Window
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload_table import operations_per_step, workload

_TOO_SOON = "the run was stopped before its first measured step"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a loop.

    Attributes:
        window: The measured part; None if the run was stopped before it.
        values: Quantities by metric key.
        facts: Text and numbers; an "operations_per_step" counted by torch takes precedence over the formula.
    """

    window: Window | None
    values: Mapping[str, Quantity]
    facts: Mapping[str, Any] = field(default_factory=dict)


def values(outcome: Outcome, setting: Setting) -> dict[str, dict[str, Any]]:
    """Return all quantities of a run in their JSON form: the loop's own, operations per second, and peak memory."""
    flops = _operations(outcome, setting.spec)
    quantities = {
        **outcome.values,
        "flops": flops,
        "mfu": _share_of_product(flops, outcome, setting),
        **_tokens(outcome.window, setting.spec),
        **_moved(outcome, setting.spec),
        **(peak_memory.missing(_TOO_SOON) if outcome.window is None else outcome.window.peaks),
    }
    return {key: quantity.to_json() for key, quantity in quantities.items()}


def facts(outcome: Outcome, setting: Setting) -> dict[str, Any]:
    """Return the facts for the run's environment."""
    environment = {
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
        "operations_per_step": operations_per_step(setting.spec),
        **outcome.facts,
        **_arithmetic_facts(setting),
    }
    if outcome.window is not None:
        environment["steps_timed_every"] = outcome.window.steps_timed_every
    if setting.warm_up.unsteady is not None:
        environment["steady"] = "no" if setting.warm_up.unsteady else "yes"
    if setting.device.type == "cuda":
        environment |= _cuda_facts(setting.device)
    return environment


def _arithmetic_facts(setting: Setting) -> dict[str, str]:
    """Return whether the device supports the run's number format in hardware; empty if unknown."""
    answer = _arithmetic(setting)
    return {} if answer is None else answer.to_json()


def _arithmetic(setting: Setting) -> Arithmetic | None:
    if setting.device.type == "cuda":
        properties = torch.cuda.get_device_properties(setting.device)
        return cuda_arithmetic(setting.precision.key, (properties.major, properties.minor), properties.name)
    return cpu_arithmetic(setting.precision.key, cpu_flags() or flags_of_torch()) if setting.device.type == "cpu" else None


def flags_of_torch() -> tuple[str, ...]:
    """Return an x86 processor's flags as reported by torch, for systems without /proc/cpuinfo; () if torch does not report them."""
    flags: Mapping[str, object] = getattr(torch.cpu, "get_capabilities", dict)()
    return tuple(flag for flag, is_there in flags.items() if is_there is True) if flags.get("architecture") == "x86_64" else ()


def _operations(outcome: Outcome, spec: ResolvedSpec) -> Quantity:
    window = outcome.window
    if window is None or window.steps == 0:
        return Quantity.missing("FLOP/s", _TOO_SOON)
    counted = outcome.facts.get("operations_per_step")
    operations = operations_per_step(spec) if counted is None else counted
    if operations is None:
        return Quantity.missing("FLOP/s", "no formula gives the operations of a step")
    rate = operations * window.steps / window.seconds
    counting = "operations calculated from the shapes" if counted is None else "operations as torch counts them"
    source = with_tests(f"{counting}, divided by wall-clock time", spec.tested_every)
    return Quantity(rate, "FLOP/s", Quality.DERIVED, source)


def _share_of_product(flops: Quantity, outcome: Outcome, setting: Setting) -> Quantity:
    """Return the model FLOPs utilization: the FLOP/s divided by those of a large matrix product in the same format, measured now."""
    if flops.value is None:
        return Quantity.missing("1", flops.reason or "")
    try:
        most = outcome.facts.get(reference.FLOPS) or reference.product_flops(setting.device, setting.precision.computed)
    except RuntimeError as error:  # out of memory, or a product that the device does not support
        return Quantity.missing("1", f"a matrix product to compare with failed: {first_line(error)}")
    ranks = setting.spec.ranks
    each = "" if ranks == 1 else f", on each of {ranks} ranks"
    return Quantity(
        flops.value / most / ranks, "1", Quality.DERIVED, f"FLOP/s divided by those of a matrix product measured after the window{each}"
    )


def _tokens(window: Window | None, spec: ResolvedSpec) -> dict[str, Quantity]:
    """Return "tokens_per_s" of a workload whose samples are tokens."""
    definition = workload(spec.workload)
    if definition.samples_unit != "tokens":
        return {}
    if window is None or window.steps == 0:
        return {TOKENS_PER_S: Quantity.missing("tokens/s", _TOO_SOON)}
    rate = (definition.samples_per_step(spec) or 0) * window.steps / window.seconds
    return {TOKENS_PER_S: Quantity(rate, "tokens/s", Quality.DERIVED, "tokens divided by wall-clock time")}


def _moved(outcome: Outcome, spec: ResolvedSpec) -> dict[str, Quantity]:
    window = outcome.window
    if window is None or window.steps == 0:
        return {}
    return reached_bandwidth(outcome.facts, operations_per_step(spec), window.steps / window.seconds)


def _cuda_facts(device: torch.device) -> dict[str, Any]:
    properties = torch.cuda.get_device_properties(device)
    uuid = getattr(properties, "uuid", None)
    return {
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "cudnn_deterministic": torch.backends.cudnn.deterministic,
        "device_name": properties.name,
        "device_uuid": None if uuid is None else f"GPU-{uuid}",
        "compute_capability": f"{properties.major}.{properties.minor}",
    }


def reached_bandwidth(facts: Mapping[str, Any], operations: float | None, steps_per_second: float) -> dict[str, Quantity]:
    """Return "bandwidth" and "roofline_share" as far as the workload reported their inputs; {} if it did not report the bytes moved.

    The share is relative to the lower of two ceilings: the measured FLOP/s, and the measured bandwidth times FLOP per byte.

    Args:
        facts: "bytes_per_step"; "ceiling_bandwidth" in B/s and "ceiling_flops" in FLOP/s if they were measured.
        operations: FLOP per step; None if nothing is computed.
        steps_per_second: By the wall clock.
    """
    moved = facts.get("bytes_per_step")
    if not moved:
        return {}
    rate = moved * steps_per_second
    quantities = {"bandwidth": Quantity(rate, "B/s", Quality.DERIVED, "bytes that the algorithm must move, divided by wall-clock time")}
    bandwidth, flops = facts.get("ceiling_bandwidth"), facts.get("ceiling_flops")
    if bandwidth and flops:
        share = max(rate / bandwidth, (operations or 0.0) * steps_per_second / flops)
        quantities["roofline_share"] = Quantity(share, "1", Quality.DERIVED, "of a copy and a matrix product measured after the window")
    return quantities
