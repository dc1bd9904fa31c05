"""A profile as a ``gpuscope.profile/1`` document, whose JSON Schema is ``resources/profile.schema.json``.

Keys may be added but are never renamed. Values that a trace does not provide are null, with the reasons in `missing` by key.
"""

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
    trace, power_w = profile.trace, profile.mean_power_w(energy)
    return {
        "schema": SCHEMA,
        "source": trace.source,
        "started_at_ns": trace.origin_ns,
        "duration_s": trace.span_ns * 1e-9,
        "rank": trace.rank,
        "world_size": trace.world_size,
        "devices": [asdict(facts) for number, facts in sorted(trace.devices.items())],
        "facts": dict(trace.facts),
        "notes": list(trace.notes),
        "timeline": None if profile.timeline is None else _timeline(profile.timeline),
        "timelines": [{"device": timeline.device, **_timeline(timeline)} for timeline in profile.device_time.devices],
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
        "missing": {**_missing(profile), **_missing_energy(power_w, energy)},
    }


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
    return {"rows": rows, "skew": table.skew, "reason": table.reason}


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
            "peak_at_s": curve.peak_ns * 1e-9,
            "reserved_peak_bytes": curve.reserved_peak_bytes or None,
        }
        for curve in profile.memory
    ]
    return curves or None


def _missing_energy(power_w: float | None, energy: Quantity | None) -> dict[str, str]:
    if power_w is not None:
        return {}
    reason = energy.reason if energy is not None else None
    return {"operators.energy_j": reason or "the file belongs to no run with recorded power"}


def _missing(profile: Profile) -> dict[str, str]:
    """Return the reasons for null values, by key."""
    missing = {}
    if profile.by_host:
        missing.update(dict.fromkeys(("timeline", "operators.self_device_s", "operators.total_device_s"), _NO_DEVICE))
    if not profile.memory:
        missing["memory"] = "the trace was recorded without memory events (profile_memory=True)"
    if profile.kernels and not profile.operators:
        missing["kernels.operator"] = "the trace holds no operators: it was recorded on the device only"
    if profile.operators and all(row.flops is None for row in profile.operators):
        missing["operators.flops"] = (
            "neither did the profiler count FLOPs nor do they follow from shapes (record_shapes=True, with_flops=True)"
        )
    return missing
