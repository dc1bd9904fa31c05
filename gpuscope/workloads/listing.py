"""Lists workloads, optimizations and engines: which can be combined, and whether a changed spec can run here. Does not import torch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import answer, availability, refusal, resolve, usable_devices
from gpuscope.workloads.engines import registry as engines
from gpuscope.workloads.needs import NotInstalledError, missing
from gpuscope.workloads.number_formats import NATIVE, arithmetic
from gpuscope.workloads.optimizations import registry as optimizations
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import WORKLOADS, workload

Fit = Mapping[str, GpuscopeError | None]
"""By key of an optimization or engine: why it cannot be used; None if it can."""


def fitting_optimizations(spec: ResolvedSpec) -> Fit:
    """Return which optimizations can be used with a spec's workload, task, device, precision and other optimizations."""
    definition = workload(spec.workload)
    already = set((spec.optimize or "").split(","))
    entries = {key: entry() for key, entry in optimizations.OPTIMIZATIONS.items()}
    return {
        key: optimizations.why_not(optimization, definition, spec)
        or next((optimizations.clash(optimization, entries[other]) for other in entries if other in already and other != key), None)
        for key, optimization in entries.items()
    }


def fitting_engines(spec: ResolvedSpec) -> Fit:
    """Return which engines can be used with a spec's workload, task, device and precision."""
    definition = workload(spec.workload)
    return {key: engines.refusal(definition, replace(spec, engine=key)) for key in engines.ENGINES}


AVAILABLE, UNAVAILABLE, UNFIT = "available", "unavailable", "unfit"


@dataclass(frozen=True, slots=True)
class Prospect:
    """Whether a changed spec can run on this machine.

    Attributes:
        spec: The changed spec with its defaults; None if it is invalid.
        kind: :data:`AVAILABLE`; :data:`UNAVAILABLE` here (a missing package, device or data set); :data:`UNFIT` (invalid, or it does not
            apply); or, though it runs, ``arithmetic.EMULATED`` or ``arithmetic.SLOW``.
        reason: Why it is not available, or a remark; "" if there is none.
        cure: What would make it available; "" if unknown.
        is_installable: Whether that is to install something.
    """

    spec: ResolvedSpec | None
    kind: str
    reason: str = ""
    cure: str = ""
    is_installable: bool = False


def prospect(spec: RunSpec, capabilities: Capabilities, **changes: Any) -> Prospect:
    """Return whether a spec with some fields changed can run here; takes about a millisecond.

    Args:
        spec: The spec to change.
        capabilities: Of this machine.
        **changes: Fields of RunSpec with their new values. Keys of ``optimize`` are added to the spec's own, ``options`` merged.
    """
    if changes.get("optimize") and spec.optimize:
        changes["optimize"] = f"{spec.optimize},{changes['optimize']}"
    if "options" in changes:
        changes["options"] = {**spec.options, **changes["options"]}
    try:
        changed = resolve(replace(spec, **changes))
    except GpuscopeError as invalid:
        return Prospect(None, UNFIT, invalid.message, invalid.hint)
    if (error := refusal(changed, capabilities)) is not None:
        kind = UNAVAILABLE if isinstance(error, UnavailableError) else UNFIT
        return Prospect(changed, kind, error.message, error.hint, isinstance(error, NotInstalledError))
    answer = arithmetic(changed.device, changed.precision, capabilities)
    if answer is None or answer.kind == NATIVE:
        return Prospect(changed, AVAILABLE, answer.reason if answer else "")
    return Prospect(changed, answer.kind, answer.warning, "Use --precision fp32.")


def listing(capabilities: Capabilities) -> dict[str, list[dict[str, Any]]]:
    """Return what ``gpuscope workloads --json`` prints: "workloads", "optimizations" and "engines".

    Workloads have the keys of :func:`~gpuscope.workloads.catalog.availability`, and ``fits``: by device and task the optimizations
    and engines that can be used, and ``why_not`` by the key of the rest. Optimizations and engines have key, title, help, available,
    reason, cure, tasks, devices, needs (each with name, available, cure) and ``workloads``, the keys of those that can use them here.
    """
    fits = {definition.key: _fits(definition, usable_devices(definition, capabilities)) for definition in WORKLOADS.values()}
    kinds = {place["device"].partition(":")[0] for places in fits.values() for place in places}
    return {
        "workloads": [{**entry, "fits": fits[entry["key"]]} for entry in availability(capabilities)],
        "optimizations": _entries("optimizations", optimizations.OPTIMIZATIONS, fits, kinds),
        "engines": _entries("engines", engines.ENGINES, fits, kinds),
    }


def _fits(definition: Workload, places: Sequence[str]) -> list[dict[str, Any]]:
    fits = []
    for device in places:
        for task in definition.tasks or ("",):
            spec = resolve(RunSpec(definition.key, device=device, task=task or "training"))
            fits.append({"device": device, "task": task, **_fit(spec)})
    return fits


def _fit(spec: ResolvedSpec) -> dict[str, Any]:
    fits = {"optimizations": fitting_optimizations(spec), "engines": fitting_engines(spec)}
    why_not = {key: error.message for fit in fits.values() for key, error in fit.items() if error is not None}
    return {**{which: [key for key, error in fit.items() if error is None] for which, fit in fits.items()}, "why_not": why_not}


def _entries(
    which: str, registry: Mapping[str, Callable[[], Any]], fits: Mapping[str, Sequence[Mapping[str, Any]]], kinds: set[str]
) -> list[dict[str, Any]]:
    entries = [entry() for entry in registry.values()]
    return [
        {
            "key": choice.key,
            "title": choice.title,
            "help": choice.help,
            "tasks": [task for task in choice.tasks if task],
            "devices": list(choice.devices),
            "needs": [{"name": need.name, "available": need.is_here, "cure": need.cure} for need in choice.needs],
            **answer(missing(choice.key, choice.needs) or _nowhere(choice, kinds)),
            "workloads": [key for key, places in fits.items() if any(choice.key in place[which] for place in places)],
        }
        for choice in entries
    ]


def _nowhere(choice: Any, kinds: set[str]) -> UnavailableError | None:
    """Return an error if an entry supports none of the devices of this machine."""
    if kinds & set(choice.devices):
        return None
    reason = f"{choice.key} works only on {figures.listed(choice.devices)}, and this machine has none"
    return UnavailableError(reason, "'gpuscope doctor' has the details.")
