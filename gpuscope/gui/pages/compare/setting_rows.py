"""What differs between the specs and the surroundings of groups, one row a setting, the spec first."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparability import Difference
from gpuscope.analysis.comparison import Comparison
from gpuscope.core import figures
from gpuscope.core.runspec import FIELDS
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.pages.compare.group_names import short_names

_ENVIRONMENT = "environment."
_LONG = 16
_FROM_SPEC = ("operations_per_step", "data_set", "training_samples", "held_out_samples", "parameters", "threads", "steps_timed_every")
"""What a workload of ours tells of itself; it follows from the spec where that differs too."""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting in which groups differ.

    Attributes:
        key: As in the comparison ("environment.torch").
        label: In words.
        values: One a group, as shown: long ones without the words that all of them begin with; "–" where it is not recorded.
        whole: The same, whole.
        is_environment: Whether it belongs to the surroundings, not to the spec.
        follows_from_spec: Whether it belongs to the surroundings but says again what the spec says.
    """

    key: str
    label: str
    values: tuple[str, ...]
    whole: tuple[str, ...]
    is_environment: bool
    follows_from_spec: bool = False


def setting_rows(comparison: Comparison) -> list[SettingRow]:
    """Return the rows of a comparison, those of the spec first."""
    rows = [_row(one, comparison) for one in comparison.differs]
    return sorted(rows, key=lambda row: (row.is_environment, row.follows_from_spec))


def _row(difference: Difference, comparison: Comparison) -> SettingRow:
    key = difference.key
    is_environment = key.startswith(_ENVIRONMENT)
    spec_differs = any(not one.key.startswith(_ENVIRONMENT) for one in comparison.differs)
    follows = is_environment and spec_differs and key.removeprefix(_ENVIRONMENT) in _FROM_SPEC
    whole = tuple(_shown(value) for value in difference.values)
    return SettingRow(key, _label(key), _brief(whole), whole, is_environment, follows)


def _brief(values: tuple[str, ...]) -> tuple[str, ...]:
    shared, rest = short_names(values, with_letter=False) if max(map(len, values)) > _LONG else ("", [])
    return tuple(f"… {one}" for one in rest) if shared else values


def _known_labels() -> dict[str, str]:
    return {
        "workload": QCoreApplication.translate("SettingRows", "Workload"),
        "command": QCoreApplication.translate("SettingRows", "Command"),
        "environment.host": QCoreApplication.translate("SettingRows", "Machine"),
        "environment.cpu": QCoreApplication.translate("SettingRows", "Processor"),
        "environment.os": QCoreApplication.translate("SettingRows", "Operating system"),
        "environment.gpuscope": QCoreApplication.translate("SettingRows", "gpuscope"),
        "environment.torch": QCoreApplication.translate("SettingRows", "torch"),
        "environment.cuda": QCoreApplication.translate("SettingRows", "CUDA"),
        "environment.git_commit": QCoreApplication.translate("SettingRows", "Commit"),
        "environment.git_dirty": QCoreApplication.translate("SettingRows", "Uncommitted changes"),
        "environment.memory_bytes": QCoreApplication.translate("SettingRows", "Main memory, bytes"),
    }


def _label(key: str) -> str:
    known = _known_labels()
    if key in known:
        return known[key]
    name = key.removeprefix(_ENVIRONMENT)
    if name in FIELDS:
        return engine_words(FIELDS[name].label)
    words = name.removeprefix("options.").removeprefix("packages.").removeprefix("variables.")
    return words if words.isupper() or "packages." in name or "variables." in name else words.replace("_", " ").replace(".", " ")


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return QCoreApplication.translate("SettingRows", "yes") if value else QCoreApplication.translate("SettingRows", "no")
    return " ".join(value.split()) if isinstance(value, str) else figures.setting(value)
