"""All that can be run: workloads, optimizations and engines, what fits what, and why the rest does not. Does not import torch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import answer, availability, resolve, usable_devices
from gpuscope.workloads.engines import registry as engines
from gpuscope.workloads.needs import missing
from gpuscope.workloads.optimizations import registry as optimizations
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import WORKLOADS, workload

Fit = Mapping[str, GpuscopeError | None]
"""Why each optimization or engine does not fit, by its key; None where it does."""


def fitting_optimizations(spec: ResolvedSpec) -> Fit:
    """Return which optimizations fit the workload, task, device and precision of a spec, beside those that it has already."""
    known = workload(spec.workload)
    already = set((spec.optimize or "").split(","))
    made = {key: entry() for key, entry in optimizations.OPTIMIZATIONS.items()}
    return {
        key: optimizations.why_not(one, known, spec)
        or next((optimizations.clash(one, made[other]) for other in made if other in already and other != key), None)
        for key, one in made.items()
    }


def fitting_engines(spec: ResolvedSpec) -> Fit:
    """Return which engines fit the workload, task, device and precision of a spec."""
    known = workload(spec.workload)
    return {key: engines.refusal(known, replace(spec, engine=key)) for key in engines.ENGINES}


def listing(capabilities: Capabilities) -> dict[str, list[dict[str, Any]]]:
    """Return what ``gpuscope workloads --json`` prints: "workloads", "optimizations" and "engines".

    Workloads have the keys of :func:`~gpuscope.workloads.catalog.availability`, and ``fits``: by device and task the optimizations
    and engines that can be used, and ``why_not`` by the key of the rest. Optimizations and engines have key, title, help, available,
    reason, cure, tasks, devices, needs (each with name, available, cure) and ``workloads``, the keys of those that they fit here.
    """
    fits = {one.key: _fits(one, usable_devices(one, capabilities)) for one in WORKLOADS.values()}
    kinds = {place["device"].partition(":")[0] for places in fits.values() for place in places}
    return {
        "workloads": [{**one, "fits": fits[one["key"]]} for one in availability(capabilities)],
        "optimizations": _entries("optimizations", optimizations.OPTIMIZATIONS, fits, kinds),
        "engines": _entries("engines", engines.ENGINES, fits, kinds),
    }


def _fits(known: Workload, places: Sequence[str]) -> list[dict[str, Any]]:
    found = []
    for device in places:
        for task in known.tasks or ("",):
            spec = resolve(RunSpec(known.key, device=device, task=task or "training"))
            found.append({"device": device, "task": task, **_fit(spec)})
    return found


def _fit(spec: ResolvedSpec) -> dict[str, Any]:
    fits = {"optimizations": fitting_optimizations(spec), "engines": fitting_engines(spec)}
    why_not = {key: error.message for fit in fits.values() for key, error in fit.items() if error is not None}
    return {**{which: [key for key, error in fit.items() if error is None] for which, fit in fits.items()}, "why_not": why_not}


def _entries(
    which: str, registry: Mapping[str, Callable[[], Any]], fits: Mapping[str, Sequence[Mapping[str, Any]]], kinds: set[str]
) -> list[dict[str, Any]]:
    made = [entry() for entry in registry.values()]
    return [
        {
            "key": one.key,
            "title": one.title,
            "help": one.help,
            "tasks": [task for task in one.tasks if task],
            "devices": list(one.devices),
            "needs": [{"name": need.name, "available": need.is_here, "cure": need.cure} for need in one.needs],
            **answer(missing(one.key, one.needs) or _nowhere(one, kinds)),
            "workloads": [key for key, places in fits.items() if any(one.key in place[which] for place in places)],
        }
        for one in made
    ]


def _nowhere(one: Any, kinds: set[str]) -> UnavailableError | None:
    """Return the refusal of what works on none of the devices that are here."""
    if kinds & set(one.devices):
        return None
    return UnavailableError(f"{one.key} works on {' and '.join(one.devices)} only, and there is none here", "'gpuscope doctor' says more.")
