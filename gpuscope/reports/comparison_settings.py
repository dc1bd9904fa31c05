"""The settings in which the groups of a comparison differ, and those they share; in words, for every surface."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.comparability import Difference, settings_compared
from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.run_document import flatten
from gpuscope.core.figures import MISSING, capitalized, within_sentence
from gpuscope.core.run import RunState
from gpuscope.reports.group_names import short_names
from gpuscope.reports.setting_labels import ENVIRONMENT, LABELS, setting_label, setting_value
from gpuscope.system.language import composed, filled, listed

_LONG = 16
"""Values longer than this, in characters, are shown without the words they all begin with."""
_FEW = 2
"""Up to this many differing settings are named; more are counted."""
_FROM_SPEC = ("operations_per_step", "data_set", "training_samples", "held_out_samples", "parameters", "threads", "steps_timed_every")
"""Facts that the built-in workloads record; if the spec differs too, they follow from it."""
_SAME, _SHARED = "same settings and environment", "same {0}"
_ONE_FACT, _FACTS = "same settings, but {0} differs", "same settings; the environment differs in {0} settings"
_SETTINGS, _SETTINGS_AND_MORE = "differs in {0} settings", "differs in {0} settings, and in the environment"
_NAMED, _NAMED_AND_MORE = "differs only in {0}", "differs in {0}, and in the environment"
_GROUND = (_SAME, _ONE_FACT, _FACTS, _SETTINGS_AND_MORE, _SETTINGS, _NAMED, _NAMED_AND_MORE, _SHARED)
_RUNNING, _ONE_RUNNING = (
    "{0} is still running: its figures appear when it ends.",
    "A run of {0} is still running: its figures appear when it ends.",
)
_WORDS = ("fresh", "ready", "native", "emulated", "slow by design")
"""Values of facts that are words."""
_SHARED_FACTS = (
    ("machine", ("host",)),
    ("device", ("device",)),
    ("driver", ("gpu:0.driver_version", "amd:0.driver_version", "intel:0.driver_version", "gpu:0.driver", "gpu.driver")),
    ("torch", ("torch",)),
    ("data", ("data_set",)),
    ("seed", ("seed",)),
    ("batch size", ("batch_size",)),
    ("commit", ("git_commit",)),
    ("script", ("script",)),
)
"""The facts that readers of a comparison ask for first, and the keys that hold them, those of earlier versions last."""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting in which groups differ.

    Attributes:
        key: Its key in the comparison ("environment.torch").
        label: In words.
        values: One per group, as shown: long ones without the words they all begin with; "–" where it is not recorded.
        whole: The same values, unabbreviated.
        is_environment: Whether it belongs to the environment instead of the spec.
        follows_from_spec: Whether it belongs to the environment but follows from the spec.
    """

    key: str
    label: str
    values: tuple[str, ...]
    whole: tuple[str, ...]
    is_environment: bool
    follows_from_spec: bool = False


@dataclass(frozen=True, slots=True)
class CommonGround:
    """The differences between groups and their shared facts, in a few words.

    Attributes:
        summary: "differs only in precision", "differs in 4 settings" …
        shared: The facts that are the same in all runs; "" if there are none.
        unchanged: How many recorded settings do not differ, as a sentence.
    """

    summary: str
    shared: str
    unchanged: str

    @property
    def sentences(self) -> str:
        """All of it, as two sentences."""
        return f"{capitalized('; '.join(part for part in (self.summary, self.shared) if part))}. {self.unchanged}"


def translated_texts() -> Iterator[str]:
    """Yield the labels and values that the window translates; the labels of spec fields are translated elsewhere."""
    yield from (*LABELS.values(), "yes", "no", *_WORDS, *(label for label, _ in _SHARED_FACTS), *_GROUND)
    yield from (text.removesuffix(".") for text in (_RUNNING, _ONE_RUNNING))


def setting_rows(comparison: Comparison) -> list[SettingRow]:
    """Return the settings that differ between the groups of a comparison, those of the spec first."""
    spec_differs = any(not difference.key.startswith(ENVIRONMENT) for difference in comparison.differs)
    rows = [_row(difference, spec_differs) for difference in comparison.differs]
    return sorted(rows, key=lambda row: (row.is_environment, row.follows_from_spec))


def _row(difference: Difference, spec_differs: bool) -> SettingRow:
    key = difference.key
    is_environment = key.startswith(ENVIRONMENT)
    follows = is_environment and spec_differs and key.removeprefix(ENVIRONMENT) in _FROM_SPEC
    whole = tuple(_shown(key, value) for value in difference.values)
    return SettingRow(key, setting_label(key), _brief(whole), whole, is_environment, follows)


def _brief(values: tuple[str, ...]) -> tuple[str, ...]:
    shared, rest = short_names(values, with_letter=False, at_end=False) if max(map(len, values)) > _LONG else ("", [])
    return tuple(f"… {value}" for value in rest) if shared else values


def _shown(key: str, value: Any) -> str:
    if value is None or value == "":
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value.split()) if isinstance(value, str) else setting_value(key, value)


def common_ground(comparison: Comparison) -> CommonGround:
    """Return the differences between the groups, and what they share."""
    rows = setting_rows(comparison)
    spec = [row for row in rows if not row.is_environment]
    environment = [row for row in rows if row.is_environment and not row.follows_from_spec]
    total = settings_compared(comparison.groups)
    rest = f"None of the other {total - len(rows)} recorded settings differ." if rows else f"None of the {total} recorded settings differ."
    return CommonGround(_difference_text(spec, environment), _shared_text(comparison), rest)


def _difference_text(spec: list[SettingRow], environment: list[SettingRow]) -> str:
    if not spec and not environment:
        return _SAME
    if not spec:
        if len(environment) == 1:
            return filled(_ONE_FACT, _in_a_sentence(environment[0].label))
        return filled(_FACTS, str(len(environment)))
    if len(spec) > _FEW:
        return filled(_SETTINGS_AND_MORE if environment else _SETTINGS, str(len(spec)))
    named = listed([_in_a_sentence(row.label) for row in spec])
    return filled(_NAMED_AND_MORE if environment else _NAMED, named)


def _in_a_sentence(label: str) -> str:
    """Return a label as it stands within a sentence of the language in use."""
    shown = composed(label)
    return within_sentence(label) if shown == label else shown


def _shared_text(comparison: Comparison) -> str:
    runs = (run for group in comparison.groups for run in group.runs)
    documents = [{**flatten(run.environment), **flatten(run.spec.to_json()), "host": run.host} for run in runs]
    shared = []
    for label, keys in _SHARED_FACTS:
        values = [next((document[key] for key in keys if document.get(key) not in (None, "")), None) for document in documents]
        if values[0] is not None and all(value == values[0] for value in values):
            shared.append(label)
    return _SHARED.format(", ".join(shared)) if shared else ""


def cautions(comparison: Comparison) -> list[str]:
    """Return one sentence per group that has live runs; failed runs are reported with the comparability of the groups instead."""
    return [
        (_RUNNING if len(group.runs) == 1 else _ONE_RUNNING).format(group.name)
        for group in comparison.groups
        if any(run.state is RunState.RUNNING for run in group.runs)
    ]
