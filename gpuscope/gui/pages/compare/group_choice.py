"""Assignment of runs to groups in the user's order, and the baseline. Immutable; each change returns a new choice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.group import group_titles, measured_thing
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.engine_texts import record_name

_LONGEST_NAME = 200
"""Maximum length of a group name in characters; in a report, longer names would wrap over half a page."""


@dataclass(frozen=True, slots=True)
class ChosenGroup:
    """Runs compared as one.

    Attributes:
        name: Unique within a choice.
        run_ids: At least one run, each listed once.
        is_own: Whether the user defined the group; otherwise it collects the runs of one spec.
    """

    name: str
    run_ids: tuple[str, ...]
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """The compared groups.

    Attributes:
        groups: In the user's order.
        baseline: Name of the group that ratios are relative to; "" for the first group.
    """

    groups: tuple[ChosenGroup, ...] = ()
    baseline: str = ""

    @property
    def run_ids(self) -> tuple[str, ...]:
        """All run ids, in the order of their groups."""
        return tuple(run_id for group in self.groups for run_id in group.run_ids)

    @property
    def baseline_name(self) -> str:
        """Name of the group that ratios are relative to; "" without groups."""
        names = [group.name for group in self.groups]
        return self.baseline if self.baseline in names else names[0] if names else ""

    def with_runs(self, records: Iterable[RunRecord], known: Mapping[str, RunRecord]) -> Self:
        """Add new runs, each to the group of its spec or as a new group.

        Groups of equal name, including existing ones, are renamed by their differences unless the user named them.

        Args:
            records: The runs to add, in order.
            known: The runs already included, by id, as far as known.
        """
        choice, titles = self, self._titles(known)
        own_names = {group.run_ids[0] for group in self.groups if group.name != titles.get(group.run_ids[0])}
        records_by_id = dict(known)
        for record in records:
            if record.run_id not in choice.run_ids:
                choice = choice._with_run(record, records_by_id)
                records_by_id[record.run_id] = record
        return choice._titled({run_id: title for run_id, title in choice._titles(records_by_id).items() if run_id not in own_names})

    def _titles(self, known: Mapping[str, RunRecord]) -> dict[str, str]:
        """Return the default names of the groups, by the id of each group's first run."""
        firsts = [known[group.run_ids[0]] for group in self.groups if not group.is_own and group.run_ids[0] in known]
        return {record.run_id: _fitted(title) for record, title in zip(firsts, group_titles(firsts), strict=True)}

    def _titled(self, titles: Mapping[str, str]) -> Self:
        choice = self
        for index, group in enumerate(self.groups):
            title = titles.get(group.run_ids[0], group.name)
            if title != group.name:
                choice = choice._renamed(index, choice._free_name(title, group.run_ids[0]))
        return choice

    def _with_run(self, record: RunRecord, known: Mapping[str, RunRecord]) -> Self:
        thing = measured_thing(record)
        for index, group in enumerate(self.groups):
            first = known.get(group.run_ids[0])
            if not group.is_own and first is not None and measured_thing(first) == thing:
                return self._replaced(index, [replace(group, run_ids=(*group.run_ids, record.run_id))])
        return self._appended(ChosenGroup(self._free_name(record_name(record), record.run_id), (record.run_id,)))

    def with_group(self, name: str, run_ids: Sequence[str]) -> Self:
        """Add a group defined by the user; its runs leave their previous groups.

        Raises:
            UsageError: The name is empty or taken.
        """
        rest = self.without_runs(run_ids)
        return rest._appended(ChosenGroup(rest._own_name(name), tuple(dict.fromkeys(run_ids)), True))

    def renamed(self, index: int, name: str) -> Self:
        """Rename a group.

        Raises:
            UsageError: The name is empty or taken.
        """
        group = self.groups[index]
        if name.strip() == group.name:
            return self
        return self._renamed(index, self._own_name(name))

    def _renamed(self, index: int, name: str) -> Self:
        group = self.groups[index]
        baseline = name if self.baseline == group.name else self.baseline
        return replace(self._replaced(index, [replace(group, name=name)]), baseline=baseline)

    def moved(self, index: int, by: int) -> Self:
        """Move a group by a number of places, clamped to the ends; the baseline is unchanged."""
        order = list(self.groups)
        group = order.pop(index)
        order.insert(min(max(0, index + by), len(order)), group)
        return replace(self, groups=tuple(order), baseline=self.baseline_name)

    def split(self, index: int, names: Mapping[str, str]) -> Self:
        """Split a group into one group per run, named by ``names`` (by id) and in that order."""
        group = self.groups[index]
        choice = self._replaced(index, [])
        singles: list[ChosenGroup] = []
        for run_id in dict.fromkeys((*(run_id for run_id in names if run_id in group.run_ids), *group.run_ids)):
            taken = replace(choice, groups=(*choice.groups, *singles))
            singles.append(ChosenGroup(taken._free_name(names.get(run_id, run_id), run_id), (run_id,), True))
        baseline = singles[0].name if group.name == self.baseline_name else self.baseline
        return replace(self._replaced(index, singles), baseline=baseline)

    def without(self, index: int) -> Self:
        """Remove a group."""
        return self._replaced(index, [])

    def without_runs(self, run_ids: Collection[str]) -> Self:
        """Remove runs, and groups left empty."""
        left = (replace(group, run_ids=tuple(run_id for run_id in group.run_ids if run_id not in run_ids)) for group in self.groups)
        return replace(self, groups=tuple(group for group in left if group.run_ids))

    def with_baseline(self, index: int) -> Self:
        """Set the baseline."""
        return replace(self, baseline=self.groups[index].name)

    def to_json(self) -> dict[str, object]:
        """Return the choice as a JSON document."""
        groups = [{"name": group.name, "runs": list(group.run_ids), "own": group.is_own} for group in self.groups]
        return {"groups": groups, "baseline": self.baseline}

    @classmethod
    def from_json(cls, document: object) -> Self:
        """Read the output of :meth:`to_json`; drop invalid parts."""
        if not isinstance(document, Mapping):
            return cls()
        choice = cls()
        listed = document.get("groups")
        for entry in listed if isinstance(listed, list) else ():
            group = _group(entry)
            if group is not None and all(group.name != other.name for other in choice.groups):
                left = tuple(run_id for run_id in group.run_ids if run_id not in choice.run_ids)
                choice = choice._appended(replace(group, run_ids=left)) if left else choice
        baseline = document.get("baseline")
        return replace(choice, baseline=baseline if isinstance(baseline, str) else "")

    def _replaced(self, index: int, by: Sequence[ChosenGroup]) -> Self:
        return replace(self, groups=(*self.groups[:index], *by, *self.groups[index + 1 :]))

    def _appended(self, group: ChosenGroup) -> Self:
        return replace(self, groups=(*self.groups, group))

    def _own_name(self, name: str) -> str:
        name = " ".join(name.split())[:_LONGEST_NAME]
        if not name:
            raise UsageError(
                QCoreApplication.translate("GroupChoice", "a group needs a name"),
                QCoreApplication.translate("GroupChoice", "For example: fp32."),
            )
        if any(group.name == name for group in self.groups):
            taken = QCoreApplication.translate("GroupChoice", "there is a group named {0!r} already").format(name)
            raise UsageError(taken, QCoreApplication.translate("GroupChoice", "Give this one another name."))
        return name

    def _free_name(self, name: str, run_id: str) -> str:
        names = {group.name for group in self.groups}
        name = _fitted(" ".join(name.split())) or run_id
        return name if name not in names else f"{name} ({run_id[:8]})"


def _fitted(name: str) -> str:
    """Elide the middle of a long name, since names tend to differ at their ends."""
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[: half - 1].rstrip()}…{name[-half:].lstrip()}"


def _group(document: object) -> ChosenGroup | None:
    if not isinstance(document, Mapping):
        return None
    name, runs = document.get("name"), document.get("runs")
    if not isinstance(name, str) or not name or not isinstance(runs, list):
        return None
    run_ids = tuple(dict.fromkeys(run_id for run_id in runs if isinstance(run_id, str) and run_id))
    return ChosenGroup(name, run_ids, document.get("own") is True) if run_ids else None
