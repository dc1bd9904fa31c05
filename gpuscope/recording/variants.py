"""Variants of a workload to compare, and the order of their runs; stages from a trained model to a deployed one."""

import itertools
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.runspec import FIELDS, ResolvedSpec, RunSpec
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.engines.registry import ENGINES

MOST_VARIANTS = 20
"""With five repeats this is a hundred runs, a night's work; combining several settings exceeds it easily by accident."""
_NONE = "none"
_LONGEST_NAME = 80
"""Maximum length of a repeated command as a group's name, so that it fits on one line."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A named spec to compare with others."""

    name: str
    spec: RunSpec

    def repeat(self, number: int) -> Self:
        """Return the variant for a repeat, numbered from 0: each has its own seed, as required for repeats of training."""
        return replace(self, spec=self.spec if self.spec.is_command else replace(self.spec, seed=self.spec.seed + number))


def interleaved(variants: Sequence[Variant]) -> Iterator[tuple[Variant, ...]]:
    """Yield endless rounds of all variants, alternating in direction (A B C, C B A), so that machine drift affects all equally."""
    return itertools.cycle((tuple(variants), tuple(reversed(variants))))


def varied(base: RunSpec, texts: Sequence[str]) -> list[Variant]:
    """Return a variant for each combination of values; the first, with the first value of each key, is the baseline.

    Args:
        base: The spec that all variants share.
        texts: Each of the form "precision=fp32,bf16", for a field of the spec or an option of the workload. "none" leaves the value
            unset; several optimizations at once are joined with "+".

    Raises:
        UsageError: Nothing varies, a value is given twice or does not fit, or there are too many combinations.
    """
    combinations = _combinations([_axis(text) for text in texts], "precision=fp32,bf16")
    named = [({key.replace("-", "_"): value for key, value in values.items()}) for values in combinations]
    return [Variant(_name(values), base.with_values(_given(values))) for values in named]


def command_variants(base: RunSpec, texts: Sequence[str]) -> list[Variant]:
    """Return a variant of a command for each combination of values of its placeholders: ``{batch}`` for "batch=6,12".

    Without any texts, return only the command, to be repeated.

    Raises:
        UsageError: A placeholder is not in the command, a value is given twice, or there are too many combinations.
    """
    if not texts:
        return [Variant(shlex.join(base.command)[:_LONGEST_NAME], base)]
    axes = [_axis(text) for text in texts]
    for key, _ in axes:
        if not any(f"{{{key}}}" in word for word in base.command):
            raise UsageError(
                f"the command has no {{{key}}} to vary", f"Write {{{key}}} where its values belong: -- python t.py --{key} {{{key}}}"
            )
    combinations = _combinations(axes, "batch=6,12")
    return [Variant(", ".join(f"{key} {value}" for key, value in values.items()), _filled_in(base, values)) for values in combinations]


def _filled_in(base: RunSpec, values: Mapping[str, str]) -> RunSpec:
    """Return a command with its placeholders replaced by values; other text in braces is kept."""
    names = re.compile("|".join(re.escape(f"{{{key}}}") for key in values))
    return replace(base, command=tuple(names.sub(lambda place: values[place[0][1:-1]], word) for word in base.command))


def _combinations(axes: Sequence[tuple[str, list[str]]], example: str) -> list[dict[str, str]]:
    by_key = dict(axes)
    if len({key.replace("-", "_") for key in by_key}) < len(axes):
        raise UsageError("--vary names one key twice", f"Give all its values at once: --vary {example}")
    combinations = [dict(zip(by_key, values, strict=True)) for values in itertools.product(*by_key.values())]
    if not 2 <= len(combinations) <= MOST_VARIANTS:
        raise UsageError(
            f"{figures.counted(len(combinations), 'variant')} cannot be compared", f"From 2 to {MOST_VARIANTS} can: --vary {example}"
        )
    return combinations


