"""What differs between the specs and the environments of groups of runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.flat_document import flatten
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunRecord

_OF_THE_RUN = ("recorder.", "command")
"""What the environment tells of the run itself: it differs each time, or says again what the spec says."""


def _environment(run: RunRecord) -> Mapping[str, Any]:
    return {"host": run.host, **{key: value for key, value in run.environment.items() if not key.startswith(_OF_THE_RUN)}}


_DOCUMENTS: tuple[tuple[Callable[[RunRecord], Mapping[str, Any]], str], ...] = (
    (lambda run: run.spec.to_json(), ""),
    (_environment, "environment."),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A key of the specs ("precision") or of the environments ("environment.torch") with one value a group."""

    key: str
    values: tuple[Any, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"key": self.key, "values": list(self.values)}


def settings_compared(groups: Sequence[Group]) -> int:
    """Return how many keys of specs and environments :func:`differences` holds against each other."""
    return sum(len(_keys(_flat(groups, document))) for document, _ in _DOCUMENTS)


def differences(groups: Sequence[Group]) -> tuple[Difference, ...]:
    """Return what differs between the specs and the environments of groups, in the order of their keys."""
    return tuple(one for document, prefix in _DOCUMENTS for one in _differing(_flat(groups, document), prefix))


def _flat(groups: Sequence[Group], document: Callable[[RunRecord], Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[flatten(document(run)) for run in group.runs] for group in groups]


def _keys(flat: Sequence[Sequence[Mapping[str, Any]]]) -> list[str]:
    keys = dict.fromkeys(key for runs in flat for run in runs for key in run)
    return [key for key in keys if not key.endswith("_reason")]


def _differing(flat: Sequence[Sequence[Mapping[str, Any]]], prefix: str) -> list[Difference]:
    differences = [Difference(f"{prefix}{key}", tuple(_shared([run.get(key) for run in runs]) for runs in flat)) for key in _keys(flat)]
    return [one for one in differences if any(value != one.values[0] for value in one.values)]


def _shared(values: Sequence[Any]) -> Any:
    """Return the value that a group's runs share, or all that they have."""
    different = list(dict.fromkeys(values))
    return different[0] if len(different) == 1 else " | ".join("–" if value is None else str(value) for value in different)
