"""Variants of one workload that are set against each other, and the order of their runs."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import FIELDS, RunSpec

MOST_VARIANTS = 20
_NONE = "none"


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the things that are compared."""

    name: str
    spec: RunSpec

    def repeat(self, number: int) -> Self:
        """Return what the repeat of that number runs, from 0: each has a seed of its own, as repeats of a training must."""
        return replace(self, spec=self.spec if self.spec.is_command else replace(self.spec, seed=self.spec.seed + number))


def interleaved(variants: Sequence[Variant]) -> Iterator[tuple[Variant, ...]]:
    """Yield one round of all variants after another, forth and back (A B C, C B A), so that a drift of the machine meets all alike."""
    return itertools.cycle((tuple(variants), tuple(reversed(variants))))


def varied(base: RunSpec, texts: Sequence[str]) -> list[Variant]:
    """Return a variant for each combination of values, the first value of each key first: the baseline.

    Args:
        base: What all variants share.
        texts: "precision=fp32,bf16" each: a field of the spec or an option of the workload. "none" is the value that is not given;
            several optimizations at once are joined with "+".

    Raises:
        UsageError: Nothing varies, a value is given twice or does not fit, or there are too many combinations.
    """
    axes = dict(_axis(text) for text in texts)
    if len(axes) < len(texts):
        raise UsageError("--vary names one key twice", "Give all its values at once: --vary precision=fp32,bf16")
    combinations = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    if not 2 <= len(combinations) <= MOST_VARIANTS:
        raise UsageError(
            f"{figures.counted(len(combinations), 'variant')} cannot be compared",
            f"From 2 to {MOST_VARIANTS} can: --vary precision=fp32,bf16",
        )
    return [Variant(_name(values), base.with_values(_given(values))) for values in combinations]


def _axis(text: str) -> tuple[str, list[str]]:
    key, equals, listed = text.partition("=")
    values = [value.strip() or _NONE for value in listed.split(",")]
    if not equals or not key.strip():
        raise UsageError(f"--vary {text[:60]!r} is not KEY=VALUE,VALUE", "For example: --vary precision=fp32,bf16")
    if len(set(values)) < len(values):
        raise UsageError(f"--vary {text[:60]!r} names a value twice", "Repeats are asked for with --repeats.")
    return key.strip().replace("-", "_"), values


def _given(values: Mapping[str, str]) -> dict[str, object]:
    return {key: _value(key, value) for key, value in values.items() if not (value == _NONE and _may_lack(key))}


def _may_lack(key: str) -> bool:
    return key in FIELDS and FIELDS[key].default is None


def _value(key: str, value: str) -> str:
    return value.replace("+", ",") if key == "optimize" else value


def _name(values: Mapping[str, str]) -> str:
    labels = {key: FIELDS[key].label.lower() if key in FIELDS else key.replace("_", " ") for key in values}
    return ", ".join(f"{labels[key]} {value}" for key, value in values.items())