def _axis(text: str) -> tuple[str, list[str]]:
    key, equals, listed = text.partition("=")
    values = [value.strip() or _NONE for value in listed.split(",")]
    if not equals or not key.strip():
        raise UsageError(f"--vary {text[:60]!r} is not KEY=VALUE,VALUE", "For example: --vary precision=fp32,bf16")
    if len(set(values)) < len(values):
        raise UsageError(f"--vary {text[:60]!r} repeats a value", "Set the number of repeats with --repeats.")
    return key.strip(), values


def _given(values: Mapping[str, str]) -> dict[str, object]:
    """Return the values of a variant's fields, without "none" for those whose default is to lack one."""
    may_be_none = {key for key in values if key in FIELDS and FIELDS[key].default is None}
    given = {key: value for key, value in values.items() if value != _NONE or key not in may_be_none}
    return {key: value.replace("+", ",") if key == "optimize" else value for key, value in given.items()}


def _name(values: Mapping[str, str]) -> str:
    labels = {key: FIELDS[key].label.lower() if key in FIELDS else key.replace("_", " ") for key in values}
    return ", ".join(f"{labels[key]} {value}" for key, value in values.items())


_COMPRESSIONS = ("distill", "prune-structured", "prune-50")
"""Candidates for the default compression: the first that fits is used."""
_QUANTIZATIONS = ("int8-dynamic", "int8-weights")
"""Candidates for the quantization: the first that fits the compressed model is used."""
_EAGER = str(FIELDS["engine"].default)
_NOT_DEPLOYED = (_EAGER, "jax")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a chain.

    Attributes:
        name: Name in words.
        spec: The spec to run.
        refusal: Why it cannot run here; None if it can.
    """

    name: str
    spec: ResolvedSpec
    refusal: GpuscopeError | None


def stages(asked: RunSpec) -> list[Stage]:
    """Return the stages of a workload: trained, compressed, quantized, and compressed in each engine of its device.

    Args:
        asked: The spec shared by all; its optimizations, if any, are the compression.

    Raises:
        UsageError: The spec is a command, its workload is not trained before inference, or it names an engine.
    """
    if asked.is_command:
        raise UsageError("a command has no stages of a model", "Name a workload: gpuscope run cifar-cnn --chain")
    capabilities = Capabilities.load()
    base = catalog.resolve(replace(asked, task="inference", optimize=None))
    if asked.engine != _EAGER:
        raise UsageError(f"--engine {asked.engine} with --chain", "Leave it out: the chain goes through all engines of the device.")
    if not base.options.get("pretrain_steps"):
        raise UsageError(f"a chain begins with a trained model, and {base.workload} is not trained", "Add --set pretrain_steps=N.")
    compressions = (asked.optimize,) if asked.optimize else _COMPRESSIONS
    compressed = _fitting([replace(base, optimize=stage) for stage in compressions], capabilities)
    quantized = _fitting([replace(base, optimize=f"{compressed.spec.optimize},{stage}") for stage in _QUANTIZATIONS], capabilities)
    exported = (_stage(replace(compressed.spec, engine=key), capabilities) for key in _engines(base.device))
    return [_stage(base, capabilities), compressed, quantized, *exported]


def _engines(device: str) -> Iterator[str]:
    kind = device.partition(":")[0]
    return (key for key, engine in ENGINES.items() if key not in _NOT_DEPLOYED and kind in engine().devices)


def _fitting(specs: Sequence[RunSpec], capabilities: Capabilities) -> Stage:
    """Return the first stage that can run here, else the first."""
    stages = [_stage(spec, capabilities) for spec in specs]
    return next((stage for stage in stages if stage.refusal is None), stages[0])


def _stage(spec: RunSpec, capabilities: Capabilities) -> Stage:
    resolved = catalog.resolve(spec)
    return Stage(", ".join(resolved.changes) or "trained", resolved, catalog.refusal(resolved, capabilities))
