"""In what groups differ and what they share, in a few words; and which of their runs did not finish."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.run_document import flatten
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.pages.compare.setting_rows import SettingRow, setting_rows

_FEW = 2


@dataclass(frozen=True, slots=True)
class CommonGround:
    """What is to be said of it.

    Attributes:
        word: "differs only in precision", "differs in 4 settings" …
        shared: What is the same in all runs, in a few words; "" when that is nothing.
    """

    word: str
    shared: str


def common_ground(comparison: Comparison) -> CommonGround:
    """Return in what the groups differ, and what they share."""
    rows = setting_rows(comparison)
    spec = [row for row in rows if not row.is_environment]
    surroundings = [row for row in rows if row.is_environment and not row.follows_from_spec]
    return CommonGround(_word(spec, surroundings), _shared(comparison))


def _word(spec: list[SettingRow], surroundings: list[SettingRow]) -> str:
    if not spec and not surroundings:
        return QCoreApplication.translate("ComparePage", "same settings and surroundings")
    if not spec:
        return _in_surroundings(surroundings)
    if len(spec) <= _FEW:
        named = QCoreApplication.translate("ComparePage", " and ").join(_lower(row.label) for row in spec)
        if not surroundings:
            return QCoreApplication.translate("ComparePage", "differs only in {0}").format(named)
        return QCoreApplication.translate("ComparePage", "differs in {0}, and in surroundings").format(named)
    count = QCoreApplication.translate("ComparePage", "differs in {0} settings").format(len(spec))
    return count + QCoreApplication.translate("ComparePage", ", and in surroundings") if surroundings else count


def _in_surroundings(rows: list[SettingRow]) -> str:
    if len(rows) == 1:
        return QCoreApplication.translate("ComparePage", "same settings, but {0} differs").format(_lower(rows[0].label))
    return QCoreApplication.translate("ComparePage", "same settings; differs in {0} facts of the surroundings").format(len(rows))


def _lower(label: str) -> str:
    return label if label[:2].isupper() else f"{label[:1].lower()}{label[1:]}"


def _shared(comparison: Comparison) -> str:
    documents = [_facts(run) for group in comparison.groups for run in group.runs]
    said = []
    for words, keys in _facts_that_count():
        values = [next((document[key] for key in keys if document.get(key) not in (None, "")), None) for document in documents]
        if values[0] is not None and all(value == values[0] for value in values):
            said.append(words)
    return QCoreApplication.translate("ComparePage", "same {0}").format(", ".join(said)) if said else ""


def _facts(run: RunRecord) -> dict[str, object]:
    return {**flatten(run.environment), **flatten(run.spec.to_json()), "host": run.host}


def _facts_that_count() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        (QCoreApplication.translate("ComparePage", "machine"), ("host",)),
        (QCoreApplication.translate("ComparePage", "device"), ("device",)),
        (QCoreApplication.translate("ComparePage", "driver"), ("gpu:0.driver", "gpu.driver")),
        (QCoreApplication.translate("ComparePage", "torch"), ("torch",)),
        (QCoreApplication.translate("ComparePage", "data"), ("data_set",)),
        (QCoreApplication.translate("ComparePage", "seed"), ("seed",)),
        (QCoreApplication.translate("ComparePage", "batch size"), ("batch_size",)),
        (QCoreApplication.translate("ComparePage", "commit"), ("git_commit",)),
    )


def cautions(comparison: Comparison) -> list[str]:
    """Return what is to be known of runs that are live, one sentence a group; those that failed are told with what they are worth."""
    return [_still_running(group.name, len(group.runs)) for group in comparison.groups if any(_is_live(run) for run in group.runs)]


def _is_live(run: RunRecord) -> bool:
    return run.state is RunState.RUNNING


def _still_running(name: str, of: int) -> str:
    words = QCoreApplication.translate("ComparePage", "{0} is still running: its figures come when it ends.")
    several = QCoreApplication.translate("ComparePage", "A run of {0} is still running: its figures come when it ends.")
    return (words if of == 1 else several).format(name)
