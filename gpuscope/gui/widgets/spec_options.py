"""What a form offers: workloads by family, and the devices, number formats, optimizations and engines that fit the chosen one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import COMMAND, FIELDS, ResolvedSpec, RunSpec
from gpuscope.gui.engine_words import engine_words, trouble_words
from gpuscope.gui.widgets.field_editor import Option
from gpuscope.gui.widgets.spec_draft import SpecDraft
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.engines.engine import Engine
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.listing import Fit, fitting_engines, fitting_optimizations
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS

Options = Sequence[Option]


def workload_options(capabilities: Capabilities | None) -> Options:
    """Return the workloads by family, and the user's own command."""
    reasons = {} if capabilities is None else {one["key"]: _sentences(one) for one in catalog.availability(capabilities)}
    families = list(dict.fromkeys(one.family for one in workload_table.WORKLOADS.values()))
    options = [
        Option(key, engine_words(one.title), reasons.get(key, ""), engine_words(one.help), engine_words(one.family_title))
        for key, one in sorted(workload_table.WORKLOADS.items(), key=lambda entry: families.index(entry[1].family))
    ]
    own = QCoreApplication.translate("SpecEditors", "My own command")
    help = QCoreApplication.translate("SpecEditors", "Any program of yours; it is recorded from its start to its end.")
    return [*options, Option(COMMAND, own, "", help, QCoreApplication.translate("SpecEditors", "Yours"))]


def _sentences(listed: Mapping[str, Any]) -> str:
    return "" if listed["available"] else trouble_words(GpuscopeError(listed["reason"], listed["cure"] or ""))


def place_options(draft: SpecDraft, capabilities: Capabilities) -> dict[str, Options]:
    """Return the devices and number formats of the workload that a draft has chosen, by the field's key."""
    known, spec = workload_table.workload(draft.workload), _spec(draft)
    listed = catalog.available(known, capabilities)
    refused = {key: catalog.precision_refusal(replace(spec, precision=key), capabilities) for key in known.precisions}
    return {
        "device": [Option(one["device"], one["device"], one["reason"] or "") for one in listed["devices"]],
        "precision": [Option(one, one, "" if error is None else error.message) for one, error in refused.items()],
    }


def _spec(draft: SpecDraft) -> ResolvedSpec:
    """Return what a draft says, without what is wrong in it."""
    return catalog.resolve(draft.check().fitting or RunSpec(draft.workload))


def tool_options(draft: SpecDraft) -> dict[str, Options]:
    """Return the optimizations and engines for what a draft has chosen, by the field's key: those that fit first."""
    spec = _spec(draft)
    alone = replace(spec, optimize=None, engine=str(FIELDS["engine"].default))
    optimizations = {key: made() for key, made in OPTIMIZATIONS.items()}
    engines = {key: made() for key, made in ENGINES.items()}
    return {
        "optimize": _tools(optimizations, fitting_optimizations(alone), fitting_optimizations(spec)),
        "engine": _tools(engines, fitting_engines(alone), fitting_engines(spec)),
    }


def _tools(made: Mapping[str, Optimization] | Mapping[str, Engine], alone: Fit, beside: Fit) -> Options:
    """Return options, of which those stand last that do not fit whatever else is chosen."""
    rest = QCoreApplication.translate("SpecEditors", "Not for this run")
    options = []
    for key, one in made.items():
        error = alone[key] or beside[key]
        reason = "" if error is None else trouble_words(error)
        options.append(Option(key, engine_words(one.title), reason, engine_words(one.help), rest if alone[key] else ""))
    return sorted(options, key=lambda option: bool(option.group))
