"""A profile as a ``gpuscope.profile/1`` document, whose JSON Schema is ``resources/profile.schema.json``.

Keys may be added but are never renamed. Values that a trace does not provide are null; `missing` has the reason of each null by its path
without positions in lists: ``kernels.grid``.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from gpuscope.core.quantity import Quantity
from gpuscope.profiles.advice import Program, advice
from gpuscope.profiles.kernels import KernelRow
from gpuscope.profiles.operator_classes import KEYS
from gpuscope.profiles.operators import OperatorRow
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.ranks import RankTable
from gpuscope.profiles.recording_cost import recording_cost
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.timeline import DeviceTimeline
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN

SCHEMA, SCHEMA_OF_SEVERAL = "gpuscope.profile/1", "gpuscope.profiles/1"
_NO_DEVICE = "the capture has no device work"
_MOST_SHAPES = 20
"""Most shapes listed per operator, those with the most time first."""


def profile_document(profile: Profile, program: Program | None = None, energy: Quantity | None = None) -> dict[str, Any]:
    """Return a profile as JSON values; times in seconds, sizes in bytes, energy in joules.

    Args:
        profile: The evaluated capture.
        program: What else is known about the captured program.
        energy: Energy of the run's devices during the profile's `work_ns`; None if the capture belongs to no run.
    """
    trace, power_w = profile.trace, (program or Program()).mean_power_w(profile, energy)
    document = {
        "schema": SCHEMA,
        "source": trace.source,
        "started_at_ns": trace.origin_ns,
        "duration_s": trace.span_ns * S_PER_NS,
        "rank": trace.rank,
        "world_size": trace.world_size,
        "devices": [asdict(facts) for number, facts in sorted(trace.devices.items())],
        "facts": dict(trace.facts),
        "notes": list(trace.notes),
        "timeline": None if profile.timeline is None else _timeline(profile.timeline),
        "timelines": [
            {"device": None if timeline.device == UNKNOWN else timeline.device, **_timeline(timeline), "outside_s": timeline.outside_s}
            for timeline in profile.device_time.devices
        ],
        "kernels": [_kernel(row) for row in profile.kernels],
        "operators": [_operator(row, profile.by_host, power_w) for row in profile.operators],
        "functions": [asdict(row) for row in profile.functions],
        "categories": [
            {"name": KEYS[row.work_class], "calls": row.calls, "total_s": row.total_s, "share": row.share} for row in profile.classes
        ],
        "steps": [asdict(step) for step in profile.steps],
        "recording": _recording(profile, program),
        "memory": _memory(profile),
        "advice": [_advice(finding) for finding in advice(profile, program)],
    }
    reasons = _reasons(profile, program, energy)
    return {**document, "missing": {path: reasons[path] for path in null_paths(document)}}


def null_paths(document: object) -> list[str]:
    """Return the paths of all nulls of a document, sorted, without positions in lists."""
    return sorted(set(_null_paths(document)))


def _null_paths(value: object, path: str = "") -> Iterator[str]:
    if value is None:
        yield path
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from _null_paths(member, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for element in value:
            yield from _null_paths(element, path)


def _advice(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "seen": finding.seen,
        "cost_s": finding.cost_s,
        "cost_of": "device" if finding.is_device else "host",
        "cost_j": finding.cost_j,
        "cure": finding.cure,
        "code": finding.code or None,
        "arguments": finding.change or None,
        "places": [asdict(place) for place in finding.places],
    }


def _recording(profile: Profile, program: Program | None) -> dict[str, Any] | None:
    cost = recording_cost(profile, None if program is None else program.step_s)
    if cost is None:
        return None
    return {"step_s": cost.step_s, "normal_step_s": cost.normal_step_s, "factor": cost.factor, "per_call_s": cost.per_call_s}


def rank_document(table: RankTable) -> dict[str, Any]:
    """Return several ranks as JSON values, in seconds."""
    rows = [{**asdict(row), "overlap": row.overlap} for row in table.rows]
    return {
        "rows": rows,
        "skew": table.skew,
        "reason": table.reason,
        "missing_ranks": table.missing,
        "has_transfers": table.has_transfers,
        "has_uneven_exchanges": table.has_uneven,
    }


def _timeline(timeline: DeviceTimeline) -> dict[str, Any]:
    return {
        "total_s": timeline.total_s,
        "busy_s": timeline.busy_s,
        "idle_s": timeline.idle_s,
        "computation_s": timeline.computation_s,
        "copy_s": timeline.copy_s,
        "copy_exposed_s": timeline.copy_exposed_s,
        "communication_s": timeline.communication_s,
        "communication_exposed_s": timeline.communication_exposed_s,
    }


def _kernel(row: KernelRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "operator": row.operator,
        "kind": row.category.name.lower(),
        "category": KEYS[row.work_class],
        "device": row.device,
        "stream": row.stream,
        "calls": row.calls,
        "total_s": row.total_s,
        "mean_s": row.mean_s,
        "min_s": row.min_s,
        "max_s": row.max_s,
        "grid": row.grid,
        "block": row.block,
        "registers": row.registers,
        "shared_bytes": row.shared_bytes,
        "occupancy": row.occupancy,
        "bytes": row.bytes,
        "before_capture": row.is_foreign,
    }


def _operator(row: OperatorRow, by_host: bool, power_w: float | None) -> dict[str, Any]:
    return {
        "name": row.name,
        "category": KEYS[row.work_class],
        "calls": row.calls,
        "self_device_s": None if by_host else row.self_device_s,
        "total_device_s": None if by_host else row.total_device_s,
        "self_host_s": row.self_host_s,
        "total_host_s": row.total_host_s,
        "energy_j": None if power_w is None else power_w * (row.self_host_s if by_host else row.self_device_s),
        "kernels": row.kernels,
        "launching_calls": row.launching_calls,
        "flops": row.flops,
        "bytes": row.bytes,
        "shapes": [
            {
                "dims": shape.shapes,
                "types": shape.types or None,
                "calls": shape.calls,
                "self_device_s": None if by_host else shape.self_device_s,
                "total_device_s": None if by_host else shape.total_device_s,
                "self_host_s": shape.self_host_s,
                "flops": shape.flops,
                "flops_counted": shape.is_counted,
                "bytes": shape.bytes,
            }
            for shape in row.by_shape[:_MOST_SHAPES]
            if shape.shapes
        ],
    }


def _memory(profile: Profile) -> list[dict[str, Any]] | None:
    curves = [
        {
            "device": None if curve.is_host else curve.device,
            "is_host": curve.is_host,
            "peak_bytes": curve.peak_bytes,
            "peak_at_s": curve.peak_ns * S_PER_NS,
            "reserved_peak_bytes": curve.reserved_peak_bytes or None,
            "categories": [{"name": name, "bytes": size} for name, size in categories.at_peak().items()],
            "owners": [{"name": name, "bytes": size} for name, size in blocks.at_peak().items()],
        }
        for curve, blocks, categories in zip(profile.memory, profile.memory_blocks, profile.memory_categories, strict=True)
    ]
    return curves or None


def _reasons(profile: Profile, program: Program | None, energy: Quantity | None) -> dict[str, str]:
    """Return why a value of this profile is null, for each path of the document that can be."""
    return {
        **_REASONS,
        "timeline": _NO_DEVICE if profile.by_host else "all device work was launched before the capture began",
        "kernels.operator": _UNLINKED if profile.operators else "the trace holds no operators: it was recorded on the device only",
        "operators.energy_j": (energy.reason if energy is not None else None) or "the file belongs to no run with recorded power",
        "recording": (
            "the duration of the run's other steps is not known"
            if program is None or not program.step_s
            else "too few steps were captured without compilation, or they took no longer than the run's others"
        ),
    }


_UNLINKED = "its launch was not recorded, or lies in no operator"
_NO_HEADER = "the trace does not describe the device so far"
_NO_LAUNCH = "the profiler did not record it, or launches differ"
_NO_BYTES = (
    "the shapes or types of some calls were not recorded (record_shapes=True), or gpuscope has no rule for the bytes of this operator"
)
_NO_FLOPS = (
    "the shapes of some calls were not recorded (record_shapes=True), or gpuscope has no formula for the operations of this operator"
)
_REASONS = {
    "rank": "the trace names no single rank: its process belongs to no job, or it joins several",
    "world_size": "the trace names no job of several processes",
    **dict.fromkeys(("devices.memory_bytes", "devices.multiprocessors", "devices.warp_size"), _NO_HEADER),
    **dict.fromkeys(("timelines.device", "kernels.device", "kernels.stream"), "the profiler did not record where it ran"),
    **dict.fromkeys(("kernels.grid", "kernels.block", "kernels.registers", "kernels.shared_bytes"), _NO_LAUNCH),
    "kernels.occupancy": "the profiler did not estimate it",
    "kernels.bytes": "the profiler records it of copies and fills only, and not of all",
    **dict.fromkeys(("operators.self_device_s", "operators.total_device_s", "steps.device_busy_s"), _NO_DEVICE),
    **dict.fromkeys(("operators.shapes.self_device_s", "operators.shapes.total_device_s"), _NO_DEVICE),
    **dict.fromkeys(("operators.flops", "operators.shapes.flops"), _NO_FLOPS),
    **dict.fromkeys(("operators.bytes", "operators.shapes.bytes"), _NO_BYTES),
    "operators.shapes.types": "the trace holds shapes without types",
    "recording.per_call_s": "recording alone cannot explain the difference",
    "memory": "the trace was recorded without memory events (profile_memory=True)",
    "memory.device": "it is the host's memory",
    "memory.reserved_peak_bytes": "the trace has no memory held by an allocator there",
    "advice.cost_j": "the power of the run's device is not known, or the run used several",
    "advice.code": "the cure is no line of code for PyTorch",
    "advice.arguments": "gpuscope cannot apply the cure to what was captured",
}
"""Why a value is null, for each path whose reason is the same in all profiles."""
